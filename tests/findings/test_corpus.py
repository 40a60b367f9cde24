"""Every file of a corpus of real documents is linted without a fault of our own.

Set DTAA_CORPUS to a folder of PDFs and run with ``-m slow``.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dtaa_lint.findings.engine import lint_file

CORPUS = os.environ.get("DTAA_CORPUS")
FILES = sorted(Path(CORPUS).glob("*.pdf")) if CORPUS else []


@pytest.mark.slow
@pytest.mark.skipif(not FILES, reason="DTAA_CORPUS names no folder with PDFs")
@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_every_finding_is_whole(path: Path) -> None:
    report = lint_file(str(path))
    if report.error is not None:
        assert report.error.strip()
        return
    assert report.tasks is not None
    rejected = sum(report.tasks.rejected.values())
    fingerprints = [finding.fingerprint for finding in report.findings]
    assert len(set(fingerprints)) == len(fingerprints)
    blocked: dict[str, int] = {}
    for finding in report.findings:
        assert finding.path.startswith("/")
        assert finding.message and "\n" not in finding.message
        assert finding.node >= 0 or finding.path == "/"
        assert finding.tasks_blocked == sum(finding.explains.values())
        blocked[finding.code] = blocked.get(finding.code, 0) + finding.tasks_blocked
    assert all(count <= rejected for count in blocked.values())
    assert sorted(i for group in report.groups for i in group.findings) == list(
        range(len(report.findings))
    )
    assert all(0 <= ratio.n <= ratio.of for ratio in report.ratios)
