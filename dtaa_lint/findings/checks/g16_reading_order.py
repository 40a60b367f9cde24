"""G16: reading order is logical order, and all that is to be read is in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.contract import tagged_in_name_only
from dtaa_lint.findings.ratios import form_fields
from dtaa_lint.findings.wording import Phrase, fold, listing, quote
from dtaa_lint.pdf.model import Annotation, Page

_ANSWERED = frozenset({"Tx", "Ch"})
"""Kinds of fields that hold an answer of their own."""
_LEAST_GLYPHS = 12
"""Fewer glyphs are a page number or a stray mark."""
_NAME, _NAMES = 40, 3
"""Characters of a field's name, and names that are shown."""
_RUNNING_PAGES = 3
"""The same text outside the tree on this many pages is a running header or footer."""
_RUNNING_GLYPHS = 160
_MARGIN = 0.1
"""Share of the page's height, at its top and its bottom, where running lines stand."""


@check("DT1602")
def content_outside_structure(context: Context) -> Iterator[Issue | Inapplicable]:
    """Visible text of a page, or form fields, that no structure element owns.

    Passes: page numbers, running headers and footers, told by their place or because they repeat
    from page to page, and what the tree has elsewhere word for word (a table's repeated header);
    hidden fields and fields without a size. Beside them: text and choice fields of one page that
    have one name for people.
    """
    fields = _fields_outside(context)
    yield from fields
    yield from _fields_alike(context)
    pages = context.view.document.pages
    glyphs = sum(page.glyphs for page in pages)
    if not glyphs:
        if not fields:
            yield Inapplicable("the document has no visible text")
        return
    if tagged_in_name_only(context.view.document):
        if not fields:
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
                "share": Phrase("less than 1") if share < 1 else str(round(share)),
                "page": page.label,
                "sample": sample,
            },
            page=page.index,
        )


def _fields_outside(context: Context) -> list[Issue]:
    """The form fields that no structure element owns, page by page."""
    view = context.view
    shown = form_fields(view)
    owned = {field.annotation for field in view.fields}
    outside: dict[int, list[Annotation]] = {}
    for field in shown:
        if field.index not in owned:
            outside.setdefault(field.page, []).append(field)
    total = sum(map(len, outside.values()))
    variant = "all-fields" if total == len(shown) else "fields"
    labels = [page.label for page in view.document.pages]
    issues: list[Issue] = []
    for page, fields in sorted(outside.items()):
        names = list(dict.fromkeys(name for field in fields if (name := _name(field))))
        params: dict[str, object] = {
            "here": len(fields),
            "page": labels[page] if 0 <= page < len(labels) else "?",
            "outside": total,
            "fields": len(shown),
            "sample": Phrase(
                ", such as {names}", names=listing([quote(name, _NAME) for name in names[:_NAMES]])
            )
            if names
            else Phrase(", without an accessible name"),
        }
        issues.append(Issue(-1, names[0] if names else "", variant, params, page=page))
    return issues


def _fields_alike(context: Context) -> Iterator[Issue]:
    """Fields of one page that have one name for people and are different fields: nobody can tell
    which answer is asked for. Buttons of one group, and the same field shown twice, are one."""
    view = context.view
    alike: dict[tuple[int, str], dict[str, Annotation]] = {}
    for field in form_fields(view):
        name = _name(field)
        if name and field.field is not None and field.field.kind in _ANSWERED:
            alike.setdefault((field.page, name), {}).setdefault(field.field.name, field)
    labels = [page.label for page in view.document.pages]
    for (page, name), fields in sorted(alike.items()):
        if len(fields) > 1:
            label = labels[page] if 0 <= page < len(labels) else "?"
            params = {"alike": len(fields), "page": label}
            yield Issue(-1, name, "same-name", params, page=page)


def _name(annotation: Annotation) -> str:
    """The name for people of a form field; empty for none."""
    return fold((annotation.field.label or "") if annotation.field is not None else "")


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
