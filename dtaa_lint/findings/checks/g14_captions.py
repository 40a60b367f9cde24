"""G14: a caption belongs to its figure and says what the figure shows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.languages import primary
from dtaa_lint.findings.wording import fold
from dtaa_lint.graph.model import Figure
from dtaa_lint.graph.view import View
from dtaa_lint.graph.wording import looks_like_caption
from dtaa_lint.pdf.model import Box
from dtaa_lint.universe.model import Motif, Reason

_WORDS = {
    "en": "figure|fig|chart|exhibit|graph|diagram|map|photo|image|picture|illustration",
    "fr": "figure|fig|graphique|graphe|schéma|carte|image|photo|illustration|diagramme",
    "de": "abbildung|abb|bild|grafik|graphik|karte|schaubild|diagramm|foto",
    "es": "figura|fig|gráfico|gráfica|mapa|imagen|foto|ilustración|diagrama|esquema",
    "it": "figura|fig|grafico|mappa|immagine|foto|illustrazione|diagramma|schema",
    "pt": "figura|fig|gráfico|mapa|imagem|foto|ilustração|diagrama|esquema",
    "nl": "figuur|fig|afbeelding|afb|grafiek|kaart|foto|illustratie|diagram|schema",
}
"""Words that captions of figures begin with."""
_EITHER = "Exhibit"
"""Captions of tables begin with it as well."""
_ANY = "|".join(_WORDS.values())
_NUMBER = r"\W{0,3}(?:[a-z]{0,2}\W?)?(?:\d{1,4}|[ivxlc]{1,6}|[a-z])?(?:[.\-–]\d{1,3}){0,4}[a-z]?\W*"
_LABEL = 40
"""Characters of a caption that may be a word with a number and nothing else."""
_BEGINNINGS = tuple(
    sorted({word[:3].capitalize() for words in _WORDS.values() for word in words.split("|")})
)
_LONGEST = 400
"""Characters of a caption; longer texts are prose."""
_MOST = 50
"""Figures of a page; with more, they are pieces of pictures."""
_NEAR, _INTO = 40.0, 6.0
"""Points between a figure and the line that captions it, and how far the boxes may overlap."""


@check("DT1401")
def caption_not_structural(context: Context) -> Iterator[Issue | Inapplicable]:
    """A figure without a Caption whose caption is a text beside it, in the tree or on the page.

    Passes: captions of tables, sentences that begin with ``Figure 3 shows``, a text that stands as
    near to one figure as to another, and lists of figures.
    """
    view = context.view
    figures = [figure for figure in view.figures if view.nodes[figure.node].type == "Figure"]
    if not figures:
        yield Inapplicable("the document has no figures")
        return
    taken = _of_tables(view)
    apart = _apart(view, figures, taken)
    named: set[int] = set()
    for figure in figures:
        node, caption = figure.node, figure.near_caption
        variant = "default"
        if caption >= 0 and view.nodes[caption].type == "Caption":
            variant = "outside"
        elif caption < 0:
            caption, variant = apart.get(node, -1), "apart"
        # A row of pictures over one caption is one figure to its readers.
        if caption < 0 or figure.caption >= 0 or caption in taken or caption in named:
            continue
        named.add(caption)
        text = fold(view.text(caption))
        if variant != "outside" and not _of_figure(text):
            continue
        yield Issue(
            node,
            text,
            variant,
            {"caption": text},
            related=((caption, "looks like its caption"),),
            explains=_captionless(
                context, (node, caption), Reason.INCOMPLETE_EVIDENCE, Reason.AMBIGUOUS
            ),
        )


@check("DT1402")
def figure_caption_says_nothing(context: Context) -> Iterator[Issue | Inapplicable]:
    """Captions of figures that are empty, or a word for figure with a number.

    Passes: captions that name anything, in any language.
    """
    view = context.view
    figures = [
        figure
        for figure in view.figures
        if figure.caption >= 0 and view.nodes[figure.node].type == "Figure"
    ]
    if not figures:
        yield Inapplicable("no figure has a Caption")
    said: set[int] = set()
    for figure in figures:
        if figure.caption in said:
            continue
        said.add(figure.caption)
        text = fold(figure.caption_text[: 2 * _LABEL])
        variant = "default" if any(map(str.isalnum, text)) else "empty"
        if variant == "default" and not _says_nothing(text, view.nodes[figure.caption].lang):
            continue
        # What a caption within the caption's pictures shows, no text says.
        if variant == "empty" and any(view.nodes[i].alt for i in _inside(view, figure.caption)):
            continue
        yield Issue(
            figure.caption,
            text if variant == "default" else "",
            variant,
            {"caption": text},
            related=((figure.node, "its figure"),),
            explains=_captionless(
                context,
                (figure.node, figure.caption),
                Reason.TRIVIAL,
                Reason.HEADING_ECHO,
                Reason.INCOMPLETE_EVIDENCE,
                Reason.FRAGMENT,
            ),
        )


def _of_tables(view: View) -> set[int]:
    """What captions a table, or may: a text beside one that does not open with a figure's word."""
    near = {table.near_caption for table in view.tables} - {-1}
    either = {node for node in near if view.text(node).startswith(_EITHER)}
    theirs = {node for node in near if not _of_figure(view.text(node))}
    return {table.caption for table in view.tables} | either | theirs


