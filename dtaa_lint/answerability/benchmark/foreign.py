"""Other people's questions: what one is, and which document it belongs to.

``foreign_files`` reads them from a file, ``foreign_shapes`` knows the shapes of public data sets,
``sources`` finds their sources in a document. They go through the same systems and scores as the
derived tasks, and stand beside them, never among them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from dtaa_lint.answerability.benchmark.templates import question_id
from dtaa_lint.answerability.model import Phrasing, Question
from dtaa_lint.universe.export import Json, gold_dict
from dtaa_lint.universe.model import Gold
from dtaa_lint.words import mark


class Shape(StrEnum):
    """Whose records they are; recognised by their keys."""

    PDFQA_REAL = "pdfqa-real"
    PDFQA_SYN = "pdfqa-syn"
    FINANCEBENCH = "financebench"
    TATQA = "tat-qa"
    PLAIN = "plain"
    """``question`` and ``answer``, the rest as one likes."""


@dataclass(frozen=True, slots=True)
class Source:
    """A passage that the answer is said to rest on."""

    text: str
    """As given, without the markup of its data set."""
    page: int | None = None
    """0-based; None when the file does not say."""
    table: bool = False
    """Given as a table."""


@dataclass(frozen=True, slots=True)
class ForeignQuestion:
    """Somebody else's question."""

    foreign_id: str
    """``X`` and 16 hexadecimal digits over document, question and answer."""
    shape: Shape
    document: str
    """The document's name as the file gives it; empty for none."""
    text: str
    answer: str
    """As given; several parts one a line."""
    gold: Gold | None
    """The answer by its form: a value, a set or a span; None where abstaining is right, because
    the file says that the document does not tell."""
    sources: tuple[Source, ...]
    line: int
    """1-based line of the file (JSONL, CSV) or number of the record (JSON)."""
    lang: str = ""
    """As given; empty for not."""
    given: Mapping[str, str | int] = field(default_factory=dict)
    """Dimensions that the file itself states, under its own names."""

    def question(self, lang: str) -> Question:
        """The question as it is asked; ``lang``: the document's, where the file names none."""
        return Question(
            question_id=question_id(self.text),
            task_id=self.foreign_id,
            phrasing=Phrasing.FOREIGN,
            text=self.text,
            lang=self.lang or lang,
            templated=False,
        )


class NoDocument(StrEnum):
    """Why a question belongs to none of the documents."""

    NONE = mark("no document has this name")
    SEVERAL = mark("several documents may be meant")
    UNNAMED = mark("it names no document, and there are several")


@dataclass(frozen=True, slots=True)
class Assigned:
    """Which question is asked of which document."""

    by_document: Mapping[str, tuple[ForeignQuestion, ...]]
    """Document's name -> its questions, in the order of the file; only documents that have any."""
    left: tuple[tuple[ForeignQuestion, NoDocument], ...]
    """Questions that are not asked, and why."""


_PARTS = re.compile(r"[^\W_]+")
_ENDINGS = (".pdf", ".html", ".htm", ".tex", ".txt", ".json", ".md", ".xml")
_ALONE = 6
"""Letters from which on one word of a name may name a document."""


def assign(questions: Sequence[ForeignQuestion], documents: Sequence[str]) -> Assigned:
    """Which question belongs to which of these documents (names without folder and extension).

    The same name, whatever its case, signs and extension; else the one document whose name holds
    the question's, or is held by it, at word boundaries: ``VERIZON_2022_10K`` and
    ``filings-VERIZON-2022-10K``.
    """
    parts = {name: _parts(name) for name in documents}
    found: dict[str, list[ForeignQuestion]] = {}
    left: list[tuple[ForeignQuestion, NoDocument]] = []
    known: dict[str, str | NoDocument] = {}
    for question in questions:
        name = question.document
        if name not in known:
            known[name] = _document(_parts(name), parts)
        to = known[name]
        if isinstance(to, NoDocument):
            left.append((question, to))
        else:
            found.setdefault(to, []).append(question)
    ordered = {name: tuple(found[name]) for name in documents if name in found}
    return Assigned(ordered, tuple(left))


def _document(wanted: tuple[str, ...], parts: Mapping[str, tuple[str, ...]]) -> str | NoDocument:
    if not wanted:
        return next(iter(parts)) if len(parts) == 1 else NoDocument.UNNAMED
    same = [name for name, own in parts.items() if "".join(own) == "".join(wanted)]
    if not same:
        same = [name for name, own in parts.items() if _holds(own, wanted) or _holds(wanted, own)]
    if len(same) == 1:
        return same[0]
    return NoDocument.SEVERAL if same else NoDocument.NONE


def _parts(name: str) -> tuple[str, ...]:
    last = name.replace("\\", "/").rsplit("/", 1)[-1].casefold()
    for ending in _ENDINGS:
        last = last.removesuffix(ending)
    return tuple(_PARTS.findall(last))


def _holds(whole: tuple[str, ...], part: tuple[str, ...]) -> bool:
    size = len(part)
    if not part or (size == 1 and len(part[0]) < _ALONE):
        return False
    return any(whole[at : at + size] == part for at in range(len(whole) - size + 1))


def foreign_id(document: str, text: str, answer: str, repeat: int = 0) -> str:
    """The question's identity. ``repeat``: how often the file has had the same before."""
    said = "\x1f".join((document, text, answer, str(repeat) if repeat else ""))
    return "X" + hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def foreign_dict(question: ForeignQuestion) -> dict[str, Json]:
    """A line of ``foreign.jsonl`` (``schema/foreign-1.json``)."""
    sources: list[Json] = [
        {
            "text": source.text,
            "page": source.page + 1 if source.page is not None else None,
            "table": source.table,
        }
        for source in question.sources
    ]
    return {
        "foreignId": question.foreign_id,
        "shape": question.shape.value,
        "document": question.document,
        "questionId": question_id(question.text),
        "text": question.text,
        "answer": question.answer,
        "gold": gold_dict(question.gold) if question.gold is not None else None,
        "sources": sources,
        "line": question.line,
        "given": dict(question.given),
    }
