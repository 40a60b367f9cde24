"""Inline SVG: bars, and pieces of pages with what is drawn over them. Only numbers and names of
our own go in, so that nothing needs escaping."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from dtaa_lint.report.escape import visible
from dtaa_lint.report.html.crops import Crop, Rect, meet

_BAR = 200
"""Units of the longest bar."""


def bar(n: float, most: float, kind: str = "") -> Markup:
    """A bar of ``n`` where ``most`` is as wide as the cell. It repeats a number that stands beside
    it, so that assistive technology passes it over."""
    share = 0.0 if most <= 0 else min(max(n / most, 0.0), 1.0)
    # What is there is seen.
    length = 0.0 if n <= 0 else max(share * _BAR, 1.5)
    return Markup(
        f'<svg class="bar {kind}" viewBox="0 0 {_BAR} 10" preserveAspectRatio="none" '
        f'aria-hidden="true" focusable="false">'
        f'<rect class="track" width="{_BAR}" height="10"/>'
        f'<rect class="fill" width="{_number(length)}" height="10"/></svg>'
    )


def picture(shown: Crop, label: str) -> Markup:
    """The part of a page with its rectangles; ``label`` says what it shows."""
    view = shown.view
    parts = [
        f'<svg class="page" viewBox="{_rect(view)}" width="{shown.width:.0f}" '
        f'height="{shown.height:.0f}" role="img" aria-label="{escape(visible(label))}">'
        f'<use href="#{shown.image}" width="{shown.image_width}" height="{shown.image_height}"/>'
    ]
    size = view.width / max(shown.width, 1.0)
    first: dict[int, Rect] = {}
    for mark in shown.marks:
        kind = "other" if mark.number else "own"
        x, y, width, height = map(_number, mark.rect)
        place = f'x="{x}" y="{y}" width="{width}" height="{height}"'
        if mark.lines:
            sides = f"M{x} {y}v{height}M{_number(mark.rect.x + mark.rect.width)} {y}v{height}"
            parts.append(f'<rect class="{kind} wash" {place}/><path class="{kind}" d="{sides}"/>')
        else:
            parts.append(f'<rect class="halo" {place}/><rect class="{kind}" {place}/>')
        if mark.number:
            first.setdefault(mark.number, mark.rect)
    rects = [mark.rect for mark in shown.marks]
    taken: list[Rect] = []
    for number, rect in first.items():
        badge = _badge_place(number, rect, view, size, rects, taken)
        if badge is not None:
            taken.append(badge)
            parts.append(_badge(number, badge, size))
    return Markup("".join([*parts, "</svg>"]))


def _badge_place(
    number: int, rect: Rect, view: Rect, size: float, rects: Sequence[Rect], taken: Sequence[Rect]
) -> Rect | None:
    """Where the number of another element stands: beside its rectangle, away from other numbers
    and, where it can be, from other rectangles; None where there is no room. ``size``: a CSS
    pixel."""
    wide, tall, gap = (8 + 8 * len(str(number))) * size, 17 * size, 2 * size
    left, right = rect.x - wide - gap, rect.x + rect.width + gap
    above, below = rect.y - tall - gap, rect.y + rect.height + gap
    end = rect.y + rect.height - tall
    places = [
        (left, rect.y), (left, end), (rect.x, above), (right, rect.y), (right, end),
        (rect.x, below), (rect.x + rect.width - wide, above), (rect.x + gap, rect.y + gap),
        (rect.x + rect.width - wide - gap, rect.y + gap), (rect.x, end),
    ]  # fmt: skip
    best: tuple[int, Rect] | None = None
    for x, y in places:
        inside = Rect(
            min(max(x, view.x), view.x + view.width - wide),
            min(max(y, view.y), view.y + view.height - tall), wide, tall,
        )  # fmt: skip
        around = Rect(inside.x - gap, inside.y - gap, wide + 2 * gap, tall + 2 * gap)
        if any(meet(around, other) for other in taken):
            continue
        crossed = sum(meet(inside, other) for other in rects)
        if best is None or crossed < best[0]:
            best = crossed, inside
    return None if best is None else best[1]


def _badge(number: int, place: Rect, size: float) -> str:
    x, y, wide, tall = place
    return (
        f'<rect class="badge" x="{_number(x)}" y="{_number(y)}" width="{_number(wide)}" '
        f'height="{_number(tall)}" rx="{_number(3 * size)}"/>'
        f'<text x="{_number(x + wide / 2)}" y="{_number(y + tall * 0.76)}" '
        f'font-size="{_number(13 * size)}">{number}</text>'
    )


def _rect(rect: Rect) -> str:
    return " ".join(map(_number, rect))


def _number(value: float) -> str:
    """At a tenth of a pixel, and without an exponent."""
    text = f"{value:.1f}"
    return text.removesuffix(".0")
