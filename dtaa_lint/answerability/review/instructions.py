"""What reviewers are told."""

from __future__ import annotations

from dtaa_lint.universe.glossary import MOTIFS, OPERATIONS, TOPOLOGIES
from dtaa_lint.words import Words


def instructions(words: Words, phrasings: bool, answers: bool) -> list[tuple[str, str]]:
    """(what, text) in the order of reading; ``phrasings``, ``answers``: whether there are some to
    judge."""
    rows = [
        (
            words("What this is"),
            words(
                "Tasks that a program derived from the structure of documents, without a model. "
                "You judge whether they are right. Judge by the document itself: have it open, "
                "and look at the page that the row names."
            ),
        ),
        (
            words("How to answer"),
            words(
                "Choose yes, no or cannot say in every column that begins with J. Leave empty what "
                "you have not looked at. Say in the comment why you chose no. Judge alone, and "
                "talk with other reviewers only when all sheets are handed in."
            ),
        ),
        (
            words("What to leave as it is"),
            words(
                "The texts in the columns A to E and the row id: a row whose text was changed does "
                "not count. You may filter rows, hide columns, and add columns of your own at the "
                "right."
            ),
        ),
        (
            "J1",
            words(
                "Legitimate: the task can be understood, has one answer in this document, and is "
                "more than an echo of its own words. Column A is what counts here, not how "
                "questions about it are worded."
            ),
        ),
        (
            "J2",
            words(
                "Evidence: whoever reads what column B quotes, at its place in the document, can "
                "give the answer and needs nothing else. Say no when a header, a note or a "
                "heading is missing that the answer depends on."
            ),
        ),
        (
            "J3",
            words(
                "Answer: column C is what the document says: right, whole, and nothing that does "
                "not belong to it."
            ),
        ),
        (
            "J4",
            words(
                "Classification: column D names the operation, the topology and the motif; what "
                "they mean is explained below. All three must fit."
            ),
        ),
        (
            "J5",
            words(
                "Phrasings: every question in column E asks for exactly what column A asks for, no "
                "more and no less, and does not give the answer away. Choose no when one of them "
                "does not, and name it under J5b, such as Q2, or Q1 and Q3."
            ),
        ),
        (
            "J6",
            words("Plausible: somebody who works with this document could want to know this."),
        ),
    ]
    if not phrasings:
        rows = [row for row in rows if row[0] != "J5"]
    if answers:
        rows += [
            (
                "J7a",
                words(
                    "Answers, correct: what column B says agrees with the document. Other words "
                    "and other forms of a number are no fault. Column C is what the program holds "
                    "for right; where it is wrong, go by the document and say so in the comment."
                ),
            ),
            ("J7b", words("Answers, complete: nothing that the question asks for is missing.")),
            (
                "J7c",
                words(
                    "Answers, supported: everything that the answer says stands in the passages "
                    "of columns D and E, whether it is true or not."
                ),
            ),
        ]
    for operation, meaning in OPERATIONS.items():
        rows.append((words("Operation {name}", name=operation.value), words(meaning)))
    for name, meaning in TOPOLOGIES.items():
        rows.append((words("Topology {name}", name=name), words(meaning)))
    for motif, meaning in MOTIFS.items():
        rows.append((words("Motif {name}", name=motif.value), words(meaning)))
    return rows
