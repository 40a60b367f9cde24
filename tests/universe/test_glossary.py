"""The glossary has a word for everything that tasks and rejections are called."""

from __future__ import annotations

import pytest

from dtaa_lint.universe.glossary import MOTIFS, OPERATIONS, REASONS, TOPOLOGIES, look_up, words
from dtaa_lint.universe.model import MOTIF_CLASS, Motif, Operation, Reason


def test_nothing_is_missing() -> None:
    assert list(OPERATIONS) == list(Operation)
    assert list(MOTIFS) == list(Motif)
    assert list(REASONS) == list(Reason)
    assert set(TOPOLOGIES) == {topology for _, topology in MOTIF_CLASS.values()}


@pytest.mark.parametrize("word", words())
def test_every_word_is_found_however_it_is_written(word: str) -> None:
    entry = look_up(word)
    assert entry is not None
    assert entry.word == word
    assert entry.text.endswith(".")
    assert look_up(f" {word.lower()} ") == entry


def test_words_are_told_apart() -> None:
    assert len(set(words())) == len(words())
    assert look_up("multi-value") == look_up("MULTI_VALUE")
    assert look_up("EXTRACT-L9") is None
    assert look_up("") is None


def test_a_class_names_its_motifs() -> None:
    entry = look_up("EXTRACT-L4")
    assert entry is not None
    assert any(line.startswith("TABLE_CELL: ") for line in entry.related)
