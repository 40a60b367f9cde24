"""Reads the numbers of a text: value, unit, scale, sign, bound, range.

``1.234`` is a thousand in German and a bit more than one in English: a number that does not say by
itself which it is takes the reading of the language, and both only where the language leaves it
open. What only looks like a number is none: dates, versions, codes (``H-1``, ``1.2.3``, ``007``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from dtaa_lint.answerability.answering.language import primary
from dtaa_lint.answerability.scoring import number_words as vocabulary
from dtaa_lint.answerability.scoring.dates import dates
from dtaa_lint.answerability.scoring.digits import (
    TRUE_MINUS,
    VULGAR,
    plain,
    values_of,
    with_fraction,
)
from dtaa_lint.answerability.scoring.number_units import MARKERS, behind, unit_of


class Kind(StrEnum):
    NUMBER = "number"
    RANGE = "range"
    ORDINAL = "ordinal"


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it stands in a text."""

    start: int
    end: int
    """Offsets into the text, sign and unit included."""
    values: frozenset[Fraction]
    """Its readings, sign and written scale included. Of a range: those of the lower bound."""
    upper: frozenset[Fraction] = frozenset()
    """Of a range: readings of the upper bound."""
    unit: str = ""
    scale: int = 1
    """What the words beside it multiply it by; it is in ``values`` already."""
    kind: Kind = Kind.NUMBER
    bound: str = ""
    """``<``, ``≤``, ``>``, ``≥``, ``~``; empty for none."""
    year: bool = False
    """Four digits that are most probably a year."""
    falls: bool = False
    """Words before it say that it is a loss or a fall."""
    word: bool = False
    """Written as a word."""


_CORE = re.compile(
    r"\d{1,3}(?:'\d{3})+(?:[.,]\d+)?(?!\d)|\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?(?!\d)"
    rf"|\d+(?:[.,]\d+)*|(?<![\w.,])[.,]\d+(?![.,]?\d)|[{VULGAR}]"
)
_CODE_SIGN = r"(?:US|CA|C|AU|A|NZ|HK|R)?\$|[€£¥₹₽¢]"
_CODES = (
    r"EUR|USD|GBP|CHF|CAD|AUD|NZD|HKD|JPY|CNY|RMB|INR|SEK|NOK|DKK|PLN|BRL|SFr\.?|Fr\.|Rs\.?|kr\.?"
)
_BOUND = "|".join(
    sorted((re.escape(word) for word in vocabulary.BOUNDS), key=lambda word: (-len(word), word))
)
_MINUS_WORDS = "|".join(sorted(vocabulary.NEGATIVE, key=lambda word: (-len(word), word)))
_LEFT = re.compile(
    rf"(?P<bound>(?<![^\W_])(?:{_BOUND})\s?)?(?P<sign>[-+]\s?|(?<![^\W_])(?P<minus>{_MINUS_WORDS})\s)?"
    rf"(?P<open>\(\s?)?(?P<sign2>[-+]\s?)?"
    rf"(?P<scaled>(?<![^\W_])(?:[kKTMm]|Mio\.?|Mrd\.?|Md)\s?(?=[€$£]))?(?P<money>(?:(?<![^\W_])(?:{_CODES})|{_CODE_SIGN})\s?)?"
    r"(?P<open2>\()?(?P<sign3>[-+]\s?)?$",
    re.IGNORECASE,
)
_REACH = 40
"""Characters before a number in which its sign, currency and bound stand."""
_ORDINAL = re.compile(r"(?:st|nd|rd|th|er|ère|ème|e|re|º|ª)(?![^\W_])")
_ATTACHED = re.compile(r"-([^\W\d_]+)")
_BETWEEN = re.compile(r" ?- ?| (?:to|bis|à|au|hasta|a|until|und|and|et|y) ")
_RANGE_OPENS = re.compile(
    r"(?<![^\W_])(?:between|from|zwischen|von|entre|de|du|desde)\s\S{0,6}$", re.I
)


def read(text: str, lang: str, markers: Sequence[str] = (), *, words: bool = False) -> list[Number]:
    """The numbers of a text in order. ``markers`` are the labels of the document's notes, which
    may be glued to a number; ``words``: small numbers in words are read too."""
    said = plain(text)
    for date in dates(said, lang):
        said = said[: date.start] + "\x00" * (date.end - date.start) + said[date.end :]
    found: list[Number] = []
    last = 0
    for match in _CORE.finditer(said):
        if match.start() < last:
            continue
        number = _one(text, said, match, lang, markers, last)
        if number is None:
            continue
        low = found[-1] if found else None
        if low is not None and _is_range(said, low, number):
            found[-1] = _range(said, low, number)
        else:
            found.append(number)
        last = number.end
    if words:
        found += _in_words(said, lang)
        found.sort(key=lambda number: number.start)
    return found


