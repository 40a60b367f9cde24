"""Which file of the checkout becomes which page of the site, and links between them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

RENAMED = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "docs/rules.md": "rules/index.md",
    "benchmarks/README.md": "benchmarks.md",
    "benchmarks/retrieval.md": "retrieval.md",
    "rules/README.md": "writing-rules.md",
}
"""File of the checkout -> page, where it is not the path below ``docs/``."""
GENERATED = ("README.md", "docs/rules.md")
"""Files whose page is made from something else."""

_LINK = re.compile(r"\]\(([^()\s]+)\)")
_NAMED = re.compile(r"\[((?:docs/)?[\w-]+\.md)\]\(([^()\s]+)\)")
"""A link whose words are the name of the file that it leads to."""
_HEADING = re.compile(r"^# (.+)$", re.MULTILINE)
_RULE = re.compile(r"dt\d{4}")
_ANCHORED = re.compile(r'^<a id="([^"]+)"></a>\n\n(#+ .*)$', re.MULTILINE)
"""An anchor for GitHub, and the heading that it is for."""


def pages() -> dict[str, str]:
    """File of the checkout -> page of the site, for every page that is written by hand or by
    ``docs/generate.py``."""
    found = [path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md")]
    found += [path.relative_to(ROOT).as_posix() for path in (ROOT / "docs/recipes").glob("*.md")]
    names = {name: name.removeprefix("docs/") for name in sorted(found)}
    return {name: page for name, page in (names | RENAMED).items() if (ROOT / name).exists()}


def with_links(text: str, source: str, page: str, site: dict[str, str], attached: set[str]) -> str:
    """The text of file ``source`` with its relative links as they are on the site, where it is
    ``page``. Other files of the checkout that it leads to are added to ``attached``: the site has
    them below ``files/``. Raises ValueError for a link to what is not there."""

    def moved(target: str) -> str:
        if "://" in target or target.startswith(("#", "mailto:")):
            return target
        path, hash_, anchor = target.partition("#")
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        if wanted == "docs/rules.md" and _RULE.fullmatch(anchor):
            return _relative(f"rules/{anchor.upper()}/index.md", page)
        if wanted not in site:
            if not (ROOT / wanted).is_file():
                raise ValueError(f"{source}: {target} is no file of the checkout")
            attached.add(wanted)
            return _relative(f"files/{wanted}", page)
        return _relative(site[wanted], page) + hash_ + anchor

    def change(line: str) -> str:
        line = _NAMED.sub(lambda found: f"[{_title(found[2], source)}]({found[2]})", line)
        return _LINK.sub(lambda found: f"]({moved(found[1])})", line)

    return "\n".join(_outside_code(_ANCHORED.sub(r"\2 { #\1 }", text), change))


def _title(target: str, source: str) -> str:
    """The heading of a page that is named by its file."""
    path = ROOT / posixpath.dirname(source) / target.partition("#")[0]
    found = _HEADING.search(path.read_text("utf-8")) if path.exists() else None
    return found[1] if found else target


def _relative(target: str, page: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def _outside_code(text: str, change: Callable[[str], str]) -> Iterator[str]:
    fenced = False
    for line in text.split("\n"):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        yield line if fenced else change(line)
