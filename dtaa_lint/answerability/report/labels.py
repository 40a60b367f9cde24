"""What the short words of an assessment mean, for people."""

from __future__ import annotations

from dtaa_lint.words import Words


def failure_name(failure: str, words: Words) -> str:
    """A failure class in words."""
    return {
        "Q": words("another question was answered"),
        "R": words("required evidence not shown"),
        "C": words("one end of a required relation not shown"),
        "A": words("answer wrong or incomplete"),
        "G": words("a claim that the evidence does not support"),
        "P": words("citations miss the gold"),
        "D": words("the source is ambiguous"),
    }.get(failure, failure)


def phrasing_name(phrasing: str, words: Words) -> str:
    """A phrasing in words."""
    return {
        "Q0": words("in the document's own terms"),
        "Q1": words("natural"),
        "Q2": words("in other words"),
        "Q3": words("by its purpose"),
        "QL": words("other words by rule"),
        "QC": words("no answer in the document"),
        "QX": words("somebody else's question"),
    }.get(phrasing, phrasing)


def outcome_name(outcome: str, words: Words) -> str:
    """What became of a question."""
    return {
        "answered": words("answered"),
        "abstained": words("abstained"),
        "invalid": words("output that does not fit"),
        "error": words("no answer came"),
        "retrieved": words("nobody was asked"),
        "unjudged": words("no verdict"),
    }.get(outcome, outcome)


def standing_name(standing: str, words: Words) -> str:
    """How a threshold stands."""
    return {
        "met": words("met"),
        "missed": words("missed"),
        "too small to tell": words("too small to tell"),
        "nothing to measure": words("nothing to measure"),
    }.get(standing, standing)


def breakdown_name(kind: str, words: Words) -> str:
    """What tasks are counted by."""
    return {
        "operation": words("Operation"),
        "topology": words("Topology"),
        "class": words("Class"),
        "motif": words("Motif"),
        "phrasing": words("Phrasing"),
        "document": words("Document"),
        "answerType": words("Answer type"),
        "answerLength": words("Answer length"),
        "modality": words("Modality"),
        "sources": words("Number of sources"),
        "sourceSpread": words("Spread of sources"),
        "sourcePosition": words("Position of sources"),
        "fileLength": words("File length"),
        "documentClass": words("Document class"),
    }.get(kind, kind)


def relation_name(kind: str, words: Words) -> str:
    """A required relation, to be read between its two ends."""
    return {
        "CONTAINS": words("contains"),
        "HEADING_FOR": words("is the heading for"),
        "ROW_HEADER_FOR": words("is a row header for"),
        "COLUMN_HEADER_FOR": words("is a column header for"),
        "CAPTION_FOR": words("is the caption for"),
        "LABEL_FOR": words("is the label for"),
        "NOTE_FOR": words("is the note for"),
        "DEFINES": words("defines"),
        "REFERS_TO": words("refers to"),
        "LINKS_TO": words("links to"),
        "PRECEDES": words("stands before"),
    }.get(kind, kind)


def control_name(kind: str, words: Words) -> str:
    """How a question without an answer was made."""
    return {
        "crossed-headers": words("a row header with a column header of another table"),
        "missing-heading": words("a heading that the document does not have"),
        "beyond-list": words("an item beyond the end of a list"),
    }.get(kind, kind)
