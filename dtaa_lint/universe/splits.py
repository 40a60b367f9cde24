"""Finds words that spaces break apart in the text layer, with proof from the document itself.

A sequence of letters between spaces is taken for a split word only when a lone letter that is no
word stands in it, or a piece without any vowel, when the joined word occurs whole elsewhere in
the document, and when the other pieces do not occur as words of their own. Initials, variables,
list letters, ``Schedule C``, ``1 st`` and compounds (``web site``) stay untouched.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

_ONE_LETTER_WORDS = frozenset("aAiIyYoOeEuUàÀóÓéÉ")
"""Lone letters that are words in one of the known languages (or stand before hyphens: e-mail)."""
_VOWELS = frozenset("aeiouyàâäáãæèéêëìíîïòóôöõøœùúûüýÿåAEIOUYÀÂÄÁÈÉÊËÌÍÎÏÒÓÔÖÙÚÛÜŒÆ")
_ARTICLES = (
    "the of in this each per for with to le la les des du de dans der die das den dem des im el "
    "los las del en"
)
_BEFORE_NOUNS = frozenset(_ARTICLES.split())
_LETTER = re.compile(r"(?<![^ \n\t])[^\W\d_](?![^ \n\t])")
_VOWELLESS = re.compile(r"(?<= )[bcdfghjklmnpqrstvwxzß]{2,4}(?=[ \n.,;:)])")
_RUN = re.compile(r"(?<![^ \n\t])(?:[^\W\d_] ){4,400}[^\W\d_](?![^ \n\t])")
_SHORTEST = 4
_LONGEST = 30
_PIECES = 4
_SPELLED = 5
"""Lone letters in a row that spell a word: ``C O S T S``."""


class Split(NamedTuple):
    start: int
    """Offset into the text."""
    pieces: str
    """As the text has it: ``F un d``."""
    word: str
    """The word that the document has elsewhere: ``Fund``."""


def find_splits(text: str) -> list[Split]:
    """Split words in the order of the text; linear in its length."""
    seeds = {
        match.start() for match in _LETTER.finditer(text) if match.group() not in _ONE_LETTER_WORDS
    }
    seeds.update(match.start() for match in _VOWELLESS.finditer(text))
    if not seeds:
        return []
    words = _Words(Counter(text.split()))
    candidates: list[Split] = []
    spelled: set[int] = set()
    for match in _RUN.finditer(text):
        spelled.update(range(match.start(), match.end()))
        candidates.extend(_spelled(match.start(), match.group(), words))
    after = -1
    for seed in sorted(seeds - spelled):
        if seed < after:
            continue
        found = _at(text, seed, words)
        if found is not None:
            candidates.append(found)
            after = found.start + len(found.pieces)
    candidates.sort()
    # A piece that also stands outside the candidates is a word in its own right.
    inside = Counter(piece for found in candidates for piece in found.pieces.split())
    return [
        found
        for found in candidates
        if all(
            len(piece) == 1 or not _has_vowel(piece) or words.times(piece) <= inside[piece]
            for piece in found.pieces.split()
        )
        or sum(len(piece) == 1 for piece in found.pieces.split()) >= 2
    ]


class _Words:
    """How often a word stands alone in the document, punctuation around it ignored."""

    def __init__(self, raw: Counter[str]) -> None:
        self._counts: Counter[str] = Counter()
        for token, times in raw.items():
            stripped = token.strip(".,;:!?()[]\"'“”‘’«»*")
            if stripped.isalpha():
                self._counts[stripped] += times

    def times(self, word: str) -> int:
        return self._counts[word]

    def whole(self, word: str) -> bool:
        """The word occurs, as it is or with another first capital."""
        if self._counts[word]:
            return True
        return bool(self._counts[word.lower()] or self._counts[word.capitalize()])


def _at(text: str, seed: int, words: _Words) -> Split | None:
    """The longest split word of two to four pieces that has the piece at ``seed``."""
    pieces = _around(text, seed)
    at = next((i for i, (start, _) in enumerate(pieces) if start == seed), -1)
    if at < 0:
        return None
    best: Split | None = None
    for first in range(max(0, at - _PIECES + 1), at + 1):
        for last in range(at + 1, min(len(pieces), first + _PIECES) + 1):
            chosen = [piece for _, piece in pieces[first:last]]
            if len(chosen) < 2 or (best and last - first <= best.pieces.count(" ") + 1):
                continue
            word = "".join(chosen)
            if _is_split(text, pieces[first][0], chosen, word, words):
                best = Split(pieces[first][0], " ".join(chosen), word)
    return best


def _is_split(text: str, start: int, chosen: list[str], word: str, words: _Words) -> bool:
    if not _SHORTEST <= len(word) <= _LONGEST:
        return False
    # Inside a word no capital follows a small letter; in capitals, a label (``PLAN B``) and a
    # piece look alike.
    if not (word.islower() or word[1:].islower()):
        return False
    if len(chosen) == 2 and len(chosen[0]) == 1 and chosen[0].isupper():
        # ``Schedule C over …``: a capital after a word may be that word's label.
        before = text[max(0, start - _LONGEST) : start].rsplit("\n", 1)[-1].split()
        if before and before[-1] not in _BEFORE_NOUNS:
            return False
    return words.whole(word)


def _has_vowel(piece: str) -> bool:
    return any(character in _VOWELS for character in piece)


def _around(text: str, seed: int) -> list[tuple[int, str]]:
    """Pieces of letters around ``seed`` that single spaces separate, with their offsets."""
    pieces: list[tuple[int, str]] = []
    position = seed
    for _ in range(_PIECES - 1):
        if position < 2 or text[position - 1] != " ":
            break
        start = position - 1
        while start > 0 and text[start - 1].isalpha() and position - start <= _LONGEST:
            start -= 1
        if start == position - 1 or (start > 0 and text[start - 1] not in " \n"):
            break
        pieces.insert(0, (start, text[start : position - 1]))
        position = start
    position = seed
    for _ in range(_PIECES):
        end = position
        while end < len(text) and text[end].isalpha() and end - position <= _LONGEST:
            end += 1
        if end == position:
            break
        pieces.append((position, text[position:end]))
        if text[end : end + 1] != " ":
            break
        position = end + 1
    return pieces


def _spelled(start: int, run: str, words: _Words) -> list[Split]:
    """The words in a run of lone letters, such as ``O U R C O S T S``: read from its beginning,
    the longest word that the document has each time, up to the first letters that make none."""
    letters = run.split(" ")
    found: list[Split] = []
    first = 0
    while first < len(letters):
        last = min(len(letters), first + _LONGEST)
        while last > first + 1 and not words.whole("".join(letters[first:last])):
            last -= 1
        if last == first + 1:
            break
        if last - first >= _SPELLED:
            pieces = letters[first:last]
            found.append(Split(start + 2 * first, " ".join(pieces), "".join(pieces)))
        first = last
    return found
