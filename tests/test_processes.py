"""Processes that work for this one know nothing of the program that started them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, bad_document

SCRIPT = """
from dtaa_lint.cli.discover import Source
from dtaa_lint.cli.single import Job
from dtaa_lint.cli.workers import lint_in_processes
from dtaa_lint.findings.engine import LintOptions
from dtaa_lint.report.pictures import PagePictures, Pictured

class Own:
    pass

print("begins")
with PagePictures([Pictured("bad.pdf", 1)]) as pictures:
    print(pictures.page(0, 0) is not None)
jobs = [Job(Source("bad.pdf", "bad.pdf"), LintOptions())] * 2
print([report.error for report in lint_in_processes(jobs, 2, lambda done, name: None)])
import pickle, sys
assert sys.modules["__main__"].Own is Own and pickle.loads(pickle.dumps(Own())).__class__ is Own
"""


@pytest.mark.parametrize("how", ["file", "input"])
def test_a_script_is_run_once_and_needs_no_guard(tmp_path: Path, how: str) -> None:
    bad_document().write(tmp_path / "bad.pdf")
    (tmp_path / "script.py").write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, "script.py" if how == "file" else "-"],
        input=SCRIPT, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("begins\nTrue\n[None, None]\n", "")
