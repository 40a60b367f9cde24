"""How far each phrasing is from the document, as its writer is told (paper, section 3.7)."""

from __future__ import annotations

from collections.abc import Mapping

from dtaa_lint.answerability.model import Phrasing

DIRECTIONS: Mapping[Phrasing, str] = {
    Phrasing.Q0: "asks in the document's own terms, unchanged, for the subject and for what "
    "narrows it",
    Phrasing.Q1: "asks as somebody would who needs this and has not read the document",
    Phrasing.Q2: "asks in words far from the document's: headers, labels and headings are "
    "paraphrased wherever another word means the same; names, years, numbers and units stay",
    Phrasing.Q3: "first says in a clause why the asker needs it, then asks",
}
"""What a question of each phrasing does."""
