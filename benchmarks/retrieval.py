"""Evidence recall and relation coverage of the retrieval tier, by system and motif, beside the
paper's.

    DTAA_CORPUS=FOLDER python benchmarks/retrieval.py --json retrieval.json > table.md
    python benchmarks/retrieval.py FILE.pdf … --systems chunk-hybrid,egr-s

Needs the extra ``answerability``; the system egr-s-reconstructed also ``reconstruct`` and Java. No
network. The development set was looked at while the systems were written; the others were not.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from dtaa_lint.answerability.answering.embed import DEFAULT, Remembering, make_embedder
from dtaa_lint.answerability.answering.interface import SEEDS, Document, Item, shown
from dtaa_lint.answerability.answering.systems.egr_s import EgrS
from dtaa_lint.answerability.answering.systems.registry import DEFAULTS, budget_of, make_system
from dtaa_lint.answerability.answering.text import chunks, flat_text
from dtaa_lint.answerability.answering.units import Units
from dtaa_lint.answerability.benchmark.templates import questions
from dtaa_lint.answerability.model import Phrasing
from dtaa_lint.answerability.scoring.evidence import Judge
from dtaa_lint.errors import DtaaError
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.read import read
from dtaa_lint.universe.freeze import freeze
from dtaa_lint.universe.model import Motif
from dtaa_lint.universe.universe import enumerate_tasks

DEVELOPMENT = (
    "VERIZON_2022_10K", "i1040gi", "Manual_da_EFD-Reinf", "260202_Standard_CNIG",
    "MCDONALDS_2023Q2", "typst_en_v20", "2022-DVFR-Annual-Report", "Hannah_John-Kamen",
)  # fmt: skip
"""Parts of the names of the eight documents that the systems were written on."""
PAPER = {"chunk-hybrid": (0.56, 0.47), "egr-s": (0.75, 0.65)}
"""Evidence recall and relation coverage, pooled over the paper's eight documents and all phrasings
(paper, section 5.4)."""
RELATIONAL = frozenset(
    {
        Motif.HEADING_SCOPE, Motif.HEADING_LIST, Motif.NESTED_LIST, Motif.SECTION_SET,
        Motif.LABEL_VALUE, Motif.DEFINITION, Motif.TABLE_CELL, Motif.TABLE_COMPARE,
        Motif.TABLE_SERIES, Motif.TABLE_SUMMARY, Motif.FIGURE_CAPTION,
        Motif.NOTE_QUALIFICATION, Motif.REFERENCE_TARGET,
    }
)  # fmt: skip
"""Motifs whose tasks require a relation."""
LONG = 5_600
"""Words of a document of which the budget shows a quarter at most."""


@dataclass
class Sum:
    """Scores of one cell of the table."""

    runs: int = 0
    evidence: float = 0.0
    related: int = 0
    """Runs of tasks that require a relation."""
    relations: float = 0.0
    """Over those."""
    passed: int = 0
    failures: dict[str, int] = field(default_factory=dict)

    def add(self, other: Sum) -> None:
        self.runs += other.runs
        self.evidence += other.evidence
        self.related += other.related
        self.relations += other.relations
        self.passed += other.passed
        for name, count in other.failures.items():
            self.failures[name] = self.failures.get(name, 0) + count

    def as_dict(self) -> dict[str, Any]:
        return {
            "runs": self.runs,
            "evidenceRecall": round(self.evidence / self.runs, 4),
            "relationCoverage": round(self.relations / self.related, 4) if self.related else None,
            "ceiling": round(self.passed / self.runs, 4),
            "failures": dict(sorted(self.failures.items())),
        }


class Chance:
    """Pieces in an order that has nothing to do with the question: what a score is worth."""

    def __init__(self, whole: bool) -> None:
        self._whole = whole
        self._items: list[Item] = []

    def index(self, document: Document) -> None:
        """Takes chunks, or units of the tags."""
        if self._whole:
            pieces = chunks(flat_text(document.data))
            self._items = [Item(f"c{n}", p.text, (), p.page) for n, p in enumerate(pieces)]
        else:
            units = Units(document.view).all
            self._items = [Item(f"s{n}", unit.text, unit.nodes) for n, unit in enumerate(units)]

    def retrieve(self, question: str, k: int) -> list[Item]:
        """All of them, by a hash of question and number."""
        return sorted(self._items, key=lambda i: sha256((question + i.id).encode()).digest())


def made(name: str, embedder: Any) -> Any:
    """A system by its name; ``egr-s=1;0.7;0;0;0;0`` has other weights of its rankings."""
    if name in ("chance-units", "chance-chunks"):
        return Chance(name == "chance-chunks")
    kind, _, weights = name.partition("=")
    if kind == "egr-s" and weights:
        return EgrS(embedder, weights=[float(weight) for weight in weights.split(";")])
    return make_system(name, embedder)


Key = tuple[str, str, str, str]
"""Set (``development``, ``held-out``), phrasing, system, motif."""


def main() -> None:
    """Markdown on standard output, JSON where it is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--systems", default=",".join(DEFAULTS))
    parser.add_argument("--embedder", default=DEFAULT)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--set", choices=("development", "held-out"))
    options = parser.parse_args()
    folder = os.environ.get("DTAA_CORPUS", "")
    paths = options.paths or sorted(Path(folder).glob("*.pdf") if folder else ())
    if not paths:
        raise SystemExit("no files: name them, or set DTAA_CORPUS to a folder of tagged PDFs")
    systems = tuple(options.systems.split(","))
    if options.set:
        paths = [path for path in paths if set_of(path) == options.set]
    if "egr-s-reconstructed" in systems:
        prepare(paths)
    embedder = make_embedder(options.embedder)
    cells: dict[Key, Sum] = defaultdict(Sum)
    long: dict[Key, Sum] = defaultdict(Sum)
    documents: list[dict[str, Any]] = []
    for path in paths:
        measured = measure(path, systems, embedder)
        if measured is None:
            continue
        document, found = measured
        documents.append(document)
        for key, cell in found.items():
            cells[key].add(cell)
            if document["words"] >= LONG:
                long[key].add(cell)
        print(f"{path.name}: {document['questions']} questions", file=sys.stderr)
    sys.stdout.write(markdown(cells, long, systems))
    if options.json:
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        content = {
            "embedder": options.embedder,
            "systems": list(systems),
            "megabytes": memory,
            "cells": [
                {"set": s, "phrasing": p, "system": n, "motif": m, **cell.as_dict()}
                for (s, p, n, m), cell in sorted(cells.items())
            ],
            "documents": documents,
        }
        text = json.dumps(content, ensure_ascii=False, indent=2)
        options.json.write_text(text + "\n", encoding="utf-8")


