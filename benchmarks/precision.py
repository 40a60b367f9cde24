"""How often findings are true and tasks legitimate, judged by people who see the rendered page.

    python benchmarks/precision.py draw FOLDER OUT [--findings 300] [--tasks 100] [--images]
        [--only CODE,MOTIF …]
    python benchmarks/precision.py score OUT FIRST.csv SECOND.csv [--tasks]

``draw`` lints every PDF of FOLDER and writes to OUT:

- ``findings.json``, ``findings.csv``: a sample stratified by rule. Every rule gives the same number
  of places as long as it has them. Within a rule a document gives a second cause only after every
  document gave one, and a cause a second place only after every cause gave one: places of one
  cause are judged alike anyhow. What is taken is decided by the SHA-256 of the fingerprint.
- ``tasks.json``, ``tasks.csv``: tasks, stratified by motif in the same way.
- with ``--images``, ``pages/``: each page that a place stands on, rendered with pdfium at 80 dots
  an inch, with the place's box in red and its number beside it (needs pypdfium2 and pillow).

``--only`` restricts both samples to rules and motifs, such as those that were repaired since.

A judge fills in ``verdict`` and ``why``. Findings: ``true`` (a professional who sees the page and
the tags would agree and act; every detail of the message holds), ``false``, ``arguable``. Tasks, by
the paper's criteria: J1 legitimate information need, J2 evidence sufficient, J3 gold correct, J4
class correct; each ``yes``, ``no`` or ``arguable``.

``score`` joins two judges' sheets and prints the table by rule (or by motif) as Markdown, with the
agreement of the two (share of equal verdicts, Cohen's kappa, Gwet's AC1).
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path
from typing import Any

import dtaa_lint
from dtaa_lint.errors import DtaaError
from dtaa_lint.findings.engine import LintOptions, lint_view
from dtaa_lint.universe.export import task_dict
from dtaa_lint.universe.universe import enumerate_tasks

FINDING_VERDICTS = ("true", "false", "arguable")
CRITERIA = ("J1", "J2", "J3", "J4")
DPI = 80


def rank(text: str) -> str:
    """Decides what a sample takes: no generator whose sequence could change."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def spread(items: Sequence[dict[str, Any]], levels: Sequence[str]) -> list[dict[str, Any]]:
    """All items, so ordered that the first n are spread over the values of the first level, then of
    the next one."""
    if not levels:
        return sorted(items, key=lambda item: rank(item["key"]))
    groups: dict[Hashable, list[dict[str, Any]]] = defaultdict(list)
    for item in items:
        groups[item[levels[0]]].append(item)
    ordered = [spread(group, levels[1:]) for group in groups.values()]
    ordered.sort(key=lambda group: rank(group[0]["key"]))
    result = []
    for turn in range(max(map(len, ordered))):
        result += [group[turn] for group in ordered if turn < len(group)]
    return result


def stratified(
    items: Sequence[dict[str, Any]], stratum: str, levels: Sequence[str], wanted: int
) -> list[dict[str, Any]]:
    """``wanted`` items, the same number of every stratum as long as it has them."""
    strata: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for item in items:
        strata[item[stratum]].append(item)
    ordered = {name: spread(group, levels) for name, group in sorted(strata.items())}
    taken: dict[str, int] = dict.fromkeys(ordered, 0)
    left = wanted
    while left and any(taken[name] < len(group) for name, group in ordered.items()):
        for name, group in ordered.items():
            if left and taken[name] < len(group):
                taken[name] += 1
                left -= 1
    chosen = [item for name, group in ordered.items() for item in group[: taken[name]]]
    for number, item in enumerate(chosen, 1):
        item["id"] = number
    return chosen


