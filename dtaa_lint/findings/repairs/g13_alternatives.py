"""G13: alternatives that say what figures convey."""

from __future__ import annotations

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.repairs.common import next_sibling, placeholder
from dtaa_lint.findings.repairs.registry import not_computed, repairs
from dtaa_lint.repairs.edits import FIRST_HANDLE, Entry, Insert, Remove, Repair, SetEntry


@repairs("DT1301", "DT1302")
def alternative_written(context: Context, issue: Issue) -> Repair | None:
    """The figure says what it conveys; what is only drawn lines, or nowhere, is an artifact."""
    if issue.variant in ("lines", "nowhere"):
        return (Remove(issue.node),)
    text = placeholder(context, "meaning and message", issue.node)
    return (SetEntry(issue.node, Entry.ALT, text),)


@repairs("DT1303")
def fact_written(context: Context, issue: Issue) -> Repair | None:
    """The text says behind the figure what its alternative says."""
    parent = context.view.nodes[issue.node].parent
    before = next_sibling(context, issue.node)
    return (Insert(FIRST_HANDLE, parent, before, "P", issue.evidence),)


not_computed("DT1304", "which texts of the picture are headers a person must say")
