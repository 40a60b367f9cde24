"""What the stages of a run share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from dtaa_lint.answerability.benchmark.foreign import assign
from dtaa_lint.answerability.benchmark.foreign_files import read_questions
from dtaa_lint.answerability.benchmark.foreign_task import ForeignTask
from dtaa_lint.answerability.documents import Documents
from dtaa_lint.answerability.models.interface import Runner
from dtaa_lint.answerability.options import RunOptions
from dtaa_lint.answerability.package.folder import DocumentEntry, Manifest, RunFolder
from dtaa_lint.words import Phrase

Progress = Callable[[str, int, int, float], None]
"""Called with a stage, what of it is done, all of it, and US dollars so far."""


def silent(stage: str, done: int, whole: int, cost: float) -> None:
    """No progress."""


@dataclass
class Context:
    """What stages share."""

    options: RunOptions
    folder: RunFolder
    manifest: Manifest
    documents: Documents
    runner: Runner | None
    """None in the retrieval tier: there is nobody to ask."""
    progress: Progress = silent
    cost: Callable[[], float] = lambda: 0.0

    def told(self, stage: str) -> Callable[[int, int], None]:
        """The progress of a stage's calls."""
        return lambda done, whole: self.progress(stage, done, whole, self.cost())

    def each(self, stage: str) -> Iterator[DocumentEntry]:
        """The documents, with progress."""
        whole = len(self.manifest.documents)
        for done, entry in enumerate(self.manifest.documents):
            self.progress(stage, done, whole, self.cost())
            yield entry

    def foreign(self, entry: DocumentEntry) -> Mapping[str, ForeignTask]:
        """Somebody else's questions about a document."""
        given = self._given()
        if given is None and self.options.questions is not None:
            # A run that has not begun has not taken them in.
            given = Path(self.options.questions)
        return self.documents.foreign(entry, given, self.manifest.documents)

    def _given(self) -> Path | None:
        """The run's file of them; one that merely lies in its folder is none."""
        return self.folder.given() if self.manifest.options.get("questions") else None

    def elsewhere(self) -> list[str]:
        """Why those of somebody else's questions are not asked that belong to no document."""
        given = self._given()
        if given is None:
            return []
        names = [entry.folder for entry in self.manifest.documents]
        left = assign(read_questions(str(given)), names).left
        return [Phrase(reason.value) for _, reason in left]

    def broken(self, entry: DocumentEntry) -> set[str]:
        """Systems that could not be measured on a document."""
        return {one["system"] for one in self.manifest.broken if one["document"] == entry.folder}

    def systems(self, entry: DocumentEntry) -> list[str]:
        """Those that could."""
        broken = self.broken(entry)
        return [name for name in self.options.systems if name not in broken]
