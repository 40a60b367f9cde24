"""Time and memory of the retrieval tier, the whole command.

    python benchmarks/answerability.py FILE.pdf … [--json out.json]
    DTAA_CORPUS=FOLDER python benchmarks/answerability.py

Without files: the documents of the corpus with 80 to 130 pages. Each is assessed by three systems,
in a new process with its answering side in another one, index and questions included, the lint as
well. Needs the extra ``answerability``. Limits (README): 20 seconds on two cores, 1 GB.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

PAGES = range(80, 131)
SECONDS, MEGABYTES = 20.0, 1_000


def main() -> None:
    """A line a document; status 1 when one is over a limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measured(options.one)))
        return
    paths = options.paths or chosen()
    if not paths:
        raise SystemExit("no files: name them, or set DTAA_CORPUS to a folder of tagged PDFs")
    rows = []
    for path in paths:
        # A process of its own: the peak of memory is a process's, and its children's.
        done = subprocess.run(
            [sys.executable, __file__, "--one", str(path)],
            capture_output=True, text=True, check=True, env={**os.environ},
        )  # fmt: skip
        row: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        rows.append(row)
        print(
            f"{row['name']}: {row['pages']} pages, {row['tasks']} tasks, {row['questions']} "
            f"questions, {row['seconds']:.1f} s ({row['cpu']:.1f} s CPU), "
            f"{row['megabytes']} + {row['answeringMegabytes']} MB"
        )
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    over = [
        row
        for row in rows
        if row["seconds"] > SECONDS or row["megabytes"] + row["answeringMegabytes"] > MEGABYTES
    ]
    raise SystemExit(1 if over else 0)


def chosen() -> list[Path]:
    """The documents of the corpus of about 100 pages."""
    import pypdfium2

    found = []
    folder = os.environ.get("DTAA_CORPUS", "")
    for path in sorted(Path(folder).glob("*.pdf")) if folder else ():
        try:
            pages = len(pypdfium2.PdfDocument(path))
        except pypdfium2.PdfiumError:
            continue
        if pages in PAGES:
            found.append(path)
    return found


def measured(path: Path) -> dict[str, Any]:
    """One document, in this process."""
    from dtaa_lint.cli.main import main as run

    with TemporaryDirectory() as folder:
        kept = Path(folder, "run")
        start = time.perf_counter()
        sys.stdout.flush()
        status = run(
            [str(path), "--isolated", "--quiet", "--fail-on", "never", "--answerability"]
            + ["--run-dir", str(kept), "--format", "json", "-o", str(Path(folder, "lint.json"))]
        )
        seconds = time.perf_counter() - start
        if status:
            raise SystemExit(f"{path}: status {status}")
        (document,) = json.loads((kept / "run.json").read_text("utf-8"))["documents"]
        own = kept / document["folder"]
        tasks = (own / "benchmark" / "frozen.jsonl").read_bytes().count(b"\n")
        questions = (own / "answering" / "questions.jsonl").read_bytes().count(b"\n")
    here = resource.getrusage(resource.RUSAGE_SELF)
    there = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "name": path.name,
        "pages": document["pages"],
        "tasks": tasks,
        "questions": questions,
        "seconds": round(seconds, 2),
        "cpu": round(here.ru_utime + here.ru_stime + there.ru_utime + there.ru_stime, 2),
        "megabytes": here.ru_maxrss // 1024,
        "answeringMegabytes": there.ru_maxrss // 1024,
    }


if __name__ == "__main__":
    main()
