"""Rejected candidates that no finding explains: where the rules leave an author without help.

A candidate needs no finding when there is nothing to repair: its value is blank, its comparison a
tie, another task asks the same or covers it (``SETTLED``), a field is not filled in, a list has one
item (``SETTLED_DETAILS``); or the check of the very element passes it on purpose (a rule of a few
points without alternative text, a section that is marked as reserved).

A finding accounts for more than its repair would free: that a table only arranges things on the
page says why its cells are no values (``Issue.settles``).
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable
from dataclasses import dataclass

from dtaa_lint._version import PROTOCOL, __version__
from dtaa_lint.findings.check import Context
from dtaa_lint.findings.checks.g13_alternatives import silent_figures
from dtaa_lint.findings.engine import run_checks
from dtaa_lint.findings.heading_scopes import excused_headings
from dtaa_lint.findings.registry import load_checks, load_rules
from dtaa_lint.hidden import json_safe, visible
from dtaa_lint.universe.export import Json, rejection_dict
from dtaa_lint.universe.model import Motif, Reason
from dtaa_lint.universe.universe import Universe
from dtaa_lint.words import ENGLISH, Words

SCHEMA_VERSION = 1
SETTLED = frozenset({Reason.TRIVIAL, Reason.TRIVIAL_COMPARISON, Reason.DUPLICATE, Reason.SUBSUMED})
"""Reasons that ask for no repair."""
SETTLED_DETAILS = frozenset(
    {
        (Motif.LABEL_VALUE, Reason.FRAGMENT, "empty-field"),
        (Motif.HEADING_LIST, Reason.MALFORMED_SET, "single"),
        (Motif.NESTED_LIST, Reason.MALFORMED_SET, "single"),
        (Motif.HEADING_LIST, Reason.MALFORMED_SET, "leads"),
        (Motif.NESTED_LIST, Reason.MALFORMED_SET, "leads"),
        (Motif.HEADING_LIST, Reason.FRAGMENT, "contents"),
        (Motif.HEADING_SCOPE, Reason.FRAGMENT, "contents"),
        (Motif.SECTION_SET, Reason.FRAGMENT, "contents"),
        (Motif.TABLE_SUMMARY, Reason.HEADING_ECHO, "heading"),
        (Motif.LOCAL_FACT, Reason.EXTERNAL_CONTEXT, "anaphor"),
        (Motif.LOCAL_FACT, Reason.EXTERNAL_CONTEXT, "elsewhere"),
    }
)
"""(motif, reason, detail) that ask for none either: a place to write in, a set of one, a set of
leads that each have a list of their own, a table of contents, a table that is called what its
heading is, a sentence that speaks of the one before."""
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
    context = Context(universe.view, universe)
    issues, _ = run_checks(context, rules)
    explained = {
        index for _, issue in issues for index in itertools.chain(issue.explains, issue.settles)
    }
    passed = _passed(context)
    settled = counted = rejected = 0
    left: list[int] = []
    for index, candidate in enumerate(universe.candidates):
        if candidate.reason is None:
            continue
        rejected += 1
        if index in explained:
            counted += 1
        elif candidate.reason in SETTLED or (
            (candidate.motif, candidate.reason, candidate.detail) in SETTLED_DETAILS
            or (candidate.motif, candidate.anchor) in passed
        ):
            settled += 1
        else:
            left.append(index)
    return Accounts(rejected, settled, counted, tuple(left))


def _passed(context: Context) -> frozenset[tuple[Motif, int]]:
    """(motif, anchor) of what a check looked at and passed on purpose: headings that need nothing
    under them (DT0501), figures of which nothing is lost without an alternative (DT1301)."""
    view = context.view
    headings = {(Motif.HEADING_SCOPE, node) for node in excused_headings(view)}
    figures = {(Motif.FIGURE_ALT, figure.node) for figure in silent_figures(context)}
    return frozenset(headings | figures)


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


def unexplained_text(universes: Iterable[Universe], words: Words = ENGLISH) -> bytes:
    """The unexplained rejections of each document by kind, with the first places, and the sums."""
    lines: list[str] = []
    rejected = unexplained = 0
    for universe in universes:
        accounts = account(universe)
        rejected += accounts.rejected
        unexplained += len(accounts.unexplained)
        lines.append(visible(universe.view.document.path))
        lines.append(
            "  "
            + words(
                "{rejected} rejected: {explained} explained by findings, {settled} with nothing to "
                "repair, {left} left",
                rejected=accounts.rejected,
                explained=accounts.explained,
                settled=accounts.settled,
                left=len(accounts.unexplained),
            )
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
            lines.append(f"  {words.number(len(nodes)):>7}  {what}: {visible(places)}")
        lines.append("")
    share = 100 * unexplained / rejected if rejected else 0.0
    lines.append(
        words(
            "{n} of {of} rejections unexplained ({share:.1f} %)",
            n=unexplained,
            of=rejected,
            share=share,
        )
    )
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")
