"""Time grows in line with the document: made files of 50, 100, 200 and 400 pages.

    python benchmarks/scaling.py [--runs N]

Each page has a heading, text, a list and a table of 15 rows and 6 columns. Prints CPU seconds of
the whole process and what each page beyond the smallest file costs; exits 1 when a page of the
longest file costs more than 1.5 times a page of the step before the last.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the checkout itself, which the imports below come from

from benchmarks.measure import best, measure  # noqa: E402
from benchmarks.speed import Size  # noqa: E402
from tests.make import Doc, el, new_page  # noqa: E402

PAGES = (50, 100, 200, 400)
TOLERANCE = 1.5
COLUMNS = ("First", "Second", "Third", "Fourth", "Fifth")


def page(number: int) -> list[Any]:
    """The elements of one page, all values different from those of the others."""
    rows = [
        el(
            "TR",
            el("TH", f"Port {number}-{row}", scope="Row"),
            *(el("TD", f"{number * 1000 + row * 10 + column}") for column in range(len(COLUMNS))),
        )
        for row in range(14)
    ]
    head = el("TR", *(el("TH", text, scope="Column") for text in ("Port", *COLUMNS)))
    items = (el("LI", el("Lbl", f"{n}."), el("LBody", f"Step {n} of {number}")) for n in (1, 2, 3))
    return [
        el("H1", f"Receipts of year {number}"),
        el("P", f"The receipts of year {number} are given in million euro."),
        el("L", *items, numbering="Decimal"),
        el("Table", el("Caption", f"Receipts in year {number}"), head, *rows),
    ]


def document(pages: int) -> Doc:
    doc = Doc(lang="en", title="Receipts")
    for number in range(1, pages + 1):
        if number > 1:
            doc.add(new_page())
        doc.add(*page(number))
    return doc


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--runs", type=int, default=3, help="the best of so many runs counts")
    parser.add_argument("--make", nargs=2, metavar=("PAGES", "FILE"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.make:
        document(int(arguments.make[0])).write(arguments.make[1])
        return 0
    costs: list[float] = []
    os.environ["PYTHONPATH"] = str(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        for pages in PAGES:
            path = Path(folder, f"{pages}.pdf")
            # In a child, as its peak memory would otherwise show in that of the next child.
            measure([sys.executable, __file__, "--make", str(pages), str(path)])
            size = Size.of(path)
            assert size is not None
            command = [sys.executable, "-m", "dtaa_lint", "--isolated", "--fail-on", "never"]
            cost = best([*command, str(path)], arguments.runs)
            if cost.status != 0:
                sys.exit(cost.error.decode("utf-8", "replace"))
            costs.append(cost.cpu)
            print(
                f"{size.pages:4} pages {size.elements:7,} elements "
                f"{size.mcids:7,} MCIDs {size.characters:8,} characters "
                f"{cost.cpu:7.2f} s CPU {cost.peak:6.0f} MB",
                flush=True,
            )
    steps = [
        (costs[i] - costs[i - 1]) / (PAGES[i] - PAGES[i - 1]) * 1000 for i in range(1, len(PAGES))
    ]
    print("ms for each further page:", ", ".join(f"{step:.1f}" for step in steps))
    return int(steps[-1] > TOLERANCE * steps[-2])


if __name__ == "__main__":
    sys.exit(main())
