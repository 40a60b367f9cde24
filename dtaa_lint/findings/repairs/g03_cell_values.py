"""G03: one value in a cell, under a header that says what it is."""

from __future__ import annotations

import re

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.checks.g03_cell_values import glued_marker
from dtaa_lint.findings.repairs.common import (
    COLUMN,
    ROW,
    Handles,
    facts_of,
    headers,
    placeholder,
    related,
)
from dtaa_lint.findings.repairs.grid import with_columns
from dtaa_lint.findings.repairs.registry import not_computed, repairs
from dtaa_lint.repairs.edits import ROOT, Edit, Insert, Refer, Repair, Rewrite, SetAttribute

_PARTS = re.compile(r"[-−+]?[$€£¥]?\s?\d[\d.,'’\u00a0\u202f]*(?:\s?[%‰])?")
_MOST = 4
"""Values of a cell that get a column each."""


@repairs("DT0301")
def column_split(context: Context, issue: Issue) -> Repair | None:
    """The first value stays, the others get columns of their own at the end of the table."""
    facts = facts_of(context, issue.node)
    if facts is None:
        return None
    table = facts.table
    by_node = {cell.node: cell for cell in table.cells}
    values: dict[int, list[str]] = {}
    edits: list[Edit] = []
    for node in (issue.node, *related(issue, "several values")):
        cell = by_node.get(node)
        parts = [part.strip(" .,") for part in _PARTS.findall(cell.text)] if cell else []
        if cell is None or not 1 < len(parts) <= _MOST or cell.row in values:
            return None
        values[cell.row] = parts[1:]
        edits.append(Rewrite(node, parts[0]))
    width = max(map(len, values.values()))
    heads = [placeholder(context, f"header of value {n + 2}", issue.node) for n in range(width)]
    return (*edits, *with_columns(context, table, heads, values))


@repairs("DT0302")
def marker_tagged(context: Context, issue: Issue) -> Repair | None:
    """Value and marker become two elements, the marker a Reference to the note with its label."""
    facts = facts_of(context, issue.node)
    if facts is None:
        return None
    handles = Handles()
    edits: list[Edit] = []
    texts = {cell.node: cell.text for cell in facts.table.cells}
    for node in (issue.node, *related(issue, "glued marker")):
        text = texts.get(node, "")
        marker = glued_marker(text) or (str(issue.params["marker"]) if node == issue.node else "")
        if not marker or not text.endswith(marker):
            continue
        reference = handles.take()
        edits += [
            Rewrite(node, ""),
            Insert(handles.take(), node, ROOT, "Span", text[: -len(marker)].rstrip()),
            Insert(reference, node, ROOT, "Reference", marker),
        ]
        notes = [
            n.node for n in context.view.notes if n.label.strip("()[]") == marker.strip("()[]")
        ]
        if len(notes) == 1:
            edits.append(Refer(reference, (notes[0],)))
    return tuple(edits) or None


@repairs("DT0304")
def header_filled(context: Context, issue: Issue) -> Repair | None:
    """Each empty header says what it heads."""
    facts = facts_of(context, issue.node)
    if facts is None:
        return None
    if issue.variant == "heads-below":
        return tuple(headers(facts.table, related(issue, "header candidate"), COLUMN))
    scopes = {cell.node: cell.effective_scope for cell in facts.table.cells}
    edits: list[Edit] = []
    for node in (issue.node, *related(issue, "empty header")):
        scope = scopes.get(node)
        edits.append(Rewrite(node, placeholder(context, "header", node)))
        if scope in (ROW, COLUMN):
            edits.append(SetAttribute(node, "Table", "Scope", scope))
    return tuple(edits)


not_computed("DT0303", "the values say their unit: no task is lost")
not_computed("DT0305", "number and unit stay in one row: what the table asks is the same")
