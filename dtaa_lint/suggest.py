"""The end of an error message: what the user may have meant."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`` (did you mean "select"?)`` for the known word nearest to ``word``; empty when none is
    near. Case does not count."""
    from difflib import get_close_matches  # only a failing run pays for it

    by_folded = {name.casefold(): name for name in sorted(known)}
    near = get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.6)
    return f' (did you mean "{by_folded[near[0]]}"?)' if near else ""
