"""G00: the structure tree must be evidence enough to assess the document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.contract import glyph_reach, owns_content, tagged_in_name_only
from dtaa_lint.findings.wording import Phrase, alternatives, brief, listing, page_ranges
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import IssueKind, PdfDocument, StructureIssue
from dtaa_lint.universe.model import Motif, Reason

_BROKEN = {
    IssueKind.CYCLE: Phrase("an element is its own ancestor"),
    IssueKind.SHARED_KID: Phrase("an element stands in two places, and the first was kept"),
    IssueKind.MISSING_OBJECT: Phrase("it points at what the file does not have"),
    IssueKind.WRONG_TYPE: Phrase("an entry is of a type that the standard does not allow"),
    IssueKind.ROLE_CYCLE: Phrase("a role never ends"),
    IssueKind.MCID_SHARED: Phrase("content has two owners, and the first was kept"),
    IssueKind.LIMIT: Phrase("reading stopped at a safety limit"),
    IssueKind.DAMAGED_STREAM: Phrase("a content stream could not be decoded in whole"),
}
"""Faults by which content is lost or stands where nobody can say."""

_INCONSISTENT = {
    IssueKind.WRONG_PARENT: Phrase("parent links lead elsewhere"),
    IssueKind.PARENT_TREE: Phrase("the parent tree contradicts it"),
    IssueKind.ID_TREE: Phrase("the ID tree contradicts it"),
    IssueKind.MCID_NOT_FOUND: Phrase("it refers to marked content that the page does not have"),
    IssueKind.REPAIRED: Phrase("the file was damaged and had to be repaired to be read"),
    IssueKind.MISSING_CLASS: Phrase("an element names a class that is not there"),
    IssueKind.MISSING_REFERENCE: Phrase("an element refers to what is no element"),
    IssueKind.MCID_REPEATED: Phrase("an element owns the same content more than once"),
}
"""Faults that this reader gets over and that others may not."""


_REASON_WORDS = {
    Reason.INCOMPLETE_EVIDENCE: Phrase("a header or another part is missing"),
    Reason.AMBIGUOUS: Phrase("the same question has several answers"),
    Reason.AMBIGUOUS_RELATION: Phrase("a relation has several ends"),
    Reason.NOT_VERBATIM: Phrase("the text is not to be found as such"),
    Reason.MULTI_VALUE: Phrase("a cell holds several values"),
    Reason.TRIVIAL: Phrase("the value is blank"),
    Reason.TRIVIAL_COMPARISON: Phrase("the values to compare are equal"),
    Reason.MALFORMED_SET: Phrase("the list is malformed"),
    Reason.MALFORMED_STRUCTURE: Phrase("the structure is malformed"),
    Reason.HEADING_ECHO: Phrase("the text only repeats its heading"),
    Reason.FRAGMENT: Phrase("the text is a fragment"),
    Reason.EXTERNAL_CONTEXT: Phrase("the text rests on something outside the document"),
    Reason.SPLIT_TEXT: Phrase("words are split"),
    Reason.SUBSUMED: Phrase("another task covers it"),
    Reason.DUPLICATE: Phrase("it repeats another one"),
}


def _empty(document: PdfDocument) -> bool:
    return not document.elements or not owns_content(document)


@check("DT0001")
def untagged(context: Context) -> Iterator[Issue | Inapplicable]:
    """No structure tree, or one whose elements own nothing."""
    document = context.view.document
    if not _empty(document):
        return
    _, glyphs = glyph_reach(document)
    evidence = next((p.unreached_text for p in document.pages if p.unreached_text), "")
    variant = "default"
    if not glyphs:
        variant = "no-text"
    elif document.elements:
        variant = "owns-nothing"
    yield Issue(
        -1,
        evidence=evidence,
        variant=variant,
        params={
            "glyphs": glyphs,
            "pages": len(document.pages),
            "elements": len(document.elements),
            "marked": Phrase(" although it declares itself tagged")
            if document.metadata.marked
            else "",
        },
    )


@check("DT0002")
def tagged_name_only(context: Context) -> Iterator[Issue | Inapplicable]:
    """The tree reaches less than half of the visible text."""
    document = context.view.document
    if not tagged_in_name_only(document):
        return
    reached, glyphs = glyph_reach(document)
    lost = [page for page in document.pages if page.glyphs - page.reached > 0]
    worst = max(lost, key=lambda page: (page.glyphs - page.reached, -page.index))
    labels = [page.label for page in document.pages]
    yield Issue(
        -1,
        evidence=worst.unreached_text,
        params={
            "reached": reached,
            "glyphs": glyphs,
            "share": _percent(reached, glyphs),
            "pages": page_ranges([page.index for page in lost], labels),
        },
    )


def _percent(n: int, of: int) -> Phrase:
    share = 100 * n / of
    return Phrase("{share:.1f} %" if share < 10 else "{share:.0f} %", share=share)


@check("DT0003")
def broken_structure(context: Context) -> Iterator[Issue | Inapplicable]:
    """The tree is cyclic, shares kids, or points at what is not there."""
    if _empty(context.view.document):
        yield Inapplicable("the file has no structure tree")
    for issue in context.view.document.issues:
        if issue.kind in _BROKEN:
            yield _structural(issue, _BROKEN[issue.kind])


def _structural(issue: StructureIssue, what: Phrase, variant: str = "default") -> Issue:
    # One example tells what to look for; the others read alike.
    detail = issue.examples[0] if issue.examples else issue.detail
    return Issue(
        issue.element,
        variant=variant,
        params={"what": what, "detail": brief(detail), "times": issue.count},
        shape=issue.kind.value,
    )


@check("DT0004")
def no_tasks(context: Context) -> Iterator[Issue | Inapplicable]:
    """The document yields no task, with the reason."""
    document = context.view.document
    if _empty(document) or tagged_in_name_only(document):
        yield Inapplicable("the structure tree does not reach the text (see DT0001, DT0002)")
        return
    candidates = context.universe.candidates
    rejected: dict[Reason, int] = {}
    for candidate in candidates:
        if candidate.motif is Motif.LOCAL_FACT:
            continue
        if candidate.reason is None:
            return
        rejected[candidate.reason] = rejected.get(candidate.reason, 0) + 1
    if not rejected:
        yield Issue(-1, variant="nothing", params={"present": _present(context)})
        return
    if _headings_only(context.view):
        yield Issue(-1, variant="headings", params={"headings": len(context.view.headings)})
        return
    ranked = sorted(rejected.items(), key=lambda item: (-item[1], item[0].value))
    reasons = [Phrase("{reason} ({n})", reason=_REASON_WORDS[reason], n=n) for reason, n in ranked]
    yield Issue(-1, params={"candidates": sum(rejected.values()), "reasons": listing(reasons, 4)})


def _headings_only(view: View) -> bool:
    """The document holds headings and a title at most: no tag is wrong."""
    if view.tables or view.lists or view.figures or view.notes or not view.headings:
        return False
    if any(heading.blocks for heading in view.headings):
        return False
    first = min(heading.node for heading in view.headings)
    said = [node for node in view.of_type("P") if not view.index.blank(node)]
    return len(said) <= 1 and all(node < first for node in said)


def _present(context: Context) -> Phrase:
    """What the tree has and lacks of the things that tasks are made of."""
    view = context.view
    things: Sequence[tuple[Phrase, int]] = (
        (Phrase("headings"), len(view.headings)),
        (Phrase("tables"), len(view.tables)),
        (Phrase("lists"), len(view.lists)),
        (Phrase("figures"), len(view.figures)),
        (Phrase("notes"), len(view.notes)),
    )
    lacking = [name for name, n in things if not n]
    having = [name for name, n in things if n]
    if not having:
        return Phrase("it has no headings, tables, lists, figures or notes")
    if not lacking:
        return Phrase("it has {things}", things=listing(having, 5))
    return Phrase(
        "it has {things}, but no {lacking}",
        things=listing(having, 5),
        lacking=alternatives(lacking),
    )


@check("DT0005")
def inconsistent_structure(context: Context) -> Iterator[Issue | Inapplicable]:
    """Entries that contradict the tree, and tags that their producer calls suspect."""
    document = context.view.document
    if _empty(document):
        yield Inapplicable("the file has no structure tree")
        return
    if document.metadata.suspects:
        yield Issue(-1, variant="suspects")
    found: dict[IssueKind, list[StructureIssue]] = {}
    for issue in document.issues:
        if issue.kind in _INCONSISTENT:
            if issue.element >= 0 and issue.detail.endswith(_NO_PAGE):
                yield _of_removed_pages(context.view, issue)
            else:
                found.setdefault(issue.kind, []).append(issue)
    for kind, issues in found.items():
        # Several ways to disagree in one structure are one repair: it is written anew.
        merged = StructureIssue(
            kind,
            issues[0].element if len(issues) == 1 else -1,
            issues[0].detail,
            sum(issue.count for issue in issues),
            issues[0].examples,
        )
        variant = _VARIANTS.get(kind, "default")
        yield _structural(merged, _INCONSISTENT[kind], variant)


_VARIANTS = {IssueKind.REPAIRED: "repaired", IssueKind.ID_TREE: "id-tree"}

_NO_PAGE = "is on no page of the document"
"""End of the reader's words for content of pages that the file does not have."""


