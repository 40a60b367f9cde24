"""What counting the impact of repairs costs: the same file without it, with it, and with the plan.

    python benchmarks/impact.py FILE … [--runs N] [--timeout S]

CPU seconds and peak memory of the whole process, and both as multiples of the run without. Exit
status 1 when a ratio is above --most (2 unless set).
"""

from __future__ import annotations

import argparse
import compileall
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the checkout itself, which the imports below come from

from benchmarks.measure import best  # noqa: E402

MODES = {"without": ["--no-impact"], "impact": [], "impact and plan": ["--plan"]}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--runs", type=int, default=3, help="the best of so many runs counts")
    parser.add_argument("--timeout", type=float, default=300)
    parser.add_argument("--most", type=float, default=2.0)
    arguments = parser.parse_args()
    os.environ["PYTHONPATH"] = str(ROOT)
    compileall.compile_dir(ROOT / "dtaa_lint", quiet=1)
    command = [sys.executable, "-m", "dtaa_lint", "--isolated", "--fail-on", "never"]
    status = 0
    for name in arguments.files:
        print(f"\n{Path(name).name}")
        cpu = peak = 0.0
        for mode, options in MODES.items():
            cost = best([*command, *options, name], arguments.runs, timeout=arguments.timeout)
            if cost.status != 0:
                print(f"  {mode}: failed")
                status = 1
                break
            cpu, peak = cpu or cost.cpu, peak or cost.peak
            ratios = (cost.cpu / cpu, cost.peak / peak)
            if max(ratios) > arguments.most:
                status = 1
            print(
                f"  {mode:<16} {cost.cpu:6.2f} s CPU  {ratios[0]:4.2f} ×  "
                f"{cost.peak:6.0f} MB  {ratios[1]:4.2f} ×",
                flush=True,
            )
    return status


if __name__ == "__main__":
    sys.exit(main())
