"""Tag-aligned passages: what the structure declares as one thing is one item of evidence.

A unit is a heading, a paragraph, a list item without the lists in it, a row of a table, the header
rows of a table with its caption, a figure with caption and alternative, a note, a form field, an
abbreviation with its expansion. A block with blocks in it, as a paragraph of paragraphs is, is what
it says itself, and each of them a unit of its own. Tables of contents are left out: they say where,
not what.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dtaa_lint.answerability.answering.blocks import CUTS, Blocks
from dtaa_lint.answerability.answering.counting import words_in
from dtaa_lint.answerability.answering.language import language_of
from dtaa_lint.answerability.answering.rows import read_rows
from dtaa_lint.graph.index import CONTAINERS, INLINE
from dtaa_lint.graph.view import View
from dtaa_lint.words import fold

HEADING, BLOCK, ITEM, ROW, HEAD, FIGURE, NOTE, FIELD, TERM = (
    "heading", "block", "item", "row", "head", "figure", "note", "field", "term",
)  # fmt: skip
_WRAPPERS = CONTAINERS | {
    "Aside", "BlockQuote", "LBody", "TD", "TH", "TR", "THead", "TBody", "TFoot", "Table", "L",
    "LI", "Index", "Form", "Annot",
}  # fmt: skip
_CONTENTS = frozenset({"TOC", "TOCI"})
_COUNTED = {
    "en": {"figure": "figure", "formula": "formula", "table": "table", "page": "page"},
    "fr": {"figure": "figure", "formula": "formule", "table": "tableau", "page": "page"},
    "de": {"figure": "Abbildung", "formula": "Formel", "table": "Tabelle", "page": "Seite"},
    "es": {"figure": "figura", "formula": "fórmula", "table": "tabla", "page": "página"},
    "pt": {"figure": "figura", "formula": "fórmula", "table": "tabela", "page": "página"},
    "it": {"figure": "figura", "formula": "formula", "table": "tabella", "page": "pagina"},
    "nl": {"figure": "afbeelding", "formula": "formule", "table": "tabel", "page": "pagina"},
    "zh": {"figure": "图 圖", "formula": "公式", "table": "表", "page": "页 頁"},
    "ja": {"figure": "図", "formula": "式", "table": "表", "page": "ページ"},
}
"""How people count figures and tables that have no number of their own."""
_MOSTLY = 0.8
_LEAD = 40
"""Words of a lead or caption that say what a list item or row belongs to."""
_PATH = 3
"""Innermost headings that say where a unit stands."""


@dataclass(slots=True)
class Unit:
    """One item of evidence."""

    kind: str
    node: int
    """The element that it is made of, the first of several."""
    nodes: tuple[int, ...]
    """Elements whose text it shows."""
    text: str
    """As it is shown."""
    context: str = ""
    """Names of what it belongs to: headings, caption, column headers, lead."""
    heading: int = -1
    """The innermost heading in whose scope it stands."""
    group: int = -1
    """Its table (index) or its list (element)."""
    heads: tuple[int, ...] = ()
    """Of a row: the units that hold its column headers."""
    names: tuple[str, ...] = ()
    """What it is called: headings are by their text, rows by their headers, figures by caption or
    number."""
    words: int = field(init=False)
    """Words of ``text``."""

    def __post_init__(self) -> None:
        self.words = words_in(self.text)


class Units:
    """Every unit of a document in reading order, and where it belongs."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.all: list[Unit] = []
        self.of_table: dict[int, list[int]] = {}
        """Index of a table -> its units in order."""
        self.of_list: dict[int, list[int]] = {}
        """L element -> its items' units in order, nested lists' not among them."""
        self.in_scope: dict[int, list[int]] = {}
        """Heading element -> units directly in its scope (not in a sub-heading's); -1: before all
        headings."""
        self.at_heading: dict[int, int] = {}
        """Heading element -> its unit."""
        self._ranges: list[tuple[int, int, int]] = []
        _Reader(self).read()
        self._owner = self._owners()
        for number, unit in enumerate(self.all):
            if unit.kind is HEADING:
                self.at_heading[unit.node] = number
            else:
                self.in_scope.setdefault(unit.heading, []).append(number)

    def owner(self, node: int) -> int:
        """The unit that shows this element, or the one that shows the element around it; -1."""
        return self._owner[node] if 0 <= node < len(self._owner) else -1

    def first_inside(self, node: int) -> int:
        """The first unit inside the element, or the one that owns it; -1 for none."""
        if not 0 <= node < len(self._owner):
            return -1
        for at in range(node, self.view.nodes[node].end):
            if self._owner[at] >= 0:
                return self._owner[at]
        return -1

    def add(self, unit: Unit, *ranges: int) -> int:
        """Adds a unit that owns these elements with all that is in them."""
        number = len(self.all)
        self.all.append(unit)
        nodes = self.view.nodes
        self._ranges += [(node, -nodes[node].end, number) for node in ranges]
        return number

    def _owners(self) -> list[int]:
        """Per element the innermost unit around it, in one pass: trees may be as deep as they are
        long."""
        owners = [-1] * len(self.view.nodes)
        open_: list[tuple[int, int]] = []
        at = 0
        for node, minus_end, number in [*sorted(self._ranges), (len(owners), 0, -1)]:
            while at < node:
                while open_ and open_[-1][0] <= at:
                    open_.pop()
                end = min(node, open_[-1][0]) if open_ else node
                if open_:
                    owners[at:end] = [open_[-1][1]] * (end - at)
                at = end
            open_.append((-minus_end, number))
        return owners


