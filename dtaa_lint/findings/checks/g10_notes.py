"""G10: a qualification is bound to what it qualifies."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence, Set

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.link_names import MARKER, LinkNames
from dtaa_lint.findings.walk import ancestors, opening
from dtaa_lint.findings.wording import listing, quote
from dtaa_lint.graph.markers import markers
from dtaa_lint.graph.model import Link, Note, Reference
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import TargetKind
from dtaa_lint.universe.model import Reason

_MARKER = re.compile(r"[(\[]?(?:\d{1,3}|[a-z]|[ivx]{1,5}|[*†‡§¶#]{1,4}|[¹²³⁰⁴-⁹]{1,3})[)\].]?")
_UNBOUND = (Reason.INCOMPLETE_EVIDENCE, Reason.AMBIGUOUS_RELATION)
_OTHER_REFERENCES = frozenset({"TOC", "TOCI", "Index", "BibEntry"})
_INSIDE = 64
"""Elements inside a marker that are looked at for a link."""
_EXPORTED = frozenset({"footnote", "endnote"})
"""Types that word processors write for the notes of their own note function."""
_LEAST_NOTES = 2
_INSIDE_FILE = frozenset({TargetKind.STRUCTURE, TargetKind.PAGE})
_UNTAGGED = frozenset({"LI", "P", "NonStruct", "Div"})
_NOTES = frozenset({"Note", "FENote"})
_TEXT_ONLY = _NOTES | {"P", "Span", "Lbl", "Reference", "NonStruct", "Div"}
_NO_MARKERS = _OTHER_REFERENCES | _NOTES
_LEADS = frozenset({TargetKind.STRUCTURE, TargetKind.PAGE, TargetKind.URI, TargetKind.REMOTE})


@check("DT1001")
def orphan_note(context: Context) -> Iterator[Issue | Inapplicable]:
    """A note with a marker that no reference in the document leads to.

    Also: a Note element that holds several notes, of which at most the first can be referred to,
    one that holds the marker of the running text, and one that holds nothing. Passes: notes without
    any marker, of which nothing says that they are meant to be called; notes that a marker may
    mean, even if it may mean another one too; and notes on which a link lands (what that link lacks
    is DT1101's).
    """
    view = context.view
    if not view.notes:
        yield Inapplicable("the document has no notes")
        return
    meant = {note for reference in view.references for note in reference.notes}
    landings = sorted({max(link.element, link.landing) for link in view.links})
    for note in view.notes:
        variant = _orphan(view, note, meant, landings)
        if not variant:
            continue
        claim = note.mention
        if variant == "marker-inside":
            claim = view.nodes[note.node].parent
        yield Issue(
            note.node,
            note.text,
            variant=variant,
            params={
                "label": note.label,
                "claim": opening(view, claim) if claim >= 0 else "",
                "further": listing([quote(marker) for marker in note.further]),
            },
            related=((note.mention, "marker as plain text"),) if note.mention >= 0 else (),
            explains=context.rejected(
                note.node, *_UNBOUND, *([Reason.MALFORMED_STRUCTURE] if note.further else [])
            ),
        )


def _orphan(view: View, note: Note, meant: Set[int], landings: Sequence[int]) -> str:
    """What is wrong with a note, as the name of the message; empty for nothing."""
    element = view.nodes[note.node]
    if not note.text:
        inner = view.nodes[note.node : min(element.end, note.node + _INSIDE)]
        plain = all(one.type in _TEXT_ONLY and not one.alt for one in inner)
        return "empty" if plain and not note.label and not view.boxes(note.node) else ""
    if note.further:
        return "several"
    if note.references or note.node in meant or not note.label:
        return ""
    place = bisect_left(landings, note.node)
    if place < len(landings) and landings[place] < element.end:
        return ""
    if note.marker_inside:
        return "marker-inside"
    exported = element.raw.casefold() in _EXPORTED and element.raw != element.type
    if note.mention >= 0:
        return "exported-plain" if exported else "plain"
    return "exported" if exported else "default"


@check("DT1002")
def unresolved_marker(context: Context) -> Iterator[Issue | Inapplicable]:
    """A note marker in running text that no note answers to.

    Passes: references that lead somewhere by a link, page numbers of a table of contents or an
    index, and references whose text is no marker.
    """
    view = context.view
    if not view.references:
        yield Inapplicable("the document has no references")
        return
    for reference in unresolved_markers(view):
        claim = reference.claim if reference.claim >= 0 else view.nodes[reference.node].parent
        related = ((claim, "claim"),) if claim >= 0 else ()
        yield Issue(
            reference.node,
            reference.marker,
            params={"claim": opening(view, claim) if claim >= 0 else ""},
            related=related,
            explains=context.rejected(reference.node, *_UNBOUND),
        )


def unresolved_markers(view: View) -> Iterator[Reference]:
    """References that DT1002 is about."""
    leading = _leading_links(view)
    merged = {(key, note.page) for note in view.notes for key in note.further}
    for reference in view.references:
        if reference.notes or not _MARKER.fullmatch(reference.marker.strip()):
            continue
        if _elsewhere(view, reference.node, leading):
            continue
        if merged and merged.intersection(
            (key, view.nodes[reference.node].page) for key in markers(reference.marker)
        ):
            continue  # Its note is part of another one: DT1001 says so.
        yield reference


@check("DT1003")
def notes_not_tagged(context: Context) -> Iterator[Issue | Inapplicable]:
    """Notes that are list items or paragraphs, to which links from note markers lead.

    Passes: page numbers of a table of contents, a single numbered link (a cross-reference to a
    numbered paragraph), and notes tagged as such.
    """
    view = context.view
    found = context.once("linked-notes", linked_notes)
    names = context.once("link-names", lambda c: LinkNames(c.view))
    if not found:
        yield Inapplicable("no links from note markers lead to list items or paragraphs")
        return
    listed = {view.nodes[note].parent for note in found if view.nodes[note].type == "LI"}
    lists = {node: context.rejected(node, *_LEADLESS) for node in listed}
    for note, link in sorted(found.items()):
        claim = view.block_of(view.nodes[link.node].parent)
        yield Issue(
            note,
            opening(view, note),
            params={"marker": names.text(link), "claim": opening(view, claim)},
            related=((claim, "claim"), (link.node, "marker")),
            settles=lists.pop(view.nodes[note].parent, ()),
        )


_LEADLESS = (Reason.INCOMPLETE_EVIDENCE, Reason.AMBIGUOUS)
"""Why a list of notes is no set that could be asked for."""


def linked_notes(context: Context) -> dict[int, Link]:
    """List item or paragraph -> the link from a note's marker that leads to it; empty for one
    alone."""
    view = context.view
    names = context.once("link-names", lambda c: LinkNames(c.view))
    found: dict[int, Link] = {}
    for link in view.links:
        if link.node < 0 or names.kind(link) != MARKER or link.target.kind not in _INSIDE_FILE:
            continue
        if any(above.type in _NO_MARKERS for above in ancestors(view, link.node)):
            continue
        note = names.named(link, names.spot(link))
        if note <= link.node or view.nodes[note].type not in _UNTAGGED:
            continue
        if not any(above.type in _NOTES for above in ancestors(view, note)):
            found.setdefault(note, link)
    return found if len(found) >= _LEAST_NOTES else {}


def _leading_links(view: View) -> frozenset[int]:
    """Link elements whose target exists."""
    return frozenset(link.node for link in view.links if link.target.kind in _LEADS)


def _elsewhere(view: View, node: int, leading: frozenset[int]) -> bool:
    """The reference is a link with a target, or stands in a table of contents, an index or a
    bibliography."""
    nodes = view.nodes
    if any(index in leading for index in range(node, min(nodes[node].end, node + _INSIDE))):
        return True
    return any(
        above.index in leading or above.type in _OTHER_REFERENCES for above in ancestors(view, node)
    )
