"""The denominators of a report: of how many things silence speaks."""

from __future__ import annotations

from dtaa_lint.graph.model import ScopeVia
from dtaa_lint.graph.view import View
from dtaa_lint.lint.finding import Ratio, TaskSummary
from dtaa_lint.tasks.model import MOTIF_CLASS, Motif
from dtaa_lint.tasks.universe import Universe


def ratios(view: View, universe: Universe) -> tuple[Ratio, ...]:
    """The denominators in a fixed order; those with nothing to count are left out."""
    pages = view.document.pages
    internal = [link for link in view.links if link.internal]
    informative = {
        candidate.anchor
        for candidate in universe.candidates
        if candidate.motif is Motif.FIGURE_ALT and candidate.reason is None
    }
    resolved, cells = _cells(view)
    found = (
        Ratio("cells", "data cells with one row path and one column path", resolved, cells),
        Ratio(
            "notes",
            "notes bound to a reference",
            sum(1 for note in view.notes if note.references),
            len(view.notes),
        ),
        Ratio(
            "links",
            "internal links that reach an element",
            sum(1 for link in internal if link.element >= 0),
            len(internal),
        ),
        Ratio(
            "figures",
            "figures whose alt text conveys more than a label",
            sum(1 for figure in view.figures if figure.node in informative),
            len(view.figures),
        ),
        Ratio(
            "headings",
            "headings with a scope",
            sum(1 for heading in view.headings if heading.via is not ScopeVia.NONE),
            len(view.headings),
        ),
        Ratio(
            "text",
            "visible glyphs reachable from the structure tree",
            sum(page.reached for page in pages),
            sum(page.glyphs for page in pages),
        ),
    )
    return tuple(ratio for ratio in found if ratio.of)


def _cells(view: View) -> tuple[int, int]:
    """Data cells with text that have both paths, and all of them. The value of a two-column
    key-value table has its label as its only header and counts as resolved."""
    resolved = total = 0
    for table in view.tables:
        pairs = table.n_columns == 2 and not any(table.column_paths)
        for cell, row, column in zip(table.cells, table.row_paths, table.column_paths, strict=True):
            if cell.header or not cell.text:
                continue
            total += 1
            if row is not None and (column is not None or pairs):
                resolved += 1
    return resolved, total


def summarize_tasks(view: View, universe: Universe) -> TaskSummary:
    """Counts of the universe: eligible by class and motif, rejected by reason."""
    by_motif: dict[Motif, int] = {}
    rejected: dict[str, int] = {}
    for candidate in universe.candidates:
        if candidate.reason is None:
            by_motif[candidate.motif] = by_motif.get(candidate.motif, 0) + 1
        else:
            rejected[candidate.reason.value] = rejected.get(candidate.reason.value, 0) + 1
    control = by_motif.get(Motif.LOCAL_FACT, 0)
    by_class: dict[str, int] = {}
    for motif, n in by_motif.items():
        if motif is not Motif.LOCAL_FACT:
            operation, topology = MOTIF_CLASS[motif]
            name = f"{operation}-{topology}"
            by_class[name] = by_class.get(name, 0) + n
    eligible = sum(by_class.values())
    pages = len(view.document.pages)
    return TaskSummary(
        pages=pages,
        eligible=eligible,
        control=control,
        by_class=dict(sorted(by_class.items())),
        by_motif={motif.value: by_motif[motif] for motif in Motif if motif in by_motif},
        rejected=dict(sorted(rejected.items())),
        per_page=eligible / pages if pages else 0.0,
    )
