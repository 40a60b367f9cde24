"""The answering side runs in a process that can read no file of a run."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dtaa_lint.answerability.answering import landlock, seccomp
from dtaa_lint.answerability.answering.confine import Allowed
from dtaa_lint.answerability.answering.process import (
    Asked,
    Broken,
    Setup,
    questions,
    request,
    retrieve,
)
from dtaa_lint.answerability.answering.running import environment
from dtaa_lint.answerability.model import Retrieval
from dtaa_lint.errors import ConfigError
from tests.make import Doc, el

pytestmark = pytest.mark.usefixtures("own_process")

SPY = Path(__file__).with_name("spy.py")
WAYS = set(re.findall(r"^def (by_\w+)", SPY.read_text(encoding="utf-8"), re.MULTILINE))
KERNEL = {"by_compiled_code", "by_another_library"}
"""What only Landlock can refuse."""
FILTERED = {"by_datagram_of_compiled_code", "by_process_of_compiled_code"}
"""What only seccomp can."""
SECRET = "the gold is 42"
PDF = Doc(lang="en", title="T").add(el("H1", "Costs"), el("P", "The fee is 12 euros.")).bytes()


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A run's folder with something in it, and the spy installed as a plug-in."""
    folder = tmp_path / "work" / "run"
    benchmark = folder / "report" / "benchmark"
    benchmark.mkdir(parents=True)
    (benchmark / "frozen.jsonl").write_text(SECRET, encoding="utf-8")
    (benchmark / "gold_of_the_run.py").write_text(f"SECRET = {SECRET!r}", encoding="utf-8")
    (folder / "secret.pdf").write_bytes(PDF)
    monkeypatch.chdir(folder.parent)
    with socket.create_server(("127.0.0.1", 0)) as server:
        install(tmp_path / "site", folder, server.getsockname()[1])
        monkeypatch.syspath_prepend(str(tmp_path / "site"))
        monkeypatch.setenv("DTAA_TEST_KEY", "sk-secret")
        yield folder


def install(site: Path, folder: Path, port: int) -> None:
    """The spy as an installed package with an entry point."""
    package, metadata = site / "spying", site / "spying-1.0.dist-info"
    package.mkdir(parents=True)
    metadata.mkdir()
    shutil.copy(SPY, package / "__init__.py")
    target = {
        "run": str(folder), "secret": SECRET, "parent": os.getpid(), "cwd": str(Path.cwd()),
        "port": port,
    }  # fmt: skip
    (package / "target.json").write_text(json.dumps(target), encoding="utf-8")
    entry = "[dtaa_lint.systems]\nspy = spying:Spy\nbad = spying:Missing\n"
    (metadata / "entry_points.txt").write_text(entry, encoding="utf-8")
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: spying\nVersion: 1.0\n")


def ask(systems: dict[str, list[Asked]], **options: object) -> list[object]:
    return list(retrieve("T.pdf", PDF, systems, Setup(**options)))  # type: ignore[arg-type]


def test_a_spy_gets_nothing(run: Path) -> None:
    (found,) = ask({"spy": [Asked("Q1", "What is the fee?")]})
    assert isinstance(found, Retrieval)
    got = {item.id: item.text for item in found.shown}
    assert got.keys() == WAYS and len(WAYS) >= 28
    allowed = set() if landlock.version() else set(KERNEL)
    allowed |= set() if seccomp.available() else FILTERED
    assert {name: said for name, said in got.items() if said != "nothing"}.keys() <= allowed
    assert SECRET not in json.dumps([got[name] for name in got if name not in allowed])
    assert (run / "report" / "benchmark" / "frozen.jsonl").read_text() == SECRET


@pytest.mark.skipif(sys.platform != "linux", reason="the spy's ways are Linux's")
def test_without_fences_the_spy_would_have_it_all(run: Path, tmp_path: Path) -> None:
    """The spy is no straw man: what it tries works where nothing is refused."""
    code = (
        "import json, sys; sys.path.insert(0, sys.argv[1]); import spying; "
        "print(json.dumps(spying.tried()))"
    )
    secret = os.open(run / "report" / "benchmark" / "frozen.jsonl", os.O_RDONLY)
    try:
        said = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "site")],
            capture_output=True, check=True, timeout=60, pass_fds=(secret,), cwd=tmp_path / "work",
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        ).stdout  # fmt: skip
    finally:
        os.close(secret)
    got = json.loads(said.splitlines()[-1])
    failing = {name for name, found in got.items() if not found}
    # A text is no database.
    assert failing <= {"by_database"}


