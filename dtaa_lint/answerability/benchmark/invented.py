"""A heading that a document does not have, made of the words of two that it has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dtaa_lint.answerability.answering.language import primary
from dtaa_lint.answerability.benchmark.sayings import Sayings, stems
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
_LINKS = {
    "en": "of for to in on from with by about under between against",
    "fr": "de du des d’ pour à aux au dans sur par sous avec en",
    "de": "von vom der des für zu zum zur in im auf mit bei über unter gegen",
    "es": "de del para a al en sobre por con bajo entre",
}
"""Words that begin the second half of a heading."""

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
    """
)
"""First halves that fit nearly every second half: what they ask for may be told all the same."""


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


def invented_headings(view: View, rank: Rank) -> Iterator[Invented]:
    """Such headings in the order of the keyed hashes, each half used once. The same word links both
    halves, so that what comes out is a phrase. Nothing in the document says the two together: no
    heading with those around it, no block, and not the text as a whole."""
    halves = [found for heading in view.headings if (found := _halves(view, heading)) is not None]
    if len(halves) < 2:
        return
    ranked = sorted([(rank("heading", found.heading), found.node, found) for found in halves])
    first = [found for _, _, found in ranked[:_TRIED]]
    second = sorted(first, key=lambda found: rank("tail", found.heading))
    chains = _chains(view)
    known = {plain(heading.text) for heading in view.headings}
    sayings: Sayings | None = None
    whole: Squeezed | None = None
    used: set[int] = set()
    for one in first:
        for other in second:
            if other.node in used or one.node in used or one.node == other.node:
                continue
            if (one.lang, one.link) != (other.lang, other.link):
                continue
            text = f"{one.head} {one.link} {other.tail}"
            before, after = stems(one.head), stems(other.tail)
            if before <= _FITS_ALL or not after or plain(text) in known:
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


def _halves(view: View, heading: Heading) -> _Halves | None:
    """The heading taken apart; None where it cannot be, or where it names no section of its own."""
    text = _NUMBER.sub("", fold(heading.text)).rstrip(" .:")
    words = text.split()
    if len(words) not in _WORDS or not (heading.blocks or heading.children):
        return None
    if re.search(r"[\d?!;:•\ufffd]", text):
        return None
    lang = primary(view.nodes[heading.node].lang or view.document.metadata.lang)
    links = _LINKS.get(lang, _LINKS["en"]).split()
    for at in range(1, len(words) - 1):
        if words[at].casefold() in links:
            head, tail = " ".join(words[:at]), " ".join(words[at + 1 :])
            return _Halves(text, heading.node, lang, head, words[at], tail)
    return None


def _chains(view: View) -> list[frozenset[str]]:
    """What each heading says together with those around it."""
    said: dict[int, frozenset[str]] = {}
    for heading in view.headings:
        own = stems(heading.text)
        said[heading.node] = own | said.get(heading.parent, frozenset())
    return list(said.values())
