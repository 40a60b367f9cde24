"""Time and memory of the retrieval tier, the whole command.

    python benchmarks/answerability.py FILE.pdf … [--tasks N] [--json out.json]
    DTAA_CORPUS=FOLDER python benchmarks/answerability.py

Without files: the documents of the corpus with 80 to 130 pages. Each is assessed by three systems,
in a new process with its answering side in another one, index and questions included, the lint as
well. Needs the extra ``answerability``. Limits (README): 20 seconds on two cores, 1 GB.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import subprocess
import sys
import threading
import time
from contextlib import suppress
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
    parser.add_argument("--tasks", type=int, default=100, help="of the frozen set, at most")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measured(options.one, options.tasks)))
        return
    paths = options.paths or chosen()
    if not paths:
        raise SystemExit("no files: name them, or set DTAA_CORPUS to a folder of tagged PDFs")
    rows = []
    for path in paths:
        # A process of its own, whose memory is that of one document.
        done = subprocess.run(
            [sys.executable, __file__, "--one", str(path), "--tasks", str(options.tasks)],
            capture_output=True, text=True, check=True, env={**os.environ},
        )  # fmt: skip
        row: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        rows.append(row)
        print(
            f"{row['name']}: {row['pages']} pages, {row['tasks']} tasks, {row['questions']} "
            f"questions, {row['seconds']:.1f} s ({row['cpu']:.1f} s CPU), "
            f"{row['megabytes']} MB"
        )
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    over = [row for row in rows if row["seconds"] > SECONDS or row["megabytes"] > MEGABYTES]
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


class Memory(threading.Thread):
    """The peak of what this process and its children hold in memory together, pages that they
    share counted for each. By /proc: Linux only, else 0."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.peak = 0

    def run(self) -> None:
        while True:
            pids = ["self"]
            for task in Path("/proc/self/task").glob("*/children"):
                with suppress(OSError):
                    pids += task.read_text().split()
            whole = 0
            for pid in pids:
                with suppress(OSError, IndexError):
                    whole += int(Path("/proc", pid, "statm").read_text().split()[1])
            self.peak = max(self.peak, whole * resource.getpagesize())
            time.sleep(0.05)


def measured(path: Path, most: int) -> dict[str, Any]:
    """One document, in this process."""
    from dtaa_lint.cli.main import main as run

    # As the console script does.
    gc.disable()
    with TemporaryDirectory() as folder:
        kept = Path(folder, "run")
        command = ["--isolated", "--quiet", "--fail-on", "never", "--answerability"]
        command += ["--tasks", str(most)]
        command += ["--run-dir", str(kept), "--format", "json", "-o", f"{folder}/lint.json"]
        memory = Memory()
        memory.start()
        start = time.perf_counter()
        status = run([str(path), *command])
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
        "megabytes": memory.peak >> 20,
    }


if __name__ == "__main__":
    main()
