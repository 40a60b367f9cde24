"""The document's text: content items strung together in the order of the structure tree.

One string holds all of it, so that any element's deep text is a slice. Between two runs stands

- a newline where a block-level element begins or ends (paragraphs, headings, list items, rows,
  captions, notes, tables, sections …);
- a space where a table cell, or the label or body of a list item or note, does;
- else what the geometry says: nothing; or a space, where the gap is wider than 0.15 em, where the
  pen jumps back by more than 1.3 em, and where a line ends (not after a hyphen, nor between
  ideographs).

Where several boundaries fall together the outermost one counts, so that paragraphs inside two
neighbouring cells are parted as cells. Separators belong to no run, and no element's text begins
or ends with one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

from dtaa_lint.pdf.content import PageContent, Piece
from dtaa_lint.pdf.content_sequence import BACKWARD_JUMP, BASELINE_SHIFT, line_end_joins
from dtaa_lint.pdf.fonts import WORD_GAP, expand
from dtaa_lint.pdf.model import Box, ContentItem, Kid, RunFlag, TextRun

INLINE = frozenset(
    {
        "Span", "Link", "Reference", "Em", "Strong", "Sub", "Quote", "Code", "BibEntry", "Annot",
        "Ruby", "RB", "RT", "RP", "Warichu", "WT", "WP", "NonStruct", "Private", "Formula",
        "Figure", "Form", "Lbl",
    }
)  # fmt: skip
"""Types that part nothing of themselves (Lbl does in list items and notes)."""
BLOCK_UNLESS_INLINE = frozenset(("Figure", "Formula", "Form"))
"""Illustrations: part of the line inside a paragraph, blocks of their own elsewhere."""
CELLS = frozenset(("TH", "TD"))
RUNNING = frozenset(
    {
        "P", "H", "H1", "H2", "H3", "H4", "H5", "H6", "Title", "Caption", "Lbl", "Span", "Link",
        "Reference", "Em", "Strong", "Sub", "Quote", "Code", "BibEntry", "Annot", "Ruby", "RB",
        "RT", "RP", "Warichu", "WT", "WP", "Formula",
    }
)  # fmt: skip
"""Types whose kids stand on lines of text: an unknown or illustrating type in them is inline."""
LABELLED = frozenset(("LI", "Note", "FENote"))
BLOCKS = frozenset(
    {
        "Document", "DocumentFragment", "Part", "Art", "Sect", "Div", "BlockQuote", "TOC", "TOCI",
        "Index", "P", "H", "H1", "H2", "H3", "H4", "H5", "H6", "Title", "Aside", "L", "LI",
        "Note", "FENote", "Table", "TR", "THead", "TBody", "TFoot", "Caption", "Artifact",
    }
)  # fmt: skip

NONE, SPACE, NEWLINE = range(3)
_SEPARATORS = ("", " ", "\n")
_FAR = 1 << 30


class Element(Protocol):
    """What joining needs of a structure element."""

    type: str
    parent: int
    kids: list[Kid]
    actual_text: str | None


class Joined(NamedTuple):
    """The document's text and where its elements stand in it."""

    text: str
    runs: tuple[TextRun, ...]
    """One for each content item that exists on its page, in reading order."""
    starts: list[int]
    """For each element, where its deep text starts; equal to its end when there is none."""
    ends: list[int]
    sizes: list[float]
    """For each element, the font size of most of its glyphs; 0 without glyphs."""
    missing: tuple[tuple[int, ContentItem], ...]
    """(element, content item) pairs whose MCID does not occur on the page."""
    line_ends: tuple[int, ...] = ()
    """Offsets of the spaces that stand for line ends and for nothing else."""


class PageShare(NamedTuple):
    """How much of a page's visible text the structure tree reaches; see ``model.Page``."""

    glyphs: int
    reached: int
    artifact_glyphs: int
    unreached_text: str
    unreached_boxes: tuple[Box, ...]
    duplicate_mcids: tuple[int, ...]


def boundary(type_: str, parent: str) -> int:
    """What an element of ``type_`` under one of type ``parent`` puts between itself and others."""
    if type_ in CELLS:
        return SPACE
    if type_ in BLOCKS:
        return NEWLINE
    if type_ == "LBody" or (type_ == "Lbl" and parent in LABELLED):
        return SPACE
    if type_ in INLINE and type_ not in BLOCK_UNLESS_INLINE:
        return NONE
    return NONE if parent in RUNNING else NEWLINE


def join(elements: Sequence[Element], contents: Sequence[PageContent]) -> Joined:
    """Strings the content of ``elements`` (in preorder) together.

    ``contents`` holds one entry for each page. Linear in elements and content items; iterative.
    """
    return _Joiner(elements, contents).join()


