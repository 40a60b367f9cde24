"""Structure paths: where an element stands in the tree, as people and machines read it."""

from __future__ import annotations

from hashlib import blake2b

from dtaa_lint.graph.captions import Captions

MAX_STEPS = 40
"""Steps of a path that are written out. No sound tree is so deep; in a longer path the middle is
one step that says how many it stands for and tells it from others by a digest of the steps down to
there: ``/Document/Div[1]/…(99960 steps, 5f0c9a3b27d1e684)…/Div[1]/P[2]``."""
OUTER = 8
"""Of these, steps before the shortened middle."""
MAX_NAME = 64
"""Characters of a type; the rest of a longer one is left out."""


class StructurePaths:
    """Makes paths; what elements share is computed once. ``raw``: of the tags as written, before
    role mapping."""

    def __init__(self, captions: Captions, raw: bool = False) -> None:
        self._captions = captions
        self._raw = raw
        self._nodes = captions.index.nodes
        self._steps: dict[int, dict[int, str]] = {}
        """Parent -> child -> the child's step."""
        self._known: dict[int, tuple[bytes, int]] = {}
        """Element -> digest of its whole path, and its ancestor at depth ``OUTER`` - 1."""

    def of(self, node: int) -> str:
        """The path of an element; ``/`` for -1."""
        if node < 0:
            return "/"
        depth = self._nodes[node].depth
        if depth < MAX_STEPS:
            return "/" + "/".join(self._up(node, depth + 1)[0])
        steps, above = self._up(node, MAX_STEPS - OUTER)
        omitted = depth + 1 - MAX_STEPS
        noun = "step" if omitted == 1 else "steps"
        digest, top = self._digest(above)
        return f"{self.of(top)}/…({omitted} {noun}, {digest.hex()})…/" + "/".join(steps)

    def _up(self, node: int, count: int) -> tuple[list[str], int]:
        """The innermost ``count`` steps, outermost first, and the element above them."""
        steps: list[str] = []
        while node >= 0 and len(steps) < count:
            steps.append(self._step(node))
            node = self._nodes[node].parent
        steps.reverse()
        return steps, node

    def _step(self, node: int) -> str:
        """``P[2]``: the type, and which of the siblings of that type."""
        parent = self._nodes[node].parent
        known = self._steps.get(parent)
        if known is None:
            known = self._steps[parent] = {}
            counts: dict[str, int] = {}
            for child in self._captions.siblings(parent):
                element = self._nodes[child]
                name = (element.raw if self._raw else "") or element.type
                if len(name) > MAX_NAME:
                    name = name[: MAX_NAME - 1] + "…"
                number = counts[name] = counts.get(name, 0) + 1
                known[child] = name if parent < 0 and number == 1 else f"{name}[{number}]"
        return known[node]

    def _digest(self, node: int) -> tuple[bytes, int]:
        """Of all steps from the root to the element, each digest made of the one above; with the
        ancestor at depth ``OUTER`` - 1."""
        chain: list[int] = []
        while node >= 0 and node not in self._known:
            chain.append(node)
            node = self._nodes[node].parent
        digest, top = self._known[node] if node >= 0 else (b"", -1)
        for at in reversed(chain):
            step = self._step(at).encode("utf-8", "surrogatepass")
            digest = blake2b(step, digest_size=8, key=digest).digest()
            if self._nodes[at].depth == OUTER - 1:
                top = at
            self._known[at] = digest, top
        return digest, top
