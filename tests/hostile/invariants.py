"""What every later stage relies on, however broken the file was."""

from __future__ import annotations

from dtaa_lint.pdf.model import PdfDocument


def check(document: PdfDocument) -> PdfDocument:
    """Asserts the invariants of a document that was read, and hands it on."""
    elements, text, pages = document.elements, document.text, len(document.pages)
    assert pages > 0
    claimed = set()
    for index, element in enumerate(elements):
        assert element.index == index
        assert -1 <= element.parent < index < element.end <= len(elements)
        assert 0 <= element.text_start <= element.text_end <= len(text)
        assert -1 <= element.page < pages
        assert all(0 <= target < len(elements) for target in element.refs)
        for kid in element.kids:
            if isinstance(kid, int):
                assert elements[kid].parent == index
                assert elements[kid].end <= element.end
                assert elements[kid].depth == element.depth + 1
            else:
                assert -1 <= kid.page < pages
                if len(kid) == 3 and kid.page >= 0 and hasattr(kid, "mcid"):
                    assert kid not in claimed
                    claimed.add(kid)
                elif hasattr(kid, "annotation"):
                    assert -1 <= kid.annotation < len(document.annotations)
    last = 0
    for run in document.runs:
        assert last <= run.start <= run.end <= len(text)
        assert 0 <= run.owner < len(elements)
        last = run.start
    for page in document.pages:
        assert 0 <= page.reached <= page.glyphs
        assert page.rotate in (0, 90, 180, 270)
        x0, y0, x1, y1 = page.crop_box
        assert x0 < x1 and y0 < y1
    for number, annotation in enumerate(document.annotations):
        assert annotation.index == number
        assert 0 <= annotation.page < pages
        if annotation.target is not None:
            assert -1 <= annotation.target.element < len(elements)
            assert -1 <= annotation.target.page < pages
    for places in document.ids.values():
        assert places == tuple(sorted(places))
    for issue in document.issues:
        assert issue.count >= 1
        assert -1 <= issue.element < len(elements)
        assert issue.detail
        assert "\n" not in issue.detail
    return document
