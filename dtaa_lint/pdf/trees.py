"""Name trees and number trees (ISO 32000-2, 7.9.6, 7.9.7): read whole, bounded, cycle-safe."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.pdf.objects import Objects, Value


def entries(
    objects: Objects, root: Value, leaf: str, *, limit: int = 1_000_000
) -> Iterator[tuple[Value, Value]]:
    """(key, value) pairs in the order of the tree; ``leaf`` is ``Names`` or ``Nums``.

    Keys are ``bytes`` or ``int``, others are skipped. Values are not resolved. A node reached
    twice is read once; after ``limit`` nodes and pairs the rest is left out.
    """
    wanted: type = bytes if leaf == "Names" else int
    seen: set[Value] = set()
    pending: list[Value] = [root]
    while pending and limit > 0:
        node = pending.pop()
        if node.__class__ is tuple:
            if node in seen:
                continue
            seen.add(node)
            # Not remembered: each node is read once, and leaves are large.
            node = objects.fetch(node)
        limit -= 1
        if not isinstance(node, dict):
            continue
        pairs = objects.array(node.get(leaf))
        for index in range(0, len(pairs) - 1, 2):
            key = pairs[index]
            if key.__class__ is tuple:
                key = objects.resolve(key)
            if key.__class__ is wanted:
                yield key, pairs[index + 1]
            limit -= 1
        kids = objects.array(node.get("Kids"))
        pending.extend(reversed(kids[: max(0, limit)]))
