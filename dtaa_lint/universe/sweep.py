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


def sweep_text(rows: Sequence[Swept]) -> bytes:
    """The table for people: a line for each document, the sums, and what yielded nothing."""
    lines = [f"{'tasks':>8} {'pages':>6} {'a page':>7} {'rejected':>9}  document"]
    for row in rows:
        if row.summary is None:
            continue
        rejected = sum(row.summary.rejected.values())
        lines.append(
            f"{row.summary.eligible:>8,} {row.summary.pages:>6,} {row.summary.per_page:>7.1f} "
            f"{rejected:>9,}  {visible(row.path)}"
        )
    read = [row.summary for row in rows if row.summary is not None]
    rates = sorted(summary.per_page for summary in read)
    eligible = sum(summary.eligible for summary in read)
    control = sum(summary.control for summary in read)
    pages = sum(summary.pages for summary in read)
    documents = f"{len(read):,} document" + ("" if len(read) == 1 else "s")
    lines += ["", f"{documents}, {pages:,} pages, {eligible:,} tasks"]
    if rates:
        lines.append(
            f"tasks a page: median {_median(rates):.1f}, from {rates[0]:.1f} to {rates[-1]:.1f}"
        )
    if control:
        lines.append(f"control band besides: {control:,}")
    motifs = _sums([summary.by_motif for summary in read], [motif.value for motif in Motif])
    if motifs:
        lines += ["", f"{'class':<14} {'motif':<20} {'tasks':>9}"]
    for name, count in motifs.items():
        operation, topology = MOTIF_CLASS[Motif(name)]
        lines.append(f"{operation.value + '-' + topology:<14} {name:<20} {count:>9,}")
    reasons = _sums([summary.rejected for summary in read], [reason.value for reason in Reason])
    if reasons:
        lines += ["", f"{'rejected for':<35} {'candidates':>9}"]
        ordered = sorted(reasons.items(), key=lambda item: (-int(str(item[1])), item[0]))
        lines += [f"{name:<35} {count:>9,}" for name, count in ordered]
    empty = [row for row in rows if row.summary is not None and not row.summary.eligible]
    if empty:
        lines += ["", f"without any task: {len(empty):,}"]
        lines += [f"  {visible(row.path)}: {visible(row.why)}" for row in empty]
    lost = [row for row in rows if row.summary is None]
    if lost:
        lines += ["", f"could not be read: {len(lost):,}"]
        lines += [f"  {visible(row.path)}: {visible(row.why)}" for row in lost]
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")
