"""What a written question must pass before any model is asked about it.

All of it is deterministic: emptiness and length, leakage of the answer by words and by numbers, the
constraint, the language, and references to what only the writer of the question had before them
("the table above"). What fails goes back to the generator with these objections.
"""

from __future__ import annotations

import re

from dtaa_lint.answerability.benchmark.checks import NO_CONSTRAINT, objections
from dtaa_lint.answerability.benchmark.directions import DIRECTIONS
from dtaa_lint.answerability.benchmark.spoken_language import another_language
from dtaa_lint.answerability.model import Phrasing
from dtaa_lint.answerability.scoring.match import Squeezed
from dtaa_lint.universe.model import Task
from dtaa_lint.universe.motifs.common import PATH_SEPARATOR
from dtaa_lint.words import fold, mark

EMPTY = mark("is empty")
TOO_SHORT = mark("is too short to ask anything")
TOO_LONG = mark("is too long")
OTHER_LANGUAGE = mark("is not in the document's language")
POINTS_AT_PAGE = mark("refers to something that the asker does not see, such as “the table above”")
SEVERAL_LINES = mark("is more than a question: it has several lines")
MARKUP = mark("holds markup or a control word of a prompt")
NO_QUESTION = mark("is not put as a question")
NO_SUBJECT = mark("does not use the document's own terms for what it asks about")
ECHO = mark("repeats what it was told to be")
REPEATED = mark("is word for word a question that is asked already")

LONGEST_WORDS = 90
LONGEST = 700
"""Characters. A question that quotes a whole sentence of the document may be this long."""
_SHORTEST_WORDS = 3
_SHORTEST_IDEOGRAPHS = 5

_THINGS = {
    "en": r"(?:tables?|figures?|charts?|lists?|sections?|paragraphs?|passages?|excerpts?|texts?"
    r"|contexts?|evidence|snippets?)",
    "fr": r"(?:tableaux?|figures?|listes?|sections?|paragraphes?|passages?|extraits?|textes?"
    r"|contexte)",
    "de": r"(?:tabellen?|abbildung(?:en)?|listen?|abschnitte?s?|abs[aä]tze?s?|passagen?"
    r"|ausz[uü]ge?s?|textstellen?|kontext)",
    "es": r"(?:tablas?|figuras?|listas?|secci[oó]n(?:es)?|p[aá]rrafos?|pasajes?|extractos?|textos?"
    r"|contexto)",
}
_POINTING = re.compile(
    "|".join(
        [
            rf"\b{_THINGS['en']}\s+(?:above|below|provided|shown here|given here)\b",
            rf"\bthe\s+(?:above|following|preceding|provided|given)\s+{_THINGS['en']}\b",
            # "These figures" may be numbers.
            rf"\b(?:this|these)\s+(?!figures?\b){_THINGS['en']}\b",
            r"\b(?:in|from|per|to|on)\s+the\s+(?:passage|excerpt|snippet|evidence)\b",
            r"\b(?:in|from|per|to|on)\s+the\s+context\b(?!\s+of\b)",
            rf"\b{_THINGS['fr']}\s+(?:ci-dessus|ci-dessous|suivante?s?|précédente?s?|fournie?s?)\b",
            rf"\b(?:ce|cet|cette|ces)\s+{_THINGS['fr']}\b",
            r"\b(?:obige|folgende|nachstehende|vorstehende|untenstehende|obenstehende|vorliegende"
            rf"|diese)[nmrs]?\s+{_THINGS['de']}\b",
            rf"\b{_THINGS['de']}\s+(?:oben|unten)\b",
            rf"\b{_THINGS['es']}\s+(?:anterior|siguiente|de arriba|de abajo|proporcionad[oa])s?\b",
            rf"\b(?:est[ea]|estos|estas)\s+{_THINGS['es']}\b",
        ]
    ),
    re.IGNORECASE,
)
_BIDDING = {
    "en": "list name give tell describe explain summarise summarize compare find show enumerate "
    "state specify outline identify provide cite",
    "fr": "listez énumérez nommez donnez dites indiquez décrivez expliquez résumez comparez "
    "trouvez citez précisez montrez énumérer indiquer citer nommer donner",
    "de": "nenne nennen liste listen gib geben sag sage sagen beschreibe beschreiben erkläre "
    "erklären fasse fassen vergleiche vergleichen zähle zählen zeige zeigen finde führe",
    "es": "enumere enumera nombre nombra liste lista dé dígame dime indique indica describa "
    "describe explique explica resuma resume compare compara cite cita muestre encuentre",
}
_ASKING = {lang: frozenset(words.split()) for lang, words in _BIDDING.items()}
_QUOTED = re.compile(r"“[^“”]*”|„[^„“]*“|«[^«»]*»|\"[^\"]*\"|‹[^‹›]*›|「[^「」]*」")
_MARKUP = re.compile(
    r"<[/!|]?[a-z][a-z0-9-]{0,30}(?:\s+[^<>]{0,200})?/?>|<\||\|>|<<<|>>>|\[/?INST\]|```",
    re.IGNORECASE,
)
_IDEOGRAPH = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NUMBER = re.compile(r"\d+")
_MOST_SUBJECT = 30
"""Words of a subject that a question is held to."""
_STEM = 4
"""Letters by which a word of the constraint is found again in another form."""


