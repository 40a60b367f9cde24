"""Rejected candidates that no finding explains: where the rules leave an author without help.

A candidate needs no finding when there is nothing to repair (``SETTLED``): its value is blank, its
comparison a tie, another task asks the same or covers it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from dtaa_lint._version import PROTOCOL, __version__
from dtaa_lint.findings.check import Context
from dtaa_lint.findings.engine import run_checks
from dtaa_lint.findings.registry import load_checks, load_rules
from dtaa_lint.hidden import json_safe, visible
from dtaa_lint.universe.export import Json, rejection_dict
from dtaa_lint.universe.model import Reason
from dtaa_lint.universe.universe import Universe

SCHEMA_VERSION = 1
SETTLED = frozenset({Reason.TRIVIAL, Reason.TRIVIAL_COMPARISON, Reason.DUPLICATE, Reason.SUBSUMED})
"""Reasons that ask for no repair."""
_EXAMPLES = 3
"""Places that the text shows of a kind."""


@dataclass(frozen=True, slots=True)
class Accounts:
    """How the rejections of a document are accounted for."""

    rejected: int
    settled: int
    """Nothing to repair."""
    explained: int
    """By at least one finding."""
    unexplained: tuple[int, ...]
    """Indices into ``universe.candidates``."""


def account(universe: Universe) -> Accounts:
    """Runs every rule and sees which rejections its findings explain."""
    load_checks()
    rules = tuple(load_rules().values())
    issues, _ = run_checks(Context(universe.view, universe), rules)
    explained = {index for _, issue in issues for index in issue.explains}
    settled = counted = rejected = 0
    left: list[int] = []
    for index, candidate in enumerate(universe.candidates):
        if candidate.reason is None:
            continue
        rejected += 1
        if index in explained:
            counted += 1
        elif candidate.reason in SETTLED:
            settled += 1
        else:
            left.append(index)
    return Accounts(rejected, settled, counted, tuple(left))


def unexplained_json(universes: Iterable[Universe]) -> bytes:
    """Every unexplained rejection, with the accounts of its document."""
    documents: list[Json] = []
    for universe in universes:
        accounts = account(universe)
        view = universe.view
        documents.append(
            {
                "path": view.document.path.replace("\\", "/"),
                "sha256": view.document.sha256,
                "rejected": accounts.rejected,
                "settled": accounts.settled,
                "explained": accounts.explained,
                "unexplained": [
                    rejection_dict(view, universe.candidates[index])
                    for index in accounts.unexplained
                ],
            }
        )
    content: dict[str, Json] = {
        "schemaVersion": SCHEMA_VERSION,
        "tool": {"name": "dtaa-lint", "version": __version__},
        "protocol": PROTOCOL,
        "documents": documents,
    }
    return (json_safe(json.dumps(content, ensure_ascii=False, indent=1)) + "\n").encode()


def unexplained_text(universes: Iterable[Universe]) -> bytes:
    """The unexplained rejections of each document by kind, with the first places, and the sums."""
    lines: list[str] = []
    rejected = unexplained = 0
    for universe in universes:
        accounts = account(universe)
        rejected += accounts.rejected
        unexplained += len(accounts.unexplained)
        lines.append(visible(universe.view.document.path))
        lines.append(
            f"  {accounts.rejected:,} rejected: {accounts.explained:,} explained by findings, "
            f"{accounts.settled:,} with nothing to repair, {len(accounts.unexplained):,} left"
        )
        kinds: dict[tuple[str, str, str], list[int]] = {}
        for index in accounts.unexplained:
            motif, anchor, _, reason, _, _, detail = universe.candidates[index]
            assert reason is not None
            kinds.setdefault((motif.value, reason.value, detail), []).append(anchor)
        for (motif_name, reason_name, detail), nodes in sorted(
            kinds.items(), key=lambda item: (-len(item[1]), item[0])
        ):
            what = f"{motif_name} {reason_name}" + (f" ({visible(detail)})" if detail else "")
            places = ", ".join(universe.view.path(node) for node in nodes[:_EXAMPLES])
            lines.append(f"  {len(nodes):>7,}  {what}: {visible(places)}")
        lines.append("")
    share = 100 * unexplained / rejected if rejected else 0.0
    lines.append(f"{unexplained:,} of {rejected:,} rejections unexplained ({share:.1f} %)")
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")
