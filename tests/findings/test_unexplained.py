"""What counts as accounted for: a finding, nothing to repair, or what a check passes on purpose."""

from __future__ import annotations

from dtaa_lint.findings.unexplained import Accounts, account
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.read import read
from dtaa_lint.universe.universe import enumerate_tasks
from tests.make import Doc, el


def accounts(doc: Doc) -> Accounts:
    return account(enumerate_tasks(View(read(doc.bytes(), name="a.pdf"))))


def test_an_empty_field_and_a_list_of_one_need_no_repair() -> None:
    found = accounts(
        Doc().add(
            el("H1", "Application"),
            el("P", "Please enclose:"),
            el("L", el("LI", el("LBody", "a copy of your passport"))),
            el("P", el("Lbl", "Name"), el("Form", field={"FT": "Tx", "T": "name", "TU": "Name"})),
        )
    )
    assert found.unexplained == ()
    assert found.settled >= 2


def test_a_layout_table_is_the_account_of_its_cells() -> None:
    found = accounts(
        Doc().add(
            el("H1", "Contact"),
            el("P", "Write to us whenever you like."),
            el("Table", el("TR", el("TD", "Harbour office"), el("TD", "Quay 7"))),
        )
    )
    assert (found.explained, found.unexplained) == (2, ())


def test_a_mark_of_a_few_points_needs_no_alternative() -> None:
    small = el("Figure", attributes={"Layout": {"BBox": (50, 700, 56, 706)}})
    found = accounts(Doc().add(el("H1", "Contact"), el("P", "Write to us."), small))
    assert found.unexplained == ()


def test_a_rejection_that_no_rule_speaks_of_is_left() -> None:
    found = accounts(
        Doc().add(
            el("H1", "Fees"),
            el(
                "Table",
                el("TR", *(el("TH", text, scope="Column") for text in ("Plan", "1", "Note"))),
                *(
                    el("TR", el("TH", name, scope="Row"), el("TD", "1.50"), el("TD", "____"))
                    for name in ("Basic", "Full", "Family")
                ),
            ),
        )
    )
    assert len(found.unexplained) + found.explained + found.settled == found.rejected
    assert found.unexplained
