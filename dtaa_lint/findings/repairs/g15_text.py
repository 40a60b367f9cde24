"""G15: words that are words."""

from __future__ import annotations

import re
from bisect import bisect_left

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.repairs.common import holds_only_text, placeholder, related
from dtaa_lint.findings.repairs.registry import repairs
from dtaa_lint.repairs.edits import (
    DocumentEntry,
    Entry,
    Move,
    Remove,
    Repair,
    Retype,
    Rewrite,
    SetDocument,
    SetEntry,
)

_UNMAPPED = re.compile("\ufffd+")
_LONGEST = 5000
"""Characters of an element that is rewritten."""


def _rewritable(context: Context, node: int) -> bool:
    element = context.view.nodes[node]
    return holds_only_text(context, node) and element.text_end - element.text_start <= _LONGEST


@repairs("DT1501")
def words_joined(context: Context, issue: Issue) -> Repair | None:
    """The element says its words whole."""
    if not _rewritable(context, issue.node):
        return None
    element = context.view.nodes[issue.node]
    splits = context.universe.splits
    at = bisect_left(splits, element.text_start, key=lambda split: split.start)
    text = context.view.document.text
    pieces: list[str] = []
    done = element.text_start
    for split in splits[at:]:
        if split.start >= element.text_end:
            break
        pieces += [text[done : split.start], split.word]
        done = split.start + len(split.pieces)
    return (Rewrite(issue.node, "".join(pieces) + text[done : element.text_end]),)


@repairs("DT1502")
def hyphens_removed(context: Context, issue: Issue) -> Repair | None:
    """The label says its words without the hyphens that only the line needed."""
    if not _rewritable(context, issue.node):
        return None
    return (Rewrite(issue.node, context.view.normalised(issue.node)),)


@repairs("DT1503")
def glyphs_mapped(context: Context, issue: Issue) -> Repair | None:
    """The element says what people see; which characters that are, nobody knows here."""
    if not _rewritable(context, issue.node):
        return None
    name = placeholder(context, "characters", issue.node)
    return (Rewrite(issue.node, _UNMAPPED.sub(name, context.view.text(issue.node))),)


@repairs("DT1505")
def language_said(context: Context, issue: Issue) -> Repair | None:
    """The passage says its language."""
    tag = str(issue.params["tag"])
    passage = (issue.node, *related(issue, "same passage"))
    return tuple([SetEntry(node, Entry.LANG, tag) for node in passage])


@repairs("DT1504")
def furniture_removed(context: Context, issue: Issue) -> Repair | None:
    """Running lines are artifacts; an artifact inside an element is no part of its text already."""
    if issue.variant not in ("running", "running-link", "page-number"):
        return ()
    return tuple([Remove(node) for node in (issue.node, *related(issue, "the same line"))])


@repairs("DT1506")
def language_corrected(context: Context, issue: Issue) -> Repair | None:
    """Document or element say the language of their words; a script alone tells none."""
    other = str(issue.params["other"])
    if issue.variant == "default":
        return (SetEntry(issue.node, Entry.LANG, other),)
    return (SetDocument(DocumentEntry.LANG, other),) if issue.variant == "document" else None


@repairs("DT1507")
def halves_joined(context: Context, issue: Issue) -> Repair | None:
    """The second half stands in the paragraph of the first."""
    first = related(issue, "first half")
    return (Retype(issue.node, "Span"), Move(issue.node, first[0])) if first else None
