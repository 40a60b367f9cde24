"""G09: a list is introduced by a sentence, a heading or a caption that says what its items are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.checks.g10_notes import linked_notes
from dtaa_lint.findings.languages import known
from dtaa_lint.findings.walk import blank, lineage, opening
from dtaa_lint.findings.wording import QUOTE_LIMIT, Phrase, fold, mark, quote
from dtaa_lint.graph.markers import leading_marker, markers
from dtaa_lint.graph.model import ListView
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import RunFlag
from dtaa_lint.universe.model import Candidate, Motif, Reason
from dtaa_lint.universe.sentences import last_sentence, says_following
from dtaa_lint.universe.wording import words

_LEADLESS = {
    (Reason.INCOMPLETE_EVIDENCE, "anchor"): "default",
    (Reason.AMBIGUOUS, "anchor"): "several",
    (Reason.INCOMPLETE_EVIDENCE, "subject"): "says-nothing",
    (Reason.AMBIGUOUS, mark("lead")): "same-lead",
}
"""(reason, detail) of a rejected HEADING_LIST -> the message."""
_SEVERAL = 2
_BACK = 2000
"""Characters before a list among which the last letter before it is looked for."""
_NOTED = frozenset({"Table", "Figure"})
_NOTED_TEXT = 20_000
"""Characters of a block in which the first marker is looked for."""
_STOPS = frozenset(".!?")
_NEAR = 300
"""Characters before a list in which a question or a colon may be its lead."""
_LAST = 8
"""Runs before a list among which the last one with glyphs is looked for."""
_RUNNING = 3
"""Headings of the same words that are the head of the page."""
_HEADINGS = frozenset({"H", "H1", "H2", "H3", "H4", "H5", "H6"})
_SAYING = 600
"""Characters of a lead that are read from its end."""
_MARKS = '.,:;()«»"“”?!'
_POINTING: Mapping[str, frozenset[str]] = {
    "en": words(
        "two three four five six seven eight nine ten eleven twelve several various these namely "
        "include includes including here"
    ),
    "fr": words(
        "deux trois quatre cinq six sept huit neuf dix onze douze plusieurs divers diverses voici "
        "ceux-ci celles-ci"
    ),
    "de": words(
        "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf mehrere verschiedene diese "
        "diesen dieser nämlich hier"
    ),
    "es": words(
        "dos tres cuatro cinco seis siete ocho nueve diez once doce varios varias diversos "
        "diversas estos estas incluye incluyen"
    ),
}
"""Small numbers, and words that point at what follows, in the sentence before a list."""


@check("DT0901")
def list_without_lead(context: Context) -> Iterator[Issue | Inapplicable]:
    """A list of two items or more that could be asked for if something said what its items are.

    Fails: a list after a table or a figure, or right behind another one (most often one that
    belongs into its last item); two lists in one section of which neither has a lead; a lead that
    names nothing (``Avec :``); two lists with the same lead. Weaker where it may be the rest of the
    list above. Passes: tables of contents, lists under the head of the page, tagged as a heading,
    navigation, lists in table cells, nested lists (their item leads), lists with another fault
    (theirs speaks; DT1003's for notes that links lead to), sentences that may be leads, such as
    those that count (``We show eight projects.``), and any sentence where the language is not
    known.
    """
    view = context.view
    if not view.lists:
        yield Inapplicable("the document has no lists")
        return
    lists = {found.node: found for found in view.lists}
    order = [found.node for found in view.lists if found.nested_in < 0]
    before = dict(zip(order[1:], order, strict=False))
    noted = context.once("linked-notes", linked_notes)
    loose: dict[int, int] = {}
    leadless: list[tuple[int, Candidate, str]] = []
    for index, candidate in enumerate(context.universe.candidates):
        if candidate.motif is not Motif.HEADING_LIST or candidate.reason is None:
            continue
        variant = _LEADLESS.get((candidate.reason, candidate.detail))
        if variant is None:
            continue
        leadless.append((index, candidate, variant))
        if variant == "several":
            heading = view.heading_of(candidate.anchor)
            loose[heading] = loose.get(heading, 0) + 1
    for index, candidate, variant in leadless:
        found = lists[candidate.anchor]
        if not found.members or any(member.node in noted for member in found.members):
            continue
        heading = view.heading_of(found.node)
        others = loose.get(heading, 0)
        if variant == "several" and (heading < 0 or others < _SEVERAL):
            variant = "default"
        anchor = found.anchor if found.anchor >= 0 else candidate.nodes[0]
        fault = _fault(view, found, lists.get(before.get(found.node, -1)), anchor, variant)
        if fault is None:
            continue
        yield Issue(
            found.node,
            found.members[0].text or opening(view, found.node),
            variant=fault.variant,
            params={
                "items": len(found.members),
                "lists": others,
                "heading": opening(view, heading) if heading >= 0 else "",
                "before": fault.before,
            },
            related=((fault.node, fault.role),) if fault.node >= 0 else (),
            explains=(index,),
        )


class _Fault(NamedTuple):
    variant: str
    before: str
    """What stands before the list, for the message."""
    node: int = -1
    role: str = ""


def _fault(
    view: View, found: ListView, last: ListView | None, anchor: int, variant: str
) -> _Fault | None:
    """What is wrong with a list, from what is wrong with it as a task; None for nothing that could
    be said. ``last``: the list before it; ``anchor``: what the task took for its lead, -1."""
    start = view.nodes[found.node].text_start
    above = _before(view, found.node)
    if _are_notes(view, found, above):
        return _Fault("notes", "")
    if variant in ("says-nothing", "same-lead"):
        if anchor < 0 or (variant == "same-lead" and _runs(view, anchor)):
            return None
        return _Fault(variant, quote(_end(view, anchor, start)), anchor, mark("lead"))
    if last is not None and last.members and _adjacent(view, last, found):
        if _leads_as_item(last):
            return _Fault(
                "lead-in-list", quote(_end(view, last.node, start)), last.node, mark("lead")
            )
        if found.anchor_kind != "lead":
            said = quote(last.members[-1].text)
            return _Fault("after-list", said, last.node, mark("list before it"))
    if found.anchor_kind == "lead":
        if not known(view.nodes[found.node].lang) or _said(view, start):
            return None
        if _counted(view, found):
            return None
        if last is not None and _may_go_on(view, last, found):
            said = quote(last.members[-1].text)
            return _Fault("interrupted", said, last.node, mark("list above it"))
        shown = above if above >= 0 else anchor
        return _Fault("sentence", quote(_end(view, shown, start)), shown, mark("text before it"))
    shows = _shown(view, above, start)
    return _Fault(variant if shows or variant == "several" else "first", shows)


def _before(view: View, node: int) -> int:
    """The block of the last letters before an element; -1 for none."""
    runs, text = view.document.runs, view.document.text
    start = view.nodes[node].text_start
    at = next((i for i in range(start - 1, max(-1, start - _BACK), -1) if text[i].isalpha()), -1)
    place = bisect_right(runs, at, key=lambda run: run.start) - 1
    return view.block_of(runs[place].owner) if at >= 0 and runs[place].owner >= 0 else -1


def _shown(view: View, above: int, stop: int) -> str:
    """What stands before a list, for the message; empty for nothing."""
    if above < 0:
        return ""
    for element in lineage(view, above):
        if element.type in _NOTED:
            return Phrase("a table" if element.type == "Table" else "a figure")
    return quote(_end(view, above, stop))


def _end(view: View, node: int, stop: int) -> str:
    """The last words of an element before an offset, from the beginning of a word."""
    element = view.nodes[node]
    end = min(element.text_end, stop) if stop > element.text_start else element.text_end
    start = max(element.text_start, end - QUOTE_LIMIT)
    tail = fold(view.document.text[start:end])
    return tail if start == element.text_start else "…" + tail.partition(" ")[2]


def _said(view: View, start: int) -> bool:
    """Whether what stands before an offset may well introduce it, though its last sentence does not
    announce it: a sentence before that one does (``Include the following. See Schedule 4.``), or
    asks; or the last words are no sentence, or stand out in bold."""
    said = view.document.text[max(0, start - _SAYING) : start].rstrip("{[( \n\t")
    near = said[-_NEAR:]
    if said[-1:] not in _STOPS or "?" in near or ": " in near or ":\n" in near:
        return True
    if says_following(said.replace("\u00ad", "").replace("-", "")):
        return True
    runs = view.document.runs
    place = bisect_right(runs, start - 1, key=lambda run: run.start)
    for run in reversed(runs[max(0, place - _LAST) : place]):
        if run.glyphs:
            return bool(run.flags & RunFlag.BOLD)
    return False


def _counted(view: View, found: ListView) -> bool:
    """Whether the sentence right before a list says how many things there are (``We highlight eight
    projects.``) or points at them (``These are open to all.``)."""
    element = view.nodes[found.node]
    start = element.text_start
    said = last_sentence(fold(view.document.text[max(0, start - _SAYING) : start].rstrip("{[( ")))
    spoken = {word.strip(_MARKS) for word in said.casefold().split()}
    if str(len(found.members)) in spoken:
        return True
    return any(not spoken.isdisjoint(_POINTING[language]) for language in known(element.lang))


def _are_notes(view: View, found: ListView, above: int) -> bool:
    """Whether the items carry the markers of notes, and stand right after a table or a figure or
    under words that hold their first marker."""
    marks = [member.label_text or leading_marker(member.text) for member in found.members]
    if not all(len(markers(mark)) == 1 and not mark[:1].isalnum() for mark in marks):
        return False
    if above < 0:
        return False
    if any(one.type in _NOTED for one in lineage(view, above)):
        return True
    element = view.nodes[above]
    end = min(element.text_end, element.text_start + _NOTED_TEXT)
    return view.document.text.find(marks[0], element.text_start, end) >= 0


def _adjacent(view: View, last: ListView, found: ListView) -> bool:
    """Whether nothing with text stands between two lists."""
    nodes = view.nodes
    return blank(view, nodes[last.node].text_end, nodes[found.node].text_start)


def _may_go_on(view: View, last: ListView, found: ListView) -> bool:
    """Whether a list may be the rest of the one above it, though text stands between: the same sign
    for its items, under the same heading, not far below."""
    if not last.members or view.heading_of(last.node) != view.heading_of(found.node):
        return False
    sign = last.members[-1].label_text
    if not sign or any(map(str.isalnum, sign)) or found.members[0].label_text != sign:
        return False
    return view.nodes[found.node].text_start - view.nodes[last.node].text_end <= _BACK


def _runs(view: View, node: int) -> bool:
    """Whether the element is a heading that stands in the document again and again: the head of
    the page, which introduces nothing (DT0702)."""
    if view.nodes[node].type not in _HEADINGS:
        return False
    text = view.normalised(node)
    return sum(heading.text == text for heading in view.headings) >= _RUNNING


def _leads_as_item(last: ListView) -> bool:
    """Whether the last item of a list announces what follows: a numbered paragraph that was made a
    list."""
    if last.members[-1].nested:
        return False
    said = last.members[-1].text[-_SAYING:].rstrip()
    return said.endswith((":", "：")) or (said[-1:] not in ".!?;" and says_following(said))
