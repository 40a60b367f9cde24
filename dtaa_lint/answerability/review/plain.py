"""A frozen task in plain words: what is to be found, the evidence, the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dtaa_lint.universe.model import Motif
from dtaa_lint.words import Words, cut

_TEXT = 2_000
"""Characters of one piece of text."""
_MOST = 60
"""Pieces of evidence, or of an answer, in a cell."""


def need(task: Mapping[str, Any], words: Words) -> str:
    """What is to be found out, in a sentence around the document's own terms."""
    intent = task["intent"]
    names = {
        "subject": cut(str(intent["subject"]), _TEXT),
        "constraint": cut(str(intent["constraint"]), _TEXT),
    }
    motif = Motif(task["motif"])
    said = _need(motif, task["gold"], names, words)
    if motif not in _SAY_IT_ALL and names["constraint"]:
        said += " " + words("({constraint})", constraint=names["constraint"])
    return said


_SAY_IT_ALL = (
    Motif.TABLE_CELL, Motif.TABLE_COMPARE, Motif.TABLE_SERIES, Motif.REFERENCE_TARGET,
)  # fmt: skip
"""Motifs whose sentence holds the constraint; that of a series is but the axis."""


def _need(motif: Motif, gold: Mapping[str, Any], names: Mapping[str, str], words: Words) -> str:
    if motif is Motif.TABLE_COMPARE:
        sides = {side: cut(str(gold[side]["what"]), _TEXT) for side in ("left", "right")}
        subject = names["subject"]
        return words(
            "For “{subject}”: which is greater, “{left}” or “{right}”?", subject=subject, **sides
        )
    texts = {
        Motif.LOCAL_FACT: words(
            "Find the value that completes the statement “{subject}”.", **names
        ),
        Motif.HEADING_SCOPE: words("Find what is said under the heading “{subject}”.", **names),
        Motif.HEADING_LIST: words("Name every item that is listed under “{subject}”.", **names),
        Motif.NESTED_LIST: words(
            "Name every item that is listed under “{subject}”, which is an item of a list itself.",
            **names,
        ),
        Motif.SECTION_SET: words(
            "Bring together all points that the section “{subject}” makes.", **names
        ),
        Motif.LABEL_VALUE: words("Find what is given for the label “{subject}”.", **names),
        Motif.DEFINITION: words(
            "Find what “{subject}” means, as the document defines it.", **names
        ),
        Motif.TABLE_CELL: words(
            "Find the one value that a table gives for “{subject}” under “{constraint}”.", **names
        ),
        Motif.TABLE_SERIES: words(
            "Give every value that a table has for “{subject}”, each with its header.", **names
        ),
        Motif.TABLE_SUMMARY: words("Find what the table “{subject}” shows.", **names),
        Motif.FIGURE_ALT: words("Find what the figure “{subject}” shows.", **names),
        Motif.FIGURE_CAPTION: words(
            "Find what the figure “{subject}” shows, as its caption says.", **names
        ),
        Motif.NOTE_QUALIFICATION: words(
            "Find the note that qualifies “{subject}”, and what it says.", **names
        ),
        Motif.REFERENCE_TARGET: words(
            "Find what is said at the place that “{subject}” refers to by “{constraint}”.", **names
        ),
    }
    return texts[motif]


def evidence(task: Mapping[str, Any], words: Words) -> tuple[str, ...]:
    """Where the evidence is, and its texts."""
    context = task["intent"]["context"]
    lines = []
    if context["page"] is not None:
        lines.append(words("page {page}", page=int(context["page"])))
    if context["headingPath"]:
        path = " › ".join([cut(str(part), _TEXT) for part in context["headingPath"]])
        lines.append(words("under {path}", path=path))
    if context["caption"]:
        lines.append(words("caption: {caption}", caption=cut(str(context["caption"]), _TEXT)))
    texts = [slot["anyOf"][0]["evidence"] for slot in task["requiredEvidence"] if slot["anyOf"]]
    return (*lines, *_bullets([str(text) for text in texts], words))


def gold(task: Mapping[str, Any], words: Words) -> tuple[str, ...]:
    """The answer by the document."""
    found = task["gold"]
    kind = found["kind"]
    if kind == "set":
        texts = [
            f"{item['label']}: {item['value']}" if item["label"] else str(item["value"])
            for item in found["items"]
        ]
    elif kind == "span":
        texts = [str(text) for text in found["checklist"]]
    elif kind == "comparison":
        texts = [f"{found[side]['what']}: {found[side]['value']}" for side in ("left", "right")]
        texts.append(
            words("the first is greater") if found["relation"] == "greater"
            else words("the second is greater")
        )  # fmt: skip
    elif kind == "qualification":
        texts = [
            words("claim: {text}", text=str(found["claim"])),
            words("note: {text}", text=str(found["qualification"])),
        ]
    else:
        texts = [str(found["value"])]
    return _bullets(texts, words)


def bullet(text: str) -> str:
    """A text that no spreadsheet takes for a number, a date or a formula."""
    return f"• {cut(text, _TEXT)}"


def _bullets(texts: list[str], words: Words) -> tuple[str, ...]:
    lines = [bullet(text) for text in texts[:_MOST]]
    if len(texts) > _MOST:
        lines.append(words("and {n} more", n=len(texts) - _MOST))
    return tuple(lines)
