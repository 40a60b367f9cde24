"""What a cross-reference leads to, as a reader would find it there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dtaa_lint.graph.index import CONTAINERS, ILLUSTRATIONS, NOTES, SECTIONS
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.validate import without_bullet

_BLOCKS = frozenset({"P", "BlockQuote", "Caption", "LI", "LBody", "TD", "TH", "BibEntry", "Aside"})
"""Elements whose own text is what is found there."""
_STEPS = 8
"""Elements above a target among which the heading or item that it stands in is looked for."""
_LONGEST = 10_000
"""Characters of what is found at one place; more of it is no answer."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a reference leads: the element that is meant and what it says."""

    node: int
    nodes: tuple[int, ...]
    """The elements that say it, in order."""
    texts: tuple[str, ...]
    """What they say, one entry each; empty when nothing is declared there."""
    heading: bool
    """Whether the place is a heading: its title comes first, then the first text under it."""


def in_note(survey: Survey, node: int) -> bool:
    """Whether the element is a note or stands in one."""
    nodes = survey.view.nodes
    return nodes[node].type in NOTES or survey.view.index.enclosing(node, NOTES) >= 0


def place_of(survey: Survey, node: int) -> Place:
    """The place that an element is, or is a part of."""
    view = survey.view
    nodes = view.nodes
    at = view.block_of(node)
    for _ in range(_STEPS):
        kind = nodes[at].type
        if at in survey.heading_at:
            return _heading(survey, at)
        if kind == "Lbl" and nodes[at].parent >= 0:
            at = nodes[at].parent
            continue
        if kind == "Table":
            return _table(survey, at)
        if kind in ILLUSTRATIONS:
            return _figure(survey, at)
        if kind == "LI" and at in survey.member_at:
            text = _text(survey, at) and survey.member_text(survey.member_at[at])
            return _said(at, at, without_bullet(text))
        if kind == "Aside" or kind in CONTAINERS:
            return _container(survey, at)
        if kind in _BLOCKS:
            return _said(at, at, _text(survey, at))
        break
    return Place(at, (), (), False)


def _text(survey: Survey, node: int) -> str:
    element = survey.view.nodes[node]
    if element.text_end - element.text_start > _LONGEST:
        return ""
    return survey.block_text(node)


def _said(at: int, node: int, text: str) -> Place:
    return Place(at, (node,), (text,), False) if text else Place(at, (), (), False)


def _heading(survey: Survey, node: int) -> Place:
    """A heading's title and the first block of running text directly under it."""
    heading = survey.heading_at[node]
    section = survey.section_at.get(node)
    nodes, texts = [node], [heading.text]
    if section is not None and section.texts:
        text = _text(survey, section.texts[0])
        if text:
            nodes.append(section.texts[0])
            texts.append(text)
    return Place(node, tuple(nodes), tuple(texts), True)


def _table(survey: Survey, node: int) -> Place:
    t = survey.table_at.get(node)
    if t is None:
        return Place(node, (), (), False)
    if t.caption_text:
        return _said(node, t.caption, t.caption_text)
    return _said(node, node, " ".join((t.summary or "").split()))


def _figure(survey: Survey, node: int) -> Place:
    figure = survey.figure_at.get(node)
    if figure is None:
        return Place(node, (), (), False)
    if figure.caption_text:
        return _said(node, figure.caption, figure.caption_text)
    return _said(node, node, " ".join((figure.alt or "").split()))


def _container(survey: Survey, node: int) -> Place:
    """A section is its heading when it begins with one; a float its caption."""
    view = survey.view
    if view.nodes[node].type in SECTIONS or view.nodes[node].type == "Div":
        first = view.index.first_inside(survey.heading_nodes, node)
        start = view.nodes[node].text_start
        if first >= 0 and view.index.blank_between(start, view.nodes[first].text_start):
            return _heading(survey, first)
    for kid in view.nodes[node].kids[:_STEPS]:
        if type(kid) is int and view.nodes[kid].type == "Caption":
            return _said(node, kid, _text(survey, kid))
    return Place(node, (), (), False)


def same_place(survey: Survey, places: Sequence[Place]) -> bool:
    """Whether all are one place, or one stands in the other."""
    nodes = survey.view.nodes
    first = places[0].node
    return all(
        first <= place.node < nodes[first].end or place.node <= first < nodes[place.node].end
        for place in places[1:]
    )
