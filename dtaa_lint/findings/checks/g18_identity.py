"""G18: elements and document can be identified."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.wording import Phrase

_FEW = 10
"""In a tree of fewer elements any of them is found by its path."""
_TAG = re.compile(r"(?:[A-Za-z]{2,3}|x|i)(?:-[A-Za-z0-9]{1,8})*")
"""Language tags as BCP 47 registers them; primary subtags of more letters do not exist."""
_FILE = re.compile(
    r"(?:microsoft (?:word|excel|powerpoint) - .*|.*\.(?:docx?|dotx?|pdf|indd|xlsx?|pptx?|odt|tex|"
    r"html?|rtf|fm|xml|xfa|ps|eps|ai|pub|md|typ|exe|txt|qxd|wpd|vsdx?)|"
    r"title|titel|titre|título|untitled[- ]?\d*|unbenannt\d*|sans titre\d*|"
    r"sin título\d*|document\d*|dokument\d*|documento\d*|(?:powerpoint|microsoft word) "
    r"(?:presentation|document)|präsentation\d*|présentation\d*|presentación\d*)",
    re.IGNORECASE | re.DOTALL,
)


@check("DT1801")
def no_element_ids(context: Context) -> Iterator[Issue | Inapplicable]:
    """No structure element has an ID. One finding for the document."""
    view = context.view
    if len(view.nodes) < _FEW:
        yield Inapplicable(Phrase("the tree has only {n:# element|elements}", n=len(view.nodes)))
        return
    if not view.document.ids:
        named = view.headings or view.tables or view.figures or view.notes
        params = {"elements": len(view.nodes)}
        yield Issue(-1, variant="default" if named else "running-text", params=params)


@check("DT1802")
def duplicate_id(context: Context) -> Iterator[Issue | Inapplicable]:
    """Two or more elements with the same ID; one issue per ID, at its second bearer."""
    view = context.view
    if not view.document.ids:
        yield Inapplicable("no element has an ID")
        return
    for name, bearers in view.document.ids.items():
        if len(bearers) < 2:
            continue
        first, second, *others = bearers
        related = [(first, "has this ID first"), *((node, "has the same ID") for node in others)]
        yield Issue(
            second,
            name,
            params={"id": name, "times": len(bearers)},
            related=tuple(related),
        )


@check("DT1803")
def title_missing(context: Context) -> Iterator[Issue | Inapplicable]:
    """No document title, a file name in its place, or a title that viewers are not told to show."""
    metadata = context.view.document.metadata
    title = " ".join((metadata.title or "").split())
    if not title:
        yield Issue(-1, variant="title-only" if metadata.display_doc_title else "default")
    elif _FILE.fullmatch(title):
        yield Issue(-1, title, "file-name")
    elif not metadata.display_doc_title:
        yield Issue(-1, title, "not-displayed")


@check("DT1804")
def document_language_missing(context: Context) -> Iterator[Issue | Inapplicable]:
    """No language for the document, or one that is no language tag.

    Passes: a catalog without Lang when every top-level element has one.
    """
    view = context.view
    tag = (view.document.metadata.lang or "").strip()
    if tag:
        if not _TAG.fullmatch(tag.replace("_", "-")):
            yield Issue(-1, tag, "invalid", {"tag": tag})
        return
    tops = [view.nodes[node] for node in view.children(-1)]
    spoken = [top for top in tops if top.text_end > top.text_start]
    if not spoken:
        yield Inapplicable("the document has no text")
    elif not all(top.own_lang for top in spoken):
        yield Issue(-1)
