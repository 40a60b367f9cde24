"""Other words for the document's terms: its own expansions, and a small bundled lexicon."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import tomli

from dtaa_lint.graph.view import View
from dtaa_lint.words import fold

_SHORT = re.compile(r"\(([A-Z][A-Za-z&]{0,9}[A-Z])s?\)")
"""An abbreviation in brackets behind what it stands for."""
_LINKING = frozenset(
    {"of", "and", "for", "the", "in", "on", "to", "a", "an", "de", "du", "des", "la", "le", "les"}
    | {"et", "d", "l", "en", "für", "der", "die", "das", "und", "von", "zur", "zum", "y", "del"}
    | {"los", "las", "el"}
)
_WORD = re.compile(r"[^\W_]+")
_BEFORE = 120
"""Characters before an abbreviation in which its long form is looked for."""
_LONGEST_SHORT = 4
"""Words of an abbreviation that /E expands."""


@cache
def lexicon(lang: str) -> Mapping[str, str]:
    """Word or phrase in lower case -> how people say it, of one language."""
    text = files("dtaa_lint.answerability.benchmark").joinpath("lexicon.toml").read_text("utf-8")
    found = tomli.loads(text).get(lang, {})
    return {str(key): str(value) for key, value in found.items()}


def expansions(view: View) -> dict[str, str]:
    """Abbreviation -> long form, as the document gives them: by /E, and by a long form right before
    the abbreviation in brackets, the letters of which begin its words. One that is given two ways
    is left out."""
    found: dict[str, str] = {}
    clashing: set[str] = set()

    def note(short: str, long: str) -> None:
        if found.setdefault(short, long).casefold() != long.casefold():
            clashing.add(short)

    for element in view.nodes:
        if element.expansion:
            short = view.normalised(element.index)
            if short and len(short.split()) <= _LONGEST_SHORT:
                note(short, fold(element.expansion))
    text = view.document.text
    for match in _SHORT.finditer(text):
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        long_form = _spelled(match[1], before.rsplit("\n", 1)[-1])
        if long_form:
            note(match[1], long_form)
    return {short: long for short, long in found.items() if short not in clashing}


def _spelled(short: str, before: str) -> str:
    """The words before an abbreviation that its letters begin; empty for none."""
    letters = [letter for letter in short.casefold() if letter.isalpha()]
    words = list(_WORD.finditer(before))
    at = len(words)
    for letter in reversed(letters):
        at -= 1
        while at >= 0 and words[at][0].casefold() in _LINKING and words[at][0][0] != letter:
            at -= 1
        if at < 0 or words[at][0][0].casefold() != letter:
            return ""
    return fold(before[words[at].start() :])


def reworded(text: str, lang: str, known: Mapping[str, str]) -> str:
    """The text with abbreviations written out and words of headers said plainly; the same text
    where there is nothing to say otherwise. What is replaced is not replaced again."""
    plain_words = lexicon(lang)
    keys = sorted([*known, *plain_words], key=lambda key: (-len(key), key))
    present = [key for key in keys if key.casefold() in text.casefold()]
    if not present:
        return text
    pattern = "|".join([re.escape(key) for key in present])
    edges = re.compile(rf"(?<![^\W_])(?:{pattern})(?![^\W_])", re.IGNORECASE)

    def say(match: re.Match[str]) -> str:
        return known.get(match[0]) or plain_words.get(match[0].lower()) or match[0]

    return edges.sub(say, text)
