"""Writing questions: the calls to the generator, and what its replies say.

A language model acts on wording only (paper, section 3.7): it is given the task, its place and its
answer, and writes the phrasings that are asked for. It is told the answer so as not to leak it, and
told when what the task asks by recurs, so that the question says where.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dtaa_lint.answerability.benchmark.briefs import Brief, answers
from dtaa_lint.answerability.benchmark.directions import DIRECTIONS
from dtaa_lint.answerability.model import Phrasing
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus, Role
from dtaa_lint.answerability.models.prompts import fence, instructions, sections
from dtaa_lint.words import cut, mark

PHRASINGS = (Phrasing.Q0, Phrasing.Q1, Phrasing.Q2, Phrasing.Q3)
"""What the generator writes, in this order."""
NO_TEXT = mark("the reply held no text for it")

_TASK = (
    "You write questions that people put to a document assistant. Each is about one information "
    "need that is given to you, and changes its wording only: never what is asked for, never what "
    "the answer is."
)
_RULES = (
    "Each question asks for exactly the need that is given: not for less, not for more.",
    "Whatever narrows the need (a row, a column, a year, a unit, a condition) is said in each.",
    "The answer, its numbers and any part of it must not stand in a question; it is shown to you "
    "only so that you can keep it out.",
    "A question stands alone: no “above”, “below”, “this table”, “the passage”, no node ids.",
    "A question is one or two sentences on one line, as a person would write them.",
    "A need that asks for all of several things must be put so that all of them are asked for.",
    *[f"{phrasing.value} {text}." for phrasing, text in DIRECTIONS.items()],
)
_LONGEST_REPLY = 2_000
_KEPT = 1_500
"""Characters of a written question that are kept: more than the checks let pass."""
_OBJECTION = 300
_LONGEST_GOLD = 3_000

_NAMES = {
    "en": "English",
    "fr": "French",
    "de": "German",
    "es": "Spanish",
    "pt": "Portuguese",
    "it": "Italian",
    "nl": "Dutch",
    "zh": "Chinese, in the characters of the document",
    "ja": "Japanese",
}


class Draft:
    """One phrasing of one task on its way: what was written last, and what is wrong with it."""

    __slots__ = ("brief", "objections", "phrasing", "rounds", "text")

    def __init__(self, brief: Brief, phrasing: Phrasing) -> None:
        self.brief = brief
        self.phrasing = phrasing
        self.text = ""
        self.rounds = 0
        """Times that it was written again."""
        self.objections: tuple[str, ...] = ()


def generation_call(drafts: Sequence[Draft], model: str, attempt: int) -> Call:
    """The call that writes these phrasings, all of one task. ``attempt``: 0 for the first round;
    a call that is made again must be another one to the cache."""
    brief = drafts[0].brief
    wanted = ", ".join([draft.phrasing.value for draft in drafts])
    parts = [*describe(brief), ("Language of the questions", language_name(brief.lang))]
    if any(draft.objections for draft in drafts):
        parts.append(("What was wrong with the last ones; write others", _complaints(drafts)))
    parts.append(("Put the information need as a question in each of these ways", wanted))
    return Call(
        role=Role.GENERATOR,
        model=model,
        instructions=instructions(_TASK, _RULES),
        prompt=sections(*parts),
        schema=generation_schema([draft.phrasing for draft in drafts]),
        max_tokens=_LONGEST_REPLY,
        repeat=attempt,
    )


def generation_schema(phrasings: Sequence[Phrasing]) -> dict[str, Any]:
    """The schema of the reply: one text for each phrasing."""
    names = [phrasing.value for phrasing in phrasings]
    return {
        "type": "object",
        "properties": {name: {"type": "string"} for name in names},
        "required": names,
        "additionalProperties": False,
    }


def read_generation(reply: Reply, drafts: Sequence[Draft]) -> dict[Phrasing, str]:
    """Phrasing -> the text that was written; what the reply does not hold is left out."""
    if reply.status is not ReplyStatus.OK:
        return {}
    found: dict[Phrasing, str] = {}
    for draft in drafts:
        text = reply.value.get(draft.phrasing.value)
        if isinstance(text, str) and text.strip():
            found[draft.phrasing] = text.strip()[:_KEPT]
    return found


def describe(brief: Brief) -> list[tuple[str, str]]:
    """The parts of a prompt that say what a task is; everything of the document is fenced."""
    task = brief.task
    parts = [("Information need", fence(brief.intent, "need"))]
    if task.heading_path:
        parts.append(("Section it stands in", fence("\n".join(task.heading_path), "section")))
    if task.caption:
        parts.append(("Caption of its table", fence(task.caption, "caption")))
    parts.append(
        ("Answer", fence(cut("\n".join(answers(task.gold)), _LONGEST_GOLD), "answer"))
        if len(answers(task.gold)) == 1
        else ("Answer, one part a line", fence(_lines(answers(task.gold)), "answer"))
    )
    if brief.recurs:
        parts.append(
            (
                "Note",
                "What this need is named by recurs elsewhere in the document: each question must "
                "name the section (or the table's caption), so that only this place is meant.",
            )
        )
    return parts


def language_name(lang: str) -> str:
    """A language as a prompt names it."""
    return f"{_NAMES[lang]} ({lang})" if lang in _NAMES else f"the one with the tag {lang}"


def _lines(texts: Sequence[str]) -> str:
    """One text a line, no more of them than a prompt should hold."""
    lines: list[str] = []
    spent = 0
    for text in texts:
        line = cut(text, _OBJECTION)
        spent += len(line)
        if spent > _LONGEST_GOLD:
            lines.append(f"… and {len(texts) - len(lines)} more")
            break
        lines.append(line)
    return "\n".join(lines)


def _complaints(drafts: Sequence[Draft]) -> str:
    """What was written, and what is wrong with it. Both may repeat the document: fenced."""
    found = []
    for draft in drafts:
        if draft.objections:
            wrong = "\n".join([f"- {cut(text, _OBJECTION)}" for text in draft.objections])
            said = f"{draft.phrasing.value}: {draft.text}\n{wrong}"
            found.append(fence(said, f"objections to {draft.phrasing.value}"))
    return "\n".join(found)
