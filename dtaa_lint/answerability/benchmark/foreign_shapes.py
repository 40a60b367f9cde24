"""The shapes of public sets of questions: from a record to questions, by its keys.

A record whose keys fit no shape, or whose value has the wrong type, is an error that names the
line and the key. Nothing is guessed.
"""

from __future__ import annotations

import ast
import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dtaa_lint.answerability.benchmark.foreign import ForeignQuestion, Shape, Source, foreign_id
from dtaa_lint.answerability.benchmark.foreign_gold import gold_of
from dtaa_lint.words import fold

Record = Mapping[str, Any]

_TAG = re.compile(r"<[^<>]{0,4000}>")
_WRAPPED = re.compile(r"doc\d+\{(.*)\}", re.DOTALL)
_MARKDOWN_ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"^[ \t|:-]+$", re.MULTILINE)
_DOCUMENT_KEYS = ("document", "file_name", "doc_name", "doc", "pdf")
_HALF = re.compile("[\ud800-\udfff]")
_MOST = 1e300
"""Size of a number."""
_LONGEST = 1_000_000
"""Characters of one text."""
_GIVEN = ("answer_type", "answer_length", "reasoning", "question_difficulty", "modalities",
          "num_sources", "file_length", "sources_position", "source_spread", "file_type",
          "question_type", "question_reasoning", "dataset", "answer_from", "scale")  # fmt: skip
"""Keys of dimensions that are kept as they are given."""
_SCALES = {"thousand": "thousand", "million": "million", "billion": "billion", "percent": "%"}


class ShapeError(Exception):
    """A record that cannot be read: ``key`` and what is wrong with it."""

    def __init__(self, key: str, wrong: str) -> None:
        super().__init__(f"key “{key}”: {wrong}" if key else wrong)


def shape_of(record: Record) -> Shape:
    """The shape of a record, by its keys. Raises ShapeError for none."""
    keys = record.keys()
    if "questions" in keys and ("table" in keys or "paragraphs" in keys):
        return Shape.TATQA
    for key in ("question", "answer"):
        if key not in keys:
            raise ShapeError(key, "missing; every question needs “question” and “answer”")
    if "financebench_id" in keys or {"doc_name", "evidence"} <= keys:
        return Shape.FINANCEBENCH
    if "source_text" in keys and "file_name" in keys:
        return Shape.PDFQA_SYN if "sources_position" in keys else Shape.PDFQA_REAL
    return Shape.PLAIN


def questions_of(record: object, line: int) -> Iterator[ForeignQuestion]:
    """The questions of a record (TAT-QA: of a context). Raises ShapeError."""
    if not isinstance(record, Mapping):
        raise ShapeError("", f"expected an object, found {_kind(record)}")
    shape = shape_of(record)
    if shape is Shape.TATQA:
        yield from _tatqa(record, line)
        return
    if shape is Shape.FINANCEBENCH:
        sources = _financebench_sources(record)
    elif shape is Shape.PLAIN:
        sources = _plain_sources(record)
    else:
        texts = _texts(record.get("source_text"), "source_text")
        sources = [source for text in texts if (source := _source(text)) is not None]
    answers = _answers(record["answer"], "answer")
    if record.get("answerable") in (False, "false", "False", "no"):
        answers = []
    yield _question(record, shape, line, _text(record, "question"), answers, sources)


def _question(
    record: Record,
    shape: Shape,
    line: int,
    text: str,
    answers: list[str],
    sources: Sequence[Source],
) -> ForeignQuestion:
    if not text.strip():
        raise ShapeError("question", "is empty")
    if not answers and shape is not Shape.PLAIN:
        raise ShapeError("answer", "is empty")
    document = next((_text(record, key) for key in _DOCUMENT_KEYS if _has_text(record, key)), "")
    given = {
        key: value
        for key in _GIVEN
        if isinstance(value := record.get(key), str | int) and not isinstance(value, bool) and value
    }
    lang = record.get("lang", "")
    answer = "\n".join(answers)
    # A list in a cell may spell out what no text is.
    said = (text, answer, document, *[source.text for source in sources])
    if not all(part.isascii() or _HALF.search(part) is None for part in said):
        raise ShapeError("", "holds half a character")
    return ForeignQuestion(
        foreign_id=foreign_id(document, text, answer),
        shape=shape,
        document=document.strip(),
        text=fold(text),
        answer=answer,
        gold=gold_of(answers),
        sources=tuple(sources),
        line=line,
        lang=lang.strip() if isinstance(lang, str) else "",
        given=given,
    )


def _financebench_sources(record: Record) -> list[Source]:
    """Evidence has a text and a 0-based page."""
    evidence = record.get("evidence") or []
    if isinstance(evidence, str):
        evidence = _literal(evidence)
    if not isinstance(evidence, list):
        raise ShapeError("evidence", f"expected a list, found {_kind(evidence)}")
    sources = []
    for entry in evidence:
        if not isinstance(entry, Mapping):
            raise ShapeError("evidence", f"expected objects, found {_kind(entry)}")
        page = entry.get("evidence_page_num")
        if page is not None and (isinstance(page, bool) or not isinstance(page, int) or page < 0):
            raise ShapeError("evidence_page_num", f"expected a page number, found {_kind(page)}")
        source = _source(_text(entry, "evidence_text"), page)
        if source is not None:
            sources.append(source)
    return sources


def _plain_sources(record: Record) -> list[Source]:
    """Texts, or objects with ``text`` and a 1-based ``page``."""
    given = record.get("sources", record.get("source"))
    if isinstance(given, str):
        given = _literal(given)
    if given is None or given == "":
        return []
    if not isinstance(given, list):
        raise ShapeError("sources", f"expected a list, found {_kind(given)}")
    own = _page(record.get("page"))
    sources = []
    for entry in given:
        if isinstance(entry, Mapping):
            source = _source(_text(entry, "text"), _page(entry.get("page")))
        elif isinstance(entry, str):
            source = _source(entry, own)
        else:
            raise ShapeError("sources", f"expected texts or objects, found {_kind(entry)}")
        if source is not None:
            sources.append(source)
    return sources


