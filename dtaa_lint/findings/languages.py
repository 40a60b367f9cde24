"""What the checks know of languages: primary subtags and function words.

The function words are those that run through any prose of a language and are rare in the others;
words that several of the languages share are dropped when texts are told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from dtaa_lint.findings.wording import Phrase

KNOWN = ("en", "fr", "de", "es")
"""Languages whose wording the checks judge; the first ones of the specification."""

_WORDS = 20_000
"""Words by which a document's language is told."""

_NAMES = {
    "english": "en",
    "french": "fr",
    "français": "fr",
    "german": "de",
    "deutsch": "de",
    "spanish": "es",
    "español": "es",
}

LANGUAGE_NAMES: Mapping[str, str] = {
    "en": Phrase("English"),
    "fr": Phrase("French"),
    "de": Phrase("German"),
    "es": Phrase("Spanish"),
    "it": Phrase("Italian"),
    "nl": Phrase("Dutch"),
    "pt": Phrase("Portuguese"),
}

_FUNCTION_WORDS = {
    "en": "the of and to in is are was were that this these those with for from by which been has "
    "have had not or will would should can may must their its they you your we our when what "
    "there if into than such shall",
    "fr": "le la les des du de et est sont dans pour par sur avec une un que qui ne pas ce cette "
    "ces au aux ou leur leurs vous nous il elle être été plus son sa ses dont mais comme lorsque "
    "doit peut ainsi afin",
    "de": "der die das und ist sind den dem des ein eine einer eines einem einen mit für von auf "
    "nicht zu im wird werden bei oder auch sich als nach wie aus durch kann über zur zum dass "
    "wurde sie wenn nur unter zwischen",
    "es": "el la los las del de y es son en para por con una un que no se su sus al este esta "
    "estos estas como más o pero fue ser ha han cuando también sobre entre desde hasta debe puede "
    "según muy",
    "it": "il lo la gli le dei del della delle di e è sono nel nella per con una un che non si su "
    "questo questa come più ma da al alla anche essere stato sul tra degli dal ha",
    "nl": "de het een van en is zijn in op te dat die voor met niet aan er om ook als door bij "
    "naar uit wordt worden deze dit of maar kan over tot zoals wij u uw heeft hebben",
    "pt": "o a os as do da dos das de e é são em no na nos nas para por com uma um que não se seu "
    "sua ao à como mais ou mas foi ser pelo pela também sobre entre até deve pode quando este esta",
}


_LONGEST = 100
"""Characters of a tag that are looked at."""


def primary(tag: str | None) -> str:
    """The primary language of a language tag in lower case; empty when there is none.

    A language named in words (``English``) is accepted, because documents have it.
    """
    if not tag:
        return ""
    first = tag[:_LONGEST].replace("_", "-").split("-", 1)[0].strip().lower()
    return _NAMES.get(first, first)


def known(tag: str | None) -> tuple[str, ...]:
    """The languages whose wording may be judged in text of this tag.

    All of ``KNOWN`` when nothing is said; none when it is a language that is not known.
    """
    language = primary(tag)
    if not language:
        return KNOWN
    return (language,) if language in KNOWN else ()


def function_words(language: str) -> frozenset[str]:
    """Every function word of a language; empty for one that is not known."""
    return _all_words().get(language, frozenset())


def guess(words: Iterable[str]) -> tuple[str, int, int]:
    """The language that stands out in lower-case ``words``, its distinctive function words
    (with repetitions) and how many different ones; an empty language when none stands out."""
    marks = _distinctive()
    seen: dict[str, list[str]] = {}
    for word in words:
        language = marks.get(word)
        if language is not None:
            seen.setdefault(language, []).append(word)
    ranked = sorted(seen.items(), key=lambda item: (-len(item[1]), item[0]))
    if not ranked:
        return "", 0, 0
    language, hits = ranked[0]
    if len(ranked) > 1 and len(ranked[1][1]) * 3 > len(hits):
        return "", 0, 0
    return language, len(hits), len(set(hits))


def bare(word: str) -> str:
    """A word without the punctuation around it."""
    return word.strip("“”\"'«».,;:()!?")


def guess_text(text: str) -> tuple[str, int, int]:
    """``guess`` for the first words of a document's text."""
    words = text[: _WORDS * 8].lower().split()[:_WORDS]
    return guess(map(bare, words))


@cache
def _all_words() -> Mapping[str, frozenset[str]]:
    return {language: frozenset(words.split()) for language, words in _FUNCTION_WORDS.items()}


@cache
def _distinctive() -> Mapping[str, str]:
    """Function word -> the one language that has it."""
    owners: dict[str, list[str]] = {}
    for language, words in _all_words().items():
        for word in words:
            owners.setdefault(word, []).append(language)
    return {word: found[0] for word, found in owners.items() if len(found) == 1}
