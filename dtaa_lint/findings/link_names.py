"""What a link's own words say of where it leads: the one heading of those words, or the note of
that number. Where nothing or several things could be meant, nothing is said."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from dtaa_lint.findings.walk import ancestors, opening
from dtaa_lint.findings.wording import Phrase
from dtaa_lint.graph.model import Link
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import TargetKind

_LEADER = re.compile(r"(?:\s*[.…_·\-\s]{5,}|\t)\d{0,4}\s*$")
"""The dots between an entry of a table of contents and its page number."""
_NUMBER = re.compile(r"(?:\d{1,3}|[A-Za-z])(?:\.\d{1,3})*[.):]?\s+|\d{1,3}(?:\.\d{1,3})*[.)]\s*")
_MARKER = re.compile(r"[\[(]?(\d{1,3})[\])]?")
_NOTE_START = re.compile(r"[\[(]?(\d{1,3})(?:[.):\]\s]|$)")
_BACK = frozenset("↩↑⮌⤴↵^⇑▲⏎")
_SENTENCE = 3
"""Words from which a link in the middle of a sentence may be taken for the name of a heading."""
_LEVELS = 4
"""Elements above a landing (paragraph, body, item) among whose siblings the other notes may be."""
_ABOVE, _REACH = 6.0, 120.0
"""Points above and below a destination within which the line that shows there begins."""
_LINE = 1.2
"""Height of a line, in em."""
_AROUND = 400
"""Elements beside a landing that are looked at for the note of a number."""

CONTENTS = Phrase("table of contents")
MARKER = Phrase("note marker")
BACK = Phrase("back-link")
REFERENCE = Phrase("cross-reference")


def words(text: str) -> str:
    """The text of a link without the leader and the page number of a table of contents."""
    return _LEADER.sub("", text).strip()


class LinkNames:
    """Looks up what the links of one document name."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.headings: dict[str, list[int]] = {}
        for heading in view.headings:
            for key in {_key(heading.text), _key(_bare(heading.text))}:
                if key:
                    self.headings.setdefault(key, []).append(heading.node)
        self.texts = _joined(view)
        self.rests = _rests(view)
        """Annotations of links that go on the marker of the link before them."""
        self._lines: dict[int, list[tuple[float, float, int]]] | None = None

    def spot(self, link: Link) -> int:
        """The block that shows at a link's destination: the one that it leads to, or the one of
        the first line at or below the place on the page; -1 for none."""
        target = link.target
        if link.element >= 0 or target.kind is not TargetKind.PAGE or target.top is None:
            return link.element
        if self._lines is None:
            self._lines = _lines(self.view)
        lines = self._lines.get(target.page, [])
        place = bisect_left(lines, (-(target.top + _ABOVE), 0.0, -1))
        if place >= len(lines) or target.top + lines[place][0] > _REACH:
            return link.landing
        return self.view.block_of(lines[place][2])

    def kind(self, link: Link) -> str:
        """What sort of link it is, for people."""
        text = self.text(link)
        if text and all(c in _BACK or c.isspace() or c == "\ufe0e" for c in text):
            return BACK
        if _MARKER.fullmatch(text):
            return MARKER
        if link.node >= 0 and any(
            a.type in ("TOC", "TOCI") for a in ancestors(self.view, link.node)
        ):
            return CONTENTS
        return REFERENCE

    def text(self, link: Link) -> str:
        """The words of the link, joined with those of its neighbours that lead to the same place
        where one marker was cut into several links."""
        return self.texts.get(link.annotation, words(link.text))

    def named(self, link: Link, landing: int) -> int:
        """The element that the link names; -1 when it names none, or several could be meant."""
        text = self.text(link)
        marker = _MARKER.fullmatch(text)
        if marker is not None:
            return self._note(marker[1], landing)
        if not any(c.isalpha() for c in text):
            return -1
        if len(text.split()) < _SENTENCE and not self._whole(link, text):
            return -1
        for key in (_key(text), _key(_bare(text))):
            found = self.headings.get(key, ())
            if len(found) == 1:
                return found[0]
            if found:
                return -1
        return -1

    def contradicts(self, link: Link, named: int, landing: int) -> bool:
        """Whether the element at the destination is neither the named one, nor part of it, nor
        around it, nor under it. A link to a page as a whole means anything on it."""
        nodes = self.view.nodes
        if nodes[named].page == link.target.page and (
            self._whole_page(link) or self._near(link, named)
        ):
            return False
        if named <= landing < nodes[named].end:
            return False
        if landing <= named < nodes[landing].end:
            return False
        return self.view.heading_of(landing) != named

    def _near(self, link: Link, named: int) -> bool:
        """Whether the named element is the first one that begins below the destination, give or
        take a line: destinations are set to the line's top, its baseline or the one before."""
        top, boxes = link.target.top, self.view.boxes(named)
        if top is None or not boxes:
            return False
        line = self.view.nodes[named].font_size * _LINE
        return -line <= top - boxes[0].box[3] <= line

    def _whole_page(self, link: Link) -> bool:
        target, pages = link.target, self.view.document.pages
        if target.kind is not TargetKind.PAGE or not 0 <= target.page < len(pages):
            return False
        return target.top is None or target.top >= pages[target.page].crop_box[3] - 1

    def _whole(self, link: Link, text: str) -> bool:
        """Whether the link is all that its block says, but for a number."""
        if link.node < 0:
            return False
        block = self.view.block_of(link.node)
        rest = opening(self.view, block).replace(text, "", 1)
        return not any(c.isalpha() for c in words(rest))

    def _note(self, number: str, landing: int) -> int:
        """The element that begins with a number, beside or inside the one at the destination,
        which begins with a number as well."""
        view = self.view
        if landing < 0:
            return -1
        found = [n for n in view.children(landing)[:_AROUND] if _begins(view, n) == number]
        item = landing
        for _ in range(_LEVELS):
            if item < 0 or not _begins(view, item):
                break
            around = view.children(view.nodes[item].parent)[:_AROUND]
            beside = [n for n in around if view.nodes[n].type == view.nodes[item].type]
            if sum(1 for n in beside if _begins(view, n)) > 1:
                found += [n for n in beside if _begins(view, n) == number]
                break
            item = view.nodes[item].parent
        if landing in found:
            return landing
        return found[0] if len(found) == 1 else -1


