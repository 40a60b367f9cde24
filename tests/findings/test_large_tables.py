"""Time of the table checks grows with the table, not with its square."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dtaa_lint.findings.engine import LintOptions, lint_file
from fixtures.shapes import header, page, row
from tests.cost import grows_less
from tests.make import el

TABLES = LintOptions(select=("DT01", "DT02", "DT03", "DT04"), impact=False)


def lint(path: Path, rows: int) -> Callable[[], None]:
    """A lint of a table whose every row header stands twice."""
    lines = (row(f"Plan {n // 2}", f"{n}.50", f"{n} (5%)", "20 & 30") for n in range(rows))
    doc = page(el("Table", header("Plan", "Price", "Seats", "Sizes"), *lines))
    name = str(doc.write(path / f"{rows}.pdf"))

    def run() -> None:
        report = lint_file(name, TABLES)
        assert sum(f.code == "DT0103" for f in report.findings) == rows // 2

    return run


def test_a_table_eight_times_as_long_takes_about_eight_times_as_long(tmp_path: Path) -> None:
    lint(tmp_path, 20)()
    assert grows_less(lint(tmp_path, 250), lint(tmp_path, 2000), 20, 0.2)
