"""Tables as rows of text: header rows once, then each row with what names it.

Cells are parted by ``|``, as in the tables that people and models read; a cell that spans columns
is written once, a short header of several columns once for each, so that values stay under what
names them.
"""

from __future__ import annotations

from dataclasses import dataclass

from dtaa_lint.answerability.answering.counting import words_in
from dtaa_lint.graph.model import Table
from dtaa_lint.graph.view import View

LONGEST_ROW = 300
"""Words of a row that is one piece of evidence; the cells of a longer one are read one by one."""
LONGEST_BARE = 80
"""The same where no header says that it is a table of data."""
_REPEATED = 4
"""Words of a header that is written once for each of its columns."""
_COLUMNS = 60
"""Words of column headers by which a row can be found."""


@dataclass(slots=True)
class RowText:
    """A row, or header rows with the caption."""

    head: bool
    text: str
    nodes: tuple[int, ...]
    """Cells and captions whose text it shows."""
    owns: tuple[int, ...]
    """Those of them that no other row shows first."""
    names: tuple[str, ...] = ()
    """Texts of the header cells in it, and those of a group that name it."""
    columns: str = ""
    """Column headers of a data row, in order."""
    heads: tuple[int, ...] = ()
    """Of a data row: numbers of the rows that hold its column headers, and of the first one, which
    holds the caption."""


@dataclass(slots=True)
class TableUnits:
    """A table in pieces."""

    name: str
    """Caption, title and summary."""
    label: str
    """What the caption begins with: its number."""
    rows: list[RowText]


def read_rows(view: View, number: int) -> TableUnits:
    """The pieces of the table at ``number`` in ``view.tables``."""
    return _Rows(view, number).read()


class _Rows:
    def __init__(self, view: View, number: int) -> None:
        self.table: Table = view.tables[number]
        self.view = view
        table = self.table
        self.grid = table.grid()
        self.starts: dict[int, list[int]] = {}
        for i, cell in enumerate(table.cells):
            self.starts.setdefault(cell.row, []).append(i)
        names = [table.caption_text, table.title or "", table.summary or ""]
        self.name = " — ".join(dict.fromkeys([" ".join(name.split()) for name in names if name]))

    def read(self) -> TableUnits:
        table, cells = self.table, self.table.cells
        rows: list[RowText] = []
        head_at: dict[int, int] = {}
        """Header cell -> number of the row that shows it."""
        pending: list[int] = []
        has_headers = any(cell.header for cell in cells)
        longest = LONGEST_ROW if has_headers else LONGEST_BARE
        captioned = False

        def flush() -> None:
            nonlocal captioned
            if not pending and (captioned or not self.name):
                return
            lines = [] if captioned or not self.name else [f"[Table] {self.name}"]
            nodes: list[int] = []
            names: list[str] = []
            if not captioned and table.caption >= 0:
                nodes.append(table.caption)
            if not captioned and table.summary:
                nodes.append(table.node)
            owns = [node for node in nodes if node != table.node]
            for row in pending:
                lines.append(self.line(row, repeat=True))
                for i in self.starts.get(row, ()):
                    nodes.append(cells[i].node)
                    owns.append(cells[i].node)
                    names.append(cells[i].text)
                    head_at[cells[i].node] = len(rows)
            captioned = True
            pending.clear()
            if any(lines):
                text = "\n".join(filter(None, lines))
                called = tuple(dict.fromkeys(filter(None, names)))
                rows.append(RowText(True, text, tuple(nodes), tuple(owns), called))

        for row in range(table.n_rows):
            here = self.starts.get(row, [])
            if not any(cells[i].text for i in here):
                continue
            if has_headers and all(cells[i].header or not cells[i].text for i in here):
                pending.append(row)
                continue
            if sum(words_in(cells[i].text) for i in here) > longest:
                continue
            flush()
            rows.append(self.data_row(row, here, head_at))
        flush()
        label = " ".join(table.caption_text.split()[:2])
        return TableUnits(self.name, label, rows)

    def line(self, row: int, *, repeat: bool) -> str:
        """The texts of a grid row, parted."""
        cells = self.table.cells
        parts: list[str] = []
        last = -1
        for i in self.grid[row]:
            if i < 0:
                parts.append("")
            elif cells[i].row != row:
                # A header that spans rows of data is said in each of them.
                said = not repeat and cells[i].header and i != last
                parts.append(cells[i].text if said else "")
            elif i == last:
                short = len(cells[i].text.split()) <= _REPEATED
                parts.append(cells[i].text if repeat and short and cells[i].header else "")
            else:
                parts.append(cells[i].text)
            last = i
        while parts and not parts[-1]:
            parts.pop()
        return "| ".join(parts)

    def data_row(self, row: int, here: list[int], head_at: dict[int, int]) -> RowText:
        table, cells = self.table, self.table.cells
        spanning = [i for i in dict.fromkeys(self.grid[row]) if i >= 0 and cells[i].row < row]
        spanning = [i for i in spanning if cells[i].header and cells[i].text]
        own = {cells[i].node for i in (*spanning, *here)}
        before: dict[int, str] = {}
        columns: dict[int, str] = {}
        for i in here:
            path = table.row_paths[i]
            if path is not None:
                for node, text in zip(path.nodes, path.texts, strict=True):
                    if node not in own and text and node not in head_at:
                        before[node] = text
            path = table.column_paths[i]
            if path is not None:
                columns.update(zip(path.nodes, path.texts, strict=True))
        headers = [cells[i].text for i in (*spanning, *here) if cells[i].header and cells[i].text]
        text = self.line(row, repeat=False)
        if before:
            text = " › ".join(before.values()) + ": " + text
        # A header that is shown in a row of data stays with that row.
        heads = sorted({head_at[node] for node in columns if node in head_at})
        if head_at or self.name:
            heads = sorted({0, *heads})
        missing = {n: t for n, t in columns.items() if n not in head_at and n not in own and t}
        if missing:
            text = f"[{' | '.join(missing.values())}] {text}"
        nodes = (*[cells[i].node for i in (*here, *spanning)], *before, *missing)
        return RowText(
            head=False,
            text=text,
            nodes=tuple(dict.fromkeys(nodes)),
            owns=tuple([cells[i].node for i in here]),
            names=(" ".join([*before.values(), *headers]),) if headers or before else (),
            columns=" ".join(" ".join(columns.values()).split()[:_COLUMNS]),
            heads=tuple(heads),
        )
