"""What the text of a cell is as a value: one number with its unit, a range, a date, several
numbers, words, nothing.

Only comparison and series need this; a value's gold is always its text as the document has it.
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from dtaa_lint.universe.wording import COMMA_DECIMALS, DATE_LINKS, MONTHS, TRIVIAL


class ValueKind(IntEnum):
    BLANK = 0
    """No text at all."""
    TRIVIAL = 1
    """Dashes, or words that say there is nothing: ``n/a``, ``s.o.``, ``k. A.``."""
    SYMBOL = 2
    """Punctuation, a lone currency sign, an empty box, fill-in lines: no value by itself."""
    NUMBER = 3
    """One number, with a sign, currency or unit."""
    RANGE = 4
    """Two bounds, one bound (``< 5``), a value with its tolerance, an approximation."""
    DATE = 5
    """A date or a time."""
    SEVERAL = 6
    """Two or more numbers that are no range and no date."""
    TEXT = 7


class Value(NamedTuple):
    kind: ValueKind
    number: float = 0.0
    """Of a NUMBER; with its sign."""
    unit: str = ""
    """Of a NUMBER, normalised: ``%``, ``$``, ``€``, ``kg``, ``$ million``; empty for none."""
    decimals: int = 0
    """Digits after the decimal separator."""
    mark: str = ""
    """The decimal separator that the text proves (``.`` or ``,``); empty when it proves none."""
    other: float | None = None
    """The other reading of ``1.234`` or ``1,234``: ``number`` is the one with the separator as
    thousands, this one has it before decimals. None when there is one reading only."""

    def decimal_reading(self) -> Value:
        """The value with its lone separator read as the decimal one."""
        if self.other is None:
            return self
        return Value(self.kind, self.other, self.unit, 3, self.mark)

    @property
    def plain_year(self) -> bool:
        """A whole number without unit that is most probably a year."""
        return (
            not self.unit
            and not self.decimals
            and self.other is None
            and 1900 <= self.number <= 2100
            and self.kind is ValueKind.NUMBER
        )


_CURRENCY = r"(?:(?:US|CA?|AU?|R|NZ|HK)?\$|[€£¥₹₽]|EUR|USD|GBP|CHF|CAD|AUD|JPY|Rs\.?|Fr\.)"
_SPACES = " \u00a0\u202f\u2009"
_CORE = (
    rf"(?:\d{{1,3}}(?:[,.'’{_SPACES}]\d{{3}})+(?!\d)|\d{{1,3}}(?:,\d\d)+,\d{{3}}(?!\d)|\d+)"
    r"(?:[.,]\d+)*|[.,]\d+"
)
_UNIT = r"(?:[%‰°€£$¥]|[^\W\d_]|µ|μ)[^\s()\[\]&;|<>=+,]{0,15}"
_QUANTITY = re.compile(
    rf"(?P<bound>[<>≤≥≈~]|(?:ca\.?|approx\.?|about|etwa|rund|env\.|environ|aprox\.?)\s)?\s?"
    rf"(?P<sign>[-−–+])?\s?(?P<open>\()?\s?(?P<currency>{_CURRENCY})?\s?(?P<open2>\()?\s?"
    rf"(?P<sign2>[-−–+])?\s?(?P<core>{_CORE})(?P<trail>[-−–](?=\s*$))?"
    rf"(?P<gap>\s?)(?P<unit>{_UNIT}(?:\s{_UNIT})?)?\s?(?P<close>\))?\s?(?P<unit2>[%€£$]|{_CURRENCY})?"
    r"\s?(?P<note>[*†‡§]{1,3})?"
)
_NUMBERS = re.compile(_CORE)
_UNIT_BEHIND = r"\s?(?:(?!(?:of|x|by|von|sur|de|from|out)\b)[^\W\d_]{1,10}\.?|[%‰°€£$]C?)?\s?"
_BEFORE = rf"\s?[<>≤≥~]?\s?[-−–+]?\s?(?:{_CURRENCY})?\s?"
_HEAD = re.compile(rf"[(\[]?{_BEFORE}")
_TAIL = re.compile(rf"{_UNIT_BEHIND}(?:\s[^\W\d_]{{1,15}})?[)\]]?\s?[%€£$]?")
_TO = re.compile(
    rf"{_UNIT_BEHIND}(?:[-−–—~±]|to|bis|à|au|hasta|a|until|\+/-)\s?(?:{_CURRENCY})?\s?[-−+]?"
)
_AND = re.compile(
    rf"{_UNIT_BEHIND}(?:[;|/&+,\[(]|[)\]]|[)\]]?\s?[;|/&+,]?\s?[\[(]|(?<=[^.]\s)|"
    rf"and|or|und|oder|et|ou|y|o|bzw\.?|sowie|resp\.?){_BEFORE}"
)
_MAX_NUMBERS = 16
"""Numbers in one cell beyond which its text is taken for words."""
_NUMERIC_DATE = re.compile(
    r"\d{1,2}[./-]\s?\d{1,2}[./-]\s?(?:\d{4}|\d\d)|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[:h.]\d\d"
    r"(?::\d\d)?\s?(?:h|uhr|am|pm|a\.m\.|p\.m\.)?|\d{4}[-–/]\d\d",
    re.IGNORECASE,
)
_FRACTION = re.compile(r"\d+\s?/\s?\d+")
_ORDINALS = frozenset({"st", "nd", "rd", "th", "er", "ère", "e", "ème", "º", "ª", "o", "a", "re"})
_LONE_LETTERS = frozenset("mglLkMxhst")
_DASHES = frozenset("-–—−‒―_.…· *")
_PUNCTUATION = frozenset("$€£¥%‰()[]{}.,:;-–—−_/\\|<>=+*…·•\"'“”‘’«»&#@!?☐□❏❑○◯⃝ ")
_MARKS = frozenset("•●■◆✓✔✗✘☑☒★☆▲▼►◄√þü")
_UNITS = {
    **dict.fromkeys(("percent", "per cent", "pct", "prozent", "pour cent", "por ciento"), "%"),
    **dict.fromkeys(("usd", "us$", "dollar", "dollars"), "$"),
    **dict.fromkeys(("eur", "euro", "euros"), "€"),
    **dict.fromkeys(("gbp", "pounds"), "£"),
}
_CURRENCY_SIGNS = frozenset("$€£¥₹₽")
_MAX_LENGTH = 80
"""Characters beyond which a text is words, whatever digits stand in it."""
_MAX_DIGITS = 9
"""A whole number with more digits than this and no separators names something."""


@lru_cache(maxsize=1 << 15)
def parse(text: str) -> Value:
    """Reads a cell's text (white space folded)."""
    if not text:
        return _BLANK
    if len(text) > _MAX_LENGTH:
        return _TEXT
    compact = text.rstrip("% ")
    digits = compact.replace(",", "").replace(".", "")
    if digits.isdecimal() and digits.isascii() and compact[-1] not in ",.":
        return _plain(compact, "%" if text[-1] == "%" else "")
    if not any(map(str.isdecimal, text)):
        return _words(text)
    return _with_digits(text)


