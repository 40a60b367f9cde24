"""The pages: their objects, inherited boxes, rotation, and labels (ISO 32000-2, 7.7.3, 12.4.2)."""

from __future__ import annotations

from typing import NamedTuple

import pikepdf

from dtaa_lint.errors import InputError
from dtaa_lint.pdf.issues import Issues
from dtaa_lint.pdf.model import Box, IssueKind
from dtaa_lint.pdf.objects import Objects, Ref, Value
from dtaa_lint.pdf.open import Limits, take_warnings
from dtaa_lint.pdf.trees import entries
from dtaa_lint.words import Phrase

LETTER: Box = (0.0, 0.0, 612.0, 792.0)
"""What viewers assume for a page without any usable MediaBox."""

_ANCESTORS = 100


class RawPage(NamedTuple):
    """A page while the document is being read."""

    object: pikepdf.Object
    ref: Ref
    media_box: Box
    crop_box: Box
    rotate: int
    annotations: Value
    """Value of /Annots, unresolved."""
    struct_parents: int | None


def box_of(objects: Objects, value: Value) -> Box | None:
    """A rectangle with its corners in order; ``None`` when it is none or has no area."""
    corners = objects.array(value)
    if len(corners) < 4:
        return None
    numbers = [objects.number(corner) for corner in corners[:4]]
    a, b, c, d = numbers
    if a is None or b is None or c is None or d is None:
        return None
    box = (min(a, c), min(b, d), max(a, c), max(b, d))
    return box if box[0] < box[2] and box[1] < box[3] else None


def read_pages(
    pdf: pikepdf.Pdf, objects: Objects, name: str, limits: Limits, issues: Issues
) -> list[RawPage]:
    """All pages in order; raises InputError when there are none that can be read."""
    found = _page_objects(pdf, objects, limits, issues)
    if not found:
        raise InputError(name, _none_of(pdf))
    if len(found) > limits.pages:
        issues.add(
            IssueKind.LIMIT,
            -1,
            Phrase("stopped after {limit:d} of {of:d} pages", limit=limits.pages, of=len(found)),
        )
        found = found[: limits.pages]
    return [_page(objects, page) for page in found]


def _none_of(pdf: pikepdf.Pdf) -> str:
    """Why there are no pages: the tree names none, or none that can be read, as where a number of a
    box is beyond all bounds, for which qpdf drops the whole page."""
    reasons = " ".join(take_warnings(pdf))
    if "64-bit integer" in reasons:
        return Phrase("has pages, but none can be read: a number, as of a page box, is too large")
    if "Pages tree" in reasons:
        return Phrase("has pages, but none can be read")
    return Phrase("has no pages")


def _page_objects(
    pdf: pikepdf.Pdf, objects: Objects, limits: Limits, issues: Issues
) -> list[pikepdf.Object]:
    try:
        return [page.obj for page in pdf.pages]
    except Exception:
        # qpdf refuses page trees with cycles and the like; what can be reached is still read.
        issues.add(IssueKind.REPAIRED, -1, Phrase("the page tree is malformed"), group="pages")
    found: list[pikepdf.Object] = []
    seen: set[Value] = set()
    try:
        pending: list[Value] = [pdf.Root["/Pages"].objgen]
    except Exception:
        return []
    while pending and len(found) <= limits.pages:
        ref = pending.pop()
        if ref.__class__ is not tuple or ref in seen:
            continue
        seen.add(ref)
        node = objects.fetch(ref)
        if not isinstance(node, dict):
            continue
        if "Kids" in node:
            pending.extend(reversed(objects.array(node["Kids"])))
        elif node.get("Type") in ("Page", None):
            found.append(pdf.get_object(ref))
    return found


def _page(objects: Objects, page: pikepdf.Object) -> RawPage:
    ref: Ref = page.objgen
    entry = objects.fetch(ref)
    own: dict[str, Value] = entry if isinstance(entry, dict) else {}
    inherited = dict(own)
    node = own
    for _ in range(_ANCESTORS):
        if "MediaBox" in inherited and "CropBox" in inherited and "Rotate" in inherited:
            break
        node = objects.dictionary(node.get("Parent"))
        if not node:
            break
        for key in ("MediaBox", "CropBox", "Rotate"):
            if key in node:
                inherited.setdefault(key, node[key])
    media = box_of(objects, inherited.get("MediaBox")) or LETTER
    crop = box_of(objects, inherited.get("CropBox")) or media
    clipped = (
        max(media[0], crop[0]), max(media[1], crop[1]),
        min(media[2], crop[2]), min(media[3], crop[3]),
    )  # fmt: skip
    crop = clipped if clipped[0] < clipped[2] and clipped[1] < clipped[3] else media
    turn = objects.integer(inherited.get("Rotate")) or 0
    return RawPage(
        object=page,
        ref=ref,
        media_box=media,
        crop_box=crop,
        rotate=turn % 360 if turn % 90 == 0 else 0,
        annotations=own.get("Annots"),
        struct_parents=objects.integer(own.get("StructParents")),
    )


_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


def _numeral(number: int, style: str | None) -> str:
    """``number`` in a numbering style of Table 161; decimal where the style would run wild."""
    if style is None:
        return ""
    if style in ("r", "R") and 0 < number < 5000:
        text = ""
        for value, letters in _ROMAN:
            text += letters * (number // value)
            number %= value
        return text if style == "r" else text.upper()
    if style in ("a", "A") and 0 < number <= 26 * 20:
        text = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return text if style == "a" else text.upper()
    return str(number)


def page_labels(objects: Objects, tree: Value, count: int, limit: int) -> list[str]:
    """The label of each page; the 1-based number where the document gives none."""
    ranges: dict[int, dict[str, Value]] = {}
    if tree is not None:
        for key, value in entries(objects, tree, "Nums", limit=limit):
            if 0 <= key < count:
                ranges[key] = objects.dictionary(value)
    labels: list[str] = []
    current: dict[str, Value] | None = None
    first, prefix, start, style = 0, "", 1, None
    for index in range(count):
        if index in ranges:
            current = ranges[index]
            first = index
            prefix = (objects.text(current.get("P")) or "")[:100]
            start = objects.integer(current.get("St")) or 1
            if abs(start) > 10**9:
                start = 1
            style = objects.name(current.get("S"))
        label = prefix + _numeral(start + index - first, style) if current is not None else ""
        labels.append(label or str(index + 1))
    return labels
