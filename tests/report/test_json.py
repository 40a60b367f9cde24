"""The JSON format keeps its schema, and keeps what the document says verbatim."""

from __future__ import annotations

import json

import jsonschema
import pytest

from dtaa_lint.findings.finding import Report
from dtaa_lint.pdf.model import PageBox
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.json import boxes, render, schema
from tests.report.support import HOSTILE, check_golden, hostile, report, typical


def parsed(made: Report) -> dict:  # type: ignore[type-arg]
    return json.loads(render(made, RenderOptions()))  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "made", [typical(), hostile(), report()], ids=["typical", "hostile", "none"]
)
def test_output_is_valid(made: Report) -> None:
    validator = jsonschema.Draft202012Validator(json.loads(schema()))
    validator.validate(parsed(made))


def test_schema_is_a_schema_and_refuses_strangers() -> None:
    document = json.loads(schema())
    jsonschema.Draft202012Validator.check_schema(document)
    wrong = parsed(typical())
    wrong["files"][0]["findings"][0]["page"] = 0
    wrong["files"][0]["surprise"] = True
    errors = list(jsonschema.Draft202012Validator(document).iter_errors(wrong))
    assert len(errors) == 2


def test_golden() -> None:
    check_golden("report.json", render(typical(), RenderOptions()))


def test_golden_hostile() -> None:
    check_golden("report-hostile.json", render(hostile(), RenderOptions()))


def test_one_finding_a_line() -> None:
    lines = render(typical(), RenderOptions()).decode("utf-8").splitlines()
    assert sum(1 for line in lines if '"fingerprint"' in line) == 10


def test_evidence_is_verbatim_but_for_lone_surrogates() -> None:
    found = parsed(hostile())["files"][0]["findings"]
    for text, finding in zip(HOSTILE, found, strict=True):
        kept = "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
        assert finding["evidence"] == kept


def test_pages_are_one_based_and_absence_is_null() -> None:
    whole, table = parsed(typical())["files"][0]["findings"][:2]
    assert whole["page"] is None
    assert whole["pageLabel"] is None
    assert whole["elementId"] is None
    assert whole["objectNumber"] is None
    assert table["page"] == 3
    assert table["boxes"] == [{"page": 3, "box": [72.0, 100.12, 540.5, 300.0]}]


def test_boxes_that_are_no_rectangles_are_left_out() -> None:
    bad = (PageBox(0, (float("nan"), 0, 1, 1)), PageBox(0, (0, 0, float("inf"), 1)))
    assert boxes((*bad, PageBox(-1, (0, 0, 1, 1)), PageBox(0, (0, 0, 1, 1)))) == [
        {"page": 1, "box": [0, 0, 1, 1]}
    ]


def test_a_file_that_could_not_be_read() -> None:
    broken = parsed(typical())["files"][2]
    assert broken["error"] == "the file is empty"
    assert broken["tasks"] is None
    assert broken["findings"] == []
