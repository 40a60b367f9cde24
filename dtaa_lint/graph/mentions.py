"""Note markers that the page shows and the tags do not: where a note without references is called.

Word and others put a note right behind the paragraph that calls it and write the marker as part of
the paragraph's text. It is found there, small or close behind a word; that is no relation, but it
tells a remediator where to put one.
"""

from __future__ import annotations

from bisect import bisect_left

from dtaa_lint.graph.index import Index
from dtaa_lint.graph.markers import markers
from dtaa_lint.pdf.model import TextRun

WINDOW = 2000
"""Characters before a note in which its marker is looked for."""
MAX_RUNS = 64
"""Runs before a note that are looked at."""
SMALL = 0.85
"""A marker is smaller than this share of its element's font size."""


def plain_marker(index: Index, note: int, label: str) -> int:
    """The element before the note, on its page, that shows its marker as plain text; -1."""
    keys = markers(label)
    if len(keys) != 1:
        return -1
    element = index.nodes[note]
    runs = index.document.runs
    text = index.document.text
    end = bisect_left(runs, element.text_start, key=_start)
    close = -1
    for place in range(end - 1, max(-1, end - 1 - MAX_RUNS), -1):
        run = runs[place]
        if run.item.page != element.page or run.start < element.text_start - WINDOW:
            break
        if run.owner >= note or not 0 <= run.owner < len(index.nodes):
            continue
        shown = text[run.start : min(run.end, element.text_start)]
        if len(shown) < 12 and markers(shown.strip()) == keys:
            if run.font_size < SMALL * index.nodes[run.owner].font_size:
                return run.owner
        elif close < 0 and _shows(shown[-WINDOW:], label.strip(), keys[0]):
            close = run.owner
    return close


def _start(run: TextRun) -> int:
    return run.start


def _shows(text: str, label: str, key: str) -> bool:
    """Whether the text has the label in its brackets; or else the key right behind a letter, or a
    mark behind a letter, and no part of a longer word or number."""
    if label[0] in "([":
        return label in text
    at = text.rfind(key)
    while at > 0:
        behind = text[at + len(key) : at + len(key) + 1]
        before = text[:at].rstrip("([.,;:!?)]”»\"'")
        if before and before[-1].isalpha() and not behind.isalnum():
            return not key.isalpha() or len(before) < at
        at = text.rfind(key, 0, at)
    return False
