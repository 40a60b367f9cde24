"""Tasks and rejections as plain values, as JSON and as a table of counts.

``schema/tasks-1.json`` describes the JSON. A field may be added within version 1; a change of
meaning or a removal makes it version 2. Pages are 1-based there, null where there is none.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from importlib import resources
from typing import TypeAlias

from dtaa_lint._version import PROTOCOL, __version__
from dtaa_lint.graph.view import View
from dtaa_lint.hidden import json_safe, visible
from dtaa_lint.universe.model import (
    MOTIF_CLASS,
    Candidate,
    ComparisonGold,
    Gold,
    QualificationGold,
    SetGold,
    SpanGold,
    Task,
    TaskSummary,
)
from dtaa_lint.universe.universe import Universe
from dtaa_lint.universe.validate import page_of
from dtaa_lint.words import ENGLISH, Words

SCHEMA_VERSION = 1
PROVENANCE = "DETERMINISTIC"
"""Of every task here: derived from the structure, not by a model (paper, section 3.3)."""

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"

_SNIPPET = 120
"""Characters of a rejected element's text that are shown."""


def schema() -> bytes:
    """The JSON schema of the output."""
    return (resources.files("dtaa_lint.universe") / "schema" / "tasks-1.json").read_bytes()


def doc_id(view: View) -> str:
    """The document's name in its tasks: the file's name without folder and extension."""
    name = view.document.path.replace(os.sep, "/").rsplit("/", 1)[-1]
    return name[:-4] if name.lower().endswith(".pdf") else name


def task_dict(view: View, task: Task) -> dict[str, Json]:
    """A canonical task in the shape of the paper's section 3.3."""
    context: dict[str, Json] = {
        "headingPath": list(task.heading_path),
        "caption": task.caption,
        "page": task.page + 1 if task.page >= 0 else None,
    }
    return {
        "taskId": task.task_id,
        "docId": doc_id(view),
        "motif": task.motif.value,
        "operation": task.operation.value,
        "topology": task.topology,
        "intent": {
            "subject": task.subject,
            "constraint": task.constraint,
            "context": context,
        },
        "requiredEvidence": [
            {"anyOf": [{"node": f"s{node}", "evidence": text} for node, text in slot.any_of]}
            for slot in task.slots
        ],
        "requiredRelations": [
            {"type": relation.type, "from": f"s{relation.source}", "to": f"s{relation.target}"}
            for relation in task.relations
        ],
        "gold": gold_dict(task.gold),
        "provenance": PROVENANCE,
    }


def gold_dict(gold: Gold) -> dict[str, Json]:
    """The gold answer, by its kind."""
    if isinstance(gold, SetGold):
        items: list[Json] = [{"label": label, "value": value} for label, value in gold.items]
        return {"kind": gold.kind, "items": items}
    if isinstance(gold, SpanGold):
        return {"kind": gold.kind, "checklist": list(gold.checklist)}
    if isinstance(gold, ComparisonGold):
        return {
            "kind": gold.kind,
            "left": {"what": gold.left[0], "value": gold.left[1]},
            "right": {"what": gold.right[0], "value": gold.right[1]},
            "relation": gold.relation,
        }
    if isinstance(gold, QualificationGold):
        return {"kind": gold.kind, "claim": gold.claim, "qualification": gold.qualification}
    return {"kind": gold.kind, "value": gold.value}


def gold_line(gold: Gold, words: Words = ENGLISH) -> str:
    """The gold answer in one line; what it says beside the document's texts in the language of
    ``words``."""
    if isinstance(gold, SetGold):
        return "; ".join(f"{label}: {item}" if label else item for label, item in gold.items)
    if isinstance(gold, SpanGold):
        return " … ".join(gold.checklist)
    if isinstance(gold, ComparisonGold):
        (left, one), (right, other) = gold.left, gold.right
        said = {"left": left, "one": one, "right": right, "other": other}
        if gold.relation == "greater":
            return words("{left} {one} greater than {right} {other}", **said)
        return words("{left} {one} less than {right} {other}", **said)
    if isinstance(gold, QualificationGold):
        return f"{gold.claim} … {gold.qualification}"
    return gold.value


