"""Headings, drawings, notes and figures that look like more than they are, each beside one that
is."""

from __future__ import annotations

from typing import Any

import pytest

from dtaa_lint.universe.model import Motif
from tests.graph.support import el
from tests.universe.support import lists, reasons, rejected, spans, tasks, universe

SCOPE, SET, NOTE, ALT = (
    Motif.HEADING_SCOPE,
    Motif.SECTION_SET,
    Motif.NOTE_QUALIFICATION,
    Motif.FIGURE_ALT,
)
SAYS = "The office is open all week and on holidays."


def plain(*texts: str) -> Any:
    return el("L", *[el("LI", el("LBody", text)) for text in texts])


def under_risk(heading: str, level: str, above: str = "4.6 Risk Closure") -> list[str]:
    """What becomes of the set of a section with two texts and this sub-heading."""
    texts = [el("P", SAYS), plain("by card", "by transfer")]
    found = universe(el("H2", above), *texts, el(level, heading), el("P", SAYS))
    return [r[1] for r in rejected(found, SET)] or reasons(found, SET)


@pytest.mark.parametrize("heading", ["Appendix A. Scoring", "Annexe B – Barème", "Anlage 2"])
def test_an_appendix_is_no_part_of_the_last_numbered_section(heading: str) -> None:
    assert under_risk(heading, "H6") == ["levels"]


@pytest.mark.parametrize(
    ("heading", "level", "above"),
    [
        ("Appendix A. Scoring", "H3", "4.6 Risk Closure"),
        ("Appendix A. Scoring", "H6", "Risk Closure"),
        ("Appendix 4.6 Scoring", "H6", "4.6 Risk Closure"),
        ("Scoring", "H6", "4.6 Risk Closure"),
    ],
)
def test_a_level_alone_or_a_word_alone_says_nothing(heading: str, level: str, above: str) -> None:
    assert under_risk(heading, level, above) == ["ok"]


def headed(count: int) -> list[Any]:
    """A title that is repeated as the head of each page, the last one over a list and a text."""
    parts: list[Any] = [el("H1", "Debtors")]
    for page in range(count - 1):
        parts += [el("H2", "Debtors", page=page), el("P", "Name", page=page)]
    head = el("H2", "Debtors", page=count - 1)
    return [*parts, head, plain("by card", "by transfer"), el("P", SAYS)]


def test_the_head_of_the_page_names_no_section() -> None:
    found = universe(*headed(3))
    assert ("AMBIGUOUS", "heading") in [r[:2] for r in rejected(found, SET)]
    assert not tasks(found, SET)
    assert ("AMBIGUOUS", "heading") in [r[:2] for r in rejected(found, Motif.HEADING_LIST)]
    # A heading that two pages have in common is one that goes on.
    assert tasks(universe(*headed(2)), SET)


def test_a_title_that_is_repeated_below_itself_is_told_once() -> None:
    lead = el("P", "You can pay in these ways:")
    found = universe(el("H1", "Fees"), el("H2", "Fees"), lead, plain("by card", "by transfer"))
    assert lists(found) == [("You can pay in these ways:", ["by card", "by transfer"])]
    assert tasks(found, Motif.HEADING_LIST)[0].heading_path == ("Fees",)


def test_the_words_of_a_drawing_are_no_text() -> None:
    drawn = "Controls Baseline Users Locations Rules of Engagement Planned Tools Actual Events"
    shape = el("P", el("Sect", drawn, raw="InlineShape"))
    found = universe(el("H1", "Concepts"), el("P", SAYS), shape, el("P", SAYS + " Always."))
    assert spans(found, SCOPE) == [("Concepts", [SAYS, SAYS + " Always."])]
    # A section with paragraphs in it is no drawing.
    section = el("P", el("Sect", el("P", "The board decides on all fees of the club.")))
    found = universe(el("H1", "Concepts"), el("P", SAYS), section)
    assert spans(found, SCOPE) == [
        ("Concepts", [SAYS, "The board decides on all fees of the club."])
    ]


def note(text: str) -> list[tuple[str, str]]:
    claim = el("P", "Meetings are closed.", el("Reference", "1", ref=["n"]))
    found = universe(claim, el("Note", el("Lbl", "1"), text, id="n"))
    return [r[:2] for r in rejected(found, NOTE)]


@pytest.mark.parametrize(
    "text",
    [
        *("Id. § 70", "Id.§ 40(a-4)", "See id. at 5", "Ibid., p. 3", "Idem, art. 4", "Ebd., S. 12"),
        *("Smith, op. cit., p. 12", "Müller, a. a. O., S. 3", "Smith, supra note 5, at 12"),
    ],
)
def test_a_note_that_names_its_source_by_an_earlier_one(text: str) -> None:
    assert note(text) == [("EXTERNAL_CONTEXT", "note")]


@pytest.mark.parametrize(
    "text", ["750 ILCS 62/70", "ID cards are checked.", "Idempotent methods only.", "Until 2026."]
)
def test_a_note_that_says_it_all(text: str) -> None:
    assert note(text) == []


def test_a_caption_beside_a_figure_says_what_it_shows_too() -> None:
    alt = "Bar chart: sales rose from 5 to 9 million between 2020 and 2024."
    figure, caption = el("Figure", "x", alt=alt), "Figure 1. Sales of the club"
    found = universe(el("H1", "Sales"), figure, el("P", caption))
    assert [r[:2] for r in rejected(found, ALT)] == [("AMBIGUOUS", "caption")]
    bound = el("Figure", el("Caption", caption), "x", alt=alt)
    assert spans(universe(el("H1", "Sales"), bound), ALT) == [(caption, [alt])]
    assert reasons(universe(el("H1", "Sales"), figure, el("P", SAYS)), ALT) == ["ok"]
