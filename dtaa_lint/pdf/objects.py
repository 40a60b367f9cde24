"""PDF objects as plain Python values, read through qpdf's unparser.

Going through pikepdf's object wrappers costs about 20 µs for each structure element; asking qpdf
for the object's notation and reading that costs a third. The notation that arrives here is always
the one that qpdf writes, whatever the file looks like: tokens parted by one space, names with
``#xx`` for everything outside printable ASCII, parentheses in literal strings escaped.

Values: ``dict`` (keys without slash), ``list``, ``str`` for names (without slash), ``bytes`` for
strings, ``int``, ``float``, ``bool``, ``None``; a reference is a tuple (object number, generation).
"""

from __future__ import annotations

import codecs
import math
import re
from typing import TYPE_CHECKING, Any, TypeAlias

from dtaa_lint.pdf.patterns import compile_pattern

if TYPE_CHECKING:
    import pikepdf

    from dtaa_lint.pdf.packed import PackedObjects

Ref: TypeAlias = tuple[int, int]
"""(object number, generation)."""

Value: TypeAlias = Any
"""``dict``, ``list``, ``str`` (name), ``bytes`` (string), number, bool, ``None`` or ``Ref``."""

MAX_OBJECT = 2**31 - 1


class StreamDict(dict[str, Value]):
    """The dictionary of a stream object."""


