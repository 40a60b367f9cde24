"""Patterns on every Python: possessive groups where they are sound, greedy ones elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dtaa_lint.pdf import patterns
from dtaa_lint.pdf.content_scan import instruction_pattern

ROOT = Path(__file__).parents[2]
SPLIT = rb"(?: |(?:\d+ ++){1,6}+Td)++"


def test_greedy_groups() -> None:
    assert patterns.greedy(r"(?:a|b)*+ (?:c){2,3}+ (d)?+ [()]++ \)++ e{1,9}+") == (
        r"(?:a|b)* (?:c){2,3} (d)? [()]++ \)++ e{1,9}+"
    )


@pytest.mark.parametrize("sound", [True, False])
def test_what_a_failing_round_consumed_is_given_back(
    monkeypatch: pytest.MonkeyPatch, sound: bool
) -> None:
    if sound and not patterns.sound():
        pytest.skip("this Python matches possessive groups wrongly")
    monkeypatch.setattr(patterns, "_SOUND", sound)
    found = patterns.compile_pattern(SPLIT).findall(b" 12 (x)")
    assert found == [b" ", b" "]


def test_both_ways_read_a_page_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every instruction of real pages, matched by both patterns."""
    import pikepdf

    if not patterns.sound():
        pytest.skip("this Python matches possessive groups wrongly")
    one = instruction_pattern(True)
    monkeypatch.setattr(patterns, "_SOUND", False)
    other = instruction_pattern.__wrapped__(True)
    assert one.pattern != other.pattern
    for path in sorted((ROOT / "fixtures" / "documents").glob("*.pdf")):
        with pikepdf.open(path) as pdf:
            pdf.pages[0].contents_coalesce()
            data = pdf.pages[0].obj.Contents.read_bytes()
        spans = [[match.span() for match in p.finditer(data)] for p in (one, other)]
        assert spans[0] == spans[1], path.name


def test_no_pattern_of_the_reader_goes_around_it() -> None:
    """Possessive groups are compiled by ``compile_pattern`` alone."""
    group = re.compile(r"(?<!\\)\)(?:[*+?]|\{\{?\d*,?\d*\}?\})\+")
    for path in sorted((ROOT / "dtaa_lint").rglob("*.py")):
        text = path.read_text("utf-8")
        if path.name != "patterns.py" and group.search(text) and "quote(" not in text:
            assert "compile_pattern" in text or "read by" in text, path.name
