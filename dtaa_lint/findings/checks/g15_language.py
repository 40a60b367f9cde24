"""G15: the language that the tags say is the language of the text.

Languages are told apart by their function words (``languages.guess``): any prose is a third of
them, they are few, and a detector's model would cost more time and memory than the whole run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.languages import LANGUAGE_NAMES, function_words, guess, primary
from dtaa_lint.findings.walk import opening
from dtaa_lint.findings.wording import Phrase, fold
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import StructureElement

_WORDS = 40
"""Words that a text must have to be judged."""
_SHARE, _DIFFERENT = 0.12, 6
"""Share of function words of the other language, and how many different ones."""
_OWN = 0.03
"""Share of function words of the declared language that may come in by names and quotations."""
_EVIDENT = 0.06
"""Share of words that only the declared language has, from which on it is beyond doubt."""
_READ = 3000
"""Characters of an element that are judged."""
_SAMPLES, _SAMPLE = 60, 400
"""Blocks by which the document is judged as a whole, spread evenly, and characters of each."""
_LOOKED = 3000
"""Elements that are looked at for these blocks."""
_MOST = 0.8
"""Share of letters in another script."""
_LETTERS = 80
_INSIDE = 200
"""Elements within an element of its own language that are asked for theirs."""
_MANY = 2000
"""Elements with a language of their own that are judged."""
_BLOCKS = frozenset(
    {"P", "H1", "H2", "H3", "H4", "H5", "H6", "LBody", "LI", "BlockQuote", "TD", "TH"}
)
_STRIP = "“”\"'«».,;:()!?[]"
_SCRIPTS: tuple[tuple[int, int, str, tuple[str, ...]], ...] = (
    (0x0370, 0x0400, Phrase("Greek"), ("el",)),
    (
        0x0400,
        0x0530,
        Phrase("Cyrillic"),
        ("ru", "uk", "be", "bg", "mk", "sr", "kk", "ky", "mn", "tg"),
    ),
    (0x0530, 0x0590, Phrase("Armenian"), ("hy",)),
    (0x0590, 0x0600, Phrase("Hebrew"), ("he", "iw", "yi")),
    (0x0600, 0x0780, Phrase("Arabic"), ("ar", "fa", "ur", "ps", "ug", "ckb", "sd")),
    (0x0900, 0x0980, Phrase("Devanagari"), ("hi", "mr", "ne", "sa")),
    (0x0E00, 0x0E80, Phrase("Thai"), ("th",)),
    (0x1100, 0x1200, Phrase("Korean"), ("ko",)),
    (0x3040, 0x3100, Phrase("Japanese"), ("ja",)),
    (0x3400, 0xA000, Phrase("Chinese"), ("zh", "ja", "ko", "yue", "wuu")),
    (0xAC00, 0xD7B0, Phrase("Korean"), ("ko",)),
    (0xFB1D, 0xFB50, Phrase("Hebrew"), ("he", "iw", "yi")),
    (0xFB50, 0xFE00, Phrase("Arabic"), ("ar", "fa", "ur", "ps", "ug", "ckb", "sd")),
    (0xFE70, 0xFEFF, Phrase("Arabic"), ("ar", "fa", "ur", "ps", "ug", "ckb", "sd")),
)
"""First code point, one past the last, script, languages that are written in it."""
_NOT_LATIN = "\u0370"
_SCRIPT_NAMES = frozenset(name for _, _, name, _ in _SCRIPTS)
_TAGS = {
    **{name: languages[0] for _, _, name, languages in _SCRIPTS},
    **{name: language for language, name in LANGUAGE_NAMES.items()},
}
"""What a contradiction names -> its primary subtag."""


@check("DT1506")
def language_unlikely(context: Context) -> Iterator[Issue | Inapplicable]:
    """The document's Lang, or the Lang of an element, is plainly another one than its text's.

    Needs 40 words, many function words of the other language and hardly any of the declared one;
    or four in five letters of a script that the declared language is not written in. Silent without
    any Lang (DT1804) and about passages that inherit the document's (DT1505).
    """
    view = context.view
    spoken = [element for element in view.nodes if element.own_lang]
    if not spoken and not primary(view.document.metadata.lang):
        yield Inapplicable("neither the document nor an element has a language")
        return
    wrong = ""
    found = document_contradiction(context)
    if found is not None:
        wrong, other, sample = found
        yield _issue(-1, sample, wrong, other)
    yield from _elements(view, spoken, wrong)


def contradictions(view: View) -> dict[int, str]:
    """Element, -1 for the document -> the primary subtag of the language that its text is plainly
    in, where that is another one than its Lang says. A script that several languages have stands
    for the first of them."""
    found: dict[int, str] = {}
    document = _document(view)
    if document is not None:
        found[-1] = _TAGS[document[1]]
    spoken = [element for element in view.nodes if element.own_lang]
    for issue in _elements(view, spoken, document[0] if document else ""):
        found[issue.node] = _TAGS[str(issue.params["other"])]
    return found


def _issue(node: int, sample: str, tag: str, other: str) -> Issue:
    variant = "document" if node < 0 else "default"
    if other in _SCRIPT_NAMES:
        variant = "document-script" if node < 0 else "script"
    return Issue(node, sample, variant, {"declared": tag, "other": other}, shape=f"{tag} {other}")


def document_contradiction(context: Context) -> tuple[str, str, str] | None:
    """(the document's Lang, the language or script of its text, a sample), where the two contradict
    each other; computed once a document."""
    return context.once("document-language", lambda c: _document(c.view))


def _document(view: View) -> tuple[str, str, str] | None:
    tag = (view.document.metadata.lang or "").strip()
    if not primary(tag):
        return None
    text = view.document.text
    blocks = [
        element
        for element in view.nodes[:: max(1, len(view.nodes) // _LOOKED)]
        if element.text_end - element.text_start >= _SAMPLE // 10
        and element.type in _BLOCKS
        and element.lang == view.document.metadata.lang
    ]
    step = max(1, len(blocks) // _SAMPLES)
    chosen = [e for e in blocks[::step][:_SAMPLES] if not _others_inside(view, e)]
    parts = [text[e.text_start : min(e.text_end, e.text_start + _SAMPLE)] for e in chosen]
    other = contradiction("\n".join(parts), tag)
    if not other:
        return None
    sample = next((part for part in parts if contradiction(part, tag, few=True) == other), "")
    return tag, other, fold(sample or parts[0])


def _elements(view: View, spoken: Sequence[StructureElement], wrong: str) -> Iterator[Issue]:
    """Elements with a Lang of their own, outermost first, that contradict it."""
    told = -1
    judged = 0
    text = view.document.text
    for element in spoken:
        tag = element.own_lang or ""
        if element.index < told or element.text_end - element.text_start < 3 * _WORDS:
            continue
        judged += 1
        if judged > _MANY:
            return
        if tag == wrong or _others_inside(view, element):
            continue
        end = min(element.text_end, element.text_start + _READ)
        other = contradiction(text[element.text_start : end], tag)
        if other:
            told = element.end
            yield _issue(element.index, opening(view, element.index), tag, other)


def _others_inside(view: View, element: StructureElement) -> bool:
    """Something within the element has a language of its own, or too much is in it to look."""
    inside = view.nodes[element.index + 1 : min(element.end, element.index + 1 + _INSIDE)]
    if element.end - element.index - 1 > _INSIDE and element.depth > 1:
        return True
    return any(inner.own_lang and inner.own_lang != element.lang for inner in inside)


def contradiction(text: str, tag: str, few: bool = False) -> str:
    """The language or script that the text is plainly in when it cannot be that of the tag; empty
    for none. ``few``: a part of a longer text that was judged, which may be shorter."""
    language = primary(tag)
    script = _script(text, few)
    if script:
        name, languages = script
        return "" if language in languages else name
    own = function_words(language)
    if not own and not any(language in languages for _, _, _, languages in _SCRIPTS):
        # Languages with the Latin script that are not known here share words with those that are.
        return ""
    loose = text.lower().split()
    if len([word for word in loose if word in _own(language)]) > _EVIDENT * len(loose):
        return ""
    words = [word.strip(_STRIP) for word in loose]
    words = [word for word in words if word.isalpha()]
    if len(words) < (_WORDS // 5 if few else _WORDS):
        return ""
    other, marks, different = guess(words)
    if not other or other == language or marks < _SHARE * len(words):
        return ""
    if not few and different < _DIFFERENT:
        return ""
    foreign = function_words(other)
    ours = sum(1 for word in words if word in own and word not in foreign)
    return LANGUAGE_NAMES[other] if ours <= _OWN * len(words) else ""


@cache
def _own(language: str) -> frozenset[str]:
    """The function words of a language that no other known one has."""
    others = [function_words(other) for other in LANGUAGE_NAMES if other != language]
    return function_words(language).difference(*others)


def _script(text: str, few: bool) -> tuple[str, tuple[str, ...]] | None:
    """The script, other than Latin, of four in five letters, and its languages."""
    # Every seventh character is enough to see that a text is in Latin letters, as most are.
    glance = text[::7]
    if 2 * len([c for c in glance if c >= _NOT_LATIN]) < len(glance):
        return None
    letters = [ord(c) for c in text if c.isalpha()]
    if len(letters) < (_LETTERS // 5 if few else _LETTERS):
        return None
    best: tuple[int, str, tuple[str, ...]] = (0, "", ())
    counts: dict[str, tuple[int, tuple[str, ...]]] = {}
    for first, last, name, languages in _SCRIPTS:
        count = sum(1 for code in letters if first <= code < last)
        if count:
            known, _ = counts.get(name, (0, ()))
            counts[name] = (known + count, languages)
    for name, (count, languages) in counts.items():
        best = max(best, (count, name, languages))
    return best[1:] if best[0] >= _MOST * len(letters) else None
