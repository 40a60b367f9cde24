"""G06: heading levels say how sections nest."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.heading_lines import bold_lines, headings_again
from dtaa_lint.findings.heading_numbers import beside_parent, misplaced, outside_tables
from dtaa_lint.findings.languages import known
from dtaa_lint.findings.walk import opening
from dtaa_lint.findings.wording import Phrase, quote
from dtaa_lint.graph.model import Heading
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import StructureElement
from dtaa_lint.universe.heading_styles import styled_lines
from dtaa_lint.universe.model import Reason

_RUNNING_WORDS = 600
"""Words of running text from which a document without headings is at fault."""
_PARAGRAPH_WORDS = 12
"""A paragraph with fewer words may be an address, a label or a line of a form."""
_HEADING_WORDS = 12
_LEAST_NUMBERED = 3
"""Numbered lines from which they are taken for the headings of sections."""
_BETWEEN = 12
"""Characters of text between two numbered lines that are headings."""
_INSIDE = 8
_LINES = frozenset({"P", "L", "Table"})
_NUMBERED_LINE = re.compile(r"(\d{1,2})[.)]? (?=[^\W\d_a-z])(?:\S+ ){0,9}[^\s]*[^\s.,;:?!]$")
"""A line such as ``2 Respondent's details``."""
_FIRST = 40
_APPENDICES = {
    "en": frozenset({"appendix", "annex", "appendices", "annexes"}),
    "fr": frozenset({"annexe", "annexes", "appendice"}),
    "de": frozenset({"anhang", "anlage", "anhänge", "anlagen"}),
    "es": frozenset({"anexo", "anexos", "apéndice", "apéndices"}),
}
"""Words that an appendix begins with."""
_LARGER = 1.15
"""A paragraph set this much larger than the running text looks like a heading."""
_SHOWN = 5
_LOWEST = 6
"""The lowest level that every program knows."""
_EXPLAINED = (Reason.INCOMPLETE_EVIDENCE, Reason.MALFORMED_STRUCTURE, Reason.FRAGMENT)


@check("DT0601")
def level_skipped(context: Context) -> Iterator[Issue | Inapplicable]:
    """A heading more than one level below the heading before it.

    Fails: ``H1 H3``. Passes: ``H3 H1`` (going up), a document that begins with H2, Title before
    H2, /H, whose level is its nesting, headings in tables (DT0503's), and those whose number says
    what level they or the heading before them should have (DT0605's).
    """
    view = context.view
    numbered = outside_tables(context)
    if len(numbered) < 2:
        yield Inapplicable("outside tables the document has fewer than two headings H1, H2 …")
        return
    wrong = misplaced(context)
    for before, heading in pairwise(numbered):
        if heading.level <= before.level + 1 or heading.node in wrong:
            continue
        if before.node in wrong and heading.level <= wrong[before.node].level + 1:
            continue
        yield Issue(
            heading.node,
            heading.text,
            "appendix" if _appendix(view, heading) else "default",
            {
                "before": before.text,
                "from": before.level,
                "to": heading.level,
                "next": before.level + 1,
                "top": _chapters(numbered),
            },
            ((before.node, "heading before"),),
            shape=f"{before.level}-{heading.level}",
        )


@check("DT0602")
def mixed_heading_models(context: Context) -> Iterator[Issue | Inapplicable]:
    """/H, whose level is its nesting, beside H1 … H6, whose level is a number."""
    view = context.view
    nested = [h for h in view.headings if h.text and view.nodes[h.node].type == "H"]
    numbered = [h for h in view.headings if _number(view, h)]
    if not nested and not numbered:
        yield Inapplicable("the document has no headings")
        return
    if not nested or not numbered:
        return
    fewer = nested if len(nested) <= len(numbered) else numbered
    other = numbered if fewer is nested else nested
    yield Issue(
        fewer[0].node,
        fewer[0].text,
        params={"nested": len(nested), "numbered": len(numbered)},
        related=((other[0].node, "heading of the other kind"),),
    )


