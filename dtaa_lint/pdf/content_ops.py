"""Numbers of the instruction pattern's groups, by which the interpreter tells instructions apart.

``match.lastindex`` is the last group of the alternative that matched; the first table names that
group for each kind of instruction, the second one those that hold operands.
"""

from __future__ import annotations

from dtaa_lint.pdf.content_scan import instruction_pattern

_GROUPS = instruction_pattern(True).groupindex
(
    TJ, TJ1, SAVE, SAVE_CLIP, SAVE_SHIFT, RESTORE, BT, BT_PLACE, BT_TJ, BT_TJ1, SHIFT, PLACE,
    TD_MOVE, TD_TJ, CLIP, TM, CM, TD_LEAD, TC, TW, TR, TZ, TL, TS, EMC, EMC_BDC, BDC, BDCP,
    TF, BMC, DO, GS, TSTAR, NEXT, DQUOTE, FRAMED_TJ, FRAMED_TJ1,
) = (
    _GROUPS[name]
    for name in (
        "TJ", "Tj", "q", "qW", "qy", "Q", "BT", "b6", "bTJ", "bTj", "shift", "place",
        "Td", "moved", "clip", "Tm", "cm", "TD", "Tc", "Tw", "Tr", "Tz", "TL", "Ts", "EMC", "emcid",
        "BDC", "BDCp", "Tf", "BMC", "Do", "gs", "Tstar", "next", "dquote",
        "wTJ", "wTj",
    )
)  # fmt: skip
(
    TX, TY, N1, N2, N3, N4, N5, N6, NAME, MCID, PROPERTIES, SIZE, AW, AC, SPACED, QX, QCLIP,
    BFONT, BSIZE, B1, B2, B3, B4, B5, B6, ETAG, SETTING, W5, W6,
) = (
    _GROUPS[name]
    for name in (
        "tx", "ty", "n1", "n2", "n3", "n4", "n5", "n6", "name", "mcid", "properties", "size",
        "aw", "ac", "spaced", "qx", "qclip", "bfont", "bsize", "b1", "b2", "b3", "b4", "b5", "b6",
        "etag", "setting", "w5", "w6",
    )
)  # fmt: skip

SHOWS = frozenset((TJ, TJ1))
BLOCKS = frozenset((BT_PLACE, BT_TJ, BT_TJ1))
"""BT with font and text matrix at once, and what it shows first."""
SAVES = frozenset((SAVE, SAVE_CLIP, SAVE_SHIFT))
"""q, and what follows it at once: a clipping rectangle, a translation."""
FRAMED = frozenset((FRAMED_TJ, FRAMED_TJ1))
"""q, a clipping rectangle, BT, font, text matrix, one string, ET, Q: how Word shows a string."""
MOVES = frozenset((TD_MOVE, TD_TJ))
"""Td, and the string shown right after it."""
BEGINS = frozenset((BDC, BDCP, BMC))
LINES = frozenset((NEXT, DQUOTE))
