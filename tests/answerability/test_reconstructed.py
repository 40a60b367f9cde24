"""EGR-S over a rebuilt structure: places on the pages instead of elements."""

from __future__ import annotations

import shutil

import pytest

from dtaa_lint.answerability.answering.interface import SEEDS, Document
from dtaa_lint.answerability.answering.systems import reconstructed
from dtaa_lint.answerability.answering.systems.reconstructed import EgrSReconstructed, prepare
from dtaa_lint.answerability.benchmark.templates import questions
from dtaa_lint.answerability.model import Phrasing
from dtaa_lint.answerability.scoring.evidence import Coverage, Judge
from dtaa_lint.errors import ProviderError
from dtaa_lint.universe.universe import enumerate_tasks
from tests.answerability.support import WordEmbedder, document, prices
from tests.make import el

TAGGED = (el("H1", "Prices"), prices(second="2.8"), el("H1", "Terms"), el("P", "Paid in March."))


def coverages(made: Document) -> dict[str, Coverage]:
    tasks = {task.task_id: task for task in enumerate_tasks(made.view).tasks()}
    asked, _ = questions(made.view, tasks.values())
    system = EgrSReconstructed(WordEmbedder())
    system.index(made)
    judge = Judge(made.data, made.view)
    return {
        question.text: judge.coverage(
            tasks[question.task_id], system.retrieve(question.text, SEEDS)
        )
        for question in asked
        if question.phrasing is Phrasing.Q0
    }


def rebuilt_as(monkeypatch: pytest.MonkeyPatch, made: Document, other: bytes) -> None:
    key = made.view.document.sha256
    monkeypatch.setattr(reconstructed, "_rebuild", lambda documents: {key: other})
    monkeypatch.setattr(reconstructed, "_prepared", {})


def test_a_perfect_reconstruction_is_worth_the_tags(monkeypatch: pytest.MonkeyPatch) -> None:
    made = document(*TAGGED)
    rebuilt_as(monkeypatch, made, made.data)
    found = coverages(made)
    assert len(found) > 5
    assert all(coverage.failure is None for coverage in found.values())


def test_items_have_places_and_no_elements(monkeypatch: pytest.MonkeyPatch) -> None:
    made = document(*TAGGED)
    rebuilt_as(monkeypatch, made, made.data)
    system = EgrSReconstructed(WordEmbedder())
    system.index(made)
    items = system.retrieve("What is 2024 for Basic?", SEEDS)
    assert items
    assert all(item.boxes and not item.nodes for item in items)


def test_a_text_at_another_place_is_no_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    made = document(*TAGGED)
    padding = [el("P", f"Line {n}.") for n in range(20)]
    rebuilt_as(monkeypatch, made, document(*padding, *TAGGED).data)
    found = coverages(made)
    assert found["What is “2024” for “Family”?"].evidence < 1


def test_a_layout_analysis_that_writes_nothing_is_said_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = document(*TAGGED)
    monkeypatch.setattr(reconstructed, "_rebuild", lambda documents: {})
    monkeypatch.setattr(reconstructed, "_prepared", {})
    with pytest.raises(ProviderError, match="no tagged file"):
        EgrSReconstructed(WordEmbedder()).index(made)


def test_each_document_is_rebuilt_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def rebuild(documents: dict[str, bytes]) -> dict[str, bytes]:
        calls.append(len(documents))
        return documents

    monkeypatch.setattr(reconstructed, "_rebuild", rebuild)
    monkeypatch.setattr(reconstructed, "_prepared", {})
    prepare([b"one", b"two", b"one"])
    prepare([b"two"])
    assert calls == [2]


@pytest.mark.slow
def test_layout_analysis_rebuilds_a_document() -> None:
    pytest.importorskip("opendataloader_pdf", reason="needs the extra reconstruct")
    if shutil.which("java") is None:
        pytest.skip("needs a Java runtime")
    found = coverages(document(*TAGGED))
    assert any(coverage.evidence == 1 for coverage in found.values())
