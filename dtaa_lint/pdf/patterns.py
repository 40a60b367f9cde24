"""Patterns with possessive groups, also where Python matches those wrongly.

A possessive quantifier keeps a pattern linear on hostile input. Up to CPython 3.11.4 one behind a
group swallows what the group has consumed when its last round fails (gh-106052); there the groups
are matched greedily: the same texts, with more steps where nothing matches. Possessive quantifiers
behind single characters are sound everywhere.
"""

from __future__ import annotations

import re
from typing import AnyStr

_PROBE = (r"(?: |(?:\d+ ++){1,6}+Td)++", " 12 (x)")
_GROUPS = re.compile(r"((?<!\\)\)(?:[*+?]|\{\d*,?\d*\}))\+")


def sound() -> bool:
    """Whether this Python gives back what the last round of a possessive group has consumed."""
    found = re.match(*_PROBE)
    return found is not None and found.end() == 1


_SOUND = sound()


def compile_pattern(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """``re.compile``, with greedy groups in place of possessive ones where those are not sound."""
    if _SOUND:
        return re.compile(source, flags)
    if isinstance(source, bytes):
        return re.compile(greedy(source.decode("latin-1")).encode("latin-1"), flags)
    return re.compile(greedy(source), flags)


def greedy(source: str) -> str:
    """The pattern with greedy groups in place of possessive ones."""
    return _GROUPS.sub(r"\1", source)
