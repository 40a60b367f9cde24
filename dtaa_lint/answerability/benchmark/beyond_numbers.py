"""Sections, tables and figures by a number beyond the last: ``Table 12`` of eleven.

Only of what is counted without a gap, and only a number that the text mentions nowhere. It works in
every language: the words are the document's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dtaa_lint.graph.view import View
from dtaa_lint.words import fold

Rank = Callable[..., bytes]

_SECTION = re.compile(r"(\d{1,2}(?:\.\d{1,2}){1,3})\.?\s+\S")
"""A number of two levels at the least: a lone one is mentioned for anything."""
_CAPTION = re.compile(r"([^\W\d_]{1,14}\.?)\s?(\d{1,3})(?![\d.,]*\d)(?=\W|$|[^\W\d_])")
_LEAST = 2
"""How many are counted."""
_NEAR = 24
"""Characters within which a number belongs to the word before it: ``Tables 5 to 8``."""
_STEM = 3
"""Letters by which the word is known in another form."""


@dataclass(frozen=True, slots=True)
class Beyond:
    """Something that a document would have next."""

    name: str
    """``4.7``, ``Table 12``."""
    last: str
    """The last one that it has, as it stands there."""
    nodes: tuple[int, int]
    """The first of those that are counted, and the last."""
    section: bool


def beyond_numbers(view: View, rank: Rank) -> Iterator[Beyond]:
    """Such names in the order of the keyed hashes."""
    found = [*_sections(view), *_captioned(view)]
    yield from sorted(found, key=lambda one: (rank("number", one.name), one.nodes))


def _sections(view: View) -> Iterator[Beyond]:
    """Of headings with numbers: the one after the last in each series."""
    series: dict[tuple[str, ...], list[tuple[int, int, str]]] = {}
    for heading in view.headings:
        text = fold(heading.text)
        match = _SECTION.match(text)
        if match is not None:
            *above, own = match[1].split(".")
            series.setdefault(tuple(above), []).append((int(own), heading.node, text))
    for above, counted in series.items():
        if not _without_gap([number for number, _, _ in counted]):
            continue
        name = ".".join([*above, str(counted[-1][0] + 1)])
        said = rf"(?<![\d.,]){re.escape(name)}(?!\d|[.,]\d{{3}})"
        if re.search(said, view.document.text) is None:
            yield Beyond(name, counted[-1][2], (counted[0][1], counted[-1][1]), True)


def _captioned(view: View) -> Iterator[Beyond]:
    """Of captions that count: the one after the last."""
    series: dict[str, list[tuple[int, int, str, str]]] = {}
    for node in view.of_type("Caption"):
        text = view.normalised(node)
        match = _CAPTION.match(text)
        if match is not None:
            word, number = match[1], int(match[2])
            gap = text[len(word) : match.start(2)]
            known = series.setdefault(word.rstrip(".").casefold(), [])
            known.append((number, node, text, word + gap))
    for word, counted in series.items():
        if not _without_gap([number for number, _, _, _ in counted]):
            continue
        number, node, text, before = counted[-1]
        stem = re.escape(word[:_STEM])
        said = rf"{stem}\w*[^\n]{{0,{_NEAR}}}(?<![\d.,]){number + 1}(?!\d)"
        if re.search(said, view.document.text, re.IGNORECASE) is None:
            yield Beyond(f"{before}{number + 1}", text, (counted[0][1], node), False)


def _without_gap(numbers: list[int]) -> bool:
    """Whether they count from one without a gap, in order."""
    return len(numbers) >= _LEAST and numbers == list(range(1, len(numbers) + 1))
