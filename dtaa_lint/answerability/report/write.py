"""The reports in the folder of a run."""

from __future__ import annotations

from dtaa_lint.answerability.package.files import write_whole
from dtaa_lint.answerability.package.folder import Stage
from dtaa_lint.answerability.report import html, json, text
from dtaa_lint.answerability.report.found import Found
from dtaa_lint.answerability.report.trace import traces
from dtaa_lint.words import ENGLISH, Words


def write_reports(found: Found, words: Words = ENGLISH) -> None:
    """Writes report.txt, report.json and report.html, which are the same wherever the folder is,
    and marks the stage as done. Raises ConfigError."""
    folder, manifest = found.assessed.folder, found.assessed.manifest
    documents = traces(found.assessed)
    write_whole(folder.root / "report.txt", text.render(found, place=False, words=words))
    write_whole(folder.root / "report.json", json.render(found, documents))
    write_whole(folder.root / "report.html", html.render(found, documents, words))
    if Stage.REPORT not in manifest.done:
        manifest.done.append(Stage.REPORT)
    folder.write(manifest, files=True)
