"""Glyph names and encodings of simple fonts (ISO 32000-2, 9.6.5 and Annex D).

The tables come from playa-pdf, which is imported when a font needs them and not before: most
files carry ToUnicode maps throughout. Its modules of plain data are read by themselves, because
``import playa`` takes about 0.08 s, a third of what a two-page document takes in all.
"""

from __future__ import annotations

import importlib.util
import io
import logging
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

# playa-pdf logs what it meets in damaged font programs; what matters of it is in our results.
logging.getLogger("playa").setLevel(logging.CRITICAL)

UNMAPPED = "\ufffd"

STANDARD_FONTS = {
    "Arial": "Helvetica",
    "ArialMT": "Helvetica",
    "CourierNew": "Courier",
    "CourierNewPS": "Courier",
    "CourierNewPSMT": "Courier",
    "TimesNewRoman": "Times",
    "TimesNewRomanPS": "Times",
    "TimesNewRomanPSMT": "Times",
}
"""Names under which producers ask for the standard fonts (family part)."""

_SUFFIXES = {
    "Helvetica": ("Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Helvetica-BoldOblique"),
    "Courier": ("Courier", "Courier-Bold", "Courier-Oblique", "Courier-BoldOblique"),
    "Times": ("Times-Roman", "Times-Bold", "Times-Italic", "Times-BoldItalic"),
}
_UNI = re.compile(r"uni((?:[0-9A-F]{4})+)")
_U = re.compile(r"u([0-9A-F]{4,6})")


@lru_cache(None)
def _data_module(name: str) -> Any:
    """A module of playa-pdf that holds nothing but tables, without the rest of the package."""
    package = importlib.util.find_spec("playa")
    if package is None or package.origin is None:
        raise ImportError("playa-pdf is not installed")
    place = Path(package.origin).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"{__name__}.{name}", place)
    if spec is None or spec.loader is None or not place.is_file():
        return importlib.import_module(f"playa.{name}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def standard_name(base_font: str) -> str | None:
    """The standard-14 name that ``base_font`` stands for, None when it is none of them."""
    name = base_font.split("+", 1)[-1].replace(" ", "")
    family, _, style = name.replace(",", "-").partition("-")
    family = STANDARD_FONTS.get(family, family)
    if family in ("Symbol", "ZapfDingbats"):
        return family
    if family not in _SUFFIXES:
        return None
    slanted = "Italic" in style or "Oblique" in style
    return _SUFFIXES[family][("Bold" in style) + 2 * slanted]


@lru_cache(None)
def standard_widths(name: str) -> Mapping[str, int]:
    """Text of a glyph -> advance width in thousandths of an em, for a standard font."""
    from playa.fontmetrics import FONT_METRICS

    found = FONT_METRICS.get(name)
    return found[1] if found else {}


@lru_cache(None)
def base_encoding(name: str) -> Mapping[int, str]:
    """Code -> glyph name of a predefined encoding, or of Symbol / ZapfDingbats."""
    encodings = _data_module("encodings")
    known: dict[str, Mapping[int, str]] = {
        "Symbol": encodings.SYMBOL_BUILTIN_ENCODING,
        "ZapfDingbats": encodings.ZAPFDINGBATS_BUILTIN_ENCODING,
        "WinAnsiEncoding": encodings.WIN_ANSI_ENCODING,
        "MacRomanEncoding": encodings.MAC_ROMAN_ENCODING,
        "MacExpertEncoding": encodings.MAC_EXPERT_ENCODING,
        "StandardEncoding": encodings.STANDARD_ENCODING,
    }
    return known.get(name) or known["StandardEncoding"]


@lru_cache(4096)
def glyph_text(name: str) -> str:
    """Unicode text of a glyph name by the Adobe Glyph List's rules; empty when it has none."""
    glyphname2unicode = _data_module("glyphlist").glyphname2unicode
    stem = name.split(".", 1)[0] if not name.startswith(".") else ""
    parts = stem.split("_") if len(stem) < 256 else []
    found: list[str] = []
    for part in parts:
        text = glyphname2unicode.get(part, "")
        if not text:
            match = _UNI.fullmatch(part)
            if match:
                digits = match[1]
                points = [int(digits[i : i + 4], 16) for i in range(0, len(digits), 4)]
            else:
                match = _U.fullmatch(part)
                points = [int(match[1], 16)] if match else []
            if all(p < 0xD800 or 0xDFFF < p <= 0x10FFFF for p in points):
                text = "".join(map(chr, points))
        if not text:
            return ""
        found.append(text)
    return "".join(found)


def type1_encoding(program: bytes) -> Mapping[int, str]:
    """The built-in encoding of a Type 1 font program; empty when it cannot be read."""
    from playa.fontprogram import Type1FontHeaderParser

    try:
        # What follows eexec is encrypted; the encoding stands in the clear before it.
        clear = program.split(b"eexec", 1)[0]
        encoding: dict[int, str] = Type1FontHeaderParser(clear).get_encoding()
    except Exception:
        return {}
    return encoding


def cff_encoding(program: bytes) -> Mapping[int, str]:
    """The built-in encoding of a bare CFF font program; empty when it cannot be read."""
    from playa.fontprogram import CFFFontProgram

    try:
        font = CFFFontProgram("", io.BytesIO(program))
        encoding: dict[int, str] = {} if font.is_cidfont else font.code2name
    except Exception:
        return {}
    return encoding
