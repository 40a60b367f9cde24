"""FIGURE_ALT: a figure whose alternative text conveys information."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dtaa_lint.graph.model import Figure
from dtaa_lint.graph.view import View
from dtaa_lint.universe.alternatives import conveys_nothing, names_owner
from dtaa_lint.universe.model import Candidate, Motif, Reason, Slot, SpanGold, Task
from dtaa_lint.universe.motifs.common import make_task
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.validate import REPLACEMENT


def detect(survey: Survey) -> Iterator[Candidate]:
    """Every Figure. The same alternative again is the same task: a logo on each page is asked for
    once."""
    nodes = survey.view.nodes
    shown: dict[str, set[str]] = {}
    for figure in survey.view.figures:
        if figure.text:
            shown.setdefault(_alt(figure), set()).add(figure.text)
    known: dict[tuple[tuple[str, ...], str, str], int] = {}
    for figure in survey.view.figures:
        if nodes[figure.node].type != "Figure":
            continue
        reason, detail = _judge(figure)
        if detail == "alt" and is_ornament(survey.view, figure):
            reason, detail = Reason.TRIVIAL, _ORNAMENT
        if reason is None and len(shown.get(_alt(figure), ())) > 1:
            # Figures with different texts in them, one alternative: it describes none of them.
            reason, detail = Reason.TRIVIAL, "placeholder"
        fault: tuple[int, ...] = ()
        if reason is None and not figure.caption_text and figure.near_caption >= 0:
            # A caption that nothing binds to the figure says what it shows, too.
            reason, detail, fault = Reason.AMBIGUOUS, "caption", (figure.near_caption,)
        if reason is None:
            headings = tuple([text.casefold() for text in survey.heading_texts(figure.node)])
            key = (headings, figure.caption_text.casefold(), _alt(figure).casefold())
            first = known.setdefault(key, figure.node)
            if first != figure.node:
                reason, detail, fault = Reason.DUPLICATE, "alt", (first,)
        yield Candidate(Motif.FIGURE_ALT, figure.node, (), reason, fault, -1, detail)


def named_marks(candidates: Iterable[Candidate]) -> frozenset[int]:
    """Figures that are logos, seals or signatures, and whose alternative says whose: it suffices,
    and there is nothing to ask of it; nor is there of a rule or an ornament without one."""
    return frozenset(
        candidate.anchor
        for candidate in candidates
        if candidate.motif is Motif.FIGURE_ALT and candidate.detail in _MARKS
    )


_ORNAMENT = "ornament"
_MARKS = frozenset({"logo", _ORNAMENT})
"""Details of a rejection: see ``conveys_nothing`` for the first."""
_THIN, _SMALL = 3.0, 12.0
"""Points: a rule, or an ornament, which conveys nothing."""


def is_ornament(view: View, figure: Figure) -> bool:
    """Whether a figure is, by its places on the pages, a rule or an ornament of a few points."""
    places = view.boxes(figure.node)
    return bool(places) and not figure.text and all(ornament_box(*place.box) for place in places)


def ornament_box(left: float, bottom: float, right: float, top: float) -> bool:
    """The same of one box."""
    width, height = abs(right - left), abs(top - bottom)
    return min(width, height) < _THIN or max(width, height) < _SMALL


def _alt(figure: Figure) -> str:
    """The alternative, white space folded, without the control characters that some writers end
    a string with."""
    alt = figure.alt or ""
    if not alt.isprintable():
        alt = "".join([c for c in alt if c.isprintable() or c.isspace()])
    return " ".join(alt.split())


def _judge(figure: Figure) -> tuple[Reason | None, str]:
    alt = _alt(figure)
    if not alt:
        return Reason.INCOMPLETE_EVIDENCE, "alt"
    nothing = conveys_nothing(alt, figure.caption_text)
    if nothing == "caption":
        return Reason.HEADING_ECHO, "caption"
    if nothing:
        return Reason.TRIVIAL, nothing
    if REPLACEMENT in alt:
        return Reason.NOT_VERBATIM, "unmapped"
    if not figure.caption_text and names_owner(alt):
        return Reason.TRIVIAL, "logo"
    return None, ""


def build(survey: Survey, candidate: Candidate) -> Task:
    """Subject is the figure's caption where it has one; the alternative is evidence and gold.
    Of several figures that have the same (or no) caption under one heading, the constraint says
    which one it is."""
    figure = survey.figure_at[candidate.anchor]
    alt = _alt(figure)
    return make_task(
        survey,
        Motif.FIGURE_ALT,
        figure.node,
        subject=figure.caption_text,
        constraint=survey.figure_places.get(figure.node, ""),
        caption=figure.caption_text,
        slots=[Slot(((figure.node, alt),))],
        relations=[],
        gold=SpanGold((alt,)),
    )
