"""The colours of marks, as red, green and blue from 0 to 1. They are told apart by those who see no
red or no green as well, and never say anything that the words of a mark do not say."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from dtaa_lint.report.mark_places import Shape
from dtaa_lint.report.marks import Kind, Mark

Colour = tuple[float, float, float]

LINES: Mapping[Kind, Colour] = MappingProxyType(
    {
        Kind.ERROR: (0.78, 0.11, 0.11),
        Kind.WARNING: (0.85, 0.45, 0.0),
        Kind.INFO: (0.08, 0.4, 0.75),
        Kind.RELATED: (0.45, 0.2, 0.65),
        Kind.ABOUT: (0.3, 0.35, 0.4),
    }
)
"""Frames and icons."""
FILLS: Mapping[Kind, Colour] = MappingProxyType(
    {
        **LINES,
        Kind.ERROR: (1.0, 0.67, 0.67),
        Kind.WARNING: (1.0, 0.82, 0.45),
        Kind.INFO: (0.66, 0.84, 1.0),
        Kind.RELATED: (0.9, 0.84, 0.98),
    }
)
"""Highlights, which text must stay readable through."""


def colour(mark: Mark) -> Colour:
    """The colour of a mark."""
    return (FILLS if mark.shape is Shape.HIGHLIGHT else LINES)[mark.kind]