_BLANK = Value(ValueKind.BLANK)
_TEXT = Value(ValueKind.TEXT)
_SEVERAL_VALUE = Value(ValueKind.SEVERAL)
_RANGE_VALUE = Value(ValueKind.RANGE)
_DATE_VALUE = Value(ValueKind.DATE)


def _words(text: str) -> Value:
    folded = text.casefold().strip()
    if not folded:
        return _BLANK
    if all(character in _DASHES for character in folded):
        # A long line of dashes, dots or underscores is a place to write in.
        lines = len(folded) > 4 or "_" in folded
        return Value(ValueKind.SYMBOL if lines else ValueKind.TRIVIAL)
    if folded in TRIVIAL or folded.strip("()[]") in TRIVIAL:
        return Value(ValueKind.TRIVIAL)
    if all(character in _PUNCTUATION for character in folded) and folded not in _MARKS:
        return Value(ValueKind.SYMBOL)
    words = folded.replace(".", " ").replace(",", " ").split()
    if len(words) <= 2 and words and all(word in MONTHS for word in words):
        return _DATE_VALUE
    return _TEXT


def _plain(core: str, unit: str) -> Value:
    read = _read(core)
    if read is None:
        if _NUMERIC_DATE.fullmatch(core):
            return _DATE_VALUE
        return _TEXT
    number, decimals, mark, other = read
    return Value(ValueKind.NUMBER, number, unit, decimals, mark, other)


