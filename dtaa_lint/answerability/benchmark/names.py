"""Which names recur in a document, so that a question knows when to say where.

A header pair, a heading, a lead or a label that stands once names one thing; one that recurs names
it only together with its section, or with the caption of its table.
"""

from __future__ import annotations

from collections import Counter

from dtaa_lint.answerability.benchmark.sayings import names_something
from dtaa_lint.graph.model import Heading
from dtaa_lint.graph.view import View
from dtaa_lint.universe.model import Motif, Task
from dtaa_lint.universe.motifs.common import joined
from dtaa_lint.universe.validate import plain

_TABLES = frozenset({Motif.TABLE_CELL, Motif.TABLE_COMPARE, Motif.TABLE_SERIES})
_HEADINGS = frozenset({Motif.HEADING_SCOPE, Motif.SECTION_SET})
_SHOWN = frozenset({"Table", "Figure"})
_LISTS = frozenset({Motif.HEADING_LIST, Motif.NESTED_LIST})


class Names:
    """How often each name stands in a document."""

    def __init__(self, view: View) -> None:
        self._pairs: Counter[tuple[str, str]] = Counter()
        self._lines: Counter[str] = Counter()
        self._headings = Counter([plain(heading.text) for heading in view.headings])
        self._tables = len(view.tables)
        self._captions = {plain(table.caption_text) for table in view.tables}
        self._title = _title(view)
        self._parted = {heading.node for heading in view.headings if heading.children}
        self._showing = {heading.node for heading in view.headings if _shows(view, heading)}
        self._labels: Counter[str] = Counter()
        self._headers = {
            plain(cell.text) for table in view.tables for cell in table.cells if cell.header
        }
        self._leads: Counter[str] = Counter()
        for table in view.tables:
            known: dict[int, str] = {}
            lines: set[str] = set()
            pairs: set[tuple[str, str]] = set()
            for i, cell in enumerate(table.cells):
                row, column = table.row_paths[i], table.column_paths[i]
                if cell.header:
                    continue
                texts = []
                for path in (row, column):
                    key = id(path)
                    if key not in known:
                        known[key] = plain(joined(path)) if path is not None else ""
                    texts.append(known[key])
                lines.update(texts)
                pairs.add((texts[0], texts[1]))
            # Within one table a pair that recurs is no task; across tables it needs its place.
            self._pairs.update(pairs)
            self._lines.update(lines)
        for found in view.lists:
            for member in found.members:
                if member.label_text:
                    self._labels[plain(member.label_text)] += 1
                if member.nested:
                    self._leads[plain(member.text)] += 1
            if found.anchor >= 0:
                self._leads[plain(view.normalised(found.anchor))] += 1

    def parted(self, task: Task) -> bool:
        """Whether the heading that a task is about has sub-headings: what it says itself is not all
        of its section."""
        return any(slot.any_of[0][0] in self._parted for slot in task.slots)

    def shows(self, task: Task) -> bool:
        """Whether tables or figures stand among the blocks of the heading that a task is about:
        what its text says is not all that a reader sees there."""
        return any(slot.any_of[0][0] in self._showing for slot in task.slots)

    def titles(self, task: Task) -> bool:
        """Whether the heading that a task is about is the title of the whole document."""
        return any(slot.any_of[0][0] == self._title for slot in task.slots)

    def says_little(self, task: Task) -> bool:
        """Whether what a task of a table asks by says little without the table: there are others,
        or the row's name is none, ``should``."""
        if task.motif not in _TABLES:
            return False
        return self._tables > 1 or not names_something(task.subject)

    def recurs(self, task: Task) -> bool:
        """Whether what the task asks by names something else as well."""
        subject, constraint = plain(task.subject), plain(task.constraint)
        if task.motif is Motif.TABLE_CELL:
            return self._pairs[subject, constraint] > 1
        if task.motif in _TABLES:
            return self._lines[subject] > 1 or self._headings[subject] > 0
        if task.motif in _HEADINGS:
            return self._headings[subject] > 1
        if task.motif in _LISTS:
            return self._headings[subject] > 1 or self._leads[subject] > 1
        if task.motif is Motif.LABEL_VALUE:
            return self._labels[subject] + self._pairs[subject, constraint] > 1
        if task.motif in (Motif.TABLE_SUMMARY, Motif.FIGURE_ALT, Motif.FIGURE_CAPTION):
            by_section = task.heading_path[-1:] == (task.subject,)
            return by_section or bool(task.constraint) or not subject
        return False

    def stands(self, text: str) -> bool:
        """Whether a heading, a header, a label or a lead has this text."""
        said = plain(text)
        return any(said in names for names in (self._headings, self._headers, self._labels)) or (
            said in self._leads
        )

    def captioned(self, text: str) -> bool:
        """Whether a table has this caption; a summary is not printed, and tells nobody anything."""
        return plain(text) in self._captions

    def heading(self, text: str) -> bool:
        """Whether a heading has this text."""
        return plain(text) in self._headings

    def heading_recurs(self, text: str) -> bool:
        """Whether several headings have this text."""
        return self._headings[plain(text)] > 1


def _shows(view: View, heading: Heading) -> bool:
    """Whether a table or figure stands under the heading, before its first sub-heading."""
    end = heading.children[0] if heading.children else len(view.nodes)
    return any(block < end and view.nodes[block].type in _SHOWN for block in heading.blocks)


def _title(view: View) -> int:
    """The heading that is the document's title: the first one, which has all the others under it
    or is the title of the properties; -1 for none."""
    if not view.headings:
        return -1
    first = view.headings[0]
    title = plain(view.document.metadata.title or "")
    if title and title == plain(first.text):
        return first.node
    above = all(heading.parent >= 0 for heading in view.headings[1:])
    return first.node if first.parent < 0 and above and first.children else -1
