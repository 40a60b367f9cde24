"""Documents that nobody would write: work stays linear, nothing is raised."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtaa_lint.universe.export import export_json
from tests.cost import grows_less
from tests.graph.support import el, table
from tests.universe.support import universe


def spanning(size: int) -> list[Any]:
    head = "* |" + "|".join(f"*C h{n}" for n in range(20))
    rows = [f"*R r{n} |" + "|".join(f"<2 {n * k}" for k in range(10)) for n in range(size // 10)]
    return [table(head, *rows)]


def references(size: int) -> list[Any]:
    marks = [
        part for n in range(size) for part in (f"Word. Next {n}", el("Reference", "1", ref=["n"]))
    ]
    return [el("P", *marks), el("Note", el("Lbl", "1"), "Note.", id="n")]


def initials(size: int) -> list[Any]:
    return [
        el("H1", "A"),
        el("P", "A. B. " * size + ":"),
        el("L", *[el("LI", el("LBody", f"item {n}")) for n in range(3)]),
    ]


def same_headings(size: int) -> list[Any]:
    return [
        part for n in range(size) for part in (el("H1", "Notes"), el("P", f"Number {n} is it."))
    ]


def same_tables(size: int) -> list[Any]:
    return [table("* |*C A |*C B |*C C", f"*R x | {n} | 2 | 3") for n in range(size)]


def cross_references(size: int) -> list[Any]:
    links = [
        part
        for n in range(size)
        for part in (
            f"The levy of vessel {n} is told, see",
            el("Link", "Rates", dest="t"),
            "there.",
        )
    ]
    return [el("H1", "Rates of it", id="t"), el("P", "word " * size), el("P", *links)]


def nested_lists(size: int) -> list[Any]:
    inner = el("L", el("LI", el("LBody", "x")), el("LI", el("LBody", "y")))
    for n in range(size):
        inner = el("L", el("LI", el("LBody", f"Part {n}", inner)), el("LI", el("LBody", "z")))
    return [inner]


def facts(size: int) -> list[Any]:
    return [el("P", f"Owners must declare the vessel within {n} days.") for n in range(size)]


def abbreviations(size: int) -> list[Any]:
    return [el("P", *[el("Span", f"A{n % 9}", e=f"expansion {n}") for n in range(size)])]


def captions(size: int) -> list[Any]:
    figures = [el("Figure", el("Caption", f"Ships of port {n}")) for n in range(size)]
    return [el("H1", "A"), *figures]


HOSTILE = [spanning, references, initials, same_headings, same_tables]
HOSTILE += [cross_references, nested_lists, facts, abbreviations, captions]


@pytest.mark.parametrize("made", HOSTILE)
def test_linear(made: Callable[[int], list[Any]]) -> None:
    def of(size: int) -> Callable[[], object]:
        parts = made(size)
        return lambda: list(universe(*parts).tasks())

    # Eight times the size may cost sixteen times the time; a square would cost sixty-four.
    assert grows_less(of(250), of(2000), 16, 0.2)


def test_a_very_deep_tree() -> None:
    deep: Any = el("P", "Text at the bottom, which is a sentence.")
    for n in range(20_000):
        deep = el("Sect" if n % 2 else "L", deep)
    assert export_json([universe(el("H1", "A"), deep)])


TYPES = st.sampled_from(
    [
        *("Table", "TR", "TD", "TH", "L", "LI", "Lbl", "LBody", "P", "H1", "H2", "Note"),
        *("Reference", "Figure", "Caption", "Form", "Sect", "Span", "Link", "TOC"),
    ]
)
TEXTS = st.sampled_from(
    ["", "1", "a: ", "–", "12.5 %", "See page 2", "Name: ____", "Words. More.", "•"]
)


@st.composite
def trees(draw: st.DrawFn, depth: int = 4) -> Any:
    kids = draw(
        st.lists(TEXTS if depth == 0 else st.one_of(TEXTS, trees(depth=depth - 1)), max_size=4)
    )
    options: dict[str, Any] = {}
    if draw(st.booleans()):
        options["scope"] = draw(st.sampled_from(["Row", "Column", "Both"]))
    if draw(st.booleans()):
        options["colspan"] = draw(st.integers(1, 3))
    return el(draw(TYPES), *[kid for kid in kids if kid != ""], alt=draw(TEXTS), **options)


@settings(max_examples=150, deadline=None)
@given(st.lists(trees(), max_size=4))
def test_any_tree(parts: list[Any]) -> None:
    found = universe(*parts)
    made = list(found.tasks())
    assert len({task.task_id for task in made}) == len(made)
    for task in made:
        assert task.slots
        assert all(text for slot in task.slots for _, text in slot.any_of)
    assert export_json([found])
