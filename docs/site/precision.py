"""What the precision study says of a rule, read from ``docs/precision.md``."""

from __future__ import annotations

import re
from typing import NamedTuple

_ROW = re.compile(r"^\| (DT\d{4}) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) % \|$", re.MULTILINE)
_ALL_TRUE = re.compile(r"^True in every place that was judged: (.*)$", re.MULTILINE)
_COUNTED = re.compile(r"(DT\d{4}) \((\d+)\)")


class Judged(NamedTuple):
    """How the judges decided on findings of a rule."""

    judged: int
    true: int
    """By both judges."""
    false: int
    """By both judges."""
    arguable: int
    """Or split."""
    share: int
    """Per cent of all verdicts that are “true”."""


def read_study(page: str) -> dict[str, Judged]:
    """Rule -> the verdicts of the last round that judged it."""
    study: dict[str, Judged] = {}
    for listed in _ALL_TRUE.findall(page):
        for code, count in _COUNTED.findall(listed):
            study[code] = Judged(int(count), int(count), 0, 0, 100)
    for code, *numbers in _ROW.findall(page):
        study[code] = Judged(*map(int, numbers))
    return study
