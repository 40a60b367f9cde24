"""Numbers that headings begin with, and headings that are nothing but a number."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

_NUMBER = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,5})(?:\)|\.?) (?=\W?[^\W\d_])")
_APPENDIX = re.compile(
    r"(?:appendix|annex|annexe|anhang|anlage|anexo|apéndice)\s+(?:[a-z]|\d{1,2}|[ivx]{1,5})"
    r"(?=$|[.:)]?(?:\s|$))",
    re.IGNORECASE,
)
_READ = 60
_LONGEST = 40
_PLACES = {
    "en": "section|chapter|part|article|annex|appendix|schedule|exhibit|attachment|unit|module|"
    "step|paragraph|division|subpart|subsection",
    "fr": "section|chapitre|partie|article|annexe|titre|étape|unité|module|paragraphe|volet|"
    "sous-section|fiche",
    "de": "abschnitt|kapitel|teil|artikel|anhang|anlage|paragraf|paragraph|schritt|modul|"
    "unterabschnitt|beilage",
    "es": "sección|capítulo|parte|artículo|anexo|apéndice|título|paso|unidad|módulo|apartado",
}
_WORDS = {
    "en": "one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|fourth|fifth",
    "fr": "un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|premier|première|deuxième|troisième|"
    "unique",
    "de": "eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|erster|zweiter|dritter",
    "es": "uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|primero|primera|segundo|segunda|"
    "tercero|tercera|único|única",
}
_PLACE_NUMBER = r"(?:\d{1,3}[a-z]?(?:[.\-–]\d{1,3}){0,4}|[ivxl]{1,6}|[a-z])"
_BARE = re.compile(
    r"§{0,2}\s?\d{1,2}[.)]?|(?:\d{1,2}\.){2,4}|[ivxl]{2,6}\.?|[ivx]\.", re.IGNORECASE
)
"""A number alone. ``2019`` (a year), ``2.1`` (a version), ``A`` (an index) are something else."""


def section_number(text: str) -> tuple[tuple[int, ...], bool]:
    """The number that a heading begins with, and whether a bracket closes it: ``5.1 Costs`` gives
    ``((5, 1), False)``; an empty one for none."""
    match = _NUMBER.match(text[:_READ])
    if match is None:
        return (), False
    return tuple(map(int, match[1].split("."))), match[0].endswith(") ")


def is_appendix(text: str) -> bool:
    """Whether a heading counts the appendices of its document: ``Appendix A. Scoring``, ``Anlage
    2``, ``Annexe B – Barème``; not ``Appendix 4.6``, which may be that of a section."""
    return _APPENDIX.match(text[:_READ]) is not None


def positional(text: str, languages: Iterable[str]) -> bool:
    """The heading text is a number, or a word such as *chapter* and a number, and nothing else.
    ``languages``: codes (``en``, ``fr``, ``de``, ``es``) whose words are looked for."""
    if len(text) > _LONGEST:
        return False
    folded = " ".join(text.split())
    if _BARE.fullmatch(folded):
        return True
    bare = folded.rstrip(" .:;,–—-")
    return any(
        _place(language).fullmatch(bare) is not None
        for language in languages
        if language in _PLACES
    )


def spoken_languages(tag: str | None) -> tuple[str, ...]:
    """The languages whose words may be looked for in text of a language tag: its own, all of them
    where nothing is said."""
    language = (tag or "").replace("_", "-").split("-", 1)[0].strip().lower()
    return (language,) if language else tuple(_PLACES)


@cache
def _place(language: str) -> re.Pattern[str]:
    place, words = _PLACES[language], _WORDS[language]
    return re.compile(
        rf"(?:{place})(?:\s+|(?=\d))(?:n[o°º]\.?\s*|nr\.?\s*)?(?:{_PLACE_NUMBER}|{words})"
        rf"|(?:\d{{1,2}}(?:\.|er|re|e|ère|ème|st|nd|rd|th)?|{words})\s+(?:{place})",
        re.IGNORECASE,
    )
