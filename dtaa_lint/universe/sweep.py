"""The sweep: what many documents' structures support, in one table (paper, experiment E1).

Only counts of each document are held, so that a folder of any size can be swept.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dtaa_lint._version import PROTOCOL, __version__
from dtaa_lint.hidden import json_safe, visible
from dtaa_lint.universe.export import Json, summary_dict
from dtaa_lint.universe.model import MOTIF_CLASS, Motif, Reason, TaskSummary
from dtaa_lint.words import ENGLISH, Words

SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class Swept:
    """One document of a sweep."""

    path: str
    summary: TaskSummary | None
    """None for a file that could not be read."""
    why: str
    """Why there is no task, or why the file could not be read; empty for a document with tasks."""


def totals(rows: Sequence[Swept]) -> dict[str, Json]:
    """The sums over all documents that could be read."""
    read = [row.summary for row in rows if row.summary is not None]
    rates = sorted(summary.per_page for summary in read)
    return {
        "documents": len(read),
        "unreadable": len(rows) - len(read),
        "withoutTasks": sum(1 for summary in read if not summary.eligible),
        "pages": sum(summary.pages for summary in read),
        "eligible": sum(summary.eligible for summary in read),
        "control": sum(summary.control for summary in read),
        "perPage": {
            "median": round(_median(rates), 3),
            "least": round(rates[0], 3) if rates else 0.0,
            "most": round(rates[-1], 3) if rates else 0.0,
        },
        "byMotif": _sums([summary.by_motif for summary in read], [m.value for m in Motif]),
        "rejected": _sums([summary.rejected for summary in read], [r.value for r in Reason]),
    }


def _median(ordered: Sequence[float]) -> float:
    if not ordered:
        return 0.0
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def _sums(counts: Sequence[Mapping[str, int]], names: Sequence[str]) -> dict[str, Json]:
    """Name -> sum, in the order of ``names``, those that were met."""
    found: dict[str, Json] = {}
    for name in names:
        total = sum(count.get(name, 0) for count in counts)
        if total:
            found[name] = total
    return found


def sweep_json(rows: Sequence[Swept]) -> bytes:
    """The totals, and a line for each document."""
    documents: list[Json] = []
    for row in rows:
        entry: dict[str, Json] = {"path": row.path}
        if row.summary is None:
            entry["error"] = row.why
        else:
            entry["summary"] = summary_dict(row.summary)
            if row.why:
                entry["noTasks"] = row.why
        documents.append(entry)
    content: dict[str, Json] = {
        "schemaVersion": SCHEMA_VERSION,
        "tool": {"name": "dtaa-lint", "version": __version__},
        "protocol": PROTOCOL,
        "totals": totals(rows),
        "documents": documents,
    }
    return (json_safe(json.dumps(content, ensure_ascii=False, indent=1)) + "\n").encode()


def sweep_text(rows: Sequence[Swept], words: Words = ENGLISH) -> bytes:
    """The table for people: a line for each document, the sums, and what yielded nothing."""
    heads = words("tasks"), words("pages"), words("a page"), words("rejected"), words("document")
    lines = ["{:>8} {:>6} {:>7} {:>9}  {}".format(*heads)]
    for row in rows:
        if row.summary is None:
            continue
        rejected = sum(row.summary.rejected.values())
        lines.append(
            f"{words.number(row.summary.eligible):>8} {words.number(row.summary.pages):>6} "
            f"{words.number(row.summary.per_page, '.1f'):>7} {words.number(rejected):>9}  "
            f"{visible(row.path)}"
        )
    read = [row.summary for row in rows if row.summary is not None]
    rates = sorted(summary.per_page for summary in read)
    eligible = sum(summary.eligible for summary in read)
    control = sum(summary.control for summary in read)
    pages = sum(summary.pages for summary in read)
    told = words(
        "{documents:# document|documents}, {pages:# pages|pages}, {tasks:# tasks|tasks}",
        documents=len(read),
        pages=pages,
        tasks=eligible,
    )
    lines += ["", told]
    if rates:
        lines.append(
            words(
                "tasks a page: median {median:.1f}, from {least:.1f} to {most:.1f}",
                median=_median(rates),
                least=rates[0],
                most=rates[-1],
            )
        )
    if control:
        lines.append(words("control band besides: {n}", n=control))
    motifs = _sums([summary.by_motif for summary in read], [motif.value for motif in Motif])
    if motifs:
        kind, motif, made = words("class"), words("motif"), words("tasks")
        lines += ["", f"{kind:<14} {motif:<20} {made:>9}"]
    for name, count in motifs.items():
        operation, topology = MOTIF_CLASS[Motif(name)]
        lines.append(
            f"{operation.value + '-' + topology:<14} {name:<20} {words.number(int(str(count))):>9}"
        )
    reasons = _sums([summary.rejected for summary in read], [reason.value for reason in Reason])
    if reasons:
        why, many = words("rejected for"), words("candidates")
        lines += ["", f"{why:<35} {many:>9}"]
        ordered = sorted(reasons.items(), key=lambda item: (-int(str(item[1])), item[0]))
        lines += [f"{name:<35} {words.number(int(str(count))):>9}" for name, count in ordered]
    empty = [row for row in rows if row.summary is not None and not row.summary.eligible]
    if empty:
        lines += ["", words("without any task: {n}", n=len(empty))]
        lines += [f"  {visible(row.path)}: {visible(row.why)}" for row in empty]
    lost = [row for row in rows if row.summary is None]
    if lost:
        lines += ["", words("could not be read: {n}", n=len(lost))]
        lines += [f"  {visible(row.path)}: {visible(row.why)}" for row in lost]
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")
