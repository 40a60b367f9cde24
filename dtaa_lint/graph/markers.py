"""Note markers: reading ``1``, ``(a)``, ``*``, ``¹`` and lists of them."""

from __future__ import annotations

import unicodedata

_SIGNS = frozenset("*†‡§¶#‖※")
_OPEN = "([{"
_CLOSE = ")]}"
MAX_RANGE = 20
"""Notes that ``1–20`` may name; a longer range is a range of years or pages, no marker."""


def markers(text: str) -> tuple[str, ...]:
    """The note keys that a marker names: ``1`` for ``(1)``, ``1.`` or ``¹``; ``1``, ``2`` for
    ``1, 2`` and ``(1)(2)``; ``1``, ``2``, ``3`` for ``1–3``. Empty when the text is no marker."""
    if not text or len(text) > 24:
        return ()
    folded = unicodedata.normalize("NFKC", text)
    keys: list[str] = []
    word = ""
    dash = False
    for char in folded + " ":
        if char.isalnum() and not (word and word[0] in _SIGNS):
            word += char
            continue
        if char in _SIGNS and (not word or word[0] in _SIGNS):
            word += char
            continue
        if word:
            if not _is_key(word):
                return ()
            if dash:
                between = _range(keys[-1], word) if keys else None
                if between is None:
                    return ()
                keys.extend(between)
                dash = False
            keys.append(word)
            word = ""
        if char in _SIGNS or char.isalnum():
            word = char
        elif char in "-–—‑":
            dash = bool(keys)
        elif not (char.isspace() or char in _OPEN or char in _CLOSE or char in ",;.:/^"):
            return ()
    if word:
        return ()
    return tuple(dict.fromkeys(keys)) if len(keys) <= MAX_RANGE else ()


def _is_key(word: str) -> bool:
    if word[0] in _SIGNS:
        return len(word) <= 5
    return len(word) <= 3 and (word.isdecimal() or len(word) == 1 or _is_roman_small(word))


def _is_roman_small(word: str) -> bool:
    return word in ("ii", "iii", "iv", "vi", "vii", "ix", "xi", "xii")


def _range(first: str, last: str) -> list[str] | None:
    """The numbers strictly between two of a range; None when they make none."""
    if not (first.isdecimal() and last.isdecimal()):
        return None
    low, high = int(first), int(last)
    return [str(n) for n in range(low + 1, high)] if low < high <= low + MAX_RANGE else None


def leading_marker(text: str) -> str:
    """The marker that a note's text opens with, as it stands there; empty for none. A number or a
    letter counts when it is bracketed, closed by a mark, or followed by a capital, a quotation
    mark or an address; else it is the first word of a sentence."""
    text = text.lstrip()
    end = 0
    while end < len(text) and end < 6 and not text[end].isspace():
        end += 1
    for cut in range(end, 0, -1):
        head = text[:cut]
        if len(markers(head)) != 1:
            continue
        rest = text[cut:]
        if cut < end and head[-1].isalnum() and rest[:1].isalpha() and not head[-1].isdigit():
            continue
        if cut < end and (rest[:1].isdigit() or (rest[:1] in ".,%" and rest[1:2].isdigit())):
            return ""
        if not head[-1].isalnum() or unicodedata.normalize("NFKC", head) != head:
            return head
        follows = rest.lstrip()
        if not follows:
            return ""
        if follows[0].islower() and not follows.startswith(("http", "www.")):
            return ""
        if follows[0].isdigit() or follows[0] in "%€$£":
            return ""
        if head.isalpha() and head.isupper():
            return ""
        return head
    return ""
