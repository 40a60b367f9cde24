"""What a block of text says where its glyphs say it badly: formulas, untagged markers of notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dtaa_lint.graph.text import normalise

if TYPE_CHECKING:
    from dtaa_lint.graph.view import View
    from dtaa_lint.universe.survey import Survey

_MOST = 64
"""Formulas of one block that are replaced."""
_STOPS = frozenset(" ,.;:)]!?\u00a0")


def with_formulas(survey: Survey, block: int, text: str) -> str:
    """The text with the alternative of each formula in it: glyphs of a formula in a row lose its
    fractions and exponents."""
    view = survey.view
    if not survey.formulas:
        return text
    end = view.nodes[block].end
    inside = [node for node in survey.formulas if block < node < end][:_MOST]
    for node in inside:
        shown, alt = view.normalised(node), normalise(view.nodes[node].alt or "")
        if shown and shown in text:
            text = text.replace(shown, alt, 1)
    return text


def formulas(view: View) -> tuple[int, ...]:
    """Formula elements that have an alternative, in reading order."""
    return tuple([node for node in view.of_type("Formula") if (view.nodes[node].alt or "").strip()])


def note_numbers(view: View) -> Mapping[int, frozenset[str]]:
    """Page -> the numbers of its notes that no reference leads to."""
    bound = {note for reference in view.references for note in reference.notes}
    found: dict[int, set[str]] = {}
    for note in view.notes:
        labels = (*(() if note.node in bound else (note.label.strip(),)), *note.further)
        numbers = [n for n in labels if n.isascii() and n.isdecimal() and len(n) < 4]
        if numbers:
            found.setdefault(view.nodes[note.node].page, set()).update(numbers)
    return {page: frozenset(labels) for page, labels in found.items()}


def without_markers(survey: Survey, block: int, text: str) -> str:
    """The text without the numbers of notes on its page that are glued to words and tagged as no
    reference: ``month4, and`` says ``month, and``."""
    for number in sorted(survey.note_numbers.get(survey.view.nodes[block].page, ())):
        at = text.find(number)
        while at >= 0:
            end = at + len(number)
            if at > 1 and text[at - 2 : at].isalpha() and (end == len(text) or text[end] in _STOPS):
                text = text[:at] + text[end:]
                end = at
            at = text.find(number, end)
    return text
