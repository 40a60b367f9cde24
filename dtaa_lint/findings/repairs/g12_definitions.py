"""G12: terms paired with their definitions."""

from __future__ import annotations

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.checks.g12_definitions import parted
from dtaa_lint.findings.repairs.common import Handles, related
from dtaa_lint.findings.repairs.registry import repairs
from dtaa_lint.repairs.edits import ROOT, Edit, Insert, Remove, Repair, Rewrite, SetAttribute

_MOST = 500
"""Pairs of a list."""
_NUMBERING = {"List": {"ListNumbering": "Description"}}


@repairs("DT1201")
def definitions_paired(context: Context, issue: Issue) -> Repair | None:
    """Term and definition are label and body of one item of a list of descriptions."""
    view = context.view
    nodes = related(issue, "term and definition")
    pairs = [(node, parted(view.text(node))) for node in nodes]
    if not 0 < len(pairs) <= _MOST:
        return None
    handles = Handles()
    edits: list[Edit] = []
    listed = issue.node
    if issue.variant == "items":
        edits.append(SetAttribute(listed, "List", "ListNumbering", "Description"))
    else:
        listed = handles.take()
        first = view.nodes[nodes[0]]
        edits.append(Insert(listed, first.parent, nodes[0], "L", "", _NUMBERING))
    for node, pair in pairs:
        if pair is None:
            return None
        item = node
        if issue.variant == "items":
            edits.append(Rewrite(node, ""))
        else:
            item = handles.take()
            edits += [Insert(item, listed, ROOT, "LI"), Remove(node)]
        edits.append(Insert(handles.take(), item, ROOT, "Lbl", pair[0]))
        edits.append(Insert(handles.take(), item, ROOT, "LBody", pair[1]))
    return tuple(edits)
