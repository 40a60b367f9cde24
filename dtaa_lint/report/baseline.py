"""The file of known findings: one a line, in order, so that versions of it merge."""

from __future__ import annotations

from importlib import resources

from dtaa_lint.findings.baseline import VERSION, Baseline
from dtaa_lint.hidden import name_text
from dtaa_lint.report.layout import json_bytes


def render_baseline(baseline: Baseline) -> bytes:
    """The baseline as UTF-8 JSON; ``count`` is left out where it is 1."""
    entries: list[dict[str, object]] = []
    for entry in baseline.entries:
        line: dict[str, object] = {
            "file": name_text(entry.file),
            "code": entry.code,
            "fingerprint": entry.fingerprint,
        }
        if entry.count != 1:
            line["count"] = entry.count
        entries.append(line)
    return json_bytes({"schemaVersion": VERSION, "findings": entries}, 2)


def schema() -> bytes:
    """The JSON schema of the file."""
    return (resources.files("dtaa_lint.report") / "schema" / "baseline-1.json").read_bytes()
