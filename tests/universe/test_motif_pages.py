"""The motifs' pages tell all that the detectors do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dtaa_lint.graph.model import Relation
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.read import read
from dtaa_lint.universe.glossary import look_up
from dtaa_lint.universe.model import Motif, Reason
from dtaa_lint.universe.motif_pages import PAGES
from dtaa_lint.universe.universe import Universe, enumerate_tasks
from tests.universe.support import universe
from tests.universe.test_reasons import CASES
from tests.universe.test_universe import parts

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def universes() -> list[Universe]:
    """Of every fixture and of the documents made by hand for motifs and reasons."""
    files = sorted((ROOT / "fixtures").glob("DT*/*.pdf"))
    assert files
    read_ones = [enumerate_tasks(View(read(path))) for path in files]
    return [*read_ones, universe(*parts()), *[universe(*top) for _, top in CASES.values()]]


def test_every_motif_has_a_page() -> None:
    assert list(PAGES) == list(Motif)


def test_every_rejection_is_told(universes: list[Universe]) -> None:
    met = {(c.motif, c.reason) for found in universes for c in found.rejections()}
    assert len(met) > len(Reason)
    assert [pair for pair in met if pair[1] not in PAGES[pair[0]].rejected] == []


def test_every_relation_is_told(universes: list[Universe]) -> None:
    met = {(t.motif, r.type) for found in universes for t in found.tasks() for r in t.relations}
    assert {motif for motif, _ in met} == set(Motif) - {Motif.LOCAL_FACT, Motif.FIGURE_ALT}
    assert [pair for pair in met if pair[1] not in PAGES[pair[0]].relations] == []


@pytest.mark.parametrize("motif", Motif)
def test_pages_are_well_formed(motif: Motif) -> None:
    page = PAGES[motif]
    assert all(text.endswith(".") for text in (page.fires, page.slots, page.gold, page.example))
    assert list(page.rejected) == [reason for reason in Reason if reason in page.rejected]
    assert not any(when.endswith(".") for when in page.rejected.values())
    named = set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", page.relations))
    assert named <= {*Relation.__members__}


@pytest.mark.parametrize("motif", Motif)
def test_explain_and_the_documentation_say_the_same(motif: Motif) -> None:
    entry = look_up(motif.value)
    assert entry is not None
    written = (ROOT / "docs" / "motifs.md").read_text("utf-8").replace("\\", "")
    section = written.split(f'<a id="{motif.value.lower()}"></a>')[1].split("<a id=")[0]
    assert entry.text in section
    for text in (PAGES[motif].fires, PAGES[motif].gold, *PAGES[motif].rejected.values()):
        assert text in section
        assert any(text in line for line in entry.related)
