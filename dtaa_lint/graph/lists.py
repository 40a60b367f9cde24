"""Lists: members with label and body, nesting, and what introduces a list."""

from __future__ import annotations

from dataclasses import replace

from dtaa_lint.graph.captions import Captions
from dtaa_lint.graph.headings import HeadingMap
from dtaa_lint.graph.index import NOTES, Index
from dtaa_lint.graph.list_cuts import with_cuts
from dtaa_lint.graph.model import ListMember, ListView

_WRAPPERS = frozenset({"Div", "NonStruct", "Sect", "Part", "Art", "Span"})
_LEADS = frozenset({"P", "Span", "Strong", "Em", "Quote", "Lbl"})
_LIST_OR_ITEM = frozenset({"L", "LI"})
_ROMAN = frozenset("ivxlcdm")


def is_textual_label(label: str) -> bool:
    """Whether a list label is words: no bullet, number, letter or Roman number in any of the usual
    forms (``•``, ``1.``, ``(a)``, ``iv)``, ``2.1.3``, ``A-1``, ``aa.``)."""
    word = ""
    for char in label + " ":
        if char.isalnum():
            word += char
            continue
        if word and not _is_counter(word):
            return True
        word = ""
    return False


def without_symbol(text: str) -> str:
    """The text without a bullet of a symbol font that leads it: a private-use character (U+F0B7,
    U+F0A7, U+F0FC …) that has no meaning as text."""
    if "\ue000" <= text[:1] <= "\uf8ff":
        return text[1:].lstrip()
    return text


def _is_counter(word: str) -> bool:
    if len(word) == 1 or word.isdigit() or word.isnumeric():
        return True
    lower = word.lower()
    if len(lower) <= 8 and _ROMAN.issuperset(lower) and _is_roman(lower):
        return True
    if len(lower) <= 3 and len(set(lower)) == 1:
        return True
    digits = lower.strip("0123456789")
    return len(digits) <= 1


def _is_roman(text: str) -> bool:
    """Whether the letters are a Roman number in its usual spelling."""
    total, rest = 0, text
    for value, sign in _ROMAN_SIGNS:
        while rest.startswith(sign):
            total += value
            rest = rest[len(sign) :]
    if rest or not 0 < total < 4000:
        return False
    spelled = ""
    for value, sign in _ROMAN_SIGNS:
        while total >= value:
            spelled += sign
            total -= value
    return spelled == text


_ROMAN_SIGNS = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


class _Reader:
    def __init__(self, index: Index, captions: Captions, headings: HeadingMap) -> None:
        self.index = index
        self.nodes = index.nodes
        self.captions = captions
        self.headings = headings
        self.lists = index.of_type("L")
        self.cuts = index.with_text(index.of_type("L", *NOTES))

    def kids(self, node: int) -> list[int]:
        """Children, those of wrappers in their place; none that are lost."""
        result: list[int] = []
        pending = list(reversed(self.index.children(node)))
        while pending:
            kid = pending.pop()
            if kid in self.index.lost:
                continue
            if self.nodes[kid].type in _WRAPPERS and self.nodes[kid].end > kid + 1:
                pending.extend(reversed(self.index.children(kid)))
            else:
                result.append(kid)
        return result

    def item(self, node: int) -> ListMember:
        """A member from an LI."""
        label = body = -1
        for kid in self.kids(node):
            type_ = self.nodes[kid].type
            if type_ == "Lbl" and label < 0:
                label = kid
            elif type_ == "LBody" and body < 0:
                body = kid
        if label < 0 and body >= 0:
            first = self.index.children(body)[:1]
            if first and self.nodes[first[0]].type == "Lbl":
                label = first[0]
        return self.member(node, label, body)

    def member(self, node: int, label: int, body: int) -> ListMember:
        index = self.index
        label_text = index.normalised(label) if label >= 0 else ""
        nested = tuple(index.outermost(self.lists, node))
        source = body if body >= 0 else node
        text = without_symbol(index.without(source, self.cuts, label))
        textual = bool(label_text) and is_textual_label(label_text)
        return ListMember(node, label, body, label_text, text, textual, nested)

    def read(self, node: int, nested_in: int) -> ListView:
        nodes = self.nodes
        members: list[ListMember] = []
        beside: dict[int, list[int]] = {}
        """Place of a member -> lists that follow it as its siblings."""
        strays: list[int] = []
        loose_label = -1
        kids = self.kids(node)
        has_items = any(nodes[kid].type == "LI" for kid in kids)
        for kid in kids:
            type_ = nodes[kid].type
            if type_ == "LI":
                found = self.item(kid)
                members.append(found)
                if found.label < 0 and found.body < 0:
                    strays.append(kid)
            elif type_ == "L":
                if members:
                    beside.setdefault(len(members) - 1, []).append(kid)
            elif type_ == "Lbl":
                strays.append(kid)
                loose_label = kid
                continue
            elif type_ != "Caption":
                strays.append(kid)
                if type_ == "LBody" or (not has_items and not self.index.blank(kid)):
                    body = kid if type_ == "LBody" else -1
                    members.append(self.member(kid, loose_label, body))
            loose_label = -1
        for place, lists in beside.items():
            found = members[place]
            members[place] = replace(found, nested=(*found.nested, *lists))
        numbering = self.index.attribute(node, "List", "ListNumbering")
        caption = self.captions.structural(node)
        anchor, kind = self.anchor(node, caption)
        return ListView(
            node=node,
            members=tuple(members),
            numbering=numbering if isinstance(numbering, str) else None,
            caption=caption,
            anchor=anchor,
            anchor_kind=kind,
            nested_in=nested_in,
            strays=tuple(strays),
        )

    def anchor(self, node: int, caption: int) -> tuple[int, str]:
        """What introduces the list, and how."""
        nodes = self.nodes
        owner = self.index.enclosing(node, _LIST_OR_ITEM)
        if owner >= 0 and not self._cell_between(node, owner):
            if nodes[owner].type == "LI":
                return owner, "item"
            before = self.captions.neighbour(node, -1)
            return (before, "item") if before >= 0 and nodes[before].type == "LI" else (-1, "")
        if caption >= 0:
            return caption, "caption"
        parent = nodes[node].parent
        if (
            parent >= 0
            and nodes[parent].type == "P"
            and not self.index.blank_between(nodes[parent].text_start, nodes[node].text_start)
        ):
            return parent, "lead"
        before = self.captions.neighbour(node, -1)
        if before >= 0 and nodes[before].type in _LEADS:
            return before, "lead"
        heading = self.headings.heading_of(node)
        if heading >= 0:
            blocks = self.headings.by_node[heading].blocks
            first = blocks[0] if blocks else -1
            if first == node or (
                0 <= first < node < nodes[first].end
                and nodes[first].text_start == nodes[node].text_start
                and nodes[first].type != "Table"
            ):
                return heading, "heading"
        return -1, ""

    def _cell_between(self, node: int, owner: int) -> bool:
        return self.index.enclosing(node, _CELLS, owner) >= 0


_CELLS = frozenset({"TD", "TH", "Note", "FENote"})


def read_lists(index: Index, captions: Captions, headings: HeadingMap) -> tuple[ListView, ...]:
    """Every L element in reading order."""
    reader = _Reader(index, captions, headings)
    result: list[ListView] = []
    around: list[int] = []
    for node in reader.lists:
        while around and index.nodes[around[-1]].end <= node:
            around.pop()
        result.append(reader.read(node, around[-1] if around else -1))
        around.append(node)
    return with_cuts(index, result)
