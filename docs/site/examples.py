"""A rule shown on its own fixtures: a document with the fault and one like it without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

import pictures
import pypdfium2

from dtaa_lint.findings.engine import LintOptions, lint_file
from dtaa_lint.findings.finding import Finding, Rule
from dtaa_lint.graph.tree import tree_lines
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.read import read

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"

SHOWN: dict[str, tuple[str, str]] = {}
"""Rule -> the failing and the passing fixture to show, where the likest pair shows little."""

TREE_LINES = 26
"""Lines of a tag tree that are shown; more are folded around those that matter."""
AROUND = 3
"""Lines shown on both sides of a line that matters, when a tree is folded."""
HERE = "▶ "
"""Stands before the element at fault, in the place of indentation where there is some."""
TREE_WIDTH = 34
"""Characters of an element's text in a tag tree."""


@dataclass(frozen=True, slots=True)
class Example:
    """One fixture as a page shows it."""

    file: str
    """``fail-merged.pdf``."""
    finding: Finding | None
    """The first finding of the rule; None where the rule is silent."""
    places: int
    """How many findings of the rule it has."""
    picture: pictures.Picture
    alt: str
    tree: str
    """HTML."""


def fixtures(code: str, kind: str) -> list[Path]:
    """The failing (``fail``) or passing (``pass``) fixtures of a rule, in order of their names."""
    return sorted((FIXTURES / code).glob(f"{kind}-*.pdf"))


@cache
def findings(path: Path, code: str) -> tuple[Finding, ...]:
    """What the rule finds in one of its fixtures."""
    return lint_file(str(path), LintOptions(select=(code,), impact=False)).findings


def said(rule: Rule) -> dict[str, tuple[str, str]]:
    """Variant -> a message as the rule gives it, and the fixture that it is about."""
    result: dict[str, tuple[str, str]] = {}
    for path in fixtures(rule.code, "fail"):
        for finding in findings(path, rule.code):
            result.setdefault(finding.variant, (finding.message, path.name))
    return result


def pair(rule: Rule) -> tuple[Example, Example]:
    """The failing and the passing fixture that are most alike, so that the difference shows. Raises
    ValueError for a rule whose fixtures cannot be rendered."""
    if rule.code in SHOWN:
        folder = FIXTURES / rule.code
        fail, passed = SHOWN[rule.code]
        return example(folder / fail, rule), example(folder / passed, rule)
    shown = [path for path in fixtures(rule.code, "fail") if _renders(path)]
    first = [p for p in shown if findings(p, rule.code)[0].variant == "default"] or shown
    silent = [path for path in fixtures(rule.code, "pass") if _renders(path)]
    if not first or not silent:
        raise ValueError(f"{rule.code}: no pair of fixtures can be rendered")
    likest = max(((a, b) for a in first for b in silent), key=lambda both: _alike(*both))
    return example(likest[0], rule), example(likest[1], rule)


def example(path: Path, rule: Rule) -> Example:
    """A fixture with its picture and its tag tree. The boxes are those of the first finding."""
    found = findings(path, rule.code)
    finding = found[0] if found else None
    view = _view(path)
    page = max(0, finding.page) if finding else 0
    faults = [box for at, box in finding.boxes if at == page] if finding else []
    related = (
        [box for item in finding.related for at, box in item.boxes if at == page] if finding else []
    )
    return Example(
        path.name,
        finding,
        len(found),
        pictures.render(path, page, faults, [box for box in related if box not in faults]),
        _alt(view, page, finding, bool(faults), bool(related)),
        tree(view, finding),
    )


def tree(view: View, finding: Finding | None) -> str:
    """The tag tree as HTML lines, the element at fault and those related to it marked."""
    lines = list(tree_lines(view, width=TREE_WIDTH))
    marks: dict[int, str] = {}
    if finding is not None:
        marks = {item.node: "related" for item in finding.related}
        marks[max(0, finding.node)] = "fault"
    kept = _kept(len(lines), marks)
    out: list[str] = []
    last = -1
    for at in kept:
        if at != last + 1:
            out.append(_gap(at - last - 1, lines[at]))
        out.append(_line(lines[at], marks.get(at)))
        last = at
    if last != len(lines) - 1:
        out.append(_gap(len(lines) - 1 - last, ""))
    return "\n".join(out) or f"{HERE}<mark>no structure element</mark>"


def _kept(count: int, marks: dict[int, str]) -> Sequence[int]:
    if count <= TREE_LINES:
        return range(count)
    wanted = set(range(min(6, count)))
    for at in sorted(marks, key=lambda node: (marks[node] != "fault", node)):
        near = set(range(max(0, at - AROUND), min(count, at + 2 * AROUND + 1)))
        if len(wanted | near) > TREE_LINES and at != min(marks):
            break
        wanted |= near
    rest = (at for at in range(count) if at not in wanted)
    while len(wanted) < TREE_LINES:
        wanted.add(next(rest))
    return sorted(wanted)


def _gap(count: int, before: str) -> str:
    indent = len(before) - len(before.lstrip(" "))
    noun = "element" if count == 1 else "elements"
    return f'<span class="dt-gap">{" " * indent}… {count:,} {noun}</span>'


def _line(line: str, mark: str | None) -> str:
    indent = len(line) - len(line.lstrip(" "))
    body = escape(line.lstrip(" "), quote=False)
    identity, _, rest = body.partition(" ")
    name, space, after = rest.partition(" ")
    shown = f'<span class="dt-id">{identity}</span> <b>{name}</b>{space}{after}'
    if mark == "fault":
        return " " * (indent - len(HERE)) + f"{HERE}<mark>{shown}</mark>"
    if mark == "related":
        shown = f'<mark class="dt-related">{shown}</mark>'
    return " " * indent + shown


def _alt(view: View, page: int, finding: Finding | None, boxed: bool, related: bool) -> str:
    """What a picture of a page shows, in words."""
    text = " ".join(view.document.text.split())
    if len(text) > 160:
        text = text[:160].rsplit(" ", 1)[0] + " …"
    shown = f"Page {page + 1} of the document: {text}" if text else "A page without tagged text"
    if finding is None:
        return shown + "."
    if not boxed:
        return shown + "; nothing is boxed, as the finding is about no place on the page."
    name = finding.path.rsplit("/", 1)[-1].partition("[")[0] or "content"
    also = "; dashed boxes are around what it is compared with" if related else ""
    return f"{shown}; a box is around the {name} that the finding is about{also}."


@cache
def _view(path: Path) -> View:
    return View(read(str(path), name=path.name))


def _renders(path: Path) -> bool:
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError:
        return False
    try:
        return len(document) > 0
    finally:
        document.close()


def _alike(one: Path, other: Path) -> float:
    """Share of words and of tags that two documents have in common, 0 to 1."""
    first, second = set(_features(one)), set(_features(other))
    return len(first & second) / max(1, len(first | second))


def _features(path: Path) -> Iterator[str]:
    view = _view(path)
    yield from view.document.text.split()
    yield from (f"<{element.type}>" for element in view.nodes)
