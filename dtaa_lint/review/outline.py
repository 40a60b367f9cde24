"""Bookmarks after those that a file has (ISO 32000-2, 12.3.3), however broken they are."""

from __future__ import annotations

from collections.abc import Sequence

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from dtaa_lint.report.bookmarks import Bookmark

_ENTRIES = 200_000
"""Entries at the top of an outline that are gone through to find the last one."""


def add_bookmarks(pdf: pikepdf.Pdf, top: Bookmark, pages: Sequence[pikepdf.Object]) -> None:
    """Adds an entry, with those below it, as the last one at the top of the outline. What stands
    before it stays as it is, but that an outline that runs in circles ends with its last entry."""
    outlines = pdf.Root.get("/Outlines")
    if not isinstance(outlines, Dictionary) or isinstance(outlines, pikepdf.Stream):
        outlines = Dictionary(Type=Name.Outlines)
    if not outlines.is_indirect:
        outlines = pdf.make_indirect(outlines)
        pdf.Root.Outlines = outlines
    last, count = _last(outlines)
    entry = _entry(pdf, top, outlines, pages)
    shown = len(top.children)
    if shown:
        entry.Count = shown
    if last is None:
        outlines.First = entry
    else:
        last.Next = entry
        if last.is_indirect:
            entry.Prev = last
    outlines.Last = entry
    stated = outlines.get("/Count")
    before = stated if isinstance(stated, int) and stated >= 0 else count
    outlines.Count = before + 1 + shown


def _last(outlines: pikepdf.Object) -> tuple[pikepdf.Object | None, int]:
    """The last entry that is reached from the first, and how many there are."""
    last: pikepdf.Object | None = None
    seen: set[tuple[int, int]] = set()
    entry = outlines.get("/First")
    count = 0
    while isinstance(entry, Dictionary) and count < _ENTRIES:
        if entry.is_indirect:
            if entry.objgen in seen or entry.objgen == outlines.objgen:
                break
            seen.add(entry.objgen)
        last, count = entry, count + 1
        entry = entry.get("/Next")
    return last, count


def _entry(
    pdf: pikepdf.Pdf, bookmark: Bookmark, parent: pikepdf.Object, pages: Sequence[pikepdf.Object]
) -> pikepdf.Object:
    """The entry with all below it, those below closed."""
    entry = pdf.make_indirect(Dictionary(Title=String(bookmark.title), Parent=parent))
    x, y = bookmark.position
    entry.Dest = Array([pages[bookmark.page], Name.XYZ, x, y, None])
    before: pikepdf.Object | None = None
    for child in bookmark.children:
        made = _entry(pdf, child, entry, pages)
        if child.children:
            made.Count = -len(child.children)
        if before is None:
            entry.First = made
        else:
            before.Next, made.Prev = made, before
        entry.Last = before = made
    return entry
