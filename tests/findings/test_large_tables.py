"""Time of the table checks grows with the table, not with its square."""

from __future__ import annotations

import time
from pathlib import Path

from dtaa_lint.findings.engine import LintOptions, lint_file
from fixtures.shapes import header, page, row
from tests.make import el

TABLES = LintOptions(select=("DT01", "DT02", "DT03", "DT04"), impact=False)


def seconds(path: Path, rows: int) -> float:
    """CPU time of a lint of a table whose every row header stands twice."""
    lines = (row(f"Plan {n // 2}", f"{n}.50", f"{n} (5%)", "20 & 30") for n in range(rows))
    doc = page(el("Table", header("Plan", "Price", "Seats", "Sizes"), *lines))
    name = str(doc.write(path / f"{rows}.pdf"))
    began = time.process_time()
    report = lint_file(name, TABLES)
    assert sum(f.code == "DT0103" for f in report.findings) == rows // 2
    return time.process_time() - began


def test_a_table_eight_times_as_long_takes_about_eight_times_as_long(tmp_path: Path) -> None:
    seconds(tmp_path, 20)
    short, long = seconds(tmp_path, 250), seconds(tmp_path, 2000)
    assert long < 20 * max(short, 0.05), (short, long)
