"""EGR-S brings with a seed what the structure binds to it, within the budget, every time alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dtaa_lint.answerability.answering.interface import Document, shown
from dtaa_lint.answerability.answering.systems.chunk_hybrid import ChunkHybrid
from dtaa_lint.answerability.answering.systems.egr_full import EgrFull
from dtaa_lint.answerability.answering.systems.egr_s import EgrS
from tests.answerability.support import WordEmbedder, document, items, prices
from tests.make import el

FILLER = [
    el("P", f"Paragraph {n} speaks of weather, tides and gulls over the {n}th pier of the port.")
    for n in range(80)
]


def texts(made: Document, question: str, *, k: int = 1, budget: int = 60) -> list[str]:
    system = EgrS(WordEmbedder(), budget)
    system.index(made)
    return [item.text for item in system.retrieve(question, k)]


def test_a_row_brings_its_column_headers() -> None:
    made = document(*FILLER, el("H1", "Prices"), prices(caption="Table 1"), *FILLER)
    found = texts(made, "What is 2024 for Family?", budget=20)
    assert any("Plan| 2023| 2024" in text for text in found)
    assert any(text.startswith("Family|") for text in found)


def test_an_item_brings_its_list_and_what_introduces_it() -> None:
    made = document(
        *FILLER,
        el("P", "Bring these papers:"), items("passport", "bill of sale", "proof of insurance"),
        *FILLER,
    )  # fmt: skip
    found = texts(made, "Is a bill of sale needed?", budget=20)
    assert {"Bring these papers:", "• passport", "• bill of sale"} <= set(found)


def test_a_heading_brings_its_scope() -> None:
    made = document(
        el("H1", "Weather"), *FILLER, el("H1", "Exemptions"), el("P", "Small vessels do not pay."),
    )  # fmt: skip
    found = texts(made, "What do the exemptions say?", budget=20)
    assert found[:2] == ["Exemptions", "Small vessels do not pay."]


def test_a_claim_brings_its_note_and_a_note_its_claim() -> None:
    made = document(
        *FILLER,
        el("P", "Historic vessels pay half", el("Reference", "1", ref=["n1"])),
        *FILLER,
        el("Note", el("Lbl", "1"), "See the register of monuments.", id="n1"),
    )
    claim, note = "Historic vessels pay half 1", "1 See the register of monuments."
    assert {claim, note} <= set(texts(made, "Who pays half: historic vessels?", budget=25))
    assert {claim, note} <= set(texts(made, "Which register of monuments?", budget=25))


def test_a_figure_is_found_by_its_alternative_which_no_page_shows() -> None:
    made = document(*FILLER, el("Figure", alt="A map of the seven lighthouses"), *FILLER)
    question = "Where are the lighthouses on the map?"
    assert texts(made, question)[0] == "[Figure] A map of the seven lighthouses"
    chunks = ChunkHybrid(WordEmbedder())
    chunks.index(made)
    assert not any("lighthouses" in item.text for item in chunks.retrieve(question, 10))


def total(items: Sequence[Any]) -> int:
    return sum(len(item.text.split()) for item in items)


def test_the_budget_is_kept_and_nearly_used() -> None:
    made = document(el("H1", "Weather"), *FILLER)
    for system in (EgrS(WordEmbedder(), 200), EgrFull(WordEmbedder(), 200)):
        system.index(made)
        found = system.retrieve("weather and tides", 10)
        assert 150 < total(found) <= 200
        assert list(shown(found, 200)) == found
        assert len({item.id for item in found}) == len(found)


def test_the_same_question_has_the_same_answer() -> None:
    made = document(el("H1", "Weather"), *FILLER)
    first, second = (texts(made, "gulls over the pier", k=10) for _ in range(2))
    assert first == second


def test_a_unit_longer_than_the_budget_does_not_end_the_rest() -> None:
    long = "The levy and its long history in this harbour and others. " * 10
    made = document(el("H1", "Levy"), el("P", long), el("P", "The levy is 2 %."))
    assert "The levy is 2 %." in texts(made, "What is the levy?", k=10, budget=30)


def test_what_is_compressed_keeps_the_sentences_of_the_question() -> None:
    told = "The port has gulls. Nobody counts them. The levy is two per cent. Ships come and go."
    padded = f"{told} {'Waves roll against the pier all day. ' * 5}"
    made = document(
        el("H1", "Levy"), el("P", "The levy is explained here."), el("P", padded), *FILLER[:12]
    )
    system = EgrFull(WordEmbedder(), 50)
    system.index(made)
    found = [item.text for item in system.retrieve("How much is the levy?", 10)]
    (short,) = [text for text in found if "two per cent" in text]
    assert "Waves" not in short


def test_an_empty_document_gives_nothing() -> None:
    made = document(el("Div"))
    for system in (EgrS(WordEmbedder()), EgrFull(WordEmbedder()), ChunkHybrid(WordEmbedder())):
        system.index(made)
        assert list(system.retrieve("What is the levy?", 10)) == []


def test_an_index_that_was_never_made_gives_nothing() -> None:
    assert list(EgrS(WordEmbedder()).retrieve("What?", 10)) == []
    assert list(ChunkHybrid(WordEmbedder()).retrieve("What?", 10)) == []
