"""Other words for the document's terms: its own expansions, and a small bundled lexicon.

The lexicon has other words for whole headers, labels and headings: a word within a title or a
sentence cannot simply be put for another one. Abbreviations are written out where they stand, as
far as the sentence stays one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import tomli

from dtaa_lint.answerability.benchmark.sayings import stems
from dtaa_lint.answerability.benchmark.wording import UNSPACED
from dtaa_lint.answerability.scoring.match import Squeezed
from dtaa_lint.graph.view import View
from dtaa_lint.words import fold

_SHORT = re.compile(r"\(([A-Z][A-Za-z&]{0,9}[A-Z])(s?)\)")
"""An abbreviation in brackets behind what it stands for."""
_LINKING = frozenset(
    {"of", "and", "for", "the", "in", "on", "to", "a", "an", "de", "du", "des", "la", "le", "les"}
    | {"et", "d", "l", "en", "für", "der", "die", "das", "und", "von", "zur", "zum", "y", "del"}
    | {"los", "las", "el", "da", "do", "dos", "das", "e", "di", "della", "van", "het", "voor"}
)
_HEAD_ENDS = frozenset({"of", "for", "in", "on", "to", "and"})
"""Words before which the word stands that a long form in English is of."""
_HEAD_FIRST = frozenset({"fr", "es", "pt", "it"})
"""Languages in which a long form begins with the word that it is of."""
_INFLECTED = frozenset({"de"})
"""Languages in which a long form has other endings in a sentence than by itself."""
_ELIDING = frozenset({"fr", "it"})
_WORD = re.compile(r"[^\W_]+")
_ARTICLES = {
    "en": frozenset({"the", "a", "an", "this", "that", "each", "every", "its", "our", "your"}),
    "fr": frozenset({"le", "la", "les", "l", "un", "une", "du", "des", "au", "aux", "ce", "cette"}),
    "es": frozenset({"el", "la", "los", "las", "un", "una", "del", "al"}),
    "pt": frozenset(
        {"o", "a", "os", "as", "um", "uma", "do", "da", "dos", "das", "no", "na", "ao"}
    ),
    "it": frozenset({"il", "lo", "la", "l", "i", "gli", "le", "un", "una", "del", "della", "dell"}),
    "nl": frozenset({"de", "het", "een", "deze", "dit"}),
}
"""What a long form in a sentence stands behind; a long form without one may need one."""
_BEFORE = 120
"""Characters before an abbreviation in which its long form is looked for."""
_LONGEST_SHORT = 4
"""Words of an abbreviation that /E expands."""
_BRACKETED = re.compile(r"(.*\S)(\s*\([^()]*\))")
_CODE = frozenset("{}<>_=\\")
"""Signs of a name in a program."""
_VOWELS = "aeiouyéèêàâîôûœæáíóúh"
_GLUED = re.compile(r"[\w&/+.@-]")
_ELIDED = frozenset({"le", "la", "de", "que", "ce", "ne", "lo", "una"})


@cache
def lexicon(lang: str) -> Mapping[str, str]:
    """Header, label or heading in lower case -> how people say it, of one language."""
    text = files("dtaa_lint.answerability.benchmark").joinpath("lexicon.toml").read_text("utf-8")
    found = tomli.loads(text).get(lang, {})
    return {str(key): str(value) for key, value in found.items()}


def expansions(view: View, tag: str | None) -> dict[str, str]:
    """Abbreviation -> long form, as the document gives them: by /E, and by a long form right before
    the abbreviation in brackets, the letters of which begin its words. One that is given two ways
    is left out, and one the long form of which is of several things where the abbreviation is of
    one. ``tag``: of the document's language."""
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
    lang = (tag or "en").lower()[:2]
    for match in _SHORT.finditer(text):
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        long_form = _spelled(match[1], before.rsplit("\n", 1)[-1])
        if not long_form:
            continue
        if match[2]:
            note(match[1] + match[2], long_form)
        elif _several(long_form, lang):
            clashing.add(match[1])
        else:
            note(match[1], long_form)
    return {short: long for short, long in found.items() if short not in clashing}


def _spelled(short: str, before: str) -> str:
    """The words before an abbreviation that its letters begin; empty for none."""
    letters = [letter for letter in short.casefold() if letter.isalpha()]
    words = list(_WORD.finditer(before))
    at = len(words)
    for letter in reversed(letters):
        at -= 1
        while at >= 0 and words[at][0].casefold() in _LINKING:
            earlier = words[at - 1][0].casefold() if at else ""
            if words[at][0].casefold()[0] == letter and not earlier.startswith(letter):
                break
            at -= 1
        if at < 0 or words[at][0][0].casefold() != letter:
            return ""
    if words[at][0].casefold() in _LINKING:
        return ""
    return fold(before[words[at].start() :])


