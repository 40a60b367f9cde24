"""G11: links and cross-references lead to elements."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.walk import opening
from dtaa_lint.findings.wording import quote
from dtaa_lint.graph.model import Link
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import TargetKind

_LEADER = re.compile(r"\s*[.…_·\-\s]{5,}\d{0,4}\s*$")
"""The dots between an entry of a table of contents and its page number."""


@check("DT1101")
def link_target_not_structural(context: Context) -> Iterator[Issue | Inapplicable]:
    """An internal link that leads to a place on a page and to no element.

    Structure destinations exist since PDF 2.0: in older files the finding is an improvement that
    waits for the file to become one.
    """
    view = context.view
    if not any(link.internal for link in view.links):
        yield Inapplicable("the document has no internal links")
        return
    labels = [page.label for page in view.document.pages]
    version = view.document.metadata.pdf_version
    prefix = "" if version.startswith("2.") else "older-"
    for link in view.links:
        if link.target.kind is not TargetKind.PAGE or link.element >= 0:
            continue
        page = link.target.page
        where = labels[page] if 0 <= page < len(labels) else "?"
        params: dict[str, object] = {"page": where, "version": version or "of an unknown version"}
        related: tuple[tuple[int, str], ...] = ()
        if link.landing >= 0:
            params["landing"] = opening(view, link.landing)
            params["landing_type"] = view.nodes[link.landing].type
            related = ((link.landing, "lands on"),)
        place = "landing" if link.landing >= 0 else "page" if prefix else "default"
        yield _issue(view, link, prefix + place, params, related)


@check("DT1102")
def link_target_missing(context: Context) -> Iterator[Issue | Inapplicable]:
    """A link whose target does not exist, or that has none at all.

    Passes: a Link element without an annotation. Word cuts the links of a table of contents in
    two, and only one half owns the annotation.
    """
    view = context.view
    if not view.links:
        yield Inapplicable("the document has no links")
        return
    for link in view.links:
        if link.target.kind is TargetKind.MISSING:
            if link.target.name:
                yield _issue(view, link, "named", {"name": link.target.name})
            else:
                yield _issue(view, link, "default", {})
        elif link.target.kind is TargetKind.NONE and link.annotation >= 0:
            yield _issue(view, link, "none", {})


def _issue(
    view: View,
    link: Link,
    variant: str,
    params: dict[str, object],
    related: tuple[tuple[int, str], ...] = (),
) -> Issue:
    annotations = view.document.annotations
    page = annotations[link.annotation].page if 0 <= link.annotation < len(annotations) else -1
    words = _LEADER.sub("", link.text)
    shown = quote(words) if words.strip() else ""
    return Issue(
        link.node,
        link.text,
        variant,
        {"link": shown or "without text", "example": shown or "one without text", **params},
        related,
        page=page if link.node < 0 else -1,
    )
