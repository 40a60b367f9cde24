"""G18: names of elements and of the document."""

from __future__ import annotations

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.languages import guess_text
from dtaa_lint.findings.repairs.common import facts_of, placeholder, related
from dtaa_lint.findings.repairs.registry import repairs
from dtaa_lint.repairs.edits import (
    DocumentEntry,
    Edit,
    Entry,
    Rename,
    Repair,
    SetDocument,
    SetEntry,
)


@repairs("DT1801")
def ids_given(context: Context, issue: Issue) -> Repair | None:
    """Headings, tables, figures and notes get an ID."""
    view = context.view
    named = {heading.node for heading in view.headings}
    for things in (view.tables, view.figures, view.notes):
        named.update(thing.node for thing in things)
    return tuple([SetEntry(node, Entry.ID, f"dtaa-{node}") for node in sorted(named)])


@repairs("DT1802")
def ids_told_apart(context: Context, issue: Issue) -> Repair | None:
    """All but the first bearer get another ID, and so do the Headers of their tables."""
    name = issue.evidence
    edits: list[Edit] = []
    first = facts_of(context, next(iter(related(issue, "has this ID first")), -1))
    for node in (issue.node, *related(issue, "has the same ID")):
        facts = facts_of(context, node)
        users: tuple[int, ...] = ()
        if facts is not None and facts is not first:
            users = tuple([cell.node for cell in facts.table.cells if name in cell.headers])
        edits.append(Rename(node, f"{name}-s{node}", users))
    return tuple(edits)


@repairs("DT1803")
def title_said(context: Context, issue: Issue) -> Repair | None:
    """The document has a title: that of its first Title or H1, else one that the author knows."""
    view = context.view
    title = issue.evidence if issue.variant == "not-displayed" else ""
    first = next((h for h in view.headings if h.text and h.level <= 1), None)
    if not title and first is not None:
        title = first.text
    return (SetDocument(DocumentEntry.TITLE, title or placeholder(context, "title", 0)),)


@repairs("DT1804")
def language_said(context: Context, issue: Issue) -> Repair | None:
    """The document says the language that its words are in; None where they leave a doubt."""
    language, _, _ = guess_text(context.view.document.text)
    return (SetDocument(DocumentEntry.LANG, language),) if language else None
