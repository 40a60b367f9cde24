"""G16: what stands outside the tree."""

from __future__ import annotations

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.repairs.common import related
from dtaa_lint.findings.repairs.registry import not_computed, repairs
from dtaa_lint.repairs.edits import Move, Repair

not_computed("DT1602", "what the text outside the tree is, and where it belongs, is not known")


@repairs("DT1601")
def put_in_order(context: Context, issue: Issue) -> Repair | None:
    """The element stands before the one that it is read before."""
    before = related(issue, "comes before it in the tags")
    if not before:
        return None
    return (Move(issue.node, context.view.nodes[before[0]].parent, before[0]),)
