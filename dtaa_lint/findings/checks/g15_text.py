"""G15: words are words, in the language that the tags say."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.checks.g15_language import document_contradiction
from dtaa_lint.findings.languages import LANGUAGE_NAMES, bare, function_words, guess, primary
from dtaa_lint.findings.walk import ancestors, lineage, opening
from dtaa_lint.findings.wording import Phrase
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import RunFlag
from dtaa_lint.universe.model import Reason
from dtaa_lint.universe.splits import Split

_LABELS = frozenset({"H", "H1", "H2", "H3", "H4", "H5", "H6", "Title", "TH", "Lbl", "Caption"})
_BLOCKS = frozenset(
    {"P", "H", "H1", "H2", "H3", "H4", "H5", "H6", "Title", "Caption", "LBody", "BlockQuote"}
    | {"Note", "FENote", "Quote"}
)
_PROSE = _BLOCKS | {"TD", "TH", "LI", "Lbl"}
_BROKEN = (Reason.SPLIT_TEXT, Reason.NOT_VERBATIM)
_SOFT_HYPHEN, _REPLACEMENT = "\u00ad", "\ufffd"
_LEAST_WORDS = 8
_LEAST_MARKS, _LEAST_DIFFERENT = 4, 3
_JUDGED = 400
"""Characters of a block that are judged for its language."""
_MOST_FOREIGN = 0.4
"""With a larger share of the blocks in another language the document's own Lang is wrong."""


@check("DT1501")
def split_words(context: Context) -> Iterator[Issue | Inapplicable]:
    """Words that the text layer breaks apart (``F un d``), told by the whole word elsewhere.

    A word that a narrow cell breaks at the end of a line, without a hyphen, is a variant: the file
    has no space in it, but nothing says either that it goes on.
    """
    view = context.view
    document = view.document
    if not document.text:
        yield Inapplicable("the document has no text")
        return
    found: dict[int, list[tuple[bool, str, str]]] = {}
    starts = [run.start for run in document.runs]
    for split in context.universe.splits:
        owner = document.runs[bisect_right(starts, split.start) - 1].owner if starts else -1
        if owner >= 0:
            block = _block(view, owner)
            wrapped = _wrapped(document.line_ends, split)
            found.setdefault(block, []).append((wrapped, split.pieces, split.word))
    for node in sorted(found):
        # Words with gaps inside a line are what matters where there are any.
        wrapped = all(one[0] for one in found[node])
        alike = [one for one in found[node] if one[0] == wrapped]
        _, pieces, word = alike[0]
        yield Issue(
            node,
            pieces,
            "wrapped" if wrapped else "default",
            {"word": word, "words": len(alike)},
            explains=context.rejected(node, *_BROKEN),
        )


def _wrapped(line_ends: Sequence[int], split: Split) -> bool:
    """Whether every space in the split word stands for a line end."""
    space = split.pieces.find(" ")
    while space >= 0:
        at = bisect_left(line_ends, split.start + space)
        if at == len(line_ends) or line_ends[at] != split.start + space:
            return False
        space = split.pieces.find(" ", space + 1)
    return True


@check("DT1502")
def soft_hyphen_in_label(context: Context) -> Iterator[Issue | Inapplicable]:
    """A soft hyphen in a heading, header cell, list label or caption."""
    view = context.view
    text = view.document.text
    if not any(element.type in _LABELS for element in view.nodes):
        yield Inapplicable("the document has no headings, header cells, labels or captions")
        return
    runs = view.document.runs
    starts = [run.start for run in runs]
    counts: dict[int, int] = {}
    position = text.find(_SOFT_HYPHEN)
    while position >= 0:
        index = bisect_right(starts, position) - 1
        label = _label(view, runs[index].owner) if index >= 0 else -1
        if label >= 0:
            counts[label] = counts.get(label, 0) + 1
        position = text.find(_SOFT_HYPHEN, position + 1)
    for node in sorted(counts):
        shown = opening(view, node)
        yield Issue(
            node,
            shown,
            params={"hyphens": counts[node], "clean": shown.replace(_SOFT_HYPHEN, "")},
            explains=context.rejected(node, *_BROKEN),
        )


