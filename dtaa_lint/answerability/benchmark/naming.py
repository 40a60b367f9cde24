"""How a question names what it asks about: short enough to be read, and clear by itself."""

from __future__ import annotations

import re

from dtaa_lint.answerability.benchmark.wording import UNSPACED, wording
from dtaa_lint.universe.motifs.common import PATH_SEPARATOR
from dtaa_lint.words import fold

LONGEST = 60
"""Words of the document that one name in a question has."""
LEAD = 30
"""Words of a lead, of which the last sentences are enough."""
CLOSING = " .:;,–—-：；，。、."

_LONG_SHORT = 7
"""Characters from which on a word with a point behind it is no abbreviation."""
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_PER_WORD = 2
"""Characters of a word where there are no spaces."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_a-z«“„\"])|(?<=[。！？])\s*")
_OPENING = " \"'“”„«»‘’‹›「『（(["
_FIRST = re.compile(r"[^\W\d_]+(?:[’'](?=\W|$)|-[^\W\d_]+)?")
_MARK = re.compile(r"^[\W\d_]*[.)]\s+|^[•·▪–—-]\s*")
"""A number or a bullet before a statement."""


def size(text: str) -> int:
    """How many words a text has; where there are no spaces, two characters are one."""
    unspaced = len(_UNSPACED.findall(text))
    return len(text.split()) + unspaced // _PER_WORD


def shortened(text: str, most: int = LONGEST) -> str:
    """The beginning of a text, no more than so many words of it."""
    if size(text) <= most:
        return text
    words = text.split(" ")
    kept: list[str] = []
    left = most
    for word in words:
        weight = size(word)
        if weight > left:
            if _UNSPACED.search(word):
                kept.append(word[: left * _PER_WORD])
            break
        kept.append(word)
        left -= weight
    return " ".join(kept).rstrip(CLOSING) + " …"


def lead(text: str) -> str:
    """What introduces a list, as a question says it: of a long text the last sentences that fit,
    one at the least."""
    if size(text) <= LEAD:
        return text
    sentences = _SENTENCE.split(text)
    kept = sentences[-1:]
    for sentence in reversed(sentences[:-1]):
        if size(" ".join([sentence, *kept])) > LEAD:
            break
        kept.insert(0, sentence)
    gap = "" if _UNSPACED.search(kept[0][-2:]) else " "
    return shortened(gap.join(kept))


def parts(text: str) -> list[str]:
    """The levels of a path of headers or headings, each without what ends it."""
    found = [_ended(part) for part in fold(text).split(PATH_SEPARATOR.strip())]
    return [part for part in found if part]


def _ended(part: str) -> str:
    """The part without what ends it; the point of an abbreviation, ``No.``, is part of it."""
    said = part.strip(CLOSING)
    point = said and len(said) < _LONG_SHORT and " " not in said and part.strip() == said + "."
    return said + "." if point and said[-1:].isalpha() else said


def unbracketed(text: str) -> str:
    """The text without a pair of brackets around all of it."""
    for opens, closes in ("()", "[]"):
        inner = text[1:-1]
        if text[:1] == opens and text[-1:] == closes and not {opens, closes} & set(inner):
            return inner
    return text


def leans(text: str, lang: str) -> bool:
    """Whether a lead or a statement is not clear without what stands before it: it begins with a
    pronoun, a demonstrative or a conjunction, or has no subject. A question is clear; nothing is
    said of a language without templates."""
    said = _MARK.sub("", fold(text)).lstrip(_OPENING)
    if said.rstrip(CLOSING).endswith(("?", "？")):
        return False
    known = wording(lang).leaning
    if lang in UNSPACED:
        return any(said.startswith(word) for word in known)
    first = _FIRST.match(said)
    if first is None:
        return False
    if first[0].casefold() in known:
        return True
    # A sentence that begins in lower case is the rest of one.
    return bool(known) and said[0].islower() and " " in said