def _several(long_form: str, lang: str) -> bool:
    """Whether a long form is in the plural: ``Departments of Energy``. The names of bodies that
    have a plural for a name are taken for one too; nothing is lost but a variant."""
    words = [word.casefold() for word in _WORD.findall(long_form)]
    if lang in _HEAD_FIRST:
        head = words[0]
    elif lang == "en":
        ends = [at for at, word in enumerate(words) if at and word in _HEAD_ENDS]
        if not ends:
            # "Human Resources" is one thing.
            return False
        head = words[ends[0] - 1]
    else:
        return False
    return head.endswith(("s", "x")) and not head.endswith(("ss", "us", "is", "ès"))


def reworded(text: str, lang: str, known: Mapping[str, str], *, whole: bool = True) -> str:
    """A text of the document in other words; the same text where there is nothing to say otherwise.
    ``whole``: it is all of a header or a label, which may be said as the lexicon has it; else it is
    running text, in which an abbreviation is written out behind an article only: that of another
    one may have to have one, ``for DVFR to decide``."""
    return (_whole(text, lang, known) if whole else "") or _written_out(text, lang, known, whole)


def _whole(text: str, lang: str, known: Mapping[str, str]) -> str:
    """Other words for all of the text, or for all but what follows in brackets; empty for none."""
    behind = ""
    match = _BRACKETED.fullmatch(text)
    if match is not None:
        text, behind = match[1], match[2]
    if text in known and not stems(known[text]) <= stems(behind):
        return known[text] + behind
    other = lexicon(lang).get(text.lower(), "")
    return other + behind if other else ""


def _written_out(text: str, lang: str, known: Mapping[str, str], whole: bool) -> str:
    """The text with abbreviations written out, each where it reads on. One the long form of which
    stands in the text already, whatever its number, is none to write out."""
    if lang in _INFLECTED or text.upper() == text or not _CODE.isdisjoint(text):
        return text
    said = stems(text)
    present = [key for key in known if key in text and not _told(known[key], said - stems(key))]
    if not present:
        return text
    present.sort(key=lambda key: (-len(key), key))
    pattern = re.compile("|".join([re.escape(key) for key in present]))

    def say(match: re.Match[str]) -> str:
        long_form = known[match[0]]
        before, after = text[: match.start()], text[match.end() :]
        fits = whole or _behind_article(before, lang)
        return long_form if fits and _reads_on(before, long_form, after, lang) else match[0]

    return pattern.sub(say, text)


def _behind_article(before: str, lang: str) -> bool:
    """Whether an article or its like comes right before, in a language that has them."""
    if lang in UNSPACED:
        return True
    last = _WORD.findall(before.casefold())[-1:]
    return bool(last) and last[0] in _ARTICLES.get(lang, ()) and before.rstrip(" ’'")[-1:].isalpha()


def _told(long_form: str, said: frozenset[str]) -> bool:
    """Whether all of a long form is said already."""
    wanted = stems(long_form)
    return bool(wanted) and wanted <= said


def _reads_on(before: str, long_form: str, after: str, lang: str) -> bool:
    """Whether a long form can stand between these: part of no other word, no word of it said
    twice, and the article before it fits."""
    if _GLUED.fullmatch(before[-1:]) or (_GLUED.fullmatch(after[:1]) and not _ends(after)):
        return False
    own = Squeezed(long_form).tokens
    left, right = Squeezed(before).tokens, Squeezed(after).tokens
    if not own or (left and _same(left[-1], own[0])):
        return False
    if right and any(_same(right[0], word) for word in own):
        return False
    vowel = own[0][0] in _VOWELS
    if lang == "en" and left and left[-1] in ("a", "an"):
        return (left[-1] == "an") == (vowel and own[0][0] not in "uhy")
    if lang in _ELIDING:
        elided = before[-1:] in ("'", "’")
        return vowel if elided else not (vowel and left and left[-1] in _ELIDED)
    return True


def _ends(after: str) -> bool:
    """Whether what follows begins with the point that ends a sentence."""
    return after[:1] == "." and (len(after) == 1 or after[1].isspace())


def _same(one: str, other: str) -> bool:
    """Whether two words are forms of one."""
    return one.rstrip("s") == other.rstrip("s")