class _Joiner:
    def __init__(self, elements: Sequence[Element], contents: Sequence[PageContent]) -> None:
        self.elements = elements
        self.contents = contents
        self.parts: list[str] = []
        self.length = 0
        self.runs: list[TextRun] = []
        self.filled: list[int] = []
        """Starts of the runs that have text."""
        self.missing: list[tuple[int, ContentItem]] = []
        self.line_ends: list[int] = []
        self.starts = [0] * len(elements)
        self.ends = [0] * len(elements)
        self.sizes = [0.0] * len(elements)
        # The outermost boundary crossed since the last text, by depth.
        self.separator = NONE
        self.separator_depth = _FAR
        self.tail = ""
        self.pen: tuple[int, Piece] | None = None
        """Page and piece of the last run with glyphs since the last boundary."""
        self.boundaries: dict[tuple[str, str], int] = {}

    def join(self) -> Joined:
        for index, element in enumerate(self.elements):
            if element.parent < 0:
                self._walk(index)
        return Joined(
            "".join(self.parts),
            tuple(self.runs),
            self.starts,
            self.ends,
            self.sizes,
            tuple(self.missing),
            tuple(self.line_ends),
        )

    def _walk(self, root: int) -> None:
        """Preorder over one tree, kids in order."""
        frames: list[_Frame] = [self._enter(root, "", 0, None)]
        while frames:
            frame = frames[-1]
            if frame.at == len(frame.kids):
                frames.pop()
                self._leave(frame, frames[-1] if frames else None)
                continue
            kid = frame.kids[frame.at]
            frame.at += 1
            if kid.__class__ is int:
                frames.append(self._enter(kid, frame.type, frame.depth + 1, frame.cover))
            elif kid.__class__ is ContentItem:
                self._content(frame, kid)

    def _enter(self, index: int, parent: str, depth: int, cover: _Cover | None) -> _Frame:
        element = self.elements[index]
        type_ = element.type
        key = (type_, parent)
        level = self.boundaries.get(key)
        if level is None:
            level = self.boundaries[key] = boundary(type_, parent)
        if level and depth < self.separator_depth:
            self.separator = level
            self.separator_depth = depth
        elif level > self.separator and depth == self.separator_depth:
            self.separator = level
        own: _Cover | None = None
        if cover is None and element.actual_text is not None:
            own = cover = _Cover(expand(element.actual_text))
        return _Frame(index, type_, element.kids, depth, level, len(self.filled), cover, own)

    def _leave(self, frame: _Frame, outer: _Frame | None) -> None:
        index = frame.index
        own = frame.own
        if own is not None and own.text and not own.used and not own.lost:
            # Nothing was shown under this ActualText; it is text all the same.
            self._put(own.text, None, -1)
        if len(self.filled) > frame.filled:
            self.starts[index] = self.filled[frame.filled]
            self.ends[index] = self.length
        else:
            self.starts[index] = self.ends[index] = self.length
        tally = frame.tally
        if tally:
            if len(tally) == 1:
                (self.sizes[index],) = tally
            else:
                self.sizes[index] = max(tally.items(), key=lambda item: (item[1], item[0]))[0]
            if outer is not None:
                if outer.tally is None:
                    outer.tally = tally
                else:
                    above = outer.tally
                    for size, glyphs in tally.items():
                        above[size] = above.get(size, 0) + glyphs
        level = frame.level
        if level and frame.depth < self.separator_depth:
            self.separator = level
            self.separator_depth = frame.depth
        elif level > self.separator and frame.depth == self.separator_depth:
            self.separator = level

    def _content(self, frame: _Frame, item: ContentItem) -> None:
        page = item.page
        piece: Piece | None = None
        if 0 <= page < len(self.contents):
            piece = self.contents[page].pieces.get((item.stream, item.mcid))
        if piece is None:
            self.missing.append((frame.index, item))
            if page < 0 and frame.cover is not None:
                frame.cover.lost = True
            return
        text, raw, flags = piece.text, piece.raw, piece.flags
        cover = frame.cover
        if cover is not None:
            raw = raw if raw is not None else text
            text = "" if cover.used else cover.text
            cover.used = True
            flags |= RunFlag.ACTUAL_TEXT
        if text:
            start = self._put(text, piece, page)
            if piece.line_ends and cover is None:
                self.line_ends += [start + offset for offset in piece.line_ends]
        else:
            start = self.length
        if piece.glyphs:
            self.pen = (page, piece)
            shown = piece.font_size
            if shown:
                tally = frame.tally
                if tally is None:
                    frame.tally = {shown: piece.glyphs}
                else:
                    tally[shown] = tally.get(shown, 0) + piece.glyphs
        self.runs.append(
            TextRun(
                start,
                self.length,
                frame.index,
                item,
                piece.box,
                piece.font_size,
                piece.glyphs,
                piece.unmapped,
                raw,
                flags,
            )
        )

    def _put(self, text: str, piece: Piece | None, page: int) -> int:
        """Appends text, separated from what stands before; where it starts."""
        if self.length:
            if self.separator_depth != _FAR:
                separator = _SEPARATORS[self.separator]
                if separator == " " and (self.tail.isspace() or text[0].isspace()):
                    separator = ""
            elif self.pen is None or piece is None or not piece.glyphs:
                separator = ""
            else:
                before, before_page = self.pen[1], self.pen[0]
                separator = gap(self.tail, before, before_page, text, piece, page)
                if separator and (page != before_page or on_other_line(before, piece)):
                    self.line_ends.append(self.length)
            if separator:
                self.parts.append(separator)
                self.length += 1
        self.separator, self.separator_depth = NONE, _FAR
        if piece is None:
            self.pen = None
        start = self.length
        self.filled.append(start)
        self.parts.append(text)
        self.length += len(text)
        self.tail = text[-1]
        return start