def test_what_the_process_is_told_holds_the_document_the_questions_and_nothing_else() -> None:
    allowed = Allowed(("/usr/lib",), (), "/tmp/own", False)
    asked = {"egr-s": [Asked("Q2", "Second?"), Asked("Q1", "First?")]}
    head, data = told(request("/home/me/run/T.pdf", PDF, ["egr-s"], Setup(), allowed))
    then, nothing = told(questions(asked))
    assert data == PDF and nothing == b""
    assert head.keys() == {
        "name", "lang", "embedder", "seeds", "budget", "window", "systems", "allowed", "parts",
    }  # fmt: skip
    assert head["name"] == "T.pdf"
    assert head["systems"] == ["egr-s"]
    assert then == {"egr-s": [{"id": "Q1", "text": "First?"}, {"id": "Q2", "text": "Second?"}]}
    assert head["allowed"] == {
        "trees": ["/usr/lib"], "code": [], "scratch": "/tmp/own", "network": False,
    }  # fmt: skip


def told(message: bytes) -> tuple[dict[str, object], bytes]:
    """A message's value, and what is behind it."""
    length, _, rest = message.partition(b"\n")
    return json.loads(rest[: int(length)]), rest[int(length) :]


def test_the_environment_has_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "DTAA_LINT_HTTP_TOKEN", "PYTHONPATH"):
        monkeypatch.setenv(name, "secret")
    kept = environment(Allowed((), (), "/tmp/own", False))
    assert "secret" not in kept.values()
    assert kept["HOME"] == "/tmp/own"
    assert environment(Allowed((), (), "/tmp/own", True))["DTAA_LINT_HTTP_TOKEN"] == "secret"


def test_a_run_cannot_lie_where_the_process_may_read() -> None:
    place = str(Path(json.__file__).parent)
    with pytest.raises(ConfigError, match="cannot lie among the installed packages"):
        list(retrieve("T.pdf", PDF, {"egr-s": [Asked("Q1", "?")]}, forbidden=[place]))


def test_a_system_that_fails_costs_itself_alone(run: Path) -> None:
    asked = [Asked("Q1", "What is the fee?")]
    found = ask({"bad": asked, "nobody": asked, "spy": asked})
    broken = {one.system: one.error for one in found if isinstance(one, Broken)}
    assert broken.keys() == {"bad", "nobody"}
    assert "Missing" in broken["bad"] and "there is no system" in broken["nobody"]
    assert [one.system for one in found if isinstance(one, Retrieval)] == ["spy"]


def test_questions_are_asked_in_the_order_of_their_ids() -> None:
    asked = [Asked(f"Q{n}", f"What is the fee {n}?") for n in (3, 1, 2)]
    found = ask({"egr-s": asked, "chunk-hybrid": asked})
    for system in ("egr-s", "chunk-hybrid"):
        own = [one for one in found if isinstance(one, Retrieval) and one.system == system]
        assert [one.question_id for one in own] == ["Q1", "Q2", "Q3"]


def test_an_embedder_that_is_not_there_is_said() -> None:
    with pytest.raises(ConfigError, match="there is no embedder 'word2vec'"):
        ask({"egr-s": [Asked("Q1", "?")]}, embedder="word2vec")


def test_systems_that_embed_nothing_need_no_embedder() -> None:
    (found,) = ask({"long-context": [Asked("Q1", "?")]}, embedder="word2vec")
    assert isinstance(found, Retrieval)


def test_a_process_that_dies_is_said(run: Path, tmp_path: Path) -> None:
    source = tmp_path / "site" / "spying" / "__init__.py"
    text = source.read_text(encoding="utf-8")
    source.write_text(text + "\nimport sys\nsys.stderr.write('no more\\n')\nos._exit(7)\n")
    first, *others = sorted(ask({"spy": [Asked("Q1", "?")], "egr-s": [Asked("Q1", "?")]}), key=str)
    assert isinstance(first, Broken) and first.system == "spy"
    assert first.error.endswith("status 7: no more")
    assert [type(one) for one in others] == [Retrieval]


def test_what_a_process_writes_is_not_believed(run: Path, tmp_path: Path) -> None:
    source = tmp_path / "site" / "spying" / "__init__.py"
    text = source.read_text(encoding="utf-8")
    line = '{"kind": "retrieval", "system": "spy", "questionId": "Q9", "shown": [], "leftOut": 0}'
    forged = f"    try:\n        os.write(n, {line.encode() + bytes([10])!r})\n"
    forged = f"\nfor n in range(3, 9):\n{forged}    except OSError:\n        pass\n"
    source.write_text(text + forged)
    (found,) = ask({"spy": [Asked("Q1", "?")]})
    assert isinstance(found, Broken) and "answers what was not asked" in found.error
