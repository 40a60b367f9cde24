"""Dots with whiskers, as inline SVG. Only numbers go in, so that nothing needs escaping."""

from __future__ import annotations

from markupsafe import Markup

from dtaa_lint.answerability.scoring.statistics import Estimate

_WIDE = 200
_PAD = 6


def whisker(value: Estimate, low: float = 0.0, high: float = 1.0) -> Markup:
    """A value and its interval on an axis from ``low`` to ``high``. It repeats numbers that stand
    beside it, so that assistive technology passes it over."""
    parts = [
        f'<svg class="whisker" viewBox="0 0 {_WIDE + 2 * _PAD} 14" '
        'aria-hidden="true" focusable="false">',
        f'<path class="axis" d="M{_PAD} 7h{_WIDE}M{_PAD} 3v8M{_PAD + _WIDE} 3v8'
        f'M{_PAD + _WIDE // 2} 3v8"/>',
    ]
    if value.low is not None and value.high is not None:
        left, right = _at(value.low, low, high), _at(value.high, low, high)
        kind = "range small" if value.too_small else "range"
        parts.append(
            f'<path class="{kind}" d="M{_number(left)} 7H{_number(right)}'
            f'M{_number(left)} 4v6M{_number(right)} 4v6"/>'
        )
    if value.value is not None:
        kind = "dot small" if value.too_small else "dot"
        at = _number(_at(value.value, low, high))
        parts.append(f'<circle class="{kind}" cx="{at}" cy="7" r="4"/>')
    return Markup("".join([*parts, "</svg>"]))


def _at(value: float, low: float, high: float) -> float:
    share = (value - low) / (high - low) if high > low else 0.0
    return _PAD + _WIDE * min(max(share, 0.0), 1.0)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
