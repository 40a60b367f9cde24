"""Reads the numbers of a text: value, unit, scale, sign, bound, range.

``1.234`` is a thousand in German and a bit more than one in English: a number that does not say by
itself which it is takes the reading of the language, and both only where the language leaves it
open. What only looks like a number is none: dates, versions, codes (``H-1``, ``1.2.3``, ``007``).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from dtaa_lint.answerability.answering.language import primary
from dtaa_lint.answerability.scoring import number_words as vocabulary
from dtaa_lint.answerability.scoring.dates import dates
from dtaa_lint.universe.wording import COMMA_DECIMALS

_OPEN = frozenset({"", "und", "mul", "es", "ar", "en-za", "fr-ch"})
"""Languages whose regions write the decimal separator in both ways."""
_POINT = re.compile(r"(?:de|it)-(?:ch|li)|es-(?:mx|us|pr|gt|hn|ni|pa|pe|sv|do|419)")


def decimal_separators(lang: str) -> str:
    """What the language (BCP 47) writes before decimals: ``.``, ``,``, or both where it is open."""
    tag = lang.casefold().replace("_", "-")
    if tag in _OPEN:
        return ".,"
    if _POINT.fullmatch(tag):
        return "."
    return "," if primary(lang) in COMMA_DECIMALS else "."


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


_SPACES = dict.fromkeys(map(ord, "\u00a0\u202f\u2009\u2007\u2008\u200a\u2002\u2003\t"), " ")
_MINUS = dict.fromkeys(map(ord, "−–‒‐‑﹣－⁻➖"), "-")
_TRUE_MINUS = frozenset("−﹣－⁻➖")
_QUOTES = dict.fromkeys(map(ord, "’‘ʼ´`′"), "'")
_ARABIC = {ord("٫"): ".", ord("٬"): ",", ord("٪"): "%", ord("％"): "%", ord("\r"): "\n"}
_TRANSLATED = {**_SPACES, **_MINUS, **_QUOTES, **_ARABIC}
_RAISED = re.compile(r"(?<=[\d)%])[¹²³⁰⁴⁵⁶⁷⁸⁹]+")
_VULGAR = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"

_CORE = re.compile(
    r"\d{1,3}(?:'\d{3})+(?:[.,]\d+)?(?!\d)|\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?(?!\d)"
    rf"|\d+(?:[.,]\d+)*|(?<![\w.,])[.,]\d+(?![.,]?\d)|[{_VULGAR}]"
)
_WORD = re.compile(
    r"[kcm]?m[23](?!\w)|[^\W\d_]+(?:['’/][^\W\d_]+)?[²³]?\.?|'?000s?|[%‰°€£$¥₹₽¢][CF]?"
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
_MIXED = re.compile(r" (\d)/(\d{1,2})(?![\d.,]*\d|/)")
_PART = re.compile(rf"\s?([{_VULGAR}])")
_ORDINAL = re.compile(r"(?:st|nd|rd|th|er|ère|ème|e|re|º|ª)(?![^\W_])")
_ATTACHED = re.compile(r"-([^\W\d_]+)")
_TRAILING_MINUS = re.compile(r"-(?=\s*$)")
_LINK = re.compile(r"\s(?:of|de)(?=\s)|\sd'(?=[^\W\d_])")
_COMPOUND = re.compile(r"\s?([kKTmM]|Mio|Md|Mds|Mrd)(?=[€$£])")
_MARKERS = re.compile(
    r"(?:[*†‡§¶]{1,3}|\(\d{1,2}\)|\((?:[a-z]|[ivx]{1,4})\)|\[(?:[a-z]|\d{1,2})\])(?![\w])"
)
_FRACTION = re.compile(r"\s?[/⁄]\s?(\d{1,3})(?![\d.,]*\d|/)")
_BETWEEN = re.compile(r" ?- ?| (?:to|bis|à|au|hasta|a|until|und|and|et|y) ")
_RANGE_OPENS = re.compile(
    r"(?<![^\W_])(?:between|from|zwischen|von|entre|de|du|desde)\s\S{0,6}$", re.I
)
_DENOMINATORS = frozenset({2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 24, 25, 32, 50, 60, 64, 100})
_COMMON = frozenset({2, 3, 4, 8, 16})
"""Denominators that more may stand over than they are."""
_LONGEST = 40
"""Digits of the longest number that is read."""


def plain(text: str) -> str:
    """The text with ASCII digits, plain spaces within lines, hyphens for every minus, and ``*``
    for markers set as superscripts. As long as before."""
    if text.isascii():
        return text.replace("\t", " ").replace("\r", "\n")
    text = text.translate(_TRANSLATED)
    digits = {
        ord(character): str(unicodedata.decimal(character))
        for character in set(text)
        if not character.isascii() and character.isdecimal()
    }
    return _RAISED.sub(lambda match: "*" * len(match[0]), text.translate(digits))


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
    values, end = _fractions(said, match, _values(match[0], lang, markers))
    if not values:
        return None
    left = _LEFT.search(said[max(last, start - _REACH) : start])
    assert left is not None
    group = left.groupdict()
    opened = bool(group["open"] or group["open2"])
    begin = start - (left.end() - left.start())
    money = _unit_of((group["money"] or "").strip())
    end, scale, unit, trailing = _right(said, end, bool(money), lang)
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
            end, more, unit, _ = _right(said, end, bool(money), lang)
            scale *= more
    marker = _MARKERS.match(said, end)
    if marker:
        end = marker.end()
    if end < len(said) and (said[end].isalnum() or said[end] == "_"):
        return None
    if said[end : end + 1] in ("'", "/") and said[end + 1 : end + 2].isdecimal():
        return None
    attached = _ATTACHED.match(said, end)
    if attached and not unit:
        unit = _unit_of(attached[1])
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


def _fractions(
    said: str, match: re.Match[str], values: frozenset[Fraction]
) -> tuple[frozenset[Fraction], int]:
    """The readings with the fraction behind the number, and where it ends. None for what is part
    of a fraction that is none (``24/7``)."""
    end = match.end()
    if not match[0].isdecimal():
        return values, end
    fraction = _FRACTION.match(said, end)
    if fraction:
        below = int(fraction[1])
        above = int(match[0][:4])
        if below not in _DENOMINATORS or (above > below and below not in _COMMON):
            return frozenset(), end
        return frozenset({Fraction(above, below)}), fraction.end()
    part = _PART.match(said, end)
    if part:
        return frozenset({value + _vulgar(part[1]) for value in values}), part.end()
    mixed = _MIXED.match(said, end)
    if mixed and int(mixed[2]) in _DENOMINATORS and int(mixed[1]) < int(mixed[2]):
        rest = Fraction(int(mixed[1]), int(mixed[2]))
        return frozenset({value + rest for value in values}), mixed.end()
    return values, end


def _vulgar(sign: str) -> Fraction:
    return Fraction(unicodedata.numeric(sign)).limit_denominator(16)


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


def _values(core: str, lang: str, markers: Sequence[str]) -> frozenset[Fraction]:
    """The readings of digits with separators; none for what is no number."""
    if core in _VULGAR:
        return frozenset({_vulgar(core)})
    found = set(_readings(core, lang))
    for marker in markers:
        bare = core[: -len(marker)] if marker and marker.isdigit() and core.endswith(marker) else ""
        if not bare or not bare[-1:].isdigit():
            continue
        stripped = _readings(bare, lang)
        if stripped and re.search(r"[.,' ]\d{3}$", bare) and not re.search(r"[.,]\d{3}[.,]", bare):
            # A group of thousands has three digits: the fourth is the marker.
            separator = next(sign for sign in reversed(bare) if not sign.isdigit())
            if separator in "' " or separator not in decimal_separators(lang):
                found.clear()
        if stripped and any(not sign.isdigit() for sign in bare):
            found |= stripped
    return frozenset(found)


def _readings(core: str, lang: str) -> frozenset[Fraction]:
    grouped = core.replace(" ", "").replace("'", "")
    if len(grouped) > _LONGEST:
        return frozenset()
    spaced = len(grouped) != len(core)
    commas, dots = grouped.count(","), grouped.count(".")
    if not commas and not dots:
        if len(grouped) > 1 and grouped[0] == "0":
            return frozenset()
        return frozenset({Fraction(int(grouped))})
    if commas and dots:
        mark = "," if grouped.rindex(",") > grouped.rindex(".") else "."
        whole, _, decimals = grouped.rpartition(mark)
        if mark in whole or not _groups(whole.split("." if mark == "," else ",")):
            return frozenset()
        return frozenset({_number(whole, decimals)})
    parts = grouped.split("," if commas else ".")
    if len(parts) > 2:
        return frozenset({_number("".join(parts), "")} if _groups(parts) else ())
    whole, decimals = parts
    if len(whole) > 1 and whole[0] == "0":
        return frozenset()
    if len(decimals) != 3 or not 1 <= len(whole) <= 3 or whole == "0" or spaced:
        return frozenset({_number(whole, decimals)})
    separators = decimal_separators(lang)
    mark = "," if commas else "."
    both = {_number(whole, decimals): mark in separators}
    both[_number(whole + decimals, "")] = mark not in separators or len(separators) > 1
    return frozenset({number for number, allowed in both.items() if allowed})


def _groups(parts: Sequence[str]) -> bool:
    """Thousands: in threes, or in twos before the last three as in India."""
    if not 1 <= len(parts[0]) <= 3 or (parts[0][0] == "0" and len(parts) > 1):
        return False
    if all(len(part) == 3 for part in parts[1:]):
        return True
    return len(parts[-1]) == 3 and len(parts[0]) < 3 and all(len(part) == 2 for part in parts[1:-1])


def _number(whole: str, decimals: str) -> Fraction:
    whole = whole.replace(",", "").replace(".", "")
    return Fraction(f"{whole or '0'}.{decimals or '0'}")


def _right(said: str, end: int, money: bool, lang: str) -> tuple[int, int, str, bool]:
    """What stands behind a number: (where that ends, scale, unit, trailing minus)."""
    trailing = bool(_TRAILING_MINUS.match(said, end))
    if trailing:
        end += 1
    scale, unit = 1, ""
    marker = _MARKERS.match(said, end)
    if marker:
        end = marker.end()
    at, found = _scale(said, end, money, lang)
    if found > 1:
        end, scale = at, found
        link = _LINK.match(said, end)
        begin = link.end() if link else end
    else:
        begin = end
    at, unit = _named(said, begin)
    if unit:
        end = at
    return end, scale, unit, trailing


def _scale(said: str, at: int, money: bool, lang: str) -> tuple[int, int]:
    words = list(_words_at(said, at))
    glued = not said.startswith(" ", at)
    for end, spelling in words:
        folded = spelling.casefold()
        if folded in vocabulary.LONG_SCALE:
            english, other = vocabulary.LONG_SCALE[folded]
            return end, other if primary(lang) in ("de", "fr", "es") else english
        if folded in ("k", "m", "b", "t"):
            behind = _named(said, end)[1] in vocabulary.CURRENCIES
            table = vocabulary.GLUED_SCALES if money or behind else vocabulary.PLAIN_SCALES
            if spelling in table and (glued or money or behind or spelling == "M"):
                return end, table[spelling]
        elif folded == "mm" and not money:
            continue
        elif folded in vocabulary.SCALES:
            return end, vocabulary.SCALES[folded]
    compound = _COMPOUND.match(said, at)
    if compound:
        spelling = compound[1]
        table = vocabulary.GLUED_SCALES
        scale = table[spelling] if spelling in table else vocabulary.SCALES[spelling.casefold()]
        return compound.end(), scale
    return at, 1


def _named(said: str, at: int) -> tuple[int, str]:
    for end, spelling in _words_at(said, at):
        unit = _unit_of(spelling)
        if unit:
            return end, unit
    return at, ""


def _words_at(said: str, at: int) -> Iterator[tuple[int, str]]:
    """What the next words are together, longest first: (end, words)."""
    ends: list[int] = []
    begin = at + 1 if said.startswith(" ", at) else at
    place = begin
    for _ in range(3):
        match = _WORD.match(said, place)
        if match is None:
            break
        end = match.end()
        if match[0].endswith("."):
            ends.append(end - 1)
        ends.append(end)
        place = end + 1 if said.startswith((" ", "-"), end) else end
    for end in reversed(ends):
        if not (end < len(said) and said[end - 1].isalnum() and said[end].isalpha()):
            yield end, said[begin:end]


def _unit_of(spelling: str) -> str:
    if spelling in vocabulary.CASED:
        return vocabulary.CASED[spelling]
    return vocabulary.UNITS.get(spelling.casefold(), "")


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
        if text[at] in _TRUE_MINUS or not raw.endswith(" "):
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
            end, _, unit, _ = _right(said, match.end(), False, lang)
            yield Number(
                match.start(), end, frozenset({Fraction(known[word])}), unit=unit, word=True
            )
        elif word in vocabulary.ORDINAL_WORDS:
            value = frozenset({Fraction(vocabulary.ORDINAL_WORDS[word])})
            yield Number(match.start(), match.end(), value, kind=Kind.ORDINAL, word=True)
