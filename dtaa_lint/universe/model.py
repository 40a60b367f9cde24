"""Canonical tasks, candidates and rejections (specification section 4; paper 3.3 to 3.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias


class Operation(StrEnum):
    FIND = "FIND"
    EXTRACT = "EXTRACT"
    ENUMERATE = "ENUMERATE"
    SYNTHESIZE = "SYNTHESIZE"
    COMPARE = "COMPARE"
    QUALIFY = "QUALIFY"


class Motif(StrEnum):
    LOCAL_FACT = "LOCAL_FACT"
    HEADING_SCOPE = "HEADING_SCOPE"
    HEADING_LIST = "HEADING_LIST"
    NESTED_LIST = "NESTED_LIST"
    SECTION_SET = "SECTION_SET"
    LABEL_VALUE = "LABEL_VALUE"
    DEFINITION = "DEFINITION"
    TABLE_CELL = "TABLE_CELL"
    TABLE_COMPARE = "TABLE_COMPARE"
    TABLE_SERIES = "TABLE_SERIES"
    TABLE_SUMMARY = "TABLE_SUMMARY"
    FIGURE_ALT = "FIGURE_ALT"
    FIGURE_CAPTION = "FIGURE_CAPTION"
    NOTE_QUALIFICATION = "NOTE_QUALIFICATION"
    REFERENCE_TARGET = "REFERENCE_TARGET"


class Reason(StrEnum):
    """Why a candidate is no task."""

    INCOMPLETE_EVIDENCE = "INCOMPLETE_EVIDENCE"
    AMBIGUOUS = "AMBIGUOUS"
    AMBIGUOUS_RELATION = "AMBIGUOUS_RELATION"
    NOT_VERBATIM = "NOT_VERBATIM"
    MULTI_VALUE = "MULTI_VALUE"
    TRIVIAL = "TRIVIAL"
    TRIVIAL_COMPARISON = "TRIVIAL_COMPARISON"
    MALFORMED_SET = "MALFORMED_SET"
    MALFORMED_STRUCTURE = "MALFORMED_STRUCTURE"
    HEADING_ECHO = "HEADING_ECHO"
    FRAGMENT = "FRAGMENT"
    EXTERNAL_CONTEXT = "EXTERNAL_CONTEXT"
    SPLIT_TEXT = "SPLIT_TEXT"
    SUBSUMED = "SUBSUMED"
    DUPLICATE = "DUPLICATE"


class Candidate(NamedTuple):
    """One configuration that a motif fired on, eligible or rejected. Compact: a table-heavy report
    has a hundred thousand; the full task is made from it on demand by the motif's module."""

    motif: Motif
    anchor: int
    """The node whose task it is: the cell, the first cell of a pair, the list, the heading …"""
    nodes: tuple[int, ...]
    """Further nodes that the motif needs to build the task (second cell, members, note …)."""
    reason: Reason | None
    """None: eligible."""
    fault: tuple[int, ...]
    """Nodes at fault when rejected; the anchor's own place when empty."""
    table: int
    """Index into ``view.tables`` for table motifs; -1."""
    detail: str
    """For rejections: which slot is missing (``row``, ``column``, ``row+column``), which axis a
    series runs along (``row``/``column``), what it collides with; short, fixed vocabulary."""


class Slot(NamedTuple):
    """A piece of evidence: covered by any one of its (node, verbatim text) pairs."""

    any_of: tuple[tuple[int, str], ...]


class TaskRelation(NamedTuple):
    type: str
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class ValueGold:
    value: str
    kind: str = "value"


@dataclass(frozen=True, slots=True)
class SetGold:
    """A bounded set; for a series each item is (header, value), for a list (label or "", item)."""

    items: tuple[tuple[str, str], ...]
    kind: str = "set"


@dataclass(frozen=True, slots=True)
class SpanGold:
    """What must be said: one entry per block, in order."""

    checklist: tuple[str, ...]
    kind: str = "span"


@dataclass(frozen=True, slots=True)
class ComparisonGold:
    """Two values with the header path that tells them apart, and which one is greater."""

    left: tuple[str, str]
    """(what, value)"""
    right: tuple[str, str]
    relation: str
    """``greater``, ``less``: left against right."""
    kind: str = "comparison"


@dataclass(frozen=True, slots=True)
class QualificationGold:
    claim: str
    qualification: str
    kind: str = "qualification"


Gold: TypeAlias = ValueGold | SetGold | SpanGold | ComparisonGold | QualificationGold


@dataclass(frozen=True, slots=True)
class Task:
    """A canonical task: an information need independent of wording."""

    task_id: str
    """Hash over content (motif, operation, evidence text, relation types, header and heading
    paths), independent of numbering: ``T`` + 16 hexadecimal digits."""
    motif: Motif
    operation: Operation
    topology: str
    """``L0`` … ``L4``."""
    subject: str
    constraint: str
    heading_path: tuple[str, ...]
    caption: str
    page: int
    """0-based page of the anchor."""
    slots: tuple[Slot, ...]
    relations: tuple[TaskRelation, ...]
    gold: Gold

    @property
    def task_class(self) -> str:
        """Operation × topology, e.g. ``EXTRACT-L4``."""
        return f"{self.operation}-{self.topology}"


MOTIF_CLASS: Mapping[Motif, tuple[Operation, str]] = {
    Motif.LOCAL_FACT: (Operation.EXTRACT, "L0"),
    Motif.HEADING_SCOPE: (Operation.FIND, "L1"),
    Motif.HEADING_LIST: (Operation.ENUMERATE, "L2"),
    Motif.NESTED_LIST: (Operation.ENUMERATE, "L2"),
    Motif.SECTION_SET: (Operation.SYNTHESIZE, "L3"),
    Motif.LABEL_VALUE: (Operation.EXTRACT, "L1"),
    Motif.DEFINITION: (Operation.EXTRACT, "L1"),
    Motif.TABLE_CELL: (Operation.EXTRACT, "L4"),
    Motif.TABLE_COMPARE: (Operation.COMPARE, "L4"),
    Motif.TABLE_SERIES: (Operation.ENUMERATE, "L4"),
    Motif.TABLE_SUMMARY: (Operation.FIND, "L1"),
    Motif.FIGURE_ALT: (Operation.EXTRACT, "L0"),
    Motif.FIGURE_CAPTION: (Operation.FIND, "L1"),
    Motif.NOTE_QUALIFICATION: (Operation.QUALIFY, "L4"),
    Motif.REFERENCE_TARGET: (Operation.FIND, "L4"),
}
"""Motif -> operation and topology of its tasks (specification section 4)."""


@dataclass(frozen=True, slots=True)
class TaskSummary:
    """The universe in numbers."""

    pages: int
    eligible: int
    """Eligible tasks, the control band left out."""
    control: int
    """Eligible tasks of the control band (LOCAL_FACT), not in ``eligible``."""
    by_class: Mapping[str, int]
    """Task class (``EXTRACT-L4``) -> eligible tasks, in alphabetical order."""
    by_motif: Mapping[str, int]
    """Motif -> eligible tasks, in the order of ``Motif``; only motifs that have one."""
    rejected: Mapping[str, int]
    """Reason -> candidates, in the order of ``Reason``; only reasons that were met."""
    per_page: float
    """``eligible`` divided by ``pages``; 0 for a document without pages."""
