"""Each motif told in full: what its tasks are made of, and when a candidate is none.

``dtaa-lint explain MOTIF`` prints these words and ``docs/motifs.md`` is made from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from dtaa_lint.universe.model import Motif, Reason


class Page(NamedTuple):
    """What there is to know of a motif beside its one-line description and its class."""

    fires: str
    """The configuration of elements, and what is left to other motifs."""
    slots: str
    """The evidence that an answer must rest on."""
    relations: str
    """The edges of the graph that bind it; ``none`` for L0."""
    gold: str
    rejected: Mapping[Reason, str]
    """Reason -> when; in the order of ``Reason``."""
    example: str


PAGES: Mapping[Motif, Page] = {
    Motif.LOCAL_FACT: Page(
        fires="A paragraph outside tables, lists, notes, captions, headings and forms whose only "
        "number or address is a value (an amount, a percentage, a date or time, a quantity, an "
        "e-mail or web address, a telephone number, a code), in a whole sentence with enough other "
        "words to ask by. A number that only names something (Section 12, Form 1040) is no value.",
        slots="The sentence.",
        relations="None: one element suffices.",
        gold="The value. The subject is the sentence with a gap in its place, the constraint the "
        "kind of value.",
        rejected={
            Reason.AMBIGUOUS: "the same sentence under the same headings holds another value",
            Reason.NOT_VERBATIM: "glyphs have no Unicode value, ActualText changes digits, or "
            "line numbers stand in the text",
            Reason.FRAGMENT: "the paragraph before breaks off, so that this one may continue it",
            Reason.EXTERNAL_CONTEXT: "the sentence begins with a word such as “this” or “they”, or "
            "speaks of what stands above, below or in what follows",
            Reason.SPLIT_TEXT: "words are broken apart",
            Reason.DUPLICATE: "the same sentence with the same value again",
        },
        example="“The application must be filed within 30 days.” How long is there to file the "
        "application? 30 days.",
    ),
    Motif.HEADING_SCOPE: Page(
        fires="A heading with blocks of running text directly under it, before its first "
        "sub-heading. Tables and figures there are evidence of other motifs; where lists stand "
        "among the text, SECTION_SET asks for the whole.",
        slots="The heading; each block of text.",
        relations="HEADING_FOR from the heading to each block.",
        gold="A passage: one entry for each block, in order.",
        rejected={
            Reason.INCOMPLETE_EVIDENCE: "nothing stands under the heading, the heading names "
            "nothing by itself (“Part II”), or a text announces something that does not stand "
            "there",
            Reason.AMBIGUOUS: "another heading has the same text, under headings of the same text, "
            "and other content; or headings on several pages repeat it",
            Reason.NOT_VERBATIM: "glyphs have no Unicode value, or line numbers stand in the text",
            Reason.MALFORMED_STRUCTURE: "the heading is as long as a paragraph, the text under it "
            "is a list that is not tagged as one, or lines that look like headings stand in it",
            Reason.HEADING_ECHO: "the text only repeats the heading",
            Reason.FRAGMENT: "there are only labels, pieces of sentences, lines to fill in or a "
            "table of contents, or lines of code (HTML, XML) stand in the text",
            Reason.EXTERNAL_CONTEXT: "the text only says where to look",
            Reason.SPLIT_TEXT: "words of the heading or of a short text are broken apart",
            Reason.SUBSUMED: "the scope is one list, which is asked for as a list, or holds lists "
            "and text, which SECTION_SET asks for",
            Reason.DUPLICATE: "another heading has the same text, under headings of the same text, "
            "and the same content",
        },
        example="H2 “Refunds”, P “Fees are not refunded.” What is said about refunds? Fees are not "
        "refunded.",
    ),
    Motif.HEADING_LIST: Page(
        fires="A list that stands in no other list, under the sentence that announces it, else "
        "under its caption or its heading when it is the only list there.",
        slots="What introduces the list; each item.",
        relations="PRECEDES from the sentence, HEADING_FOR or CAPTION_FOR to the list; CONTAINS "
        "from the list to each item.",
        gold="A set: every item, with its label where that is words and no bullet or number, and "
        "nothing else.",
        rejected={
            Reason.INCOMPLETE_EVIDENCE: "nothing introduces the list, or what does names nothing "
            "by itself",
            Reason.AMBIGUOUS: "several lists of one section have no sentence that introduces them, "
            "the same sentence introduces different lists or begins other paragraphs, or headings "
            "on several pages repeat what introduces it",
            Reason.NOT_VERBATIM: "glyphs have no Unicode value",
            Reason.MALFORMED_SET: "the list has fewer than two items, an empty one, several in "
            "one, items set deeper than others, or something in or among them that is none, such "
            "as a text box or the paragraph after the list; its items are alternatives that go on "
            "with a sentence (“Either …”); or it was cut, and its rest stands in another one",
            Reason.MALFORMED_STRUCTURE: "what introduces the list is as long as a paragraph",
            Reason.FRAGMENT: "the items are lines to fill in, or a table of contents, or one of "
            "them breaks off where the list in it begins",
            Reason.EXTERNAL_CONTEXT: "the items only say where to look",
            Reason.SPLIT_TEXT: "words of a short item are broken apart",
            Reason.SUBSUMED: "the list fills a cell, which is asked for as a cell, or is the rest "
            "of one that was cut",
            Reason.DUPLICATE: "the same list under the same words again",
        },
        example="P “Attach the following:”, L with “Passport” and “Photo”. What must be attached? "
        "Passport; photo.",
    ),
    Motif.NESTED_LIST: Page(
        fires="A list inside an item of another list. The outer list, in which this item counts by "
        "its name, is HEADING_LIST's.",
        slots="The item that introduces the list, without the list; each item of the list.",
        relations="CONTAINS from the introducing item to the list and from the list to each item.",
        gold="A set: every item, with its label where that is words and no bullet or number. When "
        "the list lies deeper still, the constraint is the item around it.",
        rejected={
            Reason.INCOMPLETE_EVIDENCE: "the item says or names nothing by itself, or the list "
            "stands in no item, or in a text box in one",
            Reason.AMBIGUOUS: "one item holds several lists, or items with the same text hold "
            "different ones",
            Reason.NOT_VERBATIM: "glyphs have no Unicode value",
            Reason.MALFORMED_SET: "as for HEADING_LIST",
            Reason.MALFORMED_STRUCTURE: "what introduces the list is as long as a paragraph",
            Reason.FRAGMENT: "the items are lines to fill in, or a table of contents, or one of "
            "them breaks off where the list in it begins",
            Reason.EXTERNAL_CONTEXT: "the items only say where to look",
            Reason.SPLIT_TEXT: "words of a short item are broken apart",
            Reason.SUBSUMED: "the list is the rest of one that was cut",
            Reason.DUPLICATE: "items with the same text hold the same list",
        },
        example="LI “Proof of identity:” with L “passport”, “identity card”. What counts as proof "
        "of identity? Passport; identity card.",
    ),
    Motif.SECTION_SET: Page(
        fires="A heading over two or more blocks of text or list, or over two or more sub-headings "
        "that have content of their own.",
        slots="The heading; each paragraph, list item and sub-heading.",
        relations="HEADING_FOR from the heading to each of them.",
        gold="A passage: one entry for each paragraph, list item and sub-heading, in order.",
        rejected={
            Reason.INCOMPLETE_EVIDENCE: "the heading names nothing by itself, or a text announces "
            "something that does not stand under it",
            Reason.AMBIGUOUS: "another heading has the same text, under headings of the same text, "
            "over other content; or headings on several pages repeat it",
            Reason.NOT_VERBATIM: "glyphs of the heading have no Unicode value, or line numbers "
            "stand in the text",
            Reason.MALFORMED_SET: "sub-headings repeat each other, or a list item holds several",
            Reason.MALFORMED_STRUCTURE: "the heading is as long as a paragraph, a block is a list "
            "that is not tagged as one, lines that look like headings stand among them, one "
            "sub-heading belongs under another by its number, or an appendix stands under a "
            "numbered section",
            Reason.FRAGMENT: "a block is a piece of a sentence or a line of code (HTML, XML)",
            Reason.SPLIT_TEXT: "words of the heading are broken apart",
            Reason.SUBSUMED: "all blocks are running text: HEADING_SCOPE asks for them",
            Reason.DUPLICATE: "another heading has the same text, under headings of the same text, "
            "over the same content",
        },
        example="H2 “How to apply”, with H3 “By post” and H3 “Online”. Which ways to apply are "
        "described? By post; online.",
    ),
    Motif.LABEL_VALUE: Page(
        fires="A list item whose label is words, a row of a two-column table with row headers and "
        "no header row, or a text or choice field of a form. Lists that define terms are "
        "DEFINITION's.",
        slots="The value; the label, or the headers of the row.",
        relations="LABEL_FOR from the label to the value, or ROW_HEADER_FOR from each header.",
        gold="The value.",
        rejected={
            Reason.INCOMPLETE_EVIDENCE: "a form field has no name, or a row no header",
            Reason.AMBIGUOUS: "the same label under the same headings has another value",
            Reason.AMBIGUOUS_RELATION: "it is open which header a cell belongs to",
            Reason.NOT_VERBATIM: "glyphs have no Unicode value, or ActualText changes digits",
            Reason.TRIVIAL: "there is no value, or a dash",
            Reason.MALFORMED_STRUCTURE: "labels and values are all header cells, an item has no "
            "body, or its label is its first line",
            Reason.HEADING_ECHO: "the value repeats the label",
            Reason.FRAGMENT: "a field to fill in, a box to tick",
            Reason.EXTERNAL_CONTEXT: "the value only says where to look",
            Reason.SPLIT_TEXT: "words of the label are broken apart",
            Reason.DUPLICATE: "the same label with the same value again",
        },
        example="TH Scope=Row “Opening hours”, TD “9 to 17”. What are the opening hours? 9 to 17.",
    ),
    Motif.DEFINITION: Page(
        fires="An item of a list with ListNumbering Description, or with labels in words under a "
        "heading or sentence that names a glossary; an inline element with an expansion (E).",
        slots="The definition or expansion; the term.",
        relations="DEFINES from the label to the body; for an abbreviation from its element to "
        "itself.",
        gold="A passage: the definition, or the expansion.",
        rejected={
            Reason.INCOMPLETE_EVIDENCE: "the item or the element has no term",
            Reason.AMBIGUOUS: "the term is defined in another way under the same headings",
            Reason.NOT_VERBATIM: "glyphs have no Unicode value",
            Reason.TRIVIAL: "the definition or expansion is blank, or a dash",
            Reason.MALFORMED_STRUCTURE: "an item has no body, its label is its first line, or an "
            "expansion is no longer than what it expands",
            Reason.HEADING_ECHO: "the definition repeats the term, or the expansion only says how "
            "to read it aloud",
            Reason.FRAGMENT: "the definition is a line to fill in",
            Reason.EXTERNAL_CONTEXT: "the definition only says where to look",
            Reason.SPLIT_TEXT: "words of the term are broken apart",
            Reason.DUPLICATE: "the same term with the same definition again, anywhere",
        },
        example="Span E=“gross tonnage” “GT”. What does GT stand for? Gross tonnage.",
    ),
    Motif.TABLE_CELL: Page(
        fires="A data cell of a table with headers on at least one axis, or of a bare table of "
        "data. Tables of labels and values are LABEL_VALUE's.",
        slots="The cell; each header of its row path and of its column path.",
        relations="ROW_HEADER_FOR and COLUMN_HEADER_FOR from each header to the cell.",
        gold="The cell's whole text, without notes and their markers.",
        rejected={
            Reason.INCOMPLETE_EVIDENCE: "the row, the column or both have no header",
            Reason.AMBIGUOUS: "the same headers, in the same section and under the same caption, "
            "lead to another value, in this table or in another one",
            Reason.AMBIGUOUS_RELATION: "it is open which header or group a cell belongs to, or "
            "Headers contradict the grid",
            Reason.NOT_VERBATIM: "glyphs have no Unicode value, or ActualText changes digits",
            Reason.TRIVIAL: "the cell is blank, a dash or “n/a”",
            Reason.MALFORMED_STRUCTURE: "the table serves as layout, or has only header cells",
            Reason.HEADING_ECHO: "the cell repeats its header",
            Reason.FRAGMENT: "the cell is a symbol, a box to tick or a line to fill in",
            Reason.EXTERNAL_CONTEXT: "the cell only says where to look",
            Reason.SPLIT_TEXT: "words of a header or of the cell are broken apart",
            Reason.DUPLICATE: "the same headers with the same value again",
        },
        example="TH “Basic”, TH “Price”, TD “12.50”. What is the price of Basic? 12.50.",
    ),
    Motif.TABLE_COMPARE: Page(
        fires="Two neighbouring cells of a row or of a column that share the headers of that line "
        "and hold numbers of like unit. It does not fire where one of the two is a total, which "
        "may be the sum of the other, nor for two fields of one record.",
        slots="Both cells; the headers of their paths.",
        relations="ROW_HEADER_FOR and COLUMN_HEADER_FOR from each header to its cell.",
        gold="A comparison: both values with the headers that tell them apart, and which one is "
        "the greater.",
        rejected={
            Reason.INCOMPLETE_EVIDENCE: "one of the cells has no header on an axis",
            Reason.AMBIGUOUS: "one of the cells is ambiguous",
            Reason.AMBIGUOUS_RELATION: "it is open which header one of the cells belongs to",
            Reason.NOT_VERBATIM: "glyphs of one of the cells have no Unicode value",
            Reason.MULTI_VALUE: "one of the cells holds several numbers",
            Reason.TRIVIAL_COMPARISON: "both values are equal",
            Reason.SPLIT_TEXT: "words of a header are broken apart",
            Reason.DUPLICATE: "the same two values of the same headers again",
        },
        example="Row “Basic” with “2023” 12.50 and “2024” 13.00. In which year was Basic dearer? "
        "2024.",
    ),
    Motif.TABLE_SERIES: Page(
        fires="Three or more cells of a row or of a column under one header, each with one value "
        "of one measure.",
        slots="Each cell; the headers of their paths.",
        relations="ROW_HEADER_FOR and COLUMN_HEADER_FOR from each header to its cells.",
        gold="A set: each value with the header that is its own: in a row the column header, in a "
        "column the row header.",
        rejected={
            Reason.INCOMPLETE_EVIDENCE: "a cell has no header on an axis",
            Reason.AMBIGUOUS: "a cell is ambiguous, or the same header has another series",
            Reason.AMBIGUOUS_RELATION: "it is open which header a cell belongs to",
            Reason.NOT_VERBATIM: "glyphs of a cell have no Unicode value",
            Reason.MULTI_VALUE: "a cell holds several numbers",
            Reason.MALFORMED_SET: "fewer than three headers tell the values apart, or a page end "
            "cut the table, so that the column is not whole",
            Reason.MALFORMED_STRUCTURE: "a cell belongs to a table that serves as layout",
            Reason.EXTERNAL_CONTEXT: "a cell only says where to look",
            Reason.SPLIT_TEXT: "words of a header are broken apart",
            Reason.DUPLICATE: "the same series again",
        },
        example="Row “Arvik” with “2022”, “2023”, “2024”. How did Arvik develop from 2022 to 2024? "
        "Each year with its value.",
    ),
    Motif.TABLE_SUMMARY: Page(
        fires="A table with a Summary or a Caption. The summary is preferred. The table is asked "
        "for by the label of its caption (Table 3), else by the heading above it and its place "
        "among the tables there.",
        slots="The summary, or the caption; the label in the caption, or the heading.",
        relations="CAPTION_FOR from the caption, HEADING_FOR from the heading to the table.",
        gold="A passage: the summary, or what the caption says after its label.",
        rejected={
            Reason.INCOMPLETE_EVIDENCE: "the text beside the table that looks like its caption is "
            "not bound to it, or neither label nor heading names the table",
            Reason.AMBIGUOUS: "two tables with the same label say different things",
            Reason.NOT_VERBATIM: "glyphs have no Unicode value",
            Reason.TRIVIAL: "the caption is a label alone, a type word or a single word",
            Reason.MALFORMED_STRUCTURE: "the table serves as layout",
            Reason.HEADING_ECHO: "the summary or caption repeats a heading above or a header of "
            "the table, or the summary repeats any heading",
            Reason.FRAGMENT: "the summary or caption is a symbol or a line to fill in",
            Reason.EXTERNAL_CONTEXT: "the summary or caption only says where to look",
            Reason.DUPLICATE: "the same words for another table under the same headings",
        },
        example="Caption “Table 2: Levy by size of vessel”. What does table 2 show? Levy by size "
        "of vessel.",
    ),
    Motif.FIGURE_ALT: Page(
        fires="Every Figure.",
        slots="The alternative text.",
        relations="None: one element suffices.",
        gold="A passage: the alternative text. The subject is the caption; where several figures "
        "share a caption, the constraint says which figure it is.",
        rejected={
            Reason.INCOMPLETE_EVIDENCE: "there is no alternative text",
            Reason.AMBIGUOUS: "a text beside the figure that looks like its caption, and is not "
            "bound to it, says what it shows, too",
            Reason.NOT_VERBATIM: "glyphs have no Unicode value",
            Reason.TRIVIAL: "nothing could be asked of it: a type word, a name, the owner of a "
            "logo, a file name, a number, a program's guess or keywords; or the figure is a rule "
            "or an ornament",
            Reason.HEADING_ECHO: "the alternative text repeats the caption",
            Reason.DUPLICATE: "the same alternative under the same headings and caption again",
        },
        example="Alt “Receipts rise from 2 to 5 million euro between 2020 and 2024”. What does the "
        "figure show? That.",
    ),
    Motif.FIGURE_CAPTION: Page(
        fires="A Figure with a Caption that the structure binds to it. It is asked for by the "
        "label of its caption (Figure 3), else by the heading above it and its place among the "
        "figures there.",
        slots="The caption; the label in it, or the heading.",
        relations="CAPTION_FOR from the caption, HEADING_FOR from the heading to the figure.",
        gold="A passage: what the caption says after its label.",
        rejected={
            Reason.INCOMPLETE_EVIDENCE: "the text beside the figure that looks like its caption is "
            "not bound to it, or neither label nor heading names the figure",
            Reason.AMBIGUOUS: "two figures with the same label say different things",
            Reason.NOT_VERBATIM: "glyphs have no Unicode value",
            Reason.TRIVIAL: "the caption is a label alone, a type word or a single word",
            Reason.HEADING_ECHO: "the caption repeats a heading above",
            Reason.FRAGMENT: "the caption is a symbol or a line to fill in",
            Reason.EXTERNAL_CONTEXT: "the caption only says where to look",
            Reason.DUPLICATE: "the same words for another figure under the same headings",
        },
        example="Caption “Figure 1. Receipts 2020 to 2024”. What does figure 1 show? Receipts 2020 "
        "to 2024.",
    ),
    Motif.NOTE_QUALIFICATION: Page(
        fires="A claim (a sentence, an item, a cell) with a reference that is bound to a note; a "
        "marker that finds no note; a note that no marker leads to. References to what is no note "
        "are REFERENCE_TARGET's.",
        slots="The claim; the note; the headers of a cell.",
        relations="NOTE_FOR from the note to the claim; ROW_HEADER_FOR and COLUMN_HEADER_FOR to a "
        "cell.",
        gold="A qualification: the claim and the note's text.",
        rejected={
            Reason.INCOMPLETE_EVIDENCE: "the marker or the note stands alone, only layout binds "
            "them, there is no claim, or a number lacks the headers that would name it",
            Reason.AMBIGUOUS: "the same claim elsewhere has another note",
            Reason.AMBIGUOUS_RELATION: "several notes may be meant",
            Reason.NOT_VERBATIM: "glyphs have no Unicode value",
            Reason.TRIVIAL: "the note says nothing",
            Reason.MALFORMED_STRUCTURE: "one element holds several notes",
            Reason.EXTERNAL_CONTEXT: "the note only says where to look, or names its source by an "
            "earlier note (“Ibid., p. 3”)",
            Reason.DUPLICATE: "the same claim with the same note again",
        },
        example="P “Vessels under 5 m are exempt.¹” with Note “Until 2026.” What restricts the "
        "exemption of small vessels? It holds until 2026.",
    ),
    Motif.REFERENCE_TARGET: Page(
        fires="A Link or Reference in a sentence that leads within the document: by a structure "
        "destination or Ref to an element; by a page destination or a missing one to none. Markers "
        "of notes are NOTE_QUALIFICATION's; links in contents, in an index, without a sentence or "
        "back to where a reader came from are nobody's.",
        slots="The sentence; what stands at the target.",
        relations="LINKS_TO or REFERS_TO from the reference to the target; HEADING_FOR from a "
        "heading to the text under it.",
        gold="A passage: a heading with the first text under it, the caption (else summary or "
        "alternative) of a table or figure, the text of an item or paragraph. The constraint is "
        "the reference's own words.",
        rejected={
            Reason.INCOMPLETE_EVIDENCE: "the destination is a place on a page, or missing; or "
            "nothing is declared at the target that answers",
            Reason.AMBIGUOUS: "the same words in the same sentence lead to different elements",
            Reason.AMBIGUOUS_RELATION: "one reference names several elements",
            Reason.NOT_VERBATIM: "glyphs have no Unicode value",
            Reason.TRIVIAL: "the reference leads to the block that it stands in, or to a blank",
            Reason.HEADING_ECHO: "the sentence says already what stands at the target",
            Reason.FRAGMENT: "a symbol or a line to fill in stands at the target",
            Reason.EXTERNAL_CONTEXT: "the target only says where to look",
            Reason.DUPLICATE: "the same words in the same sentence lead there again",
        },
        example="P “The levy depends on size (see Section 2).”, linked to H2 “2 Rates”, P “Vessels "
        "under 5 m pay half.” What does the section say that is referred to for size? Rates: "
        "vessels under 5 m pay half.",
    ),
}