class _Cover:
    """An element's ActualText; it is put in once, at the first content it covers."""

    __slots__ = ("lost", "text", "used")

    def __init__(self, text: str) -> None:
        self.text = text
        self.used = False
        self.lost = False
        """Whether it covers content of a page that is not in the file: then it is no text here."""


class _Frame:
    """An open element."""

    __slots__ = ("at", "cover", "depth", "filled", "index", "kids", "level", "own", "tally", "type")

    def __init__(
        self,
        index: int,
        type_: str,
        kids: Sequence[Kid],
        depth: int,
        level: int,
        filled: int,
        cover: _Cover | None,
        own: _Cover | None,
    ) -> None:
        self.index = index
        self.type = type_
        self.kids = kids
        self.at = 0
        self.depth = depth
        self.level = level
        self.filled = filled
        self.cover = cover
        self.own = own
        self.tally: dict[float, int] | None = None


def gap(tail: str, before: Piece, before_page: int, text: str, piece: Piece, page: int) -> str:
    """What geometry puts between two pieces of running text: a space or nothing.

    ``tail`` is the text's last character so far, ``text`` what follows.
    """
    if tail.isspace() or text[0].isspace():
        return ""
    if page != before_page:
        return "" if line_end_joins(tail, text) else " "
    x, y, size = before.last
    nx, ny, next_size = piece.first
    dx, dy = before.direction
    if dx * piece.direction[0] + dy * piece.direction[1] < 0.9:
        return " "
    em = max(size, next_size)
    across = (ny - y) * dx - (nx - x) * dy
    if abs(across) > BASELINE_SHIFT * em:
        return "" if line_end_joins(tail, text) else " "
    along = (nx - x) * dx + (ny - y) * dy
    if (before.flags | piece.flags) & RunFlag.RTL:
        if before.flags & piece.flags & RunFlag.RTL:
            along = -along
        elif before.box is not None and piece.box is not None:
            # One of each: what counts is the room between the two.
            along = max(piece.box[0] - before.box[2], before.box[0] - piece.box[2])
    return " " if along > WORD_GAP * em or along < -BACKWARD_JUMP * em else ""


def on_other_line(before: Piece, piece: Piece) -> bool:
    """Whether a piece begins on another line than the one before it ends on."""
    x, y, size = before.last
    nx, ny, next_size = piece.first
    dx, dy = before.direction
    if dx * piece.direction[0] + dy * piece.direction[1] < 0.9:
        return True
    return abs((ny - y) * dx - (nx - x) * dy) > BASELINE_SHIFT * max(size, next_size)


def page_share(content: PageContent, owned: Collection[tuple[int, int]]) -> PageShare:
    """The shares of one page; ``owned`` holds the (stream, MCID) pairs that the tree owns."""
    reached = glyphs = 0
    texts: list[str] = []
    boxes: list[Box] = []
    for key, piece in content.pieces.items():
        glyphs += piece.visible
        if key in owned:
            reached += piece.visible
        elif piece.visible:
            texts.append(" ".join(piece.text.split()))
            if piece.box is not None:
                boxes.append(piece.box)
    stray = content.stray
    if stray.glyphs:
        texts.append(stray.text)
        boxes.extend(stray.boxes)
    seen = dict.fromkeys(mcid for _, mcid in content.duplicates)
    return PageShare(
        glyphs + stray.glyphs,
        reached,
        content.artifact_glyphs,
        " ".join(text for text in texts if text)[:200],
        tuple(boxes[:20]),
        tuple(seen)[:20],
    )
