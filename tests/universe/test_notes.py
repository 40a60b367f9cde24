"""NOTE_QUALIFICATION: claims with their notes."""

from __future__ import annotations

from typing import Any

from dtaa_lint.universe.model import Motif, QualificationGold
from dtaa_lint.universe.universe import Universe
from tests.graph.support import el
from tests.universe.support import reasons, rejected, tasks, universe

NOTE = Motif.NOTE_QUALIFICATION


def mark(label: str, *ref: str) -> Any:
    return el("Reference", label, ref=list(ref)) if ref else el("Reference", label)


def note(label: str, text: str, **options: Any) -> Any:
    return el("Note", *([el("Lbl", label)] if label else []), *([text] if text else []), **options)


def claims(found: Universe) -> list[tuple[str, str]]:
    result = []
    for task in tasks(found, NOTE):
        assert isinstance(task.gold, QualificationGold)
        result.append((task.gold.claim, task.gold.qualification))
    return result


def test_bound_by_ref() -> None:
    found = universe(
        el("P", "Boats pay. Ships pay half", mark("1", "n"), "."), note("1", "Until 2030.", id="n")
    )
    assert claims(found) == [("Ships pay half.", "Until 2030.")]
    (task,) = tasks(found, NOTE)
    assert (task.operation.value, task.topology) == ("QUALIFY", "L4")
    assert [slot.any_of[0][1] for slot in task.slots] == ["Ships pay half.", "Until 2030."]
    assert [r.type for r in task.relations] == ["NOTE_FOR"]
    assert task.subject == "Ships pay half."


def test_bound_by_the_only_note_of_the_label() -> None:
    found = universe(
        el("P", "Ships pay half.", mark("a")), el("P", "Boats pay.", mark("b")),
        note("a", "Until 2030."), note("b", "Since 2020."),
    )  # fmt: skip
    assert claims(found) == [("Ships pay half.", "Until 2030."), ("Boats pay.", "Since 2020.")]


def test_a_marker_in_the_middle_of_a_sentence() -> None:
    found = universe(
        el("P", "All ships", mark("1", "n"), "pay half. Boats do not."),
        note("1", "Over 5 m.", id="n"),
    )
    assert claims(found) == [("All ships pay half.", "Over 5 m.")]
    assert tasks(found, NOTE)[0].slots[0].any_of[0][1] == "All ships pay half."


def test_two_references_to_one_note() -> None:
    found = universe(
        el("P", "Ships", mark("1", "n"), "and boats", mark("1", "n"), "pay half."),
        note("1", "Until 2030.", id="n"),
    )
    assert reasons(found, NOTE) == ["ok", "DUPLICATE"]


def test_one_claim_with_two_notes() -> None:
    found = universe(
        el("P", "Ships pay half.", mark("1", "n"), mark("2", "m")),
        note("1", "Until 2030.", id="n"),
        note("2", "Not in May.", id="m"),
    )
    assert claims(found) == [("Ships pay half.", "Until 2030."), ("Ships pay half.", "Not in May.")]


def test_an_orphan_note_and_a_marker_without_note() -> None:
    found = universe(el("P", "Ships pay half.", mark("1")), note("7", "Until 2030."))
    assert [r[:2] for r in rejected(found, NOTE)] == [
        ("INCOMPLETE_EVIDENCE", "note"),
        ("INCOMPLETE_EVIDENCE", "reference"),
    ]


def test_two_notes_of_one_label() -> None:
    found = universe(
        el("P", "Ships pay half.", mark("1")), note("1", "Until 2030."), note("1", "Since 2020.")
    )
    assert [r[:2] for r in rejected(found, NOTE)] == [("AMBIGUOUS_RELATION", "note")]


def test_bound_by_position_only() -> None:
    found = universe(el("P", "Ships pay half.", mark("*")), note("", "Until 2030."))
    assert [r[:2] for r in rejected(found, NOTE)] == [("INCOMPLETE_EVIDENCE", "inferred")]


def test_notes_that_say_nothing() -> None:
    for text, reason in (
        ("–", "TRIVIAL"),
        ("See page 3.", "EXTERNAL_CONTEXT"),
        ("Ibid.", "EXTERNAL_CONTEXT"),
    ):
        found = universe(el("P", "Ships pay half.", mark("1", "n")), note("1", text, id="n"))
        assert reasons(found, NOTE) == [reason], text


def test_unmapped_glyphs_and_missing_claims() -> None:
    found = universe(el("P", "Ships pay.", mark("1", "n")), note("1", "Until \ufffd.", id="n"))
    assert reasons(found, NOTE) == ["NOT_VERBATIM"]
    found = universe(el("P", mark("1", "n")), note("1", "Until 2030.", id="n"))
    assert [r[:2] for r in rejected(found, NOTE)] == [("INCOMPLETE_EVIDENCE", "claim")]


