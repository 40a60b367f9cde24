"""Glob patterns: what they cover, at which depth, relative to what."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtaa_lint.cli.globs import check_glob, matches, relative_to
from dtaa_lint.errors import ConfigError


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*.pdf", "a.pdf"),
        ("*.pdf", "deep/down/A.PDF"),
        ("drafts", "x/drafts/a.pdf"),
        ("drafts/", "x/drafts/a.pdf"),
        ("drafts/*.pdf", "drafts/a.pdf"),
        ("./drafts/*.pdf", "drafts/a.pdf"),
        ("archive/2019", "archive/2019/q1/a.pdf"),
        ("**/old/*.pdf", "old/a.pdf"),
        ("**/old/*.pdf", "x/y/old/a.pdf"),
        ("docs/**", "docs/x/y.pdf"),
        ("docs/**/a.pdf", "docs/a.pdf"),
        ("report-?.pdf", "report-1.pdf"),
        ("report-[0-9].pdf", "report-7.pdf"),
        ("report-[!0-9].pdf", "report-x.pdf"),
        ("q[1].pdf", "q1.pdf"),
        ("a+b(c).pdf", "a+b(c).pdf"),
    ],
)
def test_covers(pattern: str, path: str) -> None:
    assert matches(check_glob(pattern), path)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*.pdf", "a.pdf.txt"),
        ("drafts/*.pdf", "x/drafts/a.pdf"),
        ("drafts/*.pdf", "drafts/x/a.pdf"),
        ("archive/2019", "archive/20190/a.pdf"),
        ("draft", "drafts/a.pdf"),
        ("report-[0-9].pdf", "report-x.pdf"),
        ("report-[!0-9].pdf", "report-7.pdf"),
        ("a?b.pdf", "a/b.pdf"),
        ("a.pdf", "axpdf"),
    ],
)
def test_does_not_cover(pattern: str, path: str) -> None:
    assert not matches(check_glob(pattern), path)


@pytest.mark.parametrize("pattern", ["", "/", "report-[.pdf", "[z-a].pdf"])
def test_malformed(pattern: str) -> None:
    with pytest.raises(ConfigError):
        check_glob(pattern)


@given(st.text(st.characters(exclude_characters="*?[/", codec="utf-8"), min_size=1, max_size=20))
def test_a_plain_name_covers_itself(name: str) -> None:
    if name.strip("/.") and not name.startswith("./"):
        assert matches(check_glob(name), f"folder/{name}")


@given(st.text("ab*?[]!/.", min_size=1, max_size=12), st.text("ab/.", max_size=12))
def test_any_pattern_is_refused_or_answers(pattern: str, path: str) -> None:
    try:
        check_glob(pattern)
    except ConfigError as error:
        assert re.search("glob", str(error))
    else:
        assert matches(pattern, path) in (True, False)


def test_relative_to_takes_dots_out(tmp_path: Path) -> None:
    inside = tmp_path / "x" / ".." / "y" / "a.pdf"
    assert relative_to(str(inside), tmp_path) == "y/a.pdf"
    elsewhere = tmp_path.parent / "a.pdf"
    assert relative_to(str(elsewhere), tmp_path) == elsewhere.as_posix()
