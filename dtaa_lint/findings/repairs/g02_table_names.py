"""G02: captions that say what sets a table apart."""

from __future__ import annotations

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.repairs.common import (
    Handles,
    as_caption,
    caption,
    facts_of,
    joined_to,
    placeholder,
    related,
    rows_of,
)
from dtaa_lint.findings.repairs.registry import repairs
from dtaa_lint.findings.table_names import name_before
from dtaa_lint.findings.tables import TableFacts
from dtaa_lint.graph.model import Table
from dtaa_lint.repairs.edits import Edit, Remove, Repair, Rewrite
from dtaa_lint.universe.tables import first_row_texts

_NEAR = {
    "near-caption": "looks like its caption",
    "caption-outside": "looks like its caption",
    "named-before": "reads like its name",
}


@repairs("DT0201")
def table_named(context: Context, issue: Issue) -> Repair | None:
    """The text beside the table that reads like its name becomes its Caption, else a new one is
    written; the rest of a table that goes on over the page joins its beginning."""
    facts = facts_of(context, issue.node)
    if facts is None:
        return None
    table = facts.table
    if issue.variant in _NEAR:
        found = related(issue, _NEAR[issue.variant])
        return tuple(as_caption(context, found[0], table.node)) if found else None
    if issue.variant == "continued":
        origin = facts_of(context, next(iter(related(issue, "table that it continues")), -1))
        if origin is None:
            return None
        repeated = first_row_texts(table) == first_row_texts(origin.table) != ()
        return tuple(joined_to(context, table, origin.table, int(repeated))) or None
    if issue.variant == "title-row":
        return tuple(title_moved(context, table))
    name = placeholder(context, "name", table.node)
    return (caption(context, Handles(), table.node, name),)


def title_moved(context: Context, table: Table) -> list[Edit]:
    """The text of the first cell becomes the Caption; its row goes when it holds nothing else."""
    title = table.cells[0]
    made: list[Edit] = [caption(context, Handles(), table.node, title.text)]
    alone = all(not cell.text for cell in rows_of(table)[0] if cell.node != title.node)
    if alone and title.row_span == 1:
        return [*made, Remove(table.row_nodes[0])]
    return [*made, Rewrite(title.node, "")]


@repairs("DT0202")
def tables_told_apart(context: Context, issue: Issue) -> Repair | None:
    """Each of the tables gets a Caption of its own: what stands beside it, else a new one."""
    handles = Handles()
    edits: list[Edit] = []
    taken: set[int] = set()
    for node in (issue.node, *related(issue, "same headers")):
        facts = facts_of(context, node)
        if facts is None or facts.table.node != node:
            continue
        beside = _beside(context, facts) if issue.variant == "near-captions" else -1
        if beside >= 0 and beside not in taken:
            taken.add(beside)
            edits += as_caption(context, beside, node)
            continue
        name = placeholder(context, "name", node)
        old = facts.table.caption
        if old < 0:
            edits.append(caption(context, handles, node, name))
        elif old not in taken:
            taken.add(old)
            edits.append(Rewrite(old, f"{facts.table.caption_text} {name}".strip()))
    return tuple(edits)


def _beside(context: Context, facts: TableFacts) -> int:
    near = facts.table.near_caption
    return near if near >= 0 else name_before(context.view, facts.table)


@repairs("DT0203")
def caption_written(context: Context, issue: Issue) -> Repair | None:
    """The caption names its subject."""
    text = context.view.normalised(issue.node)
    name = placeholder(context, "subject", issue.node)
    return (Rewrite(issue.node, f"{text} {name}".strip()),)
