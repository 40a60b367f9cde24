"""The reports in the folder of a run."""

from __future__ import annotations

from pathlib import Path

from dtaa_lint.answerability.package.files import write_whole
from dtaa_lint.answerability.package.folder import Stage
from dtaa_lint.answerability.report import html, json, text
from dtaa_lint.answerability.report.found import Found
from dtaa_lint.answerability.report.trace import traces
from dtaa_lint.words import ENGLISH, Words


def write_reports(found: Found, words: Words = ENGLISH) -> list[Path]:
    """Writes report.txt, report.json and report.html, which are the same wherever the folder is,
    and marks the stage as done. Returns what it wrote; raises ConfigError."""
    folder, manifest = found.assessed.folder, found.assessed.manifest
    documents = traces(found.assessed)
    made = {
        "report.txt": text.render(found, place=False, words=words),
        "report.json": json.render(found, documents),
        "report.html": html.render(found, documents, words),
    }
    for name, data in made.items():
        write_whole(folder.root / name, data)
    if Stage.REPORT not in manifest.done:
        manifest.done.append(Stage.REPORT)
    folder.write(manifest, files=True)
    return [folder.root / name for name in made]
