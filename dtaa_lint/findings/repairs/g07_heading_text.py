"""G07: headings that name their subject, each one place."""

from __future__ import annotations

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.repairs.common import placeholder, related
from dtaa_lint.findings.repairs.registry import repairs
from dtaa_lint.repairs.edits import Edit, Remove, Repair, Rewrite


@repairs("DT0701")
def subject_added(context: Context, issue: Issue) -> Repair | None:
    """The heading says what its section is about."""
    text = context.view.normalised(issue.node)
    return (Rewrite(issue.node, f"{text}: {placeholder(context, 'subject', issue.node)}"),)


@repairs("DT0702")
def headings_qualified(context: Context, issue: Issue) -> Repair | None:
    """All but the first of the headings say which one they are."""
    edits: list[Edit] = []
    for node in related(issue, "same heading"):
        text = context.view.normalised(node)
        edits.append(Rewrite(node, f"{text} {placeholder(context, 'part', node)}"))
    return tuple(edits)


@repairs("DT0703")
def echo_removed(context: Context, issue: Issue) -> Repair | None:
    """The line is tagged once, as the heading."""
    same = related(issue, "same text")
    return (Remove(same[0]),) if same else None
