"""The relations of a document, kind by kind: how many are resolved, of how many.

These are what ``max-unresolved-relations`` counts; where a denominator of the report says the same,
it is taken from there.
"""

from __future__ import annotations

from collections.abc import Sequence

from dtaa_lint.findings.checks.g10_notes import unresolved_markers
from dtaa_lint.findings.finding import Ratio
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import TargetKind
from dtaa_lint.settings.thresholds import RELATIONS

_NOWHERE = frozenset({TargetKind.MISSING, TargetKind.NONE})
_SAME = {"cells": "cells", "pairs": "pairs", "notes": "notes", "fields": "field-names"}
"""Kind of relation -> key of the denominator that counts it."""


def relations(view: View, ratios: Sequence[Ratio]) -> tuple[Ratio, ...]:
    """One entry for each kind that the document has, in the order of ``RELATIONS``; the labels say
    what an unresolved one is."""
    known = {ratio.key: (ratio.n, ratio.of) for ratio in ratios}
    entries = sum(len(cell.headers) for table in view.tables for cell in table.cells)
    lost = sum(len(table.unresolved_headers) for table in view.tables)
    bound = sum(1 for reference in view.references if len(reference.notes) == 1)
    several = sum(1 for reference in view.references if len(reference.notes) > 1)
    unbound = several + sum(1 for _ in unresolved_markers(view))
    missing = sum(1 for link in view.links if link.annotation >= 0 and link.target.kind in _NOWHERE)
    inside = sum(1 for link in view.links if link.internal and link.target.kind not in _NOWHERE)
    found = {kind: known[key] for kind, key in _SAME.items() if key in known}
    found["headers"] = (max(0, entries - lost), entries)
    found["markers"] = (bound, bound + unbound)
    found["targets"] = (inside, inside + missing)
    return tuple(
        Ratio(kind, label, *found[kind])
        for kind, label in RELATIONS.items()
        if kind in found and found[kind][1]
    )
