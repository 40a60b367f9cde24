"""dtaa-lint, its peers and the limit on the same files: CPU seconds and peak memory.

    python benchmarks/speed.py [FILE …] [--runs N] [--timeout S] [--no-peers] [--peers-from FOLDER]

Without files: the tagged files of at least --min-pages pages (100 unless set) in the folder that
DTAA_CORPUS names, and the demo document. Peers are looked for on PATH and in --peers-from (the bin
folder of an environment of their own); one that is missing or fails is said to be.
"""

from __future__ import annotations

import argparse
import compileall
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the checkout itself, which the imports below come from

from benchmarks.measure import Cost, best, measure  # noqa: E402

PEERS = {
    "pdfua": ["pdfua", "check"],
    "outloud": ["outloud", "--quiet"],
    "avalpdf": ["avalpdf", "--quiet"],
    "accesspdf": ["accesspdf", "check"],
}
"""Name -> command before the file; all from PyPI."""


# Read in a child: a child's peak memory counts what its parent held when it was born, so this
# process stays small.
SIZE = """
import sys
from dtaa_lint.errors import InputError
from dtaa_lint.pdf.read import read
try:
    document = read(sys.argv[1])
except InputError as error:
    sys.exit(str(error))
print(len(document.pages), len(document.elements), len(document.runs), len(document.text))
"""


@dataclass(frozen=True)
class Size:
    """What a time must be seen beside."""

    pages: int
    elements: int
    mcids: int
    characters: int

    @classmethod
    def of(cls, path: Path) -> Size | None:
        """None when the file cannot be read; the reason is on stderr."""
        cost = measure([sys.executable, "-c", SIZE, str(path)])
        if cost.status != 0:
            print(f"{cost.error.decode('utf-8', 'replace').strip()}: left out", file=sys.stderr)
            return None
        return cls(*map(int, cost.output.split()))


def tools(arguments: argparse.Namespace) -> Iterator[tuple[str, list[str]]]:
    """(name, command before the file); what is missing is said on stderr."""
    yield "limit", [sys.executable, str(ROOT / "benchmarks" / "limit.py")]
    yield "dtaa-lint", [sys.executable, "-m", "dtaa_lint", "--isolated", "--fail-on", "never"]
    if arguments.no_peers:
        return
    path = os.pathsep.join(filter(None, [arguments.peers_from, os.environ.get("PATH")]))
    for name, command in PEERS.items():
        found = shutil.which(command[0], path=path)
        if found is None:
            print(f"{name}: not installed, left out (pip install {name})", file=sys.stderr)
        else:
            yield name, [found, *command[1:]]


def files(arguments: argparse.Namespace) -> Iterator[tuple[Path, Size]]:
    demo = ROOT / "fixtures" / "demo" / "harbour-levy.pdf"
    chosen = [Path(name) for name in arguments.files] or [demo]
    corpus = os.environ.get("DTAA_CORPUS")
    if not arguments.files and corpus is None:
        print("DTAA_CORPUS is not set: only the demo document is measured", file=sys.stderr)
    elif not arguments.files and corpus is not None:
        chosen += sorted(Path(corpus).glob("*.pdf"))
    for path in chosen:
        size = Size.of(path)
        if size is None:
            continue
        asked_for = bool(arguments.files) or path == demo
        if asked_for or (size.pages >= arguments.min_pages and size.elements):
            yield path, size


def verdict(name: str, cost: Cost) -> str:
    """Empty when the tool did its work; else why its figures say nothing."""
    if cost.status == -9:
        return "stopped: too slow"
    if cost.status < 0:
        return f"ended by signal {-cost.status}"
    if cost.status != 0 and (name in ("limit", "dtaa-lint") or b"Traceback" in cost.error):
        last = cost.error.decode("utf-8", "replace").strip().splitlines() or ["?"]
        return f"failed: {last[-1][:80]}"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("files", nargs="*")
    parser.add_argument("--runs", type=int, default=1, help="the best of so many runs counts")
    parser.add_argument("--timeout", type=float, default=300)
    parser.add_argument("--min-pages", type=int, default=100)
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--peers-from", metavar="FOLDER")
    arguments = parser.parse_args()
    os.environ["PYTHONPATH"] = str(ROOT)
    # As an installed package is; else every run may compile the source anew.
    compileall.compile_dir(ROOT / "dtaa_lint", quiet=1)
    commands = list(tools(arguments))
    for path, size in files(arguments):
        print(
            f"\n{path.name}\n  {size.pages:,} pages, {size.elements:,} elements, "
            f"{size.mcids:,} MCIDs, {size.characters:,} characters"
        )
        limit = 0.0
        for name, command in commands:
            cost = best([*command, str(path)], arguments.runs, timeout=arguments.timeout)
            if name == "limit":
                limit = cost.cpu
            ratio = f"{cost.cpu / limit:6.1f} × limit" if limit else ""
            said = verdict(name, cost)
            row = f"  {name:<10} {cost.cpu:8.2f} s CPU {cost.peak:8.0f} MB  {ratio}  {said}"
            print(row.rstrip(), flush=True)


if __name__ == "__main__":
    main()
