"""Content-stream syntax (ISO 32000-2, 7.8.2): one pattern for the usual, a reader for the rest.

``instruction_pattern`` matches a whole instruction, operands and operator, and swallows everything
after it that neither shows text nor moves it (paths, colours, line styles), so that most of a
page never reaches Python code. Every quantifier in it is possessive: no input makes it backtrack
more than the few instructions that are read in one. What it does not match (nested parentheses,
inline images, comments, odd numbers) ``read_instruction`` reads and writes in the plain notation
that the pattern knows.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

from dtaa_lint.pdf.patterns import compile_pattern

BLANKS = r"\0\t\n\v\f\r "
S = f"[{BLANKS}]"
N = r"[-+]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)"
LITERAL = r"\((?:[^()\\]++|\\.)*+\)"
HEX = rf"<[0-9A-Fa-f{BLANKS}]*+>"
NAME = rf"/[^{BLANKS}()<>\[\]{{}}/%]*+"
STRING = rf"(?:{LITERAL}|{HEX})"
DICT = rf"<<(?:[^<>()\\\[\]]++|{LITERAL}|{HEX}|\[[^\[\]()<>\\]*+\])*+>>"
E = r"(?![A-Za-z0-9*'\"])"


def _source(silent_gs: bool, strict: bool) -> str:
    n = N if strict else "[-+.0-9]++"
    silent = rf"""(?>
        (?:{n} {S}++){{0,6}}+
            (?: re(?!{S}++W) | scn | SCN | sc | SC | rg | RG | [mlcvywgGkKjJMi] ) {E}
      | q {S}++ (?:{n} {S}++){{4}} re {S}++ W\*?+ {S}++ n {S}++ Q {E}
      | (?: [fBbW]\*?+ | [hSsFn] | ET | BX | EX ) {E}
      | (?:{n} {S}++){{0,4}}+ {NAME} {S}++ (?: cs | CS | scn | SCN | ri | sh | MP
            {"| gs" if silent_gs else ""} ) {E}
      | \[ [-+.0-9{BLANKS}]*+ \] {S}*+ {n} {S}++ d {E}
    )"""
    skip = rf"(?: {S}++ | {silent} )*+"
    array = rf"\[ (?: [-+.0-9{BLANKS}]++ | {LITERAL} | {HEX} )*+ \]"
    return rf"""(?>
        (?P<TJ>{array}) {S}*+ TJ {E}
      | (?P<Tj>{STRING}) {S}*+ Tj {E}
      | (?P<q>q) {E} (?: {S}++ (?:
            (?P<qclip>{n} {S}++ {n} {S}++ {n} {S}++ {n}) {S}++ re {S}++ (?P<qW>W) \*?+ {S}++ n {E}
            (?: {skip} BT {E} {S}++
                (?P<setting>{NAME} {S}++ {n} {S}++ Tf {S}++ (?:{n} {S}++){{4}})
                (?P<w5>{n}) {S}++ (?P<w6>{n}) {S}++ Tm {E} {skip}
                (?: (?P<wTJ>{array}) {S}*+ TJ | (?P<wTj>{STRING}) {S}*+ Tj ) {E} {skip} Q {E}
            )?+
          | 1 {S}++ 0 {S}++ 0 {S}++ 1 {S}++ (?P<qx>{n}) {S}++ (?P<qy>{n}) {S}++ cm {E}
        ))?+
      | (?P<Q>Q) {E}
      | (?P<BT>BT) {E} (?:
            {S}++ (?: 0 {S}++ Tr {S}*+ )?+ (?P<bfont>{NAME}) {S}++ (?P<bsize>{n}) {S}++ Tf {S}++
            (?P<b1>{n}) {S}++ (?P<b2>{n}) {S}++ (?P<b3>{n}) {S}++ (?P<b4>{n}) {S}++
            (?P<b5>{n}) {S}++ (?P<b6>{n}) {S}++ Tm {E}
            (?: {skip} (?: (?P<bTJ>{array}) {S}*+ TJ | (?P<bTj>{STRING}) {S}*+ Tj ) {E} )?+
        )?+
      | 1 {S}++ 0 {S}++ 0 {S}++ 1 {S}++ (?P<tx>{n}) {S}++ (?P<ty>{n}) {S}++
            (?: (?P<shift>cm) | (?P<place>Tm) ) {E}
      | (?P<n1>{n}) {S}++ (?:
            (?P<n2>{n}) {S}++ (?:
                (?P<Td>Td) {E} (?: {S}++ (?P<moved>{STRING}) {S}*+ Tj {E} )?+
              | (?P<n3>{n}) {S}++ (?P<n4>{n}) {S}++ (?:
                    (?P<clip>re {S}++ W\*?+ {S}++ n) {E}
                  | (?P<n5>{n}) {S}++ (?P<n6>{n}) {S}++ (?: (?P<Tm>Tm) {E} | (?P<cm>cm) {E} )
                )
              | (?P<TD>TD) {E}
            )
          | (?: (?P<Tc>Tc) | (?P<Tw>Tw) | (?P<Tr>Tr) | (?P<Tz>Tz) | (?P<TL>TL) | (?P<Ts>Ts) ) {E}
        )
      | (?P<EMC>EMC) {E} (?:
            {S}*+ (?P<etag>{NAME}) {S}*+ << {S}*+ /MCID {S}*+
            (?P<emcid>[0-9]{{1,9}}+) {S}*+ >> {S}*+ BDC {E}
        )?+
      | (?P<name>{NAME}) {S}*+ (?:
            << {S}*+ /MCID {S}*+ (?P<mcid>[0-9]{{1,9}}+) {S}*+ >> {S}*+ (?P<BDC>BDC) {E}
          | (?P<properties>{DICT}|{NAME}) {S}*+ (?P<BDCp>BDC) {E}
          | (?P<size>{n}) {S}++ (?P<Tf>Tf) {E}
          | (?P<BMC>BMC) {E}
          | (?P<Do>Do) {E}
          | (?P<gs>gs) {E}
        )
      | (?P<Tstar>T\*)
      | (?P<next>{STRING}) {S}*+ '
      | (?P<aw>{n}) {S}++ (?P<ac>{n}) {S}*+ (?P<spaced>{STRING}) {S}*+ (?P<dquote>")
      | (?P<nothing>{S}++ | {silent})
    ) {skip}"""


@lru_cache(None)
def instruction_pattern(silent_gs: bool, strict: bool = False) -> re.Pattern[bytes]:
    """The pattern; ``silent_gs`` when no graphics state dictionary in reach sets a font.

    Unless ``strict``, it takes signs, digits and points in any order for a number, which is a third
    quicker; ``float`` then refuses what is none, and the page is read again by the strict pattern.
    """
    return compile_pattern(_source(silent_gs, strict).encode("latin-1"), re.VERBOSE | re.DOTALL)


SHOWN = compile_pattern(rf"\(((?:[^()\\]++|\\.)*+)\)|<([^>]*+)>|({N})".encode("latin-1"), re.DOTALL)
"""The elements of a TJ array: literal body, hexadecimal body, number."""

_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)|\r\n?", re.DOTALL)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_ESCAPED |= {b"\n": b"", b"\r": b"", b"\r\n": b""}
_OCTAL = {f"{n:0{w}o}".encode(): bytes((n & 255,)) for w in (1, 2, 3) for n in range(8**w)}
_ESCAPED |= _OCTAL


def _unescaped(match: re.Match[bytes]) -> bytes:
    what = match[1]
    return b"\n" if what is None else _ESCAPED.get(what, what)


def literal(body: bytes) -> bytes:
    """The bytes of a literal string, given what stands between its parentheses (7.3.4.2)."""
    if b"\\" in body or b"\r" in body:
        return _ESCAPE.sub(_unescaped, body)
    return body


_NOT_HEX = re.compile(rb"[^0-9A-Fa-f]+")


def hexadecimal(body: bytes) -> bytes:
    """The bytes of a hexadecimal string, given what stands between its angle brackets."""
    try:
        return bytes.fromhex(body.decode("ascii"))
    except ValueError:
        body = _NOT_HEX.sub(b"", body)
        return bytes.fromhex((body + b"0" * (len(body) % 2)).decode("ascii"))


_BLANK = compile_pattern(rb"(?:[\0\s]++|%[^\r\n]*+)*+")
_WORD = re.compile(rb"[^\0\s()<>\[\]{}/%]++")
_NAME = re.compile(NAME.encode("latin-1"))
_HEX = re.compile(rb"<[^<>]*+>?+")
_PLAIN_NUMBER = compile_pattern(N.encode("latin-1"))
_NUMBER_LIKE = re.compile(rb"[-+.\d]++")
_PAREN = re.compile(rb"\\.|[()]", re.DOTALL)
_MAX_OPERANDS = 64
_MAX_INSTRUCTION = 1_000_000
_MAX_IMAGE_DICTIONARY = 1000
_OPERANDS = {b"BDC": 2, b"Tf": 2, b"Td": 2, b"TD": 2, b"Tm": 6, b"cm": 6, b"re": 4}
_OPERANDS |= dict.fromkeys((b"Tj", b"TJ", b"'", b"BMC", b"Do", b"gs", b"Tr", b"Tc", b"Tw"), 1)
_OPERANDS |= dict.fromkeys((b"Tz", b"TL", b"Ts"), 1)
"""Operands that count, from the last: what stands before them is left over from damage."""


def read_instruction(data: bytes, position: int) -> tuple[bytes, int]:
    """The next instruction in plain notation, and where the one after it starts.

    Inline images come back as an instruction without effect; at the end of the data the
    instruction is empty, and so is one that is longer than any that means something. Always
    advances.
    """
    operands: list[bytes] = []
    containers: list[tuple[bytes, list[bytes]]] = []
    current = operands
    end = len(data)
    stop = position + _MAX_INSTRUCTION
    while True:
        if position > stop:
            return b"", position
        position = _BLANK.match(data, position).end()  # type: ignore[union-attr]
        if position >= end:
            return b"", end
        head = data[position : position + 1]
        if head == b"(":
            body, position = _nested(data, position)
            current.append(b"<" + body.hex().encode("ascii") + b">")
        elif head == b"/":
            match = _NAME.match(data, position)
            assert match is not None
            current.append(match[0])
            position = match.end()
        elif head == b"[" or data.startswith(b"<<", position):
            position += len(head) if head == b"[" else 2
            containers.append((head, current))
            current = []
        elif head == b"]" or data.startswith(b">>", position):
            position += 1 if head == b"]" else 2
            if containers:
                opener, outer = containers.pop()
                outer.append(_container(opener, current))
                current = outer
        elif head == b"<":
            match = _HEX.match(data, position)
            assert match is not None
            current.append(b"<" + _NOT_HEX.sub(b"", match[0]) + b">")
            position = match.end()
        else:
            match = _WORD.match(data, position)
            if match is None:
                position += 1
                continue
            word = match[0]
            number = _NUMBER_LIKE.match(word)
            if number is not None:
                # Whatever is glued to a number is a token of its own.
                position += number.end()
                current.append(_number(number[0]))
                continue
            position = match.end()
            if word in (b"true", b"false", b"null"):
                current.append(word)
            elif word == b"R" and containers:
                continue
            elif word == b"BI":
                return b"n", after_image(data, position)
            else:
                # An operator inside an unclosed container: the container was cut short.
                for _, outer in containers[1:]:
                    operands += outer
                if containers:
                    operands += current
                wanted = _OPERANDS.get(word)
                if wanted is not None:
                    operands = operands[-wanted:]
                return b" ".join([*operands, word]), position
        if len(operands) > _MAX_OPERANDS:
            del operands[: _MAX_OPERANDS // 2]


def _container(opener: bytes, items: list[bytes]) -> bytes:
    """An array or a dictionary in plain notation; what is nested in it becomes ``null``."""
    if opener == b"[":
        if any(item[:1] == b"/" for item in items):
            return b"null"
        return b"[" + b" ".join(i for i in items if i[:1] not in b"[n") + b"]"
    flat = [b"null" if i[:2] == b"<<" or i[:1] == b"[" else i for i in items]
    return b"<<" + b" ".join(flat) + b">>"


def _nested(data: bytes, position: int) -> tuple[bytes, int]:
    """The bytes of the literal string at ``position``, parentheses balanced; the end after it."""
    depth = 0
    for match in _PAREN.finditer(data, position):
        found = match[0]
        if found == b"(":
            depth += 1
        elif found == b")":
            depth -= 1
            if depth == 0:
                return literal(data[position + 1 : match.start()]), match.end()
    return literal(data[position + 1 :]), len(data)


def _number(word: bytes) -> bytes:
    """A number in plain notation; signs too many and second points are read as viewers do."""
    match = _PLAIN_NUMBER.fullmatch(word)
    if match is None:
        sign = b"-" if word[:1] == b"-" else b""
        match = _PLAIN_NUMBER.match(word.lstrip(b"+-"))
        return b"0" if match is None else sign + match[0]
    return word


_WHITE = b"\0\t\n\f\r "
_IMAGE_END = re.compile(rb"[\0\s]EI(?=[\0\s]|$)")
_TEXTUAL = re.compile(rb"[\t\n\r\f\0\x20-\x7e]*+")


def after_image(data: bytes, position: int) -> int:
    """The position after the inline image whose BI ends at ``position`` (8.9.7)."""
    at = position
    while True:
        at = data.find(b"ID", at, position + _MAX_IMAGE_DICTIONARY)
        if at < 0:
            return position
        if data[at - 1] in _WHITE and data[at + 2 : at + 3] in _WHITE:
            break
        at += 2
    at += 2
    for end in _IMAGE_END.finditer(data, at):
        # Image bytes may spell " EI " too: what follows the true end reads as text.
        if _TEXTUAL.fullmatch(data, end.end(), min(len(data), end.end() + 12)):
            return end.end()
    return len(data)


def real(operand: bytes) -> float:
    """A number operand as a float; absurd ones are 0."""
    try:
        value = float(operand)
    except ValueError:
        return 0.0
    return value if math.isfinite(value) else 0.0
