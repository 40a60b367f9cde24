"""G06: heading levels."""

from __future__ import annotations

from collections.abc import Sequence

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.repairs.common import related
from dtaa_lint.findings.repairs.registry import repairs
from dtaa_lint.repairs.edits import Repair, Retype

_LOWEST = 6


def _heading(level: int) -> str:
    return f"H{max(1, min(level, _LOWEST))}"


@repairs("DT0601")
def level_closed(context: Context, issue: Issue) -> Repair | None:
    """The heading, and those behind it on its level, get the one right below the heading before;
    that of an appendix gets the level of the chapters."""
    above, level = issue.params["from"], issue.params["to"]
    top = issue.params["top"]
    if not (isinstance(above, int) and isinstance(level, int) and isinstance(top, int)):
        return None
    if issue.variant == "appendix":
        return (Retype(issue.node, _heading(top)),)
    edits = []
    for heading in context.view.headings:
        if heading.node < issue.node or not heading.text:
            continue
        if heading.level < level:
            break
        if heading.level == level:
            edits.append(Retype(heading.node, _heading(above + 1)))
    return tuple(edits)


@repairs("DT0602")
def levels_numbered(context: Context, issue: Issue) -> Repair | None:
    """Every H gets the number of its level."""
    nodes = context.view.nodes
    return tuple(
        [
            Retype(heading.node, _heading(heading.level))
            for heading in context.view.headings
            if heading.text and nodes[heading.node].type == "H"
        ]
    )


@repairs("DT0603")
def headings_tagged(context: Context, issue: Issue) -> Repair | None:
    """The lines that look like headings are headings, larger type above smaller."""
    nodes = context.view.nodes
    lines = related(issue, "looks like a heading")
    if not lines or any(nodes[node].type in ("L", "Table") for node in lines):
        return None
    sizes = _sizes([nodes[node].font_size for node in lines])
    return tuple(
        [Retype(node, _heading(sizes.index(round(nodes[node].font_size, 1)) + 1)) for node in lines]
    )


def _sizes(found: Sequence[float]) -> list[float]:
    return sorted({round(size, 1) for size in found}, reverse=True)


@repairs("DT0605")
def level_of_its_number(context: Context, issue: Issue) -> Repair | None:
    """The heading has the level of those numbered like it."""
    level = issue.params["to"]
    return (Retype(issue.node, _heading(level)),) if isinstance(level, int) else None


@repairs("DT0604")
def style_mapped(context: Context, issue: Issue) -> Repair | None:
    """The element is a heading of the number that its style has; of the level of the heading with
    the same words; or, where it only looks like one, of the level below the heading above it."""
    if issue.variant == "again":
        same = context.view.heading_by_node[related(issue, "the same words as a heading")[0]]
        return (Retype(issue.node, _heading(same.level)),)
    if issue.variant == "bold":
        above = context.view.heading_by_node.get(context.view.heading_of(issue.node))
        return (Retype(issue.node, _heading(above.level + 1 if above is not None else 1)),)
    digits = [c for c in context.view.nodes[issue.node].raw if c.isdecimal()]
    return (Retype(issue.node, _heading(int(digits[-1]))),) if digits else None
