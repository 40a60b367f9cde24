"""What the documentation shows, taken from its pages and run."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
DEMO = ROOT / "fixtures" / "demo" / "harbour-levy.pdf"
_KEY = re.compile(r"_(API_KEY|MODEL_KEY|HTTP_TOKEN|BASE_URL)\Z")


def blocks(page: str, kind: str) -> list[str]:
    """The fenced blocks of a kind (``sh``) on a page of ``docs/``, in order."""
    return re.findall(rf"^``` ?{kind}\n(.*?)^```", (DOCS / page).read_text("utf-8"), re.S | re.M)


def place(folder: Path) -> None:
    """What the commands of the pages find: a document, and the checkout's ``docs``."""
    shutil.copy(DEMO, folder / "report.pdf")
    shutil.copytree(DOCS / "examples", folder / "docs" / "examples")


def shell(
    folder: Path,
    script: str,
    modules: str = "",
    environ: Mapping[str, str] | None = None,
    pip: str = "exit 0",
) -> subprocess.CompletedProcess[str]:
    """Runs a script in a folder, where ``dtaa-lint`` and ``python`` are those of the tests and keys
    of services are not known. ``modules``: a further folder of modules; ``pip``: what installing
    comes to."""
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    path = shlex.quote(os.pathsep.join(filter(None, [modules, str(ROOT)])))
    python = shlex.quote(sys.executable)
    lint = "from dtaa_lint.cli.main import entry; raise SystemExit(entry())"
    stand_ins = {
        "pip": pip,
        "python": f'exec {python} "$@"',
        "dtaa-lint": f'PYTHONPATH={path} exec {python} -c {shlex.quote(lint)} "$@"',
    }
    for name, command in stand_ins.items():
        (tools / name).write_text(f"#!/bin/sh\n{command}\n", encoding="utf-8")
        (tools / name).chmod(0o755)
    known = {name: value for name, value in os.environ.items() if not _KEY.search(name)}
    own = {"PATH": f"{tools}{os.pathsep}{known['PATH']}", "XDG_CACHE_HOME": str(folder / "cache")}
    return subprocess.run(
        ["bash", "-c", f"trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n{script}"],
        cwd=folder, env={**known, **own, **(environ or {})},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def free_port() -> int:
    """A port of this machine that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def listens(port: int) -> bool:
    """Whether somebody answers there."""
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0
