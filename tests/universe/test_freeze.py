"""The frozen canonical task set: which tasks are drawn, and that nothing but the bytes decides."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dtaa_lint.cli.tasks import write_frozen
from dtaa_lint.universe.freeze import MAXIMUM, MINIMUM, TARGET, freeze, seats, seed_of
from dtaa_lint.universe.model import Motif
from dtaa_lint.universe.universe import enumerate_tasks
from tests.graph.support import el, view

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted((ROOT / "fixtures" / "documents").glob("*.pdf"))
GOLDEN = ROOT / "tests" / "golden" / "frozen"
RENEW = bool(os.environ.get("DTAA_RENEW_GOLDEN"))
"""Set it to write the golden files anew; then read what changed."""


def test_a_small_universe_is_frozen_whole() -> None:
    available = {"a": 60, "b": 40}
    assert seats(available) == available


def test_a_large_one_gives_every_stratum_its_minimum_and_its_share() -> None:
    given = seats({"a": 900, "b": 90, "c": 9, "d": 2})
    assert sum(given.values()) == TARGET
    assert given["d"] == 2
    assert given["c"] == MINIMUM
    assert given["a"] > given["b"] >= MINIMUM


def test_equal_remainders_go_to_the_first_strata() -> None:
    assert seats({"a": 50, "b": 50, "c": 50}) == {"a": 17, "b": 17, "c": 16}


def test_the_minimum_of_many_strata_may_pass_the_target_but_not_the_maximum() -> None:
    twenty = seats({f"s{i:02}": 10 for i in range(20)})
    assert set(twenty.values()) == {MINIMUM}
    assert sum(twenty.values()) == 60
    fifty = seats({f"s{i:02}": 10 for i in range(50)})
    assert sum(fifty.values()) == MAXIMUM
    assert fifty["s00"] == MINIMUM


def test_the_seed_is_of_the_bytes_and_the_protocol() -> None:
    one = seed_of("00" * 32, "0.2")
    assert one == seed_of("00" * 32, "0.2")
    assert len({one, seed_of("00" * 32, "0.3"), seed_of("01" + "00" * 31, "0.2")}) == 3


def ports() -> Any:
    header = el("TR", el("TH", "Port", scope="Column"), el("TH", "Ships", scope="Column"))
    rows = [
        el("TR", el("TH", f"Port {name}", scope="Row"), el("TD", str(17 * name % 101)))
        for name in range(120)
    ]
    return el("Table", header, *rows)


def test_a_sample_is_drawn_by_identity_not_by_place() -> None:
    found = enumerate_tasks(view(el("H1", "Ports"), ports()))
    drawn = freeze(found)
    assert len(drawn.tasks) == TARGET
    assert list(drawn.tasks) == sorted(drawn.tasks)
    identities = [identity for identity, _ in drawn.tasks]
    assert len(set(identities)) == len(identities)
    for identity, index in drawn.tasks:
        assert found.task(index).task_id == identity
    places = sorted(
        index for _, index in drawn.tasks if found.candidates[index].motif is Motif.TABLE_CELL
    )
    assert places[-1] - places[0] > len(places), "not the first ones"
    assert sum(drawn.drawn.values()) == TARGET + len(drawn.control)


def test_a_larger_sample_may_be_wanted_up_to_the_maximum() -> None:
    found = enumerate_tasks(view(el("H1", "Ports"), ports()))
    usual, larger, most = freeze(found), freeze(found, 80), freeze(found, 1_000)
    assert [len(one.tasks) for one in (usual, larger, most)] == [TARGET, 80, MAXIMUM]
    assert set(usual.tasks) < set(larger.tasks) < set(most.tasks), "a larger one holds a smaller"
    assert [one.target for one in (usual, larger, most)] == [TARGET, 80, MAXIMUM]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_golden(document: Path, tmp_path: Path) -> None:
    """The frozen set and the manifest of ten real documents, byte for byte."""
    import dtaa_lint

    write_frozen(dtaa_lint.tasks(document), tmp_path)
    kept = GOLDEN / document.stem
    names = ("frozen.jsonl", "control.jsonl", "manifest.json")
    if RENEW:
        kept.mkdir(parents=True, exist_ok=True)
        for name in names:
            shutil.copy(tmp_path / name, kept / name)
    for name in names:
        assert (tmp_path / name).read_bytes() == (kept / name).read_bytes(), name
    manifest = json.loads((tmp_path / "manifest.json").read_bytes())
    for entry in manifest["files"]:
        assert len((tmp_path / entry["name"]).read_bytes().splitlines()) == entry["lines"]


def test_there_are_ten_golden_documents() -> None:
    assert len(DOCUMENTS) == 10
    assert sorted(path.name for path in GOLDEN.iterdir()) == [path.stem for path in DOCUMENTS]


@pytest.mark.parametrize(
    ("seed", "locale", "zone"),
    [("0", "C", "UTC"), ("1", "C.UTF-8", "Asia/Tokyo"), ("4242", "tr_TR.UTF-8", "America/Lima")],
)
def test_neither_hash_seed_nor_locale_nor_folder_matter(
    tmp_path: Path, seed: str, locale: str, zone: str
) -> None:
    document = ROOT / "fixtures" / "documents" / "weasyprint-fr.pdf"
    folder = tmp_path / "a folder"
    folder.mkdir()
    shutil.copy(document, folder)
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed, "LC_ALL": locale,
        "LANG": locale, "TZ": zone,
    }  # fmt: skip
    subprocess.run(
        [sys.executable, "-m", "dtaa_lint", "tasks", document.name, "--freeze", "out"],
        cwd=folder, env=environment, check=True, capture_output=True, timeout=60,
    )  # fmt: skip
    made = folder / "out" / document.stem
    for name in ("frozen.jsonl", "control.jsonl", "manifest.json"):
        assert (made / name).read_bytes() == (GOLDEN / document.stem / name).read_bytes()
    assert sorted(path.name for path in made.iterdir()) == [
        "control.jsonl", "frozen.jsonl", "manifest.json", "universe.jsonl",
    ]  # fmt: skip
