"""Files damaged at random give findings or a one-line refusal, never anything else, and soon."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from dtaa_lint.errors import InputError
from dtaa_lint.findings.engine import lint_file
from dtaa_lint.pdf.read import read
from tests.hostile.invariants import check
from tests.hostile.mutate import mutant, mutants, originals

SECONDS = 5.0
"""CPU time that one small file may take."""


def outcome(data: bytes, label: str) -> bool:
    """Whether ``data`` could be read; raises AssertionError for what must not happen.

    Reads it, checks what later stages rely on, and lints it.
    """
    start = time.process_time()
    reason = None
    try:
        check(read(data, name="mutant.pdf"))
    except InputError as error:
        reason = error.reason
        assert "\n" not in reason, f"{label}: {reason}"
        assert "cannot be read (" not in reason, f"{label}: {reason}"
    except AssertionError:
        raise
    except BaseException as error:
        raise AssertionError(f"{label}: {type(error).__name__}: {error}") from error
    try:
        report = lint_file("mutant.pdf", data=data)
    except BaseException as error:
        raise AssertionError(f"{label}, linted: {type(error).__name__}: {error}") from error
    assert report.error == reason, label
    assert time.process_time() - start < SECONDS, f"{label} is slow"
    return reason is None


def run(files: Iterable[tuple[int, bytes]]) -> tuple[int, int]:
    """(documents read, files refused)."""
    results = [outcome(data, f"mutant {number}") for number, data in files]
    return results.count(True), results.count(False)


def test_originals_are_whole() -> None:
    for data in originals():
        assert check(read(data)).elements


def test_mutants_are_reproducible() -> None:
    data = originals()[0]
    for seed in range(8):
        assert mutant(data, seed) == mutant(data, seed)


def test_forty_mutants() -> None:
    found, refused = run(mutants(originals(), count=40))
    assert found > 20
    assert found + refused == 40


@pytest.mark.slow
def test_two_thousand_mutants() -> None:
    found, refused = run(mutants(originals(), count=2000, seed=1000))
    assert found > 1000
    assert found + refused == 2000


def test_truncated_at_many_points() -> None:
    data = originals()[1]
    for cut in range(0, len(data), max(1, len(data) // 60)):
        outcome(data[:cut], f"cut at {cut}")


@pytest.mark.slow
@pytest.mark.skipif(
    "DTAA_CORPUS" not in os.environ, reason="DTAA_CORPUS does not name a folder of PDFs"
)
def test_every_file_of_a_corpus_and_mutants_of_the_small_ones() -> None:
    small = []
    for path in sorted(Path(os.environ["DTAA_CORPUS"]).rglob("*.pdf")):
        report = lint_file(str(path))
        assert report.error is None or "\n" not in report.error
        if report.error is None and path.stat().st_size < 300_000:
            small.append(path.read_bytes())
    assert small
    run(mutants(small, count=500, seed=50_000))