def _tatqa(record: Record, line: int) -> Iterator[ForeignQuestion]:
    """A context of TAT-QA or TAT-DQA: a table, paragraphs, questions about them."""
    paragraphs: dict[str, str] = {}
    for entry in _list(record.get("paragraphs") or [], "paragraphs"):
        if not isinstance(entry, Mapping):
            raise ShapeError("paragraphs", f"expected objects, found {_kind(entry)}")
        paragraphs[str(entry.get("order", len(paragraphs) + 1))] = _text(entry, "text")
    rows: list[str] = []
    table = record.get("table")
    if isinstance(table, Mapping):
        table = table.get("table")
    for row in _list(table or [], "table"):
        rows.append("\t".join([str(cell) for cell in _list(row, "table")]))
    page, name = None, record
    if isinstance(record.get("doc"), Mapping):
        # TAT-DQA names the file and the page (1-based) there.
        page = _page(record["doc"].get("page"))
        name = {"document": record["doc"].get("source", ""), **record, "doc": ""}
    for asked in _list(record["questions"], "questions"):
        if not isinstance(asked, Mapping):
            raise ShapeError("questions", f"expected objects, found {_kind(asked)}")
        for key in ("question", "answer"):
            if key not in asked:
                raise ShapeError(key, "missing")
        answers = _answers(asked["answer"], "answer")
        scale = asked.get("scale")
        if scale in _SCALES:
            unit = _SCALES[scale]
            answers = [a if a.endswith("%") else f"{a} {unit}".replace(" %", "%") for a in answers]
        sources = []
        origin = str(asked.get("answer_from", "table-text" if rows else "text"))
        if "table" in origin and rows:
            sources.append(Source("\n".join(rows), page, table=True))
        for order in _list(asked.get("rel_paragraphs") or [], "rel_paragraphs"):
            if text := paragraphs.get(str(order)):
                sources.append(Source(text, page))
        merged = {**name, **asked}
        yield _question(merged, Shape.TATQA, line, _text(asked, "question"), answers, sources)


def _source(text: str, page: int | None = None) -> Source | None:
    """A source without the markup of its data set; None for one that says nothing."""
    wrapped = _WRAPPED.fullmatch(text.strip())
    if wrapped is not None:
        text = wrapped[1]
    table = bool(_MARKDOWN_ROW.search(text)) or "<td" in text.lower() or "<th" in text.lower()
    if "<" in text and ">" in text:
        text = html.unescape(_TAG.sub(" ", text))
    text = _RULE.sub("", text) if table else text
    return Source(text.strip(), page, table) if any(map(str.isalnum, text)) else None


def _answers(value: object, key: str) -> list[str]:
    """The parts of an answer."""
    if isinstance(value, str) and value.lstrip().startswith(("[", "(")):
        literal = _literal(value)
        # "(3.2)" is a negative number, and "[sic]" a word.
        value = literal if isinstance(literal, list) and len(literal) > 1 else value
    entries = value if isinstance(value, list) else [value]
    answers = []
    for entry in entries:
        if isinstance(entry, bool):
            answers.append("Yes" if entry else "No")
        elif isinstance(entry, str):
            answers.append(entry[:_LONGEST])
        elif isinstance(entry, int | float):
            if not -_MOST <= entry <= _MOST:
                raise ShapeError(key, "a number that is too large")
            answers.append(str(entry)[:_LONGEST])
        elif entry is not None:
            raise ShapeError(key, f"expected a text, a number or a list, found {_kind(entry)}")
    return [answer for answer in answers if answer.strip()]


def _literal(text: str) -> Any:
    """A list in a cell of a CSV file, as JSON or Python writes it; else the text as one entry."""
    body = text.strip()
    if body.startswith("[") and body.endswith("]") and len(body) <= _LONGEST:
        for read in (json.loads, ast.literal_eval):
            try:
                found = read(body)
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
            if isinstance(found, list):
                return found
    return [text] if body else []


def _texts(value: object, key: str) -> list[str]:
    if value is None:
        return []
    if isinstance(value, str):
        value = _literal(value)
    if not isinstance(value, list):
        raise ShapeError(key, f"expected a list of texts, found {_kind(value)}")
    # Data sets write null where an annotator gave no source.
    value = [entry for entry in value if entry is not None]
    for entry in value:
        if not isinstance(entry, str):
            raise ShapeError(key, f"expected texts, found {_kind(entry)}")
    return [entry[:_LONGEST] for entry in value]


def _text(record: Record, key: str) -> str:
    value = record.get(key)
    if not isinstance(value, str):
        raise ShapeError(key, "missing" if value is None else f"expected a text, {_found(value)}")
    return value[:_LONGEST]


def _has_text(record: Record, key: str) -> bool:
    value = record.get(key)
    return isinstance(value, str) and bool(value.strip())


def _page(value: object) -> int | None:
    """A 1-based page as a 0-based one."""
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 8:
        value = int(value)
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ShapeError("page", f"expected a page number from 1, {_found(value)}")
    return value - 1


def _list(value: object, key: str) -> list[Any]:
    if not isinstance(value, list):
        raise ShapeError(key, f"expected a list, {_found(value)}")
    return value


def _found(value: object) -> str:
    return f"found {_kind(value)}"


def _kind(value: object) -> str:
    names = {
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "true or false",
        int: "a number",
        float: "a number",
        type(None): "nothing",
    }
    return names.get(type(value), "something else")