def rejection_dict(view: View, candidate: Candidate) -> dict[str, Json]:
    """A rejected candidate with its reason and the elements at fault (its own when none is)."""
    assert candidate.reason is not None
    operation, topology = MOTIF_CLASS[candidate.motif]
    page = page_of(view, candidate.anchor)
    return {
        "motif": candidate.motif.value,
        "operation": operation.value,
        "topology": topology,
        "reason": candidate.reason.value,
        "detail": candidate.detail,
        "node": f"s{candidate.anchor}",
        "path": view.path(candidate.anchor),
        "page": page + 1 if page >= 0 else None,
        "text": _snippet(view, candidate.anchor),
        "fault": [
            {"node": f"s{node}", "path": view.path(node)}
            for node in candidate.fault or (candidate.anchor,)
        ],
    }


def _snippet(view: View, node: int) -> str:
    element = view.nodes[node]
    end = min(element.text_end, element.text_start + 4 * _SNIPPET)
    return " ".join(view.document.text[element.text_start : end].split())[:_SNIPPET]


def summary_dict(summary: TaskSummary) -> dict[str, Json]:
    """The counts of a document."""
    return {
        "pages": summary.pages,
        "eligible": summary.eligible,
        "control": summary.control,
        "perPage": round(summary.per_page, 3),
        "byClass": dict(summary.by_class),
        "byMotif": dict(summary.by_motif),
        "rejected": dict(summary.rejected),
    }


def json_chunks(universes: Iterable[Universe]) -> Iterator[bytes]:
    """The JSON in pieces, one task or rejection a line, so that no more than one is held."""
    head = {
        "schemaVersion": SCHEMA_VERSION,
        "tool": {"name": "dtaa-lint", "version": __version__},
        "protocol": PROTOCOL,
    }
    yield dump(head)[:-1].encode() + b', "documents": ['
    between = b"\n"
    for universe in universes:
        document = universe.view.document
        facts: dict[str, Json] = {
            "docId": doc_id(universe.view),
            "path": document.path.replace("\\", "/"),
            "sha256": document.sha256,
            "summary": summary_dict(universe.summary()),
        }
        yield between + dump(facts)[:-1].encode() + b', "tasks": ['
        view = universe.view
        yield from _lines(task_dict(view, task) for task in universe.tasks())
        yield b'], "rejections": ['
        yield from _lines(rejection_dict(view, candidate) for candidate in universe.rejections())
        yield b"]}"
        between = b",\n"
    yield b"\n]}\n"


def _lines(values: Iterable[dict[str, Json]]) -> Iterator[bytes]:
    separator = "\n"
    for value in values:
        yield (separator + dump(value)).encode()
        separator = ",\n"


def dump(value: object) -> str:
    """One line of JSON that a terminal may show."""
    return json_safe(json.dumps(value, ensure_ascii=False))


def export_json(universes: Iterable[Universe]) -> bytes:
    """The whole JSON."""
    return b"".join(json_chunks(universes))


def export_text(universes: Iterable[Universe], words: Words = ENGLISH) -> bytes:
    """Counts per class and motif, and rejections by reason, for people."""
    return "\n".join([_text(universe, words) for universe in universes]).encode("utf-8", "replace")


def _text(universe: Universe, words: Words) -> str:
    summary = universe.summary()
    document = universe.view.document
    name = visible(document.path)
    told = words(
        "{tasks:# tasks|tasks} on {pages:# page|pages}, {rate:.1f} a page",
        tasks=summary.eligible,
        pages=summary.pages,
        rate=summary.per_page,
    )
    lines = [name, f"  {told}"]
    if summary.control:
        lines.append(
            "  " + words("{n:# task|tasks} of the control band besides", n=summary.control)
        )
    rejected: dict[str, int] = {}
    for candidate in universe.rejections():
        rejected[candidate.motif.value] = rejected.get(candidate.motif.value, 0) + 1
    motifs = [m for m in MOTIF_CLASS if m.value in summary.by_motif or m.value in rejected]
    if motifs:
        kind, name = words("class"), words("motif")
        made, lost = words("tasks"), words("rejected")
        lines += ["", f"  {kind:<14} {name:<20} {made:>9} {lost:>9}"]
    for motif in motifs:
        operation, topology = MOTIF_CLASS[motif]
        kind = f"{operation.value}-{topology}"
        made = words.number(summary.by_motif.get(motif.value, 0))
        lost = words.number(rejected.get(motif.value, 0))
        lines.append(f"  {kind:<14} {motif.value:<20} {made:>9} {lost:>9}")
    if summary.rejected:
        why, many = words("rejected for"), words("candidates")
        lines += ["", f"  {why:<35} {many:>9}"]
        ordered = sorted(summary.rejected.items(), key=lambda item: -item[1])
        lines += [f"  {reason:<35} {words.number(count):>9}" for reason, count in ordered]
    return "\n".join(lines) + "\n"
