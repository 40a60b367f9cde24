"""Other people's questions in the shape that scores take: a task with gold and evidence.

The task is a carrier. Its class says nothing, so that it is counted under no operation, topology or
motif (``labels``): it is no derived task, and stands beside them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dtaa_lint.answerability.benchmark.dimensions import Dimensions, Measurer
from dtaa_lint.answerability.benchmark.foreign import ForeignQuestion, foreign_dict
from dtaa_lint.answerability.benchmark.sources import Locator, SourceEvidence
from dtaa_lint.answerability.scoring.profile import Labels
from dtaa_lint.graph.view import View
from dtaa_lint.universe.export import Json
from dtaa_lint.universe.model import MOTIF_CLASS, Motif, Task
from dtaa_lint.universe.validate import page_of

_CARRIER = Motif.LOCAL_FACT


@dataclass(frozen=True, slots=True)
class ForeignTask:
    """A question with what it is scored by in one document."""

    question: ForeignQuestion
    evidence: SourceEvidence
    dimensions: Dimensions
    task: Task | None
    """Gold and slots for the scores; None where abstaining is right. It has no slots where
    ``scores_evidence`` is false: evidence, relations and provenance then say nothing."""

    @property
    def scores_evidence(self) -> bool:
        """Whether every source was found: else the question keeps the scores of its answer, and
        has none of its evidence."""
        return self.evidence.complete

    def labels(self, document: str, marks: Mapping[str, str] | None = None) -> Labels:
        """What its runs are counted under. ``marks``: by the filters, where they were asked for."""
        dimensions = tuple(sorted({**self.dimensions.labels(), **(marks or {})}.items()))
        return Labels(document, self.question.foreign_id, dimensions=dimensions)

    def json(self) -> dict[str, Json]:
        """A line of ``foreign.jsonl`` (``schema/foreign-1.json``)."""
        line = foreign_dict(self.question)
        sources = line["sources"]
        assert isinstance(sources, list)
        for source, located in zip(sources, self.evidence.located, strict=True):
            assert isinstance(source, dict)
            source["share"] = round(located.share, 4)
            source["slots"] = [
                {"node": f"s{node}", "evidence": text}
                for slot in located.slots
                for node, text in slot.any_of
            ]
        return {
            **line,
            "scoresEvidence": self.scores_evidence,
            "dimensions": self.dimensions.json(),
        }


class ForeignTasks:
    """Makes them for one document."""

    def __init__(self, view: View, document_class: str = "") -> None:
        self._view = view
        self._locator = Locator(view)
        self._measurer = Measurer(view, document_class)

    def of(self, question: ForeignQuestion) -> ForeignTask:
        """The question as it is scored in this document."""
        evidence = self._locator.evidence(question)
        dimensions = self._measurer.of_question(question, evidence)
        return ForeignTask(question, evidence, dimensions, self._task(question, evidence))

    def _task(self, question: ForeignQuestion, evidence: SourceEvidence) -> Task | None:
        if question.gold is None:
            return None
        node = evidence.slots[0].any_of[0][0] if evidence.slots else -1
        headings = (
            [self._view.text(at) for at in self._view.heading_path(node)] if node >= 0 else []
        )
        operation, topology = MOTIF_CLASS[_CARRIER]
        return Task(
            task_id=question.foreign_id,
            motif=_CARRIER,
            operation=operation,
            topology=topology,
            subject="",
            constraint="",
            heading_path=tuple(headings),
            caption="",
            page=page_of(self._view, node) if node >= 0 else -1,
            slots=evidence.slots,
            relations=(),
            gold=question.gold,
        )
