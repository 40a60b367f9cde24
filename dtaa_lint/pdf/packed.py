"""Objects straight from object streams (ISO 32000-2, 7.5.7), past qpdf's.

Having qpdf parse, keep and write out an object that is read once costs more than all that is done
with it afterwards. qpdf remains the authority: where an object is, is what its cross-reference
table says, and whatever is not of the plainest notation (escapes in names, nested parentheses,
comments, ``null`` as a value, references to nothing, keys that come twice …) it is asked for.

Structure elements come by the ten thousand and look alike. The notation of one with its digits
made equal is its *shape*, of which a document has some hundreds; what a shape says is worked out
once, and an element is then its shape and its numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from dtaa_lint.pdf.content_data import inflate
from dtaa_lint.pdf.objects import Ref, Value, literal, parse
from dtaa_lint.pdf.patterns import compile_pattern

if TYPE_CHECKING:
    import pikepdf

MAX_STREAM = 16_000_000
"""Decoded bytes of one object stream; those of usual producers hold 100 or 200 objects."""
MAX_TOTAL = 64_000_000
MAX_OBJECTS = 1_000_000
"""Objects of a file; beyond, the table alone would fill the memory."""
MAX_SHAPED = 400
"""Bytes of an object that may have a shape: one with many kids is like no other."""
MAX_SHAPES = 20_000
MAX_MEMO = 100_000
MAX_DEPTH = 20

_EQUAL = bytes.maketrans(b"123456789", b"000000000")
_DIGITS = bytes(code if 48 <= code <= 57 else 32 for code in range(256))
_B = r"[\0\t\n\f\r ]*+"
_NAME = r"/[!\"$&'*-.0-;=?-Z\\^-z|~]++"
_TOKEN = (
    rf"<<|>>|[\[\]]|{_NAME}|\((?:[^()\\\r]++|\\[^\r\n])*+\)|"
    r"(?:[0-9]{1,9}+ 0 R|-?+[0-9]{1,9}+(?:\.[0-9]{0,9}+)?+|true|false|null)"
    r"(?=[\0\t\n\f\r /<>()\[\]])"
)
_PLAIN = compile_pattern(rf"(?:{_B}(?:{_TOKEN}))++{_B}")
_TOKENS = compile_pattern(_TOKEN)
_OPENING = compile_pattern(rf"{_B}(?:<<|\[)")
_ENTRY = compile_pattern(
    rf"{_B}({_NAME}){_B}(?:(0{{1,9}}+) 0 R(?![^\0\t\n\f\r />])|(0{{1,9}}+)(?=[/>]|{_B}[/>])|"
    rf"\[ *+((?:0{{1,9}}+ 0 R *+)++)\]|\[ *+((?:0{{1,9}}+(?: ++|(?=\])))++)\]|"
    rf"({_NAME})|(\([^()\\\r]*+\)))"
)


class _Shape(NamedTuple):
    """What objects of one shape have in common."""

    entries: dict[str, Value]
    """All keys, sorted as qpdf sorts them, with the values that are no numbers."""
    references: int
    """How many references there are."""
    numbers: tuple[tuple[str, int], ...]
    """(key, place among the numbers) of whole numbers."""
    refs: tuple[tuple[str, int], ...]
    """The same of references."""
    array: tuple[str, int, int, int] | None
    """(key, place of the first, place after the last, step) of the one array of numbers or
    references: a reference is two numbers."""


_NEW = _Shape({}, -1, (), (), None)
"""Stands for a shape that has not come yet."""
_ONCE = _Shape({}, -2, (), (), None)
"""Stands for a shape that has come once."""


class _Odd(Exception):
    """The object must be asked of qpdf."""


class _Values(dict[str, Value]):
    """Token -> value; remembers what returns often."""

    def __init__(self, refs: dict[bytes, Ref]) -> None:
        self._refs = refs

    def __missing__(self, token: str) -> Value:
        first = token[0]
        value: Value
        if first == "/":
            value = token[1:]
        elif first == "(":
            return literal(token[1:-1])
        elif token[-1] == "R":
            # Of a reference to nothing, which is null for qpdf, this knows nothing.
            value = self._refs[token[:-4].encode("ascii")]
        elif first in "tfn":
            value = {"true": True, "false": False, "null": None}[token]
        else:
            value = float(token) if "." in token else int(token)
        if len(self) < MAX_MEMO:
            self[token] = value
        return value


def packed_objects(pdf: pikepdf.Pdf) -> PackedObjects | None:
    """What stands in the object streams of ``pdf``; None when it names too many objects."""
    size: Any = pdf.trailer.get("/Size")
    return PackedObjects(pdf) if isinstance(size, int) and size <= MAX_OBJECTS else None


class PackedObjects:
    """Reads what stands in the object streams of one file."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self._pdf = pdf
        table = pdf.get_xref_table()
        self._refs: dict[bytes, Ref] = {b"%d" % ref[0]: ref for ref in table if not ref[1]}
        """The digits of a reference -> the reference, of those to anything."""
        self._notations: dict[int, bytes] = {}
        """Object number -> what stands for it in an object stream."""
        self._left = MAX_TOTAL
        self._shapes: dict[bytes, _Shape | None] = {}
        self._values = _Values(self._refs)
        self._there: set[Ref] = set()
        """References that are known to lead to something."""
        homes = {ref[0]: entry.obj_stream_number for ref, entry in table.items()}
        for number in dict.fromkeys(homes.values()):
            if number:
                self._unpack(number, homes)

    def read(self, ref: Ref) -> Value:
        """The dictionary or array that ``ref`` leads to, as qpdf would tell it; None when qpdf
        must be asked."""
        notation = self._notations.get(ref[0])
        if notation is None or ref[1]:
            return None
        try:
            if len(notation) <= MAX_SHAPED:
                key = notation.translate(_EQUAL)
                shape = self._shapes.get(key, _NEW)
                if shape is _ONCE:
                    shape = self._shapes[key] = _read_shape(key.decode("latin-1"))
                if shape is _NEW:
                    # Worked out when it comes again: most objects have a shape that does, most
                    # shapes come once.
                    if len(self._shapes) < MAX_SHAPES:
                        self._shapes[key] = _ONCE
                elif shape is not None and notation.count(b" 0 R") == shape[1]:
                    return self._fill(shape, notation.translate(_DIGITS).split())
            return self._parse(notation.decode("latin-1"))
        except (_Odd, KeyError):
            return None

    def _lead(self, ref: Ref) -> None:
        """Raises ``_Odd`` unless ``ref`` leads to something: qpdf tells of no entries whose value
        is null."""
        notation = self._notations.get(ref[0])
        if notation is not None and not ref[1]:
            leads = notation.strip(b"\0\t\n\f\r ") != b"null"
        else:
            try:
                leads = self._pdf.get_object(ref) is not None
            except Exception:
                leads = False
        if not leads:
            raise _Odd
        self._there.add(ref)

    def _fill(self, shape: _Shape, digits: list[bytes]) -> dict[str, Value]:
        """The object of that shape. Raises ``_Odd`` or KeyError."""
        entries, _, numbers, refs, array = shape
        found = entries.copy()
        known, there = self._refs, self._there
        for key, at in refs:
            ref = found[key] = known[digits[at]]
            if ref not in there:
                self._lead(ref)
        for key, at in numbers:
            found[key] = int(digits[at])
        if array is not None:
            key, first, last, step = array
            convert = int if step == 1 else known.__getitem__
            found[key] = list(map(convert, digits[first:last:step]))
        return found

    def _parse(self, notation: str) -> Value:
        """Any plain dictionary or array. Raises ``_Odd``."""
        if not _OPENING.match(notation) or not _PLAIN.fullmatch(notation):
            raise _Odd
        values = self._values
        current: list[Value] = []
        stack: list[list[Value]] = []
        for token in _TOKENS.findall(notation):
            if token == "<<" or token == "[":
                stack.append(current)
                current = []
                if len(stack) > MAX_DEPTH:
                    raise _Odd
            elif token == ">>" or token == "]":
                if not stack:
                    raise _Odd
                done: Value = self._dictionary(current) if token == ">>" else current
                current = stack.pop()
                current.append(done)
            else:
                current.append(values[token])
        if stack or len(current) != 1:
            raise _Odd
        return current[0]

    def _dictionary(self, flat: list[Value]) -> dict[str, Value]:
        """Keys and values in turn, sorted as qpdf sorts them. Raises ``_Odd``."""
        keys, values = flat[::2], flat[1::2]
        there = self._there
        for key in keys:
            if key.__class__ is not str:
                raise _Odd
        for value in values:
            if value is None:
                raise _Odd
            if value.__class__ is tuple and value not in there:
                self._lead(value)
        found = dict(zip(keys, values, strict=False))
        if len(found) != len(keys) or len(values) != len(keys):
            raise _Odd
        in_order = sorted(keys)
        return found if keys == in_order else {key: found[key] for key in in_order}

    def _unpack(self, number: int, homes: dict[int, int | None]) -> None:
        """Takes object stream ``number`` apart; ``homes``: object number -> the stream it is in.
        Takes nothing when anything about the stream is unusual."""
        try:
            stream: Any = self._pdf.get_object((number, 0))
            header = parse(stream.stream_dict.unparse(resolved=True))
            raw = bytes(stream.read_raw_bytes())
        except Exception:
            return
        count, first = header.get("N"), header.get("First")
        if header.get("Filter") != "FlateDecode" or "DecodeParms" in header:
            return
        if count.__class__ is not int or first.__class__ is not int:
            return
        data, problem = inflate(raw, min(MAX_STREAM, self._left))
        self._left -= len(data)
        if problem is not None or not 0 <= first <= len(data):
            return
        try:
            head = list(map(int, data[:first].split()))
        except ValueError:
            return
        ids, starts = head[::2], head[1::2]
        if len(ids) != count or len(starts) != count or len(set(ids)) != count:
            return
        if starts != sorted(starts) or (starts and starts[0] < 0):
            return
        ends = [*starts[1:], len(data) - first]
        for objid, start, end in zip(ids, starts, ends, strict=True):
            if homes.get(objid) == number:
                self._notations[objid] = data[first + start : first + end]


