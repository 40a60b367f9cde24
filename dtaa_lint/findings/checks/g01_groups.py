"""G01: a group of rows ends where the page says that it does."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.tables import rejected_in_table
from dtaa_lint.universe.model import Motif, Reason

_GROUP = "group"


@check("DT0112")
def group_without_end(context: Context) -> Iterator[Issue | Inapplicable]:
    """Rows outside a group, as the layout shows, whose header path still names the group's
    header: one issue a group.

    Fails: ``Revenue`` over indented ``Sales`` and ``Services``, then ``Total costs`` flush with
    ``Revenue`` and still under it. Passes: groups that end with the table or with another group's
    header, and rows of which the layout says nothing.
    """
    view, candidates = context.view, context.universe.candidates
    if not view.tables:
        yield Inapplicable("the document has no tables")
        return
    rows: dict[tuple[int, int], dict[int, list[int]]] = {}
    for index, candidate in enumerate(candidates):
        if (
            candidate.motif is Motif.TABLE_CELL
            and candidate.reason is Reason.AMBIGUOUS_RELATION
            and candidate.detail == _GROUP
            and len(candidate.fault) > 1
        ):
            group, row = candidate.fault[:2]
            rows.setdefault((candidate.table, group), {}).setdefault(row, []).append(index)
    for (table, group), outside in rows.items():
        lost = {candidates[i].anchor for found in outside.values() for i in found}
        first = next(iter(outside))
        yield Issue(
            group,
            view.normalised(group),
            params={
                "rows": len(outside),
                "cells": len(lost),
                "first": view.normalised(first),
            },
            related=tuple((row, "row outside the group") for row in outside),
            explains=tuple(
                i
                for i in rejected_in_table(context).get(table, ())
                if candidates[i].reason is Reason.AMBIGUOUS_RELATION
                and (candidates[i].anchor in lost or not lost.isdisjoint(candidates[i].nodes))
            ),
        )
