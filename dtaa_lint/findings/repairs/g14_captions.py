"""G14: captions of figures."""

from __future__ import annotations

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.repairs.common import placeholder, related
from dtaa_lint.findings.repairs.registry import repairs
from dtaa_lint.repairs.edits import Move, Repair, Retype, Rewrite


@repairs("DT1401")
def caption_moved(context: Context, issue: Issue) -> Repair | None:
    """The text beside the figure is its Caption, its last kid."""
    found = related(issue, "looks like its caption")
    return (Retype(found[0], "Caption"), Move(found[0], issue.node)) if found else None


@repairs("DT1402")
def caption_written(context: Context, issue: Issue) -> Repair | None:
    """The caption names what the figure shows."""
    text = context.view.normalised(issue.node)
    shown = placeholder(context, "subject and period", issue.node)
    return (Rewrite(issue.node, f"{text} {shown}".strip()),)
