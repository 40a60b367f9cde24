"""G04: labels are row headers, values data cells."""

from __future__ import annotations

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.repairs.common import COLUMN, ROW, facts_of, headers, related
from dtaa_lint.findings.repairs.g02_table_names import title_moved
from dtaa_lint.findings.repairs.registry import repairs
from dtaa_lint.repairs.edits import Edit, Repair, Retype, SetAttribute


@repairs("DT0401")
def labels_tagged(context: Context, issue: Issue) -> Repair | None:
    """The labels of the first column become row headers; a title row a Caption, a head row column
    headers."""
    facts = facts_of(context, issue.node)
    if facts is None:
        return None
    labels = related(issue, "label")
    edits: list[Edit] = []
    if issue.variant == "titled":
        edits += title_moved(context, facts.table)
        labels = [node for node in labels if node != facts.table.cells[0].node]
    elif issue.variant == "header-row":
        edits += headers(
            facts.table, [cell.node for cell in facts.table.cells if cell.row == 0], COLUMN
        )
    return (*edits, *headers(facts.table, labels, ROW))


@repairs("DT0402")
def values_tagged(context: Context, issue: Issue) -> Repair | None:
    """The cells that hold values become data cells."""
    facts = facts_of(context, issue.node)
    if facts is None:
        return None
    pairs = issue.variant == "default"
    edits: list[Edit] = []
    for cell in facts.table.cells:
        if cell.column > 0 and (pairs or cell.row > 0):
            edits.append(Retype(cell.node, "TD"))
            edits.append(SetAttribute(cell.node, "Table", "Scope", None))
        else:
            scope = COLUMN if not pairs and cell.row == 0 else ROW
            edits.append(SetAttribute(cell.node, "Table", "Scope", scope))
    return tuple(edits)
