"""Fusion, stemming, names: deterministic to the last tie."""

from __future__ import annotations

import numpy as np

from dtaa_lint.answerability.answering.names import Names
from dtaa_lint.answerability.answering.search import Bm25, Hybrid, Tokens, fuse, ranked
from tests.answerability.support import WordEmbedder


def test_equal_scores_keep_the_order_of_their_indices() -> None:
    assert ranked(np.array([1.0, 2.0, 2.0, 0.0, 1.0])) == [1, 2, 0, 4]
    assert [index for index, _ in fuse([[3, 1], [1, 3]])] == [1, 3]


def test_a_weight_of_a_ranking_counts() -> None:
    assert fuse([[0], [1]], [1.0, 2.0])[0][0] == 1


def test_words_are_stemmed_by_their_language() -> None:
    assert Tokens("fr").of("Les taxes payées") == Tokens("fr").of("taxe payée")
    assert Tokens("en").of("The fees are charged") == ["fee", "charg"]
    assert Tokens("xx").of("Ünknown words") == ["ünknown", "words"]


def test_numbers_stay_whole() -> None:
    assert Tokens("en").of("1,234.5 of 2024") == ["1,234.5", "2024"]


def test_nothing_known_is_nothing_found() -> None:
    assert Bm25([["levy"], []]).scores(["harbour"]).tolist() == [0, 0]
    assert Bm25([]).scores(["levy"]).tolist() == []
    assert Bm25([[], []]).scores(["levy"]).tolist() == [0, 0]


def test_both_rankings_lead_to_the_passage() -> None:
    texts = ["Fees for vessels", "Opening hours", "History of the harbour"]
    search = Hybrid(texts, texts, Tokens("en"), WordEmbedder())
    assert search.search("What fee does a vessel pay?", 1) == [0]


def test_a_name_said_whole_ranks_before_one_said_half() -> None:
    called = [(0, ["fee", "vessel"]), (1, ["fee"]), (2, ["open", "hour", "offic"])]
    names = Names(called, [[], [], []])
    whole, most = names.rankings(["fee", "vessel", "open"], 10)
    assert whole == [0, 1]
    assert most == [0, 1]
    assert names.rankings(["offic", "open", "x"], 10)[1] == [2]


def test_what_may_be_said_besides_decides_between_equal_names() -> None:
    names = Names([(0, ["total"]), (1, ["total"])], [["2023"], ["2024"]])
    assert names.rankings(["total", "2024"], 10)[0] == [1, 0]
