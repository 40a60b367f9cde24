"""G08: every set that can be counted is a list."""

from __future__ import annotations

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.repairs.common import Handles, holds_only_text, next_sibling, related
from dtaa_lint.findings.repairs.registry import repairs
from dtaa_lint.repairs.edits import ROOT, Edit, Insert, Move, Remove, Repair, Retype, Rewrite, Wrap
from dtaa_lint.universe.bullets import BULLETS, dashed_pieces, pieces

_MOST = 500
"""Items of a list that is made."""


@repairs("DT0801")
def items_listed(context: Context, issue: Issue) -> Repair | None:
    """The paragraphs become the items of a list; of lines in one paragraph, each line does."""
    handles = Handles()
    if issue.variant == "paragraphs":
        items = [issue.node, *related(issue, "next item")]
        made: list[Edit] = [Wrap(handles.take(), tuple(items), "L")]
        for node in items:
            made += [Wrap(handles.take(), (node,), "LI"), Retype(node, "LBody")]
        return tuple(made) if len(items) <= _MOST else None
    whole = context.view.text(issue.node)
    texts = [text.strip() for text in pieces(whole)] or dashed_pieces(whole)
    lead = whole[: next((i for i, c in enumerate(whole) if c in BULLETS), 0)].strip()
    if not holds_only_text(context, issue.node) or not 1 < len(texts) <= _MOST:
        return None
    element = context.view.nodes[issue.node]
    inside = element.type == "TD"
    found = handles.take()
    parent = issue.node if inside else element.parent
    before = ROOT if inside else next_sibling(context, issue.node)
    edits: list[Edit] = []
    if inside:
        edits.append(Rewrite(issue.node, ""))
        if lead:
            edits.append(Insert(handles.take(), parent, before, "P", lead))
    edits.append(Insert(found, parent, before, "L"))
    for text in texts:
        item = handles.take()
        edits.append(Insert(item, found, ROOT, "LI"))
        edits.append(Insert(handles.take(), item, ROOT, "LBody", text))
    if not inside:
        edits.append(Rewrite(issue.node, lead) if lead else Remove(issue.node))
    return tuple(edits)


@repairs("DT0802")
def items_parted(context: Context, issue: Issue) -> Repair | None:
    """Each bulleted text is an item of its own, in place of the one that held them all."""
    view = context.view
    nodes = view.nodes
    inside = {nodes[i].type for i in range(issue.node + 1, nodes[issue.node].end)}
    texts = [text.strip() for text in pieces(view.text(issue.node))]
    if not inside <= _ITEM or not 1 < len(texts) <= _MOST:
        return None
    handles = Handles()
    edits: list[Edit] = []
    for text in texts:
        item = handles.take()
        edits.append(Insert(item, nodes[issue.node].parent, issue.node, "LI"))
        edits.append(Insert(handles.take(), item, ROOT, "LBody", text))
    return (*edits, Remove(issue.node))


_ITEM = frozenset({"Lbl", "LBody", "P", "Span", "Strong", "Em"})


@repairs("DT0804")
def lists_joined(context: Context, issue: Issue) -> Repair | None:
    """The items of the later lists are those of the first."""
    view = context.view
    edits: list[Edit] = []
    for node in related(issue, "goes on here"):
        edits += [Move(kid, issue.node) for kid in view.children(node)]
        edits.append(Remove(node))
    return tuple(edits)


@repairs("DT0803")
def items_wrapped(context: Context, issue: Issue) -> Repair | None:
    """Each item is an LI with its text in an LBody; a block that is none stands behind the list."""
    view = context.view
    nodes = view.nodes
    handles = Handles()
    edits: list[Edit] = []
    if issue.variant == "no-items":
        at = [kid for kid in view.children(issue.node) if nodes[kid].type != "Caption"]
    else:
        at = related(issue, "place of the fault")
    if not at or len(at) > _MOST:
        return None
    if issue.variant == "foreign":
        parent, behind = nodes[issue.node].parent, next_sibling(context, issue.node)
        return tuple(Move(node, parent, behind) for node in at)
    if issue.variant in ("no-items", "default"):
        for node in at:
            edits += [Wrap(handles.take(), (node,), "LI"), Retype(node, "LBody")]
        return tuple(edits)
    if issue.variant == "nesting":
        return _put_deeper(context, at)
    for node in at:
        labels = [kid for kid in view.children(node) if nodes[kid].type == "Lbl"]
        if issue.variant == "label-only":
            edits += [Retype(label, "LBody") for label in labels[:1]]
            continue
        # The item itself becomes the body, inside a new item.
        item = handles.take()
        edits += [Wrap(item, (node,), "LI"), Retype(node, "LBody")]
        edits += [Move(label, item, node) for label in labels[:1]]
    return tuple(edits)


def _put_deeper(context: Context, items: list[int]) -> Repair | None:
    """The items are a list inside the item before the first of them."""
    view = context.view
    before = [kid for kid in view.siblings(items[0]) if kid < items[0]]
    if not before or view.nodes[before[-1]].type != "LI":
        return None
    body = [kid for kid in view.children(before[-1]) if view.nodes[kid].type == "LBody"]
    deeper = Handles().take()
    made = Insert(deeper, body[0] if body else before[-1], ROOT, "L")
    return (made, *[Move(item, deeper) for item in items])
