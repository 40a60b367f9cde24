"""G13: alternative text says what a figure conveys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.figure_grids import grid_in
from dtaa_lint.findings.languages import primary
from dtaa_lint.findings.quantities import amounts, numbers
from dtaa_lint.findings.walk import ancestors
from dtaa_lint.findings.wording import Phrase, listing, quote
from dtaa_lint.graph.model import Figure
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import AttributeValue, Box, RunFlag
from dtaa_lint.universe.alternatives import conveys_nothing, names_kinds_only
from dtaa_lint.universe.model import Motif, Reason
from dtaa_lint.universe.motifs.figure_alt import named_marks, ornament_box

_READ = 2000
"""Characters of an alternative that are searched for facts; one fact is enough for a finding."""
_UNSAID = (Reason.TRIVIAL, Reason.INCOMPLETE_EVIDENCE, Reason.HEADING_ECHO)
_LABELS = (Reason.TRIVIAL, Reason.HEADING_ECHO)
_SPEAKING_WORDS = 12
"""A figure with this many words of text of its own speaks without an alternative."""
_LETTERING_WORDS = 2
"""A figure of so few words, and nothing else, is lettering: its text is all it says."""
_MM = 25.4 / 72
"""Millimetres in a point."""
_SMALL = 12.0
"""Points: an ornament, which conveys nothing."""
_ICON = 36.0
"""Points: a sign in running text."""
_LETTERHEAD = (200.0, 100.0)
"""Width and height, in points, of what may be the logo over the first page."""

_NAME = re.compile(r"[^\W\d_][\w'’\-]*")
_SPELT = 6
"""Letters of a word that may be another one's misspelling."""
_SENTENCE_ENDS = frozenset('.:;!?“”"«»()[]–—•/')


class Said:
    """A document's text as facts are looked up in it."""

    def __init__(self, text: str) -> None:
        self.folded = text.casefold()

    @cached_property
    def amounts(self) -> frozenset[str]:
        """What its numbers may mean."""
        return amounts(self.folded)

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(_NAME.findall(self.folded))

    def nearly(self, word: str) -> bool:
        """Whether the text has the word with one letter more, less, changed or exchanged with its
        neighbour: then one of the two is a spelling error. Short words differ by a letter."""
        word = word.casefold()
        if len(word) < _SPELT:
            return False
        parts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
        letters = sorted({*"abcdefghijklmnopqrstuvwxyz", *word})
        return any(
            near in self.words
            for head, tail in parts
            for near in (
                head + tail[1:],
                head + tail[1:2] + tail[:1] + tail[2:],
                *(head + letter + tail for letter in letters),
                *(head + letter + tail[1:] for letter in letters),
            )
        )


_MOST_INSIDE = 1000
"""Elements inside a figure of which each is looked at; more are no rule or frame."""


@check("DT1301")
def figure_without_alt(context: Context) -> Iterator[Issue | Inapplicable]:
    """A figure with neither alternative text nor replacement text.

    Passes: ornaments of a few points, figures that hold text of their own (a dozen
    words), figures whose pictures all have alternatives, figures in a link that has one, and
    formulas with text or MathML.
    """
    view = context.view
    if not view.figures:
        yield Inapplicable("the document has no figures")
        return
    for figure in view.figures:
        if _says(figure.alt) or _says(figure.actual_text):
            continue
        lines = _only_lines(context, figure)
        if _silent(view, figure, lines):
            continue
        # What may be a logo is to be named all the same, but the name answers nothing.
        logo = not figure.caption_text and _letterhead(view, figure.node)
        explains = () if logo else context.rejected(figure.node, *_UNSAID)
        kind = view.nodes[figure.node].type
        if figure.caption_text:
            params: dict[str, object] = {"kind": kind, "caption": figure.caption_text}
            yield Issue(figure.node, figure.text, "captioned", params, explains=explains)
        elif any(c.isalnum() for c in figure.text):
            words = len(figure.text.split())
            params = {"kind": kind, "words": words}
            yield Issue(figure.node, figure.text, "with-text", params, explains=explains)
        else:
            variant = "lines" if lines else "default" if view.boxes(figure.node) else "nowhere"
            params = {"kind": kind, "where": _where(view, figure.node)}
            yield Issue(figure.node, "", variant, params, explains=explains)


def silent_figures(context: Context) -> Iterator[Figure]:
    """Figures without an alternative that DT1301 passes: nothing is lost for want of it."""
    for figure in context.view.figures:
        unsaid = not (_says(figure.alt) or _says(figure.actual_text))
        if unsaid and _silent(context.view, figure, _only_lines(context, figure)):
            yield figure


