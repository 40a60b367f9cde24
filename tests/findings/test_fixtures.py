"""Every rule against its fixtures: what must be found is found, look-alikes stay silent."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import tomli

from dtaa_lint.findings.check import CHECKS
from dtaa_lint.findings.engine import LintOptions, lint_file
from dtaa_lint.findings.registry import load_checks, load_rules

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
sys.path.insert(0, str(FIXTURES))

from build import recipe  # noqa: E402

REAL_BYTES = 150_000
"""Copies of real documents are kept small."""

load_checks()
RULES = {code: rule for code, rule in load_rules().items() if not rule.assessed}
FOLDERS = sorted(p for p in FIXTURES.glob("DT*") if p.is_dir())


def expected(folder: Path) -> Mapping[str, Any]:
    return tomli.loads((folder / "expected.toml").read_text("utf-8"))


CASES = [(folder.name, name) for folder in FOLDERS for name in sorted(expected(folder))]
SILENT = [(code, name) for code, name in CASES if expected(FIXTURES / code)[name].get("silent")]


@pytest.mark.parametrize(("code", "name"), CASES)
def test_findings_are_those_expected(code: str, name: str) -> None:
    entry = expected(FIXTURES / code)[name]
    path = str(FIXTURES / code / name)
    report = lint_file(path, LintOptions(select=(code,), impact=False))
    assert report.error is None
    assert [u for u in report.unchecked if u.status == "not-checked" and u.code == code] == []
    found = [{"path": f.path, "variant": f.variant} for f in report.findings]
    assert found == entry["findings"], [f.message for f in report.findings]
    assert bool(entry["findings"]) == name.startswith("fail-")


@pytest.mark.parametrize(("code", "name"), SILENT)
def test_one_fault_is_one_finding(code: str, name: str) -> None:
    silent = expected(FIXTURES / code)[name]["silent"]
    report = lint_file(str(FIXTURES / code / name), LintOptions(select=tuple(silent), impact=False))
    assert [(f.code, f.path, f.message) for f in report.findings] == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f.name)
def test_files_are_listed_and_equal_a_rebuild(folder: Path) -> None:
    listed = expected(folder)
    assert sorted(listed) == sorted(p.name for p in folder.glob("*.pdf"))
    built = recipe(folder)
    for name, entry in listed.items():
        if name in built:
            assert (folder / name).read_bytes() == built[name], f"{name}: run fixtures/build.py"
        else:
            assert entry.get("source") and entry.get("licence"), f"{name}: no recipe, no source"
            assert (folder / name).stat().st_size < REAL_BYTES
    assert set(built) <= set(listed)


def test_every_rule_has_a_check_and_every_check_a_rule() -> None:
    assert sorted(CHECKS) == sorted(RULES)


@pytest.mark.parametrize("code", sorted(RULES))
def test_every_rule_and_variant_has_fixtures(code: str) -> None:
    folder = FIXTURES / code
    assert folder.is_dir(), f"fixtures/{code} is missing"
    entries = expected(folder)
    assert any(name.startswith("fail-") for name in entries)
    assert any(name.startswith("pass-") for name in entries)
    shown = {finding["variant"] for entry in entries.values() for finding in entry["findings"]}
    variants = {v for v in RULES[code].messages if v != "group" and not v.startswith("group-")}
    assert shown == variants
