"""From judgments to rates, agreement, and answerability corrected for the judge's errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dtaa_lint.answerability.review.agreement import Agreement, agreement
from dtaa_lint.answerability.review.correcting import Corrected, Labelled, correct
from dtaa_lint.answerability.review.key import JudgedRun, Key
from dtaa_lint.answerability.review.model import (
    OF_ANSWERS,
    ROW_ID,
    TARGETS,
    Criterion,
    Judgment,
    Kind,
    Verdict,
)
from dtaa_lint.answerability.review.read import Filled, Problem
from dtaa_lint.answerability.review.shares import Part, Share, Standing, share


@dataclass(frozen=True, slots=True)
class CriterionScore:
    """What all reviewers say on one criterion."""

    criterion: Criterion
    share: Share
    """Of yes; of J5: of the phrasings that are equivalent."""
    verdicts: Mapping[Verdict, int]
    """Verdicts of all reviewers."""
    agreement: Agreement
    unnamed: int = 0
    """J5: verdicts no that name no phrasing, so that all count as not equivalent."""


@dataclass(frozen=True, slots=True)
class JudgeScore:
    """The judge against the majority of people, on one part of a verdict."""

    part: str
    """``correct``, ``complete``, ``supported``, ``pass``."""
    agreement: Agreement
    both_yes: int
    both_no: int
    judge_alone: int
    """The judge says yes, people no."""
    people_alone: int
    """People say yes, the judge no."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A row of which somebody said no."""

    row_id: str
    task: str
    criteria: tuple[tuple[Criterion, tuple[str, ...]], ...]
    """(criterion, reviewers who said no)."""
    differing: tuple[str, ...]
    comments: tuple[tuple[str, str], ...]
    """(reviewer, comment)."""


@dataclass(frozen=True, slots=True)
class Review:
    """What a review came to."""

    reviewers: tuple[str, ...]
    tasks: int
    """Judged at least once."""
    answers: int
    sampled_tasks: int | None
    """In the sample; None without its key."""
    sampled_answers: int | None
    weighted: bool
    """Whether tasks stand for their strata."""
    criteria: tuple[CriterionScore, ...]
    """Only criteria with a verdict."""
    judge: tuple[JudgeScore, ...]
    corrected: tuple[Corrected, ...]
    faults: tuple[Fault, ...]
    problems: tuple[Problem, ...]

    @property
    def missed(self) -> bool:
        """Whether a target is missed."""
        return any(one.share.standing is Standing.MISSED for one in self.criteria)

    @property
    def left_out(self) -> bool:
        """Whether judgments do not count for something that is wrong with them."""
        return any(problem.left_out for problem in self.problems)


def score(filled: Filled, key: Key | None) -> Review:
    """Scores filled sheets; without the key tasks weigh the same, and nothing is said of the
    judge."""
    found = sorted(filled.judgments, key=lambda one: (one.row_id, one.reviewer))
    by_row: dict[str, list[Judgment]] = {}
    for one in found:
        by_row.setdefault(one.row_id, []).append(one)
    kinds = Counter(judgments[0].kind for judgments in by_row.values())
    scores = [_criterion(criterion, by_row, key) for criterion in Criterion]
    judged = key is not None and bool(key.answers)
    return Review(
        reviewers=tuple(sorted({one.reviewer for one in found})),
        tasks=kinds[Kind.TASK],
        answers=kinds[Kind.ANSWER],
        sampled_tasks=len(key.tasks) if key is not None else None,
        sampled_answers=len(key.answers) if key is not None else None,
        weighted=key is not None,
        criteria=tuple([one for one in scores if one is not None]),
        judge=tuple(_judge(by_row, key)) if key is not None and judged else (),
        corrected=tuple(_corrected(by_row, key)) if key is not None and judged else (),
        faults=tuple(_faults(by_row)),
        problems=filled.problems,
    )


def _criterion(
    criterion: Criterion, by_row: Mapping[str, Sequence[Judgment]], key: Key | None
) -> CriterionScore | None:
    counts: Counter[Verdict] = Counter()
    ratings: list[dict[str, str]] = []
    shares: dict[str, tuple[float, int]] = {}
    unnamed = 0
    for name, judgments in by_row.items():
        said = {one.reviewer: one for one in judgments if criterion in one.verdicts}
        if not said:
            continue
        ratings.append({reviewer: one.verdicts[criterion] for reviewer, one in said.items()})
        counts.update(one.verdicts[criterion] for one in said.values())
        clear = [one for one in said.values() if one.verdicts[criterion] is not Verdict.CANNOT]
        if criterion is Criterion.J5:
            unnamed += sum(_unnamed(one) for one in clear)
        if clear:
            size = len(_phrasings(clear[0])) if criterion is Criterion.J5 else 1
            shares[name] = sum(_share_of(one, criterion) for one in clear) / len(clear), size
    if not ratings:
        return None
    parts = _parts(shares, None if criterion in OF_ANSWERS else key)
    documents = len({_document(name) for name in shares})
    target = TARGETS.get(criterion)
    return CriterionScore(
        criterion,
        Share(share(parts, documents), target),
        {verdict: counts[verdict] for verdict in Verdict},
        agreement(ratings, criterion.value),
        unnamed,
    )