def _begins(view: View, node: int) -> str:
    """The number at the beginning of an element's text; empty for none."""
    element = view.nodes[node]
    head = view.document.text[element.text_start : min(element.text_end, element.text_start + 8)]
    found = _NOTE_START.match(head.lstrip())
    return found[1] if found is not None else ""


def _lines(view: View) -> dict[int, list[tuple[float, float, int]]]:
    """Per page (-top, left, owner) of every run with text, from the top down."""
    pages: dict[int, list[tuple[float, float, int]]] = {}
    for run in view.document.runs:
        if run.box is not None and run.end > run.start:
            pages.setdefault(run.item.page, []).append((-run.box[3], run.box[0], run.owner))
    for found in pages.values():
        found.sort()
    return pages


def _joined(view: View) -> dict[int, str]:
    """Annotation -> the words of a run of number links that stand side by side and lead to one
    place (``2`` and ``1`` of note 21)."""
    found: dict[int, str] = {}
    for run in _runs(view):
        text = "".join(words(link.text) for link in run)
        for link in run:
            found[link.annotation] = text
    for link, text in _phrases(view):
        found[link.annotation] = text
    return found


def _rests(view: View) -> frozenset[int]:
    return frozenset(link.annotation for run in _runs(view) for link in run[1:]) - {-1}


def _phrases(view: View) -> Iterator[tuple[Link, str]]:
    """Number links before words of the same block that lead to the same place, with what they say
    together: a number at the beginning of a linked phrase is no marker, one at its end is."""
    after: Link | None = None
    for link in reversed(view.links):
        if link.node < 0 or link.annotation < 0:
            continue
        text = words(link.text)
        if any(map(str.isalpha, text)):
            after = link
        elif after is not None:
            same = after.target == link.target and after.node - link.node < _LEVELS
            if same and view.block_of(after.node) == view.block_of(link.node):
                yield link, f"{text} {words(after.text)}"


def _runs(view: View) -> Iterator[list[Link]]:
    run: list[Link] = []
    for link in view.links:
        if link.node < 0 or not words(link.text).isdigit():
            if len(run) > 1:
                yield run
            run = []
            continue
        last = view.nodes[run[-1].node] if run else None
        if (
            last is not None
            and last.end == link.node
            and run[-1].target == link.target
            and view.nodes[link.node].text_start - last.text_end == 0
        ):
            run.append(link)
            continue
        if len(run) > 1:
            yield run
        run = [link]
    if len(run) > 1:
        yield run


def _bare(text: str) -> str:
    """Without the number in front."""
    return _NUMBER.sub("", text, count=1) if _NUMBER.match(text) else text


def _key(text: str) -> str:
    return "".join(c for c in text[:300].casefold() if c.isalnum())
