"""The command line: what is understood, and how wrong usage is answered."""

from __future__ import annotations

import pytest

from dtaa_lint.cli.args import parse
from dtaa_lint.cli.args.inspect import ExplainOptions, RulesOptions, TasksOptions, TreeOptions
from dtaa_lint.cli.args.lint import LintOptions


def lint(*argv: str) -> LintOptions:
    options = parse(argv)
    assert isinstance(options, LintOptions)
    return options


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    with pytest.raises(SystemExit) as caught:
        parse(argv)
    assert caught.value.code == 2
    printed = capsys.readouterr()
    assert not printed.out
    assert printed.err.startswith("dtaa-lint: error: ")
    return printed.err


def test_defaults() -> None:
    assert lint("a.pdf") == LintOptions(
        paths=("a.pdf",),
        format=None,
        file=None,
        outputs=(),
        select=None,
        ignore=(),
        extend_select=(),
        fail_on=None,
        quiet=False,
        statistics=False,
        impact=True,
        plan=False,
        fix=False,
        fix_dir=None,
        in_place=False,
        places=None,
        password=None,
        config=None,
        isolated=False,
        include=None,
        exclude=(),
        jobs=0,
        color="auto",
    )


def test_options_may_stand_between_paths() -> None:
    options = lint("a.pdf", "--quiet", "b.pdf", "--format", "json", "-")
    assert options.paths == ("a.pdf", "b.pdf", "-")
    assert (options.quiet, options.format) == (True, "json")


def test_a_path_that_looks_like_an_option() -> None:
    assert lint("--quiet", "--", "--odd.pdf", "b.pdf").paths == ("./--odd.pdf", "b.pdf")
    assert parse(["tree", "--", "-x.pdf"]) == TreeOptions("./-x.pdf", "text", None, None, "auto")


def test_codes_come_in_lists_and_repeated() -> None:
    options = lint("a.pdf", "--select", "DT01, G02", "--select=scope-missing", "--ignore", "DT0101")
    assert options.select == ("DT01", "G02", "scope-missing")
    assert options.ignore == ("DT0101",)


def test_several_outputs() -> None:
    options = lint("a.pdf", "-o", "x.sarif", "--output", "json=a=b.json", "--output", "csv=c.csv")
    assert options.file == "x.sarif"
    assert options.outputs == (("json", "a=b.json"), ("csv", "c.csv"))


def test_commands() -> None:
    assert isinstance(parse(["tree", "a.pdf", "--format", "xml"]), TreeOptions)
    tasks = parse(["tasks", "a.pdf", "--format", "json", "b.pdf"])
    assert isinstance(tasks, TasksOptions)
    assert tasks.paths == ("a.pdf", "b.pdf")
    assert parse(["rules", "--format", "json"]) == RulesOptions("json", "auto")
    assert parse(["explain", "DT0101"]) == ExplainOptions("DT0101", "auto")


def test_a_file_that_is_called_like_a_command() -> None:
    assert lint("./rules").paths == ("./rules",)


def test_a_command_that_does_not_come_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert "must come first" in refused(capsys, "--quiet", "tree", "a.pdf")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ((), "name a PDF, a folder, or - for standard input"),
        (("a.pdf", "--formt", "json"), '--formt (did you mean "--format"?)'),
        (("a.pdf", "--ignored=DT01"), '--ignored (did you mean "--ignore"?)'),
        (("a.pdf", "--format", "jsno"), 'did you mean "json"?'),
        (("a.pdf", "--fail-on", "eror"), 'did you mean "error"?'),
        (("a.pdf", "--output", "out.json"), "must look like FORMAT=PATH"),
        (("a.pdf", "--output", "sarf=x"), 'did you mean "sarif"?'),
        (("a.pdf", "--jobs", "0"), "a number from 1 to 1024, or auto"),
        (("a.pdf", "--jobs", "two"), "a number from 1 to 1024, or auto"),
        (("a.pdf", "--places", "-1"), "a number, or all"),
        (("a.pdf", "--select", ","), "name at least one code"),
        (("a.pdf", "--config", "x.toml", "--isolated"), "not allowed with"),
        (("explain",), "required: WORD"),
        (("tree", "a.pdf", "b.pdf"), "unknown argument b.pdf"),
        (("tree", "a.pdf", "--format", "csv"), "none of text, json, xml"),
        (("tasks",), "required: PATH"),
        (("a.pdf", "-o", ""), "name a file"),
    ],
)
def test_wrong_usage(capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], said: str) -> None:
    assert said in refused(capsys, *argv)


@pytest.mark.parametrize("argv", [("--help",), ("tree", "-h"), ("tasks", "-h"), ("explain", "-h")])
def test_help_gives_examples(capsys: pytest.CaptureFixture[str], argv: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as caught:
        parse(argv)
    assert caught.value.code == 0
    assert "example" in capsys.readouterr().out
