"""In which language a question is asked: by its function words, and by its letters.

Meant for one sentence. Where too little speaks for any language, the answer is that nothing does:
a question is never turned away on a guess.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

_FUNCTION_WORDS: Mapping[str, str] = {
    "en": "the of and is are what which how for does do did to in that when who whose my i with "
    "from can should why where it be by on at much many list name if",
    "fr": "le la les des du et est sont quel quelle quels quelles que quoi pour dans une un qui "
    "sur combien comment je mon ma au aux avec par pourquoi où si ce cette dont afin",
    "de": "der die das und ist sind welche welcher welches welchen was wie für im von den dem des "
    "ein eine einen einer wird werden bei auf wer ich zum zur mit aus warum wo wenn nach nenne",
    "es": "el la los las del y es son cuál cuáles qué para en una un por que cómo cuánto cuánta "
    "cuántos cuántas con mi al se si según quién dónde de",
    "pt": "o os as do da dos das e é são qual quais que para em uma um por como quanto quantos com "
    "meu minha ao na no nas nos se não de",
    "it": "il lo gli i dei della delle di è sono quale quali che per in una un come quanto quanti "
    "nel nella con mio si chi dove e",
    "nl": "de het een en is zijn welke wat hoe voor van in op wie ik met uit waarom waar als er te",
}
_SCRIPTS: Mapping[str, re.Pattern[str]] = {
    "cyrillic": re.compile("[\u0400-\u04ff]"),
    "greek": re.compile("[\u0370-\u03ff]"),
    "arabic": re.compile("[\u0600-\u06ff]"),
    "hebrew": re.compile("[\u0590-\u05ff]"),
    "thai": re.compile("[\u0e00-\u0e7f]"),
    "devanagari": re.compile("[\u0900-\u097f]"),
    "east asian": re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"),
}
_WRITTEN_IN: Mapping[str, str] = {
    **dict.fromkeys(("ru", "uk", "bg", "be", "mk"), "cyrillic"),
    "el": "greek",
    **dict.fromkeys(("ar", "fa", "ur"), "arabic"),
    **dict.fromkeys(("he", "iw", "yi"), "hebrew"),
    "th": "thai",
    **dict.fromkeys(("hi", "mr", "ne"), "devanagari"),
    **dict.fromkeys(("ja", "zh", "ko"), "east asian"),
}
_SEVERAL = frozenset({"sr", "az", "uz", "kk", "mn", "bs"})
"""Languages that are written in more than one script."""
_WORD = re.compile(r"[^\W\d_]+")
_LEAST = 1.5
"""Weight of function words from which on a sentence is told to be in a language."""
_LEAST_UNKNOWN = 3.0
"""The same where nothing is known of the language that is expected."""
_CLEARLY = 3.0
"""How many times more must speak for another language than for the one that is expected."""


def _weights() -> dict[str, tuple[tuple[str, float], ...]]:
    """Word -> (language, weight): a word that several languages have speaks less for each."""
    spoken: dict[str, list[str]] = {}
    for lang, words in _FUNCTION_WORDS.items():
        for word in words.split():
            spoken.setdefault(word, []).append(lang)
    return {
        word: tuple([(lang, 1 / len(langs)) for lang in langs]) for word, langs in spoken.items()
    }


_WEIGHTS = _weights()
FUNCTION_WORDS = frozenset(_WEIGHTS)
"""Words of all these languages that name nothing, in lower case."""


def another_language(text: str, lang: str) -> bool:
    """Whether a sentence is clearly in another language than ``lang`` (a primary subtag in lower
    case; empty for unknown)."""
    letters = _WORD.findall(text.lower())
    total = sum(map(len, letters))
    if not total or not lang:
        return False
    if lang not in _SEVERAL:
        expected = _WRITTEN_IN.get(lang)
        for script, pattern in _SCRIPTS.items():
            share = len(pattern.findall(text)) / total
            if (script == expected and share < 0.2) or (script != expected and share > 0.5):
                return True
        if expected is not None:
            return False
    scores: defaultdict[str, float] = defaultdict(float)
    for word in letters:
        for spoken, weight in _WEIGHTS.get(word, ()):
            scores[spoken] += weight
    if not scores:
        return False
    best = min(scores, key=lambda spoken: (-scores[spoken], spoken))
    if best == lang:
        return False
    least = _LEAST if lang in _FUNCTION_WORDS else _LEAST_UNKNOWN
    return scores[best] >= least and scores[best] >= _CLEARLY * scores[lang]
