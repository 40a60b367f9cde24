"""Inline SVG: bars, and pieces of pages with what is drawn over them. Only numbers and names of
our own go in, so that nothing needs escaping."""

from __future__ import annotations

from markupsafe import Markup, escape

from dtaa_lint.report.escape import visible
from dtaa_lint.report.html.crops import Crop, Rect

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
    badges: dict[int, str] = {}
    for mark in shown.marks:
        kind = "other" if mark.number else "own"
        x, y, width, height = map(_number, mark.rect)
        place = f'x="{x}" y="{y}" width="{width}" height="{height}"'
        parts.append(f'<rect class="halo" {place}/><rect class="{kind}" {place}/>')
        if mark.number:
            badges.setdefault(mark.number, _badge(mark.number, mark.rect, view, size))
    parts += [*badges.values(), "</svg>"]
    return Markup("".join(parts))


def _badge(number: int, rect: Rect, view: Rect, size: float) -> str:
    """The number of another element, on the left of its rectangle; ``size``: a CSS pixel."""
    wide, tall = (8 + 8 * len(str(number))) * size, 17 * size
    # Beside it, so that it can be read; where there is no room, on its edge.
    x = min(max(rect.x - wide - 2 * size, view.x), view.x + view.width - wide)
    y = min(max(rect.y, view.y), view.y + view.height - tall)
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