def _of_removed_pages(view: View, issue: StructureIssue) -> Issue:
    """Elements whose pages were taken out of the file: the largest branch around the first one in
    which no text is left."""
    nodes = view.nodes
    branch = issue.element
    parent = nodes[branch].parent
    while parent >= 0 and nodes[parent].text_start == nodes[parent].text_end:
        branch, parent = parent, nodes[parent].parent
    return Issue(
        branch,
        variant="removed-pages",
        params={
            "times": issue.count,
            "elements": nodes[branch].end - branch,
            "of": len(nodes),
        },
        shape=issue.kind.value,
    )


@check("DT0006")
def type_without_role(context: Context) -> Iterator[Issue | Inapplicable]:
    """Element types that no role map leads to a standard type."""
    yield from _roles(context, IssueKind.ROLE_UNKNOWN)


@check("DT0007")
def standard_type_remapped(context: Context) -> Iterator[Issue | Inapplicable]:
    """Standard types that the role map turns into others."""
    for item in _roles(context, IssueKind.ROLE_REMAPS_STANDARD):
        if isinstance(item, Issue) and _swallows_contents(context.view, item.node):
            item = replace(item, variant="contents")
        yield item


@check("DT0008")
def not_marked_as_tagged(context: Context) -> Iterator[Issue | Inapplicable]:
    """A structure tree in a file whose catalog does not declare it: MarkInfo Marked is missing or
    false."""
    document = context.view.document
    if _empty(document):
        yield Inapplicable("the file has no structure tree")
    elif not document.metadata.marked:
        yield Issue(-1, params={"elements": len(document.elements)})


def _swallows_contents(view: View, node: int) -> bool:
    """Whether the element has become a heading, with the entries of a table of contents in it."""
    if node < 0 or not view.nodes[node].type.startswith("H"):
        return False
    end = view.nodes[node].end
    return any(view.nodes[i].type == "TOCI" for i in range(node + 1, end))


def _roles(context: Context, kind: IssueKind) -> Iterator[Issue | Inapplicable]:
    document = context.view.document
    if _empty(document):
        yield Inapplicable("the file has no structure tree")
    for issue in document.issues:
        if issue.kind is kind:
            element = document.elements[issue.element] if issue.element >= 0 else None
            yield Issue(
                issue.element,
                params={
                    "detail": brief(issue.detail),
                    "times": issue.count,
                    "raw": element.raw if element is not None else "?",
                },
                shape=issue.detail,
            )
