"""What an answer is scored by: the task, the question, what was shown, and what the document says
around the gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dtaa_lint.answerability.answering.interface import Item
from dtaa_lint.answerability.model import Answer, Question
from dtaa_lint.answerability.scoring.match import Squeezed
from dtaa_lint.graph.model import HeaderPath, Table
from dtaa_lint.graph.view import View
from dtaa_lint.universe.model import ComparisonGold, SetGold, Task
from dtaa_lint.universe.motifs.common import PATH_SEPARATOR

_MAX_RIVALS = 400
"""Other headers of a table that are looked for in an answer."""
_MAX_MARKERS = 200


@dataclass(frozen=True, slots=True)
class Axis:
    """The name that a value must go under, and those that it must not."""

    own: str
    rivals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Context:
    """What the document says around a task's gold."""

    lang: str = ""
    """BCP 47 tag of the gold's language."""
    markers: tuple[str, ...] = ()
    """Labels of the document's notes, which may be glued to a number."""
    near: tuple[str, ...] = ()
    """Headers, caption and headings over the gold: they name units and scales."""
    axes: tuple[Axis, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """One answer to one question about one task."""

    task: Task
    question: Question
    answer: Answer
    shown: tuple[Item, ...]
    """What the answerer saw."""
    context: Context = Context()


class Contexts:
    """The contexts of a document's tasks."""

    def __init__(self, view: View) -> None:
        self._view = view
        labels = {label for note in view.notes for label in (note.label, *note.further) if label}
        self._markers = tuple(sorted(labels)[:_MAX_MARKERS])
        self._tables = {table.node: table for table in view.tables}

    def context(self, task: Task) -> Context:
        """The context of one task."""
        view = self._view
        node = task.slots[0].any_of[0][0] if task.slots else -1
        lang = (view.nodes[node].lang if node >= 0 else None) or view.document.metadata.lang or ""
        evidence = [text for slot in task.slots for _, text in slot.any_of[:1]]
        named = [task.subject, task.constraint, task.caption, *task.heading_path]
        table = self._table(task)
        if table is not None:
            named += [table.caption_text, table.summary or "", table.title or ""]
        short = [text for text in evidence if len(text) <= _HEADER]
        near = tuple(dict.fromkeys([text for text in (*named, *short) if text]))
        return Context(lang, self._markers, near, self._axes(task, table))

    def _table(self, task: Task) -> Table | None:
        for slot in task.slots:
            node = slot.any_of[0][0]
            while node >= 0:
                if node in self._tables:
                    return self._tables[node]
                node = self._view.nodes[node].parent
        return None

    def _axes(self, task: Task, table: Table | None) -> tuple[Axis, ...]:
        if table is None or isinstance(task.gold, SetGold | ComparisonGold):
            return ()
        axes = []
        said = _tokens(" ".join([task.caption, *task.heading_path]))
        for own, paths in (
            (task.subject, table.row_paths),
            (task.constraint, table.column_paths),
        ):
            names = _names(paths)
            mine = _tokens(own)
            if not mine or not any(_tokens(name) == mine for name in names):
                continue
            rivals = [
                name for name in names if (other := _tokens(name)) and not other <= mine | said
            ]
            axes.append(Axis(own, tuple(rivals[:_MAX_RIVALS])))
        return tuple(axes)


_HEADER = 80
"""Characters of a piece of evidence that is a header, and no running text."""


def _names(paths: Sequence[HeaderPath | None]) -> list[str]:
    return list(
        dict.fromkeys([PATH_SEPARATOR.join(path.texts) for path in paths if path is not None])
    )


def _tokens(text: str) -> frozenset[str]:
    return frozenset(Squeezed(text).tokens)