def read_folder(folder: Path) -> Iterator[tuple[list[dict[str, Any]], list[dict[str, Any]]]]:
    """(findings, tasks) of every file that can be read."""
    for path in sorted(folder.glob("*.pdf")):
        try:
            view = dtaa_lint.compile(path)
        except DtaaError as error:
            sys.stderr.write(f"{error}\n")
            continue
        universe = enumerate_tasks(view)
        report = lint_view(view, universe, LintOptions())
        rules = {rule.code: rule for rule in dtaa_lint.lint().rules}
        findings = [
            {
                "key": f"{path.name} {finding.fingerprint}",
                "file": path.name,
                "code": finding.code,
                "rule": finding.rule,
                "cause": finding.group,
                "severity": finding.severity.value,
                "needs_person": finding.needs_person,
                "page": finding.page + 1,
                "path": finding.path,
                "node": finding.element_id,
                "message": finding.message,
                "evidence": finding.evidence,
                "repair": rules[finding.code].repair_of(finding.variant),
                "related": [
                    {"role": other.role, "path": other.path, "page": other.page + 1,
                     "text": other.snippet}
                    for other in finding.related
                ],
                "boxes": [[box.page + 1, *box.box] for box in finding.boxes],
            }
            for finding in report.findings
        ]  # fmt: skip
        tasks = []
        for task in universe.tasks():
            entry: dict[str, Any] = task_dict(view, task)
            node = int(entry["requiredEvidence"][0]["anyOf"][0]["node"][1:])
            tasks.append(
                {
                    "key": f"{path.name} {task.task_id}",
                    "file": path.name,
                    "motif": task.motif.value,
                    "page": task.page + 1,
                    "path": view.path(node),
                    "task": entry,
                    "boxes": [
                        [box.page + 1, *box.box]
                        for slot in task.slots
                        for box in view.boxes(slot.any_of[0][0])
                    ],
                }
            )
        yield findings, tasks


