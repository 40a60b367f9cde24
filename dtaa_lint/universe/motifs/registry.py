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


def motifs() -> Iterator[tuple[Motif, MotifModule]]:
    """Every motif with its detector, in the order of ``Motif``."""
    for motif in Motif:
        yield motif, motif_module(motif)


def motif_module(motif: Motif) -> MotifModule:
    """The module of a motif: named like it, in lower case."""
    name = f"dtaa_lint.universe.motifs.{motif.value.lower()}"
    return cast(MotifModule, import_module(name))
