"""Reads other people's questions from JSONL, JSON and CSV files."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from dtaa_lint.answerability.benchmark.foreign import ForeignQuestion, foreign_id
from dtaa_lint.answerability.benchmark.foreign_shapes import ShapeError, questions_of
from dtaa_lint.errors import InputError
from dtaa_lint.pdf.open import regular_file

LARGEST = 1 << 29
"""Bytes of a file."""
_MOST = 200_000
"""Questions of a file."""
_HALF = re.compile("[\ud800-\udfff]")
_LISTS = ("data", "questions", "records", "rows")
"""Keys under which a JSON file may keep its records."""
_PARQUET = (
    'is a Parquet file; convert it first, with pyarrow installed: python -c "import json, sys, '
    'pyarrow.parquet as p; [print(json.dumps(r)) for r in p.read_table(sys.argv[1]).to_pylist()]" '
    "FILE.parquet > FILE.jsonl"
)


def read_questions(path: str) -> tuple[ForeignQuestion, ...]:
    """Every question of a file, in its order; the ending of its name says what it is. Raises
    InputError for a file that cannot be read, with the line and the key at fault."""
    file = Path(path)
    ending = file.suffix.lower()
    if ending == ".parquet":
        raise InputError(path, _PARQUET)
    data = regular_file(file, path, LARGEST)
    if len(data) > LARGEST:
        raise InputError(path, f"is larger than {LARGEST // 2**20:,} MB")
    if data[:4] == b"PAR1":
        raise InputError(path, _PARQUET)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(path, f"line {line}: is not UTF-8") from error
    if ending in (".jsonl", ".ndjson"):
        records = _lines(path, text)
    elif ending == ".json":
        records = _whole(path, text)
    elif ending == ".csv":
        records = _table(path, text)
    else:
        raise InputError(path, "is no .jsonl, .json or .csv file")
    found: list[ForeignQuestion] = []
    repeats: dict[str, int] = {}
    for line, record in records:
        try:
            for question in questions_of(record, line):
                identity = question.foreign_id
                repeats[identity] = repeat = repeats.get(identity, -1) + 1
                if repeat:
                    again = foreign_id(question.document, question.text, question.answer, repeat)
                    question = replace(question, foreign_id=again)
                found.append(question)
        except ShapeError as error:
            raise InputError(path, f"line {line}: {error}") from error
        if len(found) > _MOST:
            raise InputError(path, f"has more than {_MOST:,} questions")
    if not found:
        raise InputError(path, "has no questions")
    return tuple(found)


def _lines(path: str, text: str) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, _json(path, line, number)


def _whole(path: str, text: str) -> Iterator[tuple[int, Any]]:
    """A list of records, an object that keeps one, a single record, or lines of JSON that are
    named ``.json``."""
    lines = text.strip().split("\n", 1)
    if len(lines) > 1 and lines[0].rstrip().endswith("}") and lines[1].lstrip().startswith("{"):
        return _lines(path, text)
    value = _json(path, text, 0)
    if isinstance(value, dict) and "question" not in value and "paragraphs" not in value:
        for key in _LISTS:
            if isinstance(value.get(key), list) and "table" not in value:
                return _numbered(value[key])
    return _numbered(value if isinstance(value, list) else [value])


def _numbered(records: list[Any]) -> Iterator[tuple[int, Any]]:
    return iter(enumerate(records, 1))


def _table(path: str, text: str) -> Iterator[tuple[int, Any]]:
    before = csv.field_size_limit(LARGEST)
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        rows = iter(reader)
        while True:
            try:
                row = next(rows)
            except StopIteration:
                return
            except csv.Error as error:
                raise InputError(path, f"line {reader.line_num}: {error}") from error
            if None in row:
                raise InputError(path, f"line {reader.line_num}: has more cells than the header")
            yield reader.line_num, {k: v for k, v in row.items() if v is not None}
    finally:
        csv.field_size_limit(before)


def _json(path: str, text: str, line: int) -> Any:
    try:
        value = json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        at = line or error.lineno
        raise InputError(path, f"line {at}: is no JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(path, f"line {line or 1}: is no JSON that can be read") from error
    # Half a character is none: it can neither be asked nor written down.
    half = _HALF.search(json.dumps(value, ensure_ascii=False)) if "\\u" in text else None
    if half is not None:
        at = line or _line_of(text, half[0])
        raise InputError(path, f"line {at}: holds half a character (\\u{ord(half[0]):04x})")
    return value


def _line_of(text: str, half: str) -> int:
    """The line that an escape stands in, from 1."""
    return text.count("\n", 0, max(text.lower().find(f"\\u{ord(half):04x}"), 0)) + 1


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
