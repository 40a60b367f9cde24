"""Headings, their scopes, and for any node the headings above it.

The scope of a heading, strongest evidence first:

1. an enclosing Sect, Part or Art whose first block is the heading and which holds content of its
   own. A section in which another heading of the same or a higher level follows on the same
   footing says nothing about scope (Word and InDesign write one per page run or text frame), and
   is looked through; nor does one that opens a section without a heading of its own whose text
   goes on right behind it (InDesign ends one at each figure);
2. the level: up to the next heading of the same or a higher level;
3. for a heading alone in a wrapper: the level again, over the siblings of the wrapper.

Div and NonStruct are always looked through: HTML converters put one around any group of blocks, so
the end of a Div ends no scope; and so are elements around single pages (see ``pages``), except that
a page of a form with a title line of its own leaves all headings below the title. A heading inside
a cell, a list item, a note, an aside or a figure governs what follows inside that element only, and
ends no scope outside it; one inside a cell is no sub-heading of the section around the table. A
heading without text governs nothing, and one of a table of contents nothing but that table.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

from dtaa_lint.graph.contents import lists_contents, named_contents, numbered_under
from dtaa_lint.graph.index import CONTAINERS, ILLUSTRATIONS, SECTIONS, Index
from dtaa_lint.graph.model import Heading, ScopeVia
from dtaa_lint.graph.pages import opens_afresh, page_containers

MAX_PATH = 64
"""Deepest heading path that is kept; the outermost ones are left out beyond it."""

_LOOKED_THROUGH = frozenset({"P", "Span", "Link", "Strong", "Em"})
"""Elements in which no heading may stand; one that holds a heading is taken for a wrapper."""
_NEVER_BLANK = frozenset({"Table", "L", "Form", "Link", "Annot", "TOC", "Index"}) | ILLUSTRATIONS


def heading_level(type_: str) -> int | None:
    """1 … n for H1 … Hn, 0 for Title, -1 for H, None for any other type."""
    if type_ == "H":
        return -1
    if type_ == "Title":
        return 0
    digits = type_[1:]
    if type_[0:1] == "H" and digits.isascii() and digits.isdigit() and len(digits) < 7:
        return int(digits) or None
    return None


@dataclass(slots=True)
class _Open:
    """A heading while its scope is being gathered."""

    node: int
    level: int
    text: str
    parent: int
    blocks: list[int] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    before: _Open | None = None
    """For a heading of a table of contents: that of the same level whose scope it ended."""
    contents: bool = False
    """Its first block is a table of contents: it owns nothing else."""


@dataclass(slots=True)
class _Section:
    """A container while it is being read."""

    node: int
    end: int
    depth: int
    """Number of Sect, Part and Art around its content, itself included."""
    first: int = -1
    """Its first block if that is a heading; -2 when it is another block."""
    level: int = 0
    peers: int = 1 << 30
    """Highest level (smallest number) of the other headings on the same footing."""
    inner: int = 1 << 30
    """The same over all headings inside, those of proper sections too."""
    content: bool = False
    """Holds something beside headings."""


class HeadingMap:
    """All headings of a document and the lookup from nodes to them."""

    __slots__ = ("_at", "_paths", "_scope", "by_node", "headings")

    def __init__(self, headings: list[Heading], at: list[int], scope: list[int]) -> None:
        self.headings = tuple(headings)
        self.by_node = {heading.node: heading for heading in headings}
        self._at = at
        self._scope = scope
        self._paths: dict[int, tuple[int, ...]] = {-1: ()}

    def heading_of(self, node: int) -> int:
        """The innermost heading in whose scope the node stands; -1 for none."""
        place = bisect_right(self._at, node) - 1
        return self._scope[place] if place >= 0 else -1

    def heading_path(self, node: int) -> tuple[int, ...]:
        """The headings above the node, outermost first, at most ``MAX_PATH``."""
        heading = self.heading_of(node)
        found = self._paths.get(heading)
        if found is None:
            chain: list[int] = []
            at = heading
            while at >= 0 and len(chain) < MAX_PATH:
                chain.append(at)
                at = self.by_node[at].parent
            found = tuple(reversed(chain))
            self._paths[heading] = found
        return found


class _Reader:
    """The two linear passes."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.nodes = index.nodes
        self.texts: dict[int, str] = {}
        self.levels: dict[int, int] = {}
        for type_, found in index.by_type.items():
            level = heading_level(type_)
            if level is not None:
                for node in found:
                    self.levels[node] = level
                    self.texts[node] = _heading_text(index, node)
        self.positions = sorted(self.levels)
        self.pages = page_containers(index)
        self.proper: dict[int, int] = {}
        """Container that is a section of its first heading -> that heading."""
        self.with_content: set[int] = set()
        self.cut: _Section | None = None
        """The proper section that the section around it begins with, while nothing but floats has
        followed: text that does so is the rest of it."""

    def next_heading(self, node: int) -> int:
        place = bisect_left(self.positions, node)
        return self.positions[place] if place < len(self.positions) else len(self.nodes)

    def looked_through(self, node: int) -> bool:
        """Whether the element is a mere container of blocks."""
        element = self.nodes[node]
        if element.type in CONTAINERS:
            # Without elements inside, its text is its own: a block by another name.
            return element.end > node + 1 or self.index.blank(node)
        if element.type in _LOOKED_THROUGH:
            return self.next_heading(node) < element.end
        return element.type not in _KNOWN and element.end > node + 1

    def blank(self, node: int) -> bool:
        """A block that shows nothing."""
        element = self.nodes[node]
        if node in self.index.lost:
            return True
        if element.type in _NEVER_BLANK or not self.index.blank(node):
            return False
        if element.type == "Artifact" or element.end == node + 1:
            return True
        types = self.index.by_type
        return not any(
            self.index.first_inside(types[t], node) >= 0 for t in _NEVER_BLANK if t in types
        )

    def read_sections(self) -> None:
        """First pass: which containers are sections of a heading, and the level of each /H."""
        nodes = self.nodes
        stack: list[_Section] = []
        node = 0
        total = len(nodes)
        while node < total:
            while stack and stack[-1].end <= node:
                self.close(stack)
            element = nodes[node]
            level = self.levels.get(node)
            if level is not None:
                self.cut = None
                if self.texts[node]:
                    if level < 0:
                        level = max(1, stack[-1].depth if stack else 0)
                        self.levels[node] = level
                    if stack:
                        top = stack[-1]
                        if top.first == -1:
                            top.first = node
                            top.level = level
                        else:
                            top.peers = min(top.peers, level)
                node = element.end
            elif node in self.pages:
                node += 1
            elif self.looked_through(node):
                depth = (stack[-1].depth if stack else 0) + (element.type in SECTIONS)
                stack.append(_Section(node, element.end, depth))
                node += 1
            else:
                if stack and not stack[-1].content and not self.blank(node):
                    top = stack[-1]
                    top.content = True
                    if top.first == -1:
                        top.first = -2
                if self.cut is not None and stack and element.type in _RUNNING:
                    self.rejoin(self.cut, stack[-1], node)
                self.island_levels(node)
                node = element.end
        while stack:
            self.close(stack)

    def rejoin(self, cut: _Section, outer: _Section, block: int) -> None:
        """Text right behind the section that another one begins with: the first was cut short."""
        around = self.nodes[cut.node].parent
        if self.nodes[block].parent != around or self.blank(block):
            return
        self.cut = None
        del self.proper[cut.node]
        if outer.node == around:
            outer.first, outer.level = cut.first, cut.level
            outer.peers = min(outer.peers, cut.peers)
        else:
            # An element around a page, which is looked through.
            outer.peers = min(outer.peers, cut.level, cut.peers)

    def island_levels(self, node: int) -> None:
        """Levels of /H inside a cell, item, note …: all 1, they start afresh there."""
        for inner in self.index.inside(self.positions, node):
            if self.levels[inner] < 0:
                self.levels[inner] = 1

    def close(self, stack: list[_Section]) -> None:
        section = stack.pop()
        if section.content:
            self.with_content.add(section.node)
        proper = (
            self.nodes[section.node].type in SECTIONS
            and section.first >= 0
            and section.content
            and section.peers > section.level
            and section.inner >= section.level
        )
        if proper:
            self.proper[section.node] = section.first
        if not stack:
            return
        outer = stack[-1]
        outer.content = outer.content or section.content
        level = section.level if section.first >= 0 else 1 << 30
        outer.inner = min(outer.inner, level, section.inner, section.peers)
        if section.first >= 0:
            around = self.nodes[section.node].parent
            opens = proper and around == section.node - 1 and self.nodes[around].type in SECTIONS
            self.cut = section if opens else None
        if outer.first == -1 and section.first != -1:
            if proper:
                outer.first = -2
            else:
                # The first block of the outer one is the first block of the inner one.
                outer.first, outer.level = section.first, section.level
                outer.peers = min(outer.peers, section.peers)
        elif not proper:
            outer.peers = min(outer.peers, section.peers, level)

    def read_scopes(self) -> HeadingMap:
        """Second pass: what stands under each heading."""
        nodes, levels, texts = self.nodes, self.levels, self.texts
        headings: dict[int, _Open] = {}
        first_of = set(self.proper.values())
        open_: list[_Open] = []
        frames: list[tuple[int, int, int, bool]] = []
        """End of the element, floor and number of open headings before it, was island."""
        floor = 0
        island = False
        titles: set[str] = set()
        """Texts of the headings of the highest level so far."""
        at: list[int] = [0]
        scope: list[int] = [-1]

        def mark(node: int, heading: int) -> None:
            if at[-1] == node:
                scope[-1] = heading
            elif scope[-1] != heading:
                at.append(node)
                scope.append(heading)

        node = 0
        total = len(nodes)
        while node < total:
            while frames and frames[-1][0] <= node:
                end, floor, count, island = frames.pop()
                del open_[count:]
                mark(end, open_[-1].node if open_ else -1)
            element = nodes[node]
            level = levels.get(node)
            if level is not None:
                if not texts[node]:
                    headings[node] = _Open(node, max(level, 1), "", open_[-1].node if open_ else -1)
                    node = element.end
                    continue
                if len(open_) > floor and open_[-1].contents:
                    before = open_.pop().before
                    if before is not None and numbered_under(texts[node], before.text):
                        open_.append(before)
                before = None
                while len(open_) > floor and open_[-1].level >= level:
                    before = open_.pop()
                parent = open_[-1].node if open_ else -1
                found = _Open(node, level, texts[node], parent)
                headings[node] = found
                if before is not None and before.level == level and named_contents(texts[node]):
                    found.before = before
                if open_ and self.index.enclosing(node, _CELLS, parent) < 0:
                    open_[-1].children.append(node)
                mark(node, parent)
                open_.append(found)
                if level <= 1:
                    titles.add(texts[node].casefold())
                node = element.end
                mark(node, found.node)
            elif self.looked_through(node):
                if node in self.pages and opens_afresh(self.index, node, titles):
                    while len(open_) > floor and open_[-1].level > 1:
                        open_.pop()
                    mark(node, open_[-1].node if open_ else -1)
                if node in self.proper:
                    # Its heading ends scopes by level, all but that of the section around it.
                    level = levels[self.proper[node]]
                    while (
                        len(open_) > floor
                        and open_[-1].level >= level
                        and open_[-1].node not in first_of
                    ):
                        open_.pop()
                    mark(node, open_[-1].node if open_ else -1)
                    frames.append((element.end, floor, len(open_), island))
                    floor = len(open_)
                    # Blocks of a section inside an island go to the section's own heading.
                node += 1
            else:
                if len(open_) > (floor if island else 0) and not self.blank(node):
                    self.give(node, open_, floor)
                    mark(node, open_[-1].node if open_ else -1)
                if self.next_heading(node) < element.end:
                    frames.append((element.end, floor, len(open_), island))
                    floor = len(open_)
                    island = True
                    node += 1
                else:
                    node = element.end
        for nested in self.positions:
            if nested not in headings:
                # A heading inside a heading: it has no scope of its own.
                headings[nested] = _Open(nested, max(levels[nested], 1), texts[nested], -1)
        result = [self.finish(headings[n], n in first_of) for n in self.positions]
        return HeadingMap(result, at, scope)

    def give(self, block: int, open_: list[_Open], floor: int) -> None:
        """Adds a block to the innermost heading; that of a table of contents takes no other."""
        top = open_[-1]
        if not top.blocks or top.contents:
            listed = named_contents(top.text) and lists_contents(self.index, block)
            if top.contents and not listed and len(open_) > floor:
                open_.pop()
            elif listed:
                top.contents = True
        if open_:
            open_[-1].blocks.append(block)

    def finish(self, found: _Open, section: bool) -> Heading:
        if not found.blocks and not found.children:
            via = ScopeVia.NONE
        elif section and not self.leaves_wrapper(found, SECTIONS):
            via = ScopeVia.SECT
        elif self.leaves_wrapper(found, _WRAPPERS):
            via = ScopeVia.WRAPPER
        else:
            via = ScopeVia.LEVEL
        return Heading(
            found.node,
            found.level,
            found.text,
            found.parent,
            tuple(found.blocks),
            tuple(found.children),
            via,
        )

    def leaves_wrapper(self, found: _Open, types: frozenset[str]) -> bool:
        """Whether the heading is alone in a wrapper of one of ``types`` and part of its scope lies
        outside it."""
        nodes = self.nodes
        end = -1
        parent = nodes[found.node].parent
        for _ in range(MAX_PATH):
            if parent < 0 or parent in self.with_content or nodes[parent].type in _ROOTS:
                break
            if not self.looked_through(parent):
                break
            if nodes[parent].type in types and parent not in self.pages:
                end = nodes[parent].end
            parent = nodes[parent].parent
        if end < 0:
            return False
        last = max(found.blocks[-1:] + found.children[-1:])
        return last >= end


