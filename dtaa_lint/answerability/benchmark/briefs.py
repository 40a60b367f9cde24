"""What the writer and the checker of questions are told of a task."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dtaa_lint.answerability.answering.language import language_of, primary
from dtaa_lint.answerability.benchmark.names import Names
from dtaa_lint.answerability.benchmark.things import KIND
from dtaa_lint.answerability.benchmark.tongues import Tongues
from dtaa_lint.graph.view import View
from dtaa_lint.universe.export import doc_id
from dtaa_lint.universe.model import (
    ComparisonGold,
    Gold,
    Motif,
    QualificationGold,
    SetGold,
    SpanGold,
    Task,
)
from dtaa_lint.universe.motifs.common import joined
from dtaa_lint.words import cut

_MOST_HEADINGS = 1_500
_HEADING = 120
"""Characters of a heading in a list of all."""
_MOST_HEADERS = 300
_HEADER = 80
_MOST_EVIDENCE = 60
_EVIDENCE = 1_200
"""Characters of one piece of evidence."""

_INTENTS = {
    Motif.LOCAL_FACT: "the value that completes the statement “{subject}”",
    Motif.HEADING_SCOPE: "what is said under the heading “{subject}”",
    Motif.HEADING_LIST: "every item that is listed under “{subject}”",
    Motif.NESTED_LIST: "every item that is listed under “{subject}”, an item of a list itself",
    Motif.SECTION_SET: "all points that the section “{subject}” makes, together",
    Motif.LABEL_VALUE: "what is given for the label “{subject}”",
    Motif.DEFINITION: "what “{subject}” means, as the document defines it",
    Motif.TABLE_CELL: "the one value that a table gives for “{subject}” under “{constraint}”",
    Motif.TABLE_COMPARE: "for “{subject}”, which is greater: “{left}” or “{right}”",
    Motif.TABLE_SERIES: "every value that a table gives for “{subject}”, each with its header",
    Motif.TABLE_SUMMARY: "what the table “{subject}” shows",
    Motif.FIGURE_ALT: "what the figure “{subject}” shows",
    Motif.FIGURE_CAPTION: "what the figure “{subject}” shows, as its caption says",
    Motif.NOTE_QUALIFICATION: "the note that qualifies “{subject}”, and what it says",
    Motif.REFERENCE_TARGET: "what is said where “{subject}” refers to by “{constraint}”",
}


@dataclass(frozen=True, slots=True)
class Brief:
    """A task with what its writer and its checker need of the document around it."""

    document: str
    """Name of the document: the file's without folder and extension."""
    task: Task
    lang: str
    """Primary subtag of the language to ask in."""
    recurs: bool
    """What the task asks by names something else as well: the question must say where."""
    headings: tuple[str, ...]
    """Every heading of the document in order, each cut to a line; shared between the briefs."""
    more_headings: int
    """Headings that are left out of a very long list."""
    stubs: tuple[str, ...]
    """Row headers of the table that the evidence stands in; empty for none."""
    columns: tuple[str, ...]
    """Its column headers."""

    @property
    def intent(self) -> str:
        """What is to be found out: English words around the document's terms."""
        task = self.task
        text = _INTENTS[task.motif]
        if isinstance(task.gold, ComparisonGold):
            left, right = task.gold.left[0], task.gold.right[0]
            return cut(text.format(subject=task.subject, left=left, right=right), _EVIDENCE)
        text = text.format(subject=task.subject, constraint=task.constraint)
        if task.constraint and "{constraint}" not in _INTENTS[task.motif]:
            # The number of a table or figure among those under its heading is printed nowhere.
            place = f"page {task.page + 1}" if task.motif in KIND else task.constraint
            text += f" ({place})"
        return cut(text, _EVIDENCE)

    def evidence(self) -> tuple[str, ...]:
        """The verbatim texts that answer the task, one a slot."""
        texts = [slot.any_of[0][1] for slot in self.task.slots if slot.any_of]
        return tuple([cut(text, _EVIDENCE) for text in texts[:_MOST_EVIDENCE]])


class Briefs:
    """Makes the briefs of one document."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._names = Names(view)
        self._tongues = Tongues(view)
        self._lang = language_of(view)
        texts = [cut(heading.text, _HEADING) for heading in view.headings if heading.text.strip()]
        self._headings = tuple(texts[:_MOST_HEADINGS])
        self._more = len(texts) - len(self._headings)
        self._headers: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = {}

    def of(self, task: Task) -> Brief:
        """The brief of a task of this document."""
        stubs, columns = self._table(task)
        return Brief(
            document=doc_id(self._view),
            task=task,
            lang=self.language(task),
            recurs=self._names.recurs(task),
            headings=self._headings,
            more_headings=self._more,
            stubs=stubs,
            columns=columns,
        )

    def language(self, task: Task) -> str:
        """The language of what the task asks about, else that of the document."""
        node = task.slots[0].any_of[0][0] if task.slots else -1
        return primary(self._tongues.tag(node) if node >= 0 else None) or self._lang

    def _table(self, task: Task) -> tuple[tuple[str, ...], tuple[str, ...]]:
        places = self._view.cell_places
        for slot in task.slots:
            for node, _ in slot.any_of:
                if node in places:
                    return self._headers_of(places[node][0])
        return (), ()

    def _headers_of(self, index: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if index not in self._headers:
            table = self._view.tables[index]
            rows = {id(path): path for path in table.row_paths}
            columns = {id(path): path for path in table.column_paths}
            self._headers[index] = (
                _distinct(joined(path) for path in rows.values()),
                _distinct(joined(path) for path in columns.values()),
            )
        return self._headers[index]


def answers(gold: Gold) -> tuple[str, ...]:
    """The gold answer as lines for the writer and the checker."""
    if isinstance(gold, SetGold):
        return tuple([f"{label}: {value}" if label else value for label, value in gold.items])
    if isinstance(gold, SpanGold):
        return gold.checklist
    if isinstance(gold, ComparisonGold):
        (left, one), (right, other) = gold.left, gold.right
        return (f"{left}: {one}", f"{right}: {other}", f"the first is {gold.relation}")
    if isinstance(gold, QualificationGold):
        return (f"claim: {gold.claim}", f"qualification: {gold.qualification}")
    return (gold.value,)


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    found = dict.fromkeys([cut(text, _HEADER) for text in texts if text])
    return tuple(list(found)[:_MOST_HEADERS])
