"""Checks the links of built HTML, without network.

    python docs/check_links.py FOLDER

Every href and src of every page in FOLDER must lead to a file in it, and every fragment to an id
there. Links to other servers are looked at for their form only; nothing may be *loaded* from one,
no image, script, style sheet, font or frame. The status is 1 when anything is wrong, and each fault
is a line on stderr.
"""

from __future__ import annotations

import posixpath
import re
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

LOADING = {"img", "script", "source", "iframe", "audio", "video", "embed", "input", "track"}
"""Elements whose src is fetched when the page is read."""
FETCHED_RELATIONS = {"stylesheet", "icon", "preload", "prefetch", "preconnect", "dns-prefetch"}
_CSS_URL = re.compile(r"url\(\s*['\"]?([^'\")]+)")
_REMOTE_SCRIPT = re.compile(
    r"https?://(?:[\w-]+\.)*(?:unpkg|jsdelivr|cdnjs|googleapis|gstatic)\.\w+"
)


class Link(NamedTuple):
    target: str
    loads: bool
    """Fetched when the page is read."""


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[Link] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a" and "name" in given:
            self.ids.append(given["name"])
        if "href" in given and tag != "base":
            relations = set(given.get("rel", "").split())
            self.links.append(
                Link(given["href"], tag == "link" and bool(relations & FETCHED_RELATIONS))
            )
        if "src" in given:
            self.links.append(Link(given["src"], tag in LOADING))
        for candidate in given.get("srcset", "").split(","):
            if candidate.strip():
                self.links.append(Link(candidate.split()[0], True))


@cache
def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text("utf-8"))
    page.close()
    return page


def faults(folder: Path) -> Iterator[str]:
    """One line for each fault, in order of the pages."""
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    if not any(name.endswith(".html") for name in files):
        yield f"{folder}: no HTML"
    for name in sorted(files):
        if name.endswith(".html"):
            page = _read(folder / name)
            for anchor in sorted({item for item in page.ids if page.ids.count(item) > 1}):
                yield f"{name}: the id {anchor!r} is there twice"
            for link in page.links:
                wrong = _fault(link, name, folder, files)
                if wrong:
                    yield f"{name}: {link.target!r} {wrong}"
        elif name.endswith(".css"):
            for target in _CSS_URL.findall((folder / name).read_text("utf-8")):
                wrong = _fault(Link(target, True), name, folder, files)
                if wrong:
                    yield f"{name}: {target!r} {wrong}"
        elif name.endswith(".js"):
            for target in sorted(set(_REMOTE_SCRIPT.findall((folder / name).read_text("utf-8")))):
                yield f"{name}: {target!r} names another server to load from"


def _fault(link: Link, name: str, folder: Path, files: set[str]) -> str | None:
    try:
        parts = urlsplit(link.target)
    except ValueError as error:
        return f"is no address: {error}"
    if parts.scheme in {"data", "javascript"}:
        return None
    if parts.scheme == "mailto":
        return None if "@" in parts.path else "is no mail address"
    if parts.scheme or parts.netloc:
        if link.loads:
            return "is loaded from another server"
        well_formed = parts.scheme in {"http", "https"} and "." in parts.netloc
        return None if well_formed and " " not in link.target else "is no address"
    path = unquote(parts.path)
    where = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
    if where == ".":
        where = "index.html"
    if path.endswith("/") and where not in files:
        where = posixpath.join(where, "index.html")
    if where not in files:
        return "is not there"
    if parts.fragment and where.endswith(".html"):
        anchor = unquote(parts.fragment)
        if anchor not in _read(folder / where).ids and not anchor.startswith("__"):
            return "has no such anchor"
    return None


def main(argv: list[str]) -> int:
    if len(argv) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    found = list(faults(Path(argv[0])))
    for fault in found:
        print(fault, file=sys.stderr)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