_CELLS = frozenset({"TD", "TH"})
_RUNNING = frozenset({"P", "L", "BlockQuote"})
_ROOTS = frozenset({"Document", "DocumentFragment"})
_WRAPPERS = SECTIONS | {"Div"}
_KNOWN = (
    CONTAINERS
    | frozenset({"P", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "THead", "TBody"})
    | frozenset({"TFoot", "Caption", "Figure", "Formula", "Form", "Note", "FENote", "Aside"})
    | frozenset({"BlockQuote", "TOC", "TOCI", "Index", "Span", "Quote", "Reference", "BibEntry"})
    | frozenset({"Code", "Link", "Annot", "Ruby", "Warichu", "Em", "Strong", "Sub", "Artifact"})
    | frozenset({"Title", "H", "RB", "RT", "RP", "WT", "WP", "math"})
)


def _heading_text(index: Index, node: int) -> str:
    """The text; where there is none, what stands for it (Alt of the heading or of its figure)."""
    text = index.normalised(node)
    if text:
        return text
    for at in range(node, min(index.nodes[node].end, node + 16)):
        alt = index.nodes[at].alt
        if alt and alt.strip():
            return " ".join(alt.split())
    return ""


def read_headings(index: Index) -> HeadingMap:
    """Finds all headings and their scopes, linear in elements."""
    reader = _Reader(index)
    reader.read_sections()
    return reader.read_scopes()
