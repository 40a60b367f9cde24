"""The rules of findings that rest on an assessment, and which of them explains a failure.

They are no rules of the lint: nothing selects them but the guideline that they are of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

import tomli

from dtaa_lint.findings.finding import Rule, Severity
from dtaa_lint.graph.model import Relation
from dtaa_lint.universe.model import Motif, Task
from dtaa_lint.words import SOURCE, Words, mark

RELATION = "relation"
"""The variant for evidence that was shown without what it belongs to (class C)."""
_MESSAGES = {
    "default": mark(
        "{system} does not show {missing:q}, which an answer about {what:q} needs "
        "({n:# phrasing|phrasings} tried)."
    ),
    "group": mark(
        "{system} does not show all that answers about {topic} need, {count} in all, "
        "such as {missing:q} for {what:q}."
    ),
    RELATION: mark(
        "{system} shows what an answer about {what:q} needs, yet not {missing:q}, which it "
        "belongs to ({n:# phrasing|phrasings} tried)."
    ),
    f"group-{RELATION}": mark(
        "{system} shows what answers about {topic} need without what it belongs "
        "to, {count} in all, such as {missing:q} for {what:q}."
    ),
}
_WHY = mark(
    "What is not retrieved cannot be answered: a system that follows the tags was asked in every "
    "phrasing, and each time the context it showed lacked a required piece."
)
_TABLES = frozenset({Motif.TABLE_CELL, Motif.TABLE_COMPARE, Motif.TABLE_SERIES})
_ALONE: Mapping[Motif, str] = {
    Motif.TABLE_SUMMARY: "G02",
    Motif.NOTE_QUALIFICATION: "G10",
    Motif.REFERENCE_TARGET: "G11",
    Motif.DEFINITION: "G12",
    Motif.FIGURE_ALT: "G13",
    Motif.FIGURE_CAPTION: "G14",
}
_LISTS = frozenset({Motif.HEADING_LIST, Motif.NESTED_LIST})
_SECTIONS = frozenset({Motif.HEADING_SCOPE, Motif.SECTION_SET})


@cache
def read_unanswered() -> tuple[Mapping[str, str], ...]:
    """The lines of ``unanswered.toml``."""
    text = (resources.files("dtaa_lint.answerability") / "unanswered.toml").read_text("utf-8")
    return tuple(tomli.loads(text)["rules"])


@cache
def unanswered_rules(lang: str = SOURCE) -> Mapping[str, Rule]:
    """Guideline -> its rule, in a language that there is (see ``words.pick``)."""
    words = Words(lang)
    found: dict[str, Rule] = {}
    for line in read_unanswered():
        guideline = _guideline(line)
        found[guideline] = Rule(
            code=line["code"],
            name=line["name"],
            guideline=guideline,
            severity=Severity.INFO,
            confidence="medium",
            needs_person=True,
            summary=words(
                "Questions about {what} for which a system that follows the tags does not show "
                "what their answer needs, in any phrasing.",
                what=words.translate(line["what"]),
            ),
            messages={variant: words.translate(text) for variant, text in _MESSAGES.items()},
            why=words.translate(_WHY),
            repair=words.translate(line["repair"]),
            repair_in={},
            tags=("answerability",),
            references=(),
            explains=(),
        )
    return found


@cache
def topics(lang: str = SOURCE) -> Mapping[str, str]:
    """Guideline -> what its questions are about, in a language."""
    say = Words(lang).translate
    return {_guideline(line): say(line["what"]) for line in read_unanswered()}


def _guideline(line: Mapping[str, str]) -> str:
    return f"G{line['code'][2:4]}"


def guideline_of(task: Task, missing: Sequence[int]) -> str:
    """The guideline that explains why these required elements of a task were not found; empty for
    the easy band, which no structure helps."""
    if task.motif in _ALONE:
        return _ALONE[task.motif]
    lost = set(missing)
    kinds = {one.type for one in task.relations if one.source in lost}
    names = {one.source for one in task.relations if one.type == Relation.HEADING_FOR}
    names |= {one.source for one in task.relations if one.type == Relation.CAPTION_FOR}
    only_names = bool(lost) and lost <= names
    if task.motif in _TABLES:
        return "G02" if only_names else "G01"
    if task.motif is Motif.LABEL_VALUE:
        in_list = any(one.type == Relation.LABEL_FOR for one in task.relations)
        return "G08" if in_list else "G04"
    if task.motif in _LISTS:
        owners = {one.source for one in task.relations[:1]}
        return "G09" if lost and lost <= owners and Relation.PRECEDES not in kinds else "G08"
    if task.motif in _SECTIONS:
        return "G07" if only_names else "G05"
    return ""
