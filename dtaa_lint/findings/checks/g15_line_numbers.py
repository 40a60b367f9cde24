"""G15: the numbers of the lines are no part of the text."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.wording import QUOTE_LIMIT, fold
from dtaa_lint.graph.view import View
from dtaa_lint.universe.model import Reason

_DETAIL = "line-numbers"


@check("DT1507")
def line_numbers_in_text(context: Context) -> Iterator[Issue | Inapplicable]:
    """A document whose paragraphs hold the line numbers of the page's margin: one issue.

    Passes: numbers that stand in Artifacts or in elements of their own, and texts that now and then
    end in a number.
    """
    if not context.view.headings:
        yield Inapplicable("the document has no headings, whose texts would show it")
        return
    candidates = context.universe.candidates
    lost = [
        index
        for index, candidate in enumerate(candidates)
        if candidate.reason is Reason.NOT_VERBATIM and candidate.detail == _DETAIL
    ]
    blocks = list(dict.fromkeys(node for index in lost for node in candidates[index].nodes))
    if not blocks:
        return
    yield Issue(
        blocks[0],
        _end(context.view, blocks[0]),
        params={"blocks": len(blocks)},
        related=tuple((node, "text with line numbers") for node in blocks[1:]),
        explains=tuple(lost),
    )


def _end(view: View, node: int) -> str:
    """The last words of an element, where the number of a line stands."""
    element = view.nodes[node]
    start = max(element.text_start, element.text_end - QUOTE_LIMIT)
    tail = fold(view.document.text[start : element.text_end])
    return tail if start == element.text_start else tail.partition(" ")[2]
