"""The language of a document, for stemming."""

from __future__ import annotations

from collections import Counter

from dtaa_lint.graph.view import View

_NAMES = {
    "english": "en", "french": "fr", "german": "de", "spanish": "es", "portuguese": "pt",
    "italian": "it", "dutch": "nl", "chinese": "zh", "japanese": "ja", "korean": "ko",
    "russian": "ru", "polish": "pl", "arabic": "ar",
}  # fmt: skip
"""Names of languages that stand where a tag should."""


def primary(tag: str | None) -> str:
    """The primary subtag in lower case; empty for none."""
    first = (tag or "").replace("_", "-").split("-", 1)[0].strip().lower()
    return _NAMES.get(first, first)


def language_of(view: View) -> str:
    """What most of the text is declared to be in, else what the catalogue says; English where
    nothing does."""
    letters: Counter[str] = Counter()
    for element in view.nodes:
        if element.text_end > element.text_start and element.own_lang:
            letters[primary(element.own_lang)] += element.text_end - element.text_start
    declared = primary(view.document.metadata.lang)
    total = len(view.document.text)
    if letters:
        # Elements around each other count more than once, in each language alike.
        best, count = min(letters.items(), key=lambda found: (-found[1], found[0]))
        if best and (not declared or count > total / 2):
            return best
    return declared or "en"
