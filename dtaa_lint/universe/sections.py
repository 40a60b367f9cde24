"""What stands directly under each heading, as HEADING_SCOPE and SECTION_SET read it.

Every block of running text is part of it, a lead sentence too that says something beside
announcing. Left out are labels and lines to fill in, a lead that only announces a list, table or
figure (that one is another motif's evidence), and a short line over more text, which is a title.
Whatever stands behind a lead is said with it: one line, such as an address, is part of the section.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import pairwise

from dtaa_lint.graph.index import SECTIONS
from dtaa_lint.graph.model import Heading
from dtaa_lint.graph.view import View
from dtaa_lint.universe.labels import boxes_to_tick, is_caption_line, is_note_line, is_page_foot
from dtaa_lint.universe.sentences import last_sentence, says_following
from dtaa_lint.universe.validate import is_fragment, is_pointer, is_stub

NO_TEXT = frozenset(
    {"L", "Table", "Figure", "Formula", "Note", "FENote", "Form", "TOC", "TOCI", "Caption", "Index"}
    | {"Code"}
    | {"Artifact", "Annot", "Lbl", "THead", "TBody", "TFoot", "TR", "TD", "TH"}
)
"""Blocks that are other motifs' evidence, or none."""
_FLOATS = frozenset({"Table", "Figure", "Formula"})
_COLONS = ":："
_SENTENCE = 4
"""Words of a text with a full stop; a shorter one (``Yes. Complete below.``) is a label."""
_RUNNING = 6
"""Words of one without."""
_SHORT = 2
"""Words of a short line that closes a section of running text."""
_TERM = 3
"""Letters of the longest line of one word that names nothing."""
_TITLE = 15
"""Words of the longest numbered title."""
_CAPTION = 25
"""Words of the longest name of a figure or table that has no full stop."""
_LINE = 10
"""Words of the longest line over a paragraph that is its title."""
_PARAGRAPH = 25
"""Words of a paragraph beside fields to fill in; fewer are a prompt."""
_FORM_PAGE = 15
"""Fields on a page that is a form as a whole."""
_PROMPTS = 2
"""Prompts for each paragraph beyond which a section is a form to fill in."""
_LEAD = 3
"""Words of a lead before running text; a shorter one is a label."""
_TELLING = 12
"""Words from which a lead says something, even where it announces what follows."""
_FIELD_LABEL = 12
"""Words of the longest text without a full stop that is a label in a document with form fields."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the blocks before its first sub-heading."""

    heading: Heading
    texts: tuple[int, ...]
    """Blocks of running text."""
    items: tuple[int, ...]
    """Texts and lists in order; a list stands for the lead that announces it too."""
    children: tuple[int, ...]
    """Sub-headings that have content of their own."""
    lists: int
    """Lists among the blocks."""
    others: int
    """Tables, figures and other blocks that are neither text nor list."""
    left_out: tuple[int, ...]
    """Texts left out as labels, form stubs or contents lines."""
    pointers: int
    """Texts that only say where to look."""
    form: bool
    """Mostly prompts to be answered in writing."""
    open_leads: tuple[int, ...]
    """Texts that end in a colon, with what they lead into being no part of the section."""
    code: tuple[int, ...]
    """Lines of markup among its texts: samples that are set as paragraphs."""
    prompts: tuple[int, ...]
    """Of a form: what it says beside its fields in as many words as a sentence has, and
    sub-headings over nothing but fields. No part of what is said, though of what is there."""


class _Kind(Enum):
    TEXT = auto()
    POINTER = auto()
    LEAD = auto()
    """Ends in a colon."""
    SHORT = auto()
    """A few words, no sentence."""
    LABEL = auto()
    LIST = auto()
    CODE = auto()
    """A listing: part of what is said, where there is text beside it."""
    OTHER = auto()


_WORDED = frozenset({_Kind.TEXT, _Kind.LEAD, _Kind.SHORT, _Kind.LABEL})
_CONTENT = frozenset({_Kind.TEXT, _Kind.POINTER, _Kind.LEAD, _Kind.LIST, _Kind.CODE, _Kind.OTHER})
"""What a short line before it may be the title of."""
_NO_PROMPT = frozenset({_Kind.LIST, _Kind.CODE, _Kind.OTHER})