def draw(
    folder: Path, out: Path, n_findings: int, n_tasks: int, images: bool, only: frozenset[str]
) -> None:
    findings: list[dict[str, Any]] = []
    tasks: list[dict[str, Any]] = []
    for some, others in read_folder(folder):
        findings += [item for item in some if not only or item["code"] in only]
        tasks += [item for item in others if not only or item["motif"] in only]
    chosen = stratified(findings, "code", ("file", "cause"), n_findings)
    chosen_tasks = stratified(tasks, "motif", ("file",), n_tasks)
    out.mkdir(parents=True, exist_ok=True)
    for name, items in (("findings", chosen), ("tasks", chosen_tasks)):
        text = json.dumps(items, ensure_ascii=False, indent=1)
        (out / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    columns = ("id", "code", "rule", "file", "page", "path", "message", "verdict", "why")
    _sheet(out / "findings.csv", columns, chosen)
    _sheet(
        out / "tasks.csv", ("id", "motif", "file", "page", "path", *CRITERIA, "why"), chosen_tasks
    )
    sys.stdout.write(f"{len(chosen)} of {len(findings)} findings, ")
    sys.stdout.write(f"{len(chosen_tasks)} of {len(tasks)} tasks\n")
    if images:
        _images(folder, out / "pages", [("f", item) for item in chosen])
        _images(folder, out / "pages", [("t", item) for item in chosen_tasks])


def _sheet(path: Path, columns: Sequence[str], items: Sequence[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore", restval="")
        writer.writeheader()
        writer.writerows(items)


def _images(folder: Path, out: Path, items: Sequence[tuple[str, dict[str, Any]]]) -> None:
    """One picture for each item: the first page that it stands on, its boxes drawn."""
    import pypdfium2
    from PIL import ImageDraw

    out.mkdir(parents=True, exist_ok=True)
    by_file: dict[str, list[tuple[str, dict[str, Any]]]] = defaultdict(list)
    for letter, item in items:
        by_file[item["file"]].append((letter, item))
    scale = DPI / 72
    for name, group in sorted(by_file.items()):
        document = pypdfium2.PdfDocument(folder / name)
        for letter, item in group:
            number = item["page"] if item["page"] > 0 else 1
            page = document[number - 1]
            left, _, _, top = page.get_cropbox()
            picture = page.render(scale=scale).to_pil()
            pen = ImageDraw.Draw(picture)
            for box in item["boxes"]:
                if box[0] != number or page.get_rotation():
                    continue
                x0, y0, x1, y1 = box[1:]
                corners = (
                    (x0 - left) * scale - 2, (top - y1) * scale - 2,
                    (x1 - left) * scale + 2, (top - y0) * scale + 2,
                )  # fmt: skip
                pen.rectangle(corners, outline="red", width=2)
            picture.save(out / f"{letter}{item['id']:03}.png")
        document.close()


def score(out: Path, sheets: Sequence[Path], of_tasks: bool) -> None:
    name, stratum = ("tasks", "motif") if of_tasks else ("findings", "code")
    items = {
        str(item["id"]): item
        for item in json.loads((out / f"{name}.json").read_text(encoding="utf-8"))
    }
    first, second = ({row["id"]: row for row in _rows(sheet)} for sheet in sheets)
    for column in CRITERIA if of_tasks else ("verdict",):
        both = [
            (item[stratum], first[i][column].strip(), second[i][column].strip())
            for i, item in items.items()
            if i in first and i in second
        ]
        _table(column, stratum, both)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def _table(column: str, stratum: str, both: Sequence[tuple[str, str, str]]) -> None:
    good = "yes" if column in CRITERIA else "true"
    bad = "no" if column in CRITERIA else "false"
    say = sys.stdout.write
    say(f"\n{column}: {len(both)} judged twice\n\n")
    say(f"| {stratum} | judged | {good} by both | {bad} by both | arguable or split | {good} |\n")
    say("|---|---:|---:|---:|---:|---:|\n")
    rows: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name, one, other in both:
        rows[name].append((one, other))
    rows_of_all = [(one, other) for _, one, other in both]
    for name, pairs in [*sorted(rows.items()), ("all", rows_of_all)]:
        agreed = sum(pair == (good, good) for pair in pairs)
        wrong = sum(pair == (bad, bad) for pair in pairs)
        votes = sum(vote == good for pair in pairs for vote in pair)
        rest = len(pairs) - agreed - wrong
        share = 100 * votes / (2 * len(pairs))
        say(f"| {name} | {len(pairs)} | {agreed} | {wrong} | {rest} | {share:.0f} % |\n")
    equal, kappa, ac1 = agreement(rows_of_all)
    say(f"\nagreement {100 * equal:.0f} %, Cohen's kappa {kappa:.2f}, Gwet's AC1 {ac1:.2f}\n")


def agreement(pairs: Sequence[tuple[str, str]]) -> tuple[float, float, float]:
    """Share of equal verdicts, Cohen's kappa, Gwet's AC1."""
    count = len(pairs)
    if not count:
        return 0.0, 0.0, 0.0
    equal = sum(one == other for one, other in pairs) / count
    ones = Counter(one for one, _ in pairs)
    others = Counter(other for _, other in pairs)
    verdicts = sorted({*ones, *others})
    chance = sum(ones[v] * others[v] for v in verdicts) / count**2
    kappa = (equal - chance) / (1 - chance) if chance < 1 else 1.0
    shares = [(ones[v] + others[v]) / (2 * count) for v in verdicts]
    by_chance = sum(p * (1 - p) for p in shares) / max(1, len(verdicts) - 1)
    ac1 = (equal - by_chance) / (1 - by_chance)
    return equal, kappa, ac1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("folder", type=Path)
    drawing.add_argument("out", type=Path)
    drawing.add_argument("--findings", type=int, default=300)
    drawing.add_argument("--tasks", type=int, default=100)
    drawing.add_argument("--images", action="store_true")
    drawing.add_argument("--only", default="", help="codes and motifs, comma-separated")
    scoring = commands.add_parser("score")
    scoring.add_argument("out", type=Path)
    scoring.add_argument("sheets", type=Path, nargs=2)
    scoring.add_argument("--tasks", action="store_true")
    given = parser.parse_args()
    if given.command == "draw":
        only = frozenset(given.only.split(",")) - {""}
        draw(given.folder, given.out, given.findings, given.tasks, given.images, only)
    else:
        score(given.out, given.sheets, given.tasks)


if __name__ == "__main__":
    main()
