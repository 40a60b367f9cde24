"""The columns of sheets. A heading begins with a code, by which it is known in any language."""

from __future__ import annotations

from typing import NamedTuple

from dtaa_lint.answerability.review.model import Criterion, Kind, Row, Verdict
from dtaa_lint.words import Words

REVIEWER, COMMENT, DIFFERING = "R", "K", "J5b"


class Column(NamedTuple):
    code: str
    """Empty for what is only for looking things up."""
    name: str
    width: int
    """In characters."""
    criterion: Criterion | None = None
    filled: bool = False
    """Whether reviewers write into it."""

    @property
    def heading(self) -> str:
        return f"{self.code} {self.name}".strip()


def columns(kind: Kind, words: Words, phrasings: bool = True) -> tuple[Column, ...]:
    """The columns of a sheet. ``phrasings``: whether there are any to be judged."""
    lead = (
        Column("", words("No."), 5),
        Column(REVIEWER, words("Reviewer"), 10, filled=True),
        Column("", words("Document"), 18),
        Column("", words("Page"), 6),
    )
    tail = (
        Column(COMMENT, words("Comment"), 34, filled=True),
        Column("", words("Row id (leave as it is)"), 20),
    )
    if kind is Kind.ANSWER:
        return (
            *lead,
            Column("A", words("Question"), 34),
            Column("B", words("Answer to judge"), 44),
            Column("C", words("Answer by the document"), 34),
            Column("D", words("Passages that it cites"), 50),
            Column("E", words("Other passages that were shown"), 50),
            _judged(Criterion.J7A, words("Is the answer correct?")),
            _judged(Criterion.J7B, words("Is it complete?")),
            _judged(Criterion.J7C, words("Do the passages support all that it says?")),
            *tail,
        )
    of_phrasings = (
        _judged(Criterion.J5, words("Do all phrasings ask for the same as the task?")),
        Column(DIFFERING, words("Which do not? (such as Q2)"), 14, filled=True),
    )
    return (
        *lead,
        Column("A", words("Task"), 36),
        Column("B", words("Required evidence"), 44),
        Column("C", words("Answer by the document"), 34),
        Column("D", words("Classification"), 20),
        *((Column("E", words("Phrasings"), 50),) if phrasings else ()),
        _judged(Criterion.J1, words("A legitimate task?")),
        _judged(Criterion.J2, words("Is the evidence sufficient?")),
        _judged(Criterion.J3, words("Is the answer by the document correct?")),
        _judged(Criterion.J4, words("Is the classification correct?")),
        *(of_phrasings if phrasings else ()),
        _judged(Criterion.J6, words("A plausible need?")),
        *tail,
    )


def _judged(criterion: Criterion, name: str) -> Column:
    return Column(criterion.value, name, 13, criterion, True)


def verdict_word(verdict: Verdict, words: Words) -> str:
    return {
        Verdict.YES: words("yes"),
        Verdict.NO: words("no"),
        Verdict.CANNOT: words("cannot say"),
    }[verdict]


def cells(row: Row, number: int, reviewer: str, found: tuple[Column, ...]) -> list[str | int]:
    """A row under these columns, lines of a cell joined by line breaks; what reviewers fill in is
    empty."""
    by_code = dict(zip("ABCDE", row.content, strict=True))
    made: list[str | int] = []
    for place, column in enumerate(found):
        if column.code in by_code:
            made.append("\n".join(by_code[column.code]))
        elif column.code == REVIEWER:
            made.append(reviewer)
        elif column.filled:
            made.append("")
        else:
            own: dict[int, str | int] = {0: number, 2: row.document, 3: row.page or ""}
            made.append(own.get(place, row.row_id))
    return made