def read_sections(
    view: View, text_of: Callable[[int], str], passed: Set[int], contents: Set[int]
) -> list[Section]:
    """One section for each heading with text, in reading order. ``text_of`` gives a block's text
    without notes and markers; ``passed`` are paragraphs that look like captions and lists of
    contents, ``contents`` the headings of such lists: both make no section and are no part of
    one."""
    with_content = {
        h.node
        for h in view.headings
        if h.text and (h.blocks or h.children) and h.node not in contents
    }
    reader = _Reader(view, text_of, passed, with_content)
    sections = [
        reader.read(heading)
        for heading in view.headings
        if heading.text and heading.node not in contents
    ]
    return _without_prompts(view, sections) if reader.form else sections


def _without_prompts(view: View, sections: list[Section]) -> list[Section]:
    """A sub-heading over nothing but the prompts and fields of a form has no content of its own."""
    said = {
        section.heading.node
        for section in sections
        if section.texts
        or section.lists
        or section.children
        or any(view.nodes[block].type in _FLOATS for block in section.heading.blocks)
    }
    return [
        section
        if said.issuperset(section.children)
        else replace(
            section,
            children=tuple([child for child in section.children if child in said]),
            prompts=(
                *section.prompts,
                *[child for child in section.children if child not in said],
            ),
        )
        for section in sections
    ]


