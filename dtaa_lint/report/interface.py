"""The seam of the renderers: a report format is a pure function from a report to bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from dtaa_lint.findings.finding import Report
from dtaa_lint.words import ENGLISH, Words


@dataclass(frozen=True, slots=True)
class PageImage:
    """A page as people see it."""

    data: bytes
    """An image file."""
    media_type: str
    """``image/png`` or ``image/jpeg``."""
    width: int
    """Pixels."""
    height: int
    """Pixels."""
    matrix: tuple[float, float, float, float, float, float]
    """From default user space (points, origin below left; where the boxes of findings are) to
    pixels (origin above left): x' = a x + c y + e, y' = b x + d y + f (ISO 32000-2, 8.3.3); it
    knows the crop box and the rotation of the page."""


class Pictures(Protocol):
    """Shows pages of the files of a report. It alone reads PDFs while a report is rendered."""

    def page(self, file: int, page: int) -> PageImage | None:
        """Page ``page`` (0-based) of ``report.files[file]``; None where there is no picture of it:
        it cannot be rendered, or the limit for the report is reached."""
        ...


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
    words: Words = ENGLISH
    """The language of what the report says by itself."""
    pictures: Pictures | None = None
    """Pictures of pages (formats that need them only); None: without any."""
    fail_on: str = "warning"
    """The fail level, for formats that say whether a file passes: ``error``, ``warning``, ``info``
    or ``never``."""
    docs_url: str | None = None
    """Address of the documentation (``http`` or ``https``), for links to the pages of rules
    (``report.links``); None: no links."""
    run_page: str = ""
    """Where the page of an assessment's run is, relative to the report that is rendered, as an
    address (formats with links only); empty where there is none, or the way to it is not known."""


class Renderer(Protocol):
    """One module per format has a function ``render`` of this shape."""

    def __call__(self, report: Report, options: RenderOptions) -> bytes: ...


class SiteRenderer(Protocol):
    """Modules of formats that can fill a folder have a function ``render_site`` of this shape."""

    def __call__(self, report: Report, options: RenderOptions) -> list[tuple[str, bytes]]:
        """Names of files in the folder, and what is in them."""
        ...
