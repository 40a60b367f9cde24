"""G15: a sentence stands in one element."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.walk import blank
from dtaa_lint.findings.wording import QUOTE_LIMIT, fold
from dtaa_lint.graph.index import NOTES
from dtaa_lint.graph.view import View
from dtaa_lint.universe.model import Reason
from dtaa_lint.universe.pieces import breaks_off
from dtaa_lint.universe.wording import words

_DETAIL = "piece"
_SHORT = 50
"""Characters of a first half; shorter ones may be lines of a table or a heading."""
_BETWEEN = 16
"""Elements between two halves that are looked at, such as the footnotes of the page."""
_EMPTIED = 2
"""Empty paragraphs between two halves on one page; more were emptied into these two, which hold
several paragraphs each and are not to be joined."""
_JOINING = words("or and nor oder und sowie ou et ni o u y e")
"""Words that begin the next member of a row, in English, French, German and Spanish."""


@check("DT1507")
def sentence_in_pieces(context: Context) -> Iterator[Issue | Inapplicable]:
    """A sentence whose halves are two paragraphs, most often at the end of a page or a column: the
    first breaks off, the second goes on in small letters, and nothing but notes stands between.

    Passes: members of an enumeration (``a) …; and``) or of a row of alternatives (``or …``), short
    lines of a table or an address, texts that a link or a picture parts, and texts of one page with
    emptied paragraphs in between.
    """
    view = context.view
    if not view.headings:
        yield Inapplicable("the document has no headings, under which texts are read")
        return
    pairs: dict[tuple[int, int], list[int]] = {}
    for index, candidate in enumerate(context.universe.candidates):
        if candidate.reason is Reason.FRAGMENT and candidate.detail == _DETAIL:
            for pair in pairwise(candidate.fault):
                pairs.setdefault(pair, []).append(index)
    for (first, second), lost in sorted(pairs.items()):
        if not _one_sentence(view, first, second):
            continue
        nodes = view.nodes
        yield Issue(
            second,
            _begin(view, second),
            variant="page" if nodes[first].page != nodes[second].page else "default",
            params={"first": _end(view, first)},
            related=((first, "first half"),),
            explains=tuple(lost),
        )


def _one_sentence(view: View, first: int, second: int) -> bool:
    """Whether one text breaks off and the next one goes on with it."""
    one, other = view.nodes[first], view.nodes[second]
    if one.type != other.type or one.parent != other.parent or one.end > second:
        return False
    if one.text_end - one.text_start < _SHORT:
        return False
    text = view.document.text
    ends = fold(text[max(one.text_start, one.text_end - QUOTE_LIMIT) : one.text_end])
    begins = text[other.text_start : other.text_start + QUOTE_LIMIT].lstrip()
    if not ends or not (ends[-1].isalnum() or ends[-1] in ",-") or not begins[:2].islower():
        return False
    if not begins[:2].isalpha() and begins[1:2] != " ":
        return False
    if _alternatives(view, first, second):
        return False
    kids = [kid for kid in view.siblings(second) if first < kid < second]
    if one.page == other.page and sum(view.nodes[kid].type == one.type for kid in kids) > _EMPTIED:
        return False
    return len(kids) <= _BETWEEN and all(
        view.nodes[kid].type in NOTES
        or blank(view, view.nodes[kid].text_start, view.nodes[kid].text_end)
        for kid in kids
    )


def _alternatives(view: View, first: int, second: int) -> bool:
    """Whether the second text is a member of a row and no half of a sentence: on the page of the
    first it begins with a word that joins members; or with the word that begins the text before or
    behind it."""
    word = _first_word(view, second)
    if word in _JOINING and view.nodes[first].page == view.nodes[second].page:
        return not breaks_off(_end(view, first))
    kids = view.siblings(second)
    at = bisect_left(kids, second)
    behind = [kid for kid in kids[at + 1 : at + _BETWEEN] if not view.index.blank(kid)][:1]
    return any(_first_word(view, node) == word for node in (first, *behind))


def _first_word(view: View, node: int) -> str:
    start = view.nodes[node].text_start
    begin = view.document.text[start : start + QUOTE_LIMIT].split(None, 1)
    return begin[0].casefold() if begin else ""


def _begin(view: View, node: int) -> str:
    element = view.nodes[node]
    return fold(view.document.text[element.text_start : element.text_end][: QUOTE_LIMIT * 2])


def _end(view: View, node: int) -> str:
    """The last words of an element."""
    element = view.nodes[node]
    start = max(element.text_start, element.text_end - QUOTE_LIMIT)
    tail = fold(view.document.text[start : element.text_end])
    return tail if start == element.text_start else "…" + tail.partition(" ")[2]
