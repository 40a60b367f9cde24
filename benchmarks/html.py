"""What the HTML report costs: the same files as text, as HTML without pictures, and with them.

    python benchmarks/html.py FILE … [--runs N] [--timeout S]

CPU seconds (the process that draws pages included), peak memory of the largest process, and the
bytes of the report.
"""

from __future__ import annotations

import argparse
import compileall
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the checkout itself, which the imports below come from

from benchmarks.measure import best  # noqa: E402

MODES = {
    "text, with the plan": ["--format", "text", "--plan"],
    "HTML without pictures": ["--format", "html", "--no-images"],
    "HTML": ["--format", "html"],
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--runs", type=int, default=2, help="the best of so many runs counts")
    parser.add_argument("--timeout", type=float, default=300)
    arguments = parser.parse_args()
    os.environ["PYTHONPATH"] = str(ROOT)
    compileall.compile_dir(ROOT / "dtaa_lint", quiet=1)
    command = [sys.executable, "-m", "dtaa_lint", "--isolated", "--fail-on", "never", "--quiet"]
    heads = [f"{mode}, s CPU | MB" for mode in MODES]
    print(f"| document | {' | '.join(heads)} | HTML, MB | pictures |")
    print(f"|---|{'---|' * (2 * len(MODES) + 2)}")
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "report"
        for name in arguments.files:
            row = [Path(name).name]
            for options in MODES.values():
                place.unlink(missing_ok=True)
                cost = best(
                    [*command, *options, "-o", str(place), name],
                    arguments.runs,
                    timeout=arguments.timeout,
                )
                if cost.status != 0:
                    print(cost.error.decode("utf-8", "replace"), file=sys.stderr)
                    status = 1
                row += [f"{cost.cpu:.2f}", f"{cost.peak:.0f}"]
            data = place.read_bytes() if place.exists() else b""
            row += [f"{len(data) / 1e6:.2f}", str(data.count(b"data:image/"))]
            print(f"| {' | '.join(row)} |", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
