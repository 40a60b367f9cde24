"""The docs tell the truth about the tool."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import tomli

from dtaa_lint.cli.args import parse
from dtaa_lint.cli.args.lint import LintOptions
from dtaa_lint.cli.args.parser import COMMANDS
from dtaa_lint.cli.selection import Selection
from dtaa_lint.config import FORMATS, KEYS, load_config
from dtaa_lint.findings.registry import select_rules

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.glob("*.md"), *DOCS.glob("recipes/*.md")])
"""What GitHub shows; docs/site has templates."""


def test_generated_docs_are_fresh() -> None:
    done = subprocess.run(
        [sys.executable, str(DOCS / "generate.py"), "--check"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_every_option_is_described(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["--help"])
    options = set(re.findall(r"(?<![\w-])--[a-z-]+", capsys.readouterr().out))
    page = (DOCS / "cli.md").read_text("utf-8")
    assert options - {"--help", "--version"} <= set(re.findall(r"--[a-z-]+", page))


def test_every_command_key_and_format_is_described() -> None:
    cli = (DOCS / "cli.md").read_text("utf-8")
    assert all(f"dtaa-lint {command}" in cli for command in COMMANDS)
    config = (DOCS / "config.md").read_text("utf-8")
    assert all(f"| `{key}` |" in config for key in KEYS)
    formats = (DOCS / "formats.md").read_text("utf-8")
    assert all(f"**{name}**" in formats for name in FORMATS)


TOML_EXAMPLES = [
    (page.name, example)
    for page in (ROOT / "README.md", *PAGES)
    for example in re.findall(r"```toml\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
]


def test_there_is_an_example_configuration() -> None:
    assert "config.md" in {page for page, _ in TOML_EXAMPLES}


@pytest.mark.parametrize(("page", "example"), TOML_EXAMPLES)
def test_every_example_configuration_works(page: str, example: str, tmp_path: Path) -> None:
    path = tmp_path / "dtaa-lint.toml"
    path.write_text(example, "utf-8")
    arguments = parse(["a.pdf"])
    assert isinstance(arguments, LintOptions)
    selection = Selection(arguments, load_config(path), None)
    assert select_rules(selection.run.select, selection.run.ignore), page


@pytest.mark.parametrize(
    "page",
    ["README.md", *(path.relative_to(ROOT).as_posix() for path in PAGES)],
)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        path = (ROOT / page).parent / name if name else ROOT / page
        assert path.exists(), target
        if anchor:
            assert f'<a id="{anchor}">' in path.read_text("utf-8"), target


def test_every_extra_is_described() -> None:
    project = tomli.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    rows = re.findall(r"^\| `([a-z]+)` \|", (DOCS / "start.md").read_text("utf-8"), re.MULTILINE)
    assert set(rows) == set(project["optional-dependencies"])


def test_the_commands_of_the_readme_exist() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    script = (ROOT / "dev").read_text("utf-8")
    for task in re.findall(r"\./dev ([a-z]+)", readme):
        assert f"    {task})\n" in script
