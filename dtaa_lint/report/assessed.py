"""What reports say of an assessment, in the same words whatever their format."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.findings.assessment import (
    AssessedSystem,
    AssessedThreshold,
    Assessment,
    Measured,
    NotMeasured,
    Standing,
)
from dtaa_lint.report.shares import NONE, held_share, interval, share
from dtaa_lint.words import Words, cut

ALL = "all"
"""All task classes together."""
NOT_MEASURED = 2
"""The status of what could not be measured."""
NAME = 80
"""Characters of a system's name, which may be an address."""
_WRITTEN = ("Q1", "Q2", "Q3")
"""Phrasings that models alone write."""
_LEXICAL = "QL"


def subject(one: AssessedThreshold, words: Words) -> str:
    """What a threshold is about: ``EXTRACT-L4``, ``all tasks, Q2``."""
    name = words("all tasks") if one.task_class == ALL else one.task_class
    if not one.phrasing:
        return name
    return words("{tasks}, asked as {phrasing}", tasks=name, phrasing=one.phrasing)


def measured(value: Measured, words: Words) -> str:
    """``0.52 (0.41–0.63)``."""
    return _around(share(value.value, words), value, words)


def held(one: AssessedThreshold, words: Words) -> str:
    """The same of what a threshold is held against."""
    return _around(held_share(one.found.value, one.least, words), one.found, words)


def _around(shown: str, value: Measured, words: Words) -> str:
    around = interval(value.low, value.high, words)
    return f"{shown} ({around})" if around else shown


def demanded(one: AssessedThreshold, words: Words) -> str:
    """``at least 0.6``."""
    return words("at least {least:g}", least=one.least)


def standing(one: AssessedThreshold, ceiling: bool, words: Words) -> str:
    """How a threshold stands. ``ceiling``: no model was asked."""
    if one.standing is Standing.NOTHING:
        if ceiling and one.phrasing in _WRITTEN:
            return words("asked only with models")
        if not ceiling and one.phrasing == _LEXICAL:
            return words("asked only without models")
        return words("nothing to measure")
    if one.standing is Standing.TOO_SMALL:
        return words("too small to tell")
    if one.standing is Standing.MET:
        return words("met by the value alone") if one.close else words("met")
    return words("missed by the value alone") if one.close else words("missed")


def sentence(one: AssessedThreshold, words: Words) -> str:
    """``egr-s on EXTRACT-L4: 0.52 (0.41–0.63) over 40 tasks, at least 0.6``."""
    name = cut(one.system, NAME)
    if one.found.value is None:
        return words(
            "{system} on {what}: nothing to measure, {limit}",
            system=name, what=subject(one, words), limit=demanded(one, words),
        )  # fmt: skip
    return words(
        "{system} on {what}: {found} over {n:# task|tasks}, {limit}",
        system=name, what=subject(one, words), found=held(one, words), n=one.found.tasks,
        limit=demanded(one, words),
    )  # fmt: skip


def title(one: AssessedThreshold, words: Words) -> str:
    """What is wrong with a threshold that makes the status: of one that is well, how it stands."""
    if one.standing is Standing.MISSED:
        return words("answerability threshold missed")
    if one.standing is Standing.MET:
        return words("answerability threshold met")
    if one.standing is Standing.TOO_SMALL:
        return words("answerability threshold: too few tasks to tell")
    return words("answerability threshold: nothing to measure")


def unmeasured(one: NotMeasured, words: Words) -> str:
    """``egr-s on report.pdf could not be measured: why``."""
    if not one.system:
        return words("{document} could not be measured: {why}", document=one.document, why=one.why)
    return words(
        "{system} on {document} could not be measured: {why}",
        system=cut(one.system, NAME), document=one.document, why=one.why,
    )  # fmt: skip


def verdict(found: Assessment, words: Words) -> str:
    """How its thresholds stand, in a few words; empty without any."""
    if not found.thresholds:
        return ""
    said = []
    missed = sum(one.standing is Standing.MISSED for one in found.thresholds)
    if missed:
        said.append(words("{n:# threshold is|thresholds are} missed", n=missed))
    empty = sum(one.status == NOT_MEASURED for one in found.thresholds)
    if empty:
        said.append(words("{n:# threshold has|thresholds have} nothing to measure", n=empty))
    if said:
        return words("; ").join(said)
    if any(one.standing is not Standing.MET for one in found.thresholds):
        return words("no threshold is missed, and not all could be told")
    return words("every threshold is met")


def basis(found: Assessment, words: Words) -> str:
    """What the figures are."""
    if not found.systems:
        return words("No system could be measured.")
    if found.ceiling:
        return words(
            "No model answered: answerability is a ceiling, the share of tasks whose evidence and "
            "relations were shown within {n:# word|words}.",
            n=found.budget,
        )
    return words(
        "Answerability is the share of a task's phrasings that are answered rightly, from "
        "{n:# word|words} of evidence, averaged over tasks.",
        n=found.budget,
    )


def place(found: Assessment, words: Words) -> str:
    """Where the run is."""
    if found.folder:
        return words("kept in {folder}", folder=found.folder)
    return words("not kept; --run-dir DIR keeps the run, with a page that shows every task")


def figures(one: AssessedSystem, words: Words) -> str:
    """The figures of a system in one line."""
    parts = [
        words("answerability {share}", share=measured(one.answerability, words)),
        words("evidence {share}", share=measured(one.evidence, words)),
        words("relations {share}", share=measured(one.relations, words)),
    ]
    if one.abstention is not None:
        parts.append(words("abstained {share}", share=measured(one.abstention, words)))
    parts.append(words("{n:# task|tasks}", n=one.tasks))
    parts.append(words("{n:# question|questions}", n=one.questions))
    if one.no_verdict:
        parts.append(words("{n} without a verdict", n=one.no_verdict))
    return words("; ").join(parts)


def headers(found: Assessment, words: Words) -> list[str]:
    """Of the table of systems."""
    names = [
        words("System"),
        words("Answerability (ceiling)") if found.ceiling else words("Answerability"),
        words("Evidence shown"),
        words("Relations shown"),
    ]
    if any(one.abstention is not None for one in found.systems):
        names.append(words("Abstained on controls"))
    return [*names, words("Tasks"), words("Questions")]


def rows(found: Assessment, words: Words) -> Iterator[list[str]]:
    """Of the same table: a system each."""
    controls = any(one.abstention is not None for one in found.systems)
    for one in found.systems:
        values = [one.answerability, one.evidence, one.relations]
        row = [one.system, *[measured(value, words) for value in values]]
        if controls:
            row.append(NONE if one.abstention is None else measured(one.abstention, words))
        yield [*row, words.number(one.tasks), words.number(one.questions)]


def threshold_headers(words: Words) -> list[str]:
    """Of the table of thresholds."""
    return [
        words("Threshold on"), words("System"), words("Document"), words("Found"),
        words("Demanded"), words("Tasks"), words("Verdict"),
    ]  # fmt: skip


def threshold_row(one: AssessedThreshold, ceiling: bool, words: Words) -> list[str]:
    """A row of the same table."""
    return [
        subject(one, words),
        one.system,
        one.document or words("several documents"),
        held(one, words),
        demanded(one, words),
        words.number(one.found.tasks),
        standing(one, ceiling, words),
    ]
