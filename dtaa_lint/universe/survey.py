"""What the motifs have in common of one document, computed once: contexts, values, splits."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from dtaa_lint.graph.model import (
    FieldLabel,
    Figure,
    Heading,
    ListMember,
    ListView,
    Note,
    Reference,
    Table,
)
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import RunFlag
from dtaa_lint.universe.bullets import typed_bullets
from dtaa_lint.universe.contents import contents_headings, contents_lists
from dtaa_lint.universe.continuations import Continuation, find_continuations
from dtaa_lint.universe.heading_lines import heading_lines
from dtaa_lint.universe.heading_styles import styled_lines
from dtaa_lint.universe.marks import find_marks
from dtaa_lint.universe.model import Candidate
from dtaa_lint.universe.pieces import line_numbered
from dtaa_lint.universe.sections import Section, read_sections
from dtaa_lint.universe.splits import Split, find_splits
from dtaa_lint.universe.spoken import formulas, note_numbers

if TYPE_CHECKING:
    from dtaa_lint.universe.captions import Named
    from dtaa_lint.universe.cells import Cells
    from dtaa_lint.universe.motifs.reference_target import CrossReference

_RUNNING = 2
"""Pages on which headings of one parent may read alike; on more they name nothing."""


class Survey:
    """A document as the motifs see it: the view, and what several of them ask of it."""

    def __init__(
        self,
        view: View,
        splits: list[Split] | None = None,
        decimals: Mapping[str | None, tuple[int, int]] | None = None,
    ) -> None:
        """``splits``: those of the text where they are known already. ``decimals``: language ->
        values elsewhere that prove a decimal point, and a decimal comma: of tables that were left
        out of this document."""
        self.view = view
        self.decimals = decimals or {}
        self._splits = splits
        self.heading_at: dict[int, Heading] = {heading.node: heading for heading in view.headings}
        self._heading_texts: dict[int, tuple[str, ...]] = {-1: ()}
        self._block_texts: dict[int, str] = {}
        self._context_ids: dict[tuple[tuple[str, ...], str], int] = {}

    @cached_property
    def continuations(self) -> tuple[Continuation | None, ...]:
        """For every table of the view what it is the rest of."""
        return find_continuations(self.view)

    @cached_property
    def cells(self) -> Cells:
        """Every table's cells, judged."""
        from dtaa_lint.universe.cells import Cells

        return Cells(self)

    @cached_property
    def sections(self) -> list[Section]:
        """Every heading with what stands directly under it, those of contents left out."""
        passed = self.near_captions | self.contents_lists
        return read_sections(self.view, self.block_text, passed, self.contents_headings)

    @cached_property
    def line_numbered(self) -> bool:
        """Whether the document's texts hold the numbers of its lines."""
        return line_numbered(
            [self.block_text(node) for section in self.sections for node in section.texts]
        )

    @cached_property
    def heading_lines(self) -> tuple[int, ...]:
        """Lines that are set as headings and tagged as none, in reading order."""
        return heading_lines(self.view)

    @cached_property
    def untagged_headings(self) -> tuple[int, ...]:
        """The same, and lines in heading styles that are mapped to no heading."""
        styled = styled_lines(self.view)
        return tuple(sorted({*self.heading_lines, *styled})) if styled else self.heading_lines

    @cached_property
    def formulas(self) -> tuple[int, ...]:
        """Formula elements that have an alternative, in reading order."""
        return formulas(self.view)

    @cached_property
    def note_numbers(self) -> Mapping[int, frozenset[str]]:
        """Page -> the numbers of its notes that no reference leads to."""
        return note_numbers(self.view)

    @cached_property
    def contents_lists(self) -> frozenset[int]:
        """L elements that are tables of contents."""
        return contents_lists(self.view)

    @cached_property
    def contents_headings(self) -> frozenset[int]:
        """Headings over nothing but a table of contents."""
        return contents_headings(self.view, self.contents_lists)

    @cached_property
    def running_heads(self) -> frozenset[int]:
        """Headings that read like others of the same parent, on three pages at least: most often
        the line at the head of pages, tagged as a heading."""
        alike: dict[tuple[int, str], list[int]] = {}
        for heading in self.view.headings:
            if heading.text and heading.blocks:
                alike.setdefault((heading.parent, heading.text), []).append(heading.node)
        nodes = self.view.nodes
        return frozenset(
            [
                node
                for same in alike.values()
                if len(same) > _RUNNING and len({nodes[one].page for one in same}) > _RUNNING
                for node in same
            ]
        )

    @cached_property
    def list_candidates(self) -> list[Candidate]:
        """What HEADING_LIST makes of the lists, in reading order."""
        from dtaa_lint.universe.motifs.heading_list import judge

        return judge(self)

    @cached_property
    def listed(self) -> frozenset[int]:
        """Lists that are tasks of their own."""
        return frozenset([c.anchor for c in self.list_candidates if c.reason is None])

    @cached_property
    def list_at(self) -> dict[int, ListView]:
        """L element -> its list."""
        return {found.node: found for found in self.view.lists}

    @cached_property
    def member_at(self) -> dict[int, ListMember]:
        """LI element -> the list member."""
        return {member.node: member for found in self.view.lists for member in found.members}

    @cached_property
    def figure_at(self) -> dict[int, Figure]:
        """Figure element -> the figure."""
        return {figure.node: figure for figure in self.view.figures}

    @cached_property
    def figure_places(self) -> dict[int, str]:
        """Figure element -> ``figure 2``, the second of the figures that headings and caption do
        not tell apart; no entry for a figure that they do tell apart."""
        alike: dict[int, list[int]] = {}
        for figure in self.view.figures:
            if self.view.nodes[figure.node].type == "Figure":
                context = self.context(figure.node, figure.caption_text)
                alike.setdefault(context, []).append(figure.node)
        return {
            node: f"figure {place}"
            for nodes in alike.values()
            if len(nodes) > 1
            for place, node in enumerate(nodes, 1)
        }

    @cached_property
    def noted(self) -> frozenset[int]:
        """Elements that refer to a note, or may."""
        return frozenset([found.node for found in self.view.references if found.notes])

    def is_mark(self, node: int) -> bool:
        """Whether the element is a note, or by its looks or type the marker of one."""
        at = bisect_left(self._marks, node)
        return at < len(self._marks) and self._marks[at] == node

    @cached_property
    def cross_references(self) -> dict[int, CrossReference]:
        """Element -> the cross-reference that it is, in reading order."""
        from dtaa_lint.universe.motifs.reference_target import find_references

        return find_references(self)

    @cached_property
    def section_at(self) -> dict[int, Section]:
        """Heading -> what stands directly under it."""
        return {section.heading.node: section for section in self.sections}

    @cached_property
    def heading_nodes(self) -> list[int]:
        """Headings, sorted."""
        return sorted(self.heading_at)

    @cached_property
    def table_at(self) -> dict[int, Table]:
        """Table element -> the table."""
        return {table.node: table for table in self.view.tables}

    @cached_property
    def named_tables(self) -> dict[int, Named]:
        """Table with a caption or a summary -> what names and what describes it."""
        from dtaa_lint.universe.motifs.table_summary import name_tables

        return name_tables(self)

    @cached_property
    def named_figures(self) -> dict[int, Named]:
        """Figure with a caption -> what names and what describes it."""
        from dtaa_lint.universe.motifs.figure_caption import name_figures

        return name_figures(self)

    @cached_property
    def references_of(self) -> dict[int, list[Reference]]:
        """Claim -> the references in it that one note is bound to."""
        found: dict[int, list[Reference]] = {}
        for reference in self.view.references:
            if len(reference.notes) == 1:
                found.setdefault(reference.claim, []).append(reference)
        return found

    @cached_property
    def field_at(self) -> dict[int, FieldLabel]:
        """Annotation index -> the form field."""
        return {field.annotation: field for field in self.view.fields}

    @cached_property
    def note_at(self) -> dict[int, Note]:
        """Note element -> the note."""
        return {note.node: note for note in self.view.notes}

    @cached_property
    def reference_at(self) -> dict[tuple[int, int], Reference]:
        """(marker element, its first note) -> the reference."""
        return {(r.node, r.notes[0]): r for r in self.view.references if r.notes}

    @cached_property
    def _cuts(self) -> list[int]:
        return sorted({*self._marks, *self.view.index.with_text(sorted(self.list_at))})

    def cuts_in(self, node: int, start: int, stop: int) -> list[int]:
        """Notes, markers and lists inside a node that touch the text between the offsets, in
        order: no part of what it claims."""
        nodes = self.view.nodes
        cuts = self._cuts
        low = bisect_left(cuts, node + 1)
        high = bisect_left(cuts, nodes[node].end, low)
        low = bisect_left(cuts, start, low, high, key=lambda cut: nodes[cut].text_end)
        return cuts[low : bisect_left(cuts, stop, low, high, key=lambda cut: nodes[cut].text_start)]

    def block_text(self, node: int) -> str:
        """A block's normalised text without notes and markers."""
        found = self._block_texts.get(node)
        if found is None:
            found = self._block_texts[node] = self.view.index.without(node, self._marks)
        return found

    def member_text(self, member: ListMember) -> str:
        """A list item's text without its label or bullet, nested lists, notes and markers."""
        nodes = self.view.nodes
        source = member.body if member.body >= 0 else member.node
        marks = self._marks
        at = bisect_left(marks, source + 1)
        if at == len(marks) or marks[at] >= nodes[source].end:
            text = member.text
        else:
            text = self.view.index.without(source, self._cuts, member.label)
        glyph = self.typed_bullets.get(member.node)
        return text[1:].lstrip() if glyph is not None and text.startswith(glyph) else text

    @cached_property
    def typed_bullets(self) -> dict[int, str]:
        """Item -> the letter or sign that stands in it as its bullet."""
        return typed_bullets(self.view.lists, self.view)

    @cached_property
    def _marks(self) -> list[int]:
        return find_marks(self.view)

    @cached_property
    def near_captions(self) -> frozenset[int]:
        """Paragraphs beside a table or figure that look like its caption."""
        view = self.view
        return frozenset(
            {table.near_caption for table in view.tables}
            | {figure.near_caption for figure in view.figures}
        )

    @cached_property
    def splits(self) -> list[Split]:
        """Words that spaces break apart, in the order of the document's text."""
        return find_splits(self.view.document.text) if self._splits is None else self._splits

    @cached_property
    def _split_starts(self) -> list[int]:
        return [split.start for split in self.splits]

    def is_split(self, node: int) -> bool:
        """Whether a word of the node's text is broken apart."""
        return bool(self._split_starts) and self._begins_in(self._split_starts, node)

    @cached_property
    def _rewritten(self) -> list[int]:
        """Where runs begin whose ActualText has other digits than the glyphs that it replaces."""
        document = self.view.document
        return [
            run.start
            for run in document.runs
            if run.flags & RunFlag.ACTUAL_TEXT
            and run.raw
            and _digits(run.raw)
            and _digits(run.raw) != _digits(document.text[run.start : run.end])
        ]

    def rewritten(self, node: int) -> bool:
        """Whether the node's digits are not those that a reader sees."""
        return bool(self._rewritten) and self._begins_in(self._rewritten, node)

    def _begins_in(self, starts: list[int], node: int) -> bool:
        element = self.view.nodes[node]
        at = bisect_left(starts, element.text_start)
        return at < len(starts) and starts[at] < element.text_end

    def heading_texts(self, node: int) -> tuple[str, ...]:
        """Texts of the headings above a node, outermost first, without that of a table of contents,
        one that repeats the one above it once; one tuple per heading."""
        heading = self.view.heading_of(node)
        found = self._heading_texts.get(heading)
        if found is None:
            texts = [
                self.heading_at[above].text
                for above in self.view.heading_path(node)
                if above not in self.contents_headings
            ]
            if len(set(texts)) < len(texts):
                # A title that is repeated right below itself, as at the head of a page.
                texts = [t for i, t in enumerate(texts) if i == 0 or t != texts[i - 1]]
            found = self._heading_texts[heading] = tuple(texts)
        return found

    def context(self, node: int, caption: str) -> int:
        """A number for the section and caption that a node stands under. Two sections whose
        headings read alike all the way up are one context: no question can tell them apart."""
        headings = tuple([text.casefold() for text in self.heading_texts(node)])
        key = (headings, caption.casefold())
        return self._context_ids.setdefault(key, len(self._context_ids))


def _digits(text: str) -> str:
    return "".join(filter(str.isdecimal, text))