@check("DT1302")
def alt_is_label(context: Context) -> Iterator[Issue | Inapplicable]:
    """An alternative that says what kind of thing the figure is and nothing that it conveys.

    Passes: logos, seals and signatures whose alternative says whose they are; the one word of an
    icon, which shows that word or stands for it.
    """
    view = context.view
    spoken = {figure.node: figure for figure in view.figures if _says(figure.alt)}
    if not spoken:
        yield Inapplicable("no figure has alternative text")
        return
    found = _labels(context)
    for node, figure in spoken.items():
        why = found.get(node)
        if why == "word" and _icon(view, figure):
            continue
        if why is not None:
            yield Issue(
                node,
                _clean(figure.alt),
                _VARIANTS.get(why, why),
                {"kind": view.nodes[node].type},
                explains=context.rejected(node, *_UNSAID),
            )


_VARIANTS = {"type": "default"}


def _labels(context: Context) -> dict[int, str]:
    """Figure element -> why its alternative conveys nothing, as the task universe judges it.

    Formulas make no tasks; of them only alternatives that merely say so are labels, since a
    formula read aloud consists of single letters.
    """
    return context.once("alternatives-that-label", _find_labels)


def _find_labels(context: Context) -> dict[int, str]:
    found = {
        candidate.anchor: candidate.detail
        for candidate in context.universe.candidates
        if candidate.motif is Motif.FIGURE_ALT
        and candidate.reason in _LABELS
        and candidate.detail != "logo"
    }
    for figure in context.view.figures:
        if context.view.nodes[figure.node].type == "Formula" and figure.alt:
            alt = _clean(figure.alt)
            why = conveys_nothing(alt, figure.caption_text)
            if why in ("file-name", "caption") or (why == "type" and names_kinds_only(alt)):
                found[figure.node] = why
    return found


@check("DT1303")
def alt_only_fact(context: Context) -> Iterator[Issue | Inapplicable]:
    """A quantity or a name that stands in an alternative and nowhere in the document's text.

    Passes: names of logos and signatures, and words that the text spells in another way.
    """
    view = context.view
    figures = [figure for figure in view.figures if _says(figure.alt)]
    if not figures:
        yield Inapplicable("no figure has alternative text")
        return
    said = Said(view.document.text)
    labels = _labels(context)
    marks = named_marks(context.universe.candidates)
    for figure in figures:
        if view.nodes[figure.node].type == "Formula":
            continue
        alt = _clean(figure.alt)
        if figure.node in labels or figure.node in marks:
            continue
        alone = facts(alt[:_READ], said, primary(view.nodes[figure.node].lang))
        if alone:
            shown = listing([quote(fact) for fact in alone])
            yield Issue(figure.node, alt, params={"facts": shown, "number": len(alone)})


def _clean(alt: str | None) -> str:
    """White space folded, without what cannot be printed (some tools append a null)."""
    text = alt or ""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(text.split())


def _says(text: str | None) -> bool:
    return bool(text) and any(c.isalnum() for c in text or "")


def _only_lines(context: Context, figure: Figure) -> bool:
    """The figure shows a few lines or rectangles and nothing else (see ``RunFlag.LINES``)."""
    painted = context.once("painted", _painted)
    element = context.view.nodes[figure.node]
    if figure.text or element.end - element.index > _MOST_INSIDE:
        return False
    flags = 0
    for node in range(element.index, element.end):
        flags |= painted.get(node, 0)
    return flags == RunFlag.LINES


def _painted(context: Context) -> dict[int, int]:
    """Element -> PICTURE and LINES of its content without glyphs."""
    found: dict[int, int] = {}
    for run in context.view.document.runs:
        flags = run.flags & (RunFlag.PICTURE | RunFlag.LINES)
        if flags:
            found[run.owner] = found.get(run.owner, 0) | flags
    return found


def _letterhead(view: View, node: int) -> bool:
    """A small figure at the top of the first page, above its headings and running text."""
    boxes, pages = view.boxes(node), view.document.pages
    if not boxes or boxes[0].page != 0 or not pages or pages[0].rotate:
        return False
    left, bottom, right, top = boxes[0].box
    low, high = pages[0].crop_box[1], pages[0].crop_box[3]
    if 4 * (bottom - low) < 3 * (high - low):
        return False
    return right - left <= _LETTERHEAD[0] and top - bottom <= _LETTERHEAD[1]


def _icon(view: View, figure: Figure) -> bool:
    """A sign as small as those that stand before a paragraph."""
    places = view.boxes(figure.node)
    return bool(places) and all(
        max(place.box[2] - place.box[0], place.box[3] - place.box[1]) <= _ICON for place in places
    )


def _where(view: View, node: int) -> str:
    """Part of the page and size of an element, so that a reader finds it; empty for none."""
    boxes, pages = view.boxes(node), view.document.pages
    if not boxes or not 0 <= boxes[0].page < len(pages):
        return ""
    page = pages[boxes[0].page]
    left, bottom, right, top = boxes[0].box
    size = Phrase(
        "{width:.0f} by {height:.0f} mm", width=(right - left) * _MM, height=(top - bottom) * _MM
    )
    if page.rotate:
        return Phrase(" ({size} on page {page})", size=size, page=page.label)
    height = max(1.0, page.crop_box[3] - page.crop_box[1])
    third = 3 * ((bottom + top) / 2 - page.crop_box[1]) / height
    return Phrase(
        " ({size} on page {page})"
        if 3 * (top - bottom) > height  # It fits in no third.
        else " ({size}, in the upper third of page {page})"
        if third >= 2
        else " ({size}, in the middle third of page {page})"
        if third >= 1
        else " ({size}, in the lower third of page {page})",
        size=size,
        page=page.label,
    )