def _read(core: str) -> tuple[float, int, str, float | None] | None:
    """(number, decimals, proven decimal separator, other reading) of digits with separators;
    None when they are no number but a code, a version or a section's number."""
    grouped = core
    for space in " \u00a0\u202f\u2009'’":
        grouped = grouped.replace(space, "")
    spaced = grouped != core
    commas, dots = grouped.count(","), grouped.count(".")
    if not commas and not dots:
        if len(grouped) > 1 and grouped[0] == "0":
            return None
        if len(grouped) > _MAX_DIGITS and not spaced:
            return None
        return float(grouped[:300]), 0, "", None
    if commas and dots:
        mark = "," if grouped.rindex(",") > grouped.rindex(".") else "."
        if grouped.count(mark) > 1:
            return None
        whole, _, fraction = grouped.partition(mark)
        if not _groups(whole.split("." if mark == "," else ",")):
            return None
        return _number(whole, fraction), len(fraction), mark, None
    mark = "," if commas else "."
    parts = grouped.split(mark)
    if len(parts) > 2:
        if not _groups(parts):
            return None
        # Several of one kind are thousands: the other one is the decimal separator.
        return _number("".join(parts), ""), 0, "." if mark == "," else ",", None
    whole, fraction = parts
    if len(whole) > 1 and whole[0] == "0":
        return None
    if len(fraction) == 3 and 1 <= len(whole) <= 3 and whole != "0" and not spaced:
        return _number(whole + fraction, ""), 0, "", _number(whole, fraction)
    return _number(whole, fraction), len(fraction), mark, None


def _groups(parts: list[str]) -> bool:
    """Thousands in groups of three, or of two before the last three as in India."""
    if not 1 <= len(parts[0]) <= 3 or (parts[0][0] == "0" and len(parts) > 1):
        return False
    if all(len(part) == 3 for part in parts[1:]):
        return True
    return len(parts[-1]) == 3 and len(parts[0]) < 3 and all(len(part) == 2 for part in parts[1:-1])


def _number(whole: str, fraction: str) -> float:
    whole = whole.replace(",", "").replace(".", "")
    return float(f"{whole or '0'}.{fraction or '0'}"[:300])


def _with_digits(text: str) -> Value:
    if _NUMERIC_DATE.fullmatch(text):
        return _DATE_VALUE
    found = _QUANTITY.fullmatch(text)
    if found:
        value = _quantity(text, found)
        if value is not None:
            return value
    if _is_date(text):
        return _DATE_VALUE
    if _FRACTION.fullmatch(text):
        return _TEXT
    return _several(text)


def _several(text: str) -> Value:
    """Two or more numbers: judged by what stands between them."""
    numbers = list(_NUMBERS.finditer(text))
    if not 2 <= len(numbers) <= _MAX_NUMBERS:
        return _TEXT
    if not _HEAD.fullmatch(text, 0, numbers[0].start()):
        return _TEXT
    if not _TAIL.fullmatch(text, numbers[-1].end()):
        return _TEXT
    between = [(a.end(), b.start()) for a, b in pairwise(numbers)]
    if len(numbers) == 2:
        if _TO.fullmatch(text, *between[0]):
            return _RANGE_VALUE
        if text[0] == "[" and text[-1] == "]":
            return _RANGE_VALUE
    if not all(_AND.fullmatch(text, start, end) for start, end in between):
        return _TEXT
    # A leading zero or a plus sign: a telephone number or another code.
    pieces = [number.group() for number in numbers]
    if text[0] == "+" or any(len(p) > 1 and p[0] == "0" and p[1].isdecimal() for p in pieces):
        return _TEXT
    return _SEVERAL_VALUE


