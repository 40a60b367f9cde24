"""Which headings only name a position, in each of the known languages."""

from __future__ import annotations

import pytest

from dtaa_lint.findings.checks.g07_heading_text import positional


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Section 3", "en"),
        ("PART II", "en-US"),
        ("Part Two", "en"),
        ("Appendix A.", None),
        ("Step 4:", "en"),
        ("3.", "en"),
        ("§ 7", "de"),
        ("IV.", None),
        ("1.2.", "en"),
        ("Chapitre premier", "fr"),
        ("Annexe n° 2", "fr-CA"),
        ("Kapitel 4", "de-AT"),
        ("2. Abschnitt", "de"),
        ("Zweiter Teil", "de"),
        ("Capítulo III", "es"),
        ("Anexo 1", "es-MX"),
    ],
)
def test_positions(text: str, lang: str | None) -> None:
    assert positional(text, lang)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Section 3: Costs", "en"),
        ("Sections", "en"),
        ("Units", "en"),
        ("Part-time work", "en"),
        ("Appendix", "en"),
        ("2024", "en"),
        ("2.1", "en"),
        ("A", "en"),
        ("Part civil", "en"),
        ("Teile", "de"),
        ("Steps to take", "en"),
        ("Kapitel 4", "en"),
        ("Section 3", "nl"),
        ("Titres", "fr"),
        ("", "en"),
    ],
)
def test_subjects(text: str, lang: str | None) -> None:
    assert not positional(text, lang)
