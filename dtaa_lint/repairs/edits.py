"""The vocabulary of repairs: small edits of the tag tree.

Nodes are elements of the document as it was read (``PdfDocument.elements``). An edit that makes an
element gives it a handle, a negative number below -1 that later edits of the same repair name it
by. An edit that no longer applies, because an earlier one took its element away, does nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from dtaa_lint.pdf.model import AttributeValue

ROOT = -1
"""As a parent: the structure tree root. As ``before``: behind the last kid."""
FIRST_HANDLE = -2
"""The largest number that may be a handle."""

Attributes: TypeAlias = Mapping[str, Mapping[str, AttributeValue]]
"""Owner -> key -> value."""


class Entry(StrEnum):
    """Entries of a structure element that hold a text (ISO 32000-2, Table 355)."""

    ALT = "Alt"
    ACTUAL_TEXT = "ActualText"
    EXPANSION = "E"
    LANG = "Lang"
    ID = "ID"
    TITLE = "T"


@dataclass(frozen=True, slots=True)
class Retype:
    """Another standard type: /S, without the namespace of the old one."""

    node: int
    type: str


@dataclass(frozen=True, slots=True)
class SetAttribute:
    """An attribute of one owner; None takes it away (from classes too)."""

    node: int
    owner: str
    key: str
    value: AttributeValue


@dataclass(frozen=True, slots=True)
class SetEntry:
    """A text entry; None takes it away."""

    node: int
    entry: Entry
    value: str | None


@dataclass(frozen=True, slots=True)
class Refer:
    """/Ref to these elements, beside those that it leads to already."""

    node: int
    targets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NameHeaders:
    """The cell's Headers name these header cells too, which get an ID where they have none, and no
    longer those ``without``, whatever other repairs say."""

    node: int
    headers: tuple[int, ...]
    without: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rename:
    """Another ID; in the Headers of the cells that mean this element by the old one too."""

    node: int
    id: str
    users: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Insert:
    """A new element with text of its own (ActualText, where the page has nothing for it)."""

    handle: int
    parent: int
    before: int
    """The kid in front of which it stands, ``ROOT`` for behind the last one."""
    type: str
    text: str = ""
    attributes: Attributes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Move:
    """An element with all in it to another place."""

    node: int
    parent: int
    before: int = ROOT


@dataclass(frozen=True, slots=True)
class Wrap:
    """A new element around neighbouring kids of one parent; it stands where the first one stood."""

    handle: int
    nodes: tuple[int, ...]
    type: str


@dataclass(frozen=True, slots=True)
class Unwrap:
    """The element's kids take its place."""

    node: int


@dataclass(frozen=True, slots=True)
class Remove:
    """The element and all in it leave the tree; what it shows becomes an artifact."""

    node: int


@dataclass(frozen=True, slots=True)
class Rewrite:
    """The author changes the words: all that the element holds gives way to the text."""

    node: int
    text: str


@dataclass(frozen=True, slots=True)
class SetTarget:
    """A structure destination for a link: ``annotation`` is its index in the document."""

    annotation: int
    element: int


class DocumentEntry(StrEnum):
    """What a document as a whole says."""

    TITLE = "Title"
    LANG = "Lang"
    MARKED = "Marked"
    """MarkInfo Marked is true, whatever the value says."""


@dataclass(frozen=True, slots=True)
class SetDocument:
    """The document's title (shown in the window) or language, or that it is tagged."""

    entry: DocumentEntry
    value: str


Edit: TypeAlias = (
    Retype
    | SetAttribute
    | SetEntry
    | Refer
    | NameHeaders
    | Rename
    | Insert
    | Move
    | Wrap
    | Unwrap
    | Remove
    | Rewrite
    | SetTarget
    | SetDocument
)

Repair: TypeAlias = tuple[Edit, ...]
"""Edits in the order in which they apply; handles are local to it."""


def named(edit: Edit) -> tuple[int, ...]:
    """The elements that an edit names, handles included; the root is none."""
    if isinstance(edit, Retype | SetAttribute | SetEntry | Unwrap | Remove | Rewrite):
        found: tuple[int, ...] = (edit.node,)
    elif isinstance(edit, Refer):
        found = (edit.node, *edit.targets)
    elif isinstance(edit, NameHeaders):
        found = (edit.node, *edit.headers, *edit.without)
    elif isinstance(edit, Rename):
        found = (edit.node, *edit.users)
    elif isinstance(edit, Insert):
        found = (edit.parent, edit.before)
    elif isinstance(edit, Move):
        found = (edit.node, edit.parent, edit.before)
    elif isinstance(edit, Wrap):
        found = edit.nodes
    elif isinstance(edit, SetTarget):
        found = (edit.element,)
    else:
        found = ()
    return tuple([node for node in found if node != ROOT])
