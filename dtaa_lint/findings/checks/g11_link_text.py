"""G11: links have words and real addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.walk import ancestors, blank, opening
from dtaa_lint.findings.wording import Phrase, quote
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import TargetKind

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_ADDRESS = re.compile(r"[^@\s<>\"]+@[^@\s<>\"]+\.[^@\s<>\"]+")
_WEB = ("http", "https", "ftp", "ftps")
_INSIDE = 64
"""Elements of a link that are looked at for what names it."""
_BESIDE = 3
"""Links before and behind one without words among which its other half is looked for."""
_PICTURES = frozenset({"Figure", "Formula", "Form"})


def fault_of(uri: str) -> str:
    """What is wrong with an address, as the name of the message; empty for nothing.

    Judged by its form alone: nothing is looked up. Addresses in other scripts, reserved names
    (``example.com``) and unknown schemes pass.
    """
    if not uri.strip():
        return "empty"
    shown = uri.strip()
    if any(char.isspace() or char < " " for char in shown):
        return "spaces"
    if shown.startswith("#"):
        return "fragment"
    found = _SCHEME.match(shown)
    if found is None:
        if _ADDRESS.fullmatch(shown):
            return "mail"
        return "relative"
    scheme = found[0][:-1].casefold()
    rest = shown[found.end() :]
    if "." in scheme and scheme not in ("http", "https"):
        return "relative"  # A host with a port: ``www.example.org:8080``.
    if scheme == "file":
        return "local"
    if len(scheme) == 1:
        return "local"  # A drive: ``C:\\reports``.
    if scheme in _WEB:
        return _fault_of_host(rest)
    if scheme == "mailto":
        to = rest.partition("?")[0]
        if to and not all(_ADDRESS.fullmatch(one) for one in to.replace("%40", "@").split(",")):
            return "malformed"
        if not to and "?" not in rest:
            return "malformed"
    return ""


def _fault_of_host(rest: str) -> str:
    """What is wrong with what follows the scheme of a web address: two slashes and a host, no
    second scheme, no backslash. A host without a domain is known inside one network at most."""
    if not rest.startswith("//"):
        return "malformed"
    host = re.split(r"[/?#]", rest[2:], maxsplit=1)[0].rpartition("@")[2]
    if "\\" in host or not host or host.casefold() in ("http:", "https:"):
        return "malformed"
    if host.startswith("["):
        return ""
    name = host.partition(":")[0]
    if ".." in name or name.startswith("."):
        return "malformed"
    return "" if "." in name.rstrip(".") or name.casefold() == "localhost" else "host"


@check("DT1104")
def bad_uri(context: Context) -> Iterator[Issue | Inapplicable]:
    """A link out of the document whose address cannot be one, by its form.

    Passes: every address that has a scheme and, on the web, a host. None is looked up.
    """
    view = context.view
    outward = [link for link in view.links if link.target.kind is TargetKind.URI]
    if not outward:
        yield Inapplicable("the document has no links to addresses")
        return
    annotations = view.document.annotations
    for link in outward:
        uri = link.target.uri or ""
        fault = fault_of(uri)
        if not fault:
            continue
        page = annotations[link.annotation].page if 0 <= link.annotation < len(annotations) else -1
        yield Issue(
            link.node,
            uri,
            variant="default" if fault == "malformed" else fault,
            params={"link": quote(link.text) if link.text else Phrase("without text"), "uri": uri},
            page=page if link.node < 0 else -1,
        )


@check("DT1105")
def link_without_text(context: Context) -> Iterator[Issue | Inapplicable]:
    """A Link element with an annotation and without any text, alternative or Contents.

    Passes: a link around a picture (its alternative is G13's), the other half of a link that has
    words, and one whose own annotation says in Contents where it leads.
    """
    view = context.view
    links = [link for link in view.links if link.node >= 0]
    if not links:
        yield Inapplicable("no links are tagged")
        return
    annotations = view.document.annotations
    seen: set[int] = set()
    for place, link in enumerate(links):
        if link.node in seen or link.annotation < 0 or link.target.kind is TargetKind.NONE:
            continue
        element = view.nodes[link.node]
        if element.type != "Link" or not blank(view, element.text_start, element.text_end):
            continue
        seen.add(link.node)
        annotation = annotations[link.annotation]
        if annotation.hidden or (annotation.contents or "").strip():
            continue
        if _said_otherwise(view, link.node):
            continue
        beside = links[max(0, place - _BESIDE) : place + _BESIDE + 1]
        if any(other.target == link.target and other.text for other in beside):
            continue
        block = view.block_of(element.parent) if element.parent >= 0 else -1
        around = opening(view, block) if block >= 0 else ""
        uri = link.target.uri
        yield Issue(
            link.node,
            params={
                "where": Phrase("to {address}", address=quote(uri))
                if uri
                else Phrase("into the document"),
                "around": Phrase(" in {text}", text=quote(around)) if around else "",
            },
        )


def _said_otherwise(view: View, node: int) -> bool:
    """The link, a part of it or what it stands in has an alternative; or it holds a picture."""
    end = view.nodes[node].end
    for inner in view.nodes[node : min(end, node + _INSIDE)]:
        if inner.alt or inner.actual_text or inner.type in _PICTURES:
            return True
    return any(
        above.alt or above.actual_text or above.type in _PICTURES
        for above in ancestors(view, node)
        if above.type not in ("Document", "Part", "Sect", "Art", "Div")
    )
