"""Sentences: the last one of a paragraph, and whether it announces what follows."""

from __future__ import annotations

from dtaa_lint.universe.wording import ABBREVIATIONS, ANNOUNCING

_LONGEST_SENTENCE = 2000
_LONGEST_WORD = 40
"""Characters within which a sentence, or the word before its end, is looked for."""
_CLAUSE = 8
"""Words of a clause without a full stop that stands over a list like a heading."""


def last_sentence(text: str) -> str:
    """The last sentence of a paragraph, which is what leads into a list; the whole text when it
    has one sentence only."""
    end = len(text) - 1
    for at in range(end - 2, max(0, end - _LONGEST_SENTENCE), -1):
        if text[at] in ".!?" and text[at + 1] == " " and text[at + 2].isupper():
            before = (
                text[max(0, at - _LONGEST_WORD) : at]
                .rsplit(" ", 1)[-1]
                .strip("()[]\"'“„«")
                .casefold()
            )
            # An initial, a number or an abbreviation ends no sentence.
            short = len(before) < 2 or before.isdecimal() or "." in before
            if not short and before not in ABBREVIATIONS:
                return text[at + 2 :]
    return text


def announces(sentence: str) -> bool:
    """Whether a sentence leads into what follows: it ends in a colon (or breaks off with a dash or
    a comma), says so (``the following``, ``folgende``, ``suivants``, ``siguientes``), or is a short
    clause without a full stop."""
    text = sentence.rstrip()
    if text[-1:] in _OPEN_ENDS:
        return True
    if says_following(text):
        return True
    return text[-1:] not in _FULL_STOPS and text.count(" ") < _CLAUSE


def says_following(sentence: str) -> bool:
    """Whether the words of a sentence announce what follows."""
    return any(word.strip(_MARKS) in ANNOUNCING for word in sentence.casefold().split())


_OPEN_ENDS = frozenset(":：,;–—…")
_FULL_STOPS = frozenset(".!?。")
_MARKS = '.,:;()«»"“”'
