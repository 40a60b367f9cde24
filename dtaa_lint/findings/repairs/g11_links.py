"""G11: links that lead to elements."""

from __future__ import annotations

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.repairs.common import related
from dtaa_lint.findings.repairs.registry import not_computed, repairs
from dtaa_lint.graph.model import Link
from dtaa_lint.repairs.edits import FIRST_HANDLE, ROOT, Insert, Refer, Repair, Retype, SetTarget


@repairs("DT1101")
def led_to_element(context: Context, issue: Issue) -> Repair | None:
    """A structure destination at the element that the link names or lands on."""
    meant = related(issue, "named by the link") or related(issue, "element that is probably meant")
    # The links of a file before PDF 2.0 are one issue: each of them with its element.
    nodes = [issue.node, *related(issue, "another link")]
    if len(meant) != len(nodes) or issue.node < 0:
        return None
    by_node = context.once("links-by-node", _links_by_node)
    edits = [
        SetTarget(link.annotation, element)
        for node, element in zip(nodes, meant, strict=True)
        for link in by_node.get(node, ())
        if link.annotation >= 0
    ]
    return tuple(edits) or None


def _links_by_node(context: Context) -> dict[int, list[Link]]:
    found: dict[int, list[Link]] = {}
    for link in context.view.links:
        found.setdefault(link.node, []).append(link)
    return found


@repairs("DT1102")
def link_untagged(context: Context, issue: Issue) -> Repair | None:
    """Words whose link leads nowhere are no link."""
    return (Retype(issue.node, "Span"),) if issue.node >= 0 else None


@repairs("DT1103")
def mention_tagged(context: Context, issue: Issue) -> Repair | None:
    """The words stand in a Reference whose Ref names what they speak of."""
    targets = related(issue, "what it refers to")
    if not targets:
        return None
    words = Insert(FIRST_HANDLE, issue.node, ROOT, "Reference", issue.evidence)
    return (words, Refer(FIRST_HANDLE, (targets[0],)))


@repairs("DT1104")
def address_written(context: Context, issue: Issue) -> Repair | None:
    """The address changes, and nothing in the tree."""
    return ()


not_computed("DT1105", "which words the link is about only the page shows")
