"""What the shipped profiles were set by: the distributions over the corpus, class by class.

    DTAA_CORPUS=/path/to/corpus python benchmarks/profiles.py [CLASS…]

Prints for each class of ``benchmarks/profiles.toml`` what ``dtaa-lint calibrate`` proposes from its
documents under the profile's own severities. The values under ``rules/profiles/`` follow from these
where the class has enough documents, and their reasons say how: errors the lower quartile, warnings
and tasks a page the median. Shares of unresolved relations are not calibrated: real documents have
hardly any or hardly anything else, so the reasons say how many of them keep the limit.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import tomli

HERE = Path(__file__).resolve().parent


def main(wanted: list[str]) -> int:
    if "DTAA_CORPUS" not in os.environ:
        print("set DTAA_CORPUS to the folder of the corpus", file=sys.stderr)
        return 2
    files = sorted(Path(os.environ["DTAA_CORPUS"]).glob("real__*.pdf"))
    classes: dict[str, list[str]] = tomli.loads((HERE / "profiles.toml").read_text("utf-8"))
    for name in wanted or classes:
        chosen = [
            str(path) for path in files if any(path.stem.endswith(f"__{n}") for n in classes[name])
        ]
        if len(chosen) != len(classes[name]):
            print(f"{name}: {len(chosen)} of {len(classes[name])} documents found", file=sys.stderr)
        command = [sys.executable, "-m", "dtaa_lint", "calibrate", "--isolated", "--quiet"]
        command += ["--profile", name]
        done = subprocess.run(
            [*command, "--name", name, *chosen],
            env={**os.environ, "PYTHONPATH": str(HERE.parent)},
            check=False,
        )
        if done.returncode:
            return done.returncode
        print(flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
