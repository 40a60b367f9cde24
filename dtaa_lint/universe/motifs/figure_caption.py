"""FIGURE_CAPTION: what a figure shows, as its caption says."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.graph.model import Relation
from dtaa_lint.universe.captions import Named, Thing, name_all, parted, said_fault, settle
from dtaa_lint.universe.model import Candidate, Motif, Reason, Task, TaskRelation
from dtaa_lint.universe.motifs.common import slot
from dtaa_lint.universe.motifs.table_summary import named_task
from dtaa_lint.universe.survey import Survey


def detect(survey: Survey) -> Iterator[Candidate]:
    """Captions of figures, those that are not bound to their figure too."""
    named = survey.named_figures
    nodes = survey.view.nodes
    candidates: list[Candidate] = []
    at: dict[int, Named] = {}
    seen: set[int] = set()
    """Captions, each of which is asked for once whatever figures lie in each other."""
    for figure in survey.view.figures:
        node = figure.node
        if nodes[node].type != "Figure":
            continue
        found = named.get(node)
        reason: Reason | None = None
        detail = ""
        if found is not None:
            unfit = said_fault(survey, found)
            if unfit is not None:
                reason, detail = unfit
            anchor = figure.caption
            at.setdefault(anchor, found)
        elif figure.near_caption >= 0:
            reason, detail = Reason.INCOMPLETE_EVIDENCE, "inferred"
            anchor = figure.near_caption
        else:
            continue
        if anchor in seen:
            continue
        seen.add(anchor)
        candidates.append(Candidate(Motif.FIGURE_CAPTION, anchor, (node,), reason, (), -1, detail))
    settle(survey, candidates, at)
    yield from candidates


def name_figures(survey: Survey) -> dict[int, Named]:
    """Figure -> what it is asked by and what its caption says; those with a caption."""
    nodes = survey.view.nodes
    things = []
    for figure in survey.view.figures:
        if nodes[figure.node].type == "Figure":
            lang = nodes[figure.caption].lang if figure.caption >= 0 else None
            label, rest = parted(figure.caption_text, lang)
            captioned = bool(figure.caption_text)
            things.append(Thing(figure.node, label, figure.caption, rest, captioned))
    return name_all(survey, things, "figure")


def build(survey: Survey, candidate: Candidate) -> Task:
    """Subject is the caption's label, else the heading; gold what the caption says behind it."""
    (figure,) = candidate.nodes
    named = survey.named_figures[figure]
    caption = candidate.anchor
    relation = TaskRelation(Relation.CAPTION_FOR.value, caption, figure)
    return named_task(survey, candidate, named, [slot(survey, caption, named.text)], [relation])
