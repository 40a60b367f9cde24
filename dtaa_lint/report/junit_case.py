"""A test case of a JUnit report."""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    name: str
    group: str
    """The class, within the package that is the suite: the guideline, ``acceptance``, or the
    document of an assessment."""
    outcome: str = ""
    """Element that says how it ended: ``failure``, ``error``, ``skipped``; empty when passed."""
    kind: str = ""
    """Type of a failure or error."""
    message: str = ""
    text: str = ""
