"""docs/systems.md: its plug-in is installed, its assistant is started, both are assessed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from dtaa_lint.answerability.answering.interface import BUDGET, SEEDS, Item
from dtaa_lint.answerability.answering.systems import registry
from dtaa_lint.answerability.answering.systems.http import TIMEOUT, HttpSystem
from dtaa_lint.cli.args.answerability import AnswerabilityOptions
from dtaa_lint.cli.assessment_options import run_options
from dtaa_lint.config import load_config
from tests.answerability.documented import DOCS, blocks, free_port, place, shell
from tests.answerability.support import document
from tests.make import el

PAGE = "systems.md"
TEXT = (DOCS / PAGE).read_text("utf-8")
EXAMPLES = DOCS / "examples"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example as it lies in a site-packages folder."""
    made, site = tmp_path_factory.mktemp("wheel"), tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(made)]
    done = subprocess.run(
        [*command, str(EXAMPLES / "by-section")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = made.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


@pytest.mark.parametrize("name", ["by-section/pyproject.toml", "by-section/by_section.py"])
def test_the_page_shows_the_plug_in_that_is_there(name: str) -> None:
    assert (EXAMPLES / name).read_text("utf-8") in [*blocks(PAGE, "toml"), *blocks(PAGE, "python")]


def test_the_page_shows_the_assistant_that_is_there() -> None:
    assert (EXAMPLES / "assistant.py").read_text("utf-8") in blocks(PAGE, "python")


@pytest.mark.slow
def test_the_plug_in_is_installed_and_assessed(installed: Path, tmp_path: Path) -> None:
    place(tmp_path)
    (script,) = [block for block in blocks(PAGE, "sh") if "pip install" in block]
    there = 'test "$1" = install && test -f "$2/pyproject.toml"'
    done = shell(tmp_path, f"set -e\n{script.rstrip()} --fail-on never", str(installed), pip=there)
    assert (done.returncode, done.stderr) == (0, "")
    found = re.search(r"by-section: with what it shows, at most (\d+) %", done.stdout)
    assert found and int(found[1]) > 60 and "egr-s against by-section" in done.stdout


@pytest.mark.slow
def test_the_assistant_is_started_and_assessed(tmp_path: Path) -> None:
    place(tmp_path)
    port = free_port()
    (script,) = [block for block in blocks(PAGE, "sh") if "assistant.py" in block]
    assert script.count("8765") == 2 and script.count(" &\n") == 1
    wait = f"until (exec 3<>/dev/tcp/127.0.0.1/{port}) 2>/dev/null; do sleep 0.1; done"
    script = script.replace("8765", str(port)).replace(" &\n", f" 2>log &\n{wait}\n")
    done = shell(tmp_path, f"{script.rstrip()} --fail-on never --run-dir run")
    assert done.returncode == 0 and "nothing leaves this machine" in done.stderr
    assert len(done.stderr.splitlines()) == 2
    (lines,) = (tmp_path / "run").glob("report/answering/http*/retrieval.jsonl")
    given = [json.loads(line) for line in lines.read_text("utf-8").splitlines()]
    assert len(given) > 30 and all(line["shown"][0]["id"].startswith("page-") for line in given)
    # Without the token, or with another one, it answers nothing.
    wrong = script.replace("dtaa-lint", "DTAA_LINT_HTTP_TOKEN=other dtaa-lint").rstrip()
    done = shell(tmp_path, f"{wrong} --fail-on never")
    assert done.returncode == 2 and "answers 401" in done.stderr


def test_request_and_reply_are_as_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    request, reply = blocks(PAGE, "json")
    sent = []

    def exchange(self: HttpSystem, request: object) -> bytes:
        sent.append(json.loads(request.data))  # type: ignore[attr-defined]
        return reply.encode()

    monkeypatch.setattr(HttpSystem, "_exchange", exchange)
    system = HttpSystem("http://127.0.0.1/ask", token="")
    system.index(document(el("P", "One page.")))
    shown = json.loads(request)
    assert list(system.retrieve(shown["question"], SEEDS)) == [
        Item("page-1", "Rate 2.5 % of declared value", (), 0),
        Item("item-2", "Collected by the Port Service Bureau"),
    ]
    assert sent[0].keys() == shown.keys() and sent[0]["document"].keys() == shown["document"].keys()
    assert (sent[0]["question"], sent[0]["k"]) == (shown["question"], shown["k"])


def test_the_configuration_names_systems_and_those_with_a_network(tmp_path: Path) -> None:
    (example,) = [block for block in blocks(PAGE, "toml") if "network" in block]
    (tmp_path / "dtaa-lint.toml").write_text(example, encoding="utf-8")
    found = run_options(AnswerabilityOptions(), load_config(tmp_path / "dtaa-lint.toml"))
    assert found.systems == ("by-section", "egr-s") and found.network == {"by-section"}


def test_every_system_and_number_of_the_page_is_the_code_s() -> None:
    described = re.findall(r"^\*\*([\w-]+)\*\* ", TEXT, re.M)
    assert set(registry.BUILT_IN) <= set(described)
    assert ", ".join([f"`{name}`" for name in registry.DEFAULTS[:2]]) in TEXT
    assert f"**k** is {SEEDS}:" in TEXT and f"{BUDGET:,} unless set" in TEXT
    assert f"{TIMEOUT:.0f} seconds from the connection" in TEXT
