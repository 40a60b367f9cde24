"""Validating questions: the calls to another model, and what its replies say.

Six checks (paper, section 3.7). A question passes when all of them hold. The validator sees the
task with its evidence, every heading of the document, and the row and column headers of the
table, so that it can tell whether the question means one place only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dtaa_lint.answerability.benchmark.briefs import Brief
from dtaa_lint.answerability.benchmark.generate import Draft, describe, language_name
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus, Role
from dtaa_lint.answerability.models.prompts import fence, instructions, sections
from dtaa_lint.words import cut, mark

CHECKS: Mapping[str, str] = {
    "same_intent": "asks for exactly the information need that is given: no less, no more, and "
    "nothing else",
    "evidence_suffices": "can be answered fully from the evidence that is given",
    "unique": "means this place only: no other heading of the document, and no other row or column "
    "of the table, fits it as well",
    "no_leak": "does not hold the answer, a part of it or one of its numbers",
    "self_contained": "needs nothing that the asker does not have: no “above”, no “this table”, no "
    "other document",
    "natural": "is a question that a person could ask, in the language that is given",
}
"""Name of a check in replies and records -> what it says of the question."""
WRONG: Mapping[str, str] = {
    "same_intent": mark("asks for something else than the need"),
    "evidence_suffices": mark("cannot be answered from the evidence"),
    "unique": mark("fits other places of the document as well"),
    "no_leak": mark("gives the answer away"),
    "self_contained": mark("depends on something that the asker does not have"),
    "natural": mark("is not what a person would ask"),
}
"""What is said of a question that fails a check."""
_TASK = (
    "You check questions before they are put to a document assistant. Each was written for the "
    "information need that is given to you. Be strict: a question that fails one check is useless."
)
_LONGEST_REPLY = 1_500
_OBJECTION = 300


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the validator says of one question."""

    checks: Mapping[str, bool]
    """Every name of ``CHECKS``."""
    objections: tuple[str, ...]
    """What is wrong, a line for each check that fails, the validator's own words last; empty for a
    question that passes."""

    @property
    def passed(self) -> bool:
        return all(self.checks.values())


def validation_call(drafts: Sequence[Draft], model: str, attempt: int) -> Call:
    """The call that checks these phrasings, all of one task. What all calls of a document have in
    common comes first."""
    brief = drafts[0].brief
    asked = [fence(draft.text, f"question {draft.phrasing.value}") for draft in drafts]
    checks = [f"{name}: the question {text}" for name, text in CHECKS.items()]
    return Call(
        role=Role.VALIDATOR,
        model=model,
        instructions=instructions(
            _TASK,
            (
                *checks,
                "For each question first say in one sentence what is wrong with it (nothing: an "
                "empty text), then decide each check.",
            ),
        ),
        prompt=sections(
            *_surroundings(brief),
            *describe(brief),
            ("Evidence", fence("\n".join(brief.evidence()), "evidence")),
            ("Language of the questions", language_name(brief.lang)),
            ("Questions to check", "\n".join(asked)),
        ),
        schema=validation_schema(drafts),
        max_tokens=_LONGEST_REPLY,
        repeat=attempt,
    )


def validation_schema(drafts: Sequence[Draft]) -> dict[str, Any]:
    """The schema of the reply: an objection and six decisions for each question."""
    verdict = {
        "type": "object",
        "properties": {
            "objection": {"type": "string"},
            **{name: {"type": "boolean"} for name in CHECKS},
        },
        "required": ["objection", *CHECKS],
        "additionalProperties": False,
    }
    names = [draft.phrasing.value for draft in drafts]
    return {
        "type": "object",
        "properties": dict.fromkeys(names, verdict),
        "required": names,
        "additionalProperties": False,
    }


def read_validation(reply: Reply, drafts: Sequence[Draft]) -> list[Verdict | None]:
    """The verdict on each draft, in order; None where the reply has none that is complete. What
    is not said is never taken for a pass."""
    if reply.status is not ReplyStatus.OK:
        return [None] * len(drafts)
    return [_verdict(reply.value.get(draft.phrasing.value)) for draft in drafts]


def _verdict(said: object) -> Verdict | None:
    if not isinstance(said, Mapping):
        return None
    checks: dict[str, bool] = {}
    for name in CHECKS:
        decided = said.get(name)
        if not isinstance(decided, bool):
            return None
        checks[name] = decided
    wrong = [WRONG[name] for name, holds in checks.items() if not holds]
    own = said.get("objection")
    if wrong and isinstance(own, str) and own.strip():
        wrong.append(cut(own, _OBJECTION))
    return Verdict(checks, tuple(wrong))


def _surroundings(brief: Brief) -> list[tuple[str, str]]:
    headings = list(brief.headings)
    if brief.more_headings:
        headings.append(f"… and {brief.more_headings} more")
    parts = [("Every heading of the document", fence("\n".join(headings), "headings"))]
    if brief.stubs:
        parts.append(("Row headers of the table", fence("\n".join(brief.stubs), "row headers")))
    if brief.columns:
        columns = fence("\n".join(brief.columns), "column headers")
        parts.append(("Column headers of the table", columns))
    return parts