def _one(
    text: str, said: str, match: re.Match[str], lang: str, markers: Sequence[str], last: int
) -> Number | None:
    start, end = match.span()
    if _inside_code(said, start):
        return None
    plain_value = match[0].isdecimal()
    values, end = with_fraction(said, match, values_of(match[0], lang, markers))
    if not values:
        return None
    left = _LEFT.search(said[max(last, start - _REACH) : start])
    assert left is not None
    group = left.groupdict()
    opened = bool(group["open"] or group["open2"])
    begin = start - (left.end() - left.start())
    money = unit_of((group["money"] or "").strip())
    end, scale, unit, trailing = behind(said, end, bool(money), lang)
    before = (group["scaled"] or "").strip()
    if before:
        scale *= vocabulary.GLUED_SCALES.get(before) or vocabulary.SCALES[before.casefold()]
    kind = Kind.NUMBER
    if not unit and plain_value:
        ending = _ORDINAL.match(said, match.end())
        if ending:
            kind, end = Kind.ORDINAL, ending.end()
    closed = opened and said.startswith(")", end)
    if closed:
        end += 1
        if not unit:
            end, more, unit, _ = behind(said, end, bool(money), lang)
            scale *= more
    marker = MARKERS.match(said, end)
    if marker:
        end = marker.end()
    if end < len(said) and (said[end].isalnum() or said[end] == "_"):
        return None
    if said[end : end + 1] in ("'", "/") and said[end + 1 : end + 2].isdecimal():
        return None
    attached = _ATTACHED.match(said, end)
    if attached and not unit:
        unit = unit_of(attached[1])
    signs, begin = _sign(text, said, group, begin, closed, opened, trailing)
    unit = unit or money
    whole = text.strip()
    year = (
        plain_value and len(match[0]) == 4 and 1900 <= int(match[0]) <= 2100
        and not unit and scale == 1 and 0 not in signs
    )  # fmt: skip
    bound = (group["bound"] or "").strip()
    return Number(
        start=begin,
        end=end,
        values=frozenset({sign * value * scale for value in values for sign in signs}),
        unit=unit,
        scale=scale,
        kind=kind,
        bound=vocabulary.BOUNDS.get(bound.casefold(), "") if bound else "",
        year=year and len(whole) != len(match[0]),
        falls=_falls(said, begin),
    )


def _inside_code(said: str, start: int) -> bool:
    """Whether the digits go on a word or another number: ``Q3``, ``H-1``, ``1.2.3``."""
    if start == 0:
        return False
    before = said[start - 1]
    if before == "_" or before in "\x00#":
        return True
    if before.isalpha():
        # Only a currency may be glued to the front.
        return not re.search(rf"(?<![^\W_])(?:{_CODES})$", said[max(0, start - 6) : start], re.I)
    if before.isdigit() or (before in ".,/'" and start > 1 and said[start - 2].isdigit()):
        return True
    if before == "-" and start > 1:
        previous = said[start - 2]
        return previous.isalpha() or previous == "\x00"
    return False


def _sign(
    text: str,
    said: str,
    group: dict[str, str | None],
    begin: int,
    closed: bool,
    opened: bool,
    trailing: bool,
) -> tuple[tuple[int, ...], int]:
    """The signs that the number may have, and where the number begins with them."""
    raw = group["sign"] or group["sign2"] or group["sign3"] or ""
    if group["minus"] or trailing:
        return (-1,), begin
    lone = opened and closed
    if raw.startswith("-"):
        at = said.index("-", begin)
        before = said[:at].rstrip()
        if text[at] in TRUE_MINUS or not raw.endswith(" "):
            glued = bool(before) and at > 0 and not said[at - 1].isspace() and before[-1].isalnum()
            return ((1,) if glued else (-1,)), begin
        if not before:
            # A hyphen and a space at the beginning: a minus, or the bullet of a list.
            return ((-1,) if "\n" not in text else (1, -1)), begin
        return ((1, -1), begin)
    if lone and not raw:
        before = said[:begin].rstrip()
        return ((1, -1), begin) if before and before[-1].isalnum() else ((-1,), begin)
    return (1,), begin


def _falls(said: str, begin: int) -> bool:
    before = re.split(r"[.;:!?](?:\s|$)", said[max(0, begin - 80) : begin])[-1]
    near = [word.strip("(),'\"").casefold() for word in before.split()[-vocabulary.FALL_WINDOW :]]
    return any(word in vocabulary.FALLS for word in near)


def _is_range(said: str, low: Number, high: Number) -> bool:
    between = said[low.end : high.start]
    if low.kind is not Kind.NUMBER or low.upper or high.kind is not Kind.NUMBER:
        return False
    if between in ("", " ") and said.startswith("-", high.start):
        between = "-"
    match = _BETWEEN.fullmatch(between)
    if match is None:
        return False
    word = between.strip()
    if word in ("and", "und", "et", "y", "a", "au", "à", "to"):
        opens = bool(_RANGE_OPENS.search(said[max(0, low.start - 24) : low.start] + "x"))
        return opens or word in ("to", "à")
    return True


def _range(said: str, low: Number, high: Number) -> Number:
    unit = high.unit or low.unit
    scale = high.scale if low.scale == 1 else low.scale
    lower = low.values if low.scale != 1 else frozenset({value * scale for value in low.values})
    upper = high.values
    if said[low.end : high.start] in ("", " ") and said.startswith("-", high.start):
        # The hyphen of the range is no minus.
        upper = frozenset({abs(value) for value in upper})
    return replace(
        low, end=high.end, values=lower, upper=upper, unit=unit, scale=scale, kind=Kind.RANGE,
        year=False,
    )  # fmt: skip


def _in_words(said: str, lang: str) -> Iterator[Number]:
    known = dict(vocabulary.NUMBER_WORDS["en"])
    known.update(vocabulary.NUMBER_WORDS.get(primary(lang), {}))
    for match in re.finditer(r"[^\W\d_]+", said):
        word = match[0].casefold()
        if word in known:
            end, _, unit, _ = behind(said, match.end(), False, lang)
            yield Number(
                match.start(), end, frozenset({Fraction(known[word])}), unit=unit, word=True
            )
        elif word in vocabulary.ORDINAL_WORDS:
            value = frozenset({Fraction(vocabulary.ORDINAL_WORDS[word])})
            yield Number(match.start(), match.end(), value, kind=Kind.ORDINAL, word=True)
