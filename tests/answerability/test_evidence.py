"""What counts as shown: the words, at their place, for every kind of system alike."""

from __future__ import annotations

from dataclasses import replace

from dtaa_lint.answerability.answering.interface import Document, Item
from dtaa_lint.answerability.model import Failure
from dtaa_lint.answerability.scoring.evidence import Judge
from dtaa_lint.universe.model import Motif, Slot, Task
from tests.answerability.support import document, items, node_of, prices, tasks_of
from tests.make import el


def judged(made: Document) -> Judge:
    return Judge(made.data, made.view)


def cell_task(made: Document, value: str, subject: str, constraint: str) -> Task:
    (found,) = [
        task
        for task in tasks_of(made, Motif.TABLE_CELL)
        if (task.subject, task.constraint) == (subject, constraint)
    ]
    assert found.slots[0].any_of[0][1] == value
    return found


def test_a_number_somewhere_else_is_no_evidence() -> None:
    made = document(
        el("H1", "Prices"),
        el("P", "Basic in 2024 saw version 2.1 of the terms."),
        prices(second="2.8"),
    )
    task = cell_task(made, "2.1", "Family", "2024")
    judge = judged(made)
    elsewhere = Item("chunk-1", "Prices Basic in 2024 saw version 2.1 of the terms.", (), 0)
    row = Item("chunk-2", "Family 5.0 2.1", (), 0)
    assert judge.coverage(task, [elsewhere]).evidence == 0
    assert 0 in judge.coverage(task, [elsewhere]).missing_slots
    assert judge.coverage(task, [row]).missing_slots == (2,)


def test_text_systems_and_element_systems_are_held_to_the_same() -> None:
    made = document(el("H1", "Prices"), prices(second="2.8"))
    task = cell_task(made, "2.8", "Basic", "2024")
    judge = judged(made)
    nodes = tuple(node for slot in task.slots for node, _ in slot.any_of)
    by_element = judge.coverage(task, [Item("s1", "Plan| 2023| 2024\nBasic| 2.1| 2.8", nodes)])
    by_text = judge.coverage(task, [Item("chunk-1", "Prices Plan 2023 2024 Basic 2.1 2.8", (), 0)])
    assert by_element == by_text
    assert by_element.failure is None and by_element.relations == 1


def test_an_element_that_is_only_named_is_not_believed() -> None:
    made = document(el("H1", "Prices"), prices(second="2.8"))
    task = cell_task(made, "2.8", "Basic", "2024")
    nodes = tuple(node for slot in task.slots for node, _ in slot.any_of)
    assert judged(made).coverage(task, [Item("s1", "nothing", nodes)]).evidence == 0


def test_an_element_around_counts_when_all_of_it_is_shown() -> None:
    made = document(el("H1", "Prices"), prices(second="2.8"))
    task = cell_task(made, "2.8", "Basic", "2024")
    whole = next(element.index for element in made.view.nodes if element.type == "Table")
    judge = judged(made)
    assert judge.coverage(task, [Item("t", made.view.text(whole), (whole,))]).failure is None
    part = Item("t", "Basic 2024 2.8", (whole,))
    assert judge.coverage(task, [part]).evidence == 0


def test_pieces_of_an_element_together_are_it() -> None:
    text = "The levy is due on 31 March."
    made = document(el("H1", "Due date"), el("P", text, items("by bank transfer", "at the office")))
    (task,) = [t for t in tasks_of(made, Motif.HEADING_SCOPE) if t.subject == "Due date"]
    heading, block = (slot.any_of[0][0] for slot in task.slots)
    bodies = [element.index for element in made.view.nodes if element.type == "LI"]
    pieces = [
        Item("h", "Due date", (heading,)),
        Item("p", text, (block,)),
        *[Item(f"l{n}", made.view.text(n), (n,)) for n in bodies],
    ]
    judge = judged(made)
    assert judge.coverage(task, pieces).failure is None
    assert judge.coverage(task, pieces[:3]).failure is Failure.R


def test_long_words_count_wherever_they_are_quoted() -> None:
    sentence = "Every vessel that enters the inner harbour pays the levy for a whole calendar year."
    made = document(el("H1", "Levy"), el("P", sentence))
    (task,) = tasks_of(made, Motif.HEADING_SCOPE)
    coverage = judged(made).coverage(task, [Item("answer", f"It says: {sentence}")])
    assert coverage.missing_slots == (0,)


def test_what_differs_in_a_number_is_no_evidence() -> None:
    sentence = "Every vessel that enters the inner harbour of the town pays as under Section {}."
    made = document(el("H1", "Levy"), el("P", sentence.format("4.7")))
    (task,) = tasks_of(made, Motif.HEADING_SCOPE)
    block = task.slots[1].any_of[0][0]
    judge = judged(made)
    whole = sentence.format("4.7")
    for given in (
        [Item("answer", sentence.format("2.6"))],
        [Item("element", sentence.format("2.6"), (block,))],
        # A window that ends before the number.
        [Item("chunk-1", f"Levy {whole[:-5]}", (), 0)],
        # Pieces of it, without the number.
        [Item("a", whole[:40].rsplit(" ", 1)[0], (block,)),
         Item("b", whole[:-5][len(whole[:40].rsplit(" ", 1)[0]) :], (block,))],
    ):  # fmt: skip
        assert 1 in judge.coverage(task, given).missing_slots
    assert judge.coverage(task, [Item("chunk-1", f"Levy {whole}", (), 0)]).failure is None


