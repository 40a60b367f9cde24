"""``--format jsonl``: the report as JSON Lines, for readers that take one line after the other.

A line for the run; then for each file a line with everything but its findings, one for each cause
and one for each finding. Fields are those of ``json``; ``file`` names the file on every line about
one, and ``index`` is what causes and plans call their findings by. ``schema/lines-1.json``
describes a line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources

from dtaa_lint.findings.finding import FileReport, Report, Rule
from dtaa_lint.report.assessed_json import assessment
from dtaa_lint.report.escape import json_safe
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.json import file_value, settings_values

SCHEMA_VERSION = 1

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def render(report: Report, options: RenderOptions) -> bytes:
    """The lines as UTF-8."""
    return json_safe("".join(f"{_encode(line)}\n" for line in lines(report))).encode("utf-8")


def schema() -> bytes:
    """The JSON schema of a line."""
    return (resources.files("dtaa_lint.report") / "schema" / "lines-1.json").read_bytes()


def lines(report: Report) -> Iterator[dict[str, object]]:
    """What the lines hold, in order."""
    yield {
        **_line("run"),
        "tool": {"name": "dtaa-lint", "version": report.tool_version},
        "protocol": report.protocol,
        "rules": [rule.code for rule in report.rules],
        "files": len(report.files),
        **settings_values(report),
        "answerability": assessment(report.assessment),
    }
    rules = {rule.code: rule for rule in report.rules}
    for file in report.files:
        yield from _file(file, rules)


def _file(file: FileReport, rules: dict[str, Rule]) -> Iterator[dict[str, object]]:
    value = file_value(file, rules)
    name = value.pop("path")
    kinds = {"group": value.pop("groups"), "finding": value.pop("findings")}
    yield {**_line("file"), "file": name, **value}
    for kind, items in kinds.items():
        assert isinstance(items, list)
        for index, item in enumerate(items):
            place = {"index": index} if kind == "finding" else {}
            yield {**_line(kind), "file": name, **place, **item}


def _line(kind: str) -> dict[str, object]:
    return {"type": kind, "schemaVersion": SCHEMA_VERSION}
