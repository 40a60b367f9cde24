"""Whether a font is a bold face, by what its dictionaries say of it (ISO 32000-2, 9.8)."""

from __future__ import annotations

import re

FORCE_BOLD = 1 << 18
"""Bit of a font descriptor's /Flags (9.8.2)."""
BOLD_WEIGHT = 600
"""/FontWeight from which a face is bold: semi-bold; 400 is normal."""
_LONGEST = 128
"""Characters of a name that are looked at."""

_WORDS = re.compile(r"bold|heavy|black|demi(?!light)", re.IGNORECASE)
_SHORT = re.compile(r"(?:Bd|Blk|Hv|Sb|Dm|XBd)(?:Cn|It|Ital|Obl|Ex|Ou|Cond)*$")
"""Abbreviations of style names, as in ``HelveticaNeueLTStd-BdCn``."""
_AT_END = re.compile(
    r"(?:bold|heavy|black|demi)(?:mt|ps|it(?:alic)?|obl(?:ique)?)*$", re.IGNORECASE
)
_TEX = re.compile(r"(?:CM|SF|EC)(?:BX|B|SSBX|SSDC|BXTI|BXSL)\d")
"""Bold faces of Computer Modern by the names that TeX gives them."""


def is_bold(name: str, flags: int | None = None, weight: float | None = None) -> bool:
    """``name`` is /BaseFont, with or without a subset tag; ``flags`` and ``weight`` are the font
    descriptor's, None where they are absent.

    The style stands after a hyphen or comma (``Calibri,Bold``), or ends the name (``ArialBlack``);
    a word inside the family's name (``Blackadder``) says nothing.
    """
    if flags is not None and flags & FORCE_BOLD:
        return True
    if weight is not None and BOLD_WEIGHT <= weight <= 1000:
        return True
    name = name[:_LONGEST]
    if name[6:7] == "+":
        name = name[7:]
    family, mark, style = name.replace(",", "-").rpartition("-")
    if mark and family:
        return bool(_WORDS.search(style) or _SHORT.search(style)) or bool(_AT_END.search(family))
    return bool(_AT_END.search(name) or _TEX.match(name))
