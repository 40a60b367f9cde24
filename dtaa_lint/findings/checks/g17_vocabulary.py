"""G17: abbreviations are said in full somewhere."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.findings.abbreviations import Said, candidates, is_listed, label_pairs
from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.graph.view import View

_LABELS, _USES = 2, 3
"""Labels in which an abbreviation must stand, and times that it must stand in the document."""
_MANY_USES = 5
"""Times that suffice when it stands in one label."""
_LONGEST = 150
"""Characters of a label; longer ones are sentences."""
_JUDGED = 20
"""Abbreviations of a document that are looked up."""


@check("DT1701")
def abbreviation_unexpanded(context: Context) -> Iterator[Issue | Inapplicable]:
    """An abbreviation in labels (headings, header cells, labels of lists) that the document uses
    and never says in full: neither E nor ``Long Form (LF)`` nor in a list of abbreviations.

    Passes: common ones, codes and units, Roman numerals, words set in capitals.
    """
    view = context.view
    uses: dict[str, list[int]] = {}
    labels = 0
    for node, label in _labels(view):
        if len(label) > _LONGEST:
            continue
        labels += 1
        for token in candidates(label) if not label.islower() else ():
            uses.setdefault(token, []).append(node)
    if not labels:
        yield Inapplicable("the document has no headings, header cells or labels")
        return
    often = sorted(
        uses.items(),
        key=lambda item: (-len(item[1]), item[0]),
    )
    said = Said(view.document.text)
    unsaid = [
        (token, nodes, times)
        for token, nodes in often[:_JUDGED]
        if (times := said.count(token)) >= (_USES if len(nodes) >= _LABELS else _MANY_USES)
        and said.in_sentence(token)
        and not said.is_word(token)
        and not said.expands(token)
    ]
    if not unsaid:
        return
    expanded = _expanded(view)
    pairs = context.once("label-pairs", lambda c: label_pairs(c.view))
    for token, nodes, times in unsaid:
        if token in expanded or is_listed(token, pairs):
            continue
        yield Issue(
            nodes[0],
            token,
            params={"abbreviation": token, "labels": len(nodes), "times": times},
            related=tuple((node, "has the abbreviation too") for node in nodes[1:]),
        )


def _expanded(view: View) -> set[str]:
    """Words of elements that have an expansion (E)."""
    return {
        word.strip(".,:;()")
        for element in view.nodes
        if element.expansion
        for word in view.text(element.index)[:_LONGEST].split()
    }


def _labels(view: View) -> Iterator[tuple[int, str]]:
    """Element and text of what questions are asked by."""
    for heading in view.headings:
        yield heading.node, heading.text
    for table in view.tables:
        for cell in table.cells:
            if cell.header:
                yield cell.node, cell.text
    for found in view.lists:
        for member in found.members:
            if member.textual_label:
                yield member.label, member.label_text