@check("DT0603")
def no_headings(context: Context) -> Iterator[Issue | Inapplicable]:
    """Running text, or numbered sections, of several pages without a single heading.

    Passes: a letter, a table, a list of numbered lines with nothing between them.
    """
    view = context.view
    if any(heading.text for heading in view.headings):
        return
    if styled_lines(view):
        yield Inapplicable("the headings are tagged as other elements (DT0604)")
        return
    running = _running_text(view)
    words = sum(paragraph.words for paragraph in running)
    if words < _RUNNING_WORDS or len({paragraph.page for paragraph in running}) < 2:
        numbered = _numbered_lines(view)
        if len(numbered) >= _LEAST_NUMBERED and len({view.nodes[n].page for n in numbered}) > 1:
            yield Issue(
                -1,
                view.text(numbered[0]),
                "numbered",
                {"candidates": len(numbered)},
                tuple((node, "looks like a heading") for node in numbered),
            )
            return
        yield Inapplicable(
            Phrase(
                "there are no headings, and {words} words of running text are too little to ask "
                "for them",
                words=words,
            )
            if words
            else Phrase("there are no headings, and there is too little to ask for them")
        )
        return
    bold = bold_lines(context)
    lookalikes = sorted({*bold, *_lookalikes(view, running)})
    pages = len(view.document.pages)
    if not lookalikes:
        yield Issue(-1, params={"words": words, "pages": pages})
        return
    sample = bold[0] if bold else lookalikes[0]
    yield Issue(
        -1,
        view.text(sample),
        "candidates",
        {
            "words": words,
            "pages": pages,
            "candidates": len(lookalikes),
            "sample": Phrase(
                ": {sample}" if len(lookalikes) == 1 else ", such as {sample}",
                sample=quote(view.text(sample)),
            ),
        },
        tuple((node, "looks like a heading") for node in lookalikes),
    )


@check("DT0604")
def heading_tagged_as_paragraph(context: Context) -> Iterator[Issue | Inapplicable]:
    """An element of a numbered heading style that the role map turns into no heading, or a
    paragraph that looks like a heading in a document that has headings.

    Fails: ``Heading 4`` mapped to P; short bold paragraphs above text; paragraphs in the words and
    the type of a heading that stands elsewhere. Passes: a sentence in a
    heading style, an empty line, styles without a number (``Table Heading``), styles mapped to a
    heading; bold lead-ins, labels beside their values, captions, lines in tables and lists, bold
    lines that are fewer than three of one style.
    """
    view = context.view
    styled = styled_lines(view)
    bold: list[int] = []
    if styled or any(heading.text for heading in view.headings):
        by_style = set(styled)
        bold = [line for line in bold_lines(context) if line not in by_style]
    known = {*styled, *bold}
    again = {line: of for line, of in headings_again(context).items() if line not in known}
    if not styled and not bold and not again:
        yield Inapplicable("no paragraph is in a heading style or, beside headings, looks like one")
        return
    for line, of in again.items():
        page = view.nodes[of].page
        yield Issue(
            line,
            opening(view, line),
            "again",
            {
                "heading": view.nodes[of].type,
                "page": view.document.pages[page].label if page >= 0 else "?",
            },
            ((of, "the same words as a heading"),),
            context.rejected(line, Reason.MALFORMED_STRUCTURE),
        )
    for line in bold:
        explains = context.rejected(line, Reason.MALFORMED_STRUCTURE)
        params: dict[str, object] = {"lines": len(bold), "place": _place(view, line)}
        yield Issue(line, opening(view, line), "bold", params, explains=explains)
    styles = Counter(" ".join(view.nodes[node].raw.split()) for node in styled)
    names = ", ".join(f"{style} ({n:,})" for style, n in sorted(styles.items())[:_SHOWN])
    for node in styled:
        params = {"style": view.nodes[node].raw, "styles": names}
        explains = context.rejected(node, Reason.MALFORMED_STRUCTURE)
        yield Issue(node, opening(view, node), params=params, explains=explains)


@check("DT0605")
def level_against_number(context: Context) -> Iterator[Issue | Inapplicable]:
    """A heading whose level is another one than that of the headings numbered like it, or that is
    not below the heading whose number its own begins with.

    Fails: ``5. Costs`` as H2, where ``1.`` to ``4.`` are H1; ``5.1 Rent`` with the level of
    ``5. Costs``. Passes: numbers that begin anew in each part, and numberings whose headings do not
    agree on a level.
    """
    wrong = misplaced(context)
    if len(outside_tables(context)) < 2:
        yield Inapplicable("outside tables the document has fewer than two headings H1, H2 …")
        return
    by_node = context.view.heading_by_node
    above = {
        node: parent
        for node, parent in beside_parent(context).items()
        if node not in wrong and parent not in wrong
    }
    levels: dict[int, int] = {}
    for node in sorted(above):
        parent = by_node[above[node]]
        levels[node] = levels.get(parent.node, parent.level) + 1
        yield Issue(
            node,
            by_node[node].text,
            "child",
            {"level": by_node[node].level, "to": levels[node], "parent": parent.text},
            ((parent.node, "heading that the number belongs under"),),
            context.rejected(node, *_EXPLAINED),
        )
    for node in sorted(wrong):
        heading = by_node[node]
        level, peers, peer = wrong[node]
        yield Issue(
            node,
            heading.text,
            "default" if heading.level > level else "lower",
            {
                "level": heading.level,
                "to": level,
                "peers": peers,
                "peer": by_node[peer].text,
            },
            ((peer, "numbered alike"),),
            context.rejected(node, *_EXPLAINED),
            shape=f"{heading.level}-{level}",
        )


