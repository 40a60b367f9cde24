"""The seam of the renderers: a report format is a pure function from a report to bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from dtaa_lint.findings.finding import Report


@dataclass(frozen=True, slots=True)
class RenderOptions:
    color: bool = False
    """Terminal colours (text format only)."""
    width: int = 100
    """Columns of the terminal (text format only); give the default when it is no terminal."""
    statistics: bool = False
    """Show counts per rule in place of the findings (text format only)."""
    quiet: bool = False
    """Only findings and errors, no summary and no totals (text format only)."""
    places: int = 5
    """Places shown per cause (text format only); 0 shows all."""


class Renderer(Protocol):
    """One module per format has a function ``render`` of this shape."""

    def __call__(self, report: Report, options: RenderOptions) -> bytes: ...
