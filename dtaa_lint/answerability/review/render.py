"""What a review came to, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from dtaa_lint._version import PROTOCOL, __version__
from dtaa_lint.answerability.review.agreement import Agreement, Coefficient
from dtaa_lint.answerability.review.model import Criterion, Verdict, criterion_label
from dtaa_lint.answerability.review.score import CriterionScore, Review
from dtaa_lint.answerability.review.shares import Standing, needed
from dtaa_lint.answerability.scoring.statistics import Estimate
from dtaa_lint.hidden import json_safe, visible
from dtaa_lint.words import Words, cut

SCHEMA_VERSION = 1
_DIGITS = 6
_FAULTS = 20
"""Rows with a no that text lists."""
_TASK, _COMMENT = 90, 200


def review_json(review: Review) -> bytes:
    """The JSON that ``schema/review-1.json`` describes."""
    value = {
        "schemaVersion": SCHEMA_VERSION,
        "tool": {"name": "dtaa-lint", "version": __version__},
        "protocol": PROTOCOL,
        "reviewers": list(review.reviewers),
        "tasks": {"judged": review.tasks, "sampled": review.sampled_tasks},
        "answers": {"judged": review.answers, "sampled": review.sampled_answers},
        "weighted": review.weighted,
        "criteria": [_criterion(one) for one in review.criteria],
        "judge": [
            {
                "part": one.part,
                "bothYes": one.both_yes,
                "bothNo": one.both_no,
                "judgeAlone": one.judge_alone,
                "peopleAlone": one.people_alone,
                "agreement": _agreement(one.agreement),
            }
            for one in review.judge
        ],
        "answerability": [
            {
                "system": one.system,
                "judged": round(one.judged, _DIGITS),
                "corrected": _estimate(one.corrected),
                "correction": _rounded(one.correction),
                "tooSmall": one.too_small,
            }
            for one in review.corrected
        ],
        "faults": [
            {
                "id": one.row_id,
                "task": one.task,
                "criteria": [
                    {"criterion": criterion.value, "reviewers": list(who)}
                    for criterion, who in one.criteria
                ],
                "phrasings": list(one.differing),
                "comments": [{"reviewer": who, "text": text} for who, text in one.comments],
            }
            for one in review.faults
        ],
        "problems": [
            {
                "source": one.source,
                "row": one.row,
                "text": str(one.text),
                "leftOut": one.left_out,
            }
            for one in review.problems
        ],
    }
    text = json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False)
    return (json_safe(text) + "\n").encode("utf-8", "replace")


def _criterion(one: CriterionScore) -> dict[str, Any]:
    standing = one.share.standing
    return {
        "criterion": one.criterion.value,
        "yes": one.verdicts[Verdict.YES],
        "no": one.verdicts[Verdict.NO],
        "cannotSay": one.verdicts[Verdict.CANNOT],
        "rate": _estimate(one.share.estimate),
        "target": one.share.target,
        "standing": standing.value if standing is not None else None,
        "unnamed": one.unnamed,
        "agreement": _agreement(one.agreement),
    }


def _estimate(one: Estimate) -> dict[str, Any]:
    return {
        "value": _rounded(one.value),
        "low": _rounded(one.low),
        "high": _rounded(one.high),
        "n": one.tasks,
    }


def _agreement(one: Agreement) -> dict[str, Any]:
    return {
        "items": one.items,
        "raters": one.raters,
        "observed": _rounded(one.observed),
        "kappa": {**_coefficient(one.kappa), "pairs": one.pairs, "undefined": one.pairs_undefined},
        "ac1": _coefficient(one.ac1),
        "tooSmall": one.too_small,
    }


def _coefficient(one: Coefficient) -> dict[str, Any]:
    return {
        "value": _rounded(one.value),
        "low": _rounded(one.low),
        "high": _rounded(one.high),
        "why": one.why or None,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)


def review_text(review: Review, words: Words) -> bytes:
    """For people."""
    lines = [_first(review, words)]
    if not review.weighted:
        lines.append(
            words(
                "The key of the sample is not there (--key): all tasks weigh the same, and "
                "nothing is said of the judge."
            )
        )
    if review.criteria:
        lines += ["", *_rates(review.criteria, words), "", *_agreements(review.criteria, words)]
    else:
        lines += ["", words("No sheet holds a verdict.")]
    if review.judge:
        lines += ["", *_of_judge(review, words)]
    if review.faults:
        lines += ["", *_faults(review, words)]
    if review.problems:
        lines += ["", words("{n:# problem|problems} in the sheets", n=len(review.problems))]
        lines += [f"  {one}" for one in review.problems]
    return ("\n".join([visible(line).rstrip() for line in lines]) + "\n").encode("utf-8", "replace")


def _first(review: Review, words: Words) -> str:
    parts = [
        words("Review by {n:# reviewer|reviewers}:", n=len(review.reviewers)),
        _of(review.tasks, review.sampled_tasks, words("{n:# task|tasks}", n=review.tasks), words),
    ]
    if review.answers or review.sampled_answers:
        text = words("{n:# answer|answers}", n=review.answers)
        parts.append("· " + _of(review.answers, review.sampled_answers, text, words))
    return " ".join(parts)


def _of(number: int, whole: int | None, text: str, words: Words) -> str:
    if whole is None or whole == number:
        return text
    return words("{text} of {whole} in the sample", text=text, whole=whole)


def _rates(found: Sequence[CriterionScore], words: Words) -> list[str]:
    head = [
        words("yes"), words("95 % interval"), words("target"), words("no"), words("cannot say"),
        words("standing"),
    ]  # fmt: skip
    lines = [_row(head, words("criterion"), *head)]
    small: list[CriterionScore] = []
    for one in found:
        estimate, target, standing = one.share.estimate, one.share.target, one.share.standing
        lines.append(
            _row(
                head,
                f"{one.criterion} {criterion_label(one.criterion, words)}",
                _percent(estimate.value, words),
                _interval(estimate.low, estimate.high, words),
                words("≥ {share:.0f} %", share=100 * target) if target is not None else "",
                words.number(one.verdicts[Verdict.NO]),
                words.number(one.verdicts[Verdict.CANNOT]),
                _standing(standing, words),
            )
        )
        if standing is Standing.TOO_SMALL:
            small.append(one)
    for one in small:
        assert one.share.target is not None
        lines.append(
            words(
                "  {criterion}: the target lies within the interval; even without a fault it "
                "takes {n:# task|tasks} to meet it",
                criterion=one.criterion.value,
                n=needed(one.share.target),
            )
        )
    for one in found:
        if one.unnamed:
            lines.append(
                words(
                    "  J5: {n:# verdict|verdicts} no without a phrasing under J5b: all phrasings "
                    "of such a task count as not equivalent",
                    n=one.unnamed,
                )
            )
    return lines


def _standing(standing: Standing | None, words: Words) -> str:
    return {
        None: "",
        Standing.MET: words("met"),
        Standing.MISSED: words("missed"),
        Standing.TOO_SMALL: words("too small to tell"),
    }[standing]


def _row(head: Sequence[str], name: str, *cells: str) -> str:
    """``head``: names of the columns, which their widths leave room for."""
    least = (9, 17, 8, 6, 11)
    widths = [max(width, len(text) + 1) for width, text in zip(least, head, strict=False)]
    shown = [f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=False)]
    return f"  {name:<36}{''.join(shown)}  {'  '.join(cells[len(widths) :])}"


def _agreements(found: Sequence[CriterionScore], words: Words) -> list[str]:
    rated = [one for one in found if one.agreement.items]
    if not rated:
        return [words("No row has two reviewers: nothing can be said of their agreement.")]
    lines = [
        f"  {words('agreement of reviewers'):<36}{words('rows'):>6}{words('alike'):>10}"
        f"{words('Cohen’s kappa'):>26}{words('Gwet’s AC1'):>26}"
    ]
    for one in rated:
        label = f"{one.criterion} {criterion_label(one.criterion, words)}"
        lines.append(_agreement_line(label, one.agreement, words))
    if any(one.agreement.pairs_undefined for one in rated):
        lines.append(
            words(
                "  undefined: reviewers who gave one and the same verdict throughout leave kappa "
                "nothing to compare chance with"
            )
        )
    return lines


def _agreement_line(label: str, one: Agreement, words: Words) -> str:
    small = words("  few rows") if one.too_small else ""
    return (
        f"  {label:<36}{words.number(one.items):>6}{_percent(one.observed, words):>10}"
        f"{_coefficient_text(one.kappa, words):>26}{_coefficient_text(one.ac1, words):>26}{small}"
    )


def _coefficient_text(one: Coefficient, words: Words) -> str:
    if one.value is None:
        return words("undefined") if one.why == "no variance" else "–"
    if one.low is None or one.high is None:
        return words.number(one.value, ".2f")
    return words(
        "{value:.2f} ({low:.2f} to {high:.2f})", value=one.value, low=one.low, high=one.high
    )


def _of_judge(review: Review, words: Words) -> list[str]:
    names = {
        "correct": words("correct"),
        "complete": words("complete"),
        "supported": words("supported"),
        "pass": words("passes"),
    }
    lines = [
        f"  {words('judge against people'):<36}{words('rows'):>6}{words('alike'):>10}"
        f"{words('Cohen’s kappa'):>26}{words('Gwet’s AC1'):>26}"
    ]
    for one in review.judge:
        if not one.agreement.items:
            continue
        lines.append(_agreement_line(names[one.part], one.agreement, words))
        if one.judge_alone or one.people_alone:
            lines.append(
                words(
                    "    yes by the judge alone: {judge}; by people alone: {people}",
                    judge=one.judge_alone,
                    people=one.people_alone,
                )
            )
    if len(lines) == 1:
        lines = [words("No answer has a verdict of people: nothing is said of the judge.")]
    if review.corrected:
        lines += [
            "",
            f"  {words('answerability'):<36}{words('by judge'):>10}{words('corrected'):>11}"
            f"{words('95 % interval'):>18}{words('labels'):>8}",
        ]
    for each in review.corrected:
        found = each.corrected
        small = words("  too small to tell") if each.too_small else ""
        lines.append(
            f"  {cut(each.system, 34):<36}{_percent(each.judged, words):>10}"
            f"{_percent(found.value, words):>11}{_interval(found.low, found.high, words):>18}"
            f"{words.number(found.tasks):>8}{small}"
        )
    return lines


def _faults(review: Review, words: Words) -> list[str]:
    lines = [words("{n:# row|rows} of which somebody said no", n=len(review.faults))]
    for one in review.faults[:_FAULTS]:
        said = ", ".join([_said(criterion, who) for criterion, who in one.criteria])
        if one.differing:
            said += f" ({', '.join(one.differing)})"
        lines.append(f"  {said}: {cut(one.task, _TASK)}")
        lines += [f"    {who}: {cut(text, _COMMENT)}" for who, text in one.comments]
    if len(review.faults) > _FAULTS:
        rest = len(review.faults) - _FAULTS
        lines.append(words("  and {n} more (--format json has them all)", n=rest))
    return lines


def _said(criterion: Criterion, who: Sequence[str]) -> str:
    return f"{criterion} {'+'.join(who)}"


def _percent(value: float | None, words: Words) -> str:
    return "–" if value is None else words("{share:.1f} %", share=100 * value)


def _interval(low: float | None, high: float | None, words: Words) -> str:
    if low is None or high is None:
        return "–"
    return words("{low:.1f} to {high:.1f} %", low=100 * low, high=100 * high)
