"""G10: a marker means one note, and a note is bound to its marker by more than its place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.languages import known
from dtaa_lint.findings.walk import ancestors, blank, opening
from dtaa_lint.graph.model import Reference
from dtaa_lint.graph.view import View
from dtaa_lint.universe.model import Reason

_AMBIGUOUS = (Reason.AMBIGUOUS, Reason.AMBIGUOUS_RELATION)
_UNBOUND = (Reason.INCOMPLETE_EVIDENCE, Reason.AMBIGUOUS_RELATION)
_SHOWN = 40
_INSIDE = 64
"""Elements of a note in which what refers to it is looked for."""
_SELF_NAMED = {
    "en": ("note", "source", "nb", "tip", "warning", "caution", "important", "remark"),
    "fr": ("note", "nota", "source", "nb", "remarque", "attention", "important", "rappel"),
    "de": ("hinweis", "anmerkung", "quelle", "achtung", "wichtig", "notiz", "tipp"),
    "es": ("nota", "fuente", "nb", "atención", "aviso", "importante", "observación"),
}
"""Language -> words with which a note begins that is about what stands around it."""


@check("DT1004")
def ambiguous_marker(context: Context) -> Iterator[Issue | Inapplicable]:
    """A marker that two notes or more carry, of which nothing says which one it means.

    Passes: markers that name several notes (``1, 2``, each a reference of its own), the same number
    on different pages, a marker whose Ref or link names its note, and one whose note stands right
    behind it in the same element.
    """
    view = context.view
    if not view.references:
        yield Inapplicable("the document has no references")
        return
    for reference in view.references:
        if len(reference.notes) < 2 or _beside(view, reference):
            continue
        yield Issue(
            reference.node,
            reference.marker,
            params={
                "notes": len(reference.notes),
                "claim": opening(view, reference.claim) if reference.claim >= 0 else "",
                "first": opening(view, reference.notes[0]),
                "second": opening(view, reference.notes[1]),
            },
            related=tuple((note, "note it may mean") for note in reference.notes),
            explains=(
                *context.rejected(reference.node, *_AMBIGUOUS),
                *(i for note in reference.notes for i in context.rejected(note, *_AMBIGUOUS)),
            ),
        )


def _beside(view: View, reference: Reference) -> bool:
    """One of the notes follows the reference as its next sibling."""
    element = view.nodes[reference.node]
    return any(
        view.nodes[note].parent == element.parent
        and note == element.end
        and blank(view, element.text_end, view.nodes[note].text_start)
        for note in reference.notes
    )


@check("DT1005")
def unlabelled_note(context: Context) -> Iterator[Issue | Inapplicable]:
    """A note without a marker, to which nothing refers.

    Passes: a note that a Ref or a link names, one that stands inside its Reference or inside the
    words that it is about, and one that says what it is (``Note:``, ``Source:``) and needs no
    marker.
    """
    view = context.view
    if not view.notes:
        yield Inapplicable("the document has no notes")
        return
    meant = {note for reference in view.references for note in reference.notes}
    named = sorted(
        {
            *(target for element in view.nodes if element.refs for target in element.refs),
            *(max(link.element, link.landing) for link in view.links),
        }
    )
    for note in view.notes:
        element = view.nodes[note.node]
        if note.label or note.references or note.node in meant or not note.text:
            continue
        if not any(map(str.isalpha, note.text)):
            continue
        place = bisect_left(named, note.node)
        if place < len(named) and named[place] < element.end:
            continue
        if any(one.refs for one in view.nodes[note.node : min(element.end, note.node + _INSIDE)]):
            continue
        if any(above.type == "Reference" for above in ancestors(view, note.node)):
            continue
        if _names_itself(note.text, element.lang):
            continue
        yield Issue(
            note.node,
            note.text,
            explains=context.rejected(note.node, *_UNBOUND),
        )


def _names_itself(text: str, lang: str | None) -> bool:
    """Whether a note says in its first word that it is one, or where something comes from."""
    word = text[:_SHOWN].casefold().replace(".", "").partition(" ")[0].rstrip(":：*")
    return any(
        word in _SELF_NAMED[language] or word.removesuffix("s") in _SELF_NAMED[language]
        for language in known(lang)
    )


@check("DT1006")
def note_bound_by_position(context: Context) -> Iterator[Issue | Inapplicable]:
    """A note without a marker that is taken for the one of the page's only unbound marker.

    Passes: notes with the marker in Lbl or at the beginning, and those that Ref or a link names.
    """
    view = context.view
    if not view.references:
        yield Inapplicable("the document has no references")
        return
    for reference in view.references:
        if reference.via == "position" and reference.notes:
            note = reference.notes[0]
            yield Issue(
                note,
                opening(view, note),
                params={"marker": reference.marker},
                related=((reference.node, "marker"),),
                explains=(
                    *context.rejected(note, *_UNBOUND),
                    *context.rejected(reference.node, *_UNBOUND),
                ),
            )
