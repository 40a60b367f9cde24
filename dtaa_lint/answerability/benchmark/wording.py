"""The words of templated questions, by language: ``languages/*.toml``.

Two wordings for each kind of question: that of Q0, and a second one for the lexical variant.
Fields are ``{subject}``, ``{constraint}``, ``{left}``, ``{right}``: the document's words, quoted.
A language without templates has the neutral ones of ``und``: the document's own words, with signs
between them that every language reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import tomli

from dtaa_lint.answerability.answering.language import primary

LANGUAGES = ("en", "fr", "de", "es", "pt", "it", "nl", "zh", "zh-Hant", "ja")
"""Languages with templates; ``zh`` is written in simplified characters."""
NEUTRAL = "und"
"""What all other languages have."""
UNSPACED = frozenset({"zh", "zh-Hant", "ja"})
"""Written without spaces between words."""

_TRADITIONAL = frozenset({"hant", "tw", "hk", "mo"})
_CHINESE = {"zh": "zh", "cmn": "zh", "yue": "zh-Hant"}
_IN_TRADITIONAL = frozenset(
    "這為們個說國學會對時後來過還發經書請電條點處關單與從無業應產開問題東車長門"
)
_IN_SIMPLIFIED = frozenset(
    "这为们个说国学会对时后来过还发经书请电条点处关单与从无业应产开问题东车长门"
)


@dataclass(frozen=True, slots=True)
class Wording:
    """What one language says."""

    quotes: tuple[str, str]
    sentences: Mapping[str, tuple[str, str]]
    """Kind -> (Q0, lexical variant)."""
    item: str
    """Asks for an item of a list by its number."""
    leaning: frozenset[str]
    """Words in lower case that begin a sentence which is not clear without what stands before it:
    pronouns, demonstratives, conjunctions, and verbs that have no subject before them. Where there
    are no spaces, beginnings of a sentence."""
    links: tuple[str, ...]
    """Words that begin the second half of a heading."""


@cache
def wording(lang: str) -> Wording:
    """The words of a language of ``LANGUAGES``, else the neutral ones."""
    name = lang if lang in LANGUAGES else NEUTRAL
    folder = files("dtaa_lint.answerability.benchmark").joinpath("languages")
    found = tomli.loads(folder.joinpath(f"{name}.toml").read_text("utf-8"))
    begin, end = found["quotes"]
    return Wording(
        quotes=(begin, end),
        sentences={kind: (first, second) for kind, (first, second) in found["sentences"].items()},
        item=found["item"],
        leaning=frozenset(found["leaning"].split()),
        links=tuple(found["links"].split()),
    )


def spoken(tag: str | None, text: str = "") -> str:
    """The language to ask in, for a BCP 47 tag: one of ``LANGUAGES``, else the primary subtag of
    the tag, which has neutral wording; English where there is none. ``text``: words of the
    document, which tell the characters of Chinese where the tag does not."""
    found = primary(tag)
    if found in _CHINESE:
        subtags = (tag or "").replace("_", "-").lower().split("-")[1:]
        if "hans" not in subtags and not _TRADITIONAL.isdisjoint(subtags):
            return "zh-Hant"
        if not subtags and _CHINESE[found] == "zh":
            traditional = sum(char in _IN_TRADITIONAL for char in text)
            simplified = sum(char in _IN_SIMPLIFIED for char in text)
            return "zh-Hant" if traditional > simplified else "zh"
        return _CHINESE[found]
    return found or "en"
