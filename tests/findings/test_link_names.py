"""What links name: contents entries with their leaders cut off, markers cut in two, back-links."""

from __future__ import annotations

from pathlib import Path

import pytest

from dtaa_lint.findings.engine import LintOptions, lint_file
from dtaa_lint.findings.finding import Finding
from dtaa_lint.findings.link_names import words
from tests.make import Doc, el, new_page


def findings(tmp_path: Path, *elements: object) -> list[Finding]:
    path = Doc().add(*elements).write(tmp_path / "links.pdf")
    return list(lint_file(str(path), LintOptions(select=("DT1101",))).findings)


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("1. Overview ............ 12", "1. Overview"),
        ("Overview\t7", "Overview"),
        ("see chapter 7", "see chapter 7"),
        ("Costs – 2024", "Costs – 2024"),
    ],
)
def test_the_leader_and_the_page_number_are_no_words(text: str, bare: str) -> None:
    assert words(text) == bare


def test_evidence_of_a_contents_entry_has_no_leader(tmp_path: Path) -> None:
    [finding] = findings(
        tmp_path,
        el("TOC", el("TOCI", el("Link", "Fees .............. 2", dest=(1, 802)))),
        new_page(),
        el("H1", "Fees"),
        el("P", "None."),
    )
    assert finding.evidence == "Fees"
    assert "“Fees”" in finding.message


def test_a_page_as_a_whole_is_not_elsewhere(tmp_path: Path) -> None:
    """A destination at the top of the page means any heading on it."""
    [finding] = findings(
        tmp_path,
        el("TOC", el("TOCI", el("Link", "Deadlines", dest=(1, 842)))),
        new_page(),
        el("H1", "Fees"),
        el("P", "None."),
        el("H1", "Deadlines"),
        el("P", "The end of March."),
    )
    assert finding.variant == "older-landing"
    assert "“Deadlines” lies" in finding.message


def test_two_headings_of_one_name_are_no_name(tmp_path: Path) -> None:
    [finding] = findings(
        tmp_path,
        el("TOC", el("TOCI", el("Link", "Fees", dest=(1, 774)))),
        new_page(),
        el("H1", "Fees"),
        el("H1", "Deadlines"),
        el("P", "The end of March."),
        el("H1", "Fees"),
    )
    assert finding.variant == "older-landing"


def test_a_back_link_is_not_said_to_mean_what_lies_at_its_spot(tmp_path: Path) -> None:
    [finding] = findings(
        tmp_path,
        el("H1", "Fees"),
        el("P", "None."),
        el("P", "1. Without tax.", el("Link", "^", dest=(0, 774))),
    )
    assert finding.variant == "older-page"


def test_examples_show_each_kind_of_link(tmp_path: Path) -> None:
    path = Doc().add(
        el("TOC", el("TOCI", el("Link", "Fees", dest=(1, 802)))),
        el("P", "Paid", el("Link", "1", dest=(1, 786)), "see", el("Link", "below", dest=(1, 802))),
        new_page(),
        el("H1", "Fees"),
        el("P", "1. Without tax."),
    )
    report = lint_file(str(path.write(tmp_path / "kinds.pdf")), LintOptions(select=("DT1101",)))
    [group] = report.groups
    assert (
        "“Fees” (table of contents), “1” (note marker) and “below” (cross-reference)"
        in group.message
    )


def notes(*marker: object) -> tuple[object, ...]:
    """A paragraph with linked words on a page, and two notes as a list on the next."""
    return (
        el("P", "Of all boats", *marker),
        new_page(),
        el("L", el("LI", el("LBody", "1. First.")), el("LI", el("LBody", "2. Second."))),
    )


def test_two_markers_side_by_side_are_two_links(tmp_path: Path) -> None:
    two = el("Link", "1", dest=(1, 798)), el("Link", "2", dest=(1, 798))
    found = findings(tmp_path, el("P", "It is said", *two), new_page(), el("P", "12 Note."))
    [finding] = found
    assert finding.evidence == "1"
    assert [other.snippet for other in finding.related if other.role == "another link"] == ["2"]
    assert finding.message.startswith("2 links lead")


def test_a_number_that_begins_a_linked_phrase_is_no_marker(tmp_path: Path) -> None:
    phrase = el("Link", "2", dest=(1, 798)), el("Link", "in three are blue", dest=(1, 798))
    assert "elsewhere" not in {f.variant for f in findings(tmp_path, *notes(*phrase))}
    marker = el("Link", "are blue", dest=(1, 798)), el("Link", "2", dest=(1, 798))
    assert "elsewhere" in {f.variant for f in findings(tmp_path, *notes(*marker))}
