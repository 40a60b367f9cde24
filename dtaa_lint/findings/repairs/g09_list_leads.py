"""G09: lists that something leads into."""

from __future__ import annotations

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.repairs.common import placeholder
from dtaa_lint.findings.repairs.registry import repairs
from dtaa_lint.repairs.edits import FIRST_HANDLE, Insert, Repair


@repairs("DT0901")
def lead_written(context: Context, issue: Issue) -> Repair | None:
    """A sentence right before the list says what its items are. Notes that are tagged as a list
    need none: what they belong to is not known; nor does what may be the rest of another list."""
    if issue.variant in ("notes", "interrupted"):
        return None
    lead = f"The {placeholder(context, 'subject', issue.node)} has the following parts:"
    parent = context.view.nodes[issue.node].parent
    return (Insert(FIRST_HANDLE, parent, issue.node, "P", lead),)
