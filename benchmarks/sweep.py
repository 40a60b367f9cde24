"""Prints the figures of docs/sweep.md from a sweep in JSON: ours beside the paper's.

dtaa-lint tasks FOLDER --sweep --format json -o sweep.json
python benchmarks/sweep.py sweep.json
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

PAPER = {
    "documents": 87, "eligible": 61_551, "withoutTasks": 8, "median": 4.3, "least": 0, "most": 380,
    "TABLE_COMPARE": 31_579, "TABLE_CELL": 20_104, "TABLE_SERIES": 5_155, "HEADING_SCOPE": 2_335,
    "SECTION_SET": 1_217, "HEADING_LIST": 519, "LABEL_VALUE": 435, "FIGURE_ALT": 207,
    "AMBIGUOUS": 12_600, "TRIVIAL_COMPARISON": 2_500,
}  # fmt: skip
"""Paper, section 5.1: experiment E1."""
_ROWS = (
    ("documents that can be read", "documents"),
    ("without any task", "withoutTasks"),
    ("eligible tasks", "eligible"),
    ("tasks a page, median", "median"),
    ("tasks a page, least", "least"),
    ("tasks a page, most", "most"),
)


def main() -> None:
    """Tables in Markdown on standard output."""
    sweep = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    totals = sweep["totals"]
    ours = {**totals, **totals["perPage"], **totals["byMotif"], **totals["rejected"]}
    say = sys.stdout.write
    say("| what | ours | paper |\n|---|---:|---:|\n")
    for text, key in _ROWS:
        say(f"| {text} | {_number(ours[key])} | {_number(PAPER[key])} |\n")
    for motif, count in sorted(totals["byMotif"].items(), key=lambda item: -item[1]):
        if motif != "LOCAL_FACT":
            say(f"| {motif} | {count:,} | {_paper(motif)} |\n")
    say(f"| LOCAL_FACT (control band, not among the tasks) | {totals['control']:,} | – |\n")
    for reason, count in sorted(totals["rejected"].items(), key=lambda item: -item[1]):
        say(f"| rejected for {reason} | {count:,} | {_paper(reason)} |\n")
    say("\n")
    lost: Counter[str] = Counter()
    for document in sweep["documents"]:
        rejected = document.get("summary", {}).get("rejected", {})
        lost[document["path"]] = rejected.get("INCOMPLETE_EVIDENCE", 0)
    say("Documents that lose most for INCOMPLETE_EVIDENCE: ")
    say("; ".join(f"{path.rsplit('/', 1)[-1]} {n:,}" for path, n in lost.most_common(6)) + "\n\n")
    for document in sweep["documents"]:
        if document.get("noTasks"):
            name = document["path"].rsplit("/", 1)[-1]
            say(f"- `{name}`: {document['noTasks']}\n")
    for document in sweep["documents"]:
        if document.get("error"):
            say(f"- `{document['path'].rsplit('/', 1)[-1]}` cannot be read: {document['error']}\n")


def _number(value: float) -> str:
    return f"{value:,.1f}" if isinstance(value, float) else f"{value:,}"


def _paper(name: str) -> str:
    return _number(PAPER[name]) if name in PAPER else "–"


if __name__ == "__main__":
    main()