class _Reader:
    """One pass over the elements in reading order."""

    def __init__(self, units: Units) -> None:
        self.units = units
        view = self.view = units.view
        index = view.index
        self.cuts = index.with_text(index.of_type(*CUTS))
        self.blocks = Blocks(view)
        self.tables = {table.node: number for number, table in enumerate(view.tables)}
        self.lists = {found.node: found for found in view.lists}
        self.members = {
            member.node: (found.node, member) for found in view.lists for member in found.members
        }
        self.figures = {figure.node: figure for figure in view.figures}
        self.notes = {note.node: note for note in view.notes}
        self.fields = {found.node: found for found in view.fields}
        self.bound: dict[int, int] = {}
        """Caption -> what it is the caption of."""
        for table in view.tables:
            if table.caption >= 0:
                self.bound[table.caption] = table.node
        for figure in view.figures:
            if figure.caption >= 0:
                self.bound.setdefault(figure.caption, figure.node)
        self.closed_cells: set[int] = set()
        self.paths: dict[int, str] = {-1: ""}
        self.leads: dict[int, str] = {}
        self.counted: dict[tuple[str, int, str], int] = {}
        self.words = _COUNTED.get(language_of(view), _COUNTED["en"])
        self.expanded: set[str] = set()

    def read(self) -> None:
        view, nodes = self.view, self.view.nodes
        closed = 0
        at = 0
        lost = view.index.lost
        around: list[tuple[int, int]] = []
        while at < len(nodes):
            while around and around[-1][0] <= at:
                closed = max(closed, around.pop()[1])
            element = nodes[at]
            kind = element.type
            if kind in _CONTENTS or at in lost:
                at = element.end
                continue
            if at in self.blocks.severed:
                around.append((element.end, closed))
                closed = 0
            if element.expansion:
                self.term(at)
            if at in self.tables:
                self.table(at)
            elif at in self.closed_cells:
                closed = max(closed, element.end)
            elif at in self.members:
                if self.member(at):
                    closed = max(closed, element.end)
            elif at in self.notes:
                self.note(at)
                closed = max(closed, element.end)
            elif at in self.figures:
                self.figure(at)
                closed = max(closed, element.end)
            elif at in self.fields:
                self.field(at)
            elif at in view.heading_by_node:
                self.heading(at)
                closed = max(closed, element.end)
            elif at in self.bound or at < closed or at in self.lists:
                if at in self.bound:
                    closed = max(closed, element.end)
            elif self.leaf(at):
                text = self.blocks.text(at)
                if text:
                    self.add(BLOCK, at, (at,), text)
                closed = max(closed, element.end)
            at += 1

    def add(self, kind: str, node: int, shown: Sequence[int], text: str, context: str = "") -> int:
        heading = self.view.heading_of(node)
        context = " ".join(filter(None, (self.path(heading), context)))
        inside = self.inner(node)
        unit = Unit(kind, node, tuple(dict.fromkeys([*shown, *inside])), text, context, heading)
        return self.units.add(unit, *shown)

    def inner(self, node: int) -> list[int]:
        """The element inside that has the same text, as a P in an LBody."""
        found = []
        index = self.view.index
        at = node
        for _ in range(4):
            kids = index.children(at)
            if len(kids) != 1 or not index.same_text(at, kids[0]):
                break
            at = kids[0]
            found.append(at)
        return found

    def path(self, heading: int) -> str:
        """The innermost headings of a path as one text."""
        found = self.paths.get(heading)
        if found is None:
            above = self.view.heading_path(heading)
            texts = [self.view.heading_by_node[h].text for h in (*above, heading)][-_PATH:]
            found = self.paths[heading] = " ".join(texts)
        return found

    def leaf(self, node: int) -> bool:
        """Whether an element is text by itself, not a wrapper around such."""
        element = self.view.nodes[node]
        if element.text_end <= element.text_start:
            return False
        if element.type not in _WRAPPERS:
            return True
        types = [self.view.nodes[kid].type for kid in element.kids if type(kid) is int]
        return len(types) < len(element.kids) or all(kind in INLINE for kind in types)

    def heading(self, node: int) -> None:
        text = self.view.heading_by_node[node].text
        if text:
            above = self.view.heading_by_node[node].parent
            unit = Unit(HEADING, node, (node, *self.inner(node)), text, self.path(above), above)
            self.units.add(unit, node)

    def member(self, node: int) -> bool:
        group, member = self.members[node]
        text = " ".join(filter(None, (member.label_text, member.text)))
        if not member.text and not member.label_text:
            return False
        shown = [n for n in (node, member.label, member.body) if n >= 0]
        number = self.add(ITEM, node, shown, text, self.lead(group))
        body = member.body
        if body >= 0:
            unit = self.units.all[number]
            unit.nodes = tuple(dict.fromkeys([*unit.nodes, *self.inner(body)]))
        self.units.all[number].group = group
        self.units.of_list.setdefault(group, []).append(number)
        return True

    def lead(self, group: int) -> str:
        """The last words of what introduces a list."""
        if group not in self.leads:
            found = self.lists[group]
            words: list[str] = []
            if found.anchor >= 0 and found.anchor_kind != "heading":
                words = self.view.index.without(found.anchor, self.cuts).split()
            self.leads[group] = " ".join(words[-_LEAD:])
        return self.leads[group]

    def note(self, node: int) -> None:
        note = self.notes[node]
        text = " ".join(filter(None, (note.label, note.text)))
        if text:
            self.add(NOTE, node, (node,), text)

    def numbered(self, kind: str, node: int, caption: str) -> str:
        """``figure 2``: the second of those that headings and caption do not tell apart."""
        key = (kind, self.view.heading_of(node), caption)
        self.counted[key] = self.counted.get(key, 0) + 1
        return f"{self.words[kind]} {self.counted[key]}"

    def figure(self, node: int) -> None:
        figure = self.figures[node]
        kind = self.view.nodes[node].type
        number = self.numbered(kind.lower(), node, figure.caption_text)
        page = f"{self.words['page']} {self.view.nodes[node].page + 1}"
        said: list[str] = []
        for text in (figure.caption_text, figure.alt, figure.actual_text, figure.text):
            text = fold(text or "")
            if text and not any(_tells(other, text) for other in said):
                said.append(text)
        if not said:
            return
        text = f"[{kind}] " + " — ".join(said)
        shown = [n for n in (node, figure.caption) if n >= 0]
        at = self.add(FIGURE, node, shown, text, f"{number} {page}")
        label = figure.caption_text.split(". ", 1)[0]
        names = (figure.caption_text, label, f"{number} {page}", number)
        self.units.all[at].names = tuple(dict.fromkeys(filter(None, names)))

    def field(self, node: int) -> None:
        found = self.fields[node]
        if found.value and found.name:
            shown = [n for n in (node, found.label_node) if n >= 0]
            number = self.add(FIELD, node, (node,), f"{found.name}: {found.value}")
            self.units.all[number].nodes = tuple(shown)

    def term(self, node: int) -> None:
        element = self.view.nodes[node]
        short = self.view.normalised(node)
        long = " ".join((element.expansion or "").split())
        if short and long and short != long and len(short.split()) <= 4:
            text = f"{short}: {long}"
            if text not in self.expanded:
                self.expanded.add(text)
                heading = self.view.heading_of(node)
                self.units.all.append(Unit(TERM, node, (node,), text, "", heading))

    def table(self, node: int) -> None:
        number = self.tables[node]
        found = read_rows(self.view, number)
        heading = self.view.heading_of(node)
        path = self.path(heading)
        counted = self.numbered("table", node, "")
        places: dict[int, int] = {}
        members: list[int] = []
        for key, row in enumerate(found.rows):
            name = counted if row.head else row.columns
            context = " ".join(filter(None, (path, found.name, name)))
            unit = Unit(
                HEAD if row.head else ROW,
                row.nodes[0] if row.nodes else node,
                row.nodes,
                row.text,
                context,
                heading,
                number,
            )
            unit.names = row.names
            if row.head and not members:
                unit.names = (*filter(None, (found.name, found.label, counted)), *row.names)
            unit.heads = tuple([places[head] for head in row.heads if head in places])
            places[key] = self.units.add(unit, *row.owns)
            members.append(places[key])
            self.closed_cells.update(row.owns)
        if members:
            self.units.of_table[number] = members


def _tells(text: str, other: str) -> bool:
    """Whether a text has nearly all words of another one, as an alternative that spells out what
    stands in a picture."""
    if other in text:
        return True
    words = other.split()
    known = set(text.split())
    return sum(word in known for word in words) >= _MOSTLY * len(words)
