"""G11: links and cross-references lead to elements."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.link_names import BACK, LinkNames, words
from dtaa_lint.findings.walk import ancestors, blank, lineage, opening
from dtaa_lint.findings.wording import Phrase, fold, listing, page_ranges, quote
from dtaa_lint.graph.index import NOTES
from dtaa_lint.graph.model import Link
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import AnnotationKind, TargetKind
from dtaa_lint.universe.model import Reason

_DEAD_STARTS = ("Err", "Feh", "¡Er")
_DEAD = re.compile(
    r"Error!\s+(?:Reference source not found|Bookmark not defined|No bookmark name given)"
    r"|Erreur\s*!\s+(?:Source du renvoi introuvable|Signet non défini)"
    r"|Fehler!\s+(?:Verweisquelle konnte nicht gefunden werden|Textmarke nicht definiert)"
    r"|¡Error!\s+(?:No se encuentra el origen de la referencia|Marcador no definido)"
    r"|Erro!\s+(?:Fonte de referência não encontrada|Indicador não definido)"
)
"""What Word prints in place of a cross-reference that leads nowhere."""
_OLDER = "older-"
"""Begins the variants for files before PDF 2.0."""
_MOST_DEAD = 10_000
_INSIDE = 64
"""Elements inside a link that are looked at for an annotation."""


@check("DT1101")
def link_target_not_structural(context: Context) -> Iterator[Issue | Inapplicable]:
    """An internal link that leads to a place on a page and to no element.

    Or that leads to another element than the heading or the note that its own words name; the
    element that it names is then the one to lead to.

    Links that are in no Link element are one issue: before they can lead to elements they must be
    some. Structure destinations exist since PDF 2.0: in older files the finding is an improvement
    that waits for the file to become one, and one issue for all links of a kind.
    """
    view = context.view
    if not any(link.internal for link in view.links):
        yield Inapplicable("the document has no internal links")
        return
    labels = [page.label for page in view.document.pages]
    version = view.document.metadata.pdf_version
    prefix = "" if version.startswith("2.") else _OLDER
    names = context.once("link-names", lambda c: LinkNames(c.view))
    untagged: list[tuple[Link, str]] = []
    found: list[tuple[Link, str, dict[str, object], tuple[tuple[int, str], ...]]] = []
    for link in view.links:
        if link.annotation in names.rests:
            continue  # The rest of a marker that was cut into two links.
        landing = link.element if link.element >= 0 else link.landing
        spot = names.spot(link)
        page = view.nodes[landing].page if link.element >= 0 else link.target.page
        params: dict[str, object] = {
            "page": labels[page] if 0 <= page < len(labels) else "?",
            "version": version or Phrase("of an unknown version"),
            "landing": opening(view, landing) if landing >= 0 else "",
        }
        if link.node < 0:
            if link.target.kind is TargetKind.PAGE and link.element < 0:
                untagged.append((link, str(params["page"])))
            continue
        named = names.named(link, spot)
        if named >= 0 and spot >= 0 and names.contradicts(link, named, spot):
            params["named"] = opening(view, named)
            params["landing"] = opening(view, spot)
            both = ((named, "named by the link"), (spot, "at the destination"))
            found.append((link, "elsewhere", params, both))
            continue
        if link.target.kind is not TargetKind.PAGE or link.element >= 0:
            continue
        meant = named if named >= 0 else landing
        if names.kind(link) is BACK:
            meant = -1
        params["landing"] = opening(view, meant) if meant >= 0 else ""
        place = "landing" if meant >= 0 else "page" if prefix else "default"
        found.append(
            (
                link,
                prefix + place,
                params,
                ((meant, "element that is probably meant"),) if meant >= 0 else (),
            )
        )
    if untagged:
        yield _outside(context, untagged)
    examples = _examples(names, found)
    older: dict[str, list[Issue]] = {}
    for link, variant, params, related in found:
        issue = _issue(view, link, variant, params, related, examples[variant], names.text(link))
        issue = replace(issue, explains=_lost(context, link, related))
        if variant.startswith(_OLDER):
            older.setdefault(variant, []).append(issue)
        else:
            yield issue
    for issues in older.values():
        yield _together(view, issues)


def _together(view: View, issues: Sequence[Issue]) -> Issue:
    """One issue for links with one fault: each with the place that it lands on, in order."""
    first = issues[0]
    related = list(first.related)
    for issue in issues[1:]:
        related += [(issue.node, "another link"), *issue.related]
    labels = [page.label for page in view.document.pages]
    where = page_ranges([view.nodes[issue.node].page for issue in issues], labels)
    return replace(
        first,
        params={**first.params, "links": len(issues), "where": where},
        related=tuple(related),
        explains=tuple(dict.fromkeys(i for issue in issues for i in issue.explains)),
    )


def _outside(context: Context, links: Sequence[tuple[Link, str]]) -> Issue:
    """One issue for the links in no Link element; each with the label of the page it leads to."""
    view = context.view
    pages = [view.document.annotations[link.annotation].page for link, _ in links]
    labels = [page.label for page in view.document.pages]
    meant = [
        ((landing, "element that is probably meant"),) if (landing := link.landing) >= 0 else ()
        for link, _ in links
    ]
    lost = [i for (link, _), at in zip(links, meant, strict=True) for i in _lost(context, link, at)]
    return Issue(
        -1,
        variant="untagged",
        params={
            "links": len(links),
            "where": page_ranges(pages, labels),
            "page": links[0][1],
        },
        explains=tuple(dict.fromkeys(lost)),
        page=min(pages),
    )


def _lost(context: Context, link: Link, related: Sequence[tuple[int, str]]) -> tuple[int, ...]:
    """The rejections that a structure destination would free: of the cross-reference that the link
    is, and of the note that it means."""
    lost = context.rejected(link.node, Reason.INCOMPLETE_EVIDENCE) if link.node >= 0 else ()
    for meant, _ in related:
        for element in lineage(context.view, meant):
            if element.type in NOTES:
                lost += context.rejected(element.index, Reason.INCOMPLETE_EVIDENCE)
                break
    return lost


_WORDLESS = Phrase("one without text")


def _examples(
    names: LinkNames,
    found: Sequence[tuple[Link, str, Mapping[str, object], tuple[tuple[int, str], ...]]],
) -> Mapping[str, str]:
    """Variant -> its first link of every kind, quoted."""
    first: dict[str, dict[str, str]] = {}
    for link, variant, _, _ in found:
        kinds = first.setdefault(variant, {})
        kind = names.kind(link)
        if kind not in kinds and (text := names.text(link)):
            kinds[kind] = quote(text)
    return {
        variant: listing(
            [
                text if len(kinds) == 1 else Phrase("{link} ({kind})", link=text, kind=kind)
                for kind, text in kinds.items()
            ]
        )
        or _WORDLESS
        for variant, kinds in first.items()
    }


@check("DT1102")
def link_target_missing(context: Context) -> Iterator[Issue | Inapplicable]:
    """A link whose target does not exist, or that has none at all.

    Also the words that a word processor prints in place of a cross-reference whose target is gone.
    Passes: a Link element without an annotation beside one that has it. Word and LibreOffice cut
    links in two where the type changes, and only one part owns the annotation.
    """
    view = context.view
    dead = dead_references(view)
    for node, words_of in dead:
        yield Issue(node, words_of, "dead-reference", {"words": words_of})
    if not view.links:
        if not dead:
            yield Inapplicable("the document has no links")
        return
    alone = _without_annotation(view)
    linked_pages = {a.page for a in view.document.annotations if a.kind is AnnotationKind.LINK}
    for link in view.links:
        if link.target.kind is TargetKind.MISSING:
            name = link.target.name
            if name:
                issue = _issue(view, link, "named", {"name": name})
            else:
                issue = _issue(view, link, "default", {})
            yield replace(issue, explains=_lost(context, link, ()))
        elif link.target.kind is TargetKind.NONE and link.annotation >= 0:
            yield _issue(view, link, "none", {})
        elif link.annotation < 0 and link.node in alone:
            bare = view.nodes[link.node].page not in linked_pages
            yield _issue(view, link, "bare-page" if bare else "no-annotation", {})


def dead_references(view: View) -> list[tuple[int, str]]:
    """(block, the words) of every place where a word processor printed that the target of a
    cross-reference is missing, in reading order."""
    text = view.document.text
    found: list[tuple[int, int]] = []
    for start in _DEAD_STARTS:
        at = text.find(start)
        while at >= 0 and len(found) < _MOST_DEAD:
            match = _DEAD.match(text, at)
            if match is not None:
                found.append(match.span())
            at = text.find(start, at + 1)
    runs = view.document.runs
    places: list[tuple[int, str]] = []
    for begin, end in sorted(set(found)):
        place = bisect_right(runs, begin, key=lambda run: run.start) - 1
        if place >= 0 and runs[place].owner >= 0:
            places.append((view.block_of(runs[place].owner), fold(text[begin:end])))
    return places


def _without_annotation(view: View) -> set[int]:
    """Link elements with words and no annotation, of which no part is linked either, nor another
    Link in the same block without other words in between."""
    linked = {link.node for link in view.links if link.annotation >= 0}
    found: set[int] = set()
    runs: list[list[int]] = []
    for node in view.of_type("Link"):
        last = runs[-1][-1] if runs else -1
        if (
            last >= 0
            and view.block_of(last) == view.block_of(node)
            and blank(view, view.nodes[last].text_end, view.nodes[node].text_start)
        ):
            runs[-1].append(node)
        else:
            runs.append([node])
    numbers: list[int] = []
    for run in runs:
        if any(_linked(view, node, linked) for node in run):
            continue
        if any(any(map(str.isalpha, opening(view, node))) for node in run):
            found.update(node for node in run if not view.index.blank(node))
        else:
            numbers += run
    # The title of a line of contents and the number of its page are two elements.
    lines = {view.nodes[node].parent for node in found}
    found.update(n for n in numbers if view.nodes[n].parent in lines and not view.index.blank(n))
    return found


def _linked(view: View, node: int, linked: Set[int]) -> bool:
    """The link, a part of it or a link around it has an annotation."""
    inside = range(node, min(view.nodes[node].end, node + _INSIDE))
    return any(i in linked for i in inside) or any(
        above.index in linked for above in ancestors(view, node)
    )


def _issue(
    view: View,
    link: Link,
    variant: str,
    params: dict[str, object],
    related: tuple[tuple[int, str], ...] = (),
    example: str = "",
    said: str = "",
) -> Issue:
    """``said``: the words of the link, when they are not its own text only."""
    annotations = view.document.annotations
    page = annotations[link.annotation].page if 0 <= link.annotation < len(annotations) else -1
    text = said or words(link.text)
    shown = quote(text) if text else ""
    example = example or shown or _WORDLESS
    return Issue(
        link.node,
        text,
        variant,
        {"link": shown or Phrase("without text"), "example": example, **params},
        related,
        page=page if link.node < 0 else -1,
    )