def set_of(path: Path) -> str:
    """Which set a document belongs to."""
    return "development" if any(part in path.name for part in DEVELOPMENT) else "held-out"


def prepare(paths: Iterable[Path]) -> None:
    """Rebuilds the structure of those that have tasks, with one start of Java."""
    from dtaa_lint.answerability.answering.systems.reconstructed import prepare as rebuild

    documents = []
    for path in paths:
        try:
            universe = enumerate_tasks(View(read(str(path))))
        except DtaaError:
            continue
        if any(candidate.reason is None for candidate in universe.candidates):
            documents.append(path.read_bytes())
    rebuild(documents)


def measure(
    path: Path, systems: Sequence[str], embedder: Any
) -> tuple[dict[str, Any], Mapping[Key, Sum]] | None:
    """One document: what it is, and its cells; None where there is nothing to ask."""
    begun = time.process_time()
    try:
        view = View(read(str(path)))
    except DtaaError:
        return None
    data = path.read_bytes()
    universe = enumerate_tasks(view)
    frozen = freeze(universe)
    tasks = {name: universe.task(index) for name, index in frozen.tasks + frozen.control}
    if not tasks:
        return None
    asked, excluded = questions(view, tasks.values())
    judge = Judge(data, view)
    document = Document(data, view)
    remembering = Remembering(embedder)
    seconds: dict[str, float] = {"compile": time.process_time() - begun}
    cells: dict[Key, Sum] = defaultdict(Sum)
    for name in systems:
        begun = time.process_time()
        system = made(name, remembering)
        try:
            system.index(document)
        except DtaaError as error:
            print(f"{path.name}: {name}: {error}", file=sys.stderr)
            continue
        seconds[f"{name} index"] = time.process_time() - begun
        begun = time.process_time()
        budget = budget_of(system)
        for question in asked:
            items = shown(system.retrieve(question.text, SEEDS), budget)
            task = tasks[question.task_id]
            coverage = judge.coverage(task, items)
            cell = cells[set_of(path), question.phrasing.value, name, task.motif.value]
            failure = coverage.failure
            failures = {failure.value: 1} if failure else {}
            related = int(bool(task.relations))
            relations = related * coverage.relations
            whole = int(failure is None)
            cell.add(Sum(1, coverage.evidence, related, relations, whole, failures))
        seconds[f"{name} questions"] = time.process_time() - begun
    return {
        "name": path.name,
        "pages": len(view.document.pages),
        "words": len(view.document.text.split()),
        "tasks": len(tasks),
        "questions": len(asked),
        "excluded": len(excluded),
        "seconds": {key: round(value, 2) for key, value in seconds.items()},
    }, cells


