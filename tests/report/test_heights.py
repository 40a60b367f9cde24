"""Rows of sheets are about as high as their text."""

from __future__ import annotations

import pytest

from dtaa_lint.report.heights import lines_of, row_height


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("short", 20, 1),
        ("one\ntwo", 20, 2),
        ("a word " * 11, 20, 4),
        ("表の見出しは行ごとに一つずつあります", 20, 2),
        ("/Document/Table[12]/TR[3]", 20, 3),
    ],
)
def test_lines(text: str, width: float, lines: int) -> None:
    assert lines_of(text, width) == lines


def test_the_highest_cell_decides_up_to_what_a_row_can_be() -> None:
    assert row_height([("one\ntwo", 20), ("one", 20), (3, 20), (None, 1)]) == 30
    assert row_height([(12, 5)]) == 15
    assert row_height([("word " * 2000, 20)]) == 400
