"""The text of an edited document: what stayed is copied in one piece, with the separators that the
reader would put between the pieces (see ``pdf.text``). Linear in elements, runs and text.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from typing import NamedTuple

from dtaa_lint.pdf.model import ContentItem, Kid, PdfDocument, TextRun
from dtaa_lint.pdf.text import boundary
from dtaa_lint.repairs.draft import Draft
from dtaa_lint.repairs.edits import ROOT

_FAR = 1 << 30
_SEPARATORS = ("", " ", "\n")


class _Frame(NamedTuple):
    """An open element whose kids are read one by one."""

    node: int
    kids: Sequence[Kid]
    depth: int
    level: int
    filled: int
    """Pieces of text before it."""


class Words:
    """The text, its runs, and where each element stands in it."""

    def __init__(
        self,
        draft: Draft,
        order: Sequence[int],
        place: Sequence[int],
        owners: Sequence[int],
        without: Collection[int],
    ) -> None:
        """``order``: old (or new) numbers in the new preorder; ``place``: the other way round;
        ``owners``: element before -> element that owns its content now; ``without``: elements
        whose inside is left out, all but the text."""
        document = draft.document
        self.draft = draft
        self.old = document.text
        self.elements = document.elements
        self.place = place
        self.owner_of = owners
        self.without = without
        self.parts: list[str] = []
        self.length = 0
        self.found: list[TextRun] = []
        self.ends_of_lines: list[int] = []
        self.begins: list[int] = []
        """Starts of the pieces of text."""
        self.starts = [0] * len(order)
        self.ends = [0] * len(order)
        self.sizes = [0.0] * len(order)
        self._before = -1
        """Where the last piece ended in the text before; -1 when it is new."""
        self._tail = ""
        self._level = 0
        self._level_depth = _FAR
        self._firsts, self._counts = _run_ranges(document)
        self._dirty = self._find_dirty()
        self._items = self._own_items()
        for node in draft.kids_of(ROOT):
            if isinstance(node, int):
                self._walk(node)
        self.text = "".join(self.parts)
        self.runs = tuple(self.found)
        self.line_ends = tuple(self.ends_of_lines)

    def of(self, at: int) -> tuple[int, int, float]:
        """Start and end of an element's text, and its font size."""
        return self.starts[at], self.ends[at], self.sizes[at]

    def _find_dirty(self) -> set[int]:
        """Elements that are read kid by kid: those changed, and all above them."""
        draft = self.draft
        seeds = [node for node in draft.kids if node != ROOT]
        seeds += [node for node, change in draft.changes.items() if change.type or change.text]
        dirty: set[int] = set()
        for node in seeds:
            at = node
            while at >= 0 and at not in dirty:
                dirty.add(at)
                at = draft.parent_of(at)
        return dirty

    def _own_items(self) -> dict[ContentItem, int]:
        """Content item -> run, for what dirty elements own themselves, or did before they gave way
        to their kids."""
        place = self.place
        wanted = {node for node in self._dirty if node < len(self.elements)}
        runs = self.draft.document.runs
        return {
            run.item: number
            for number, run in enumerate(runs)
            if run.owner in wanted or place[run.owner] < 0
        }

    def _walk(self, root: int) -> None:
        frames: list[tuple[_Frame, list[Kid]]] = []
        self._open(frames, root, "", 0)
        while frames:
            frame, pending = frames[-1]
            if not pending:
                frames.pop()
                self._close(frame)
                continue
            kid = pending.pop()
            if isinstance(kid, int):
                self._open(frames, kid, self.draft.type_of(frame.node), frame.depth + 1)
            elif isinstance(kid, ContentItem):
                number = self._items.get(kid)
                if number is not None:
                    run = self.draft.document.runs[number]
                    self._copy(run.start, run.end, number, number + 1, self.place[frame.node])

    def _open(
        self, frames: list[tuple[_Frame, list[Kid]]], node: int, parent: str, depth: int
    ) -> None:
        level = boundary(self.draft.type_of(node), parent)
        self._part(level, depth)
        if node not in self._dirty or node in self.without:
            self._whole(node)
            self._part(level, depth)
            return
        kids = self.draft.kids_of(node)
        frame = _Frame(node, kids, depth, level, len(self.begins))
        frames.append((frame, list(reversed(kids))))
        change = self.draft.changes.get(node)
        if change is not None and change.text is not None:
            self._put(change.text, -1)
        elif not kids and node < len(self.elements) and not self.elements[node].kids:
            # Words that an ActualText gives to an element without content.
            element = self.elements[node]
            self._copy(element.text_start, element.text_end, 0, 0)

    def _close(self, frame: _Frame) -> None:
        at = self.place[frame.node]
        if len(self.begins) > frame.filled:
            self.starts[at] = self.begins[frame.filled]
            self.ends[at] = self.length
        else:
            self.starts[at] = self.ends[at] = self.length
        change = self.draft.changes.get(frame.node)
        if frame.node < len(self.elements) and (change is None or change.text is None):
            self.sizes[at] = self.elements[frame.node].font_size
        elif at + 1 < len(self.sizes) and frame.kids:
            self.sizes[at] = self.sizes[at + 1]
        self._part(frame.level, frame.depth)

    def _whole(self, node: int) -> None:
        """An element in which nothing changed."""
        element = self.elements[node]
        start, end = element.text_start, element.text_end
        first = self._firsts[node]
        self._copy(start, end, first, first + self._counts[node])
        shift = (self.begins[-1] if end > start else self.length) - start
        for inner in range(node, element.end):
            at = self.place[inner]
            if at >= 0:
                old = self.elements[inner]
                self.starts[at] = old.text_start + shift
                self.ends[at] = old.text_end + shift
                self.sizes[at] = old.font_size

    def _copy(self, start: int, end: int, first: int, last: int, owner: int = -1) -> None:
        """A piece of the text before, with the runs from ``first`` to ``last``; ``owner``: the
        element that has them now, -1 for the one that had them."""
        if end > start:
            self._put(self.old[start:end], start)
            shift = self.begins[-1] - start
        else:
            shift = self.length - start
        owners = self.owner_of
        for run in self.draft.document.runs[first:last]:
            self.found.append(
                TextRun(
                    run.start + shift,
                    run.end + shift,
                    owner if owner >= 0 else owners[run.owner],
                    *run[3:],
                )
            )
        line_ends = self.draft.document.line_ends
        if line_ends and end > start:
            low = bisect_left(line_ends, start)
            high = bisect_left(line_ends, end, low)
            self.ends_of_lines.extend([at + shift for at in line_ends[low:high]])

    def _part(self, level: int, depth: int) -> None:
        """A boundary; of several between two pieces the outermost one counts."""
        if level and depth < self._level_depth:
            self._level, self._level_depth = level, depth
        elif level > self._level and depth == self._level_depth:
            self._level = level

    def _put(self, text: str, before: int) -> None:
        """Appends a piece; ``before``: where it stood, -1 for a new one."""
        if self.length:
            if self._level_depth != _FAR:
                separator = _SEPARATORS[self._level]
                if separator == " " and (self._tail.isspace() or text[0].isspace()):
                    separator = ""
            elif before < 0 or self._before < 0:
                separator = ""
            else:
                separator = self._gap(before)
            if separator:
                if separator == " " and before > 0 and self._before == before - 1:
                    self._line_end(before - 1)
                self.parts.append(separator)
                self.length += 1
        self._level, self._level_depth = 0, _FAR
        self.begins.append(self.length)
        self.parts.append(text)
        self.length += len(text)
        self._before = before + len(text) if before >= 0 else -1
        self._tail = text[-1]

    def _gap(self, before: int) -> str:
        """What stands between two pieces without a boundary; a space if they were no neighbours."""
        distance = before - self._before
        if 0 <= distance <= 1:
            found = self.old[self._before : before]
            return found if not found or found.isspace() else " "
        return " "

    def _line_end(self, at: int) -> None:
        line_ends = self.draft.document.line_ends
        place = bisect_left(line_ends, at)
        if place < len(line_ends) and line_ends[place] == at:
            self.ends_of_lines.append(self.length)


def _run_ranges(document: PdfDocument) -> tuple[list[int], list[int]]:
    """Of each element with all in it: its first run, and how many there are."""
    count = len(document.elements)
    firsts = [len(document.runs)] * count
    counts = [0] * count
    for number in range(len(document.runs) - 1, -1, -1):
        owner = document.runs[number].owner
        firsts[owner] = number
        counts[owner] += 1
    for node in range(count - 1, -1, -1):
        parent = document.elements[node].parent
        if parent >= 0 and counts[node]:
            counts[parent] += counts[node]
            if firsts[node] < firsts[parent]:
                firsts[parent] = firsts[node]
    return firsts, counts
