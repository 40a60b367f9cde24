"""What stands directly under each heading, as HEADING_SCOPE and SECTION_SET read it."""

from __future__ import annotations

from dataclasses import dataclass

from dtaa_lint.graph.model import Heading
from dtaa_lint.graph.view import View
from dtaa_lint.tasks.validate import is_fragment, is_pointer, is_stub

NO_TEXT = frozenset(
    {"L", "Table", "Figure", "Formula", "Note", "FENote", "Form", "TOC", "TOCI", "Caption", "Index"}
    | {"Artifact", "Annot", "Lbl", "THead", "TBody", "TFoot", "TR", "TD", "TH"}
)
"""Blocks that are other motifs' evidence, or none."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the blocks before its first sub-heading."""

    heading: Heading
    texts: tuple[int, ...]
    """Blocks of running text: words, no fragments, no sentence that only leads into a list."""
    items: tuple[int, ...]
    """Texts and lists in order; a list stands for its lead sentence too."""
    children: tuple[int, ...]
    """Sub-headings that have content of their own."""
    lists: int
    """Lists among the blocks."""
    others: int
    """Tables, figures and other blocks that are neither text nor list."""
    fragments: tuple[int, ...]
    """Blocks left out as form stubs or contents lines."""
    pointers: int
    """Texts that only say where to look."""


def read_sections(view: View) -> list[Section]:
    """One section for each heading with text, in reading order."""
    with_content = {h.node for h in view.headings if h.text and (h.blocks or h.children)}
    return [_section(view, heading, with_content) for heading in view.headings if heading.text]


def _section(view: View, heading: Heading, with_content: set[int]) -> Section:
    end = heading.children[0] if heading.children else len(view.nodes)
    nodes = view.nodes
    texts: list[int] = []
    items: list[int] = []
    fragments: list[int] = []
    lists = others = pointers = 0
    lead = -1
    for block in heading.blocks:
        if block >= end:
            break
        kind = nodes[block].type
        if kind == "L":
            lists += 1
            if lead >= 0:
                # The sentence before the list belongs to it.
                items.pop()
                texts.pop()
            items.append(block)
            lead = -1
            continue
        lead = -1
        if kind in NO_TEXT:
            others += 1
            continue
        text = view.text(block)
        if not any(map(str.isalpha, text)):
            continue
        if is_fragment(text):
            fragments.append(block)
            continue
        if text[-1] in ":：":
            lead = block
        if is_pointer(text):
            pointers += 1
        texts.append(block)
        items.append(block)
    texts, items = _without_stubs(view, texts, items, fragments)
    return Section(
        heading,
        tuple(texts),
        tuple(items),
        tuple([child for child in heading.children if child in with_content]),
        lists,
        others,
        tuple(fragments),
        pointers,
    )


def _without_stubs(
    view: View, texts: list[int], items: list[int], fragments: list[int]
) -> tuple[list[int], list[int]]:
    """Takes out labels that wait for a value which no list gave."""
    stubs = {node for node in texts if is_stub(view.text(node))}
    if not stubs:
        return texts, items
    fragments.extend(sorted(stubs))
    return [n for n in texts if n not in stubs], [n for n in items if n not in stubs]
