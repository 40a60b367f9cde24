"""The functions for Python."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dtaa_lint
from tests.cli.conftest import bad_document

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    bad_document().write(tmp_path / "report.pdf")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "report.pdf"


def codes(report: dtaa_lint.Report) -> set[str]:
    return {finding.code for file in report.files for finding in file.findings}


@pytest.mark.usefixtures("pdf")
def test_the_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)
    exec(compile(example, "README.md", "exec"), {})
    out = capsys.readouterr().out
    assert "DT0101 1 /Document" in out
    assert "Plan prices" in out
    assert "ENUMERATE-L4" in out or "FIND-L1" in out


def test_selectors_as_a_list_or_a_string(pdf: Path) -> None:
    assert codes(dtaa_lint.lint(pdf, select=["DT0101"])) == {"DT0101"}
    assert codes(dtaa_lint.lint(str(pdf), select="DT0101")) == {"DT0101"}
    assert codes(dtaa_lint.lint(pdf, select="G01, G02", ignore="DT0101,DT02")) == set()


def test_configuration_files_are_not_read(pdf: Path) -> None:
    (pdf.parent / "dtaa-lint.toml").write_text('ignore = ["ALL"]', "utf-8")
    assert "DT0101" in codes(dtaa_lint.lint(pdf))


@pytest.mark.parametrize("wrong", [["a.pdf"], None, 3, b"a.pdf"])
def test_what_is_no_path_is_told(wrong: object) -> None:
    for function in (dtaa_lint.lint, dtaa_lint.compile, dtaa_lint.tasks):
        with pytest.raises(dtaa_lint.ConfigError, match="must be a str or an os"):
            function(wrong)  # type: ignore[operator]


def test_the_page_about_the_functions_names_what_there_is(pdf: Path) -> None:
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    report = dtaa_lint.lint(pdf, profile="fact-sheet")
    document = dtaa_lint.compile(pdf)
    universe = dtaa_lint.tasks(pdf)
    file = report.files[0]
    assert file.acceptance is not None
    things = (
        report, report.rules[0], file, file.findings[0], file.acceptance,
        file.acceptance.criteria[0], document, document.nodes[0],
        universe, next(universe.tasks()), next(universe.rejections()),
    )  # fmt: skip
    known = {name for thing in things for name in dir(thing)} | set(dir(dtaa_lint))
    known |= set("select ignore password profile str dtaa_lint".split())  # noqa: SIM905
    for code in re.findall(r"`([a-z_]+)(?:\([a-z]*\))?`", page):
        assert code in known, code


def test_documents_can_be_held_to_a_profile(tmp_path: Path) -> None:
    demo = ROOT / "fixtures" / "demo" / "harbour-levy.pdf"
    own = tmp_path / "own.toml"
    own.write_text('min-tasks-per-page = 1000\n[severity]\nDT0101 = "info"\nDT0109 = "off"\n')
    (file,) = dtaa_lint.lint(demo, profile=str(own)).files
    assert file.acceptance is not None
    assert (file.acceptance.profile, file.acceptance.met) == ("own", False)
    assert {f.severity.value for f in file.findings if f.code == "DT0101"} == {"info"}
    assert "DT0109" not in {f.code for f in file.findings}
    with pytest.raises(dtaa_lint.ConfigError, match="did you mean"):
        dtaa_lint.lint(demo, profile="reprot")


def test_messages_in_another_language(pdf: Path) -> None:
    english = dtaa_lint.lint(pdf, impact=False)
    french = dtaa_lint.lint(pdf, impact=False, lang="fr-CA")
    assert french.lang == "fr"
    assert french.rules[0].summary != english.rules[0].summary
    for one, other in zip(english.files[0].findings, french.files[0].findings, strict=True):
        assert one.fingerprint == other.fingerprint
        assert one.message != other.message
    with pytest.raises(dtaa_lint.ConfigError, match="languages are en, fr"):
        dtaa_lint.lint(pdf, lang="tlh")