class _Reader:
    def __init__(
        self, view: View, text_of: Callable[[int], str], passed: Set[int], content: Set[int]
    ) -> None:
        self.view = view
        self.text_of = text_of
        self.passed = passed
        self.content = content
        self.fields = sorted(field.node for field in view.fields)
        self.per_page = Counter(view.nodes[node].page for node in self.fields)
        self.form = bool(view.fields)

    def fillable(self, heading: Heading) -> bool:
        """Whether fields to fill in stand among the heading's own blocks, or all over its page."""
        if not self.fields or not heading.blocks:
            return False
        if self.per_page[self.view.nodes[heading.node].page] >= _FORM_PAGE:
            return True
        end = self.view.nodes[heading.blocks[-1]].end
        if heading.children:
            end = min(end, heading.children[0])
        at = bisect_left(self.fields, heading.node)
        return at < len(self.fields) and self.fields[at] < end

    def read(self, heading: Heading) -> Section:
        blocks = list(self.blocks(heading))
        fillable = self.fillable(heading)
        if fillable:
            # What a form says beside its fields is prompts, but for whole paragraphs.
            blocks = [
                (kind, block)
                if kind in _NO_PROMPT or _is_paragraph(self.text_of(block))
                else (_Kind.LABEL, block)
                for kind, block in blocks
            ]
        texts: list[int] = []
        items: list[int] = []
        left_out: list[int] = []
        leads: list[int] = []
        running = sum(kind is _Kind.TEXT for kind, _ in blocks)
        last = max((i for i, (kind, _) in enumerate(blocks) if kind in _CONTENT), default=-1)
        shorts = sum(kind is _Kind.SHORT for kind, _ in blocks)
        titles = self.titles(blocks)
        codes = {block for kind, block in blocks if kind is _Kind.CODE}
        for place, (kind, block) in enumerate(blocks):
            after = blocks[place + 1][0] if place + 1 < len(blocks) else None
            if kind is _Kind.LIST:
                items.append(block)
                continue
            if kind is _Kind.OTHER:
                continue
            if kind is _Kind.LEAD:
                kind = self.lead(block, after)
                if kind is _Kind.LEAD:
                    leads.append(block)
            elif kind is _Kind.SHORT:
                ends = place > last and shorts <= running
                kind = _Kind.TEXT if ends or place in titles else _Kind.LABEL
            elif kind is _Kind.TEXT and self.names(blocks, place):
                kind = _Kind.TEXT if place in titles else _Kind.LABEL
            elif place in titles:
                kind = _Kind.TEXT
            if kind is _Kind.LABEL and not fillable and self.led(blocks, place, texts):
                kind = _Kind.TEXT
            if kind is _Kind.LABEL:
                left_out.append(block)
            elif kind is not _Kind.OTHER:
                texts.append(block)
                items.append(block)
        if codes.issuperset(texts):
            items = [block for block in items if block not in codes]
            texts = []
        if len(leads) == len(texts):
            # Leads and nothing but what they lead into.
            items = [block for block in items if block not in leads]
            texts = []
        return Section(
            heading,
            tuple(texts),
            tuple(items),
            tuple([child for child in heading.children if child in self.content]),
            sum(kind is _Kind.LIST for kind, _ in blocks),
            sum(kind is _Kind.OTHER for kind, _ in blocks),
            tuple(left_out),
            sum(kind is _Kind.POINTER for kind, _ in blocks),
            fillable and len(left_out) > _PROMPTS * len(texts),
            self.open_leads(blocks, texts, items),
            tuple(
                [b for kind, b in blocks if kind in _WORDED and is_markup(self.text_of(b))],
            ),
            tuple([b for b in left_out if is_running(self.text_of(b))]) if fillable else (),
        )

    def led(self, blocks: list[tuple[_Kind, int]], place: int, texts: list[int]) -> bool:
        """Whether a line is all that a text right before it leads into: an address, a name."""
        if not texts or not place or blocks[place - 1][1] != texts[-1] or self.form:
            return False
        if self.text_of(texts[-1])[-1] not in _COLONS:
            return False
        after = blocks[place + 1][0] if place + 1 < len(blocks) else None
        return after not in (_Kind.LABEL, _Kind.SHORT)

    def open_leads(
        self, blocks: list[tuple[_Kind, int]], texts: list[int], items: list[int]
    ) -> tuple[int, ...]:
        """The texts that lead into something that is neither text nor list of the section."""
        said = set(items)
        leads = [block for block in texts if self.text_of(block)[-1] in _COLONS]
        if not leads:
            return ()
        following = {block: after for (_, block), (_, after) in pairwise(blocks)}
        return tuple([block for block in leads if following.get(block, -1) not in said])

    def blocks(self, heading: Heading) -> Iterator[tuple[_Kind, int]]:
        """What each block before the first sub-heading is; blank ones and those without a letter
        are none."""
        nodes = self.view.nodes
        end = heading.children[0] if heading.children else len(nodes)
        under = False
        """Whether a table or figure stands right before, but for its notes."""
        for block in heading.blocks:
            if block >= end:
                break
            kind = nodes[block].type
            if block in self.passed:
                continue
            if kind == "L":
                if any(map(str.isalnum, self.text_of(block))):
                    yield _Kind.LIST, block
                continue
            text = "" if kind in NO_TEXT and kind != "Code" else self.text_of(block)
            if kind in NO_TEXT:
                code = any(map(str.isalpha, text)) and not self.view.index.blank(block)
                yield _Kind.CODE if code else _Kind.OTHER, block
                under = kind in _FLOATS
                continue
            if under and is_note_line(text):
                yield _Kind.OTHER, block
                continue
            if any(map(str.isalpha, text)):
                under = False
                yield _Kind.OTHER if self.drawn(block) else self.kind(text), block

    def drawn(self, block: int) -> bool:
        """Whether a paragraph holds a section that is no section, without an element in it: the
        words of a drawing, in the order in which its shapes were drawn."""
        nodes = self.view.nodes
        if nodes[block].type != "P" or nodes[block].end == block + 1:
            return False
        return any(
            nodes[kid].type in SECTIONS
            and nodes[kid].end == kid + 1
            and not self.view.index.blank(kid)
            for kid in self.view.children(block)
        )

    def names(self, blocks: list[tuple[_Kind, int]], place: int) -> bool:
        """Whether a text without a full stop names what stands beside it: a title over a
        paragraph, a caption of a figure or table."""
        text = self.text_of(blocks[place][1])
        words = text.count(" ") + 1
        if words > _CAPTION or _ends(text):
            return False
        before = blocks[place - 1][0] if place else None
        after = blocks[place + 1] if place + 1 < len(blocks) else (None, -1)
        if before is _Kind.OTHER or after[0] is _Kind.OTHER:
            return True
        return (
            words <= _LINE
            and not text[0].islower()
            and after[0] is _Kind.TEXT
            and not (following := self.text_of(after[1]))[0].islower()
            and _ends(following)
        )

    def titles(self, blocks: list[tuple[_Kind, int]]) -> frozenset[int]:
        """Places of the lines that name the paragraphs below them, where they part the section:
        several, or one with text before it. What they name is said of it. A single line on top
        says again what the section is about."""
        if self.form:
            return frozenset()
        found = [place for place in range(len(blocks) - 1) if self.heads(blocks, place)]
        if len(found) == 1 and not any(kind is _Kind.TEXT for kind, _ in blocks[: found[0]]):
            return frozenset()
        return frozenset(found)

    def heads(self, blocks: list[tuple[_Kind, int]], place: int) -> bool:
        """Whether a line names the paragraph below it."""
        kind, block = blocks[place]
        after, below = blocks[place + 1]
        if after is not _Kind.TEXT or (place and blocks[place - 1][0] is _Kind.OTHER):
            return False
        nodes, following = self.view.nodes, self.text_of(below)
        if nodes[block].page != nodes[below].page or not _ends(following):
            return False
        if kind is _Kind.LABEL:
            return _is_term(self.text_of(block))
        return kind is _Kind.SHORT or (kind is _Kind.TEXT and self.names(blocks, place))

    def kind(self, text: str) -> _Kind:
        """What a block of text is by itself."""
        if text[-1] in _COLONS:
            return _Kind.LEAD
        if is_pointer(text):
            return _Kind.POINTER
        if (
            is_fragment(text)
            or _numbered_title(text)
            or is_page_foot(text)
            or boxes_to_tick(text)
            or text.endswith(" . .")
            or (not _ends(text) and (text.isupper() or is_caption_line(text)))
        ):
            return _Kind.LABEL
        words = text.count(" ") + 1
        if self.form and words < _FIELD_LABEL and not _ends(text):
            return _Kind.LABEL
        if is_running(text):
            return _Kind.TEXT
        return _Kind.SHORT if words >= _SHORT and not self.form else _Kind.LABEL

    def lead(self, block: int, after: _Kind | None) -> _Kind:
        """What a text that ends in a colon is, by what follows: TEXT with a statement of its own,
        LEAD when it is to stand beside other texts only, OTHER when it only announces, LABEL."""
        text = self.text_of(block)
        sentence = last_sentence(text)
        if sentence != text:
            return _Kind.TEXT
        words = text.count(" ") + 1
        if after is _Kind.TEXT or after is _Kind.POINTER or after is _Kind.CODE:
            # The colon of a form's label is followed by other labels.
            return (
                _Kind.TEXT if words >= _LEAD and not (self.form and is_stub(text)) else _Kind.LABEL
            )
        if after is _Kind.LIST or after is _Kind.OTHER:
            says = words >= _RUNNING and (words >= _TELLING or not says_following(text))
            return _Kind.LEAD if says else _Kind.OTHER
        return _Kind.LABEL if is_stub(text) or after is None else _Kind.TEXT


