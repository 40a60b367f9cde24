"""Sentences: the last one of a paragraph, the one at a place, and whether one announces what
follows."""

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
        if text[at] in _FULL_WIDTH and (rest := text[at + 1 :].lstrip())[:1] not in _CLOSING:
            return rest
        if text[at] in ".!?" and text[at + 1] == " " and text[at + 2].isupper():
            word = _word_before(text, at)
            # An initial, a number or an abbreviation ends no sentence.
            short = len(word) < 2 or word.isdecimal() or "." in word
            if not short and word not in ABBREVIATIONS:
                return text[at + 2 :]
    return text


def sentence_at(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the sentence begins and ends that holds the text between two offsets. A number of three
    digits or more may end one (``in 2022. The``); a shorter one may be an item's number."""
    begin = max(0, start - _LONGEST_SENTENCE)
    for at in range(start - 2, begin - 1, -1):
        if _parts(text, at):
            begin = at + 2
            break
    stop = min(len(text), end + _LONGEST_SENTENCE)
    for at in range(max(end - 1, 0), stop - 2):
        if _parts(text, at):
            return begin, at + 1
    return begin, stop


def _parts(text: str, at: int) -> bool:
    """Whether the character ends a sentence and another one begins behind it."""
    if text[at] not in ".!?" or text[at + 1 : at + 2] != " ":
        return False
    following = text[at + 2 : at + 3]
    if not (following.isupper() or following.isdecimal() or following in _OPENING):
        return False
    word = _word_before(text, at)
    if word.isdecimal():
        return len(word) > 2
    if len(word) < 2 or word in ABBREVIATIONS:
        return False
    if "." not in word or word.rpartition(".")[2].isdecimal():
        return True
    # An address ends with a name, and the sentence with it.
    return word.startswith("www.") or "@" in word or "/" in word


def _word_before(text: str, at: int) -> str:
    return text[max(0, at - _LONGEST_WORD) : at].rsplit(" ", 1)[-1].strip(_BRACKETS).casefold()


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


_BRACKETS = "()[]\"'“„«"
_OPENING = frozenset('"“„«(¿¡')
_OPEN_ENDS = frozenset(":：,;–—…")
_FULL_STOPS = frozenset(".!?。")
_FULL_WIDTH = frozenset("。！？")
"""Marks that end a sentence in Chinese and Japanese, with no space behind them."""
_CLOSING = tuple(")]”’」』）》")
_MARKS = '.,:;()«»"“”'
