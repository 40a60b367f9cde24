"""G12: a term and its definition are a pair in the tags."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.languages import known
from dtaa_lint.findings.page_blocks import apart
from dtaa_lint.findings.walk import blank
from dtaa_lint.findings.wording import fold
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import RunFlag, StructureElement
from dtaa_lint.universe.wording import GLOSSARY

_LEAST = 3
"""Pairs in a row; fewer may be anything."""
_TERM, _TERM_WORDS = 60, 6
"""Characters and words of a term, at most."""
_DEFINITION_WORDS = 3
"""Words of a definition, at least."""
_IN_USE = 0.6
"""Share of terms in bold that the document must use within sentences."""
_READ = 160
"""Characters of a paragraph that are read."""
_LEAD = 200
"""Characters of a heading or lead that names a glossary."""
_MARKS = (": ", " – ", " — ", " - ", " : ", " = ", "— ")
"""What stands between term and definition."""
_BULLETS = re.compile(r"^(?:\W{1,3}|o|\d{1,3}[.)]|[a-z][.)])\s+")
_LABELS = frozenset(
    {"note", "notes", "step", "example", "source", "tip", "warning", "caution", "question"}
    | {"figure", "table", "phone", "tel", "fax", "email", "e-mail", "website", "web", "date"}
    | {"exemple", "étape", "remarque", "attention", "téléphone", "tél", "courriel", "adresse"}
    | {"hinweis", "beispiel", "schritt", "quelle", "achtung", "telefon", "anmerkung", "adresse"}
    | {"nota", "ejemplo", "paso", "fuente", "atención", "teléfono", "correo", "fecha"}
)
"""First words of labels that are no terms."""


class _Pair(NamedTuple):
    node: int
    term: str
    bold: bool
    """The term, and only it, is in a bold face."""


@check("DT1201")
def definition_not_paired(context: Context) -> Iterator[Issue | Inapplicable]:
    """Three terms with their definitions or more in a row, as paragraphs or list items in which
    only a colon, a dash or bold type parts the two.

    Needs a heading or lead that names a glossary, or terms in bold with a colon or dash. Passes:
    items whose Lbl is the term, tables (G04), notes, steps, addresses.
    """
    view = context.view
    if not view.of_type("P", "LI"):
        yield Inapplicable("the document has no paragraphs or list items")
        return
    starts: list[int] | None = None
    run: list[_Pair] = []
    paired = {m.node for found in view.lists for m in found.members if m.textual_label}
    outside = apart(context)
    candidates = [n for kind in ("P", "LI") for n in view.of_type(kind) if not outside[n]]
    for node in [*sorted(candidates), -1]:
        pair = None
        if node >= 0:
            element = view.nodes[node]
            if not _stands_alone(view, element):
                continue
            if node not in paired and _marked(view, element):
                if starts is None:
                    starts = [run_.start for run_ in view.document.runs]
                pair = _pair(view, element, starts)
        if run and not (pair is not None and _follows(view, run[-1].node, pair.node)):
            yield from _judge(context, run)
            run = []
        if pair is not None:
            run.append(pair)


def _stands_alone(view: View, element: StructureElement) -> bool:
    """No paragraph of a list item: the item itself is looked at."""
    return element.parent < 0 or view.nodes[element.parent].type not in ("LI", "LBody", "Lbl")


def _marked(view: View, element: StructureElement) -> bool:
    """Whether a mark stands where one may part term and definition. Cheap, for all paragraphs."""
    start, end = element.text_start, element.text_end
    if end - start < 12:
        return False
    head = view.document.text[start : min(end, start + _TERM + 12)]
    return ":" in head or " – " in head or " - " in head or "—" in head or " = " in head


def _pair(view: View, element: StructureElement, starts: Sequence[int]) -> _Pair | None:
    """The term of a paragraph that reads as term and definition; None for others."""
    end = min(element.text_end, element.text_start + _READ)
    text = _BULLETS.sub("", fold(view.document.text[element.text_start : end]))
    places = [(place, mark) for mark in _MARKS if 0 < (place := text.find(mark)) <= _TERM]
    if not places:
        return None
    place, mark = min(places)
    term, rest = text[:place].strip(), text[place + len(mark) :]
    words = term.split()
    if not 0 < len(words) <= _TERM_WORDS or rest.count(" ") < _DEFINITION_WORDS - 1:
        return None
    first = words[0].casefold().strip(".:")
    if first in _LABELS or not term[0].isalpha() or any(map(str.isdecimal, term)):
        return None
    if any(mark in term for mark in ".?!;,") or "://" in text[: place + 4]:
        return None
    return _Pair(element.index, term, _bold(view, element, starts, len(term)))


def _bold(view: View, element: StructureElement, starts: Sequence[int], term: int) -> bool:
    """The text begins in bold, bullets apart, and goes on in another face after the term."""
    document = view.document
    at = bisect_left(starts, element.text_start)
    bold = 0
    while at < len(document.runs) and document.runs[at].start < element.text_end:
        run = document.runs[at]
        at += 1
        letters = sum(map(str.isalnum, document.text[run.start : min(run.end, run.start + _READ)]))
        if not letters or (not bold and letters <= 2 and not run.flags & RunFlag.BOLD):
            continue
        if not run.flags & RunFlag.BOLD:
            return bold > 0
        bold += run.end - run.start
        if bold > term + 12:
            return False
    return False


def _follows(view: View, one: int, other: int) -> bool:
    """Siblings with nothing in between."""
    first, second = view.nodes[one], view.nodes[other]
    return first.parent == second.parent and blank(view, first.text_end, second.text_start)


def _judge(context: Context, run: list[_Pair]) -> Iterator[Issue]:
    view = context.view
    if len(run) < _LEAST:
        return
    first = view.nodes[run[0].node]
    if not (known(first.lang) and _glossary(view, first)) and not _bold_terms(context, run):
        return
    items = first.type == "LI"
    node = first.parent if items and first.parent >= 0 else first.index
    explains = [i for pair in run for i in context.rejected(pair.node)] if items else []
    yield Issue(
        node,
        run[0].term,
        "items" if items else "default",
        {"pairs": len(run), "term": run[0].term, "other": run[1].term},
        related=tuple((pair.node, "term and definition") for pair in run),
        explains=tuple(sorted({*explains})),
    )


def _bold_terms(context: Context, run: list[_Pair]) -> bool:
    """All terms are in bold, and most are words that the document uses elsewhere too: what merely
    sums up its item is not."""
    if not all(pair.bold for pair in run):
        return False
    text = context.once("folded-text", lambda c: " ".join(c.view.document.text.split()))
    lower = context.once("folded-lower", lambda _: text.lower())
    if len(lower) != len(text):
        return False
    used = sum(_used(text, lower, pair.term.lower()) for pair in run)
    return used >= _IN_USE * len(run)


def _used(text: str, lower: str, term: str) -> bool:
    """The term stands within a sentence: behind a word in small letters."""
    at = lower.find(term)
    while at >= 0:
        if at > 1 and text[at - 1] == " " and text[at - 2].islower():
            return True
        at = lower.find(term, at + len(term))
    return False


def _glossary(view: View, element: StructureElement) -> bool:
    """The heading, or the text right before, names definitions."""
    heading = view.heading_of(element.index)
    leads = [view.nodes[heading]] if heading >= 0 else []
    outer = element.parent if element.type == "LI" and element.parent >= 0 else element.index
    siblings = view.siblings(outer)
    at = bisect_left(siblings, outer)
    leads += [view.nodes[before] for before in siblings[max(0, at - 1) : at]]
    return any(
        word.strip(".,:;()«»“”") in GLOSSARY
        for lead in leads
        if lead.text_end - lead.text_start < _LEAD
        for word in view.text(lead.index).casefold().split()
    )
