"""How long a text is, in words: one measure for budgets, windows and units of every script.

Chinese and Japanese are written without spaces, as are Thai, Lao, Khmer and Burmese. There a word
is taken to be as long as words of these languages are on average, so that a budget of words holds
about as much of them as of English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_LONG = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
_WIDE_WORD, _LONG_WORD = 2, 4
"""Characters of a word."""


def words_in(text: str) -> int:
    """Words of a text: what spaces part, and where none do, what its characters amount to."""
    if text.isascii():
        return len(text.split())
    rest, wide = _WIDE.subn(" ", text)
    rest, long = _LONG.subn(" ", rest)
    if not wide and not long:
        return len(text.split())
    return len([word for word in rest.split() if any(map(str.isalnum, word))]) + (
        -(-wide // _WIDE_WORD) - (-long // _LONG_WORD)
    )


def first_words(text: str, most: int) -> str:
    """The beginning of a text, of so many words at most, one space between what spaces part; cut
    within what no space parts."""
    kept: list[str] = []
    left = most
    for piece in text.split():
        size = words_in(piece)
        if size > left:
            if size > 1 and left > 0:
                kept.append(piece[: max(1, len(piece) * left // size)])
            break
        kept.append(piece)
        left -= size
    return " ".join(kept)


def windows(pieces: list[str], most: int) -> Iterator[tuple[int, int]]:
    """Ranges of pieces, one behind the other, of so many words each; a longer piece is one."""
    start = size = 0
    for at, piece in enumerate(pieces):
        words = words_in(piece)
        if at > start and size + words > most:
            yield start, at
            start, size = at, 0
        size += words
    if start < len(pieces):
        yield start, len(pieces)
