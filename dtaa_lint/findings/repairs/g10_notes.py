"""G10: notes and markers bound to each other by Ref."""

from __future__ import annotations

from bisect import bisect_left

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.repairs.common import Handles, first_kid, placeholder, related
from dtaa_lint.findings.repairs.registry import repairs
from dtaa_lint.repairs.edits import ROOT, Edit, Insert, Refer, Repair, Retype

_CLAIMS = frozenset({"P", "TD", "TH", "LBody", "LI", "H1", "H2", "H3", "H4", "H5", "H6"})
_BACK = 500
"""Elements before a note in which the claim that it belongs to is assumed."""


@repairs("DT1001")
def note_referred_to(context: Context, issue: Issue) -> Repair | None:
    """A Reference to the note where its marker stands as plain text; where none was found, behind
    the text before the note, which then stands for the claim that only the author knows."""
    claims = related(issue, "marker as plain text")
    claim = claims[0] if claims else _before(context, issue.node)
    if claim < 0:
        return None
    marker = Handles().take()
    label = str(issue.params["label"])
    return (
        Insert(marker, context.view.block_of(claim), ROOT, "Reference", label),
        Refer(marker, (issue.node,)),
    )


def _before(context: Context, note: int) -> int:
    """The last block with text before a note, outside other notes."""
    view = context.view
    nodes = view.nodes
    notes = view.of_type("Note", "FENote")
    for node in range(note - 1, max(-1, note - _BACK), -1):
        element = nodes[node]
        if element.end > note or element.type not in _CLAIMS:
            continue
        at = bisect_left(notes, node) - 1
        if at >= 0 and nodes[notes[at]].end > node:
            continue
        if any(map(str.isalnum, view.text(node)[:100])):
            return node
    return -1


@repairs("DT1002")
def note_written(context: Context, issue: Issue) -> Repair | None:
    """A note with the marker, in the block that holds it, whose words only the author knows."""
    claims = related(issue, "claim")
    if not claims:
        return None
    handles = Handles()
    note = handles.take()
    text = placeholder(context, "What the note says", issue.node)
    edits: list[Edit] = [
        Insert(note, claims[0], ROOT, "Note"),
        Insert(handles.take(), note, ROOT, "Lbl", issue.evidence),
        Insert(handles.take(), note, ROOT, "P", text),
        Refer(issue.node, (note,)),
    ]
    return tuple(edits)


@repairs("DT1003")
def note_tagged(context: Context, issue: Issue) -> Repair | None:
    """The element is a Note, and the marker's Ref leads to it."""
    markers = related(issue, "marker")
    return (Retype(issue.node, "Note"), *[Refer(node, (issue.node,)) for node in markers])


@repairs("DT1004")
def note_chosen(context: Context, issue: Issue) -> Repair | None:
    """The marker's Ref names one of the notes that it may mean."""
    notes = related(issue, "note it may mean")
    return (Refer(issue.node, (notes[0],)),) if notes else None


@repairs("DT1005")
def marker_given(context: Context, issue: Issue) -> Repair | None:
    """The note gets a marker, and a Reference with it stands behind the text before the note, in
    place of the claim that only the author knows."""
    claim = _before(context, issue.node)
    if claim < 0:
        return None
    handles = Handles()
    marker = handles.take()
    return (
        Insert(handles.take(), issue.node, first_kid(context, issue.node), "Lbl", _STAR),
        Insert(marker, context.view.block_of(claim), ROOT, "Reference", _STAR),
        Refer(marker, (issue.node,)),
    )


@repairs("DT1006")
def note_bound(context: Context, issue: Issue) -> Repair | None:
    """The marker's Ref names the note, which has the marker too."""
    markers = related(issue, "marker")
    label = str(issue.params["marker"])
    lbl = Insert(Handles().take(), issue.node, first_kid(context, issue.node), "Lbl", label)
    return (lbl, *[Refer(node, (issue.node,)) for node in markers])


_STAR = "*"
