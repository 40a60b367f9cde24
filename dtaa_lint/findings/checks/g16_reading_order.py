"""G16: reading order is logical order, and all that is to be read is in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.contract import tagged_in_name_only
from dtaa_lint.pdf.model import Page

_LEAST_GLYPHS = 12
"""Fewer glyphs are a page number or a stray mark."""
_RUNNING_PAGES = 3
"""The same text outside the tree on this many pages is a running header or footer."""
_RUNNING_GLYPHS = 160
_MARGIN = 0.1
"""Share of the page's height, at its top and its bottom, where running lines stand."""


@check("DT1602")
def content_outside_structure(context: Context) -> Iterator[Issue | Inapplicable]:
    """Visible text of a page that no structure element owns and that is no artifact.

    Passes: page numbers, running headers and footers, told by their place or because they repeat
    from page to page, and what the tree has elsewhere word for word (a table's repeated header).
    """
    pages = context.view.document.pages
    glyphs = sum(page.glyphs for page in pages)
    if not glyphs:
        yield Inapplicable("the document has no visible text")
        return
    if tagged_in_name_only(context.view.document):
        yield Inapplicable("the document is tagged in name only, which DT0002 reports")
        return
    repeated = Counter(_sample(page) for page in pages if page.reached < page.glyphs)
    for page in pages:
        outside = page.glyphs - page.reached
        sample = " ".join(page.unreached_text.split())
        if outside < _LEAST_GLYPHS or not any(c.isalpha() for c in sample):
            continue
        if outside <= _RUNNING_GLYPHS and repeated[_sample(page)] >= _RUNNING_PAGES:
            continue
        if outside <= len(page.unreached_text) and _said(context, sample):
            continue
        if page.reached and outside <= _RUNNING_GLYPHS and _in_margins(page):
            continue
        share = 100 * outside / page.glyphs
        yield Issue(
            -1,
            sample,
            "page" if page.reached == 0 else "default",
            {
                "glyphs": outside,
                "share": "less than 1" if share < 1 else str(round(share)),
                "page": page.label,
                "sample": sample,
            },
            page=page.index,
        )


def _sample(page: Page) -> str:
    """The text outside the tree without digits, so that page numbers do not tell pages apart."""
    return "".join(c for c in page.unreached_text if not c.isdigit() and not c.isspace())


def _said(context: Context, sample: str) -> bool:
    """The structure tree has the same words elsewhere."""
    text = context.once("folded-text", lambda c: " ".join(c.view.document.text.split()))
    return sample in text


def _in_margins(page: Page) -> bool:
    """All that is outside the tree stands at the top or the bottom of the page."""
    lower, upper = page.crop_box[1], page.crop_box[3]
    if page.rotate % 180 or not page.unreached_boxes:
        return False
    margin = _MARGIN * (upper - lower)
    return all(box[3] <= lower + margin or box[1] >= upper - margin for box in page.unreached_boxes)