def precheck(text: str, task: Task, phrasing: Phrasing, lang: str) -> tuple[str, ...]:
    """What is wrong with a question, in a fixed vocabulary; empty for nothing. ``lang``: the
    primary subtag of the language that it is to be asked in."""
    if not text.strip():
        return (EMPTY,)
    found = list(form_objections(text, lang, own_terms(task)))
    if lang in _ASKING and not _asks(text, lang):
        found.append(NO_QUESTION)
    asked = Squeezed(text)
    if phrasing is Phrasing.Q0 and not _named(asked, task.subject):
        found.append(NO_SUBJECT)
    if any(asked.contains(Squeezed(told)) for told in DIRECTIONS.values()):
        found.append(ECHO)
    wrong = objections(text, task)
    if phrasing is not Phrasing.Q0 and NO_CONSTRAINT in wrong and _says(text, task, phrasing):
        wrong = tuple([objection for objection in wrong if objection != NO_CONSTRAINT])
    return (*found, *wrong)


def form_objections(text: str, lang: str, own: tuple[str, ...] = ()) -> tuple[str, ...]:
    """What is wrong with a question whatever it asks. ``own``: terms of the document that it may
    use, in whatever language, ``the table above`` among them."""
    found = []
    if "\n" in text.strip() or "\r" in text.strip():
        found.append(SEVERAL_LINES)
    folded = fold(text)
    words = len(folded.split())
    if words < _SHORTEST_WORDS and len(_IDEOGRAPH.findall(folded)) < _SHORTEST_IDEOGRAPHS:
        found.append(TOO_SHORT)
    if words > LONGEST_WORDS or len(folded) > LONGEST:
        found.append(TOO_LONG)
    # Beyond that, nothing more is to be learnt from it.
    rest = _without(folded[: 2 * LONGEST], own)
    if _MARKUP.search(rest):
        found.append(MARKUP)
    if another_language(rest, lang):
        found.append(OTHER_LANGUAGE)
    if _POINTING.search(rest):
        found.append(POINTS_AT_PAGE)
    return tuple(found)


def _asks(text: str, lang: str) -> bool:
    """Whether a text asks, or bids somebody to say something."""
    if "?" in text or "？" in text:
        return True
    return not _ASKING[lang].isdisjoint(Squeezed(text).tokens)


def _named(asked: Squeezed, subject: str) -> bool:
    """Whether a source-explicit question says a third of the subject's words: of a long statement
    it may name the beginning."""
    wanted = set(Squeezed(subject).tokens)
    return not wanted or 3 * len(wanted & set(asked.tokens)) >= min(len(wanted), _MOST_SUBJECT)


def own_terms(task: Task) -> tuple[str, ...]:
    """What the document itself says in a question of this task, longest first."""
    terms = [task.subject, task.constraint, task.caption, *task.heading_path]
    for term in (task.subject, task.constraint):
        terms += term.split(PATH_SEPARATOR)
    return tuple(sorted({fold(term) for term in terms if term.strip()}, key=lambda t: (-len(t), t)))


def _without(text: str, own: tuple[str, ...]) -> str:
    """The text without what it quotes and without the document's own terms."""
    rest = _QUOTED.sub(" ", text)
    for term in own:
        if len(term) > 2:
            edges = rf"(?<!\w){re.escape(term)}(?!\w)"
            rest = re.sub(edges, " ", rest, flags=re.IGNORECASE)
    return fold(rest)


def _says(text: str, task: Task, phrasing: Phrasing) -> bool:
    """Whether a freer phrasing says the constraint: its numbers (a year, a class) in any case, and
    but for the lexically distant one a word of it, in whatever form."""
    asked, wanted = Squeezed(text).tokens, Squeezed(task.constraint).tokens
    numbers = {number for token in wanted for number in _NUMBER.findall(token)}
    if not numbers <= {number for token in asked for number in _NUMBER.findall(token)}:
        return False
    if phrasing is Phrasing.Q2 or numbers:
        return True
    stems = {token[:_STEM] for token in wanted if len(token) >= _STEM}
    return not stems or any(token[:_STEM] in stems for token in asked)
