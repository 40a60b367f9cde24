"""Resource dictionaries, forms and property lists, as the interpreter asks for them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dtaa_lint.pdf.content_data import read_stream
from dtaa_lint.pdf.content_scan import HEX, LITERAL, NAME, hexadecimal, literal
from dtaa_lint.pdf.fonts import Font, expand
from dtaa_lint.pdf.geometry import IDENTITY, Matrix
from dtaa_lint.pdf.objects import Ref, decode_name, text_string
from dtaa_lint.pdf.patterns import compile_pattern

if TYPE_CHECKING:
    from dtaa_lint.pdf.content import ContentReader


class _Lazy(dict[bytes, Any]):
    """Resource name as written -> value, made when first asked for."""

    def __init__(self, make: Callable[[str], Any]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, name: bytes) -> Any:
        value = self[name] = self.make(decode_name(name.decode("latin-1")))
        return value


class Resources:
    """A resource dictionary (7.8.3) as the interpreter uses it."""

    def __init__(self, reader: ContentReader, entries: dict[str, Any]) -> None:
        objects = reader.objects
        self.reader = reader
        self._fonts = objects.dictionary(entries.get("Font"))
        self._forms = objects.dictionary(entries.get("XObject"))
        self._states = objects.dictionary(entries.get("ExtGState"))
        self._properties = entries.get("Properties")
        self.silent_gs = not any(
            "Font" in objects.dictionary(state) for state in self._states.values()
        )
        self.fonts: dict[bytes, Font] = _Lazy(lambda name: reader.font(self._fonts.get(name)))
        self.forms: dict[bytes, Form | None] = _Lazy(
            lambda name: reader.form(self._forms.get(name))
        )
        self.images: dict[bytes, bool] = _Lazy(self._is_image)
        self.font_settings: dict[bytes, tuple[Font, float] | None] = _Lazy(self._font_setting)
        self.properties: dict[bytes, tuple[int, str | None, Ref | None]] = _Lazy(self._property)

    def _is_image(self, name: str) -> bool:
        entries = self.reader.objects.dictionary(self._forms.get(name))
        return entries.get("Subtype") == "Image"

    def _font_setting(self, name: str) -> tuple[Font, float] | None:
        objects = self.reader.objects
        pair = objects.array(objects.dictionary(self._states.get(name)).get("Font"))
        if len(pair) != 2:
            return None
        return self.reader.font(pair[0]), objects.number(pair[1]) or 0.0

    def _property(self, name: str) -> tuple[int, str | None, Ref | None]:
        objects = self.reader.objects
        value = objects.dictionary(self._properties).get(name)
        entries = objects.dictionary(value)
        mcid = objects.integer(entries.get("MCID"))
        actual = objects.resolve(entries.get("ActualText"))
        text = expand(text_string(actual)) if actual.__class__ is bytes else None
        layer = value if value.__class__ is tuple else None
        return (-1 if mcid is None or mcid < 0 else mcid), text, layer


class Form:
    """A Form XObject, or an annotation's appearance, read when first used."""

    def __init__(self, reader: ContentReader, ref: Ref, entries: dict[str, Any]) -> None:
        objects = reader.objects
        self.ref = ref
        numbers = [objects.number(n) or 0.0 for n in objects.array(entries.get("Matrix"))]
        self.matrix: Matrix = (
            (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
            if len(numbers) == 6
            else IDENTITY
        )
        self.box = reader.rectangle(entries.get("BBox"))
        layer = entries.get("OC")
        self.layer: Ref | None = layer if layer.__class__ is tuple else None
        self.marked = "StructParents" in entries
        """Whether it holds marked content of the structure tree on its own account (14.7.5.4)."""
        self._entries = entries
        self._data: tuple[bytes, str | None] | None = None
        self._resources: Resources | None = None
        self._textless: bool | None = None

    def data(self, reader: ContentReader) -> tuple[bytes, str | None]:
        if self._data is None:
            self._data = read_stream(
                reader.pdf, reader.objects, self.ref, reader.max_page_bytes // 4
            )
        return self._data

    def resources(self, reader: ContentReader) -> Resources | None:
        """The form's own resources; None when it uses those of its page."""
        if self._resources is None:
            value = self._entries.get("Resources")
            if value is None:
                return None
            self._resources = reader.resources(value)
        return self._resources

    def textless(self, reader: ContentReader) -> bool:
        """Whether the form surely shows no text and marks no content (so: is only drawing)."""
        if self._textless is None:
            data = self.data(reader)[0]
            self._textless = not any(op in data for op in (b"BT", b"Do", b"BDC"))
        return self._textless


_TOKEN = compile_pattern(
    rf"({NAME})|({LITERAL})|({HEX})|(\[[^\[\]]*+\])|([^\0\s()<>\[\]/]++)".encode("latin-1"),
    re.DOTALL,
)


def property_list(operand: bytes) -> tuple[int, str | None, Ref | None]:
    """(MCID or -1, ActualText or None, None) of a property list written in the content stream."""
    mcid, text = -1, None
    tokens = list(_TOKEN.finditer(operand, 2, len(operand) - 2))
    for key, value in zip(tokens[::2], tokens[1::2], strict=False):
        name = decode_name(key[0].decode("latin-1")) if key[1] else ""
        if name == "MCID" and value[5] and value[5].isdigit() and len(value[5]) < 10:
            mcid = int(value[5])
        elif name == "ActualText":
            if value[2]:
                text = text_string(literal(value[2][1:-1]))
            elif value[3]:
                text = text_string(hexadecimal(value[3][1:-1]))
    return mcid, None if text is None else expand(text), None
