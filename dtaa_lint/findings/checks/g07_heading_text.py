"""G07: heading text carries the concept and names one place."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.checks.g15_content import line_numbered
from dtaa_lint.findings.languages import known
from dtaa_lint.findings.walk import opening
from dtaa_lint.findings.wording import page_ranges
from dtaa_lint.graph.model import Heading, ScopeVia
from dtaa_lint.graph.view import View
from dtaa_lint.universe import section_numbers
from dtaa_lint.universe.heading_lines import is_bold
from dtaa_lint.universe.model import Reason

_NEAR = 6
"""Blocks below a heading among which its title is looked for."""
_TITLE, _TITLE_WORDS = 160, 3
"""Characters of a title at most, and words at least."""
_REPEATED = (Reason.AMBIGUOUS, Reason.DUPLICATE)
_READ = 500
"""Characters by which headings are compared; a longer one is a mistagged page."""


@check("DT0701")
def positional_heading(context: Context) -> Iterator[Issue | Inapplicable]:
    """A heading that says where it stands and not what it is about.

    Fails: ``Section 3``, ``Part II``, ``Annexe A``, ``2. Kapitel``. Passes: ``Section 3: Costs``,
    ``Part-time work``, ``Appendix``, a bare year or version number; a heading that only holds
    further headings together (``Part II`` right above ``Item 5``): they have the subjects; the
    number of a line in the margin, tagged as a heading (DT1504 reports those).
    """
    view = context.view
    if not view.headings:
        yield Inapplicable("the document has no headings")
        return
    for heading in view.headings:
        # A heading without anything under it is DT0501's: often the first half of a split one.
        if not heading.text or heading.via is ScopeVia.NONE or _holds_headings(heading):
            continue
        if heading.text.isdecimal() and line_numbered(context):
            continue
        if positional(heading.text, view.nodes[heading.node].lang):
            title = _title_below(view, heading)
            yield Issue(
                heading.node,
                heading.text,
                "default" if title < 0 else "title-below",
                {"level": heading.level, "title": opening(view, title) if title >= 0 else ""},
                ((title, "looks like the title"),) if title >= 0 else (),
                explains=context.rejected(heading.node, Reason.INCOMPLETE_EVIDENCE),
            )


def _holds_headings(heading: Heading) -> bool:
    """A sub-heading follows at once."""
    if not heading.children:
        return False
    return not heading.blocks or heading.children[0] < heading.blocks[0]


def _title_below(view: View, heading: Heading) -> int:
    """A bold paragraph a few blocks below that reads like the title of what the heading stands
    over; -1 for none, and for one right below, which is the heading's second line."""
    for place, block in enumerate(heading.blocks[:_NEAR]):
        element = view.nodes[block]
        if element.type != "P" or element.text_end - element.text_start > _TITLE:
            continue
        text = view.normalised(block)
        if text.count(" ") + 1 < _TITLE_WORDS or text[-1] in ".,;:" or not text[:1].isupper():
            continue
        if is_bold(view, element):
            return block if place else -1
    return -1


@check("DT0702")
def repeated_heading(context: Context) -> Iterator[Issue | Inapplicable]:
    """The same heading more than once under the same heading; one issue per set, at the first."""
    view = context.view
    if len(view.headings) < 2:
        yield Inapplicable("the document has fewer than two headings")
        return
    sets: dict[tuple[int, str], list[Heading]] = {}
    for heading in view.headings:
        if heading.text and heading.via is not ScopeVia.NONE and heading.level > 0:
            sets.setdefault((heading.parent, _key(heading.text)), []).append(heading)
    labels = [page.label for page in view.document.pages]
    for (parent, _), same in sets.items():
        first = same[0]
        if len(same) < 2 or positional(first.text, view.nodes[first.node].lang):
            continue
        if not any(c.isalpha() for c in first.text):
            continue
        pages = sorted({view.nodes[heading.node].page for heading in same})
        params: dict[str, object] = {
            "times": len(same),
            "where": page_ranges(pages, labels),
            "parent": opening(view, parent) if parent >= 0 else "",
        }
        explains = [index for h in same for index in context.rejected(h.node, *_REPEATED)]
        yield Issue(
            first.node,
            first.text,
            "default" if parent >= 0 else "top",
            params,
            tuple((heading.node, "same heading") for heading in same[1:]),
            tuple(dict.fromkeys(explains)),
        )


@check("DT0703")
def heading_echo(context: Context) -> Iterator[Issue | Inapplicable]:
    """Nothing under a heading but the heading's own words again."""
    view = context.view
    if not view.headings:
        yield Inapplicable("the document has no headings")
        return
    by_node = {heading.node: heading for heading in view.headings}
    for heading in view.headings:
        key = _key(heading.text)
        if len(key) < 3 or not any(c.isalpha() for c in key):
            continue
        explains = context.rejected(heading.node, Reason.HEADING_ECHO)
        if heading.blocks:
            first = heading.blocks[0]
            if not _echoes(view, first, key):
                continue
            alone = len(heading.blocks) == 1 and not heading.children
            yield Issue(
                heading.node,
                heading.text,
                "default" if alone else "first",
                related=((first, "same text"),),
                explains=explains,
            )
        elif len(heading.children) == 1:
            child = by_node[heading.children[0]]
            if _key(child.text) == key:
                yield Issue(
                    heading.node,
                    heading.text,
                    "child",
                    related=((child.node, "same text"),),
                    explains=explains,
                )


def _echoes(view: View, block: int, key: str) -> bool:
    element = view.nodes[block]
    # Comparing lengths first keeps long blocks from being folded.
    if element.type != "P" or element.text_end - element.text_start > 2 * len(key) + 8:
        return False
    return _key(view.text(block)) == key


def _key(text: str) -> str:
    return " ".join(text[:_READ].casefold().split()).rstrip(" .:")


def positional(text: str, lang: str | None) -> bool:
    """The heading text is a number, or a word such as *chapter* and a number, and nothing else."""
    return section_numbers.positional(text, known(lang))
