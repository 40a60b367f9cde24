"""Split words are told by the whole word elsewhere; letters that belong alone are left alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dtaa_lint.universe.splits import find_splits

PROSE = "The Fund has a Table of costs. Its length is over the cover of all.\n"


def found(text: str) -> list[tuple[str, str]]:
    return [(split.pieces, split.word) for split in find_splits(PROSE + text + "\n")]


def test_pieces_of_one_word() -> None:
    assert found("The F un d") == [("F un d", "Fund")]
    assert found("the T able shows") == [("T able", "Table")]
    assert found("its leng th") == [("leng th", "length")]
    assert found("Fun d manager") == [("Fun d", "Fund")]


def test_a_repeated_split_does_not_make_its_pieces_words() -> None:
    assert found("T able 1\nT able 2\nT able 3") == [("T able", "Table")] * 3


def test_letter_by_letter() -> None:
    assert found("Our costs\nO U R C O S T S") == [("C O S T S", "COSTS")]


def test_the_end_of_an_unknown_word_is_no_word() -> None:
    assert found("An early one\nC L E A R L Y") == []


def test_offsets_point_at_the_pieces() -> None:
    text = PROSE + "x y C O S T S and F un d\n"
    for split in find_splits(text):
        assert text[split.start : split.start + len(split.pieces)] == split.pieces


def test_letters_that_are_labels_initials_or_variables() -> None:
    for text in (
        "Schedule C over view",
        "Plan B all over",
        "J R Smith",
        "A B C D E F",
        "x y z",
        "vitamin D iets",
        "the 1 st half",
        "a web site",
        "C over",
    ):
        assert found(text) == [], text


def test_a_word_that_stands_nowhere_whole_is_not_guessed() -> None:
    assert found("B udget") == []


@given(st.text(alphabet="abtT hdCS.\n1", max_size=200))
def test_any_text(text: str) -> None:
    for split in find_splits(text):
        assert text[split.start :].startswith(split.pieces)
        assert split.pieces.replace(" ", "") == split.word
