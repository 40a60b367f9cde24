"""``docs/derivation.md``: how tasks are derived, worked out on a table of the demo document.

The words are in ``docs/site/derivation.md``; the table, its headers, the task, the rejection and
every number are what the tool says today.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from dtaa_lint.findings.engine import LintOptions, lint_file
from dtaa_lint.graph.model import Table
from dtaa_lint.graph.tree import tree_lines
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.read import read
from dtaa_lint.universe.glossary import REASONS
from dtaa_lint.universe.model import Candidate, Motif, Reason, Task
from dtaa_lint.universe.universe import enumerate_tasks

DEMO = Path(__file__).resolve().parents[1] / "fixtures" / "demo" / "harbour-levy.pdf"
CODE = "DT0109"
MOTIFS = (Motif.TABLE_CELL, Motif.TABLE_COMPARE, Motif.TABLE_SERIES)
TREE_LINES = 22
"""Lines of the tag tree that the page shows."""
ROWS = 4
"""Rows of the grid that the page shows."""

TEMPLATE = Path(__file__).resolve().parent / "site" / "derivation.md"


def page() -> str:
    """The page. Raises ValueError when the demo does not show what the page tells of any more."""
    view = View(read(str(DEMO), name=DEMO.name))
    universe = enumerate_tasks(view)
    found = [item for item in lint_file(str(DEMO), LintOptions()).findings if item.code == CODE]
    if len(found) != 1:
        raise ValueError(f"{DEMO.name} has {len(found)} findings of {CODE}, the page tells of one")
    finding = found[0]
    number, table = next(
        (at, item) for at, item in enumerate(view.tables) if item.node == finding.node
    )
    tasks = [item for item in universe.tasks() if item.motif in MOTIFS]
    rejected = [
        item for item in universe.rejections() if item.motif in MOTIFS and item.table == number
    ]
    bad = next(
        item
        for item in rejected
        if item.motif is Motif.TABLE_CELL and item.reason is Reason.AMBIGUOUS_RELATION
    )
    place = _place(table, bad.anchor)
    bad_cell = table.cells[place]
    task, good = _task_beside(table, tasks, bad_cell.row)
    by_grid = _by_grid(table, place)
    row, column = table.row_paths[place], table.column_paths[place]
    if (row.texts, column.texts) == by_grid:
        raise ValueError("the Headers of the cell do not contradict the grid any more")
    fields = {
        "page": finding.page + 1,
        "caption": table.caption_text or "",
        "tree": "\n".join(_tree(view, table.node)),
        "rows": table.n_rows,
        "columns": table.n_columns,
        "grid": "\n".join(_grid(table)),
        "bad_text": bad_cell.text,
        "bad_row": _path(row.texts),
        "bad_column": _path(column.texts),
        "grid_row": _path(by_grid[0]),
        "grid_column": _path(by_grid[1]),
        "good_text": table.cells[good].text,
        "good_row": _path(table.row_paths[good].texts),
        "good_column": _path(table.column_paths[good].texts),
        "counts": "\n".join(_counts(table, tasks, rejected)),
        "task_class": task.task_class,
        "subject": task.subject,
        "constraint": task.constraint,
        "section": " › ".join((*task.heading_path, task.caption or "")).rstrip("› "),
        "slots": ", ".join(
            f"“{text}” (s{node})" for slot in task.slots for node, text in slot.any_of
        ),
        "relations": ", ".join(
            f"`{item.type}` s{item.source} → s{item.target}" for item in task.relations
        ),
        "gold": getattr(task.gold, "value", ""),
        "task_id": task.task_id,
        "reason": bad.reason,
        "reason_text": REASONS[bad.reason],
        "fault": ", ".join(f"s{node}" for node in bad.fault),
        "blocked": finding.tasks_blocked,
        "code": CODE,
        "anchor": CODE.lower(),
        "message": finding.message,
        "unlocked": finding.tasks_unlocked,
    }
    return TEMPLATE.read_text("utf-8").format(**fields)


def _place(table: Table, node: int) -> int:
    return next(at for at, cell in enumerate(table.cells) if cell.node == node)


def _task_beside(table: Table, tasks: Sequence[Task], row: int) -> tuple[Task, int]:
    """A TABLE_CELL task about a cell of the row, and the cell's place in ``table.cells``."""
    for task in tasks:
        node = task.slots[0].any_of[0][0]
        if task.motif is Motif.TABLE_CELL and any(cell.node == node for cell in table.cells):
            place = _place(table, node)
            if table.cells[place].row == row:
                return task, place
    raise ValueError("no cell of the row is a task any more")


def _by_grid(table: Table, place: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Texts of the header cells beside and over a cell, outermost first."""
    cell = table.cells[place]
    beside = [c for c in table.cells if c.header and c.row == cell.row and c.column < cell.column]
    over = [
        c
        for c in table.cells
        if c.header and c.row < cell.row and c.column <= cell.column < c.column + c.column_span
    ]
    rows = sorted(beside, key=lambda c: c.column)
    columns = sorted(over, key=lambda c: c.row)
    return tuple(c.text for c in rows), tuple(c.text for c in columns)


def _tree(view: View, node: int) -> Iterator[str]:
    lines = list(tree_lines(view, width=44))[node : node + TREE_LINES]
    indent = min(len(line) - len(line.lstrip(" ")) for line in lines)
    yield from (line[indent:] for line in lines)
    yield "…"


def _grid(table: Table) -> Iterator[str]:
    shown = [["" for _ in range(table.n_columns)] for _ in range(ROWS)]
    for cell in table.cells:
        for row in range(cell.row, min(ROWS, cell.row + cell.row_span)):
            for column in range(cell.column, min(table.n_columns, cell.column + cell.column_span)):
                shown[row][column] = f"**{cell.text}**" if cell.header and cell.text else cell.text
    yield "| row | " + " | ".join(f"column {n}" for n in range(1, table.n_columns + 1)) + " |"
    yield "|---|" + "---|" * table.n_columns
    for number, row in enumerate(shown, 1):
        yield f"| {number} | " + " | ".join(row) + " |"
    yield "| … |" + " |" * table.n_columns


def _counts(table: Table, tasks: Sequence[Task], rejected: Sequence[Candidate]) -> Iterator[str]:
    cells = {cell.node for cell in table.cells}
    for motif in MOTIFS:
        made = sum(
            1
            for task in tasks
            if task.motif is motif and any(n in cells for s in task.slots for n, _ in s.any_of)
        )
        reasons = Counter(item.reason for item in rejected if item.motif is motif)
        total = made + sum(reasons.values())
        said = ", ".join(f"`{reason}` {n}" for reason, n in sorted(reasons.items()))
        yield f"| `{motif}` | {total} | {made} | {said or '–'} |"


def _path(texts: tuple[str, ...]) -> str:
    return " › ".join(f"“{text}”" for text in texts) or "none"
