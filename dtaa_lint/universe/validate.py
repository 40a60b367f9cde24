"""Tests on evidence that every motif shares: fragments, pointers, echoes, verbatim text.

Each is a cheap string test that looks closer only at texts that could fail it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dtaa_lint.graph.view import View
from dtaa_lint.universe.wording import POINTER_LINKS, POINTER_TAILS, POINTERS, SAME_AGAIN, words

REPLACEMENT = "\ufffd"
"""Stands for a glyph that no font table maps to a character."""

_POINTER_LENGTH = 120
"""Characters beyond which a text says more than where to look."""
_STUB_WORDS = 8
"""Words that a form's label has at most."""
_CONTENTS = frozenset({"TOC", "TOCI"})
_STRIP = "()[]{}.,;:!?\"'“”‘’«»*†‡§ "
_DASHES = "-–—"
_BULLETS = frozenset("•●▪■□◦‣∙·►➢➤✓✔❖◆○–—-*")


def is_fragment(text: str) -> bool:
    """A line of a table of contents with its leader, or a place to fill in.

    ``Introduction ....... 3``, ``Name: ____``, ``☐ Yes ☐ No``; not a sentence with an ellipsis.
    """
    if "...." in text or ". . . ." in text or "…" in text or "····" in text or "__" in text:
        return _leads_to_page(text) or _fill_in(text)
    if "☐" in text or "□" in text or "❏" in text or "❑" in text:
        return len(text.split()) <= 2 * _STUB_WORDS
    return False


def _leads_to_page(text: str) -> bool:
    """Ends with leader dots, or with leader dots and a page number."""
    head = text.rstrip()
    end = len(head)
    while end and (head[end - 1].isalnum() or head[end - 1] in " -–"):
        end -= 1
    number = head[end:].strip()
    if len(number) > 6 or (number and not (number.isdecimal() or not number.strip("ivxlcIVXLC"))):
        return False
    leader = head[:end].replace(" ", "")
    return leader.endswith(("....", "……", "····")) or (leader.endswith("…") and bool(number))


def _fill_in(text: str) -> bool:
    """Underscores to write on, and little else."""
    if "__" not in text:
        return False
    blanks = text.count("_")
    return blanks * 2 >= len(text) or len(text.replace("_", " ").split()) <= 2 * _STUB_WORDS


def is_stub(text: str) -> bool:
    """A label that waits for its value: a few words and a colon (``Date of birth:``)."""
    return text[-1:] in (":", "：") and text.count(" ") < _STUB_WORDS


def is_pointer(text: str) -> bool:
    """A text that says only where something else is said: ``see page 12``, ``siehe Anlage``."""
    if len(text) > _POINTER_LENGTH:
        return False
    first = text.split(" ", 1)[0].casefold()
    if first.strip("()[],;") in SAME_AGAIN:
        return " " not in text
    if first in _FOR and ", " in text:
        # "For the Privacy Act Notice, see page 3."
        return is_pointer(text.rsplit(", ", 1)[1])
    if first in _SITES and _names_site(text):
        return True
    if first not in POINTERS:
        return False
    target = False
    for word in [word.strip(_STRIP + _DASHES) for word in text.casefold().split()[1:]]:
        if word in POINTER_TAILS:
            target = True
        elif (
            word
            and word not in POINTER_LINKS
            and len(word) > 1
            and not any(map(str.isdecimal, word))
            and word.strip("ivxlc")
        ):
            return False
    return target


_FOR = words("for pour für zu para")
_SITES = words(
    "go visit see consult check visitez consultez voir allez besuchen siehe",
    "visite consulte acceda vea vaya acesse",
)
"""First words of a sentence that may only name a site."""
_SITE_WORDS = 16
"""Words of a sentence that only names a site."""


def _names_site(text: str) -> bool:
    """``Go to www.irs.gov/Form1040 for instructions and the latest information.``"""
    if text.count(" ") >= _SITE_WORDS or ". " in text:
        return False
    return "www." in text or "://" in text


def plain(text: str) -> str:
    """The text for comparing: case, white space and the punctuation at its ends left out."""
    return " ".join(text.casefold().split()).strip(_STRIP).rstrip(_DASHES + " ")


def without_bullet(text: str) -> str:
    """A list item's text without the bullet that stands in it for want of a label. Private-use
    characters are the bullets of symbol fonts."""
    if text and (text[0] in _BULLETS or "\ue000" <= text[0] <= "\uf8ff"):
        rest = text[1:]
        if not rest or rest[0].isspace():
            return rest.lstrip()
    return text


def without_numbers(texts: Sequence[str]) -> list[str]:
    """List items without the numbers (or letters) that are typed before them; empty unless each
    item has one and they count up by one: ``1. Images``, ``2. Colours``; not ``A. Smith``."""
    rest: list[str] = []
    before = -1
    for text in texts:
        head, space, tail = text.partition(" ")
        key = head.strip("().:").rsplit(".", 1)[-1]
        if not space or head == key or not tail.strip() or not key.isascii():
            return []
        if not (key.isdecimal() and len(key) < 4) and not (len(key) == 1 and key.isalpha()):
            return []
        number = int(key) if key.isdecimal() else ord(key)
        if before >= 0 and number != before + 1:
            return []
        before = number
        rest.append(tail.lstrip())
    return rest if len(rest) > 1 else []


def echoes(text: str, headings: Iterable[str]) -> bool:
    """Whether the text only repeats one of the headings. A number is an answer all the same."""
    if len(text) > 300 or any(map(str.isdecimal, text)):
        return False
    own = plain(text)
    return any(own == plain(heading) for heading in headings)


def verbatim(view: View, node: int, text: str) -> bool:
    """Whether the text stands in the node as it is."""
    element = view.nodes[node]
    return text in view.document.text[element.text_start : element.text_end] or text in view.text(
        node
    )


def in_contents(view: View, node: int) -> bool:
    """Whether the node stands in a table of contents."""
    nodes = view.nodes
    at = node
    for _ in range(64):
        if at < 0:
            return False
        if nodes[at].type in _CONTENTS:
            return True
        at = nodes[at].parent
    return False


def page_of(view: View, node: int) -> int:
    """The 0-based page of a node; that of an ancestor when its own is unknown; -1 for none."""
    nodes = view.nodes
    at = node
    for _ in range(64):
        if at < 0:
            return -1
        if nodes[at].page >= 0:
            return nodes[at].page
        at = nodes[at].parent
    return -1