def _silent(view: View, figure: Figure, lines: bool) -> bool:
    """Nothing is lost although the figure has no alternative."""
    nodes = view.nodes
    element = nodes[figure.node]
    if element.type == "Formula" and (figure.text or element.end > element.index + 1):
        return True
    for above in ancestors(view, figure.node):
        if above.type in ("Figure", "Formula", "Artifact") or _says(above.alt):
            return True
    if _speaks(figure.text):
        return True
    inside = [nodes[i] for i in range(element.index + 1, element.end)]
    pictures = [kid for kid in inside if kid.type in ("Figure", "Formula")]
    if pictures and all(_says(kid.alt) or _says(kid.actual_text) for kid in pictures):
        return True
    if not any(
        not isinstance(kid, int) for i in range(element.index, element.end) for kid in nodes[i].kids
    ):
        # An element without any content shows nothing.
        return True
    box = element.attributes.get("Layout", {}).get("BBox")
    if isinstance(box, tuple) and not lines:
        return _ornament(box)
    small = _tiny if lines else _ornament
    places = view.boxes(figure.node)
    return bool(places) and not figure.text and all(small(place.box) for place in places)


def _speaks(text: str) -> bool:
    """The text in a figure says what there is to say: prose, or a word set as a picture."""
    words = [word for word in text.split() if len(word) > 1]
    if 0 < len(words) <= _LETTERING_WORDS:
        return all(word.isalpha() for word in words)
    return len(words) >= _SPEAKING_WORDS


def _ornament(box: tuple[AttributeValue, ...]) -> bool:
    """A rule or an ornament of a few points, by its box (a Layout BBox may hold anything)."""
    sides = [side for side in box if isinstance(side, int | float)]
    if len(sides) != 4:
        return False
    return ornament_box(*sides)


def _tiny(box: Box) -> bool:
    """A square to tick, or an ornament, but no rule."""
    return max(box[2] - box[0], box[3] - box[1]) < _SMALL


def facts(alt: str, said: Said, language: str) -> list[str]:
    """Quantities and names of ``alt`` that the document does not say."""
    alone: list[str] = []
    # One digit counts things in the picture; it is no fact to look up.
    wanted = [number for number in numbers(alt) if sum(map(str.isdigit, number)) > 1]
    alone += [
        number for number in dict.fromkeys(wanted) if amounts(number).isdisjoint(said.amounts)
    ]
    # German capitalises every noun: a capital letter says nothing there.
    if language != "de" and not _title_case(alt):
        for match in _NAME.finditer(alt):
            word = match.group().replace("’", "'").split("'")[0]
            if len(word) < 3 or not word[0].isupper() or names_kinds_only(word):
                continue
            before = alt[: match.start()].rstrip()
            if not before or before[-1] in _SENTENCE_ENDS or alt[match.end() :][:1] == ":":
                continue
            # Words that lost the space between them are no name.
            if not (word.isupper() or word[1:].islower()):
                continue
            if word.casefold() not in said.folded and word not in alone and not said.nearly(word):
                alone.append(word)
    return alone


def _title_case(alt: str) -> bool:
    """Most words have capitals, as in headings, labels and key words: capitals mark no names."""
    words = [word for word in _NAME.findall(alt) if len(word) > 3]
    capitals = [word for word in words if word[0].isupper()]
    return 2 * len(capitals) > len(words)


_TABLE_PARTS = frozenset({"Table", "TR", "TD", "TH", "L"})


@check("DT1304")
def figure_is_table(context: Context) -> Iterator[Issue | Inapplicable]:
    """A figure whose text stands in rows and columns, as that of a table does.

    Passes: charts (drawings, turned text, numbers of an axis), figures with a table or a list
    inside, and figures that hold others.
    """
    view = context.view
    figures = [figure for figure in view.figures if view.nodes[figure.node].type == "Figure"]
    if not figures:
        yield Inapplicable("the document has no figures")
        return
    starts = [run.start for run in view.document.runs]
    for figure, following in zip(figures, [*figures[1:], None], strict=True):
        element = view.nodes[figure.node]
        if following is not None and following.node < element.end:
            continue
        # Figures that hold no other one share no element: all in all this is linear.
        inside = range(element.index + 1, element.end)
        if any(view.nodes[node].type in _TABLE_PARTS for node in inside):
            continue
        grid = grid_in(view, starts, figure.node)
        if grid is not None:
            params = {"rows": grid.rows, "columns": grid.columns, "first": grid.first}
            yield Issue(figure.node, grid.first, params=params)
