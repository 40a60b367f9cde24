"""What the words of tasks and rejections mean, each in a sentence or two, for people.

``dtaa-lint explain`` prints them and ``docs/tasks.md`` is made from them; each motif is told in
full in ``motif_pages``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from dtaa_lint.universe.model import MOTIF_CLASS, Motif, Operation, Reason
from dtaa_lint.universe.motif_pages import PAGES, Page
from dtaa_lint.words import Phrase, mark

OPERATIONS: Mapping[Operation, str] = {
    Operation.FIND: "Say what the document says under a name: a heading, a caption, a reference.",
    Operation.EXTRACT: "Give one value or statement that is asked for.",
    Operation.ENUMERATE: "Give all members of a set that has an end, and nothing besides.",
    Operation.SYNTHESIZE: "Bring together what several elements of one section say.",
    Operation.COMPARE: "Tell which of two values is the greater.",
    Operation.QUALIFY: "Give a claim together with the note that restricts or explains it.",
}

TOPOLOGIES: Mapping[str, str] = {
    "L0": "One element suffices by itself.",
    "L1": "An element and what names it: its label, heading or caption.",
    "L2": "The members of one container, such as the items of a list.",
    "L3": "Several elements within the scope of one heading.",
    "L4": "Elements that a relation binds across the tree: a cell and its headers, a claim and its "
    "note, a reference and its target.",
}

MOTIFS: Mapping[Motif, str] = {
    Motif.LOCAL_FACT: "A paragraph that holds one checkable value in one sentence. It needs no "
    "structure, so it serves as the control band and is counted apart.",
    Motif.HEADING_SCOPE: "A heading with running text directly under it.",
    Motif.HEADING_LIST: "A list under its heading or under the sentence that introduces it.",
    Motif.NESTED_LIST: "A list item that introduces a list of its own.",
    Motif.SECTION_SET: "A section of two or more blocks or sub-headings that belong together.",
    Motif.LABEL_VALUE: "A label with its value: a list item with a label in words, a row of a "
    "table of two columns without a header row, a form field with its name.",
    Motif.DEFINITION: "A term with its definition, or an abbreviation with its expansion.",
    Motif.TABLE_CELL: "A data cell with the headers of its row and of its column.",
    Motif.TABLE_COMPARE: "Two neighbouring cells of one row or column, each with one number, of "
    "one kind of quantity and in like units; years, codes and numbers of pages are none, and a "
    "total is none beside what it may be the sum of.",
    Motif.TABLE_SERIES: "Three or more cells along a row or a column, each with one value, of one "
    "kind and unit; the name, date and amount of one record are no series.",
    Motif.TABLE_SUMMARY: "A table with a caption or a summary.",
    Motif.FIGURE_ALT: "A figure whose alternative text says something that could be asked for.",
    Motif.FIGURE_CAPTION: "A figure with a caption that the structure binds to it.",
    Motif.NOTE_QUALIFICATION: "A claim whose reference leads to a note.",
    Motif.REFERENCE_TARGET: "A cross-reference whose target is an element of the structure.",
}

REASONS: Mapping[Reason, str] = {
    Reason.INCOMPLETE_EVIDENCE: "Something that the answer needs is not declared: a cell without a "
    "row header or column header, a claim without its note.",
    Reason.AMBIGUOUS: "The same question has more than one answer: two cells with the same "
    "headers, in the same section and under the same caption, hold different values.",
    Reason.AMBIGUOUS_RELATION: "It is open which element is meant: several headers, notes or "
    "targets are possible, or the file says two different things about it.",
    Reason.NOT_VERBATIM: "The text of the element is not what a reader sees, such as characters "
    "without a Unicode value, so that no answer can quote it.",
    Reason.MULTI_VALUE: "A cell holds several values, so that it can be neither compared nor part "
    "of a series. It can still be asked for as a whole.",
    Reason.TRIVIAL: "There is nothing to answer with: a blank, a dash, “n/a”, an alternative text "
    "that says no more than “image” or whose logo it is.",
    Reason.TRIVIAL_COMPARISON: "The two values are equal, so neither is the greater.",
    Reason.MALFORMED_SET: "The set is none: it has a single member, or members that are empty, "
    "repeated or stray.",
    Reason.MALFORMED_STRUCTURE: "The elements are nested or used in a way that does not say what "
    "belongs to what, such as a table that serves as layout.",
    Reason.HEADING_ECHO: "The answer would only repeat what the question names: the "
    "heading, header, label or caption.",
    Reason.FRAGMENT: "The text is a piece without a statement of its own: a prompt of a form, a "
    "line of a table of contents, half a sentence, a row of a table that is set as a paragraph.",
    Reason.EXTERNAL_CONTEXT: "The text only says where to look, or leans on text that stands "
    "elsewhere (“this”, “as above”).",
    Reason.SPLIT_TEXT: "The text falls into pieces within words, so that it cannot be found or "
    "quoted.",
    Reason.SUBSUMED: "Another task asks for the same, and more precisely: a section that consists "
    "of one list is asked for as a list.",
    Reason.DUPLICATE: "The same operation over the same evidence is a task already.",
}


class Entry(NamedTuple):
    """One word, told in full."""

    word: str
    kind: str
    """``operation``, ``topology``, ``task class``, ``motif`` or ``rejection reason``."""
    text: str
    related: tuple[str, ...] = ()
    """Further sentences: what the word consists of and what it stands in."""


def words() -> tuple[str, ...]:
    """Every word that ``look_up`` knows, in the order of the documentation."""
    return (*OPERATIONS, *TOPOLOGIES, *_classes(), *MOTIFS, *REASONS)


def look_up(word: str) -> Entry | None:
    """The entry of a word, in any case and with hyphens or underscores; None when it is none."""
    wanted = word.strip().upper()
    motifs = _classes().get(wanted)
    if motifs is not None:
        operation, topology = wanted.split("-")
        return Entry(
            wanted, mark("task class"), OPERATIONS[Operation(operation)],
            (_line(topology, TOPOLOGIES[topology]), *(_motif_line(motif) for motif in motifs)),
        )  # fmt: skip
    wanted = wanted.replace("-", "_")
    if wanted in TOPOLOGIES:
        return Entry(wanted, mark("topology"), TOPOLOGIES[wanted])
    if wanted in Operation.__members__:
        members = tuple(m for m in MOTIFS if MOTIF_CLASS[m][0] is Operation(wanted))
        lines = tuple(_motif_line(motif) for motif in members)
        return Entry(wanted, mark("operation"), OPERATIONS[Operation(wanted)], lines)
    if wanted in Motif.__members__:
        return Entry(wanted, mark("motif"), MOTIFS[Motif(wanted)], _motif_lines(Motif(wanted)))
    if wanted in Reason.__members__:
        return Entry(wanted, mark("rejection reason"), REASONS[Reason(wanted)])
    return None


def _motif_lines(motif: Motif) -> tuple[str, ...]:
    """The motif's page, a line for each of its parts."""
    page = PAGES[motif]
    return (
        Phrase("Its tasks are of class {name}.", name=class_of(motif)),
        *(Phrase("{what}: {text}", what=title, text=text) for title, text in page_parts(page)),
        *(
            Phrase("Rejected as {reason}: {when}.", reason=reason.value, when=Phrase(when))
            for reason, when in page.rejected.items()
        ),
    )


def page_parts(page: Page) -> tuple[tuple[Phrase, Phrase], ...]:
    """The parts of a motif's page with their titles, but for the rejections."""
    return (
        (Phrase("Fires on"), Phrase(page.fires)),
        (Phrase("Slots"), Phrase(page.slots)),
        (Phrase("Relations"), Phrase(page.relations)),
        (Phrase("Gold"), Phrase(page.gold)),
        (Phrase("Example"), Phrase(page.example)),
    )


def class_of(motif: Motif) -> str:
    """The class of a motif's tasks, such as ``EXTRACT-L4``."""
    operation, topology = MOTIF_CLASS[motif]
    return f"{operation}-{topology}"


def _classes() -> dict[str, list[Motif]]:
    """Class -> its motifs, both in the order of ``Motif``."""
    found: dict[str, list[Motif]] = {}
    for motif in MOTIFS:
        found.setdefault(class_of(motif), []).append(motif)
    return found


def _motif_line(motif: Motif) -> Phrase:
    return _line(motif.value, MOTIFS[motif])


def _line(word: str, text: str) -> Phrase:
    return Phrase("{what}: {text}", what=word, text=Phrase(text))
