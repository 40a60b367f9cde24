"""The verdict on an answer, and what of it needs no model.

Numeric gold, abstentions and what the answerer failed to give are decided here. A gold in words is
found where the answer has it word for word; where it has not, a judge must say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dtaa_lint.answerability.model import Outcome
from dtaa_lint.answerability.scoring.binding import Bound
from dtaa_lint.answerability.scoring.case import Case
from dtaa_lint.answerability.scoring.dates import same_date
from dtaa_lint.answerability.scoring.digits import plain
from dtaa_lint.answerability.scoring.grounding import unsupported_numbers
from dtaa_lint.answerability.scoring.match import Squeezed
from dtaa_lint.answerability.scoring.number_reader import Number, read
from dtaa_lint.answerability.scoring.numbers import gold_numbers, measure, occurrences
from dtaa_lint.universe.model import ValueGold

NUMBERS, WORDS, ABSTAINED, INVALID, JUDGE, RULES = (
    "numbers", "words", "abstained", "invalid", "judge", "rules",
)  # fmt: skip
"""What a verdict rests on."""
_SHORT = 4
"""Letters below which a gold in words must be how the answer begins."""
_LISTED = re.compile(
    r"[\s,;/|&]*(?:(?:or|oder|ou|o|u|and|und|et|y|maybe|perhaps)\s+)?[\s$€£%*]*(?P<aside>\()?\s*"
)
_SHARES = frozenset({"%", "‰", "pp", "bp"})
_DENIED = re.compile(
    r"(?:\b(?:not|nicht|kein|keine|pas|no|instead of|statt|rather than))\s+$", re.I
)
_BEFORE = 16
"""Characters before a value in which it is denied."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of an answer, whatever its evidence."""

    correct: bool
    completeness: float
    """Share of the required elements that it has, 0 to 1."""
    grounded: bool
    basis: str
    """``numbers``, ``words``, ``abstained``, ``invalid``, ``judge`` or ``rules``."""
    intent_mismatch: bool = False
    present: tuple[bool, ...] = ()
    """Required elements, in the order of the gold."""
    unsupported: tuple[str, ...] = ()
    """Claims of the answer that the shown evidence does not hold, in its words."""
    wrong: tuple[str, ...] = ()
    """Statements that contradict the gold or do not belong to what was asked."""
    agreement: float = 1.0
    """Share of the judge's repetitions that said the same as the verdict."""


@dataclass(frozen=True, slots=True)
class NoVerdict:
    """Nobody could say: an outcome of its own."""

    reason: str


def without_model(case: Case) -> Verdict | NoVerdict | None:
    """The verdict, where none needs to be asked for it; None where a judge must say."""
    outcome = case.answer.outcome
    if outcome is Outcome.ERROR:
        return NoVerdict(case.answer.error or "the provider gave no answer")
    if outcome is Outcome.ABSTAINED:
        return Verdict(False, 0.0, True, ABSTAINED)
    if outcome is not Outcome.ANSWERED or not case.answer.text.strip():
        return Verdict(False, 0.0, True, INVALID)
    gold = case.task.gold
    if not isinstance(gold, ValueGold):
        return None
    wanted = gold_numbers(gold.value, case.context.lang, case.context.markers)
    if wanted is not None:
        return _numeric(case, gold.value, wanted)
    return _verbatim(case, gold.value)


def _numeric(case: Case, gold: str, wanted: tuple[Number, ...]) -> Verdict:
    text, context = case.answer.text, case.context
    said = read(text, context.lang, context.markers, words=True)
    near = measure(context.near)
    far = measure([case.question.text, *(item.text for item in case.shown)])
    bound = Bound(text, said, _axis_names(case))
    present = []
    for number in wanted:
        found = [
            one
            for one in occurrences(number, said, near, far)
            if not _denied(text, one)
            and not any(bound.wrong(one, axis.own, axis.rivals) for axis in context.axes)
        ]
        present.append(bool(found) and not all(_hedged(text, one, said, found) for one in found))
    if not all(present) and _word_for_word(text, gold, several=len(wanted) > 1):
        # Word for word as the document has it, whatever it is as a number.
        present = [True] * len(wanted)
    correct = all(present)
    lost = unsupported_numbers(case)
    return Verdict(correct, float(correct), not lost, NUMBERS, False, tuple(present), lost)


def _hedged(text: str, number: Number, said: list[Number], same: list[Number]) -> bool:
    """Whether the number is one of several that are offered in a row, with nothing that says which
    of them is meant; what stands in brackets behind a number is an aside to it."""
    at = said.index(number)
    for other in (*said[max(0, at - 1) : at], *said[at + 1 : at + 2]):
        if other in same or other.year or other.word:
            continue
        if (other.unit in _SHARES) != (number.unit in _SHARES):
            continue
        start, end = min(number.end, other.end), max(number.start, other.start)
        # The bracket is part of what is read as a number.
        opens = text.startswith("(", end)
        match = _LISTED.fullmatch(text, start, end) if start <= end else None
        if match and not ((match["aside"] or opens) and other.start > number.start):
            return True
    return False


def _word_for_word(text: str, gold: str, *, several: bool) -> bool:
    """Whether the answer is the gold as it stands, or has it, where it is several numbers."""
    said, wanted = plain(text).strip(" ."), plain(gold).strip(" .")
    if said == wanted or not several:
        return said == wanted
    return bool(re.search(rf"(?<![\w.,]){re.escape(wanted)}(?!\w|[.,]\d)", said))


def _axis_names(case: Case) -> list[str]:
    return [name for axis in case.context.axes for name in (axis.own, *axis.rivals)]


def _denied(text: str, number: Number) -> bool:
    return bool(_DENIED.search(text[max(0, number.start - _BEFORE) : number.start]))


def _verbatim(case: Case, gold: str) -> Verdict | None:
    """A gold in words that the answer has word for word."""
    wanted, said = Squeezed(gold), Squeezed(case.answer.text)
    if not wanted.text:
        return None
    if len(wanted.text) < _SHORT:
        found = said.tokens[: len(wanted.tokens)] == wanted.tokens
    else:
        found = next(said.places(wanted), None) is not None
    if not found:
        found = same_date(plain(gold), plain(case.answer.text), case.context.lang)
    if not found:
        return None
    if misplaced(case, gold):
        return Verdict(False, 0.0, True, WORDS, False, (False,), (), (gold,))
    lost = unsupported_numbers(case)
    return Verdict(True, 1.0, not lost, WORDS, False, (True,), lost)


def misplaced(case: Case, value: str) -> bool:
    """Whether the answer has a value in words under another header than its own, every time."""
    text, axes = case.answer.text, case.context.axes
    places = list(re.finditer(re.escape(value), text, re.IGNORECASE)) if axes else []
    if not places:
        return False
    bound = Bound(text, read(text, case.context.lang), _axis_names(case))
    return all(
        any(
            bound.wrong(Number(place.start(), place.end(), frozenset()), axis.own, axis.rivals)
            for axis in axes
        )
        for place in places
    )
