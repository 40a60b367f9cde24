"""What stands behind a number: its scale and its unit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dtaa_lint.answerability.answering.language import primary
from dtaa_lint.answerability.scoring import number_words as vocabulary

_WORD = re.compile(
    r"[kcm]?m[23](?!\w)|[^\W\d_]+(?:['’/][^\W\d_]+)?[²³]?\.?|'?000s?|[%‰°€£$¥₹₽¢][CF]?"
)
_TRAILING_MINUS = re.compile(r"-(?=\s*$)")
_LINK = re.compile(r"\s(?:of|de)(?=\s)|\sd'(?=[^\W\d_])")
_COMPOUND = re.compile(r"\s?([kKTmM]|Mio|Md|Mds|Mrd)(?=[€$£])")
MARKERS = re.compile(
    r"(?:[*†‡§¶]{1,3}|\(\d{1,2}\)|\((?:[a-z]|[ivx]{1,4})\)|\[(?:[a-z]|\d{1,2})\])(?![\w])"
)


def behind(said: str, end: int, money: bool, lang: str) -> tuple[int, int, str, bool]:
    """What stands behind a number: (where that ends, scale, unit, trailing minus)."""
    trailing = bool(_TRAILING_MINUS.match(said, end))
    if trailing:
        end += 1
    scale, unit = 1, ""
    marker = MARKERS.match(said, end)
    if marker:
        end = marker.end()
    at, found = _scale(said, end, money, lang)
    if found > 1:
        end, scale = at, found
        link = _LINK.match(said, end)
        begin = link.end() if link else end
    else:
        begin = end
    at, unit = named(said, begin)
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
            behind = named(said, end)[1] in vocabulary.CURRENCIES
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


def named(said: str, at: int) -> tuple[int, str]:
    for end, spelling in _words_at(said, at):
        unit = unit_of(spelling)
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


def unit_of(spelling: str) -> str:
    if spelling in vocabulary.CASED:
        return vocabulary.CASED[spelling]
    return vocabulary.UNITS.get(spelling.casefold(), "")
