"""Whether two numbers of a table measure the same thing, as far as headers and notation tell."""

from __future__ import annotations

import re

from dtaa_lint.graph.model import HeaderPath
from dtaa_lint.universe.values import Value, ValueKind, like_units
from dtaa_lint.universe.wording import IDENTIFIER_HEADERS

_BRACKETS = re.compile(r"[(\[]\s*(?:in\s+|en\s+)?([^()\[\]]{1,20}?)\s*[)\]]")
_BARE = re.compile(
    r"(?:^|\s)(?:in|en)\s+(%|€|\$|£|prozent|percent|eur|usd|gbp|chf|euro|mio\.?|million\w*|kg|km|m|cm)"
    r"(?![^\W\d_])",
    re.IGNORECASE,
)
_UNIT_WORDS = frozenset(
    {
        "%",
        "$",
        "€",
        "£",
        "kg",
        "g",
        "mg",
        "µg",
        "t",
        "km",
        "m",
        "cm",
        "mm",
        "ha",
        "km²",
        "km2",
        "m²",
    }
    | {
        "m2",
        "m³",
        "m3",
        "l",
        "ml",
        "h",
        "min",
        "s",
        "ms",
        "kwh",
        "mwh",
        "gwh",
        "mw",
        "kw",
        "°c",
        "°f",
    }
    | {"years", "months", "days", "hours", "weeks", "minutes", "jahre", "monate", "tage", "stunden"}
    | {
        "ans",
        "années",
        "mois",
        "jours",
        "heures",
        "años",
        "meses",
        "días",
        "horas",
        "n",
        "pp",
        "bps",
    }
    | {"thousands", "millions", "billions", "000s", "000", "tsd", "mio", "mrd", "usd", "eur", "gbp"}
    | {"chf", "percent", "prozent", "points", "ft", "in", "lb", "lbs", "mi", "gb", "mb", "kb", "hz"}
)
_CURRENCIES = "$€£¥"
_LONGEST = 200
"""Characters of a header in which a unit is looked for."""


def unit_hint(path: HeaderPath | None) -> str:
    """The unit that a header path names, innermost header first; empty for none."""
    if path is None:
        return ""
    for text in reversed(path.texts):
        found = _hint(text)
        if found:
            return found
    return ""


def _hint(text: str) -> str:
    if not text or len(text) > _LONGEST:
        return ""
    folded = text.casefold()
    if "%" in folded:
        return "%"
    if "(" in folded or "[" in folded:
        for inner in _BRACKETS.findall(folded):
            words = inner.replace(".", " ").split()
            if any(word in _UNIT_WORDS or word[0] in _CURRENCIES for word in words):
                return " ".join(words)
    found = _BARE.search(folded) if "in " in folded or "en " in folded else None
    if found:
        return found[1].rstrip(".")
    for sign in _CURRENCIES:
        if sign in folded:
            return sign
    return ""


def names_things(path: HeaderPath | None) -> bool:
    """Whether the header stands over numbers that name and do not measure: ``No.``, ``Year``."""
    if path is None:
        return False
    words = path.texts[-1].casefold().split(None, 3)
    return (
        bool(words)
        and len(words) <= 2
        and (" ".join(words) in IDENTIFIER_HEADERS or words[-1] in IDENTIFIER_HEADERS)
    )


class Profiles:
    """How many decimals the numbers of each line (a row or a column) are written with."""

    def __init__(self) -> None:
        self._lines: dict[int, tuple[int, int]] = {}

    def add(self, line: int, decimals: int) -> None:
        """Counts a number of the line."""
        known = self._lines.get(line)
        if known is None:
            self._lines[line] = (decimals, decimals)
        elif not known[0] <= decimals <= known[1]:
            self._lines[line] = (min(known[0], decimals), max(known[1], decimals))

    def apart(self, one: int, other: int) -> bool:
        """Whether the two lines are never written with as many decimals: other measures."""
        a, b = self._lines.get(one), self._lines.get(other)
        return a is not None and b is not None and (a[1] < b[0] or b[1] < a[0])


def comparable(left: Value, right: Value, left_hint: str, right_hint: str) -> bool:
    """Whether two numbers have like units, by themselves or by their headers."""
    if left.unit != right.unit and not like_units(left, right):
        return False
    if left_hint == right_hint:
        return not (left.plain_year and right.plain_year)
    # A unit written in both cells is nearer than what the headers say.
    return left.unit == right.unit and bool(left.unit)


def is_number(value: Value) -> bool:
    """Whether the value could be one side of a comparison, or would be if it were one number."""
    return value.kind is ValueKind.NUMBER or value.kind is ValueKind.SEVERAL
