"""Criteria, verdicts, and the rows of sheets."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from dtaa_lint.words import Words


class Criterion(StrEnum):
    """What reviewers judge (paper, appendix B; J7 is of answers)."""

    J1 = "J1"
    """A legitimate information task."""
    J2 = "J2"
    """The declared evidence suffices."""
    J3 = "J3"
    """The gold answer is correct."""
    J4 = "J4"
    """Operation, topology and motif are right."""
    J5 = "J5"
    """The phrasings ask for the same as the task."""
    J6 = "J6"
    """A plausible information need."""
    J7A = "J7a"
    """The answer is correct."""
    J7B = "J7b"
    """The answer is complete."""
    J7C = "J7c"
    """The answer is supported by what was shown."""


OF_TASKS = (Criterion.J1, Criterion.J2, Criterion.J3, Criterion.J4, Criterion.J5, Criterion.J6)
OF_ANSWERS = (Criterion.J7A, Criterion.J7B, Criterion.J7C)
TARGETS: Mapping[Criterion, float] = {Criterion.J1: 0.95, Criterion.J2: 0.98, Criterion.J5: 0.95}
"""Least shares of yes (paper, section 3.10): validity of tasks, of evidence, and equivalence of
phrasings."""


def criterion_label(criterion: Criterion, words: Words) -> str:
    """What a criterion is called."""
    return {
        Criterion.J1: words("legitimate task"),
        Criterion.J2: words("evidence sufficient"),
        Criterion.J3: words("answer by the document correct"),
        Criterion.J4: words("classification correct"),
        Criterion.J5: words("phrasings equivalent"),
        Criterion.J6: words("plausible need"),
        Criterion.J7A: words("answer correct"),
        Criterion.J7B: words("answer complete"),
        Criterion.J7C: words("answer supported"),
    }[criterion]


class Verdict(StrEnum):
    YES = "yes"
    NO = "no"
    CANNOT = "cannot say"


class Kind(StrEnum):
    """What a row is about."""

    TASK = "tasks"
    ANSWER = "answers"


CONTENT = ("A", "B", "C", "D", "E")
"""Codes of the columns that a row's identity is made of."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a sheet, before it is laid out."""

    kind: Kind
    task_id: str
    question_id: str
    """Of answers; empty for tasks."""
    document: str
    sha256: str
    """Of the document's bytes, in hexadecimal."""
    page: int | None
    """1-based."""
    content: tuple[tuple[str, ...], ...]
    """Lines of the columns ``CONTENT``, in their order."""
    phrasings: tuple[str, ...] = ()
    """Names of the question variants in the last column."""

    @property
    def row_id(self) -> str:
        return row_id(
            self.task_id, self.question_id, self.sha256[:_DOCUMENT],
            ["\n".join(lines) for lines in self.content],
        )  # fmt: skip


_DOCUMENT = 10
_HASH = 12
_IGNORED = re.compile(r"[\s'|•\u200b]+|x005F_")
"""What spreadsheets change, or what is another character in CSV than in a workbook."""
ROW_ID = re.compile(
    rf"(T[0-9a-f]{{16}})(?:\.(Q[0-9a-f]{{16}}))?\.([0-9a-f]{{{_DOCUMENT}}})\.([0-9a-f]{{{_HASH}}})"
)


def row_id(task_id: str, question_id: str, document: str, cells: list[str]) -> str:
    """Task, question, document, and a hash over the words of the row, white space left out.

    Whoever changes a word gives the row another hash than its name says.
    """
    kept = [_IGNORED.sub("", unicodedata.normalize("NFC", cell)) for cell in cells]
    text = "\n".join([task_id, question_id, document, *kept])
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    names = [name for name in (task_id, question_id, document) if name]
    return ".".join([*names, digest[:_HASH]])


@dataclass(frozen=True, slots=True)
class Judgment:
    """What one reviewer says of one row."""

    row_id: str
    reviewer: str
    verdicts: Mapping[Criterion, Verdict]
    """Criteria without one were left empty."""
    differing: tuple[str, ...] = ()
    """Phrasings that are named as not equivalent."""
    phrasings: tuple[str, ...] = ()
    """All phrasings of the row."""
    task: str = ""
    """The row's column A."""
    comment: str = ""
    source: str = ""
    """File (and sheet) that it stands in."""

    @property
    def kind(self) -> Kind:
        return Kind.ANSWER if ".Q" in self.row_id else Kind.TASK
