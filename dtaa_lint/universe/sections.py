"""What stands directly under each heading, as HEADING_SCOPE and SECTION_SET read it."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass

from dtaa_lint.graph.model import Heading
from dtaa_lint.graph.view import View
from dtaa_lint.universe.validate import is_fragment, is_pointer, is_stub

NO_TEXT = frozenset(
    {"L", "Table", "Figure", "Formula", "Note", "FENote", "Form", "TOC", "TOCI", "Caption", "Index"}
    | {"Artifact", "Annot", "Lbl", "THead", "TBody", "TFoot", "TR", "TD", "TH"}
)
"""Blocks that are other motifs' evidence, or none."""
_SENTENCE = 4
"""Words of a text with a full stop; a shorter one (``Yes. Complete below.``) is a label."""
_RUNNING = 6
"""Words of one without."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the blocks before its first sub-heading."""

    heading: Heading
    texts: tuple[int, ...]
    """Blocks of running text; labels, fragments and sentences that only lead into a list, a table
    or a figure are left out."""
    items: tuple[int, ...]
    """Texts and lists in order; a list stands for its lead sentence too."""
    children: tuple[int, ...]
    """Sub-headings that have content of their own."""
    lists: int
    """Lists among the blocks."""
    others: int
    """Tables, figures and other blocks that are neither text nor list."""
    left_out: tuple[int, ...]
    """Texts left out as labels, form stubs or contents lines."""
    pointers: int
    """Texts that only say where to look."""


def read_sections(view: View, text_of: Callable[[int], str], captions: Set[int]) -> list[Section]:
    """One section for each heading with text, in reading order. ``text_of`` gives a block's text
    without notes and markers; ``captions`` are paragraphs that look like captions."""
    with_content = {h.node for h in view.headings if h.text and (h.blocks or h.children)}
    reader = _Reader(view, text_of, captions, with_content)
    return [reader.read(heading) for heading in view.headings if heading.text]


class _Reader:
    def __init__(
        self, view: View, text_of: Callable[[int], str], captions: Set[int], content: Set[int]
    ) -> None:
        self.view = view
        self.text_of = text_of
        self.captions = captions
        self.content = content

    def read(self, heading: Heading) -> Section:
        nodes = self.view.nodes
        end = heading.children[0] if heading.children else len(nodes)
        texts: list[int] = []
        items: list[int] = []
        left_out: list[int] = []
        lists = others = pointers = 0
        lead = -1
        for block in heading.blocks:
            if block >= end:
                break
            kind = nodes[block].type
            if kind in NO_TEXT or block in self.captions:
                if kind == "L":
                    lists += 1
                    items.append(block)
                elif kind in NO_TEXT:
                    others += 1
                lead = -1
                continue
            if lead >= 0:
                # No list, table or figure followed the colon.
                self.keep(lead, texts, items, left_out)
                lead = -1
            text = self.text_of(block)
            if not any(map(str.isalpha, text)):
                continue
            if text[-1] in ":：":
                lead = block
            elif is_pointer(text):
                pointers += 1
                texts.append(block)
                items.append(block)
            elif is_fragment(text) or not is_running(text):
                left_out.append(block)
            else:
                texts.append(block)
                items.append(block)
        if lead >= 0:
            left_out.append(lead)
        return Section(
            heading,
            tuple(texts),
            tuple(items),
            tuple([child for child in heading.children if child in self.content]),
            lists,
            others,
            tuple(left_out),
            pointers,
        )

    def keep(self, block: int, texts: list[int], items: list[int], left_out: list[int]) -> None:
        """A text that ends in a colon before more text: a sentence, unless it is a mere label."""
        if is_stub(self.text_of(block)):
            left_out.append(block)
        else:
            texts.append(block)
            items.append(block)


def is_running(text: str) -> bool:
    """A sentence, or as many words as a sentence has; no label such as ``Yes`` or ``Other``."""
    spaces = text.count(" ")
    if spaces >= _RUNNING - 1:
        return True
    if text[-1] in "。！？":
        return True
    return spaces >= _SENTENCE - 1 and text.rstrip(')]”"»')[-1:] in (".", "!", "?", ";", "…")
