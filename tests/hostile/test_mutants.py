"""Files damaged at random give a document or a one-line refusal, never anything else, and soon."""

from __future__ import annotations

import time

import pytest

from dtaa_lint.errors import InputError
from dtaa_lint.pdf.read import read
from tests.hostile.invariants import check
from tests.hostile.mutate import mutant, mutants, originals

SECONDS = 5.0
"""CPU time that reading one small file may take."""


def run(count: int, seed: int = 0) -> tuple[int, int]:
    """(documents read, files refused)."""
    read_, refused = 0, 0
    for number, data in mutants(originals(), count=count, seed=seed):
        start = time.process_time()
        try:
            check(read(data, name="mutant.pdf"))
            read_ += 1
        except InputError as error:
            refused += 1
            assert str(error).startswith("mutant.pdf: ")
            assert "\n" not in str(error)
            assert "cannot be read (" not in str(error), f"mutant {number}: {error}"
        except BaseException as error:
            raise AssertionError(f"mutant {number}: {type(error).__name__}: {error}") from error
        assert time.process_time() - start < SECONDS, f"mutant {number} is slow"
    return read_, refused


def test_originals_are_whole() -> None:
    for data in originals():
        assert check(read(data)).elements


def test_mutants_are_reproducible() -> None:
    data = originals()[0]
    for seed in range(8):
        assert mutant(data, seed) == mutant(data, seed)


def test_forty_mutants() -> None:
    found, refused = run(40)
    assert found > 20
    assert found + refused == 40


@pytest.mark.slow
def test_two_thousand_mutants() -> None:
    found, refused = run(2000, seed=1000)
    assert found > 1000
    assert found + refused == 2000


def test_truncated_at_many_points() -> None:
    data = originals()[1]
    for cut in range(0, len(data), max(1, len(data) // 60)):
        try:
            check(read(data[:cut], name="cut.pdf"))
        except InputError as error:
            assert "cannot be read (" not in str(error)