def _read_shape(notation: str) -> _Shape | None:
    """What a notation with all its digits 0 says; None for what has no shape."""
    entries: dict[str, Value] = {}
    numbers: list[tuple[str, int]] = []
    refs: list[tuple[str, int]] = []
    array: tuple[str, int, int, int] | None = None
    at = references = 0
    opening = _OPENING.match(notation)
    if opening is None:
        return None
    position = opening.end()
    while match := _ENTRY.match(notation, position):
        position = match.end()
        key, reference, number, several_refs, several, name, string = match.groups()
        key = key[1:]
        if key in entries or "0" in f"{key}{name}{string}":
            return None
        entries[key] = None
        if reference:
            refs.append((key, at))
            references += 1
            at += 2
        elif number:
            numbers.append((key, at))
            at += 1
        elif several_refs or several:
            if array is not None:
                return None
            step = 2 if several_refs else 1
            count = len((several_refs or several).replace(" 0 R", " ").split())
            array = (key, at, at + step * count, step)
            references += count if several_refs else 0
            at += step * count
        else:
            entries[key] = name[1:] if name else literal(string[1:-1])
    if notation[position:].strip("\0\t\n\f\r ") != ">>":
        return None
    return _Shape(dict(sorted(entries.items())), references, tuple(numbers), tuple(refs), array)
