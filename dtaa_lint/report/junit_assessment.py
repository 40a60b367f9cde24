"""The test cases of an assessment: a case for each system, and one for each of its thresholds.

A case of a system passes when it could be measured, with its figures as output. A threshold fails
where the exit status is 1 for it; one that cannot be told, or has nothing to measure, is skipped
where it fails nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.findings.assessment import AssessedThreshold, Assessment, Standing
from dtaa_lint.report import assessed
from dtaa_lint.report.escape import name_text, visible
from dtaa_lint.report.junit_case import Case
from dtaa_lint.words import Words

ANSWERABILITY = "answerability"
"""The suite."""
_TOGETHER = "all"
"""The class of what is about all documents."""


def assessed_cases(found: Assessment, words: Words) -> list[Case]:
    """The cases in order: what could not be measured, systems, thresholds."""
    return [*_lost(found, words), *_systems(found, words), *_thresholds(found, words)]


def _lost(found: Assessment, words: Words) -> Iterator[Case]:
    for one in found.not_measured:
        what = one.system or words("the document")
        name = visible(words("{system} can be measured", system=what))
        said = assessed.unmeasured(one, words)
        yield Case(name, _group(one.document), "error", "not-measured", said, visible(said))
    serious = [remark.text for remark in found.remarks if remark.serious]
    if serious:
        text = "\n".join([visible(said) for said in serious])
        name = words("everything can be measured")
        yield Case(name, _TOGETHER, "error", "not-measured", serious[0], text)


def _systems(found: Assessment, words: Words) -> Iterator[Case]:
    where = words("The run: {place}", place=assessed.place(found, words))
    for one in found.systems:
        lines = [assessed.figures(one, words), assessed.basis(found, words), where]
        text = "\n".join([visible(line) for line in lines])
        name = visible(words("{system} is measured", system=one.system))
        yield Case(name, _TOGETHER, text=text)


def _thresholds(found: Assessment, words: Words) -> Iterator[Case]:
    for one in found.thresholds:
        name = words(
            "{system} on {what}: {limit}",
            system=one.system, what=assessed.subject(one, words),
            limit=assessed.demanded(one, words),
        )  # fmt: skip
        case = Case(visible(name), _group(one.document))
        said = assessed.sentence(one, words)
        standing = assessed.standing(one, found.ceiling, words)
        message = words("{what}: {text}", what=standing, text=said)
        yield _ended(case, one, message)


def _ended(case: Case, one: AssessedThreshold, message: str) -> Case:
    text = visible(message)
    if one.status == 2:
        return case._replace(outcome="error", kind="not-measured", message=message, text=text)
    if one.status:
        return case._replace(outcome="failure", kind="threshold", message=message, text=text)
    if one.standing is Standing.MET:
        return case._replace(text=text)
    return case._replace(outcome="skipped", message=message, text=text)


def _group(document: str) -> str:
    return name_text(document) if document else _TOGETHER
