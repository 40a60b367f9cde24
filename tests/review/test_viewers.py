"""Review copies in programs of others: poppler, qpdf and pdf.js.

Needs ``pdfinfo``, ``pdftotext``, ``pdftoppm`` (poppler-utils), ``qpdf``, and ``node`` with pdf.js
(``npm install pdfjs-dist@4``) in the folder that DTAA_PDFJS names.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from dtaa_lint.report.marks import Mark
from tests.review.seen import assert_seen, turned
from tests.review.support import DEMO, DOCUMENTS, reviewed, small

pytestmark = pytest.mark.viewers
SOME = ("chromium-en", "f1040sp", "fop-fr", "libreoffice-fr", "typst-fr")
FILES = [DEMO, *(path for path in DOCUMENTS if path.stem in SOME)]


def run(*command: str | Path, cwd: Path | None = None) -> bytes:
    done = subprocess.run(command, capture_output=True, cwd=cwd, timeout=120, check=False)
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    return done.stdout


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def copied(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path, tuple[Mark, ...]]:
    """A file, its review copy, and the marks in it."""
    made, marks = reviewed(request.param.read_bytes())
    copy = tmp_path / "copy.pdf"
    copy.write_bytes(made.data)
    return request.param, copy, marks


def test_qpdf_finds_no_fault(copied: tuple[Path, Path, tuple[Mark, ...]]) -> None:
    assert b"No syntax or stream encoding errors found" in run("qpdf", "--check", copied[1])


def tree(path: Path) -> list[bytes]:
    """The lines of the tag tree, sorted: attributes of an element have no order. Objects that
    elements refer to are told by their numbers, which change."""
    printed = re.sub(rb"Object \d+ \d+", b"Object", run("pdfinfo", "-struct-text", path))
    return sorted(printed.splitlines())


def test_poppler_reads_the_same(copied: tuple[Path, Path, tuple[Mark, ...]]) -> None:
    path, copy, _ = copied
    assert run("pdftotext", copy, "-") == run("pdftotext", path, "-")
    assert tree(copy) == tree(path)
    hidden = ("pdftoppm", "-hide-annotations", "-r", "40", "-l", "2")
    assert run(*hidden, copy) == run(*hidden, path)
    shown = ("pdftoppm", "-r", "40", "-l", "1")
    assert run(*shown, copy) != run(*shown, path)


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_poppler_draws_marks_where_they_should_be(rotate: int, tmp_path: Path) -> None:
    made, marks = reviewed(turned(rotate))
    copy = tmp_path / "copy.pdf"
    copy.write_bytes(made.data)
    data = run("pdftoppm", "-cropbox", "-r", "72", "-png", "-singlefile", copy)
    assert_seen(Image.open(BytesIO(data)), marks, rotate)


def pdfjs(path: Path) -> Any:
    script = Path(__file__).with_name("viewer.mjs")
    return json.loads(run("node", script, path, cwd=Path(os.environ["DTAA_PDFJS"])))


def test_pdfjs_shows_every_annotation(copied: tuple[Path, Path, tuple[Mark, ...]]) -> None:
    path, copy, marks = copied
    before, after = pdfjs(path), pdfjs(copy)
    for number, (old, new) in enumerate(zip(before["pages"], after["pages"], strict=True)):
        here = [mark for mark in marks if mark.page == number]
        ours = [
            item
            for item in new["annotations"]
            if item["author"] == "dtaa-lint" and item["type"] != "Popup"
        ]
        kinds = Counter(mark.shape.value for mark in here)
        assert Counter(item["type"].lower() for item in ours) == kinds
        assert all(item["drawn"] and item["contents"] for item in ours)
        assert new["drawn"] == old["drawn"] + len(here)
    *kept, added = after["outline"]
    assert kept == before["outline"]
    assert added["title"] == "dtaa-lint" and added["page"] == 0


def test_bookmarks_lead_to_the_pages_of_the_findings(tmp_path: Path) -> None:
    copy = tmp_path / "copy.pdf"
    made, _ = reviewed(small())
    copy.write_bytes(made.data)
    (top,) = pdfjs(copy)["outline"]
    places = [
        place for severity in top["items"] for rule in severity["items"] for place in rule["items"]
    ]
    assert len(places) >= 4
    assert all(place["page"] == 0 for place in places)
