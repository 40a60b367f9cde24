"""Cross-references that are plain words: ``see Section 4.2``, ``Tabelle 3``, ``voir l'annexe B``.

A number or a letter behind such a word is looked up among what the document itself has: numbered
headings, annexes, and the captions of tables and figures. Where nothing or several things have it,
nothing is said. Languages: English, French, German, Spanish, by the element's own.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from dtaa_lint.findings.languages import known
from dtaa_lint.graph.view import View

SECTION, ANNEX, TABLE, FIGURE = "section", "annex", "table", "figure"
_SHOWN = (TABLE, FIGURE)
_WORDS: Mapping[str, tuple[str, str]] = {
    "section": (SECTION, "en fr"),
    "sections": (SECTION, "en fr"),
    "chapter": (SECTION, "en"),
    "chapitre": (SECTION, "fr"),
    "abschnitt": (SECTION, "de"),
    "kapitel": (SECTION, "de"),
    "sección": (SECTION, "es"),
    "capítulo": (SECTION, "es"),
    "apartado": (SECTION, "es"),
    "annex": (ANNEX, "en"),
    "appendix": (ANNEX, "en"),
    "annexe": (ANNEX, "fr"),
    "anhang": (ANNEX, "de"),
    "anlage": (ANNEX, "de"),
    "anexo": (ANNEX, "es"),
    "apéndice": (ANNEX, "es"),
    "table": (TABLE, "en fr"),
    "tableau": (TABLE, "fr"),
    "tabelle": (TABLE, "de"),
    "tabla": (TABLE, "es"),
    "cuadro": (TABLE, "es"),
    "figure": (FIGURE, "en fr"),
    "abbildung": (FIGURE, "de"),
    "figura": (FIGURE, "es"),
}
"""Word -> (kind of what it names, its languages)."""
_NUMBER = re.compile(r"(?:\d{1,3}|[A-Z])(?:[.\-–]\d{1,3}){0,5}(?![\w(])|[IVX]{2,5}(?!\w)")
_HEAD_NUMBER = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,5})[.):]?\s+\W?[^\W\d_]")
_NAMED = re.compile(r"([^\W\d_]{5,10})\s(\S{1,16})")
_SEE = re.compile(
    r"(?:\b(?:see|refer to|siehe|vgl\.|voir|cf\.|véase|véanse|consulte|consultez|ver)"
    r"(?: (?:also|auch|aussi|también|the|la|le|el|die|den|das|under|unter|in|en|dans|à))*"
    r"(?: l['’])?|[(\[])\s?(?:l['’])?$",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\s?(?:\([^)]{0,16}\))?,?\s(?:of|in|from|to|de|du|des|der|dem|von|vom|im|del|dans|en|et seq)\b"
    r"(?!\s(?:this|the present|present|dieser|dieses|diesem|ce|cette|présent|este|esta)\b)"
    r"|\s?,?\s?d['’]",
    re.IGNORECASE,
)
"""What follows where the section is another document's: ``Section 4 of the Act``."""
_BEFORE, _AFTER = 40, 48


class Mention(NamedTuple):
    """A cross-reference in plain words."""

    start: int
    """Offset into the document's text of the word that names the kind of target."""
    number: int
    """Offset of the number."""
    end: int
    target: int


def mentions(view: View) -> Iterator[Mention]:
    """Every mention of exactly one element of the document, in the order of the text, wherever it
    stands and whether it is linked or not."""
    targets = _targets(view)
    kinds = {kind for kind, _ in targets}
    text = view.document.text
    found: list[Mention] = []
    for word, (kind, languages) in _WORDS.items():
        if kind not in kinds:
            continue
        # Without its first letter, the word is a literal prefix: found without a step per letter.
        for match in re.finditer(re.escape(word[1:]) + r"[ \u00a0\n](?=[A-Z\d])", text):
            start = match.start() - 1
            if start < 0 or text[start].casefold() != word[0]:
                continue
            if start and text[start - 1].isalnum():
                continue
            number = _NUMBER.match(text, match.end())
            if number is None:
                continue
            nodes = targets.get((kind, number[0].replace("–", "-")), ())
            if len(nodes) != 1:
                continue
            if kind in (SECTION, ANNEX) and not _SEE.search(text, max(0, start - _BEFORE), start):
                continue
            if _ELSEWHERE.match(text, number.end(), number.end() + _AFTER):
                continue
            owner = owner_at(view, start)
            if owner < 0:
                continue
            spoken = known(view.nodes[owner].lang)
            if not any(language in spoken for language in languages.split()):
                continue
            found.append(Mention(start, number.start(), number.end(), nodes[0]))
    found.sort()
    return iter(found)


def owner_at(view: View, offset: int) -> int:
    """The element that owns the run at an offset of the text; -1."""
    runs = view.document.runs
    place = bisect_right(runs, offset, key=lambda run: run.start) - 1
    return runs[place].owner if place >= 0 and offset < runs[place].end else -1


def _targets(view: View) -> Mapping[tuple[str, str], tuple[int, ...]]:
    """(kind, number) -> the elements that have it."""
    found: dict[tuple[str, str], set[int]] = {}
    captions: set[int] = set()
    for table in view.tables:
        said = table.caption if table.caption >= 0 else table.near_caption
        if said < 0:
            continue
        # A chart without a tag may stand between a table and a paragraph that names a figure.
        beneath = table.caption < 0 and said > table.node
        if _add(found, view.normalised(said), table.node, (TABLE,) if beneath else _SHOWN):
            captions.add(said)
    for figure in view.figures:
        said = figure.caption if figure.caption >= 0 else figure.near_caption
        if said >= 0 and said not in captions:
            captions.add(said)
            _add(found, view.normalised(said), figure.node, (FIGURE,))
    for heading in view.headings:
        if heading.node in captions:
            continue
        number = _HEAD_NUMBER.match(heading.text)
        if number is not None:
            found.setdefault((SECTION, number[1]), set()).add(heading.node)
        else:
            _add(found, heading.text, heading.node, (SECTION, ANNEX, *_SHOWN))
    return {key: tuple(sorted(nodes)) for key, nodes in found.items()}


def _add(
    found: dict[tuple[str, str], set[int]], text: str, node: int, kinds: tuple[str, ...]
) -> bool:
    """Takes down an element that is named by a word and a number (``Annex B: Fees``) of one of the
    kinds; whether it is."""
    named = _NAMED.match(text)
    if named is None:
        return False
    kind, _ = _WORDS.get(named[1].casefold(), ("", ""))
    number = _NUMBER.match(named[2])
    if kind not in kinds or number is None:
        return False
    found.setdefault((kind, number[0].replace("–", "-")), set()).add(node)
    return True