def _captionless(context: Context, at: tuple[int, ...], *reasons: Reason) -> tuple[int, ...]:
    """Rejected tasks that ask for what a caption says, at a figure or its caption, or that a
    caption beside the figure would answer, too."""
    candidates = context.universe.candidates
    found = {index for node in at for index in context.rejected(node, *reasons)}
    return tuple(
        i
        for i in sorted(found)
        if candidates[i].motif is Motif.FIGURE_CAPTION
        or (candidates[i].motif is Motif.FIGURE_ALT and candidates[i].reason is Reason.AMBIGUOUS)
    )


def _inside(view: View, node: int) -> range:
    return range(node, view.nodes[node].end)


def _of_figure(text: str) -> bool:
    """The text opens with a word for a figure, in whichever language."""
    return re.match(rf"(?:{_ANY})\b", text[:_LABEL].lower()) is not None


def _says_nothing(text: str, lang: str | None) -> bool:
    """A word for figure with a number, or a number alone."""
    folded = text.lower()
    if len(folded) > _LABEL:
        return False
    if not any(map(str.isalpha, folded)):
        return True
    words = _WORDS.get(primary(lang), _ANY)
    return re.fullmatch(rf"(?:{words})\b{_NUMBER}", folded) is not None


def _apart(view: View, figures: list[Figure], taken: set[int]) -> dict[int, int]:
    """Figure -> the paragraph right above or below it on the page that opens like a caption, while
    the tree has them apart. Only where each is the only one for the other."""
    open_figures: dict[int, list[tuple[int, Box]]] = {}
    for figure in figures:
        if figure.caption < 0 and figure.near_caption < 0:
            for place in view.boxes(figure.node):
                open_figures.setdefault(place.page, []).append((figure.node, place.box))
    if not open_figures:
        return {}
    used = taken | {figure.near_caption for figure in figures}
    found: dict[int, list[int]] = {}
    text = view.document.text
    for node in view.of_type("P"):
        element = view.nodes[node]
        start, end = element.text_start, element.text_end
        if (
            not 0 < len(open_figures.get(element.page, ())) <= _MOST
            or not 0 < end - start <= _LONGEST
            or node in used
        ):
            continue
        if not text.startswith(_BEGINNINGS, start, end):
            continue
        if not looks_like_caption(view.text(node), element.lang):
            continue
        boxes = [place.box for place in view.boxes(node) if place.page == element.page]
        near = [
            figure for figure, box in open_figures[element.page] if boxes and _next(boxes[0], box)
        ]
        if len(near) == 1:
            found.setdefault(near[0], []).append(node)
    return {figure: nodes[0] for figure, nodes in found.items() if len(nodes) == 1}


def _next(line: Box, picture: Box) -> bool:
    """The line stands right above or below the picture."""
    if min(line[2], picture[2]) <= max(line[0], picture[0]):
        return False
    below, above = picture[1] - line[3], line[1] - picture[3]
    return -_INTO <= below <= _NEAR or -_INTO <= above <= _NEAR
