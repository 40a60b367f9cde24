"""``dtaa-lint diff``: statuses, thresholds, formats."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from dtaa_lint.report.diff_json import schema
from tests.cli.conftest import Run


def test_a_revision_that_loses_tasks_fails(folder: Path, run: Run) -> None:
    done = run("diff", "good.pdf", "bad.pdf")
    assert done.status == 1
    assert "lost  " in done.out
    assert "\ntasks are lost: " in done.out
    limited = run("diff", "good.pdf", "bad.pdf", "--max-lost", "1").out
    assert "\nmore are lost than may be (1): " in limited
    back = run("diff", "bad.pdf", "good.pdf")
    assert "fixed  1 finding" in back.out
    assert "DT0101" in back.out


def test_the_same_file_is_no_change(folder: Path, run: Run) -> None:
    done = run("diff", "bad.pdf", "bad.pdf")
    assert done.status == 0
    assert "the same tasks and the same findings" in done.out


@pytest.mark.parametrize(("limit", "status"), [("0", 1), ("50", 0), ("0%", 1), ("100%", 0)])
def test_tasks_that_may_be_lost(folder: Path, run: Run, limit: str, status: int) -> None:
    assert run("diff", "good.pdf", "bad.pdf", "--max-lost", limit).status == status


def test_json_has_everything_and_keeps_its_schema(folder: Path, run: Run) -> None:
    done = run("diff", "good.pdf", "bad.pdf", "--format", "json")
    assert done.status == 1
    found = json.loads(done.out)
    jsonschema.validate(found, json.loads(schema()))
    assert (
        found["old"]["tasks"] - len(found["lost"]) - len(found["changed"]) - len(found["moved"])
        == found["same"]
    )
    assert {item["code"] for item in found["newFindings"]} == {"DT0101"}
    assert found["kept"] is False
    run("diff", "good.pdf", "bad.pdf", "-o", "diff.json")
    assert (folder / "diff.json").read_text("utf-8") == done.out


def test_long_lists_are_cut_and_said_to_be(folder: Path, run: Run) -> None:
    whole = run("diff", "good.pdf", "bad.pdf", "--places", "all").out
    short = run("diff", "good.pdf", "bad.pdf", "--places", "0").out
    assert "more (json" not in whole
    assert whole == short


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("good.pdf",), "required: NEW"),
        (("good.pdf", "none.pdf"), "none.pdf"),
        (("-", "-"), "only one of the revisions"),
        (("good.pdf", "bad.pdf", "--max-lost", "few"), "a number of tasks, or a share"),
        (("good.pdf", "bad.pdf", "--max-lost", "200%"), "a number of tasks, or a share"),
        (("good.pdf", "bad.pdf", "-o", "bad.pdf"), "the PDF that is to be read"),
    ],
)
def test_mistakes(folder: Path, run: Run, argv: tuple[str, ...], said: str) -> None:
    done = run("diff", *argv)
    assert done.status == 2
    assert said in done.err


def test_the_configuration_decides_which_findings_count(folder: Path, run: Run) -> None:
    (folder / "dtaa-lint.toml").write_text('ignore = ["DT0101"]\n')
    found = json.loads(run("diff", "good.pdf", "bad.pdf", "--format", "json").out)
    assert found["newFindings"] == []
