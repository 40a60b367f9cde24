"""How long a text is: the same measure for scripts with spaces and without."""

from __future__ import annotations

import pytest

from dtaa_lint.answerability.answering.counting import first_words, words_in
from dtaa_lint.answerability.answering.interface import Item, shown
from dtaa_lint.answerability.answering.text import FlatText, chunks

CHINESE = "您必须在收到通知后的三十天内提交申请"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("one two  three", 3),
        ("naïve café", 2),
        ("서울은 대한민국의 수도이다", 3),
        (CHINESE, 9),
        (f"{CHINESE}。", 9),
        ("表格 EJ-146 的第 3 项", 5),
        ("กรุงเทพมหานคร", 4),
    ],
)
def test_words_of_any_script(text: str, words: int) -> None:
    assert words_in(text) == words


def test_a_budget_cuts_within_a_text_without_spaces() -> None:
    assert first_words(CHINESE * 10, 9) == CHINESE
    assert first_words("one two three", 2) == "one two"
    (only,) = shown([Item("s1", CHINESE * 10)], budget=9)
    assert only.text == CHINESE


def test_chinese_is_cut_into_windows_as_english_is() -> None:
    pages = FlatText([f"{CHINESE} " * 100])
    sizes = [words_in(chunk.text) for chunk in chunks(pages)]
    assert sizes == [594, 306]
