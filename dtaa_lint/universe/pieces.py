"""Texts that are pieces of sentences, and texts with the numbers of lines in them.

A paragraph that a page, a column or a link breaks apart is often tagged as two. Each half by
itself is no statement, and a checklist of halves is none of statements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from dtaa_lint.universe.wording import words

_CONTINUED = ",;:.)!?]»”’"
"""Characters that begin no sentence."""
_CLOSING = ")]”\"»'’*†‡ "
_OPEN_WORDS = words(
    "a an the of in on at by for from with and or to as is are was were be that which this these",
    "his her its their our your into than not",
    "le la les un une des du de d’ l’ et ou à au aux en dans par pour sur avec sans que qui est",
    "der die das den dem des ein eine einer eines einem einen und oder von vom zu zum zur mit für",
    "auf aus bei ist sind wird werden dass",
    "el los las una unos unas del y o con por para sin que es son",
    "os um uma dos das do da e ou em no na nos nas com para por sem é são",
)
"""Words that no sentence ends with."""
_OPENERS = words("in the an of der die das im le la les el los dans en em os")
_LEAST = 20
"""Texts of a document in which line numbers are looked for."""


def cut_pieces(texts: Sequence[str]) -> tuple[int, ...]:
    """Places of the texts, in order, of which one breaks off or begins in the middle of a sentence;
    empty for none. ``texts`` stand one after the other under one heading."""
    found: set[int] = set()
    for at, text in enumerate(texts):
        if _begins_inside(text, texts[at - 1] if at else ""):
            found.update((max(0, at - 1), at))
        if breaks_off(text):
            found.add(at)
    for at, (before, after) in enumerate(pairwise(texts)):
        if before.rstrip(_CLOSING)[-1:].isalnum() and _starts_small(after):
            found.update((at, at + 1))
    return tuple(sorted(found))


def _begins_inside(text: str, before: str) -> bool:
    """With a sign that begins no sentence, or small behind a heading."""
    if text[0] in _CONTINUED:
        # ":root" and ".gov" are names.
        return len(text) < 2 or text[1] == " "
    return not before and _starts_small(text)


def _starts_small(text: str) -> bool:
    """With a small letter that belongs to a word of prose: not ``a) …``, ``iPhone``, ``dct:title``,
    ``e-mail``."""
    if not text[0].islower():
        return False
    word = text.split(" ", 1)[0].rstrip(",;.")
    return word.isalpha() and word.islower() and len(word) < len(text)


def breaks_off(text: str) -> bool:
    """With a comma, a hyphen behind a letter, or a word that no sentence ends with."""
    end = text.rstrip()
    if end[-1] == "," or (end[-1] == "-" and end[-2:-1].isalpha()):
        return True
    if not end[-1].isalpha() or " " not in end:
        return False
    before, last = end.rsplit(" ", 1)
    # "…; and" joins the next member of an enumeration; "In" begins a sentence of a reference.
    if before[-1] in ";,":
        return False
    return last in _OPEN_WORDS or (last.casefold() in _OPENERS and before[-1] == ".")


def lines_only(texts: Sequence[str]) -> bool:
    """Whether at least half of the texts, and four, are short and no sentences: the rows of a
    table, lines of code or an address, set as paragraphs."""
    loose = sum(
        text.rstrip(_CLOSING)[-1:] not in _ENDS and text.count(" ") < _LINE for text in texts
    )
    return loose >= _LINES and loose * 2 >= len(texts)


_ENDS = frozenset(".!?:;…。！？")
_LINES = 4
_LINE = 12
"""Words of a line that is no sentence; as many without a full stop may be a reference."""


def line_numbered(texts: Iterable[str]) -> bool:
    """Whether most of a document's texts end in the number of a line, as pleadings and drafts of
    rules have it in their margin."""
    count = numbered = 0
    for text in texts:
        count += 1
        last = text.rsplit(" ", 1)[-1]
        numbered += last.isdecimal() and len(last) <= 2 and last != text
    return count >= _LEAST and numbered * 5 >= count * 3


def broken(
    text_of: Callable[[int], str], page_of: Callable[[int], int], blocks: Sequence[int]
) -> tuple[int, ...]:
    """The blocks that are pieces of sentences. A long text without an end that is the last one on
    its page, with more behind it on the next, goes on there, whatever that begins with."""
    if not blocks:
        return ()
    texts = [text_of(block) for block in blocks]
    places = set(cut_pieces(texts))
    for at in range(len(blocks) - 1):
        text = texts[at]
        if (
            page_of(blocks[at]) != page_of(blocks[at + 1])
            and text.count(" ") >= _LINE
            and text.rstrip(_CLOSING)[-1:].isalpha()
        ):
            places.update((at, at + 1))
    return tuple([blocks[at] for at in sorted(places)])
