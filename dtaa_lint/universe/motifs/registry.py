"""The motifs, in the order of the universe."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Protocol, cast

from dtaa_lint.universe.model import Candidate, Motif, Task
from dtaa_lint.universe.survey import Survey


class MotifModule(Protocol):
    """What a motif's module offers."""

    def detect(self, survey: Survey) -> Iterator[Candidate]:
        """Every place where the motif fires, eligible or rejected, in reading order."""
        ...

    def build(self, survey: Survey, candidate: Candidate) -> Task:
        """The canonical task of an eligible candidate."""
        ...


_MODULES = frozenset(
    {
        *(Motif.HEADING_SCOPE, Motif.HEADING_LIST, Motif.SECTION_SET, Motif.LABEL_VALUE),
        *(Motif.TABLE_CELL, Motif.TABLE_COMPARE, Motif.TABLE_SERIES),
        *(Motif.FIGURE_ALT, Motif.NOTE_QUALIFICATION),
    }
)
"""Motifs that have a module in this package, named like the motif in lower case. Operation and
topology stand in ``tasks.model.MOTIF_CLASS``."""


def motifs() -> Iterator[tuple[Motif, MotifModule]]:
    """The motifs that have a detector, in the order of ``Motif``."""
    for motif in Motif:
        if motif in _MODULES:
            yield motif, motif_module(motif)


def motif_module(motif: Motif) -> MotifModule:
    """The module of a motif."""
    name = f"dtaa_lint.universe.motifs.{motif.value.lower()}"
    return cast(MotifModule, import_module(name))
