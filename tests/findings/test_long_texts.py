"""However long what a document says is, a report says it briefly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path

import pikepdf
import pytest

from dtaa_lint.findings.engine import LintOptions, lint_file, make_report
from dtaa_lint.findings.finding import EVIDENCE
from dtaa_lint.report import FORMATS, renderer
from dtaa_lint.report.interface import RenderOptions
from tests.make import Doc, el

LONG = "x" * 100_000
WORDS = "word " * 20_000
ALL = LintOptions(plan=True, sketches=True, task_lines=True)


@pytest.fixture(scope="module")
def wordy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    doc = Doc(lang=LONG, title=WORDS, role_map={"Y" * 60_000: "P"}).add(
        el("H1", "Head", id="i" + LONG, title=LONG),
        el("P", "text", alt=LONG, lang="en-" + LONG, id=LONG),
        el("Figure", alt=WORDS, id="f" + LONG, lang=LONG),
        el("Figure", alt=WORDS),
        el("Y" * 60_000, "more text"),
        el("Z" * 60_000, "no known type"),
        el("Formula", "x", alt=LONG, e=LONG),
        el("H3", WORDS[:30_000]),
        el(
            "Table",
            el("Caption", "c" * 50_000),
            el("TR", el("TH", "Plan " + WORDS, id="h" + LONG, scope="Column"), el("TH", "Price")),
            el("TR", el("TD", "Basic" * 9_000, headers=["q" + LONG]), el("TD", "1")),
            summary=LONG,
        ),
        el("Note", "n", id="n" + LONG),
        el("Note", "n", id="n" + LONG),
        el("P", "see ", el("Link", "l" * 20_000, uri="https://example.org/" + LONG)),
        el("Form", field={"T": LONG, "TU": LONG}),
    )
    doc.pdf.docinfo["/Producer"] = pikepdf.String(LONG)
    return doc.write(tmp_path_factory.mktemp("wordy") / "wordy.pdf")


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from texts(getattr(value, field.name))
    elif isinstance(value, Mapping):
        yield from texts(tuple(value.items()))
    elif isinstance(value, tuple):
        for item in value:
            yield from texts(item)


def test_no_text_of_a_report_is_long(wordy: Path) -> None:
    file = lint_file(str(wordy), ALL)
    assert len(file.findings) > 5
    assert max(map(len, texts(file))) <= EVIDENCE
    assert file.title is not None and file.title.endswith("…")


def test_no_format_is_large(wordy: Path) -> None:
    report = make_report([lint_file(str(wordy), ALL)], ALL)
    for name in FORMATS:
        assert len(renderer(name)(report, RenderOptions(places=0))) < 400_000, name


def test_what_is_cut_still_tells_findings_apart(tmp_path: Path) -> None:
    """Fingerprints are of the whole text."""
    marks = []
    for end in ("one", "two"):
        path = Doc(lang="en").add(
            el("H1", "Head"), el("P", "text", id="same"), el("Figure", alt="a" * 1_500 + end)
        ).write(tmp_path / "x.pdf")  # fmt: skip
        marks.append({item.fingerprint for item in lint_file(str(path)).findings})
    assert marks[0] and marks[0] != marks[1]
