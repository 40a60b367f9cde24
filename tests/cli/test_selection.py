"""How the command line is laid over the configuration."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dtaa_lint.cli.args import parse
from dtaa_lint.cli.args.lint import LintOptions as Arguments
from dtaa_lint.cli.selection import Selection
from dtaa_lint.config import Config
from dtaa_lint.errors import ConfigError
from dtaa_lint.findings.finding import Severity
from dtaa_lint.findings.registry import load_guidelines, load_rules, select_rules


def selected(argv: str = "", file: str = "a.pdf", **config: Any) -> set[str]:
    options = selection(argv, **config).options(file)
    return {rule.code for rule in select_rules(options.select, options.ignore)}


def selection(argv: str = "", **config: Any) -> Selection:
    arguments = parse(["a.pdf", *argv.split()])
    assert isinstance(arguments, Arguments)
    return Selection(arguments, Config(**{"root": Path.cwd(), **config}), None)


def of(*beginnings: str) -> set[str]:
    return {code for code in load_rules() if code.startswith(beginnings)}


def test_everything_unless_told_otherwise() -> None:
    assert selected() == set(load_rules())


def test_codes_beginnings_guidelines_and_names_select() -> None:
    assert selected("--select DT0101") == {"DT0101"}
    assert selected("--select DT01") == selected("--select g01") == of("DT01")
    assert selected("--select scope-missing") == {"DT0105"}


def test_ignore_and_extend_select() -> None:
    assert selected("--ignore DT01") == set(load_rules()) - of("DT01")
    assert selected("--select DT02 --extend-select DT0101") == of("DT02", "DT0101")


def test_the_longer_selector_wins() -> None:
    assert selected("--select DT01 --ignore DT0101") == of("DT01") - {"DT0101"}
    assert selected("--ignore DT01 --extend-select DT0101") == set(load_rules()) - of("DT01") | {
        "DT0101"
    }


def test_the_command_line_adds_to_the_configuration() -> None:
    config = {"select": ("DT01", "DT02"), "ignore": ("DT0101",)}
    assert selected(**config) == of("DT01", "DT02") - {"DT0101"}
    assert selected("--ignore DT02", **config) == of("DT01") - {"DT0101"}
    assert selected("--extend-select DT05", **config) == of("DT01", "DT02", "DT05") - {"DT0101"}


def test_select_sets_the_selection_of_the_configuration_aside() -> None:
    config = {
        "select": ("DT02",),
        "extend_select": ("DT03",),
        "ignore": ("DT0101",),
        "severity": (("DT0102", "off"),),
    }
    assert selected("--select DT0101,DT0102", **config) == {"DT0101", "DT0102"}


def test_off_is_stronger_than_any_selection_of_the_configuration() -> None:
    assert selected(select=("DT0101", "DT0102"), severity=(("DT0101", "off"),)) == {"DT0102"}


def test_severity_of_the_longer_selector() -> None:
    chosen = selection(
        severity=(("DT0101", "info"), ("G01", "warning"), ("ALL", "error"), ("DT0102", "off"))
    ).run.severity
    assert chosen["DT0101"] is Severity.INFO
    assert chosen["DT0103"] is Severity.WARNING
    assert chosen["DT0201"] is Severity.ERROR
    assert "DT0102" not in chosen


def test_per_file_ignores_outrank_a_whole_code() -> None:
    config = {"select": ("DT0101", "DT02"), "per_file_ignores": (("old/*", ("DT01", "G02")),)}
    assert selected(file="new/a.pdf", **config) == of("DT0101", "DT02")
    with_extra = {**config, "select": ("DT0101", "DT02", "DT05")}
    assert selected(file="old/a.pdf", **with_extra) == of("DT05")


@pytest.mark.parametrize(
    ("argv", "config", "said"),
    [
        ("--select scop-missing", {}, "--select: .*scope-missing"),
        ("", {"ignore": ("DT0199",)}, "ignore: "),
        ("", {"severity": (("rules", "off"),)}, "severity: "),
        ("", {"per_file_ignores": (("a[", ("DT01",)),)}, "per-file-ignores: glob"),
    ],
)
def test_what_selects_nothing_is_refused(argv: str, config: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        selection(argv, **config)


def test_a_guideline_without_rules_may_be_named() -> None:
    empty = [item.id for item in load_guidelines() if not item.rules]
    for guideline in empty:
        assert selected(f"--ignore {guideline}") == set(load_rules())
        assert selected(severity=((guideline, "off"),)) == set(load_rules())
        chosen = selection(f"--select {guideline}")
        assert select_rules(chosen.run.select, chosen.run.ignore) == ()
        assert chosen.notes == (f"{guideline} has no rules yet: it selects nothing",)
        assert selected(f"--select {guideline},DT0101") == {"DT0101"}
    with pytest.raises(ConfigError, match="no rule matches"):
        selection("--ignore G19")
