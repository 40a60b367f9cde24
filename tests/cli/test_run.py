"""The lint from the command line: statuses, streams, outputs, selection, broken inputs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from dtaa_lint.cli import single
from dtaa_lint.cli.args.parser import SUFFIXES
from dtaa_lint.config import FORMATS
from tests.cli.conftest import Run, good_document

pytestmark = pytest.mark.usefixtures("folder")


def codes(text: str) -> list[tuple[str, str, str]]:
    """(file, code, severity) of every finding of a JSON report."""
    report: dict[str, Any] = json.loads(text)
    return [
        (file["path"], finding["code"], finding["severity"])
        for file in report["files"]
        for finding in file["findings"]
    ]


def test_nothing_to_find_is_status_0(run: Run) -> None:
    result = run("good.pdf")
    assert (result.status, result.err) == (0, "")
    assert "no findings" in result.out


def test_findings_are_status_1(run: Run) -> None:
    result = run("bad.pdf")
    assert (result.status, result.err) == (1, "")
    assert "DT0101" in result.out


@pytest.mark.parametrize(
    ("level", "status"), [("error", 1), ("warning", 1), ("info", 1), ("never", 0)]
)
def test_fail_level_with_an_error(run: Run, level: str, status: int) -> None:
    assert run("bad.pdf", "--select", "DT0101", "--fail-on", level).status == status


@pytest.mark.parametrize(
    ("level", "status"), [("error", 0), ("warning", 0), ("info", 1), ("never", 0)]
)
def test_fail_level_with_an_info(run: Run, folder: Path, level: str, status: int) -> None:
    (folder / "dtaa-lint.toml").write_text('severity = { DT0101 = "info" }')
    result = run("bad.pdf", "--select", "DT0101", "--fail-on", level, "--format", "json")
    assert codes(result.out) == [("bad.pdf", "DT0101", "info")]
    assert result.status == status


def test_an_unreadable_file_is_status_2_and_the_others_are_still_reported(
    run: Run, folder: Path
) -> None:
    (folder / "broken.pdf").write_bytes(b"not a PDF at all")
    result = run("broken.pdf", "missing.pdf", "bad.pdf", "--format", "json", "--fail-on", "never")
    assert result.status == 2
    assert "dtaa-lint: broken.pdf: " in result.err
    assert "dtaa-lint: missing.pdf: no such file or folder" in result.err
    report = json.loads(result.out)
    assert [file["path"] for file in report["files"]] == ["broken.pdf", "missing.pdf", "bad.pdf"]
    assert [file["error"] is None for file in report["files"]] == [False, False, True]
    assert codes(result.out)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"%PDF-1.7\n",
        b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
        b"\x00" * 1000,
    ],
)
def test_what_is_no_pdf_gets_one_line(run: Run, folder: Path, content: bytes) -> None:
    (folder / "x.pdf").write_bytes(content)
    result = run("x.pdf")
    assert result.status == 2
    assert result.err.startswith("dtaa-lint: x.pdf: ")
    assert result.err.count("\n") == 1
    assert "internal error" not in result.err
    assert "Traceback" not in result.out


def test_a_folder_without_pdfs_is_status_2(run: Run, folder: Path) -> None:
    (folder / "empty").mkdir()
    result = run("empty")
    assert result.status == 2
    assert "empty: no file in this folder matches *.pdf" in result.err


def test_a_folder_and_patterns(run: Run, folder: Path) -> None:
    (folder / "drafts").mkdir()
    good_document().write(folder / "drafts" / "late.pdf")
    report = json.loads(run(".", "--format", "json").out)
    assert [file["path"] for file in report["files"]] == ["bad.pdf", "drafts/late.pdf", "good.pdf"]
    report = json.loads(run(".", "--format", "json", "--exclude", "drafts").out)
    assert [file["path"] for file in report["files"]] == ["bad.pdf", "good.pdf"]
    report = json.loads(run(".", "--format", "json", "--include", "drafts/*").out)
    assert [file["path"] for file in report["files"]] == ["drafts/late.pdf"]


def test_a_named_file_that_is_excluded_is_said_and_is_no_failure(run: Run) -> None:
    result = run("bad.pdf", "--exclude", "bad*")
    assert result.status == 0
    assert result.err == "dtaa-lint: bad.pdf: excluded by a pattern, not read\n"


def test_an_encrypted_file(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pikepdf.open(folder / "good.pdf") as pdf:
        pdf.save(folder / "locked.pdf", encryption=pikepdf.Encryption(owner="o", user="secret"))
    locked = run("locked.pdf")
    assert locked.status == 2
    assert "password" in locked.err
    assert run("locked.pdf", "--password", "wrong").status == 2
    assert run("locked.pdf", "--password", "secret").status == 0
    monkeypatch.setenv("DTAA_PASSWORD", "secret")
    assert run("locked.pdf").status == 0
    assert run("locked.pdf", "--password", "wrong").status == 2
    assert "eligible" in run("tasks", "locked.pdf", "--format", "json").out


def test_output_to_files(run: Run, folder: Path) -> None:
    result = run(
        "bad.pdf", "-o", "out.json", "--output", "csv=out.csv", "--output", "sarif=a.sarif"
    )
    assert (result.status, result.out, result.err) == (1, "", "")
    assert codes((folder / "out.json").read_text("utf-8"))[0][1] == "DT0101"
    assert b"DT0101" in (folder / "out.csv").read_bytes()
    assert json.loads((folder / "a.sarif").read_bytes())["version"] == "2.1.0"


def test_outputs_besides_leave_the_report_on_stdout(run: Run, folder: Path) -> None:
    result = run("bad.pdf", "--output", "json=out.json")
    assert "cell-without-row-header" in result.out
    assert codes((folder / "out.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("suffix", "name"),
    [(suffix, name) for suffix, name in sorted(SUFFIXES.items()) if name in FORMATS],
)
def test_the_suffix_of_the_file_decides_unless_a_format_is_given(
    run: Run, folder: Path, suffix: str, name: str
) -> None:
    run("bad.pdf", "-o", f"one{suffix}")
    run("bad.pdf", "-o", "two.out", "--format", name)
    run("bad.pdf", "-o", f"three{suffix}", "--format", "github")
    assert (folder / f"one{suffix}").read_bytes() == (folder / "two.out").read_bytes()
    assert (folder / f"three{suffix}").read_bytes().startswith(b"::error")


def test_reports_link_to_the_documentation(run: Run, folder: Path) -> None:
    page = "https://docs.example.org/rules/DT0101/"
    assert page in run("bad.pdf", "--format", "markdown", "--docs-url", page[:24]).out
    assert page not in run("bad.pdf", "--format", "markdown").out
    (folder / "dtaa-lint.toml").write_text(f'docs-url = "{page[:25]}"\n', "utf-8")
    assert page in run("bad.pdf", "--format", "markdown").out
    refused = run("bad.pdf", "--docs-url", "docs.example.org")
    assert (refused.status, refused.out) == (2, "")
    assert '"docs.example.org" must be an address' in refused.err


def test_a_workbook_is_not_shown_on_a_terminal(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dtaa_lint.cli.folders.on_terminal", lambda: True)
    refused = run("bad.pdf", "--format", "xlsx")
    assert (refused.status, refused.out) == (2, "")
    assert "name a file: -o report.xlsx" in refused.err
    run("bad.pdf", "-o", "report.xlsx")
    assert (folder / "report.xlsx").read_bytes().startswith(b"PK")


def test_xml_is_junit_for_the_lint_and_the_tree_for_the_tree(run: Run, folder: Path) -> None:
    run("bad.pdf", "-o", "lint.xml")
    assert "<testsuites" in (folder / "lint.xml").read_text("utf-8")
    run("tree", "bad.pdf", "-o", "tree.xml")
    assert "<testsuites" not in (folder / "tree.xml").read_text("utf-8")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("bad.pdf", "-o", "bad.pdf"), "would replace the PDF"),
        (("bad.pdf", "-o", "./sub/../bad.pdf"), "would replace the PDF"),
        (("bad.pdf", "--output", "json=-"), "standard output: two reports"),
        (("bad.pdf", "-o", "x", "--output", "json=./x"), "two reports"),
        (("bad.pdf", "-o", "nowhere/x.json"), "folder does not exist"),
        (("bad.pdf", "--select", "DT0199"), "--select: "),
        (("bad.pdf", "--ignore", "scope-mising"), "scope-missing"),
        (("bad.pdf", "--extend-select", "DX"), "--extend-select: "),
        (("bad.pdf", "--select", "DT0101", "--ignore", "DT0101"), "no rule is left"),
        (("bad.pdf", "--config", "nowhere.toml"), "nowhere.toml: cannot be read"),
        (("bad.pdf", "--exclude", "["), "--exclude: glob"),
    ],
)
def test_wrong_use_is_status_2_and_changes_nothing(
    run: Run, folder: Path, argv: tuple[str, ...], said: str
) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    result = run(*argv)
    assert result.status == 2
    assert result.out == ""
    assert result.err.startswith("dtaa-lint: error: ")
    assert said in result.err
    assert result.err.count("\n") == 1
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_the_configuration_holds_unless_it_is_set_aside(run: Run, folder: Path) -> None:
    (folder / "dtaa-lint.toml").write_text('fail-on = "never"\nformat = "json"\nignore = ["DT01"]')
    result = run("bad.pdf")
    assert result.status == 0
    assert not [code for _, code, _ in codes(result.out) if code.startswith("DT01")]
    assert run("bad.pdf", "--isolated").status == 1
    assert run("bad.pdf", "--format", "text", "--fail-on", "error").out.startswith("bad.pdf")
    (folder / "other.toml").write_text("")
    assert run("bad.pdf", "--config", "other.toml").status == 1


def test_a_wrong_configuration_is_named(run: Run, folder: Path) -> None:
    (folder / "dtaa-lint.toml").write_text('severity = { DT9999 = "info" }')
    result = run("bad.pdf")
    assert result.status == 2
    assert "dtaa-lint.toml: severity: " in result.err
    (folder / "dtaa-lint.toml").write_text('per-file-ignores = { "*.pdf" = ["row-header"] }')
    assert "dtaa-lint.toml: per-file-ignores: " in run("bad.pdf").err


def test_per_file_ignores(run: Run, folder: Path) -> None:
    (folder / "old").mkdir()
    (folder / "old" / "bad.pdf").write_bytes((folder / "bad.pdf").read_bytes())
    (folder / "dtaa-lint.toml").write_text(
        'select = ["DT0101"]\nper-file-ignores = { "old/*" = ["DT01"] }'
    )
    found = codes(run("bad.pdf", "old/bad.pdf", "--format", "json").out)
    assert found == [("bad.pdf", "DT0101", "error")]
    assert run("old/bad.pdf").status == 0


def test_one_file_that_makes_the_tool_fail_does_not_take_the_others_down(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    lint_file = single.lint_file

    def failing(path: str, *args: Any, **options: Any) -> Any:
        if path == "good.pdf":
            raise RecursionError("too deep\nsecond line")
        return lint_file(path, *args, **options)

    monkeypatch.setattr(single, "lint_file", failing)
    result = run("good.pdf", "bad.pdf", "--format", "json")
    assert result.status == 2
    assert result.err == (
        "dtaa-lint: good.pdf: internal error: RecursionError: too deep "
        "(please report it; DTAA_DEBUG=1 shows where)\n"
    )
    assert codes(result.out)
    monkeypatch.setenv("DTAA_DEBUG", "1")
    assert "Traceback" in run("good.pdf").err


def test_quiet_leaves_the_summary_out(run: Run) -> None:
    assert "Summary" in run("bad.pdf").out
    assert "Summary" not in run("bad.pdf", "--quiet").out


def test_statistics_count_per_rule(run: Run) -> None:
    result = run("bad.pdf", "good.pdf", "--statistics")
    assert result.status == 1
    assert "DT0101" in result.out
    assert "→" not in result.out


def test_colours_only_when_asked_for(run: Run) -> None:
    assert "\x1b[" not in run("bad.pdf").out
    assert "\x1b[" in run("bad.pdf", "--color", "always").out


def test_long_facts_are_shortened(run: Run, folder: Path) -> None:
    doc = good_document()
    doc.title, doc.lang = "T" * 500_000, "en-" + "x" * 500_000
    doc.write(folder / "long.pdf")
    assert max(map(len, run("long.pdf").out.splitlines())) < 1000


def test_quiet_gives_no_totals(run: Run, folder: Path) -> None:
    assert "2 files" in run("good.pdf", "bad.pdf").out
    quiet = run("good.pdf", "bad.pdf", "--quiet").out
    assert "DT0101" in quiet
    assert "files" not in quiet
    assert run("good.pdf", "good.pdf", "--quiet").out == ""


def test_when_every_file_is_excluded_one_line_says_so(run: Run, folder: Path) -> None:
    result = run("good.pdf", "--exclude", "*.pdf", "--quiet")
    assert result.status == 0
    assert (result.out, result.err) == ("no file to check: every one is excluded\n", "")


def test_help_lists_every_exit_status(run: Run) -> None:
    statuses = [
        line.split()[0]
        for line in run("--help").out.split("exit status:")[1].splitlines()
        if line[:3].strip() and line[2:3].isdigit()
    ]
    assert statuses == ["0", "1", "2", "130"]