def markdown(cells: Mapping[Key, Sum], long: Mapping[Key, Sum], systems: Sequence[str]) -> str:
    """Tables: Q0 by motif, and pooled by set and phrasing; recall / coverage / ceiling."""
    q0, lexical = Phrasing.Q0.value, Phrasing.LEXICAL.value
    head = "| | tasks | " + " | ".join(systems) + " |\n|---|---:|" + "---|" * len(systems) + "\n"
    lines = ["Evidence recall / relation coverage / share of tasks with both whole\n\n", head]
    for motif in Motif:
        lines.append(_row(motif.value, cells, systems, q0, [motif.value]))
    tasks = [motif.value for motif in Motif if motif is not Motif.LOCAL_FACT]
    lines.append(_row("**pooled, Q0**", cells, systems, q0, tasks))
    for name in ("development", "held-out"):
        lines.append(_row(f"… {name}", cells, systems, q0, tasks, name))
    lines.append(_row(f"… documents of {LONG:,} words or more", long, systems, q0, tasks))
    lines.append(_row("… held-out ones of them", long, systems, q0, tasks, "held-out"))
    lines.append(_row("pooled, lexical variant", cells, systems, lexical, tasks))
    paper = ["{:.2f} / {:.2f}".format(*PAPER[name]) if name in PAPER else "–" for name in systems]
    lines.append(f"| paper, all phrasings | | {' | '.join(paper)} |\n")
    behind = _behind(cells, q0) if {"egr-s", "chunk-hybrid"} <= set(systems) else []
    if behind:
        lines.append("\nEGR-S does not lead on: " + ", ".join(behind) + "\n")
    return "".join(line for line in lines if line)


def _pooled(
    cells: Mapping[Key, Sum], system: str, phrasing: str, motifs: Sequence[str], part: str
) -> Sum:
    total = Sum()
    for (set_, phrase, name, motif), cell in sorted(cells.items()):
        if name == system and phrase == phrasing and motif in motifs and part in ("", set_):
            total.add(cell)
    return total


def _row(
    title: str,
    cells: Mapping[Key, Sum],
    systems: Sequence[str],
    phrasing: str,
    motifs: Sequence[str],
    part: str = "",
) -> str:
    sums = [_pooled(cells, name, phrasing, motifs, part) for name in systems]
    if not any(total.runs for total in sums):
        return ""
    cells_ = [_scores(total) for total in sums]
    return f"| {title} | {max(t.runs for t in sums)} | {' | '.join(cells_)} |\n"


def _scores(total: Sum) -> str:
    if not total.runs:
        return "–"
    relations = f"{total.relations / total.related:.2f}" if total.related else "–"
    return f"{total.evidence / total.runs:.2f} / {relations} / {total.passed / total.runs:.2f}"


def _behind(cells: Mapping[Key, Sum], phrasing: str) -> list[str]:
    """Relational motifs on which EGR-S does not lead the chunks."""
    found = []
    for motif in sorted(RELATIONAL):
        one = _pooled(cells, "egr-s", phrasing, [motif], "")
        other = _pooled(cells, "chunk-hybrid", phrasing, [motif], "")
        if one.runs and one.evidence + one.relations <= other.evidence + other.relations:
            found.append(motif.value)
    return found


if __name__ == "__main__":
    main()
