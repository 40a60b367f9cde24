"""G05: a heading with its content in one section."""

from __future__ import annotations

import re

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.repairs.common import next_sibling, placeholder, related
from dtaa_lint.findings.repairs.registry import repairs
from dtaa_lint.repairs.edits import (
    FIRST_HANDLE,
    Edit,
    Insert,
    Move,
    Remove,
    Repair,
    Retype,
    Rewrite,
    Unwrap,
)

_LOWEST = 6
_NUMBER = re.compile(r"(\d{1,3}(?:\.\d{1,3})*)[.\s]")


@repairs("DT0501")
def scope_filled(context: Context, issue: Issue) -> Repair | None:
    """What belongs under the heading stands there; halves are joined, sub-headings put below, and
    what is no heading is none."""
    view = context.view
    node = issue.node
    if issue.variant == "no-text":
        return (Remove(node),)
    if issue.variant == "paragraph":
        return (Retype(node, "P"),)
    second = related(issue, "second half")
    if issue.variant in ("split", "interrupted"):
        if not second:
            return None
        text = f"{view.normalised(node)} {view.normalised(second[0])}"
        return (Rewrite(node, text), Remove(second[0]))
    if issue.variant == "sub-heading":
        return _put_below(context, node)
    if issue.variant == "floats":
        floats = related(issue, "stands apart")
        parent = view.nodes[node].parent
        return (Move(floats[0], parent, next_sibling(context, node)),) if floats else None
    text = placeholder(context, "What is to be said under the heading", node)
    parent = view.nodes[node].parent
    return (Insert(FIRST_HANDLE, parent, next_sibling(context, node), "P", f"{text} stands here."),)


def _put_below(context: Context, node: int) -> Repair | None:
    """The headings behind this one whose numbers go on from its own get the level below."""
    headings = list(context.view.headings)
    at = next((i for i, heading in enumerate(headings) if heading.node == node), -1)
    match = _NUMBER.search(f"{headings[at].text} ") if at >= 0 else None
    if match is None:
        return None
    edits: list[Edit] = []
    for heading in headings[at + 1 :]:
        if not re.search(rf"(?:^|\s){re.escape(match[1])}\.\w", heading.text[:80]):
            break
        edits.append(Retype(heading.node, f"H{min(headings[at].level + 1, _LOWEST)}"))
    return tuple(edits) or None


@repairs("DT0502")
def wrapper_taken_away(context: Context, issue: Issue) -> Repair | None:
    """The heading stands beside its content."""
    wrapper = related(issue, "wrapper")
    return (Unwrap(wrapper[0]),) if wrapper else None


@repairs("DT0503")
def heading_untagged(context: Context, issue: Issue) -> Repair | None:
    """The cell's text is a paragraph."""
    return (Retype(issue.node, "P"),)