def test_a_container_is_shown_with_what_is_inside_it() -> None:
    made = document(el("H1", "Ports"), items("Arvik", "Bellmouth", "Corrie"))
    (task,) = tasks_of(made, Motif.HEADING_LIST)
    judge = judged(made)
    shown = [
        Item(f"s{n}", made.view.text(n), (n,)) for n in (slot.any_of[0][0] for slot in task.slots)
    ]
    assert judge.coverage(task, shown).relations == 1
    short = judge.coverage(task, shown[:-1])
    assert short.failure is Failure.R
    assert short.evidence == 0.75 and short.relations == 0.75


def test_a_figure_without_words_on_its_page_is_shown_with_its_caption() -> None:
    made = document(
        el("H1", "Levy"),
        el("Figure", el("Caption", "Figure 1. Receipts by port"), alt="A bar chart of receipts"),
    )
    (task,) = tasks_of(made, Motif.FIGURE_CAPTION)
    figure = task.relations[0].target
    judge = judged(made)
    caption = Item("chunk-1", "Levy Figure 1. Receipts by port", (), 0)
    both = Item("s2", "Figure 1. Receipts by port A bar chart of receipts", (figure,))
    assert judge.coverage(task, [caption]).failure is None
    assert judge.coverage(task, [both]).failure is None


def test_evidence_shown_and_a_relation_not_is_class_c() -> None:
    made = document(el("H1", "Prices"), prices(second="2.8"))
    task = cell_task(made, "2.8", "Basic", "2024")
    value, name = task.slots[0], task.relations[0].source
    bare = replace(task, slots=(value,))
    judge = judged(made)
    alone = Item("s1", "2.8", (value.any_of[0][0],))
    assert judge.coverage(bare, [alone]).failure is Failure.C
    named = Item("s2", made.view.text(name), (name,))
    assert 0 not in judge.coverage(bare, [alone, named]).missing_relations


def test_boxes_stand_for_elements_of_another_tree() -> None:
    made = document(el("H1", "Prices"), prices(second="2.8"))
    task = cell_task(made, "2.1", "Family", "2024")
    judge = judged(made)
    boxes = [made.view.boxes(slot.any_of[0][0])[0] for slot in task.slots]
    other = made.view.boxes(node_of(made, "Basic"))
    right = Item("r1", "2024 Family 2.1", (), 0, tuple(boxes))
    wrong = Item("r2", "2024 Family 2.1", (), 0, other)
    assert judge.coverage(task, [right]).failure is None
    assert judge.coverage(task, [wrong]).evidence == 0


def test_a_text_that_a_page_end_parts_is_found_in_the_chunk_that_holds_it() -> None:
    from tests.make import artifact, new_page

    made = document(
        el("H1", "Levy"),
        el(
            "P",
            "Every vessel that enters the inner harbour pays the levy for the whole year",
            new_page(),
            artifact("Page 2 of the report"),
            "and may leave and enter again without paying a second time in that same year.",
        ),
    )
    (task,) = tasks_of(made, Motif.HEADING_SCOPE)
    flat = (
        "Levy Every vessel that enters the inner harbour pays the levy for the whole year Page 2 "
        "of the report and may leave and enter again without paying a second time in that same "
        "year."
    )
    assert judged(made).coverage(task, [Item("chunk-1", flat, (), 0)]).failure is None
    half = flat[: flat.index("and may leave")]
    assert judged(made).coverage(task, [Item("chunk-1", half, (), 0)]).failure is Failure.R


def test_nothing_shown_is_nothing_covered() -> None:
    made = document(el("H1", "Prices"), prices(second="2.8"))
    task = cell_task(made, "2.8", "Basic", "2024")
    coverage = judged(made).coverage(task, [])
    assert (coverage.evidence, coverage.relations) == (0, 0)


def test_pieces_of_a_long_element_are_it_in_any_order() -> None:
    words = [f"{name} is what the office asks every applicant for" for name in ("Age", "Income")]
    made = document(
        el("H1", "Prices"), prices(second="2.8"),
        el("Sect", el("P", words[0]), el("P", words[1])),
    )  # fmt: skip
    task = cell_task(made, "2.8", "Basic", "2024")
    around = next(n for n, element in enumerate(made.view.nodes) if element.type == "Sect")
    task = replace(task, slots=(Slot(((around, made.view.text(around)),)),), relations=())
    first, second = (node_of(made, text) for text in words)
    pieces = [Item("s1", f"{words[0]}:", (second,)), Item("s2", words[1], (first,))]
    judge = judged(made)
    assert judge.coverage(task, pieces).evidence == 1
    assert judge.coverage(task, pieces[::-1]).evidence == 1
    assert judge.coverage(task, pieces[:1]).evidence == 0


def test_the_marker_of_a_note_glued_to_a_number_costs_no_evidence() -> None:
    """A marker after “1980” makes the element, and the page, say “19801”."""
    before, after = "The definition of disability that was adopted in 1980", ", is not the last."
    made = document(el("H1", "History"), el("P", f"{before}1{after}"))
    (node,) = made.view.of_type("P")
    (found,) = tasks_of(made, Motif.HEADING_SCOPE)
    task = replace(found, slots=(Slot(((node, before + after),)),), relations=())
    judge = judged(made)
    for item in (Item("s1", f"{before}1{after}", (node,)), Item("chunk", f"{before}1{after}")):
        assert judge.coverage(task, [item]).evidence == 1
    other = before.replace("1980", "1990")
    assert judge.coverage(task, [Item("s1", other + after, (node,))]).evidence == 0
