"""``--format html``: the punch list as one page that needs nothing else.

``views`` are what the templates show; ``documents``, ``causes``, ``grids``, ``crops``, ``heat``,
``assessment`` and ``pictures`` make them from the report; ``charts`` draws; ``page`` puts it
together.
"""

from __future__ import annotations

import re
from dataclasses import replace

from dtaa_lint.findings.finding import Report
from dtaa_lint.report.html.assessment import assessment_view
from dtaa_lint.report.html.documents import document
from dtaa_lint.report.html.page import page
from dtaa_lint.report.html.pictures import Album
from dtaa_lint.report.html.views import DocumentView
from dtaa_lint.report.interface import RenderOptions

INDEX = "index.html"
_NAME = 60
"""Characters of the name of a document's page."""
_RESERVED = frozenset(
    [
        "index", "con", "prn", "aux", "nul",
        *(f"{name}{n}" for name in ("com", "lpt") for n in range(10)),
    ]
)  # fmt: skip
"""Names that are ours, or that Windows has for devices."""


def render(report: Report, options: RenderOptions) -> bytes:
    """The report as one HTML file."""
    album = Album(options.pictures)
    documents = _documents(report, options, album)
    return page("report.html.j2", options.words, {
        "report": report,
        "documents": documents,
        "many": len(documents) > 1,
        "back": "",
        "illustrated": album.given,
        "pictures": album.embedded(),
        "assessed": assessment_view(report.assessment, options.run_page, options.words),
    })  # fmt: skip


def render_site(report: Report, options: RenderOptions) -> list[tuple[str, bytes]]:
    """The report as files of one folder, by name: an index, and a page for each document."""
    names = page_names([file.path for file in report.files])
    pages: list[tuple[str, bytes]] = []
    rows: list[DocumentView] = []
    assessed = assessment_view(report.assessment, options.run_page, options.words)
    for number, name in enumerate(names):
        album = Album(options.pictures)
        view = replace(_document(report, number, album, options), href=name)
        content = page("report.html.j2", options.words, {
            "report": report,
            "documents": [view],
            "many": False,
            "back": INDEX,
            "illustrated": album.given,
            "pictures": album.embedded(),
            "assessed": assessed,
        })  # fmt: skip
        pages.append((name, content))
        # The index shows no findings; a hundred documents need not be held for it.
        rows.append(replace(view, causes=(), aside=(), heat=None))
    index = page("index.html.j2", options.words, {
        "report": report,
        "documents": rows,
        "assessed": assessed,
    })  # fmt: skip
    return [(INDEX, index), *pages]


def page_names(paths: list[str]) -> list[str]:
    """A name for the page of each document, after its file: ASCII, and no two alike in any case."""
    taken = set(_RESERVED)
    names = []
    for path in paths:
        stem = path.rsplit("/", 1)[-1].lower().removesuffix(".pdf")
        stem = re.sub("[^a-z0-9]+", "-", stem)[:_NAME].strip("-") or "document"
        name, count = stem, 1
        while name in taken:
            count += 1
            name = f"{stem}-{count}"
        taken.add(name)
        names.append(f"{name}.html")
    return names


def _documents(report: Report, options: RenderOptions, album: Album) -> list[DocumentView]:
    views = [_document(report, number, album, options) for number in range(len(report.files))]
    return [replace(view, href=f"#{view.id}") for view in views]


def _document(report: Report, number: int, album: Album, options: RenderOptions) -> DocumentView:
    return document(report, number, album, options.words, options.docs_url)
