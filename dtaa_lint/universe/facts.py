"""The one checkable value of a sentence in running text: an amount, a share, a date, a quantity, an
address. Numbers that name something (``Section 12``, ``Form 1040``, ``Step 3``) are no values."""

from __future__ import annotations

import re
from typing import NamedTuple

from dtaa_lint.universe.sentences import sentence_at
from dtaa_lint.universe.wording import (
    BEFORE_YEARS,
    COUNT_STOPPERS,
    MONTHS,
    NAMING_NUMBERS,
    POINTER_TAILS,
    UNITS_IN_TEXT,
)


class Fact(NamedTuple):
    """A value in a text, with the sentence that states it; offsets into the text."""

    kind: str
    """``email``, ``url``, ``money``, ``percent``, ``date``, ``time``, ``phone``, ``code``,
    ``quantity``."""
    start: int
    end: int
    sentence_start: int
    sentence_end: int


_SPACE = "[ \u00a0\u202f]"
_NUMBER = rf"(?:\d{{1,3}}(?:(?:[,.'’]|{_SPACE})\d{{3}})+(?:[.,]\d{{1,2}})?|\d+(?:[.,]\d+)?)(?![\d])"
_RANGE = rf"{_NUMBER}(?:{_SPACE}?[-–]{_SPACE}?{_NUMBER})?"
_SCALE = (
    r"(?:hundred|thousand|million|billion|trillion|mio\.?|mrd\.?|millions|milliards?|millionen|"
    r"milliarden|millones|bn|tsd\.?)(?![^\W\d_])"
)
_SIGN = r"(?:(?:US|CA|AU|C|A|NZ|HK)?\$|[€£¥₹]|EUR|USD|GBP|CHF|CAD|AUD|R\$)"
_CURRENCY = rf"(?:{_SIGN}|euros?|dollars?|pounds?|francs?|franken)(?![^\W\d_])|[€£¥$]"
_MONTH = "|".join(sorted(MONTHS, key=lambda month: (-len(month), month)))
_YEAR = r"(?:19|20)\d\d(?!\d)"
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+")
_URL = re.compile(r"(?:https?://|www\.)[^\s<>\"“”]{3,200}")
_VALUE = re.compile(
    rf"""
    (?P<date>
        \d{{1,2}}(?:st|nd|rd|th|er|º|\.)?{_SPACE}(?:de{_SPACE}|of{_SPACE})?(?:{_MONTH})\b\.?
            (?:,?{_SPACE}(?:del?{_SPACE})?{_YEAR})?
        |(?:{_MONTH})\.?{_SPACE}\d{{1,2}}(?:st|nd|rd|th)?(?!\d)(?:,?{_SPACE}{_YEAR})?
        |(?:{_MONTH})\.?,?{_SPACE}(?:del?{_SPACE})?{_YEAR}
        |\d{{4}}-\d\d-\d\d|\d{{1,2}}[./]\d{{1,2}}[./]{_YEAR})
    |(?P<money>{_SIGN}{_SPACE}?{_NUMBER}(?:[{_SPACE[1:-1]}-]?{_SCALE})?
        |{_NUMBER}(?:{_SPACE}{_SCALE}(?:{_SPACE}de|{_SPACE}d['’])?)?{_SPACE}?(?:{_CURRENCY}))
    |(?P<percent>{_RANGE}{_SPACE}?
        (?:%|(?:per{_SPACE}?cent|percent|prozent|pour{_SPACE}cent|por{_SPACE}ciento)(?![^\W\d_])))
    |(?P<time>\d{{1,2}}:\d\d{_SPACE}?(?:[ap]\.?m\b\.?|uhr\b)|\d\d:\d\d(?![:\d])
        |\d{{1,2}}{_SPACE}?(?:a\.m\.|p\.m\.|uhr\b))
    |(?P<phone>(?:\+\d|\(\d|\d)[\d().{_SPACE[1:-1]}-]{{7,20}}\d)
    |(?P<code>[A-Z]{{2,12}}[-/]?\d[A-Z0-9/-]{{4,30}})
    |(?P<quantity>{_RANGE}(?:{_SPACE}{_SCALE})?(?:(?:{_SPACE}|-)(?P<noun>[^\W\d_]+))?)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_WITH_DIGITS = re.compile(r"\d\S*")
_HINT = re.compile(r"\d|@|://|www\.")
_WORDS = 5
"""Words with digits of one value, at most: a telephone number in groups."""
_MARKERS = 3
"""Words with digits beside them that may be markers of notes."""
_BEFORE = 24
"""Characters in which the word before a number is looked for, or the beginning of a value."""
_OPENING = " (“\"'„«"
_JOINED = ("-", "/", "#", "_")
_PHONE_DIGITS = 8
_CODE_DIGITS = 3


def may_hold(text: str) -> bool:
    """A cheap test whether a text, notes and markers included, could hold one value."""
    first = _HINT.search(text)
    if first is None:
        return False
    return len(_WITH_DIGITS.findall(text, first.start())) <= _WORDS + _MARKERS


def find_fact(text: str) -> Fact | None:
    """The only value of a text; None when it has none, several, or other digits besides."""
    first = _HINT.search(text)
    if first is None or len(_WITH_DIGITS.findall(text, first.start())) > _WORDS:
        return None
    if "@" in text:
        found = _address("email", _EMAIL, text)
    elif "://" in text or "www." in text:
        found = _address("url", _URL, text)
    else:
        found = _number(text, first.start())
    if found is None:
        return None
    kind, start, end = found
    if _touches(text, start, end) or _HINT.search(text, end) or _HINT.search(text, 0, start):
        return None
    return Fact(kind, start, end, *sentence_at(text, start, end))


def _address(kind: str, pattern: re.Pattern[str], text: str) -> tuple[str, int, int] | None:
    """(kind, start, end) of the first address."""
    found = pattern.search(text)
    if found is None:
        return None
    length = len(found.group().rstrip(".,;:!?)]}»”'’\""))
    return kind, found.start(), found.start() + length


def _number(text: str, digit: int) -> tuple[str, int, int] | None:
    """(kind, start, end) of the value that has the text's first digit; it may begin with a word
    (a month, a currency) before it."""
    for start in range(max(0, digit - _BEFORE), digit + 1):
        if start and text[start - 1].isalnum():
            continue
        value = _VALUE.match(text, start)
        if value is None or value.end() <= digit:
            continue
        kind = "quantity" if value["quantity"] is not None else value.lastgroup or ""
        if kind == "quantity":
            judged = _quantity(text, value)
            return None if judged is None else (judged[0], start, judged[1])
        if not _plausible(kind, value.group()) or (kind == "date" and _named(text, start)):
            return None
        return kind, start, value.end()
    return None


def _plausible(kind: str, value: str) -> bool:
    if kind == "phone":
        digits = sum(map(str.isdecimal, value))
        return digits >= _PHONE_DIGITS and not value.isdecimal()
    if kind == "code":
        digits = sum(map(str.isdecimal, value))
        return digits >= _CODE_DIGITS and value.upper() == value
    # ``on line 19 may be``: the month of that name is written with a capital.
    return not (kind == "date" and value.endswith(" may"))


def _word_before(text: str, start: int) -> str:
    before = text[max(0, start - _BEFORE) : start].rsplit(None, 1)
    return before[-1] if before else ""


def _named(text: str, start: int) -> bool:
    """Whether the word before a number says that it is a name: ``line``, ``Article``, ``§``."""
    word = _word_before(text, start).strip("(“\"'.").casefold()
    return word in POINTER_TAILS or word in NAMING_NUMBERS


def _quantity(text: str, value: re.Match[str]) -> tuple[str, int] | None:
    """(kind, end) of a number with the word behind it; None when the number names something."""
    raw = _word_before(text, value.start())
    noun = value["noun"]
    number_end = value.end() if noun is None else value.start("noun") - 1
    number = text[value.start() : number_end]
    year = len(number) == 4 and number[:2] in ("19", "20")
    if year and raw.strip("(“\"'").casefold() in BEFORE_YEARS:
        return "date", number_end
    if noun is None or _named(text, value.start()):
        return None
    before = text[: value.start()].rstrip(_OPENING)
    # ``23 Consent of …``, ``10.1 Devem ser``: the number of a paragraph.
    if not before and noun[0].isupper():
        return None
    # ``Form 12 applies``, ``Windows 11 devices``: a name's own number. A sentence may begin so.
    if raw[:1].isupper() and not _begins(before, raw):
        return None
    folded = noun.casefold()
    if folded in COUNT_STOPPERS or (len(folded) < 3 and folded not in UNITS_IN_TEXT):
        return None
    if year and folded not in UNITS_IN_TEXT:
        return None
    hyphen = text[number_end] == "-"
    return "quantity", value.end() if hyphen or folded in UNITS_IN_TEXT else number_end


def _begins(before: str, word: str) -> bool:
    """Whether the last word before a number is the first of its sentence."""
    rest = before[: len(before) - len(word)].rstrip()
    return not rest or rest[-1] in ".!?:"


def _touches(text: str, start: int, end: int) -> bool:
    """Whether the value is a piece of a longer word or number."""
    before = text[start - 1 : start]
    after = text[end : end + 1]
    return before.isalnum() or before in _JOINED or after.isalnum() or after in _JOINED