def _place(view: View, line: int) -> Phrase | str:
    """Which heading a line would be by the one that it stands under."""
    above = view.heading_by_node.get(view.heading_of(line))
    if above is None:
        return "H1"
    return Phrase(
        "H{level}, below the {type} {heading}",
        level=min(above.level + 1, _LOWEST),
        type=view.nodes[above.node].type,
        heading=quote(above.text),
    )


def _chapters(numbered: Sequence[Heading]) -> int:
    """The level of the chapters: the highest one, but for a single heading of it in front, which
    is the document's title."""
    levels = sorted({heading.level for heading in numbered})
    top = levels[0]
    first = numbered[0].level == top and sum(h.level == top for h in numbered) == 1
    return levels[1] if first and len(levels) > 1 else top


def _appendix(view: View, heading: Heading) -> bool:
    """``Appendix A``, ``Annexe 2``, ``Anhang``: a part of the document beside its chapters."""
    word = heading.text[:_FIRST].split(" ", 1)[0].strip(".:").casefold()
    languages = known(view.nodes[heading.node].lang)
    return any(word in _APPENDICES[language] for language in languages)


def _number(view: View, heading: Heading) -> bool:
    kind = view.nodes[heading.node].type
    return bool(heading.text) and kind[:1] == "H" and kind[1:].isdigit()


class _Paragraph(NamedTuple):
    node: int
    words: int
    page: int
    size: float


def _running_text(view: View) -> list[_Paragraph]:
    """Paragraphs of prose outside tables, in order."""
    found: list[_Paragraph] = []
    text = view.document.text
    skip = -1
    for element in view.nodes:
        if element.index < skip:
            continue
        if element.type == "Table":
            skip = element.end
        elif _around_table(view, element):
            continue
        elif element.type == "P" and element.text_end - element.text_start >= 3 * _PARAGRAPH_WORDS:
            words = len(text[element.text_start : element.text_end].split())
            if words >= _PARAGRAPH_WORDS:
                found.append(_Paragraph(element.index, words, element.page, element.font_size))
                skip = element.end
    return found


def _around_table(view: View, element: StructureElement) -> bool:
    """A paragraph that holds a table, as some exports write it."""
    if element.type != "P" or element.end == element.index + 1:
        return False
    inside = range(element.index + 1, min(element.end, element.index + _INSIDE))
    return any(view.nodes[i].type == "Table" for i in inside)


def _numbered_lines(view: View) -> list[int]:
    """Short lines ``1 Title``, ``2 Title`` … in order, with text between one and the next."""
    found: list[int] = []
    skip = -1
    for element in view.nodes:
        if element.index < skip or element.type not in _LINES:
            continue
        match = _NUMBERED_LINE.match(opening(view, element.index))
        if match is None or int(match[1]) != len(found) + 1:
            continue
        last = view.nodes[found[-1]].text_end if found else -_BETWEEN
        if element.text_start - last >= _BETWEEN:
            found.append(element.index)
            skip = element.end
    return found


def _lookalikes(view: View, running: Sequence[_Paragraph]) -> list[int]:
    """Short paragraphs in larger type than the running text, each followed by running text."""
    sizes: Counter[float] = Counter()
    for paragraph in running:
        sizes[round(paragraph.size, 1)] += paragraph.words
    body = min(sizes.items(), key=lambda item: (-item[1], item[0]))[0]
    if body <= 0:
        return []
    found: list[int] = []
    waiting, last = -1, -1
    prose = {paragraph.node for paragraph in running}
    for element in view.nodes:
        if element.index in prose:
            if waiting >= 0:
                found.append(waiting)
            waiting = -1
        elif element.type == "P" and element.index >= last:
            last = element.end
            line = view.text(element.index)
            short = 0 < len(line.split()) <= _HEADING_WORDS and line[-1] not in ".,;:"
            larger = element.font_size >= body * _LARGER
            if short and larger and any(c.isalpha() for c in line):
                waiting = element.index
    return found
