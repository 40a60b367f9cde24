"""Whether two numbers of a table measure the same thing, as far as headers and notation tell."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from dtaa_lint.graph.model import HeaderPath
from dtaa_lint.universe.quantities import quantities
from dtaa_lint.universe.values import Value, ValueKind, like_units
from dtaa_lint.universe.wording import IDENTIFIER_HEADERS, words

_BRACKETS = re.compile(r"[(\[]\s*(?:in\s+|en\s+|em\s+)?([^()\[\]]{1,20}?)\s*[)\]]")
_BARE = re.compile(
    r"(?:^|\s)(?:in|en|em)\s+"
    r"(%|€|\$|£|prozent|percent|eur|usd|gbp|chf|euro|mio\.?|million\w*|kg|km|m|cm)"
    r"(?![^\W\d_])",
    re.IGNORECASE,
)
_UNIT_WORDS = words(
    "% $ € £ kg g mg µg t km m cm mm ha km² km2 m² m2 m³ m3 l ml h min s ms kwh mwh gwh mw kw",
    "°c °f n pp bps x thousands millions billions 000s 000 '000 ‘000 tsd mio mrd usd eur gbp chf",
    "points ft in lb lbs mi gb mb kb hz",
    "percent years months days hours weeks minutes shares employees persons units number",
    "prozent jahre monate tage stunden aktien personen anzahl stück",
    "ans années mois jours heures actions personnes nombre pourcentage milliers k€ m€",
    "años meses días horas acciones personas porcentaje miles millones",
    "anos horas ações pessoas percentual milhares milhões",
)
_CURRENCIES = "$€£¥"
_SIGNS = frozenset(_CURRENCIES + "%")
_TOTALS = words(
    "total totals sum totaux ensemble somme summe gesamt gesamtsumme insgesamt totales suma totais",
    "soma totale totali somma totaal som overall",
)
_SUBTOTALS = words(
    "subtotal subtotals soustotal soustotaux zwischensumme subtotales subtotais subtotale subtotaal"
)
_POINTS = " .:,;()*†‡"
_FIELD = re.compile(r"[a-z]{2,}[a-z0-9]*[A-Z][A-Za-z0-9]*|[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+")
_LONGEST = 200
"""Characters of a header in which a unit is looked for."""


class Hint(NamedTuple):
    """What headers say of the numbers under (or beside) them."""

    kinds: tuple[str, ...] = ()
    """Kinds of quantity."""
    unit: str = ""


_NO_HINT = Hint()


def hint_of(path: HeaderPath | None) -> Hint:
    """What a header path says of the unit and the kind of quantity, innermost header first. A unit
    line (``(dollars in millions, except per share amounts)``) speaks only where no other header
    does: it is the same for all."""
    if path is None:
        return _NO_HINT
    line = ""
    for text in reversed(path.texts):
        if not text or len(text) > _LONGEST:
            continue
        if text[0] == "(" and text[-1] == ")" and " " in text:
            line = line or text.casefold()
            continue
        if text.upper() == text.lower() and _SIGNS.isdisjoint(text):
            # Numbers and years say nothing; tables of taxes have thousands of such headers.
            continue
        kinds, unit = quantities(text), _unit(text)
        if kinds or unit:
            return Hint(kinds, unit)
    return Hint((), line) if line else _NO_HINT


@lru_cache(maxsize=1 << 12)
def _unit(text: str) -> str:
    folded = text.casefold()
    if "%" in folded:
        return "%"
    if "(" in folded or "[" in folded:
        for inner in _BRACKETS.findall(folded):
            parts = inner.replace(".", " ").split()
            # "(5 to 13 years)" is a statement, "(000s)" a unit.
            if parts and parts[0][0].isdecimal() and not parts[0].startswith("000"):
                continue
            if any(word in _UNIT_WORDS or word[0] in _CURRENCIES for word in parts):
                return " ".join(parts)
    found = _BARE.search(folded) if "in " in folded or "en " in folded or "em " in folded else None
    if found:
        return found[1].rstrip(".")
    if "(" in folded:
        folded = _BRACKETS.sub("", folded)
    for sign in _CURRENCIES:
        # "net of tax of $(13)" holds an amount, "Amount $" a unit.
        if sign in folded and not any(map(str.isdecimal, folded[folded.index(sign) :])):
            return sign
    return ""


def names_things(path: HeaderPath | None) -> bool:
    """Whether the header stands over numbers that name and do not measure: ``No.``, ``Year``."""
    if path is None:
        return False
    parts = path.texts[-1].casefold().split(None, 3)
    return (
        bool(parts)
        and len(parts) <= 2
        and (" ".join(parts) in IDENTIFIER_HEADERS or parts[-1] in IDENTIFIER_HEADERS)
    )


def total_of(path: HeaderPath | None) -> str:
    """What kind of total a header path names: ``total``, ``subtotal``; empty for none."""
    kind = ""
    for text in path.texts if path is not None else ():
        if len(text) > _LONGEST:
            continue
        parts = text.casefold().replace("-", "").split()
        for word in (parts[0], parts[-1]) if parts else ():
            word = word.strip(_POINTS)
            if word in _SUBTOTALS:
                return "subtotal"
            if word in _TOTALS:
                kind = "total"
    return kind


def field_name(path: HeaderPath | None) -> bool:
    """Whether the innermost header is the name of a field of a record, as programs write it
    (``vlrNRetAdic``, ``gross_amount``): different fields measure different things."""
    name = path.texts[-1].split(" ", 1)[0] if path is not None else ""
    return _FIELD.fullmatch(name) is not None


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


def comparable(left: Value, right: Value, one: Hint, other: Hint, *, column: bool) -> bool:
    """Whether two numbers measure the same, by themselves and by their headers (``one`` those of
    ``left``). Down a column of amounts only the first one often has the currency's sign; along a
    row each has it or none. A unit written in both cells is nearer than the headers' unit, yet says
    nothing of the kind: ``Price`` and ``Increase`` are both in dollars."""
    if left.plain_year or right.plain_year or one.kinds != other.kinds:
        return False
    if left.unit != right.unit:
        return column and one.unit == other.unit and like_units(left, right)
    return bool(left.unit) or one.unit == other.unit


def written_unit(sign: str) -> str:
    """The currency or per cent sign in a cell of signs; empty for other signs."""
    return "".join([c for c in sign if c in "$€£¥₹₽%"])


def is_number(value: Value) -> bool:
    """Whether the value could be one side of a comparison, or would be if it were one number."""
    return value.kind is ValueKind.NUMBER or value.kind is ValueKind.SEVERAL
