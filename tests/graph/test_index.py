"""Text of an element without some of what is in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dtaa_lint.graph.index import Index
from tests.graph.support import build, el


@pytest.mark.parametrize(
    ("before", "marker", "after", "left"),
    [
        # The space between the words stands in the marker's run, before or after the marker.
        ("harassment;", "5 ", "ethics", "harassment; ethics"),
        ("harassment", " 5", "ethics", "harassment ethics"),
        ("harassment ", "5 ", " ethics", "harassment ethics"),
        # No space comes before a full stop, and none into a word.
        ("harassment", "5 ", ".", "harassment."),
        ("ethic", "5", "s", "ethics"),
    ],
)
def test_words_around_a_cut_stay_apart(before: str, marker: str, after: str, left: str) -> None:
    document = build(el("P", before, el("Reference", marker), after))
    text = before + marker + after
    start, end = len(before), len(before) + len(marker)
    paragraph, reference = document.elements[:2]
    document = replace(
        document,
        text=text,
        elements=(
            paragraph._replace(text_start=0, text_end=len(text)),
            reference._replace(text_start=start, text_end=end),
        ),
    )
    assert Index(document).without(0, (1,)) == left
