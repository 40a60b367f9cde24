"""G01: header cells and what names them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.collisions import row_groups
from dtaa_lint.findings.repairs.common import (
    COLUMN,
    ROW,
    Handles,
    caption,
    column_headers,
    facts_of,
    headers,
    joined_to,
    placeholder,
    related,
    row_headers,
)
from dtaa_lint.findings.repairs.grid import completed, reaching_down, widened
from dtaa_lint.findings.repairs.registry import not_computed, repairs
from dtaa_lint.findings.tables import TableFacts
from dtaa_lint.graph.model import Table
from dtaa_lint.repairs.edits import Edit, NameHeaders, Repair, Retype, Rewrite, SetAttribute
from dtaa_lint.universe.motifs.common import table_name
from dtaa_lint.universe.tables import first_row_texts


@repairs("DT0101")
def row_headers_tagged(context: Context, issue: Issue) -> Repair | None:
    """The cells that name the rows become headers; where there are none, new ones do."""
    facts = facts_of(context, issue.node)
    if facts is None:
        return None
    candidates = related(issue, "header candidate")
    if candidates:
        merged = reaching_down(facts.table, candidates) if issue.variant == "merged" else []
        return (*headers(facts.table, candidates, ROW), *merged)
    if issue.variant == "wrong-scope":
        return tuple(headers(facts.table, related(issue, "header with the wrong Scope"), ROW))
    edits: list[Edit] = []
    if issue.variant == "empty-stub":
        for node in related(issue, "empty first cell"):
            edits.append(Rewrite(node, placeholder(context, "header", node)))
        return (*edits, *headers(facts.table, related(issue, "empty first cell"), ROW))
    lost = set(related(issue, "cell without row header"))
    rows = {c.row for c in facts.table.cells if c.node in lost}
    if issue.variant.startswith("one-row"):
        rows = {facts.table.cells[i].row for i in facts.data}
    return tuple(row_headers(context, Handles(), facts.table, rows)) or None


@repairs("DT0102")
def column_headers_tagged(context: Context, issue: Issue) -> Repair | None:
    """The cells that name the columns become headers; where there are none, new ones do."""
    facts = facts_of(context, issue.node)
    if facts is None:
        return None
    candidates = related(issue, "header candidate")
    if candidates:
        edits = headers(facts.table, candidates, COLUMN)
        upper = related(issue, "upper header")
        edits += headers(facts.table, upper, COLUMN)
        if issue.variant == "levels":
            edits += widened(facts.table, upper)
        elif issue.variant == "narrow":
            edits += widened(facts.table, candidates)
        return tuple(edits)
    if issue.variant == "wrong-scope":
        return tuple(headers(facts.table, related(issue, "header with the wrong Scope"), COLUMN))
    if issue.variant == "continued":
        return _joined(context, issue)
    lost = set(related(issue, "cell without column header"))
    columns = {
        column
        for cell in facts.table.cells
        if cell.node in lost
        for column in range(cell.column, cell.column + cell.column_span)
    }
    return tuple(column_headers(context, Handles(), facts.table, sorted(columns))) or None


def _joined(context: Context, issue: Issue) -> Repair | None:
    facts = facts_of(context, issue.node)
    origin = [facts_of(context, n) for n in related(issue, "table that it continues")]
    if facts is None or not origin or origin[0] is None:
        return None
    first = origin[0]
    edits = _heads_tagged(first)
    if first.first_column is not None:
        labels = _first_column(facts, first.first_column.place)
        edits += headers(facts.table, labels, ROW)
    return (*edits, *joined_to(context, facts.table, first.table))


def _heads_tagged(facts: TableFacts) -> list[Edit]:
    """What looks like the headers that a table lacks becomes them."""
    cells = facts.table.cells
    edits: list[Edit] = []
    for guess, scope in ((facts.first_row, COLUMN), (facts.first_column, ROW)):
        if guess is not None:
            edits += headers(facts.table, [cells[i].node for i in guess.cells], scope)
    return edits


def _first_column(facts: TableFacts, place: int) -> list[int]:
    """The cells with text of one column of a table."""
    cells = facts.table.cells
    return [c.node for c in cells if c.column == place and c.text and not c.header]


@repairs("DT0103")
def headers_told_apart(context: Context, issue: Issue) -> Repair | None:
    """Repeated header texts get what sets them apart; headers that span what nothing tells apart
    get headers below or beside them."""
    facts = facts_of(context, issue.node)
    if facts is None:
        return None
    table = facts.table
    if issue.variant == "untagged-heads":
        return tuple(headers(table, related(issue, "header candidate"), COLUMN))
    if issue.variant == "second-key":
        return tuple(headers(table, related(issue, "second row header"), ROW))
    if issue.variant == "lines":
        return None  # Which lines are one row only the page shows.
    if issue.variant == "spanned-column":
        head = next((c for c in table.cells if c.node == issue.node), None)
        if head is None or head.row + head.row_span >= table.n_rows:
            return None
        columns = range(head.column, head.column + head.column_span)
        below = head.row + head.row_span
        return tuple(column_headers(context, Handles(), table, columns, below)) or None
    if issue.variant == "spanned-row":
        rows = {
            table.cells[i].row
            for i in facts.data
            if (path := table.row_paths[i]) is not None and path.nodes[-1:] == (issue.node,)
        }
        return tuple(row_headers(context, Handles(), table, rows)) or None
    if issue.variant == "unnamed-group":
        named = _groups_named(facts, related(issue, "cell whose Headers leave it out"))
        return (*named, *_name_of_its_own(context, facts))
    same = sorted({issue.node, *related(issue, "same header text")})
    edits: list[Edit] = []
    for node in same if len(same) == 1 else same[1:]:
        text = context.view.normalised(node)
        edits.append(Rewrite(node, f"{text} {placeholder(context, 'group', node)}"))
    return tuple(edits)


def _groups_named(facts: TableFacts, lacking: Sequence[int]) -> list[Edit]:
    """Each of these cells names the header above it that stands alone in its row."""
    cells = facts.table.cells
    groups = row_groups(facts)
    wanted = set(lacking)
    edits: list[Edit] = []
    for cell in cells:
        at = bisect_left(groups, cell.row, key=lambda head: cells[head].row) - 1
        if cell.node in wanted and at >= 0:
            edits.append(NameHeaders(cell.node, (cells[groups[at]].node,)))
    return edits


def _name_of_its_own(context: Context, facts: TableFacts) -> list[Edit]:
    """A caption that sets the table apart from another one under the same name that has the same
    groups: with the groups named, both would ask the same."""
    table = facts.table
    cells = table.cells
    alike = context.once("tables-of-one-name", _tables_of_one_name)
    others = alike[_name_key(context, table)]
    groups = {cells[i].text for i in row_groups(facts)}
    if not any(
        cell.header and cell.text in groups
        for other in others
        if other.node != table.node
        for cell in other.cells
    ):
        return []
    name = placeholder(context, "name", table.node)
    if table.caption >= 0:
        return [Rewrite(table.caption, f"{table.caption_text} {name}".strip())]
    return [caption(context, Handles(), table.node, f"{table.summary or ''} {name}".strip())]


def _tables_of_one_name(context: Context) -> dict[int, list[Table]]:
    found: dict[int, list[Table]] = {}
    for table in context.view.tables:
        found.setdefault(_name_key(context, table), []).append(table)
    return found


def _name_key(context: Context, table: Table) -> int:
    return context.universe.survey.context(table.node, table_name(table))


@repairs("DT0104")
def ids_resolved(context: Context, issue: Issue) -> Repair | None:
    """Entries of Headers that lead nowhere go; where none is left, the place decides."""
    facts = facts_of(context, issue.node)
    if facts is None:
        return None
    wrong = set(facts.table.unresolved_headers)
    edits: list[Edit] = []
    for cell in facts.table.cells:
        kept = tuple([name for name in cell.headers if (cell.node, name) not in wrong])
        if len(kept) < len(cell.headers):
            edits.append(SetAttribute(cell.node, "Table", "Headers", kept or None))
    return tuple(edits)


@repairs("DT0105")
def scope_written(context: Context, issue: Issue) -> Repair | None:
    """Each header says the scope that is assumed of it."""
    start = "assumed Scope="
    return tuple(
        [
            SetAttribute(node, "Table", "Scope", role.removeprefix(start))
            for node, role in issue.related
            if role.startswith(start)
        ]
    )


@repairs("DT0106")
def grid_completed(context: Context, issue: Issue) -> Repair | None:
    """Spans are cut to the table, and rows get the cells that they lack."""
    facts = facts_of(context, issue.node)
    return None if facts is None else completed(context, facts.table)


@repairs("DT0107")
def layout_dissolved(context: Context, issue: Issue) -> Repair | None:
    """What only arranges things becomes Div. Whether an unclear table does, a person must say."""
    if issue.variant == "unclear":
        return None
    nodes = context.view.nodes
    inside = range(issue.node, nodes[issue.node].end)
    return tuple([Retype(node, "Div") for node in inside if nodes[node].type in _TABLE])


_TABLE = frozenset({"Table", "THead", "TBody", "TFoot", "TR", "TH", "TD"})


@repairs("DT0108")
def labels_tagged(context: Context, issue: Issue) -> Repair | None:
    """The row and the column of labels become headers, or the table the rest of another one."""
    if issue.variant == "continued":
        return _joined(context, issue)
    facts = facts_of(context, issue.node)
    if facts is None or facts.first_row is None:
        return None
    cells = facts.table.cells
    if issue.variant == "head-rows":
        beside = related(issue, "row header candidate")
        above = headers(facts.table, related(issue, "header candidate"), COLUMN)
        return (*above, *headers(facts.table, beside, ROW))
    edits = headers(facts.table, [cells[i].node for i in facts.first_row.cells], COLUMN)
    if facts.first_column is not None:
        beside = [cells[i].node for i in facts.first_column.cells]
        edits += headers(facts.table, beside, ROW)
        if facts.first_column.merged:
            edits += reaching_down(facts.table, beside)
    return tuple(edits)


@repairs("DT0109")
def headers_by_place(context: Context, issue: Issue) -> Repair | None:
    """Headers goes from all cells, and every header cell says its scope."""
    facts = facts_of(context, issue.node)
    if facts is None:
        return None
    edits: list[Edit] = []
    for cell in facts.table.cells:
        if cell.headers:
            edits.append(SetAttribute(cell.node, "Table", "Headers", None))
        if cell.header and cell.scope is None and cell.effective_scope is not None:
            edits.append(SetAttribute(cell.node, "Table", "Scope", cell.effective_scope))
    return tuple(edits)


@repairs("DT0111")
def parts_joined(context: Context, issue: Issue) -> Repair | None:
    """The rows of the later tables are rows of the first, without the headers that they repeat."""
    first = facts_of(context, issue.node)
    if first is None:
        return None
    edits = _heads_tagged(first)
    names = first_row_texts(first.table)
    for node in related(issue, "rest of the table"):
        rest = facts_of(context, node)
        if rest is None:
            return None
        if first.first_column is not None:
            labels = _first_column(rest, first.first_column.place)
            edits += headers(rest.table, labels, ROW)
        repeated = names != () and first_row_texts(rest.table) == names
        edits += joined_to(context, rest.table, first.table, int(repeated))
    return tuple(edits)


@repairs("DT0112")
def group_ended(context: Context, issue: Issue) -> Repair | None:
    """The cells of the rows outside the group name their own headers, without that of the group."""
    facts = facts_of(context, issue.node)
    if facts is None:
        return None
    table = facts.table
    heads = set(related(issue, "row outside the group"))
    rows = {cell.row for cell in table.cells if cell.node in heads}
    edits: list[Edit] = []
    for i, cell in enumerate(table.cells):
        if cell.row not in rows:
            continue
        if cell.header:
            if cell.headers:
                # What a header names, its cells have as well.
                edits.append(NameHeaders(cell.node, (), (issue.node,)))
            continue
        paths = (table.row_paths[i], table.column_paths[i])
        named = [n for path in paths if path is not None for n in path.nodes if n != issue.node]
        if named:
            edits.append(NameHeaders(cell.node, tuple(named), (issue.node,)))
    return tuple(edits)


not_computed("DT0110", "which slices are rows and which are columns only the page shows")
