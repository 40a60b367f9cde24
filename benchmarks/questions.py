"""Other people's questions: how many of a file are read, as what, and how many of their sources are
found in documents.

    python benchmarks/questions.py real-pdfQA.jsonl financebench.jsonl --documents FILE.pdf …

A Parquet file is converted first (the tool says how). No network, and no model.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from dtaa_lint.answerability.benchmark.foreign import assign
from dtaa_lint.answerability.benchmark.foreign_files import read_questions
from dtaa_lint.answerability.benchmark.foreign_task import ForeignTask, ForeignTasks
from dtaa_lint.answerability.benchmark.prechecks import POINTS_AT_PAGE, form_objections
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.read import read


def counted(names: Iterable[object]) -> str:
    """``value 12, span 3``, most first."""
    counts = sorted(Counter(map(str, names)).items(), key=lambda item: (-item[1], item[0]))
    return ", ".join([f"{name} {count:,}" for name, count in counts])


def show(path: str, documents: Sequence[Path]) -> None:
    """Prints what one file holds, and what of it is found."""
    questions = read_questions(path)
    print(f"{Path(path).name}: {len(questions):,} questions")
    print(f"  shape: {counted(question.shape.value for question in questions)}")
    golds = [question.gold.kind if question.gold else "not told" for question in questions]
    print(f"  gold: {counted(golds)}")
    pointing = [POINTS_AT_PAGE in form_objections(question.text, "") for question in questions]
    print(f"  point at something the asker does not see: {sum(pointing):,}")
    names = {document.stem: document for document in documents}
    found = assign(questions, list(names))
    print(f"  not asked: {counted(reason.value for _, reason in found.left) or 'none'}")
    for name, asked in found.by_document.items():
        tasks = ForeignTasks(View(read(str(names[name]))))
        print(f"  {name}: {len(asked):,} questions")
        for question in asked:
            line(tasks.of(question))


def line(task: ForeignTask) -> None:
    """Prints one question that a document is asked."""
    shares = " ".join([f"{located.share:.2f}" for located in task.evidence.located]) or "none"
    labels = task.dimensions.labels()
    said = ", ".join([f"{name} {label}" for name, label in sorted(labels.items())])
    scored = f"{len(task.evidence.slots)} slots" if task.scores_evidence else "answer only"
    print(f"    {task.question.text[:76]}\n      sources found {shares}; {scored}\n      {said}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--documents", nargs="*", default=[], type=Path, metavar="PDF")
    options = parser.parse_args()
    for path in options.files:
        show(path, options.documents)


if __name__ == "__main__":
    main()
