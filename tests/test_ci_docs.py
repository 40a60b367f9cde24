"""The snippets for CI systems: valid, and run as far as a machine without those systems can."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
import yaml

from tests.cli.conftest import bad_document, good_document
from tests.test_action import ROOT, schema

PAGE = ROOT / "docs" / "ci.md"
SNIPPET = ROOT / "docs" / "ci" / "gitlab.yml"
GITLAB_SCHEMA = (
    "https://gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json"
)
EXAMPLES = [
    yaml.safe_load(text)
    for text in re.findall(r"```yaml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
]


def job() -> dict[str, Any]:
    return yaml.safe_load(SNIPPET.read_text("utf-8"))["dtaa-lint"]  # type: ignore[no-any-return]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    place = tmp_path / "project"
    (place / "exports").mkdir(parents=True)
    good_document().write(place / "exports" / "good.pdf")
    bad_document().write(place / "exports" / "bad.pdf")
    return place


def run_job(project: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """The job's commands in one shell, as the runner does it; pip only says what it would do."""
    tools = project.parent / "tools"
    tools.mkdir(exist_ok=True)
    stand_ins = {
        "python": 'echo "installed: $*"',
        "dtaa-lint": f"PYTHONPATH={shlex.quote(str(ROOT))} exec {shlex.quote(sys.executable)} -P "
        "-c 'from dtaa_lint.cli.main import entry; entry()' \"$@\"",
    }
    for name, command in stand_ins.items():
        (tools / name).write_text(f"#!/bin/sh\n{command}\n")
        (tools / name).chmod(0o755)
    found = job()
    given = {name: str(value) for name, value in found["variables"].items()} | variables
    return subprocess.run(
        ["sh", "-e", "-c", "\n".join([*found["before_script"], *found["script"]])],
        cwd=project, env={**os.environ, **given, "PATH": f"{tools}:{os.environ['PATH']}"},
        capture_output=True, text=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip


def test_the_gitlab_job_is_valid() -> None:
    validator = jsonschema.Draft7Validator(schema(GITLAB_SCHEMA))
    validator.validate({"dtaa-lint": job()})
    assert job()["artifacts"]["when"] == "always"


def test_the_gitlab_job_fails_with_all_its_artifacts(project: Path) -> None:
    done = run_job(project, DTAA_LINT="./dtaa-lint", DTAA_PATHS="exports/")
    assert done.returncode == 1, done.stderr
    assert "installed: -I -m pip install" in done.stdout
    artifacts = job()["artifacts"]
    issues = json.loads((project / artifacts["reports"]["codequality"]).read_text("utf-8"))
    assert [issue["location"]["path"] for issue in issues] == ["exports/bad.pdf"]
    suites = ElementTree.parse(project / artifacts["reports"]["junit"]).getroot()
    assert "DT0101" in ElementTree.tostring(suites, encoding="unicode")
    (folder,) = artifacts["paths"]
    assert any("DT0101" in page.read_text("utf-8") for page in (project / folder).rglob("*.html"))


def test_the_gitlab_job_succeeds_and_tells_what_cannot_be_checked(project: Path) -> None:
    assert run_job(project, DTAA_LINT="x", DTAA_PATHS="exports/good.pdf").returncode == 0
    assert run_job(project, DTAA_LINT="x", DTAA_PATHS="missing.pdf").returncode == 2


@pytest.mark.slow
def test_the_gitlab_job_gates_on_answerability_as_its_head_says(project: Path) -> None:
    (said,) = re.findall(
        r"#       DTAA_ARGS: \|\n((?:#         .*\n)+)", SNIPPET.read_text("utf-8")
    )
    arguments = re.sub("^#  *", "", said, flags=re.MULTILINE).replace("=0.6", "=100%")
    options = f"{arguments}--budget-words=1\n--systems=egr-s\n--fail-on=never\n"
    done = run_job(project, DTAA_LINT="x", DTAA_PATHS="exports/good.pdf", DTAA_ARGS=options)
    assert done.returncode == 1, done.stderr
    suites = ElementTree.parse(project / "dtaa-lint-junit.xml").getroot()
    failed = [case for case in suites.iter("testcase") if case.find("failure") is not None]
    assert [case.get("name") for case in failed] == ["egr-s on all tasks: at least 1"]
    page = (project / "dtaa-lint-report" / "index.html").read_text("utf-8")
    assert 'href="answerability/report.html"' in page


def test_the_gitlab_job_wants_to_know_what_to_install(project: Path) -> None:
    done = run_job(project)
    assert (done.returncode, done.stderr) == (2, "set DTAA_LINT to what pip installs\n")


def test_the_variables_of_the_gitlab_job_are_words_and_no_commands(project: Path) -> None:
    name = "$(touch canary) * `touch canary`.pdf"
    bad_document().write(project / name)
    paths, arguments = (
        f"{name}\nexports/good.pdf\n",
        "--fail-on=never\n--exclude=no such; touch x\n",
    )
    done = run_job(project, DTAA_LINT="x", DTAA_PATHS=paths, DTAA_ARGS=arguments)
    assert done.returncode == 0, done.stderr
    assert not (project / "canary").exists()
    issues = json.loads((project / "gl-code-quality-report.json").read_text("utf-8"))
    assert len(issues) == 1


def test_the_examples_are_valid() -> None:
    workflow, comment, gate, *gitlab, pre_commit = deepcopy(EXAMPLES)
    workflows = jsonschema.Draft7Validator(
        schema("https://json.schemastore.org/github-workflow.json")
    )
    # YAML 1.1 takes the key "on" for true.
    workflow["on"] = workflow.pop(True)
    workflows.validate(workflow)
    for steps in (comment, gate):
        workflow["jobs"]["dtaa-lint"]["steps"] = steps
        workflows.validate(workflow)
    assert len(gitlab) == 2
    for example in gitlab:
        jsonschema.Draft7Validator(schema(GITLAB_SCHEMA)).validate(
            # The job is merged with that of the same name that is included.
            {**example, "dtaa-lint": job() | example["dtaa-lint"]}
        )
    assert pre_commit["repos"][0]["hooks"][0]["id"] == "dtaa-lint"


def test_every_input_and_output_of_the_action_is_described() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    page = PAGE.read_text("utf-8")
    for name in (*action["inputs"], *action["outputs"]):
        assert f"`{name}`" in page
    for step in (EXAMPLES[0]["jobs"]["dtaa-lint"]["steps"][1], *EXAMPLES[2]):
        assert set(step["with"]) <= set(action["inputs"])
    for example in EXAMPLES[3:5]:
        assert set(example["dtaa-lint"]["variables"]) <= set(job()["variables"])
