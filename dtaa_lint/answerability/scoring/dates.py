"""Dates and times in a text: they are no numbers, and are compared as what they are."""

from __future__ import annotations

import re
from typing import NamedTuple

from dtaa_lint.answerability.scoring.number_words import MONTHS


class Date(NamedTuple):
    start: int
    end: int
    readings: frozenset[tuple[int, int, int]]
    """(year, month, day); 0 for what is not said. Empty for times and spans of years, which are
    compared as text."""


_MONTH = "|".join(sorted(map(re.escape, MONTHS), key=lambda name: (-len(name), name)))
_OF = r"(?:\s?(?:of|de|del|den)?\s?)"
_ORDINAL = r"(?:\.|st|nd|rd|th|er|º)?"
_PATTERN = re.compile(
    rf"""(?<![\w.,/])(?:
    (?P<y1>\d{{4}})-(?P<m1>\d\d)-(?P<d1>\d\d)(?:T[\d:]+Z?)?
    | (?P<d2>\d{{1,2}})(?P<sep>[./-])\s?(?P<m2>\d{{1,2}})(?P=sep)\s?(?P<y2>\d{{4}}|\d\d)
    | (?P<d3>\d{{1,2}}){_ORDINAL}{_OF}(?P<m3>{_MONTH})\.?(?:,?{_OF}(?P<y3>\d{{4}}))?(?![^\W\d_])
    | (?P<m4>{_MONTH})\.?\s(?P<d4>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s(?P<y4>\d{{4}}))?(?![\d.,]*\d)
    | (?P<m5>{_MONTH})\.?,?{_OF}(?P<y5>\d{{4}})
    | (?P<span>(?:19|20)\d\d\s?[-–/]\s?(?:(?:19|20)\d\d|\d\d))
    | (?P<time>\d{{1,2}}(?::\d\d(?::\d\d)?|h\d\d)(?:\s?(?:am|pm|a\.m\.|p\.m\.|uhr|h))?)
    )(?![\w]|[.,/-]\d)""",
    re.IGNORECASE | re.VERBOSE,
)


def dates(text: str, lang: str) -> tuple[Date, ...]:
    """The dates, times and spans of years of a text, in order. ``31/03/2024`` is read as the
    language writes it; in English without a region both ways, where both are dates. Digits must
    be ASCII and spaces plain (``numbers.plain``)."""
    if not any(character.isdigit() for character in text):
        return ()
    found = []
    for match in _PATTERN.finditer(text):
        date = _read(match, lang)
        if date is not None:
            found.append(date)
    return tuple(found)


def _read(match: re.Match[str], lang: str) -> Date | None:
    group = match.groupdict()
    if group["time"] or group["span"]:
        if group["span"]:
            first, last = re.split(r"\s?[-–/]\s?", group["span"])
            if int(last) <= int(first[-len(last) :]):
                return None
        return Date(match.start(), match.end(), frozenset())
    if group["d2"]:
        readings = _numeric(group["d2"], group["m2"], group["y2"], group["sep"], lang)
    else:
        number = next(n for n in "1345" if group[f"m{n}"])
        name = group[f"m{number}"].casefold()
        if group[f"m{number}"] == "may" and not group[f"y{number}"]:
            return None
        month = MONTHS[name] if name in MONTHS else int(name)
        day = int(group.get(f"d{number}") or 0)
        readings = {(int(group[f"y{number}"] or 0), month, day)}
    valid = frozenset(
        reading for reading in readings if 1 <= reading[1] <= 12 and 0 <= reading[2] <= 31
    )
    return Date(match.start(), match.end(), valid) if valid else None


def _numeric(first: str, second: str, year: str, sep: str, lang: str) -> set[tuple[int, int, int]]:
    century = (2000 if int(year) < 70 else 1900) if len(year) == 2 else 0
    day_first = (century + int(year), int(second), int(first))
    month_first = (century + int(year), int(first), int(second))
    tag = lang.casefold().replace("_", "-")
    if sep == "." or not (tag.startswith("en") or not tag):
        return {day_first}
    if tag in ("en-us", "en-ph"):
        return {month_first}
    return {day_first, month_first} if tag in ("", "en", "en-ca") else {day_first}


def same_date(one: str, other: str, lang: str) -> bool:
    """Whether a text that is one date is said in another text."""
    wanted = dates(one, lang)
    if len(wanted) != 1 or not wanted[0].readings or one[: wanted[0].start].strip():
        return False
    if one[wanted[0].end :].strip(" .;,"):
        return False
    return any(wanted[0].readings & said.readings for said in dates(other, lang))
