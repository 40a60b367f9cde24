"""Items of a list that are set deeper than those before them: a list in a list, tagged as one."""

from __future__ import annotations

from dtaa_lint.graph.model import ListView
from dtaa_lint.graph.view import View

_LEAST, _MOST = 7.0, 60.0
"""Points by which an inner list is indented. Less is uneven setting, more is another column."""
_EVEN = 1.5
"""Points within which items stand on one edge."""
_LOOKED_AT = 500
"""Members of a list that is looked at; a longer one is taken as it is."""


def set_deeper(view: View, found: ListView) -> tuple[int, ...]:
    """The members that stand indented behind an item that announces them with a colon, and before
    the list returns to that item's edge or ends. Without a colon an indent may mean anything."""
    members = found.members
    if not 2 < len(members) <= _LOOKED_AT:
        return ()
    if not any(member.text[-1:] in _COLONS and not member.nested for member in members[:-1]):
        return ()
    edges = [_edge(view, member.body if member.body >= 0 else member.node) for member in members]
    deeper: list[int] = []
    for at, member in enumerate(members[:-1]):
        edge = edges[at]
        if edge is None or member.text[-1:] not in _COLONS or member.nested:
            continue
        # An item on an edge of its own behind others is set unevenly.
        if at and not any(_even(edge, one) for one in edges[:at]):
            continue
        inner: float | None = None
        for after in range(at + 1, len(members)):
            other = edges[after]
            if other is None or not _LEAST <= other[1] - edge[1] <= _MOST:
                break
            if other[0] == edge[0] and other[2] > edge[2] + _EVEN:
                break
            inner = other[1] if inner is None else inner
            if abs(other[1] - inner) > _EVEN:
                break
            deeper.append(members[after].node)
    return tuple(dict.fromkeys(deeper)) if len(deeper) > 1 else ()


_COLONS = (":", "：")


def _even(edge: tuple[int, float, float], other: tuple[int, float, float] | None) -> bool:
    return other is not None and abs(edge[1] - other[1]) <= _EVEN


def _edge(view: View, node: int) -> tuple[int, float, float] | None:
    """Page, left edge and top of an element; None without a place on a page."""
    places = view.boxes(node)
    if not places:
        return None
    box = places[0].box
    return places[0].page, box[0], box[3]