def _is_term(text: str) -> bool:
    """One word that names something, as a line of its own: ``OCSP-Forwarder``."""
    return text.count("-") < _SHORT and len(text) > _TERM and text.replace("-", "").isalpha()


def is_markup(text: str) -> bool:
    """A line of a sample in markup: ``<div>The removal of hedges is forbidden.</div>``."""
    return text[0] == "<" and (text[1:2].isalpha() or text[1:2] in "/?!") and ">" in text[2:]


def is_running(text: str) -> bool:
    """A sentence, or as many words as a sentence has; no label such as ``Yes`` or ``Other``."""
    return text.count(" ") >= _RUNNING - 1 or _ends(text)


def _is_paragraph(text: str) -> bool:
    """Whole sentences, as many words as no prompt of a form has."""
    return _ends(text) and text.count(" ") + 1 >= _PARAGRAPH


def _numbered_title(text: str) -> bool:
    """A title with its section number (``2.7.1. What is a fee?``) that is tagged as a paragraph."""
    if not text[0].isdecimal() or text.count(" ") > _TITLE or text[-1] == ".":
        return False
    number = text.split(" ", 1)[0]
    return "." in number.strip(".") and all(map(str.isdecimal, number.strip(".").split(".")))


def _ends(text: str) -> bool:
    """Whether the text ends like a sentence, and has as many words as one."""
    if text[-1] in "。！？":
        return True
    ends = text.rstrip(")]”\"»'’")[-1:] in (".", "!", "?", ";", "…")
    return ends and text.count(" ") >= _SENTENCE - 1
