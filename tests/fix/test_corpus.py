"""Repaired copies of a folder of real documents (``DTAA_CORPUS``): pixels, tasks, findings."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dtaa_lint.errors import InputError
from dtaa_lint.fix.copy import fix
from tests.fix.test_fix import pixels

CORPUS = os.environ.get("DTAA_CORPUS")
PAGES = 40
"""Pages of a document that are compared pixel by pixel."""


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS, reason="DTAA_CORPUS names no folder of PDFs")
def test_every_copy_stands_the_proof() -> None:
    repaired = 0
    for path in sorted(Path(CORPUS or "").glob("*.pdf")):
        data = path.read_bytes()
        try:
            made = fix(data, path.name).data
        except InputError as error:
            assert "cannot be repaired" not in error.reason, f"{path.name}: {error.reason}"
            continue
        if made is not None:
            repaired += 1
            assert fix(made, path.name).data is None, path.name
            assert pixels(made, PAGES) == pixels(data, PAGES), path.name
    assert repaired