@check("DT1503")
def unmapped_glyphs(context: Context) -> Iterator[Issue | Inapplicable]:
    """Glyphs without Unicode: what people see, nobody can read or search.

    Passes: list labels and other marks of one glyph without words, pictures, and glyphs that
    ActualText replaces.
    """
    view = context.view
    if not view.document.runs:
        yield Inapplicable("the document has no text")
        return
    counts: dict[int, list[int]] = {}
    for run in view.document.runs:
        if not run.unmapped or run.flags & RunFlag.ACTUAL_TEXT:
            continue
        node = _block(view, run.owner)
        if view.nodes[run.owner].type == "Lbl" or _pictured(view, run.owner):
            continue
        total = counts.setdefault(node, [0, 0])
        total[0] += run.unmapped
        total[1] += run.glyphs
    for node, (unmapped, glyphs) in sorted(counts.items()):
        shown = opening(view, node)
        if unmapped == 1 and len(shown.replace(_REPLACEMENT, "").strip()) == 0:
            continue
        yield Issue(
            node,
            shown,
            "all" if unmapped >= glyphs else "default",
            {"unmapped": unmapped, "glyphs": glyphs},
            explains=context.rejected(node, *_BROKEN, Reason.TRIVIAL),
        )


@check("DT1505")
def language_missing(context: Context) -> Iterator[Issue | Inapplicable]:
    """A passage in another language than the document's that does not say so.

    Needs eight words, four function words of the other language and hardly one of the document's.
    Silent when the document has no language (DT1804), when its language is not one that is known
    here, and when most of the text is in another one (then the document's Lang is wrong).
    """
    view = context.view
    language = primary(view.document.metadata.lang)
    own = function_words(language)
    if not own:
        yield Inapplicable(
            Phrase("the document is in a language not known here, {language}", language=language)
            if language
            else Phrase("the document has no language")
        )
        return
    judged = 0
    foreign: list[tuple[int, str]] = []
    text, whole = view.document.text, view.document.metadata.lang
    skip = -1
    for element in view.nodes:
        if element.index < skip or element.type not in _BLOCKS:
            continue
        start, end = element.text_start, element.text_end
        if end - start < 5 * _LEAST_WORDS:
            continue
        if any(view.nodes[kid].type in _BLOCKS for kid in view.children(element.index)):
            continue
        skip = element.end
        words = text[start : min(end, start + _JUDGED)].lower().split()
        if len(words) < _LEAST_WORDS:
            continue
        judged += 1
        if element.lang != whole:
            continue
        ours = len([word for word in words if word in own])
        if ours * 12 > len(words):
            continue
        other = _foreign(words, language, ours)
        if other and not _declared(view, element.index):
            foreign.append((element.index, other))
    wrong = bool(foreign) and document_contradiction(context) is not None
    if wrong or (judged and len(foreign) > max(3, judged * _MOST_FOREIGN)):
        yield Inapplicable("most of the text is in another language than the document's Lang says")
        return
    yield from _passages(view, foreign, language)


def _foreign(words: list[str], language: str, ours: int) -> str:
    """The known language that the words are evidently in; empty for none or the document's own."""
    other, marks, different = guess(map(bare, words))
    if not other or other == language:
        return ""
    if marks < _LEAST_MARKS or different < _LEAST_DIFFERENT or marks * 6 < len(words):
        return ""
    return other if marks >= 4 * ours else ""


def _passages(view: View, foreign: list[tuple[int, str]], language: str) -> Iterator[Issue]:
    """One issue for neighbouring blocks in one language."""
    passage: list[int] = []
    spoken = ""
    for node, other in [*foreign, (-1, "")]:
        joined = (
            bool(passage)
            and node >= 0
            and other == spoken
            and not view.document.text[
                view.nodes[passage[-1]].text_end : view.nodes[node].text_start
            ].strip()
        )
        if passage and not joined:
            yield Issue(
                passage[0],
                opening(view, passage[0]),
                params={
                    "other": LANGUAGE_NAMES[spoken],
                    "tag": spoken,
                    "own": LANGUAGE_NAMES[language],
                    "blocks": len(passage),
                },
                related=tuple((more, "same passage") for more in passage[1:]),
                shape=spoken,
            )
            passage = []
        passage.append(node)
        spoken = other


def _declared(view: View, node: int) -> bool:
    """The element, one above it or one inside it has a Lang of its own."""
    nodes = view.nodes
    if any(nodes[i].own_lang for i in range(node, nodes[node].end)):
        return True
    return any(
        above.own_lang and above.type not in ("Document", "DocumentFragment")
        for above in ancestors(view, node)
    )


def _block(view: View, node: int) -> int:
    """The nearest block that holds the node, or the node itself."""
    return next((e.index for e in lineage(view, node) if e.type in _PROSE), node)


def _label(view: View, node: int) -> int:
    """The nearest label-like element that holds the node; -1 for none."""
    for element in lineage(view, node):
        if element.type in _LABELS:
            return element.index
        if element.type in ("LBody", "TD", "Table", "Sect"):
            return -1
    return -1


def _pictured(view: View, node: int) -> bool:
    """The node stands in a figure or formula, or under ActualText or an alternative."""
    return any(
        element.type in ("Figure", "Formula", "Artifact")
        or bool(element.alt)
        or element.actual_text is not None
        for element in lineage(view, node)
    )
