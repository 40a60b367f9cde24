"""G17: headers and captions that explain themselves."""

from __future__ import annotations

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.repairs.common import Handles, caption, facts_of, placeholder, related
from dtaa_lint.findings.repairs.registry import not_computed, repairs
from dtaa_lint.repairs.edits import Repair, Rewrite

not_computed("DT1701", "what the abbreviation stands for only the author knows; no task needs it")


@repairs("DT1702")
def codes_explained(context: Context, issue: Issue) -> Repair | None:
    """Each code stands with its meaning."""
    return tuple(
        [
            Rewrite(node, f"{context.view.normalised(node)} {placeholder(context, 'code', node)}")
            for node in (issue.node, *related(issue, "code"))
        ]
    )


@repairs("DT1703")
def unit_named(context: Context, issue: Issue) -> Repair | None:
    """The table's Caption names the unit."""
    facts = facts_of(context, issue.node)
    if facts is None:
        return None
    unit = placeholder(context, "unit", issue.node)
    old = facts.table.caption
    if old >= 0:
        return (Rewrite(old, f"{facts.table.caption_text} {unit}".strip()),)
    return (caption(context, Handles(), issue.node, unit),)