_NAME_ESCAPE = re.compile(r"#([0-9A-Fa-f]{2})")
_LITERAL = re.compile(r"\(([^()\\]*(?:\\.[^()\\]*)*)\)", re.DOTALL)
_LITERAL_ESCAPE = re.compile(r"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "\r\n": "", "\n": "", "\r": ""}
_OPENERS = frozenset(("<<", "["))
_STRUCTURAL = frozenset(("<<", ">>", "[", "]", "R"))
_MEMO_LIMIT = 100_000


def decode_name(token: str) -> str:
    """A name token (with its slash) as text; bytes that are no UTF-8 read as Latin-1."""
    if "#" not in token and token.isascii():
        return token[1:]
    raw = _NAME_ESCAPE.sub(lambda m: chr(int(m[1], 16)), token[1:])
    data = raw.encode("latin-1", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _unescape(match: re.Match[str]) -> str:
    what = match[1]
    if what[0] in "01234567":
        return chr(int(what, 8) & 0xFF)
    return _ESCAPES.get(what, what)


def literal(body: str) -> bytes:
    """The bytes of a literal string, given what stands between its parentheses."""
    if "\\" in body:
        body = _LITERAL_ESCAPE.sub(_unescape, body)
    return body.encode("latin-1", "replace")


def _hexadecimal(body: str) -> bytes:
    if len(body) % 2:
        body += "0"
    try:
        return bytes.fromhex(body)
    except ValueError:
        return b""


def _number(token: str) -> int | float | None:
    try:
        return int(token)
    except ValueError:
        pass
    try:
        value = float(token)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


class _Memo(dict[str, Value]):
    """Token -> value for everything but structure; remembers what returns often."""

    def __missing__(self, token: str) -> Value:
        first = token[0]
        value: Value
        if first == "/":
            value = decode_name(token)
        elif first in "0123456789+-.":
            reference = token[-1] == "R" and token[:-1].isdecimal()
            value = (int(token[:-1]), 0) if reference else _number(token)
        elif first == "<":
            return _hexadecimal(token[1:-1])
        elif token == "true":
            value = True
        elif token == "false":
            value = False
        else:
            value = None
        if len(self) < _MEMO_LIMIT and len(token) < 128:
            self[token] = value
        return value


_memo = _Memo()


def _split(text: str) -> list[str]:
    """Tokens of a notation without literal strings; a reference ``7 0 R`` becomes one, ``7R``."""
    return text.replace(" 0 R", "R").split()


def _tokens(text: str) -> list[str | bytes]:
    """Tokens of a notation with literal strings in it: strings arrive decoded, as ``bytes``."""
    found: list[str | bytes] = []
    position = 0
    while True:
        start = text.find("(", position)
        if start < 0:
            found.extend(_split(text[position:]))
            return found
        found.extend(_split(text[position:start]))
        match = _LITERAL.match(text, start)
        if match is None:
            return found
        found.append(literal(match[1]))
        position = match.end()


_SHORT = rb"(?:[0-9]++ 0 R|/[^ #()<>\[\]{}/%]++|\([^()\\]*+\)) "
_ELEMENT = compile_pattern(
    rb"<< ((?:/(?:A|ActualText|Alt|C|E|ID) " + _SHORT + rb")*+)"
    rb"(?:/K (?:([0-9]++) (?=/)|([0-9]++) 0 R |\[ (?:((?:[0-9]++ 0 R )++)|((?:[0-9]++ )++))\] ))?+"
    rb"((?:/Lang " + _SHORT + rb")?+)/P ([0-9]++) 0 R (?:/Pg ([0-9]++) 0 R )?+"
    rb"/S (/[^ ()<>\[\]{}/%]++) ((?:/T " + _SHORT + rb")?+)(/Type /StructElem )?+>>"
)
"""A structure element with short entries and uniform kids, its keys in the order of qpdf."""


class _Short(dict[bytes, Value]):
    """The notation of something short -> its value; remembers what returns often."""

    def __missing__(self, notation: bytes) -> Value:
        if len(self) >= _MEMO_LIMIT:
            self.clear()
        value = self[notation] = parse(notation)
        return value


_short = _Short()


def parse_element(notation: bytes) -> Value:
    """As ``parse``, quicker for structure elements with nothing special."""
    match = _ELEMENT.fullmatch(notation)
    if match is None:
        return parse(notation)
    before, mcid, kid, kids, mcids, lang, parent, page, name, after, typed = match.groups()
    found: dict[str, Value] = {"S": _short[name], "P": (int(parent), 0)}
    if page:
        found["Pg"] = _short[page + b" 0 R"]
    if mcid:
        found["K"] = int(mcid)
    elif kid:
        found["K"] = (int(kid), 0)
    elif kids:
        found["K"] = [(int(number), 0) for number in kids.split(b" 0 R ")[:-1]]
    elif mcids:
        found["K"] = list(map(int, mcids.split()))
    if typed:
        found["Type"] = "StructElem"
    if before or lang or after:
        rest = b"<< %b%b%b>>" % (before, lang, after)
        found.update(_short[rest] if len(rest) < 100 else parse(rest))
    return found


def parse(notation: bytes) -> Value:
    """The value that qpdf's notation ``notation`` stands for.

    Never raises: what cannot be read as a value is ``None``, an unclosed container ends with the
    notation.
    """
    text = notation.decode("latin-1")
    tokens: list[Any] = _tokens(text) if "(" in text else _split(text)
    memo = _memo
    current: list[Value] = []
    stack: list[list[Value]] = []
    for token in tokens:
        if token in _STRUCTURAL:
            if token == "R":
                if len(current) >= 2:
                    generation = current.pop()
                    number = current.pop()
                    if number.__class__ is int and generation.__class__ is int:
                        current.append((number, generation))
                    else:
                        current.append(None)
            elif token in _OPENERS:
                stack.append(current)
                current = []
            elif stack:
                done: Value = current
                if token == ">>":
                    done = _dictionary(current)
                current = stack.pop()
                current.append(done)
        elif token.__class__ is bytes:
            current.append(token)
        else:
            current.append(memo[token])
    while stack:
        # Cut short: close what is open.
        done = current
        current = stack.pop()
        current.append(done)
    return current[0] if current else None


def _dictionary(flat: list[Value]) -> dict[str, Value]:
    keys = flat[::2]
    try:
        made = dict(zip(keys, flat[1::2], strict=False))
    except TypeError:
        # A container in a key's place; qpdf does not write that, a damaged notation may.
        return {k: v for k, v in zip(keys, flat[1::2], strict=False) if isinstance(k, str)}
    return made


class Objects:
    """The objects of one open file, by reference."""

    def __init__(self, pdf: pikepdf.Pdf, packed: PackedObjects | None = None) -> None:
        """``packed``: the object streams, for a file that has any."""
        self.pdf = pdf
        self._packed = packed
        self._get = pdf.get_object
        self._cache: dict[Ref, Value] = {}

    def fetch(self, ref: Ref) -> Value:
        """The object itself, not resolved further; ``None`` when missing, never an error.

        Streams yield a ``StreamDict``.
        """
        if self._packed is not None:
            found = self._packed.read(ref)
            if found is not None:
                return found
        try:
            notation = self._get(ref).unparse(resolved=True)
        except Exception:
            return self._scalar(ref)
        value = parse_element(notation)
        if value.__class__ is tuple:
            # A stream's notation is its own reference.
            return self._stream(self._get(ref))
        return value

    def _scalar(self, ref: Ref) -> Value:
        """An object that pikepdf hands over as a Python value."""
        try:
            found: Any = self._get(ref)
        except Exception:
            return None
        if found is None or found.__class__ in (bool, int, str, float):
            return found
        return _decimal(found)

    def _stream(self, found: pikepdf.Object) -> Value:
        try:
            value = parse(found.stream_dict.unparse(resolved=True))
        except Exception:
            return None
        return StreamDict(value) if isinstance(value, dict) else None

    def resolve(self, value: Value) -> Value:
        """``value`` with references followed (at most 32 of them), results remembered."""
        if value.__class__ is not tuple:
            return value
        known = self._cache.get(value, self)
        if known is not self:
            return known
        first: Ref = value
        for _ in range(32):
            value = self.fetch(value)
            if value.__class__ is not tuple:
                break
        else:
            value = None
        self._cache[first] = value
        return value

    def dictionary(self, value: Value) -> dict[str, Value]:
        """``value`` resolved when it is a dictionary (or stream), else an empty one."""
        value = self.resolve(value)
        return value if isinstance(value, dict) else {}

    def array(self, value: Value) -> list[Value]:
        """``value`` resolved when it is an array, else an empty one."""
        value = self.resolve(value)
        return value if isinstance(value, list) else []

    def text(self, value: Value) -> str | None:
        """A text string (7.9.2.2) as ``str``; names pass as text; ``None`` for other types."""
        value = self.resolve(value)
        if value.__class__ is bytes:
            return text_string(value)
        return value if isinstance(value, str) else None

    def name(self, value: Value) -> str | None:
        """A name as text; strings pass too, as many producers confuse the two."""
        value = self.resolve(value)
        if value.__class__ is str:
            return str(value)
        return text_string(value) if value.__class__ is bytes else None

    def integer(self, value: Value) -> int | None:
        """A whole number, also when written as a real; ``None`` for everything else."""
        value = self.resolve(value)
        if value.__class__ is int:
            return int(value)
        if value.__class__ is float and value.is_integer():
            return int(value)
        return None

    def number(self, value: Value) -> float | None:
        value = self.resolve(value)
        if value.__class__ is float or value.__class__ is int:
            return clamp(value)
        return None


def clamp(value: float) -> float:
    """``value`` as a float; coordinates beyond ±1e9 points are no coordinates and become that."""
    return max(-1e9, min(1e9, float(value))) if abs(value) < 10**300 else math.copysign(1e9, value)


def _decimal(found: Any) -> Value:
    """A plain number that pikepdf hands over as a Python value of its own (Decimal)."""
    try:
        value = float(found)
    except Exception:
        return None
    return value if math.isfinite(value) else None


def _pdfdoc_table() -> str:
    """PDFDocEncoding (ISO 32000-2, Annex D.3) as a table of 256 characters."""
    table = [chr(code) for code in range(256)]
    table[0x18:0x20] = "˘ˇˆ˙˝˛˚˜"
    table[0x80:0xA1] = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\ufffd€"
    table[0x7F] = "\ufffd"
    table[0xAD] = "\u00ad"
    return "".join(table)


_PDFDOC = _pdfdoc_table()
_LANGUAGE_ESCAPE = re.compile("\x1b[^\x1b]{1,8}\x1b")


def text_string(data: bytes) -> str:
    """A PDF text string (7.9.2.2): UTF-16 or UTF-8 by byte order mark, else PDFDocEncoding.

    Bytes that fit no encoding become U+FFFD; language escapes (7.9.2.2.2) are dropped, and so are
    null characters at the end: some producers write strings as C keeps them.
    """
    start = data[:3]
    if start[:2] == b"\xfe\xff":
        text = data[2:].decode("utf-16-be", "replace")
    elif start[:2] == b"\xff\xfe":
        text = data[2:].decode("utf-16-le", "replace")
    elif start == b"\xef\xbb\xbf":
        text = data[3:].decode("utf-8", "replace")
    else:
        return codecs.charmap_decode(data, "replace", _PDFDOC)[0].rstrip("\0")
    if "\x1b" in text:
        text = _LANGUAGE_ESCAPE.sub("", text)
    return text.rstrip("\0")


def identifier(data: bytes) -> str:
    """An element identifier (a byte string) as text: UTF-8, else Latin-1 of the bytes."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")
