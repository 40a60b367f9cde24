"""Note markers that the page shows and the tags do not: where a note without references is called,
and which notes one Note element holds.

Word and others put a note behind the paragraph or the table that calls it and write the marker as
part of the running text. It is found on the note's page, small or close behind a word; that is no
relation, but it tells a remediator where to put one.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from dtaa_lint.graph.index import NOTES, Index
from dtaa_lint.graph.markers import leading_marker, markers
from dtaa_lint.pdf.model import TextRun

SMALL = 0.85
"""A marker is smaller than this share of its element's font size."""
MAX_RUNS = 512
"""Runs of one note that are looked at for the beginnings of further notes."""
MAX_FURTHER = 20
"""Further notes of one element that are told."""
_ALIGNED = 4.0
"""Points by which the left edges of notes under each other differ, at most."""
_LOWER = 2.0
"""Points by which a note begins below the one before it, at least."""
_LONGEST = 12
"""Characters of a run that is a marker, at most."""

_ABOVE = 8
"""Elements above a run in which text of another size is looked for."""
_OUTERMOST = NOTES | {"P", "TD", "TH", "LI", "LBody", "H", "Caption"}

_BEHIND_WORD = re.compile(
    r"([^\W\d_]+)[)\].,;:!?”»\"'(\[]*(\d{1,3}|[*†‡§¶#]{1,5}|[¹²³⁰⁴-⁹]{1,3})(?!\w)"
)
_SIGN_BEHIND_NUMBER = re.compile(r"\d[%)]*([*†‡]{1,5}|[¹²³⁰⁴-⁹]{1,3})(?!\w)")
_SIGNS = frozenset("*†‡")
"""Markers in any size when they stand by themselves."""
_BRACKETED = re.compile(r"[(\[]\w{1,3}[)\]]")
_SYMBOL = 2
"""Letters of a word behind which a number is an exponent or an index: ``m2``, ``CO2``."""


class Mentions:
    """Looks up markers in the running text of one document, page by page."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._runs: dict[int, list[TextRun]] | None = None
        self._found: dict[int, tuple[_Places, _Places]] = {}

    def of(self, note: int, label: str) -> int:
        """The element before the note, on its page, that shows its marker as plain text; -1."""
        keys = markers(label)
        element = self.index.nodes[note]
        if len(keys) != 1 or element.page < 0:
            return -1
        small, close = self._page(element.page)
        label = label.strip()
        places = small.get(keys[0], ()), close.get(label if label[0] in "([" else keys[0], ())
        for found in places:
            at = bisect_left(found, (element.text_start, -1))
            if at:
                return found[at - 1][1]
        return -1

    def _page(self, page: int) -> tuple[_Places, _Places]:
        """The markers of a page in small type, and those close behind a word, by key; those in
        brackets as they stand. Nothing that notes say themselves."""
        known = self._found.get(page)
        if known is not None:
            return known
        small: _Places = {}
        close: _Places = {}
        nodes, text = self.index.nodes, self.index.document.text
        for run in self._by_page().get(page, ()):
            owner = run.owner
            if nodes[owner].type in NOTES or self.index.enclosing(owner, NOTES) >= 0:
                continue
            shown = text[run.start : run.end]
            keys = markers(shown.strip()) if len(shown) < _LONGEST else ()
            if keys and (_is_small(self.index, run) or _SIGNS.issuperset(keys[0])):
                if not _symbol(text[max(0, run.start - 12) : run.start]):
                    for key in keys:
                        small.setdefault(key, []).append((run.start, owner))
                continue
            for match in _BEHIND_WORD.finditer(shown):
                if len(match[1]) > _SYMBOL:
                    for key in markers(match[2]):
                        close.setdefault(key, []).append((run.start, owner))
            for match in _SIGN_BEHIND_NUMBER.finditer(shown):
                for key in markers(match[1]):
                    close.setdefault(key, []).append((run.start, owner))
            if "(" in shown or "[" in shown:
                for match in _BRACKETED.finditer(shown):
                    close.setdefault(match[0], []).append((run.start, owner))
        self._found[page] = small, close
        return small, close

    def _by_page(self) -> dict[int, list[TextRun]]:
        if self._runs is None:
            self._runs = {}
            count = len(self.index.nodes)
            for run in self.index.document.runs:
                if run.end > run.start and 0 <= run.owner < count:
                    self._runs.setdefault(run.item.page, []).append(run)
        return self._runs


_Places = dict[str, list[tuple[int, int]]]
"""Marker -> (place in the text, element), in the order of the text."""


def _symbol(before: str) -> bool:
    """Whether the text ends in a word as short as the symbol of a unit or an element."""
    word = 0
    while word < len(before) and before[-1 - word].isalpha():
        word += 1
    return 0 < word <= _SYMBOL


def further_notes(index: Index, note: int, label: str) -> tuple[str, ...]:
    """The markers of the notes that the element holds besides its own: the next numbers, each at
    the beginning of a line under the first, before words of its own."""
    keys = markers(label)
    if len(keys) != 1 or not keys[0].isdecimal():
        return ()
    element = index.nodes[note]
    runs, text = index.document.runs, index.document.text
    first = bisect_left(runs, element.text_start, key=_start)
    found: list[str] = []
    left = below = None
    after = int(keys[0]) + 1
    for run in runs[first : first + MAX_RUNS]:
        if run.start >= element.text_end or len(found) == MAX_FURTHER:
            break
        if run.box is None or run.end <= run.start:
            continue
        if left is None:
            left, below = run.box[0], run.box[1]
            continue
        shown = text[run.start : min(run.end, element.text_end)].lstrip()
        if (
            shown.startswith(str(after))
            and abs(run.box[0] - left) <= _ALIGNED
            and (below is None or run.box[1] < below - _LOWER or run.item.page > element.page)
            and (
                (shown.rstrip() == str(after) and _is_small(index, run))
                or (
                    _ended(text[max(element.text_start, run.start - 80) : run.start])
                    and _begins(text[run.start : min(run.start + 40, element.text_end)], str(after))
                )
            )
        ):
            found.append(str(after))
            after += 1
        below = run.box[1] if below is None else min(below, run.box[1])
    return tuple(found)


def small_opening(index: Index, note: int) -> str:
    """The note's first run, when it is a marker in smaller type than the note; else empty."""
    element = index.nodes[note]
    runs = index.document.runs
    first = bisect_left(runs, element.text_start, key=_start)
    for run in runs[first : first + 4]:
        if run.start >= element.text_end:
            break
        shown = index.document.text[run.start : run.end].strip()
        if shown:
            single = len(shown) < _LONGEST and len(markers(shown)) == 1
            return shown if single and _is_small(index, run) else ""
    return ""


def _is_small(index: Index, run: TextRun) -> bool:
    """Whether a run is in smaller type than the block that it stands in. The size of an element
    that holds nothing else is that of the one around it."""
    nodes = index.nodes
    at = run.owner
    for _ in range(_ABOVE):
        above = nodes[at].parent
        if above < 0 or nodes[at].font_size > run.font_size or nodes[at].type in _OUTERMOST:
            break
        at = above
    return run.font_size < SMALL * nodes[at].font_size


def _ended(before: str) -> bool:
    """Whether a note may end here: with a mark, or with an address."""
    words = before.split()
    return bool(words) and (not words[-1][-1].isalnum() or "/" in words[-1])


def _begins(text: str, number: str) -> bool:
    """Whether the text begins with a note's number and words behind it."""
    marker = leading_marker(" ".join(text.split()))
    return markers(marker) == (number,)


def _start(run: TextRun) -> int:
    return run.start
