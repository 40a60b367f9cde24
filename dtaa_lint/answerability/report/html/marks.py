"""Where the required evidence stands in what was shown."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup, escape

from dtaa_lint.answerability.report.trace import DocumentTrace, RunTrace, TaskTrace
from dtaa_lint.report.escape import visible
from dtaa_lint.words import fold

_AROUND = 40
"""Characters shown on each side of a match."""
_LONGEST = 160
"""Characters of a match that are shown."""


class Carried(NamedTuple):
    """What of the required evidence an item has."""

    slots: tuple[int, ...]
    """Numbers of the pieces, from 1."""
    sure: bool
    """Whether it names the very elements; else it has the same words, wherever they stand."""
    texts: tuple[str, ...]


def carried(document: DocumentTrace, task: TaskTrace, run: RunTrace) -> list[Carried | None]:
    """For each shown item what it carries. Items that name elements must name the very one; of
    others the words count, where the verdict says that the piece was shown."""
    missing = set(run.score.missing_slots)
    found: list[Carried | None] = []
    for _, place in run.shown:
        item = document.items[place]
        numbers: list[int] = []
        texts: list[str] = []
        for number, pairs in enumerate(task.slots):
            if number in missing:
                continue
            for node, text in pairs:
                if item.nodes and node not in item.nodes:
                    continue
                if span(item.text, text) is not None:
                    numbers.append(number + 1)
                    texts.append(text)
                    break
        sure = bool(item.nodes)
        found.append(Carried(tuple(numbers), sure, tuple(texts)) if numbers else None)
    return found


@lru_cache(maxsize=65_536)
def span(text: str, wanted: str) -> tuple[int, int] | None:
    """Where a text stands in another, whatever the white space; not within a word or a number."""
    words = wanted.split()
    if not words:
        return None
    if not all(word in text for word in words):
        # Far quicker than the pattern, of which most are looked for once.
        return None
    pattern = r"(?<!\w)" + r"\s+".join(map(re.escape, words)) + r"(?!\w)"
    match = re.search(pattern, text)
    return match.span() if match else None


def snippet(text: str, texts: tuple[str, ...]) -> Markup:
    """The surroundings of every match, with the matches marked."""
    spans = sorted({found for found in (span(text, wanted) for wanted in texts) if found})
    windows: list[list[int]] = []
    for start, end in spans:
        left, right = max(start - _AROUND, 0), min(min(end, start + _LONGEST) + _AROUND, len(text))
        if windows and left <= windows[-1][1]:
            windows[-1][1] = max(right, windows[-1][1])
        else:
            windows.append([left, right])
    out = [Markup("… ") if windows and windows[0][0] else Markup("")]
    for number, (left, right) in enumerate(windows):
        at = left
        for first, last in spans:
            first, last = max(first, at), min(last, right)
            if first >= last:
                continue
            out += [_plain(text[at:first])]
            out += [Markup("<mark>"), _plain(text[first:last]), Markup("</mark>")]
            at = last
        out.append(_plain(text[at:right]))
        if right < len(text):
            out.append(Markup(" … ") if number + 1 < len(windows) else Markup(" …"))
    return Markup("").join(out)


def _plain(text: str) -> Markup:
    folded = fold(text)
    if text[:1].isspace():
        folded = " " + folded
    if text[-1:].isspace() and folded.strip():
        folded += " "
    return Markup(escape(visible(folded)))
