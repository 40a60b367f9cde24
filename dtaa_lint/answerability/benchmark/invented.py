"""A heading that a document does not have, made of the words of two that it has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dtaa_lint.answerability.benchmark.sayings import Sayings, stems
from dtaa_lint.answerability.benchmark.spoken_language import FUNCTION_WORDS
from dtaa_lint.answerability.benchmark.tongues import Tongues
from dtaa_lint.answerability.benchmark.wording import UNSPACED, spoken, wording
from dtaa_lint.answerability.scoring.match import Squeezed
from dtaa_lint.graph.model import Heading
from dtaa_lint.graph.view import View
from dtaa_lint.universe.validate import plain
from dtaa_lint.words import fold

Rank = Callable[..., bytes]

_TRIED = 120
"""Headings that are tried, in the order of their hashes, as the first half and as the second."""
_WORDS = range(2, 10)
"""How many words a heading has that is taken apart."""
_NUMBER = re.compile(
    r"^(?:§\s?)?(?:\d{1,3}(?:\.\d{1,3}){0,5}[.)]?|[IVXL]{1,6}[.)]|[A-Za-z][.)])\s+"
)
"""The number that a heading begins with."""
_FITS_ALL = stems(
    """
    description basis overview note notes summary report general introduction definition information
    statement background purpose scope use details list table part section chapter appendix
    aperçu présentation résumé rapport généralités définition informations objet objectif liste
    partie annexe remarques contexte
    beschreibung überblick übersicht zusammenfassung bericht allgemeines einleitung einführung
    definition hinweise angaben zweck liste verzeichnis anhang grundlagen
    descripción resumen informe generalidades introducción definición información objeto objetivo
    lista parte anexo notas
    new old former format formats structure general presentation contents content result results
    document documents text manual guide form page model system topic subject
    texte manuel formulaire modèle système sujet ancien ancienne
    nouveau nouvelle structure général générale contenu
    dokument text handbuch formular modell vorlage thema aufbau format allgemeine inhalt neue alte
    documento texto formulario modelo sistema tema guía formato
    estructura general contenido nuevo nueva antiguo antigua
    visão resumo relatório introdução definição informações objetivo formulário
    apresentação geral formato estrutura conteúdo
    panoramica riassunto relazione introduzione definizione informazioni scopo modulo testo
    overzicht samenvatting verslag inleiding definitie informatie doel formulier tekst bijlage
    """
)
"""Halves that fit nearly every other one, or mean the document itself: what they ask for may be
told all the same."""
_ALIKE = 0.5
"""Share of the content words of a heading beyond which another one with them may mean the same."""
_LEAST_UNSPACED = 2
"""Characters of a half where there are no spaces."""
_ASKS = frozenset(
    {
        "how", "what", "who", "whom", "when", "where", "why", "which", "comment", "quoi", "qui",
        "quand", "où", "pourquoi", "quel", "quelle", "wie", "was", "wer", "wann", "wo", "warum",
        "welche", "welcher", "cómo", "qué", "quién", "cuándo", "dónde", "como", "que", "quem",
        "quando", "onde", "come", "che", "chi", "dove", "hoe", "wat", "wanneer", "waar"
    }
)  # fmt: skip
"""Words that begin a heading which is a question: its halves do not part."""


@dataclass(frozen=True, slots=True)
class Invented:
    """A heading that does not exist."""

    text: str
    made_of: tuple[str, str]
    """The headings that its two halves are of."""
    nodes: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Halves:
    """A heading taken apart at a word that links, ``Claims | for compensation``."""

    heading: str
    node: int
    lang: str
    head: str
    link: str
    tail: str


def invented_headings(view: View, tongues: Tongues, rank: Rank) -> Iterator[Invented]:
    """Such headings in the order of the keyed hashes, each half used once. The same word links both
    halves, so that what comes out is a phrase. Nothing in the document says the two together: no
    heading with those around it, no block, and not the text as a whole."""
    halves = [
        found for heading in view.headings if (found := _halves(tongues, heading)) is not None
    ]
    if len(halves) < 2:
        return
    ranked = sorted([(rank("heading", found.heading), found.node, found) for found in halves])
    first = [found for _, _, found in ranked[:_TRIED]]
    second = sorted(first, key=lambda found: rank("tail", found.heading))
    chains = _chains(view)
    known = {plain(heading.text) for heading in view.headings}
    told = _Told(view)
    sayings: Sayings | None = None
    whole: Squeezed | None = None
    used: set[int] = set()
    for one in first:
        for other in second:
            if other.node in used or one.node in used or one.node == other.node:
                continue
            if (one.lang, one.link) != (other.lang, other.link):
                continue
            gap = "" if one.lang in UNSPACED else " "
            text = gap.join((one.head, one.link, other.tail))
            before, after = stems(one.head), stems(other.tail)
            if before <= _FITS_ALL or after <= _FITS_ALL or plain(text) in known:
                continue
            if told.alike(before | after):
                continue
            if after & (stems(one.tail) | before) or before & stems(other.head):
                continue
            together = before | after
            if any(together <= chain for chain in chains):
                continue
            sayings = sayings or Sayings(view)
            whole = whole or Squeezed(view.document.text)
            if sayings.together(together) or whole.contains(Squeezed(text)):
                continue
            used |= {one.node, other.node}
            yield Invented(text, (one.heading, other.heading), (one.node, other.node))
            break


def _halves(tongues: Tongues, heading: Heading) -> _Halves | None:
    """The heading taken apart; None where it cannot be, or where it names no section of its own."""
    text = _NUMBER.sub("", fold(heading.text)).rstrip(" .:")
    if not (heading.blocks or heading.children) or re.search(r"[\d?!;:•\ufffd()\[\]]", text):
        return None
    lang = spoken(tongues.tag(heading.node), text)
    links = wording(lang).links
    if lang in UNSPACED:
        link = links[0]
        head, _, tail = text.partition(link)
        whole = " " not in text and link not in tail
        if whole and min(len(head), len(tail)) >= _LEAST_UNSPACED:
            return _Halves(text, heading.node, lang, head, link, tail)
        return None
    words = text.split()
    if len(words) not in _WORDS or words[0].casefold() in _ASKS:
        return None
    for at in range(1, len(words) - 1):
        # "Rules of order and | of procedure": what comes before is no whole.
        if words[at].casefold() in links and words[at - 1].casefold() not in FUNCTION_WORDS:
            head, tail = " ".join(words[:at]), " ".join(words[at + 1 :])
            return _Halves(text, heading.node, lang, head, words[at], tail)
    return None


class _Told:
    """The headings of a document by their content words."""

    def __init__(self, view: View) -> None:
        texts = [_NUMBER.sub("", fold(heading.text)) for heading in view.headings]
        self._headings = list(dict.fromkeys(filter(None, map(stems, texts))))
        self._having: dict[str, list[int]] = {}
        for index, words in enumerate(self._headings):
            for word in words:
                self._having.setdefault(word, []).append(index)

    def alike(self, made: frozenset[str]) -> bool:
        """Whether a made heading may be taken for one that exists: more than half of its content
        words are there, or nothing is there but words of it."""
        shared = Counter([index for word in made for index in self._having.get(word, ())])
        return any(
            count > _ALIKE * len(made) or count == len(self._headings[index])
            for index, count in shared.items()
        )


def _chains(view: View) -> list[frozenset[str]]:
    """What each heading says together with those around it."""
    said: dict[int, frozenset[str]] = {}
    for heading in view.headings:
        own = stems(heading.text)
        said[heading.node] = own | said.get(heading.parent, frozenset())
    return list(said.values())
