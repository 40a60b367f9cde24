"""The task universe of a document: every candidate that a motif fired on, eligible or rejected."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from dtaa_lint.graph.view import View
from dtaa_lint.universe.continuations import Continuation
from dtaa_lint.universe.heads import Contradiction
from dtaa_lint.universe.model import MOTIF_CLASS, Candidate, Motif, Reason, Task, TaskSummary
from dtaa_lint.universe.motifs.registry import motif_module, motifs
from dtaa_lint.universe.shapes import Shape
from dtaa_lint.universe.splits import Split
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.tables import TableKind


class Universe:
    """All candidates of a document. Tasks are made from them on demand."""

    def __init__(self, view: View, candidates: list[Candidate], survey: Survey) -> None:
        self.view = view
        self.candidates = candidates
        """In a fixed order: motif by motif, reading order within."""
        self._survey = survey

    @property
    def survey(self) -> Survey:
        """What the motifs have in common of the document."""
        return self._survey

    @property
    def splits(self) -> list[Split]:
        """Words that spaces break apart, in the order of the document's text."""
        return self._survey.splits

    @property
    def heading_lines(self) -> tuple[int, ...]:
        """Lines that are set as headings and tagged as none, in reading order."""
        return self._survey.heading_lines

    def table(self, index: int) -> tuple[TableKind, Shape | None]:
        """What the table at ``index`` in ``view.tables`` is; the shape of one without headers."""
        cells = self._survey.cells.tables[index]
        return cells.kind, cells.shape

    @property
    def continuations(self) -> tuple[Continuation | None, ...]:
        """For every table of the view what it is the rest of, where a page end cut a table."""
        return self._survey.continuations

    def goes_on(self, index: int) -> bool:
        """Whether the table after the one at ``index`` is the rest of it."""
        joined = self._survey.continuations[index + 1 : index + 2]
        return bool(joined) and joined[0] is not None

    def contradictions(self, table: int) -> Mapping[int, Contradiction]:
        """Of the table at ``table`` in ``view.tables``: cells whose Headers contradict the grid,
        as indices into its cells."""
        return self._survey.cells.tables[table].contradictions

    def task(self, index: int) -> Task:
        """The canonical task of the eligible candidate at ``index``. Raises ValueError for a
        rejected one."""
        candidate = self.candidates[index]
        if candidate.reason is not None:
            raise ValueError(f"candidate {index} was rejected: {candidate.reason.value}")
        return motif_module(candidate.motif).build(self._survey, candidate)

    def tasks(self) -> Iterator[Task]:
        """Every eligible task, in order."""
        return (task for _, task in self.tasks_of())

    def tasks_of(self, *, control: bool = True) -> Iterator[tuple[Candidate, Task]]:
        """Every eligible candidate and its task, in order; ``control``: the control band too."""
        for index, candidate in enumerate(self.candidates):
            if candidate.reason is None and (control or candidate.motif is not Motif.LOCAL_FACT):
                yield candidate, self.task(index)

    def rejections(self) -> Iterator[Candidate]:
        """Every rejected candidate, in order."""
        return (candidate for candidate in self.candidates if candidate.reason is not None)

    def summary(self) -> TaskSummary:
        """The universe in numbers."""
        eligible = Counter([c.motif for c in self.candidates if c.reason is None])
        rejected = Counter([c.reason for c in self.candidates if c.reason is not None])
        by_class: Counter[str] = Counter()
        for motif, count in eligible.items():
            if motif is not Motif.LOCAL_FACT:
                operation, topology = MOTIF_CLASS[motif]
                by_class[f"{operation.value}-{topology}"] += count
        pages = len(self.view.document.pages)
        total = sum(by_class.values())
        return TaskSummary(
            pages=pages,
            eligible=total,
            control=eligible[Motif.LOCAL_FACT],
            by_class=dict(sorted(by_class.items())),
            by_motif={motif.value: eligible[motif] for motif in Motif if eligible[motif]},
            rejected={reason.value: rejected[reason] for reason in Reason if rejected[reason]},
            per_page=total / pages if pages else 0.0,
        )


def enumerate_tasks(
    view: View, survey: Survey | None = None, only: Collection[Motif] | None = None
) -> Universe:
    """Detects, validates and deduplicates the tasks of a document; ``survey`` is of that view,
    ``only`` the motifs that are asked for."""
    survey = survey or Survey(view)
    candidates: list[Candidate] = []
    # A hundred thousand small tuples without a cycle among them: collecting finds nothing.
    collecting = gc.isenabled()
    gc.disable()
    try:
        for motif, module in motifs():
            if only is None or motif in only:
                candidates.extend(module.detect(survey))
    finally:
        if collecting:
            gc.enable()
    return Universe(view, candidates, survey)
