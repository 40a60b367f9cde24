"""What the short words of an assessment mean, for people."""

from __future__ import annotations

import re

from dtaa_lint.answerability.model import Phrasing
from dtaa_lint.answerability.scoring.thresholds import ALL, WRITTEN, Result
from dtaa_lint.words import Words

_BAND = re.compile(r"(up to |over |[\d,]+ to |)([\d,]+)( words| characters|)")
"""What ``benchmark.dimensions`` calls a band of numbers."""


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
        "retrieved": words("no model answered"),
        "unjudged": words("no verdict"),
    }.get(outcome, outcome)


def standing_name(result: Result, ceiling: bool, words: Words) -> str:
    """How a threshold stands. ``ceiling``: no model was asked."""
    standing = result.standing.value
    if standing == "nothing to measure" and ceiling and result.phrasing in WRITTEN:
        return words("asked only with models")
    if standing == "nothing to measure" and not ceiling and result.phrasing == Phrasing.LEXICAL:
        return words("asked only without models")
    if result.close:
        standing = f"{standing} by the value"
    return {
        "met": words("met"),
        "missed": words("missed"),
        "met by the value": words("met by the value alone"),
        "missed by the value": words("missed by the value alone"),
        "too small to tell": words("too small to tell"),
        "nothing to measure": words("nothing to measure"),
    }.get(standing, standing)


def limit_name(result: Result, words: Words) -> str:
    """What a threshold is of: a class, in a phrasing or in all of them."""
    name = words("all tasks") if result.task_class == ALL else result.task_class
    return f"{name}, {result.phrasing}" if result.phrasing else name


def breakdown_name(kind: str, words: Words) -> str:
    """What tasks are counted by."""
    return {
        "operation": words("Operation"),
        "topology": words("Topology"),
        "class": words("Class"),
        "motif": words("Motif"),
        "phrasing": words("Phrasing"),
        "document": words("Document"),
        "answer type": words("Answer type"),
        "answer length": words("Answer length"),
        "modality": words("Modality"),
        "sources": words("Number of sources"),
        "source spread": words("Spread of sources"),
        "source position": words("Position of sources"),
        "file length": words("File length"),
        "document class": words("Document class"),
        "quality": words("Quality of the question"),
        "difficulty": words("Difficulty of the question"),
    }.get(kind, kind)


def group_name(kind: str, name: str, words: Words) -> str:
    """A group of tasks within a breakdown."""
    if kind == "modality":
        return {
            "text": words("text"),
            "table": words("table"),
            "figure": words("figure"),
            "mixed": words("several of these"),
            "unknown": words("unknown"),
        }.get(name, name)
    if kind == "answer type":
        return {
            "yes-no": words("yes or no"),
            "value": words("value"),
            "word": words("word"),
            "sentence": words("sentence"),
            "open-short": words("open, short"),
            "open-long": words("open, long"),
            "unanswerable": words("no answer"),
        }.get(name, name)
    if kind in ("quality", "difficulty"):
        return {
            "passed": words("passed"),
            "failed": words("failed"),
            "hard": words("hard"),
            "too easy": words("too easy"),
            "unknown": words("unknown"),
        }.get(name, name)
    if kind == "document class":
        return words("none") if name == "none" else name
    if kind not in ("answer length", "sources", "source spread", "source position", "file length"):
        return name
    if name == "unknown":
        return words("unknown")
    if kind == "source position":
        # Translators: the quarter of the document that ends there
        return words("up to {share} %", share=name.removesuffix(" %"))
    found = _BAND.fullmatch(name)
    return name if found is None else _band(found[1], found[2], found[3], words)


def _band(lead: str, number: str, unit: str, words: Words) -> str:
    n = int(number.replace(",", ""))
    said = {
        " words": words("{n:# word|words}", n=n),
        " characters": words("{n:# character|characters}", n=n),
    }.get(unit, words.number(n))
    if lead == "up to ":
        return words("up to {most}", most=said)
    if lead == "over ":
        return words("over {least}", least=said)
    if not lead:
        return said
    first = int(lead.removesuffix(" to ").replace(",", ""))
    return words("{low} to {high}", low=words.number(first), high=said)


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


def role_name(role: str, words: Words) -> str:
    """What a model is asked for."""
    return {
        "generator": words("generator"),
        "validator": words("validator"),
        "answerer": words("answerer"),
        "judge": words("judge"),
    }.get(role, role)


def control_name(kind: str, words: Words) -> str:
    """How a question without an answer was made."""
    return {
        "crossed-headers": words("a row header with a column header of another table"),
        "missing-heading": words("a heading that the document does not have"),
        "beyond-list": words("an item beyond the end of a list"),
        "missing-number": words("a section, table or figure by the number after the last"),
    }.get(kind, kind)


def filter_name(check: str, words: Words) -> str:
    """What a filter asks of somebody else's question."""
    return {
        "formal": words("fit to be asked"),
        "internal": words("right by its own sources"),
        "external": words("right beside similar passages"),
        "difficulty": words("hard to answer from the whole text"),
    }.get(check, check)


def mark_name(verdict: str, words: Words) -> str:
    """What a filter says."""
    return {
        "passed": words("yes"),
        "failed": words("no"),
        "unknown": words("unknown"),
        "skipped": words("not asked"),
    }.get(verdict, verdict)
