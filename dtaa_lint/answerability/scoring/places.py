"""Where evidence and shown items stand in the flat text of the pages.

Systems that know no elements show pieces of text. Whether a piece shows *this* "2.1", and not one
of the twenty others, is a question of place: the evidence's place is the occurrence of its text
that is nearest to the element's box on its page, the item's place is where its text stands in the
document.
"""

from __future__ import annotations

import pypdfium2

from dtaa_lint.answerability.answering.text import clean, flat_text
from dtaa_lint.answerability.scoring.match import Squeezed
from dtaa_lint.graph.view import View

Range = tuple[int, int]
"""Offsets into the squeezed flat text."""

_ENDS = 8
"""Words of the beginning and the end by which a text is found that something stands within: the
foot of one page and the head of the next."""
_STRETCH = 2.0
_SLACK = 800
"""How much longer than itself a text may be with what stands within it."""
_TOLERANCE = (30.0, 12.0)
"""Points, across and up, around the first letter of an element."""
_PAGES = 24
"""Text pages that are kept open."""


class FlatPlaces:
    """The places of one document. Opens the file again, by pdfium, for the boxes."""

    def __init__(self, data: bytes, view: View) -> None:
        self._view = view
        pages = flat_text(data).pages
        self._starts = [0]
        for page in pages:
            self._starts.append(self._starts[-1] + len(Squeezed(page).text))
        self._whole = Squeezed("\n".join(pages))
        self._evidence: dict[tuple[int, str], Range | None] = {}
        self._items: dict[tuple[str, int], Range | None] = {}
        self._open: dict[int, tuple[pypdfium2.PdfTextPage, str] | None] = {}
        self._document: pypdfium2.PdfDocument | None = None
        if pages:
            self._document = pypdfium2.PdfDocument(data)

    def evidence(self, node: int, text: str) -> Range | None:
        """The place of a text of an element; None when the pages do not have it (an alternative
        text), or not as one piece."""
        key = (node, text)
        if key not in self._evidence:
            self._evidence[key] = self._nearest(Squeezed(text), self._expected(node))
        return self._evidence[key]

    def item(self, text: str, page: int) -> Range | None:
        """The place of a shown text; None when the pages do not have it."""
        key = (text, page)
        if key not in self._items:
            start = self._starts[page] if 0 <= page < len(self._starts) else 0
            self._items[key] = self._nearest(Squeezed(text), start)
        return self._items[key]

    def text(self, start: int, end: int) -> str:
        """What stands there, as it is compared."""
        return self._whole.text[start:end]

    def _nearest(self, wanted: Squeezed, expected: int) -> Range | None:
        found = list(self._whole.places(wanted))
        if found:
            return min(found, key=lambda place: (abs(place[0] - expected), place))
        if len(wanted.tokens) < 2 * _ENDS:
            return None
        head = Squeezed(" ".join(wanted.tokens[:_ENDS]))
        tail = Squeezed(" ".join(wanted.tokens[-_ENDS:]))
        longest = int(_STRETCH * len(wanted.text)) + _SLACK
        ends = [end for _, end in self._whole.places(tail)]
        spans = [
            (start, end)
            for start, _ in self._whole.places(head)
            for end in ends
            if len(wanted.text) * 0.8 <= end - start <= longest
        ]
        if not spans:
            return None
        return min(spans, key=lambda span: (abs(span[0] - expected), span))

    def _expected(self, node: int) -> int:
        """The offset at which the element's text should begin."""
        boxes = self._view.boxes(node)
        page = boxes[0].page if boxes else self._view.nodes[node].page
        if not 0 <= page < len(self._starts) - 1:
            return 0
        opened = self._page(page)
        if boxes and opened is not None:
            text_page, text = opened
            left, bottom, _, top = boxes[0].box
            size = min(self._view.nodes[node].font_size or top - bottom, top - bottom)
            try:
                index = text_page.get_index(left + size / 4, top - size / 2, *_TOLERANCE)
            except pypdfium2.PdfiumError:
                index = None
            if index is not None:
                return self._starts[page] + len(Squeezed(clean(text[:index])).text)
        return self._starts[page]

    def _page(self, number: int) -> tuple[pypdfium2.PdfTextPage, str] | None:
        if number in self._open:
            return self._open[number]
        if len(self._open) >= _PAGES:
            self._open.pop(next(iter(self._open)))
        opened = None
        if self._document is not None:
            try:
                text_page = self._document[number].get_textpage()
                opened = (text_page, text_page.get_text_range())
            except (pypdfium2.PdfiumError, ValueError, UnicodeError):
                opened = None
        self._open[number] = opened
        return opened
