"""The universe as a whole: order, counts, identity, JSON."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from dtaa_lint.pdf.model import FormField
from dtaa_lint.universe.export import export_json, export_text, schema
from dtaa_lint.universe.model import MOTIF_CLASS, Motif, Reason
from dtaa_lint.universe.motifs.registry import motifs
from dtaa_lint.universe.survey import Survey
from tests.graph.support import el, table
from tests.universe.support import universe


def parts(extra: Any = None) -> list[Any]:
    """A document that meets every motif."""
    made = [
        el("H1", "Fees"),
        el("P", "Fees are due monthly", el("Reference", "1", ref=["n"]), "."),
        el("P", "They can be paid by:"),
        el("L", el("LI", el("LBody", "card")), el("LI", el("LBody", "transfer"))),
        el("Note", el("Lbl", "1"), "Except in May.", id="n"),
        el("H1", "Prices"),
        table("* |*C 2022 |*C 2023 |*C 2024", "*R Basic | 1 | 2 | 3", "*R Plus | 4 | 5 | –"),
        table("*R Manager | Ada", "*R Office | Rome"),
        el("Figure", el("Caption", "Figure 1: Prices by year"), alt="Prices rose from 1 to 3."),
        el("P", "Every member of the club pays a fee of 12 euros in spring."),
        el("P", "Those who are late pay more, see ", el("Link", "Documents", dest="d"), " for it."),
        el("H1", "Documents", id="d"),
        el("L", el("LI", el("LBody", "Passport", nested())), el("LI", el("LBody", "Photo"))),
        el("P", "Bring all of these papers in one folder."),
        el("H1", "Words"),
        el("P", "Payment in ", el("Span", "SEPA", e="Single Euro Payments Area"), " works."),
        table(el("Caption", "Table 1: Members by month"), "* |*C May |*C June", "*R All | 7 | 8"),
        el("Form", field=FormField("Tx", "f", "City", "", 0)),
    ]
    if extra is not None:
        made.insert(0, extra)
    return made


def nested() -> Any:
    return el("L", el("LI", el("LBody", "valid")), el("LI", el("LBody", "signed")))


def test_every_motif_of_this_release_is_met_in_order() -> None:
    found = universe(*parts())
    met = list(dict.fromkeys(candidate.motif for candidate in found.candidates))
    assert met == [motif for motif, _ in motifs()] == list(Motif)
    assert {task.motif for task in found.tasks()} == set(met)
    for motif in met:
        anchors = [c.anchor for c in found.candidates if c.motif is motif and c.table < 0]
        assert anchors == sorted(anchors)


def test_tasks_carry_their_class() -> None:
    for task in universe(*parts()).tasks():
        assert (task.operation, task.topology) == MOTIF_CLASS[task.motif]
        assert task.task_class == f"{task.operation.value}-{task.topology}"


def test_counts() -> None:
    found = universe(*parts())
    summary = found.summary()
    eligible = [c for c in found.candidates if c.reason is None]
    assert summary.eligible + summary.control == len(eligible) == sum(summary.by_motif.values())
    assert summary.control == summary.by_motif["LOCAL_FACT"] == 1
    assert sum(summary.by_class.values()) == summary.eligible
    assert sum(summary.rejected.values()) == len(list(found.rejections()))
    assert len(found.candidates) == len(eligible) + sum(summary.rejected.values())
    assert summary.by_motif["TABLE_CELL"] == 7
    assert summary.by_class["EXTRACT-L4"] == 7
    assert summary.rejected["TRIVIAL"] == 1
    assert summary.pages == 3
    assert summary.per_page == summary.eligible / 3


def test_a_rejected_candidate_has_no_task() -> None:
    found = universe(*parts())
    index = next(i for i, c in enumerate(found.candidates) if c.reason is not None)
    with pytest.raises(ValueError, match="was rejected"):
        found.task(index)


def test_identity_outlives_renumbering() -> None:
    before = {task.task_id for task in universe(*parts()).tasks()}
    after = {
        task.task_id
        for task in universe(*parts(el("Sect", el("P", "Foreword."), el("P", "More.")))).tasks()
    }
    paged = {task.task_id for task in universe(*parts(el("P", "New.", page=1)), pages=5).tasks()}
    assert before == after == paged
    assert len(before) == len(list(universe(*parts()).tasks()))


def test_identity_follows_content() -> None:
    def ids(value: str, head: str = "A", heading: str = "H", caption: str = "C") -> str:
        found = universe(
            el("H1", heading), table(el("Caption", caption), f"* |*C {head}", f"*R x | {value}")
        )
        return next(task.task_id for task in found.tasks() if task.motif is Motif.TABLE_CELL)

    made = {ids("1"), ids("2"), ids("1", head="B"), ids("1", heading="G"), ids("1", caption="D")}
    assert len(made) == 5
    assert ids("1") == ids("1")


def test_evidence_is_verbatim() -> None:
    found = universe(*parts())
    survey = Survey(found.view)
    alternatives = {node.index: (node.alt, node.expansion) for node in found.view.nodes}
    for task in found.tasks():
        for slot in task.slots:
            for node, text in slot.any_of:
                assert text
                verbatim = (found.view.text(node), survey.block_text(node))
                assert any(text in whole for whole in verbatim) or text in alternatives[node]


def test_every_relation_joins_elements() -> None:
    found = universe(*parts())
    for task in found.tasks():
        for relation in task.relations:
            assert 0 <= relation.source < len(found.view.nodes)
            assert 0 <= relation.target < len(found.view.nodes)


def test_json_matches_its_schema() -> None:
    found = universe(*parts())
    written = json.loads(export_json([found, found]))
    validator = jsonschema.Draft202012Validator(json.loads(schema()))
    validator.check_schema(json.loads(schema()))
    assert [error.message for error in validator.iter_errors(written)] == []
    document = written["documents"][0]
    assert len(document["tasks"]) == len(list(found.tasks()))
    assert len(document["rejections"]) == len(list(found.rejections()))
    assert json.loads(export_json([]))["documents"] == []


def test_json_of_one_cell() -> None:
    found = universe(el("H1", "Plans"), table("* |*C Price", "*R Basic | 12.50"))
    (task,) = (
        t for t in json.loads(export_json([found]))["documents"][0]["tasks"]
        if t["motif"] == "TABLE_CELL"
    )  # fmt: skip
    identity = task.pop("taskId")
    assert len(identity) == 17
    assert identity[0] == "T"
    value, row, column = (slot["anyOf"][0]["node"] for slot in task["requiredEvidence"])
    assert task == {
        "docId": "hand",
        "motif": "TABLE_CELL",
        "operation": "EXTRACT",
        "topology": "L4",
        "intent": {
            "subject": "Basic",
            "constraint": "Price",
            "context": {"headingPath": ["Plans"], "caption": "", "page": 1},
        },
        "requiredEvidence": [
            {"anyOf": [{"node": value, "evidence": "12.50"}]},
            {"anyOf": [{"node": row, "evidence": "Basic"}]},
            {"anyOf": [{"node": column, "evidence": "Price"}]},
        ],
        "requiredRelations": [
            {"type": "ROW_HEADER_FOR", "from": row, "to": value},
            {"type": "COLUMN_HEADER_FOR", "from": column, "to": value},
        ],
        "gold": {"kind": "value", "value": "12.50"},
        "provenance": "DETERMINISTIC",
    }


def test_json_of_a_rejection_names_the_place() -> None:
    found = universe(el("H1", "P"), table("* |*C A", "*R x | 1"), table("* |*C A", "*R x | 2"))
    rejection = next(
        r for r in json.loads(export_json([found]))["documents"][0]["rejections"]
        if r["motif"] == "TABLE_CELL"
    )  # fmt: skip
    assert rejection["reason"] == Reason.AMBIGUOUS.value
    assert rejection["detail"] == "across-tables"
    assert rejection["path"] == "/Table/TR[2]/TD[1]"
    assert [place["path"] for place in rejection["fault"]] == [
        "/Table/TR[2]/TD[1]",
        "/Table[2]/TR[2]/TD[1]",
    ]


def test_counts_for_people() -> None:
    text = export_text([universe(*parts())]).decode()
    assert "EXTRACT-L4     TABLE_CELL                   7         1" in text
    assert "TRIVIAL                                     1" in text
    assert "1 task of the control band besides" in text


def test_a_document_without_structure() -> None:
    found = universe()
    assert found.candidates == []
    assert found.summary().per_page == 0.0


def test_the_same_twice_is_the_same() -> None:
    assert export_json([universe(*parts())]) == export_json([universe(*parts())])
