"""The parser of object notation reads what qpdf writes, whatever the object holds."""

from __future__ import annotations

import math
from typing import Any

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtaa_lint.pdf.objects import (
    Objects,
    StreamDict,
    decode_name,
    identifier,
    parse,
    parse_element,
    text_string,
)

TOKENS = ["<<", ">>", "[", "]", "R", "0", "7", "/A", "(x)", "<00>", "true", "null", "-5R", "+R"]
names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=12)
scalars = st.one_of(
    st.booleans(),
    st.integers(-(2**62), 2**62),
    st.decimals(
        allow_nan=False, allow_infinity=False, min_value=-(10**6), max_value=10**6, places=3
    ),
    st.binary(max_size=40),
    names.map(lambda n: pikepdf.Name("/" + n)),
)
values = st.recursive(
    st.one_of(scalars, st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=6), st.dictionaries(names, inner, max_size=6)),
    max_leaves=30,
)


def to_pdf(value: Any) -> Any:
    if isinstance(value, bytes):
        return pikepdf.String(value)
    if isinstance(value, list):
        return pikepdf.Array([to_pdf(v) for v in value])
    if isinstance(value, dict):
        return pikepdf.Dictionary({"/" + k: to_pdf(v) for k, v in value.items()})
    return value


def plain(value: Any) -> Any:
    """What the parser must give for ``value``; null entries of dictionaries vanish (7.3.7)."""
    if isinstance(value, pikepdf.Name):
        return str(value)[1:]
    if isinstance(value, list):
        return [plain(v) for v in value]
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items() if v is not None}
    return value


def same(read: Any, written: Any) -> bool:
    if isinstance(written, list):
        return len(read) == len(written) and all(map(same, read, written))
    if isinstance(written, dict):
        return read.keys() == written.keys() and all(same(read[k], written[k]) for k in read)
    if isinstance(written, bool | str | bytes) or written is None:
        return type(read) is type(written) and read == written
    return math.isclose(read, float(written), rel_tol=1e-9, abs_tol=1e-9)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.lists(values, max_size=5), st.dictionaries(names, values, max_size=5)))
def test_reads_back_what_qpdf_unparses(value: Any) -> None:
    pdf = pikepdf.new()
    stored = pdf.make_indirect(to_pdf(value))
    assert same(Objects(pdf).fetch(stored.objgen), plain(value))


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_never_raises_on_any_notation(data: bytes) -> None:
    parse(data)
    text_string(data)
    identifier(data)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(TOKENS)))
def test_never_raises_on_tokens_in_any_order(tokens: list[str]) -> None:
    parse(" ".join(tokens).encode())


kid = st.one_of(
    st.integers(0, 10**6).map(str),
    st.tuples(st.integers(0, 10**6), st.sampled_from((0, 0, 0, 7))).map(
        lambda r: f"{r[0]} {r[1]} R"
    ),
)


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.just(""), kid, st.lists(kid, max_size=5).map(lambda kids: " ".join(["[", *kids, "]"]))
    ),
    st.sampled_from(("7 0 R", "7 2 R", "null")),
    st.sampled_from(("/P", "/P#20x", "/Table-1", "5")),
    st.sampled_from(("", " /Type /StructElem", " /Type /MCR", " /T (x)", " /T () /Type /X")),
    st.sampled_from(("", " /A 3 0 R", " /ActualText (\\))", " /C /x /ID (n1)", " /Alt ( )")),
    st.sampled_from(("", " /Pg 9 0 R", " /Lang (en)")),
)
def test_the_shortcut_for_elements_reads_the_same(
    kids: str, parent: str, name: str, rest: str, before: str, place: str
) -> None:
    within = f" /K {kids}" if kids else ""
    lang, page = (place, "") if "Lang" in place else ("", place)
    notation = f"<<{before}{within}{lang} /P {parent}{page} /S {name}{rest} >>".encode()
    assert parse_element(notation) == parse(notation)


def test_references_streams_and_missing_objects() -> None:
    pdf = pikepdf.new()
    stream = pdf.make_stream(b"data", Kind=pikepdf.Name.X)
    holder = pdf.make_indirect(pikepdf.Array([stream, 5]))
    objects = Objects(pdf)
    assert objects.fetch(holder.objgen) == [stream.objgen, 5]
    found = objects.fetch(stream.objgen)
    assert isinstance(found, StreamDict)
    assert found["Kind"] == "X"
    for missing in ((999, 0), (-1, 0), (2**40, 0), (holder.objgen[0], 7)):
        assert objects.fetch(missing) is None


@pytest.mark.parametrize(
    ("token", "name"),
    [
        ("/A", "A"),
        ("/A#20b", "A b"),
        ("/#c3#a9", "é"),
        ("/#ff#fe", "ÿþ"),
        ("/#zz", "#zz"),
        ("/", ""),
    ],
)
def test_names(token: str, name: str) -> None:
    assert decode_name(token) == name


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"plain", "plain"),
        (b"\x80\x85\x92\xa0", "•–™€"),
        (b"\xfe\xff\x00A\x20\xac", "A€"),
        (b"\xff\xfeA\x00\xac\x20", "A€"),
        (b"\xef\xbb\xbfna\xc3\xafve", "naïve"),
        (b"\xfe\xff\xd8\x3d\xde\x00", "😀"),
        (b"\xfe\xff\xd8\x3d", "\ufffd"),
        (b"\xfe\xff\x00A\x00", "A\ufffd"),
        (b"\xfe\xff\x00\x1b\x00d\x00e\x00\x1b\x00A", "A"),
        (b"\x9f", "\ufffd"),
        (b"", ""),
        (b"A chart\0", "A chart"),
        (b"\xfe\xff\0A\0\0\0\0", "A"),
        (b"A\0B", "A\0B"),
    ],
)
def test_text_strings(data: bytes, text: str) -> None:
    assert text_string(data) == text


def test_identifiers_are_bytes_first() -> None:
    assert identifier(b"h\xc3\xa9") == "hé"
    assert identifier(b"h\xe9") == "hé"
    assert identifier(b"\xfe\xff\x00A") == "þÿ\x00A"
