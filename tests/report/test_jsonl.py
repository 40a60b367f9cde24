"""JSON Lines: each line keeps the schema, and all of them say what the JSON report says."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from dtaa_lint.findings.finding import Report
from dtaa_lint.report import json as whole
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.jsonl import render, schema
from tests.report.support import HOSTILE, check_golden, hostile, report, typical


def parsed(made: Report) -> list[dict[str, Any]]:
    data = render(made, RenderOptions())
    assert data.endswith(b"\n")
    return [json.loads(line) for line in data[:-1].split(b"\n")]


@pytest.mark.parametrize(
    "made", [typical(), hostile(), report()], ids=["typical", "hostile", "none"]
)
def test_every_line_is_valid(made: Report) -> None:
    validator = jsonschema.Draft202012Validator(json.loads(schema()))
    for line in parsed(made):
        validator.validate(line)


def test_schema_is_a_schema_and_refuses_strangers() -> None:
    document = json.loads(schema())
    jsonschema.Draft202012Validator.check_schema(document)
    validator = jsonschema.Draft202012Validator(document)
    for line in parsed(typical()):
        assert not validator.is_valid({**line, "surprise": True})
        assert not validator.is_valid({**line, "type": "other"})


def test_golden() -> None:
    check_golden("report.jsonl", render(typical(), RenderOptions()))


def test_a_line_ends_where_it_ends() -> None:
    """No reader that takes U+2028 for the end of a line is led astray."""
    data = render(hostile(), RenderOptions()).decode("utf-8")
    assert len(data.splitlines()) == data.count("\n")


def test_the_run_comes_first_and_counts_the_files() -> None:
    first, *others = parsed(typical())
    assert (first["type"], first["files"]) == ("run", 3)
    assert first["rules"] == ["DT0101", "DT0502", "DT1303"]
    assert [line["file"] for line in others if line["type"] == "file"] == [
        "exports/annual report.pdf", "clean.pdf", "broken.pdf",
    ]  # fmt: skip


def test_the_lines_say_what_the_report_says() -> None:
    for made in (typical(), hostile()):
        lines = parsed(made)
        for file in json.loads(whole.render(made, RenderOptions()))["files"]:
            own = [line for line in lines if line.get("file") == file["path"]]
            for kind in ("group", "finding"):
                bare = {"type", "schemaVersion", "file", "index"}
                found = [
                    {key: value for key, value in line.items() if key not in bare}
                    for line in own
                    if line["type"] == kind
                ]
                assert found == file[f"{kind}s"]


def test_groups_name_findings_by_index() -> None:
    lines = parsed(typical())
    findings = {line["index"]: line for line in lines if line["type"] == "finding"}
    for line in lines:
        if line["type"] == "group":
            assert {findings[index]["group"] for index in line["findings"]} == {line["id"]}


def test_the_schema_is_that_of_the_report() -> None:
    """What both describe, they describe alike."""
    own, report_schema = json.loads(schema())["$defs"], json.loads(whole.schema())["$defs"]
    for kind, extra, left in (
        ("file", {"file"}, {"path", "findings", "groups"}),
        ("group", {"file"}, set()),
        ("finding", {"file", "index"}, set()),
    ):
        there = report_schema[kind]["properties"]
        here = own[kind]["properties"]
        assert set(here) == (set(there) - left) | extra | {"type", "schemaVersion"}
        assert all(here[name] == there[name] for name in set(there) - left)
    for name in set(own) - {"run", "file", "group", "finding"}:
        assert own[name] == report_schema[name]


def test_evidence_is_verbatim_but_for_lone_surrogates() -> None:
    found = [line["evidence"] for line in parsed(hostile()) if line["type"] == "finding"]
    for text, evidence in zip(HOSTILE, found, strict=True):
        assert evidence == "".join(
            "\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text
        )