def priced(*, corner: bool) -> Any:
    head = [el("TH", "Plan"), el("TH", "Price", scope="Column")] if corner else []
    return el(
        "Table",
        *([el("TR", *head)] if head else []),
        el(
            "TR",
            el("TH", "Basic", scope="Row"),
            el("TD", "12", mark("1", "n")),
            *([] if corner else [el("TD", "13")]),
        ),
    )


def test_a_cell_is_named_by_its_headers() -> None:
    found = universe(priced(corner=True), note("1", "Excluding tax.", id="n"))
    (task,) = tasks(found, NOTE)
    assert (task.subject, task.constraint) == ("Basic", "Price")
    assert task.gold == QualificationGold("12", "Excluding tax.")
    assert [r.type for r in task.relations] == ["NOTE_FOR", "ROW_HEADER_FOR", "COLUMN_HEADER_FOR"]


def test_a_bare_number_without_headers_is_no_claim() -> None:
    found = universe(priced(corner=False), note("1", "Excluding tax.", id="n"))
    assert [r[:2] for r in rejected(found, NOTE)] == [("INCOMPLETE_EVIDENCE", "column")]


def test_the_same_claim_in_two_places() -> None:
    one = el("P", "Ships pay half.", mark("1", "n"))
    other = el("P", "Ships pay half.", mark("2", "m"))
    found = universe(
        el("H1", "A"), one, other, note("1", "In May.", id="n"), note("2", "In June.", id="m")
    )
    assert reasons(found, NOTE) == ["AMBIGUOUS", "AMBIGUOUS"]
    found = universe(
        el("H1", "A"), one, other, note("1", "In May.", id="n"), note("2", "In May.", id="m")
    )
    assert reasons(found, NOTE) == ["ok", "DUPLICATE"]


def test_two_claims_with_the_same_two_notes() -> None:
    parts = [
        el("P", "Ships pay half.", mark("1", "n"), mark("2", "m")),
        el("P", "Ships pay half.", mark("1", "n"), mark("2", "m")),
        note("1", "In May.", id="n"),
        note("2", "In June.", id="m"),
    ]
    assert reasons(universe(el("H1", "A"), *parts), NOTE) == ["ok", "ok", "DUPLICATE", "DUPLICATE"]


def test_a_space_inside_the_marker_parts_words() -> None:
    found = universe(
        el("P", "All ships", mark("1 ", "n"), "pay half."), note("1", "In May.", id="n")
    )
    assert claims(found) == [("All ships pay half.", "In May.")]


def test_several_notes_of_one_claim_are_told_apart_by_their_markers() -> None:
    found = universe(
        el("P", "Ships pay half.", mark("1", "n"), mark("2", "m")),
        note("1", "In May.", id="n"),
        note("2", "In June.", id="m"),
    )
    assert [(t.subject, t.constraint) for t in tasks(found, NOTE)] == [
        ("Ships pay half.", "[1]"),
        ("Ships pay half.", "[2]"),
    ]


def test_one_claim_in_two_places_is_one_task_that_either_answers() -> None:
    found = universe(
        el("P", "Ships pay half.", mark("1", "n")), el("P", "Ships pay half.", mark("1", "n")),
        note("1", "Until 2030.", id="n"),
    )  # fmt: skip
    assert reasons(found, NOTE) == ["ok", "DUPLICATE"]
    (task,) = tasks(found, NOTE)
    assert [len(slot.any_of) for slot in task.slots] == [2, 1]


def test_an_element_with_several_notes_qualifies_nothing() -> None:
    found = universe(
        el("P", "Ships pay half.", mark("1", "n")),
        el("Note", el("P", "1 Until 2030."), el("P", "2 Not in May."), id="n"),
    )
    assert [r[:2] for r in rejected(found, NOTE)] == [("MALFORMED_STRUCTURE", "several-notes")]


def test_an_empty_note_is_no_candidate() -> None:
    assert rejected(universe(el("P", "Ships pay half."), el("Note", el("P"))), NOTE) == []


def test_a_claim_begins_behind_its_bullet() -> None:
    found = universe(
        el("P", "– Ships pay half", mark("1", "n"), ", boats nothing."),
        note("1", "Until 2030.", id="n"),
    )
    assert claims(found) == [("Ships pay half, boats nothing.", "Until 2030.")]


def test_of_several_notes_in_a_sentence_each_has_it_as_far_as_its_marker() -> None:
    found = universe(
        el("P", "Members train in matters of safety", mark("1", "a"), "; ethics", mark("2", "b"),
           "; and law.", mark("3", "c")),
        note("1", "Act 430.", id="a"), note("2", "Act 431.", id="b"), note("3", "Act 432.", id="c"),
    )  # fmt: skip
    assert claims(found) == [
        ("Members train in matters of safety", "Act 430."),
        ("Members train in matters of safety; ethics", "Act 431."),
        ("Members train in matters of safety; ethics; and law.", "Act 432."),
    ]
    assert [task.constraint for task in tasks(found, NOTE)] == ["[1]", "[2]", "[3]"]
