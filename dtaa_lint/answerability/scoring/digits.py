"""Digits with separators: the values that they may have in a language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from fractions import Fraction

from dtaa_lint.answerability.answering.language import primary
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


_SPACES = dict.fromkeys(map(ord, "\u00a0\u202f\u2009\u2007\u2008\u200a\u2002\u2003\t"), " ")
_MINUS = dict.fromkeys(map(ord, "−–‒‐‑﹣－⁻➖"), "-")
TRUE_MINUS = frozenset("−﹣－⁻➖")
_QUOTES = dict.fromkeys(map(ord, "’‘ʼ´`′"), "'")
_ARABIC = {ord("٫"): ".", ord("٬"): ",", ord("٪"): "%", ord("％"): "%", ord("\r"): "\n"}
_TRANSLATED = {**_SPACES, **_MINUS, **_QUOTES, **_ARABIC}
_RAISED = re.compile(r"(?<=[\d)%])[¹²³⁰⁴⁵⁶⁷⁸⁹]+")
VULGAR = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"

_MIXED = re.compile(r" (\d)/(\d{1,2})(?![\d.,]*\d|/)")
_PART = re.compile(rf"\s?([{VULGAR}])")
_FRACTION = re.compile(r"\s?[/⁄]\s?(\d{1,3})(?![\d.,]*\d|/)")
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


def values_of(core: str, lang: str, markers: Sequence[str]) -> frozenset[Fraction]:
    """The readings of digits with separators; none for what is no number."""
    if core in VULGAR:
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


def with_fraction(
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