def _parts(shares: Mapping[str, tuple[float, int]], key: Key | None) -> list[Part]:
    """Each row with the tasks of its stratum that it stands for, times its phrasings."""
    if key is None:
        return [Part(found, size) for found, size in shares.values()]
    strata = {name: key.tasks[name][0] for name in shares}
    judged = Counter(strata.values())
    return [
        Part(found, size * key.strata[strata[name]] / judged[strata[name]])
        for name, (found, size) in shares.items()
    ]


def _phrasings(one: Judgment) -> Sequence[str]:
    return one.phrasings or ("Q0",)


def _named(one: Judgment) -> set[str]:
    return set(one.differing) & set(_phrasings(one))


def _unnamed(one: Judgment) -> bool:
    return one.verdicts[Criterion.J5] is Verdict.NO and not _named(one)


def _share_of(one: Judgment, criterion: Criterion) -> float:
    if one.verdicts[criterion] is Verdict.YES:
        return 1.0
    if criterion is not Criterion.J5 or _unnamed(one):
        return 0.0
    return 1 - len(_named(one)) / len(_phrasings(one))


def _document(name: str) -> str:
    match = ROW_ID.fullmatch(name)
    return match[3] if match is not None else ""


def passes(one: Judgment, rest: bool = True) -> bool | None:
    """Whether an answer passes for one reviewer: correct, complete and supported, and ``rest``.
    None where that is not said: a no decides, whatever else is open."""
    said = [one.verdicts.get(criterion) for criterion in OF_ANSWERS]
    if not rest or Verdict.NO in said:
        return False
    return True if all(verdict is Verdict.YES for verdict in said) else None


def _majority(said: Iterable[bool | None]) -> bool | None:
    """What more say than not; None for nothing and for a tie."""
    clear = [one for one in said if one is not None]
    balance = sum(1 if one else -1 for one in clear)
    return None if balance == 0 else balance > 0


_PARTS = (
    (Criterion.J7A, "correct"),
    (Criterion.J7B, "complete"),
    (Criterion.J7C, "supported"),
)


def _judge(by_row: Mapping[str, Sequence[Judgment]], key: Key) -> Iterable[JudgeScore]:
    for criterion, part in (*_PARTS, (None, "pass")):
        pairs: list[tuple[bool, bool]] = []
        for name, runs in key.answers.items():
            judgments = by_row.get(name, ())
            for run in runs:
                if criterion is None:
                    people = _majority(passes(one, run.rest) for one in judgments)
                    judge: bool | None = run.passed
                else:
                    people = _majority(_clear(one.verdicts.get(criterion)) for one in judgments)
                    judge = _said_by_judge(run, part)
                if people is not None and judge is not None:
                    pairs.append((judge, people))
        counts = Counter(pairs)
        yield JudgeScore(
            part,
            agreement(
                [{"judge": _word(judge), "people": _word(people)} for judge, people in pairs],
                f"judge {part}",
            ),
            counts[True, True],
            counts[False, False],
            counts[True, False],
            counts[False, True],
        )


def _said_by_judge(run: JudgedRun, part: str) -> bool | None:
    return {"correct": run.correct, "complete": run.complete, "supported": run.supported}[part]


def _clear(verdict: Verdict | None) -> bool | None:
    return None if verdict in (None, Verdict.CANNOT) else verdict is Verdict.YES


def _word(said: bool) -> str:
    return (Verdict.YES if said else Verdict.NO).value


def _corrected(by_row: Mapping[str, Sequence[Judgment]], key: Key) -> Iterable[Corrected]:
    labelled: dict[str, list[Labelled]] = {}
    for name, runs in key.answers.items():
        for run in runs:
            said = [passes(one, run.rest) for one in by_row.get(name, ())]
            clear = [one for one in said if one is not None]
            if clear:
                people = sum(clear) / len(clear)
                labelled.setdefault(run.system, []).append(
                    Labelled(run.weight, float(run.passed), people)
                )
    for system, own in sorted(key.systems.items()):
        found = correct(system, own.tasks, own.judged, labelled.get(system, ()))
        if found is not None:
            yield found


def _faults(by_row: Mapping[str, Sequence[Judgment]]) -> Iterable[Fault]:
    for name, judgments in by_row.items():
        said = {
            criterion: tuple(
                [one.reviewer for one in judgments if one.verdicts.get(criterion) is Verdict.NO]
            )
            for criterion in Criterion
        }
        if any(said.values()):
            yield Fault(
                name,
                judgments[0].task,
                tuple([(criterion, who) for criterion, who in said.items() if who]),
                tuple(sorted({one for each in judgments for one in each.differing})),
                tuple([(one.reviewer, one.comment) for one in judgments if one.comment]),
            )
