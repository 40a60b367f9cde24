"""Sources of other people's questions, found in a document as evidence."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import jsonschema
import pytest

from dtaa_lint.answerability.answering.interface import Document, Item
from dtaa_lint.answerability.benchmark.dimensions import AnswerType, Dimensions, Measurer, Modality
from dtaa_lint.answerability.benchmark.foreign import ForeignQuestion, Shape, Source, foreign_id
from dtaa_lint.answerability.benchmark.foreign_gold import gold_of
from dtaa_lint.answerability.benchmark.foreign_task import ForeignTasks
from dtaa_lint.answerability.benchmark.sources import Located, Locator
from dtaa_lint.answerability.scoring.evidence import Judge
from dtaa_lint.universe.model import Motif
from tests.answerability.schemas import schema
from tests.answerability.support import document, items, node_of, prices, table, tasks_of
from tests.make import el, new_page

LONG = (
    "The harbour office opens at seven in the morning and closes at nine in the evening. "
    "Ships that arrive later wait at the outer mole until the pilot comes aboard."
)
OTHER = "Fees are due on the first working day of each month and are paid at the counter."


@pytest.fixture(scope="module")
def port() -> Document:
    return document(
        el("H1", "Harbour rules"),
        el("P", LONG),
        el("H2", "Fees"),
        el("P", OTHER),
        prices(caption="Fees by plan"),
        new_page(),
        el("H2", "Pilots"),
        el("P", "Pilots come aboard on request."),
        items("Call the office", "Wait for the boat", "Pay the pilot"),
        el("Figure", alt="A map of the harbour with its two moles"),
    )


def asked(*sources: Source, answer: str = "seven", text: str = "When?") -> ForeignQuestion:
    return ForeignQuestion(
        foreign_id("port", text, answer), Shape.PLAIN, "port", text, answer,
        gold_of([answer]), sources, 1,
    )  # fmt: skip


def find(port: Document, text: str, page: int | None = None) -> Located:
    return Locator(port.view).locate(Source(text, page))


def test_a_sentence_is_found_in_its_paragraph(port: Document) -> None:
    found = find(port, "Ships that arrive later wait at the outer mole")
    (slot,) = found.slots
    assert slot.any_of[0][0] == node_of(port, LONG)
    assert slot.any_of[0][1] == "Ships that arrive later wait at the outer mole"
    assert found.share == 1.0


def test_line_ends_case_and_signs_do_not_count(port: Document) -> None:
    found = find(port, "THE HARBOUR\noffice opens\nat “seven” in the morning — and closes at nine")
    assert found.share == 1.0 and len(found.slots) == 1


def test_what_is_not_all_there_is_told_as_a_share(port: Document) -> None:
    half = "Fees are due on the first working day, says the mayor of some other town up north."
    found = find(port, half)
    assert 0.3 < found.share < 0.6 and not found.found
    assert find(port, "Nothing of this stands anywhere in it.").share == 0.0


def test_a_table_is_found_row_by_row(port: Document) -> None:
    found = find(port, "Plan\n2023\n2024\nBasic\n2.1\n2.1\nPlus\n3.4\n3.9\nFamily\n5.0\n2.1")
    assert found.share == 1.0
    kinds = [port.view.nodes[slot.any_of[0][0]].type for slot in found.slots]
    assert kinds == ["TR"] * 4
    assert found.slots[2].any_of[0][1].split() == ["Plus", "3.4", "3.9"]


def test_boundaries_are_safe() -> None:
    made = document(
        el("P", "Chapter 12.15 holds 312.5 parts of the whole."), el("P", "At 2.1 end.")
    )
    assert not find(made, "2.15 holds 12.5").found
    assert find(made, "2.1").slots[0].any_of[0][0] == node_of(made, "At 2.1 end.")


def test_the_page_that_is_named_decides_between_equal_places() -> None:
    said = "The deposit is paid back within thirty days of the return."
    made = document(el("P", said), new_page(), el("P", said), new_page(), el("P", said))
    for page in range(3):
        found = find(made, said, page)
        assert [made.view.nodes[s.any_of[0][0]].page for s in found.slots] == [page]
    short = find(made, "deposit")
    assert len(short.slots) == 1 and len(short.slots[0].any_of) == 3
    assert len(find(made, "deposit", 1).slots[0].any_of) == 1


def test_a_word_that_stands_everywhere_shows_no_place() -> None:
    made = document(*[el("P", f"Yes, number {n}.") for n in range(40)])
    found = find(made, "Yes")
    assert found.share == 1.0 and not found.found


def test_found_sources_are_scored_as_evidence(port: Document) -> None:
    foreign = ForeignTasks(port.view)
    task = foreign.of(asked(Source(LONG), Source(OTHER)))
    assert task.scores_evidence and task.task is not None and len(task.task.slots) == 2
    judge = Judge(port.data, port.view)
    shown = Item("s1", LONG, (node_of(port, LONG),))
    assert judge.coverage(task.task, [shown]).evidence == 0.5
    assert judge.coverage(task.task, [shown, Item("s2", OTHER)]).evidence == 1.0


def test_a_source_that_is_not_found_takes_the_evidence_and_leaves_the_answer(
    port: Document,
) -> None:
    task = ForeignTasks(port.view).of(asked(Source(LONG), Source("Not a word of this is in here.")))
    assert not task.scores_evidence and task.evidence.slots == ()
    assert task.task is not None and task.task.slots == ()
    assert [round(located.share, 1) for located in task.evidence.located] == [1.0, 0.0]
    without = ForeignTasks(port.view).of(asked())
    assert not without.scores_evidence and without.task is not None


def test_lines_fit_the_schema_and_count_under_no_class(port: Document) -> None:
    foreign = ForeignTasks(port.view, "report")
    for question in (
        asked(Source(LONG), Source("Plus 3.4 3.9", 0, True)),
        asked(Source("elsewhere entirely, nothing found")),
        asked(answer="Not available"),
    ):
        task = foreign.of(question)
        jsonschema.validate(json.loads(json.dumps(task.json())), schema("foreign"))
        labels = task.labels("port")
        assert labels.task_class == "" and not labels.band
        assert dict(labels.dimensions)["document class"] == "report"
    assert task.task is None


def dimensions(port: Document, *sources: str, answer: str = "seven") -> Dimensions:
    question = asked(*[Source(text) for text in sources], answer=answer)
    return ForeignTasks(port.view).of(question).dimensions


def test_the_modality_is_that_of_the_elements(port: Document) -> None:
    assert dimensions(port, LONG).modality is Modality.TEXT
    assert dimensions(port, "Plus 3.4 3.9 Family 5.0 2.1").modality is Modality.TABLE
    assert dimensions(port, LONG, "Plus 3.4 3.9 Family 5.0 2.1").modality is Modality.MIXED
    assert dimensions(port).modality is None


def test_spread_and_position_are_measured_in_the_documents_text(port: Document) -> None:
    words = len(port.view.document.text.split())
    first = dimensions(port, LONG)
    assert (first.file_length, first.spread, first.position) == (words, len(LONG.split()), 25)
    last = dimensions(port, "Call the office Wait for the boat Pay the pilot")
    assert last.position == 100
    both = dimensions(port, LONG, "Call the office Wait for the boat Pay the pilot")
    assert both.spread is not None and first.spread is not None
    assert first.spread < both.spread <= words and both.sources == 2
    lost = dimensions(port, "nothing that could be found here")
    assert (lost.spread, lost.position) == (None, None)
    assert lost.labels()["source spread"] == "unknown"


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("Yes", AnswerType.YES_NO),
        ("12.5 %", AnswerType.VALUE),
        ("March 3, 2020", AnswerType.VALUE),
        ("the outer mole", AnswerType.WORD),
        ("It opens at seven and it closes at nine each day.", AnswerType.SENTENCE),
        ("It opens at seven each day. It closes at nine, as a rule.", AnswerType.OPEN_SHORT),
        ("It opens at seven each day, rain or shine. " * 20, AnswerType.OPEN_LONG),
        ("not answerable", AnswerType.NONE),
    ],
)
def test_answer_types(port: Document, answer: str, kind: AnswerType) -> None:
    assert dimensions(port, LONG, answer=answer).answer_type is kind


def test_dimensions_of_derived_tasks(port: Document) -> None:
    measurer = Measurer(port.view, "form")
    cell = measurer.of_task(tasks_of(port, Motif.TABLE_CELL)[0])
    assert (cell.modality, cell.answer_type) == (Modality.TABLE, AnswerType.VALUE)
    assert cell.sources >= 3 and cell.document_class == "form"
    listed = tasks_of(
        document(el("P", "You need all of the following:"), items("a pen", "a form")),
        Motif.HEADING_LIST,
    )
    assert listed
    made = document(el("P", "You need all of the following:"), items("a pen", "a form"))
    found = Measurer(made.view).of_task(tasks_of(made, Motif.HEADING_LIST)[0])
    assert (found.modality, found.answer_type) == (Modality.TEXT, AnswerType.OPEN_SHORT)
    assert found.answer_length == len("a pen\na form")


def test_a_figure_is_a_figure() -> None:
    made = document(
        el("H1", "Maps"),
        el("Figure", el("Caption", "Figure 1: The harbour"), alt="A map with two moles"),
    )
    found = [Measurer(made.view).of_task(t) for t in tasks_of(made, Motif.FIGURE_ALT)]
    assert found and all(d.modality in (Modality.FIGURE, Modality.MIXED) for d in found)


def test_hostile_sources_take_no_time() -> None:
    chance = random.Random(3)
    words = ["the", "of", "and", "port", "2.1"]
    made = document(*[el("P", " ".join(chance.choices(words, k=60))) for _ in range(300)])
    locator = Locator(made.view)
    start = time.process_time()
    for text in (" ".join(chance.choices(words, k=20_000)), "x" * 1_000_000, "the " * 50_000, ""):
        locator.locate(Source(text))
    assert time.process_time() - start < 5


def test_deep_trees_are_read(port: Document) -> None:
    inner: Any = el("P", "At the very bottom stands this one sentence.")
    for _ in range(300):
        inner = el("Div", inner)
    made = document(inner, table(("A", "B"), ("c", "1"), ("d", "2")))
    assert find(made, "very bottom stands this one").found
