"""GitLab Code Quality: the fields that GitLab asks for, fingerprints that tell entries apart."""

from __future__ import annotations

import json
from typing import Any

from dtaa_lint.findings.finding import Report, Unchecked
from dtaa_lint.findings.suppress import Status
from dtaa_lint.report.gitlab import render
from dtaa_lint.report.interface import RenderOptions
from tests.report.support import HOSTILE, check_golden, file, finding, hostile, report, typical


def entries(made: Report) -> list[dict[str, Any]]:
    return json.loads(render(made, RenderOptions()))  # type: ignore[no-any-return]


def test_golden() -> None:
    check_golden("report.gitlab.json", render(typical(), RenderOptions()))


def test_every_entry_has_what_gitlab_asks_for() -> None:
    for made in (typical(), hostile()):
        for entry in entries(made):
            assert set(entry) == {
                "description", "check_name", "fingerprint", "severity", "location",
            }  # fmt: skip
            assert entry["description"]
            assert entry["severity"] in {"info", "minor", "major", "critical", "blocker"}
            assert entry["location"]["lines"] == {"begin": 1}
            path = entry["location"]["path"]
            assert path
            assert not path.startswith(("./", "/"))


def test_nothing_is_an_empty_list() -> None:
    assert entries(report()) == []


def test_fingerprints_are_unique_and_stay() -> None:
    twins = (finding(n=1), finding(n=1))
    made = report(file(twins, ()), file(twins, (), path="./other.pdf"))
    found = [entry["fingerprint"] for entry in entries(made)]
    assert len(set(found)) == 4
    alone = entries(report(file(twins[:1], ())))
    assert alone[0]["fingerprint"] == found[0]


def test_severities() -> None:
    broken = file((), (), unchecked=(Unchecked("DT0101", "failed", "a fault"),))
    made = report(*typical().files, broken)
    found = {(entry["check_name"].split()[0], entry["severity"]) for entry in entries(made)}
    assert found == {
        ("DT0101", "major"), ("DT0502", "minor"), ("DT1303", "info"),
        ("file-not-checked", "blocker"), ("DT0101", "blocker"),
    }  # fmt: skip


def test_the_page_is_said_in_words() -> None:
    said = entries(typical())[1]["description"]
    assert said.startswith("Page 3: Fault 2 of cell-without-row-header.")
    assert "Repair: Change the TD" in said


def test_known_and_suppressed_findings_are_left_out() -> None:
    found = (finding(n=1, status=Status.KNOWN), finding(n=2, status=Status.SUPPRESSED))
    assert entries(report(file(found, ()))) == []


def test_descriptions_are_one_visible_line() -> None:
    found = entries(hostile())
    assert len(found) == len(HOSTILE) + 1
    for entry in found:
        assert not any(char in entry["description"] for char in "\n\r\t\x1b\u202e\u2028")
