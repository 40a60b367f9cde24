"""Bullets that are characters in a text and no labels of list items."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dtaa_lint.graph.model import ListView
from dtaa_lint.graph.view import View
from dtaa_lint.graph.wording import language

BULLETS = frozenset("•‣⁃◦▪▫●■◆◇❖➢➤►▶✓✔\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf06c\uf06e")
"""Glyphs that stand before list items, those that Word's symbol fonts map to the private use area
included. Boxes and circles that people tick are left out: they are form options."""
BLOCKS = frozenset({"P", "L", "Table", "TD", "Sect", "Div"})
"""A cell or paragraph that holds one of these is looked at inside."""
LEAST = 2
"""Bulleted items that make a list."""
DASHES = frozenset("-–")
"""A long dash opens direct speech."""
_CLOSING = frozenset(",;.:")
_JOINS = frozenset({"and", "or", "und", "oder", "et", "ou", "y", "o"})
_LINE = 0.95
"""Height of a line, in em, at least."""


def run_together(view: View, node: int) -> bool:
    """Whether an element without blocks inside is several bulleted items: two bullets or more, each
    before words, and as many lines as bullets. Bullets that separate parts of one line (``Phone •
    Fax • Web``) stand in fewer lines than there are bullets."""
    element = view.nodes[node]
    text = view.document.text
    if sum(map(text[element.text_start : element.text_end].count, _SORTED)) < LEAST:
        return False
    if any(one.type in BLOCKS for one in view.nodes[node + 1 : element.end]):
        return False
    return set_on_lines(view, node, view.text(node))


def set_on_lines(view: View, node: int, text: str) -> bool:
    """The same for an element whose text is known and that holds no blocks."""
    parts = pieces(text)
    if len(parts) < LEAST or not all(map(has_words, parts)):
        return False
    height = sum(place.box[3] - place.box[1] for place in view.boxes(node))
    size = view.nodes[node].font_size
    return size > 0 and height >= len(parts) * size * _LINE


def pieces(text: str) -> list[str]:
    """What follows each bullet."""
    found: list[str] = []
    current: list[str] | None = None
    for character in text:
        if character in BULLETS:
            if current is not None:
                found.append("".join(current))
            current = []
        elif current is not None:
            current.append(character)
    if current is not None:
        found.append("".join(current))
    return found


def dashed(view: View, node: int, text: str) -> list[str]:
    """The items of an element without blocks that begins with a dash and holds further ones, in as
    many lines at least; empty for none. Between two items stands a comma, a semicolon or a full
    stop; of three or more items all begin with capitals, or half of the breaks are so marked. A
    dash inside a sentence is none of these."""
    parts = dashed_pieces(text)
    height = sum(place.box[3] - place.box[1] for place in view.boxes(node))
    size = view.nodes[node].font_size
    return parts if size > 0 and height >= len(parts) * size * _LINE else []


def dashed_pieces(text: str) -> list[str]:
    """The same by the words alone.

    >>> dashed_pieces("- the rooms of the club, and - the garden")
    ['the rooms of the club, and', 'the garden']
    >>> dashed_pieces("- the rooms - all of them - are open")
    []
    """
    if text[:1] not in DASHES or text[1:2] != " ":
        return []
    parts = [part.strip() for part in text[2:].split(f" {text[0]} ")]
    if len(parts) < LEAST or not all(map(has_words, parts)):
        return []
    marked = sum(map(_closed, parts[:-1]))
    if len(parts) > LEAST and all(part[:1].isupper() for part in parts):
        return parts
    return parts if marked * 2 > len(parts) - LEAST else []


def _closed(part: str) -> bool:
    """With a sign, or with such a sign and a word that joins the next item."""
    before, _, last = part.rpartition(" ")
    return part[-1:] in _CLOSING or (last in _JOINS and before[-1:] in _CLOSING)


def has_words(text: str) -> bool:
    return any(c.isalpha() for c in text)


def without_bullets(text: str) -> str:
    """The text of a list without the bullets that stand in its items for want of labels."""
    return _BEFORE_ITEM.sub(r"\1", text)


def typed_bullets(lists: Iterable[ListView], view: View) -> dict[int, str]:
    """Item -> the letter or sign that stands in it as its bullet: most items of the list, and two
    at least, have no label and begin with it, as with a glyph of another font (``o``, ``§``)."""
    found: dict[int, str] = {}
    for listed in lists:
        glyphs = [
            member.text[0]
            for member in listed.members
            if member.label < 0
            and member.text[1:2] == " "
            and member.text[0] in _TYPED
            and not member.text[2:3].isdecimal()
        ]
        if len(glyphs) < LEAST:
            continue
        glyph = max(_TYPED, key=glyphs.count)
        count = glyphs.count(glyph)
        if count < LEAST or 2 * count <= len(listed.members):
            continue
        if glyph == "o" and language(view.nodes[listed.node].lang) in _WORD_O:
            continue
        for member in listed.members:
            if member.label < 0 and member.text.startswith(glyph + " "):
                found[member.node] = glyph
    return found


def is_bullet(text: str) -> bool:
    """Whether a label is a bullet: a sign or two without a letter or number, a private-use
    character of a symbol font, or the letter that Word sets for a hollow bullet."""
    text = text.strip()
    if text == "o":
        return True
    signs = all(c in _LABELS or "\ue000" <= c <= "\uf8ff" for c in text)
    return signs and 0 < len(text) <= LEAST


_TYPED = "o§Øü"
"""What hollow circles, squares, arrows and ticks of symbol fonts become as text."""
_WORD_O = frozenset({"pt", "gl", "es", "it", "ca"})
"""Languages in which ``o`` is a word."""
_BEFORE_ITEM = re.compile(f"(^|\\s)[{''.join(sorted(BULLETS))}\ue000-\uf8ff]\\s+")
_SORTED = tuple(sorted(BULLETS))
_LABELS = BULLETS | frozenset("∙·○□◊–—-*→⇒»›")
