"""Every reason for which a candidate can be rejected is reached by a small document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from dtaa_lint.universe.model import Motif, Reason
from dtaa_lint.universe.motif_pages import PAGES
from tests.graph.support import el, table
from tests.universe.support import universe


def items(*texts: str) -> Any:
    return el("L", *[el("LI", el("LBody", text)) for text in texts])


HEAD = el("H1", "Plans")
NOTES = (
    el("Note", el("Lbl", "1"), "Except in May.", id="m"),
    el("Note", el("Lbl", "1"), "Except in June.", id="n"),
)
CASES: Mapping[Reason, tuple[Motif, tuple[Any, ...]]] = {
    Reason.INCOMPLETE_EVIDENCE: (
        Motif.TABLE_CELL, (HEAD, table("*C Plan |*C Price", "Basic | 12.50", "Plus | 25.00")),
    ),
    Reason.AMBIGUOUS: (
        Motif.TABLE_CELL, (HEAD, table("* |*C A", "*R x | 1"), table("* |*C A", "*R x | 2")),
    ),
    Reason.AMBIGUOUS_RELATION: (
        Motif.NOTE_QUALIFICATION, (el("P", "Fees", el("Reference", "1", ref=["m", "n"])), *NOTES),
    ),
    Reason.NOT_VERBATIM: (Motif.HEADING_LIST, (HEAD, items("a\ufffdb", "c"))),
    Reason.MULTI_VALUE: (
        Motif.TABLE_COMPARE, (HEAD, table("* |*C 2023 |*C 2024", "*R Basic | 1; 2 | 3")),
    ),
    Reason.TRIVIAL: (Motif.TABLE_CELL, (HEAD, table("* |*C A |*C B", "*R x | – | 1"))),
    Reason.TRIVIAL_COMPARISON: (
        Motif.TABLE_COMPARE, (HEAD, table("* |*C 2023 |*C 2024", "*R Basic | 3 | 3")),
    ),
    Reason.MALFORMED_SET: (Motif.HEADING_LIST, (HEAD, items("one"))),
    Reason.MALFORMED_STRUCTURE: (
        Motif.LABEL_VALUE, (HEAD, table("*R Manager |*R Ada", "*R Office |*R Rome")),
    ),
    Reason.HEADING_ECHO: (
        Motif.DEFINITION, (el("P", "The", el("Span", "W-2", e="W 2"), "form."),),
    ),
    Reason.FRAGMENT: (Motif.HEADING_LIST, (HEAD, items("Name: ____", "City: ____"))),
    Reason.EXTERNAL_CONTEXT: (Motif.HEADING_LIST, (HEAD, items("see page 3", "see annex II"))),
    Reason.SPLIT_TEXT: (
        Motif.HEADING_LIST, (HEAD, items("The F un d", "Cash"), el("P", "A Fund is a Fund.")),
    ),
    Reason.SUBSUMED: (Motif.HEADING_SCOPE, (HEAD, items("Basic", "Plus"))),
    Reason.DUPLICATE: (
        Motif.TABLE_CELL, (HEAD, table("* |*C A", "*R x | 1"), table("* |*C A", "*R x | 1")),
    ),
}  # fmt: skip


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_is_reached(reason: Reason) -> None:
    motif, top = CASES[reason]
    found = universe(*top)
    assert reason in {c.reason for c in found.candidates if c.motif is motif}
    assert found.summary().rejected[reason.value] >= 1


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_is_some_motifs(reason: Reason) -> None:
    assert reason in PAGES[CASES[reason][0]].rejected
