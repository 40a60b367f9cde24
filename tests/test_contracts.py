"""The rooms of the house depend on each other in one direction only (see pyproject.toml)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import tomli

ROOT = Path(__file__).resolve().parents[1]


def test_import_contracts_hold() -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
    assert "0 broken" in done.stdout


def test_every_room_stands_in_the_contract() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomli.load(file)["tool"]["importlinter"]["contracts"]
    layers = set(contracts[0]["layers"])
    package = ROOT / "dtaa_lint"
    rooms = {
        f"dtaa_lint.{path.stem}"
        for path in package.iterdir()
        if (path.suffix == ".py" or (path / "__init__.py").exists())
        and not path.stem.startswith("_")
    }
    assert rooms == layers