def _quantity(text: str, found: re.Match[str]) -> Value | None:
    unit = (found["unit"] or "").strip()
    if (found["open"] is None and found["open2"] is None) != (found["close"] is None):
        return None
    first = unit.split(" ", 1)[0].rstrip(".").casefold() if unit else ""
    if first in MONTHS:
        return None
    if not found["gap"] and unit:
        if first in _ORDINALS and unit not in _LONE_LETTERS:
            return None
        if len(first) == 1 and first.isalpha() and unit not in _LONE_LETTERS:
            return None
    if unit and (first in _JOINING or unit[-1] in "-–/"):
        return None
    read = _read(found["core"])
    if read is None:
        return None
    if found["bound"]:
        return _RANGE_VALUE
    number, decimals, mark, other = read
    negative = (
        found["sign"] in _MINUS or found["sign2"] in _MINUS or found["trail"] or found["close"]
    )
    if found["close"] and not found["sign"] and first not in _UNITS and len(first) > 4:
        # Words in brackets: "(5 years)" is an aside, no negative amount.
        negative = False
    if negative:
        number, other = -number, None if other is None else -other
    names = [name for part in (found["currency"], unit, found["unit2"]) if (name := _unit(part))]
    return Value(ValueKind.NUMBER, number, " ".join(names), decimals, mark, other)


_MINUS = frozenset("-−–")
_JOINING = frozenset(
    {"and", "or", "to", "of", "und", "oder", "bis", "von", "et", "ou", "à", "y", "o", "hasta", "x"}
    | {"plus", "minus", "per"}
)


def _unit(text: str | None) -> str:
    if not text:
        return ""
    folded = text.casefold().strip().rstrip(".")
    known = _UNITS.get(folded)
    if known is not None:
        return known
    if len(folded) > 3 and folded[-1] == "s" and folded[-2] != "s":
        return folded[:-1]
    return folded


def _is_date(text: str) -> bool:
    """Only numbers, month names and what binds them, with at least one month."""
    months = 0
    for token in text.casefold().replace(",", " ").replace(".", " ").replace("–", " ").split():
        word = token.strip("()-'’")
        if word in MONTHS:
            months += 1
        elif word.rstrip("stndrhe").isdecimal() and len(word) <= 6:
            continue
        elif word and word not in DATE_LINKS:
            return False
    return months > 0


def decimal_mark(lang: str | None) -> str:
    """The separator that a language writes before decimals; a full stop when it is unknown."""
    primary = (lang or "").replace("_", "-").split("-", 1)[0].lower()
    return "," if primary in COMMA_DECIMALS and lang not in ("es-MX", "de-CH", "de-LI") else "."


def settle(value: Value, text: str, mark: str) -> Value:
    """Chooses the reading of ``1.234`` where ``mark`` is the document's decimal separator."""
    if value.other is None:
        return value
    return value.decimal_reading() if mark in text else value


def like_units(left: Value, right: Value) -> bool:
    """Whether two numbers measure in the same unit. In a column of amounts only the first one
    often has the currency's sign; a per cent sign is never left out that way."""
    if left.unit == right.unit:
        return True
    return (left.unit in _CURRENCY_SIGNS and not right.unit) or (
        right.unit in _CURRENCY_SIGNS and not left.unit
    )


def same_value(left: str, right: str) -> bool:
    """Whether two texts state one value: the same words, or the same number in like units."""
    if left == right or left.casefold().split() == right.casefold().split():
        return True
    a, b = parse(left), parse(right)
    return (
        a.kind is ValueKind.NUMBER
        and b.kind is ValueKind.NUMBER
        and a.number == b.number
        and a.other == b.other
        and like_units(a, b)
    )
