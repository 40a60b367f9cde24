"""The input contract: is the structure tree evidence enough to assess the document at all."""

from __future__ import annotations

from dtaa_lint.pdf.model import PdfDocument

ENOUGH = 0.5
"""Share of the visible glyphs that the tree must reach; below, the file is tagged in name only."""

_FEW_GLYPHS = 40
"""Fewer visible glyphs outside the tree are a page number or a stamp, no lost content."""


def glyph_reach(document: PdfDocument) -> tuple[int, int]:
    """(reached, visible) glyphs of all pages, artifacts and white space left out."""
    return sum(page.reached for page in document.pages), sum(page.glyphs for page in document.pages)


def owns_content(document: PdfDocument) -> bool:
    """Whether any element of the tree owns content or an annotation."""
    return any(not isinstance(kid, int) for element in document.elements for kid in element.kids)


def tagged_in_name_only(document: PdfDocument) -> bool:
    """The tree owns content, yet reaches less than half of the visible text."""
    reached, glyphs = glyph_reach(document)
    return glyphs - reached >= _FEW_GLYPHS and reached < ENOUGH * glyphs and owns_content(document)
