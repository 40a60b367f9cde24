"""G01: every data cell leads to one row-header path and one column-header path."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.lint.check import Context, Inapplicable, Issue, check


@check("DT0101")
def cell_without_row_header(context: Context) -> Iterator[Issue | Inapplicable]:
    """One issue per table whose data cells lack row headers, with the number of cells."""
    if not context.view.tables:
        yield Inapplicable("the document has no tables")
