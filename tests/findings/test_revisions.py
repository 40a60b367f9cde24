"""Two revisions: what counts as the same task, as another answer, as moved and as lost."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from dtaa_lint.findings.baseline import record, stale
from dtaa_lint.findings.engine import LintOptions, lint_view
from dtaa_lint.findings.registry import load_rules
from dtaa_lint.findings.revisions import Revision, compare
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.read import read
from dtaa_lint.universe.model import Motif, Reason
from dtaa_lint.universe.universe import Universe, enumerate_tasks
from tests.make import Doc, el

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
ROWS = (("Basic", "12.50", "2.50"), ("Family", "19.00", "3.80"), ("Group", "40.00", "8.00"))
PROSE = "Every plan can be cancelled within thirty days of the first invoice."


def table(
    rows: Sequence[Sequence[str]] = ROWS, price: str = "Price", tagged: bool = True
) -> object:
    heads = ("Plan", price, "Tax")
    return el(
        "Table",
        el("Caption", "Prices of the plans in euro, 2024"),
        el("TR", *(el("TH", text, scope="Column") for text in heads)),
        *(
            el(
                "TR",
                el("TH", first, scope="Row") if tagged else el("TD", first),
                *(el("TD", value) for value in values),
            )
            for first, *values in rows
        ),
    )


def universe(tmp_path: Path, *elements: object) -> Universe:
    path = Doc(lang="en", title="Plans").add(*elements).write(tmp_path / "plans.pdf")
    return enumerate_tasks(View(read(str(path))))


def revised(tmp_path: Path, old: Sequence[object], new: Sequence[object]) -> Revision:
    return compare(universe(tmp_path, *old), universe(tmp_path, *new))


def counts(found: Revision) -> tuple[int, int, int, int]:
    """Lost, gained, changed, moved."""
    return len(found.lost), len(found.gained), len(found.changed), len(found.moved)


@pytest.mark.parametrize(
    "folder", sorted(path.name for path in FIXTURES.iterdir() if path.is_dir())
)
def test_a_document_does_not_differ_from_itself(folder: str) -> None:
    """And all of its findings are known to a baseline of its own."""
    for path in sorted((FIXTURES / folder).glob("*.pdf")):
        old, new = (enumerate_tasks(View(read(str(path)))) for _ in range(2))
        first = lint_view(old.view, old, LintOptions(impact=False))
        baseline = record([(path.name, first)])
        known = baseline.by_file().get(path.name, {})
        second = lint_view(new.view, new, LintOptions(known=known, impact=False))
        assert second.open_findings == ()
        assert stale(baseline, [(path.name, second)], load_rules()) == ()
        found = compare(old, new, first.findings, second.findings)
        assert counts(found) == (0, 0, 0, 0), path.name
        assert found.new_findings == found.fixed_findings == ()
        assert found.same == found.old.eligible == found.new.eligible


def test_another_page_and_other_numbers_of_nodes_are_no_change(tmp_path: Path) -> None:
    old = (el("H1", "Plans"), el("P", PROSE), el("H2", "Prices"), table())
    more = (el("H2", "History"), el("P", "The plans exist since the spring of 2019."))
    found = revised(tmp_path, old, (*old[:2], *more, *old[2:]))
    assert counts(found)[0::2] == (0, 0)
    assert Motif.HEADING_SCOPE in {item.task.motif for item in found.gained}
    assert Motif.TABLE_CELL not in {item.task.motif for item in found.gained}


def test_another_value_is_another_answer_to_the_same_question(tmp_path: Path) -> None:
    old = (el("H1", "Plans"), table())
    dearer = (("Basic", "13.50", "2.50"), *ROWS[1:])
    found = revised(tmp_path, old, (el("H1", "Plans"), table(dearer)))
    assert counts(found)[:2] == (0, 0)
    assert {pair.old.task.motif for pair in found.changed} == {
        Motif.TABLE_CELL, Motif.TABLE_COMPARE, Motif.TABLE_SERIES,
    }  # fmt: skip
    cell = next(pair for pair in found.changed if pair.old.task.motif is Motif.TABLE_CELL)
    assert (cell.old.task.gold.value, cell.new.task.gold.value) == ("12.50", "13.50")  # type: ignore[union-attr]


def test_another_heading_and_another_column_name_move_tasks(tmp_path: Path) -> None:
    old = (el("H1", "Plans"), el("P", PROSE), table())
    new = (el("H1", "Our plans"), el("P", PROSE), table(price="Price (EUR)"))
    found = revised(tmp_path, old, new)
    assert counts(found)[:3] == (0, 0, 0)
    assert len(found.moved) == found.old.eligible


def test_lost_headers_say_why(tmp_path: Path) -> None:
    old = (el("H1", "Plans"), table())
    found = revised(tmp_path, old, (el("H1", "Plans"), table(tagged=False)))
    cells = [item for item in found.lost if item.old.task.motif is Motif.TABLE_CELL]
    assert len(cells) == 6
    assert {(item.reason, item.detail) for item in cells} == {(Reason.INCOMPLETE_EVIDENCE, "row")}
    assert cells[0].path == "/Document/Table[1]/TR[2]/TD[2]"
    assert found.lost_share == len(found.lost) / found.old.eligible


def test_a_removed_row_is_lost_with_its_text(tmp_path: Path) -> None:
    found = revised(tmp_path, (el("H1", "Plans"), table()), (el("H1", "Plans"), table(ROWS[:2])))
    cells = [item for item in found.lost if item.old.task.motif is Motif.TABLE_CELL]
    assert [(item.reason, item.evidence_kept) for item in cells] == [(None, False)] * 2


def test_the_same_values_in_another_table_are_not_the_ones_that_were_lost(tmp_path: Path) -> None:
    rivers = tuple(
        (name, *values) for name, (_, *values) in zip(("Po", "Ob", "Inn"), ROWS, strict=True)
    )
    new = (el("H1", "Rivers"), el("P", PROSE), table(rivers))
    found = revised(tmp_path, (el("H1", "Plans"), el("P", PROSE), table()), new)
    assert sum(1 for item in found.lost if item.old.task.motif is Motif.TABLE_CELL) == 6


def test_a_renamed_heading_makes_no_finding_new(tmp_path: Path) -> None:
    """Fingerprints of elements without an ID rest on the heading above them."""
    found = []
    for heading in ("Plans", "Our plans"):
        made = universe(tmp_path, el("H1", heading), el("P", PROSE), table(tagged=False))
        found.append((made, lint_view(made.view, made).findings))
    (old, before), (new, after) = found
    assert {f.fingerprint for f in before} != {f.fingerprint for f in after}
    assert "DT0101" in {f.code for f in before}
    assert "DT0101" not in {f.code for f in compare(old, new, before, after).new_findings}
    gone = compare(old, new, before, ())
    assert gone.fixed_findings == before
