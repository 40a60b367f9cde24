"""The denominators of a report: of how many things silence speaks."""

from __future__ import annotations

from dtaa_lint.findings.finding import Ratio
from dtaa_lint.findings.heading_scopes import excused_headings
from dtaa_lint.graph.model import ScopeVia
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import Annotation, AnnotationKind
from dtaa_lint.universe.model import Motif, Reason
from dtaa_lint.universe.motifs.figure_alt import named_marks
from dtaa_lint.universe.universe import Universe

_SPEAKING = (None, Reason.DUPLICATE, Reason.AMBIGUOUS)
"""An alternative that was told before conveys as much the second time; so does one beside a caption
that is not bound to its figure."""


def ratios(view: View, universe: Universe) -> tuple[Ratio, ...]:
    """The denominators in a fixed order; those with nothing to count are left out."""
    pages = view.document.pages
    internal = [link for link in view.links if link.internal]
    informative = {
        candidate.anchor
        for candidate in universe.candidates
        if candidate.motif is Motif.FIGURE_ALT and candidate.reason in _SPEAKING
    }
    (resolved, cells), (labelled, pairs) = _cells(view, universe)
    marks = named_marks(universe.candidates)
    figures = [node for node in _figures(view) if node not in marks]
    excused = excused_headings(view)
    headings = [
        heading
        for heading in view.headings
        if heading.via is not ScopeVia.NONE or heading.node not in excused
    ]
    fields = form_fields(view)
    owned = {field.annotation: field.name for field in view.fields}
    found = (
        Ratio("cells", "data cells with a row header and a column header", resolved, cells),
        Ratio("pairs", "values of label-value tables with their label as header", labelled, pairs),
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
            "figures, without logos that are named, whose alt text says more than a label",
            sum(1 for node in figures if node in informative),
            len(figures),
        ),
        Ratio(
            "headings",
            "headings with something under them",
            sum(1 for heading in headings if heading.via is not ScopeVia.NONE),
            len(headings),
        ),
        Ratio(
            "fields",
            "form fields reachable from the structure tree",
            sum(1 for field in fields if field.index in owned),
            len(fields),
        ),
        Ratio(
            "field-names",
            "form fields with an accessible name",
            sum(
                1
                for field in fields
                if owned.get(field.index) or (field.field is not None and field.field.label)
            ),
            len(fields),
        ),
        Ratio(
            "text",
            "visible glyphs reachable from the structure tree",
            sum(page.reached for page in pages),
            sum(page.glyphs for page in pages),
        ),
    )
    return tuple(ratio for ratio in found if ratio.of)


def _figures(view: View) -> list[int]:
    """The figures that an alternative is asked of: no formulas, and of figures inside figures the
    outer one where it has an alternative, else the inner ones."""
    found: list[int] = []
    wrapper, covered = -1, -1
    for figure in view.figures:
        element = view.nodes[figure.node]
        if element.type == "Formula" or figure.node < covered:
            continue
        if wrapper >= 0 and figure.node < view.nodes[wrapper].end and found[-1:] == [wrapper]:
            found.pop()
        found.append(figure.node)
        wrapper = figure.node
        if figure.alt and figure.alt.strip():
            covered = element.end
    return found


def form_fields(view: View) -> list[Annotation]:
    """The widgets that a reader of the page can see: not hidden, and with a size."""
    return [
        annotation
        for annotation in view.document.annotations
        if annotation.kind is AnnotationKind.WIDGET
        and not annotation.hidden
        and annotation.box is not None
        and annotation.box[2] > annotation.box[0]
        and annotation.box[3] > annotation.box[1]
    ]


def _cells(view: View, universe: Universe) -> tuple[tuple[int, int], tuple[int, int]]:
    """Data cells with a value that have both paths, and all of them; then the values of label-value
    tables that have the label's path, the only one they need, and all of those. What looks like a
    missing header is no value; a cell whose Headers contradicts the grid is not resolved."""
    resolved = total = labelled = values = 0
    for candidate in universe.candidates:
        pairs = candidate.motif is Motif.LABEL_VALUE
        if candidate.table < 0 or not (pairs or candidate.motif is Motif.TABLE_CELL):
            continue
        # Blanks, dashes and lone signs are no values; cells of layout and header cells neither.
        if candidate.reason is Reason.TRIVIAL or candidate.detail in _NO_VALUES:
            continue
        index, i = view.cell_places[candidate.anchor]
        table = view.tables[index]
        row = table.row_paths[i] is not None
        column = table.column_paths[i] is not None
        right = i not in universe.contradictions(index)
        if pairs:
            values += 1
            labelled += row and right
        else:
            total += 1
            resolved += row and column and right
    return (resolved, total), (labelled, values)


_NO_VALUES = frozenset({"layout", "symbol", "all-headers"})
"""Details of rejected cells that hold no value."""
