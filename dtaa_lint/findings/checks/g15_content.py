"""G15: nothing of the page's furniture stands in the content."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.page_blocks import page_blocks
from dtaa_lint.findings.walk import opening
from dtaa_lint.findings.wording import Phrase, fold, page_ranges
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import Page, RunFlag
from dtaa_lint.universe.model import Reason

_MARGIN = 0.12
"""Share of the page's height, at its top and its bottom, where running lines stand."""
_PAGES = 3
"""Pages on which a line must stand at the same place."""
_PLACE = 4.0
"""Points by which the place may differ."""
_LONGEST = 200
"""Characters of a running line."""
_NUMBERS = 6
"""Numbers of a line that may be the page's."""
_INSIDE = 32
"""Elements of a line in which a link is looked for."""
_HEADINGS = frozenset({"H", "H1", "H2", "H3", "H4", "H5", "H6", "Title"})
_NUMBER = re.compile(r"\d{1,5}")
_WRITE_IN = ("__", "....")
"""In a line that is to be filled in on each page."""


class _Line(NamedTuple):
    page: int
    node: int
    height: float
    """Lower edge, in points."""
    text: str


@check("DT1504")
def artifact_in_content(context: Context) -> Iterator[Issue | Inapplicable]:
    """Artifacts inside the content of an element; running headers, footers and page numbers that
    are tagged as paragraphs: the same text at the same place of three pages; numbers of lines
    within the texts.

    Passes: artifacts without text, repeated headings (G07), header rows of tables, lines that are
    to be filled in.
    """
    view = context.view
    if not view.document.runs:
        yield Inapplicable("the document has no text")
        return
    yield from _inside(context)
    yield from _line_numbers(context)
    labels = [page.label for page in view.document.pages]
    for lines in running_lines(context):
        first = lines[0]
        nodes = list(dict.fromkeys(line.node for line in lines))
        pages = sorted({line.page for line in lines})
        variant = "running" if any(map(str.isalpha, first.text)) else "page-number"
        if variant == "running" and any(_linked(view, node) for node in nodes):
            variant = "running-link"
        explains = {i for node in nodes for i in context.rejected(node, Reason.FRAGMENT)}
        yield Issue(
            first.node,
            first.text,
            variant,
            {
                "times": len(pages),
                "pages": page_ranges(pages, labels),
                "where": Phrase(
                    "foot" if _low(view.document.pages[first.page], first.height) else "head"
                ),
            },
            related=tuple((node, "the same line") for node in nodes[1:]),
            explains=tuple(sorted(explains)),
        )


def _linked(view: View, node: int) -> bool:
    """Whether the line holds a link."""
    element = view.nodes[node]
    stop = min(element.end, element.index + _INSIDE)
    return any(view.nodes[at].type == "Link" for at in range(element.index, stop))


def _inside(context: Context) -> Iterator[Issue]:
    """One issue per element whose content holds an artifact with text."""
    view = context.view
    told: set[int] = set()
    for run in view.document.runs:
        if not run.flags & RunFlag.ARTIFACT_INSIDE or run.owner in told or not run.raw:
            continue
        own = view.document.text[run.start : run.end]
        shown = _missing(run.raw, own)
        if run.flags & RunFlag.ACTUAL_TEXT or not any(map(str.isalnum, shown)):
            continue
        told.add(run.owner)
        yield Issue(run.owner, shown, params={"around": own.strip()})


def _line_numbers(context: Context) -> Iterator[Issue]:
    """One issue for a document in whose texts the numbers of the lines stand, as pleadings have
    them in the margin: as the tasks see it."""
    view = context.view
    candidates = context.universe.candidates
    found = context.once("line-numbers", _numbered)
    if found:
        texts = dict.fromkeys(
            n for i in found for n in candidates[i].nodes or (candidates[i].anchor,)
        )
        node = next(iter(texts))
        yield Issue(
            -1,
            opening(view, node),
            "line-numbers",
            {"texts": len(texts)},
            related=tuple((other, "holds line numbers") for other in texts),
            explains=found,
            page=view.nodes[node].page,
        )


def line_numbered(context: Context) -> bool:
    """Whether the numbers of the lines stand in the document's texts."""
    return bool(context.once("line-numbers", _numbered))


def _numbered(context: Context) -> tuple[int, ...]:
    """Indices of the candidates that numbers of lines spoil."""
    candidates = context.universe.candidates
    return tuple(i for i, found in enumerate(candidates) if found.detail == "line-numbers")


def _missing(raw: str, own: str) -> str:
    """What of the painted text is not in the element's own: the middle between what both begin
    and what both end with."""
    raw, own = fold(raw), fold(own)
    start = 0
    while start < min(len(raw), len(own)) and raw[start] == own[start]:
        start += 1
    end = 0
    while end < min(len(raw), len(own)) - start and raw[-1 - end] == own[-1 - end]:
        end += 1
    return raw[start : len(raw) - end].strip()


def running_lines(context: Context) -> list[list[_Line]]:
    """Lines that stand at the same place of several pages, in reading order of their first."""
    return context.once("running-lines", _find_running)


def _find_running(context: Context) -> list[list[_Line]]:
    view = context.view
    if len(view.document.pages) < _PAGES:
        return []
    by_text: dict[str, list[_Line]] = {}
    for page, blocks in page_blocks(context).items():
        lower, upper = view.document.pages[page].crop_box[1::2]
        margin = _MARGIN * (upper - lower)
        for block in blocks:
            if lower + margin < block.box[3] and block.box[1] < upper - margin:
                continue
            element = view.nodes[block.node]
            if element.text_end - element.text_start > _LONGEST or element.type in _HEADINGS:
                continue
            text = view.text(block.node)
            if any(mark in text for mark in _WRITE_IN) or not any(map(str.isalnum, text)):
                continue
            line = _Line(page, block.node, block.box[1], text)
            for key in _keys(text, page):
                by_text.setdefault(key, []).append(line)
    found: list[list[_Line]] = []
    told: set[int] = set()
    for lines in by_text.values():
        running: list[_Line] = []
        for place in _places(lines):
            fresh = [line for line in place if line.node not in told]
            if len({line.page for line in fresh}) >= _PAGES:
                running += fresh
        if running:
            told.update(line.node for line in running)
            found.append(sorted(running, key=lambda line: (line.page, line.node)))
    found.sort(key=lambda lines: (lines[0].page, lines[0].node))
    return found


def _keys(text: str, page: int) -> list[str]:
    """The text, and the text with each of its numbers taken for the page's: as the difference to
    the page's place in the file. A number alone must run with the pages."""
    keys = [text] if any(map(str.isalpha, text)) else []
    for match in list(_NUMBER.finditer(text))[:_NUMBERS]:
        off = int(match.group()) - page
        keys.append(f"{text[: match.start()]}\0{off}\0{text[match.end() :]}")
    return keys


def _places(lines: list[_Line]) -> Iterator[list[_Line]]:
    """The lines by their height on the page."""
    if len(lines) < _PAGES:
        return
    rest = sorted(lines, key=lambda line: (line.height, line.page, line.node))
    start = 0
    for at in range(1, len(rest) + 1):
        if at == len(rest) or rest[at].height - rest[at - 1].height > _PLACE:
            yield rest[start:at]
            start = at


def _low(page: Page, height: float) -> bool:
    """The height is in the lower half of the page."""
    return 2 * height < page.crop_box[1] + page.crop_box[3]
