"""Fingerprints that survive unrelated edits: rule, element key and evidence.

The element key is the native /ID when no other element has it; else the types from the element up
to the scope of its nearest heading, that heading's text, and the beginning of the element's own
text. Pages, object numbers, offsets and sibling numbers never enter.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from dtaa_lint.findings.wording import fold
from dtaa_lint.graph.view import View

_CONTAINERS = frozenset({"Document", "DocumentFragment", "Part", "Art", "Sect", "Div", "NonStruct"})
"""Elements whose text is the sum of what anybody edits inside: it does not identify them."""

_TEXT = 200
"""Characters of the element's text that enter the key."""
_ANCESTORS = 40
"""Types that enter the key at most."""


class Fingerprints:
    """Makes the fingerprints of one document; equal keys get an ordinal in order of asking."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._keys: dict[int, str] = {}
        self._seen: dict[str, int] = {}

    def make(self, code: str, node: int, variant: str, evidence: str) -> str:
        """32 hexadecimal digits. Call in the order of the findings: it settles collisions."""
        key = self._keys.get(node)
        if key is None:
            key = self._keys[node] = self._element_key(node)
        base = _digest((code, variant, key, fold(evidence[:2000])))
        ordinal = self._seen.get(base, 0)
        self._seen[base] = ordinal + 1
        return base if ordinal == 0 else _digest((base, str(ordinal)))

    def _element_key(self, node: int) -> str:
        view = self._view
        if node < 0:
            return "document"
        element = view.nodes[node]
        if element.id and len(view.document.ids.get(element.id, ())) == 1:
            return "id\0" + element.id
        heading = view.heading_of(node)
        types = [element.type]
        current = element.parent
        while current >= 0 and len(types) < _ANCESTORS:
            above = view.nodes[current]
            if current < heading < above.end:
                break
            types.append(above.type)
            current = above.parent
        text = ""
        if element.type not in _CONTAINERS:
            end = min(element.text_end, element.text_start + 4 * _TEXT)
            text = fold(view.document.text[element.text_start : end])[:_TEXT]
        above_text = view.text(heading) if heading >= 0 else ""
        return "\0".join(("key", above_text, "/".join(types), text))


def group_id(code: str, variant: str, kind: str, shape: str) -> str:
    """12 hexadecimal digits for findings with one cause."""
    return _digest((code, variant, kind, shape))[:12]


def _digest(parts: Iterable[str]) -> str:
    return sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
