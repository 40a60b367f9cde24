"""Which files of a run are not there, or not as they were written, and what stage makes them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from dtaa_lint.answerability.package.files import Line, hashed_file
from dtaa_lint.answerability.package.folder import DocumentFolder, Stage
from dtaa_lint.universe import freeze as frozen_set

_FROZEN = (
    frozen_set.UNIVERSE_FILE,
    frozen_set.FROZEN_FILE,
    frozen_set.CONTROL_FILE,
    frozen_set.MANIFEST_FILE,
)


def frozen_files(folder: DocumentFolder) -> list[Path]:
    """What the frozen set of a document consists of, as `tasks --freeze` writes it."""
    return [folder.benchmark / name for name in _FROZEN]


def question_files(folder: DocumentFolder) -> list[Path]:
    """What a document's questions consist of."""
    return [folder.questions, folder.validation, folder.excluded]


def missing(
    folder: DocumentFolder, systems: Iterable[str], *, full: bool, filters: bool
) -> Iterator[tuple[Stage, Path]]:
    """Files that a run of these systems has when it is done, and that are not there, in the order
    of the stages. ``full``: somebody answers; ``filters``: somebody else's questions are marked."""
    files = _stage_files(folder, systems, full=full, filters=filters)
    return ((stage, path) for stage, path in files if not path.is_file())


@dataclass(frozen=True, slots=True)
class Altered:
    """A file of a stage that was done, which is not as it was written."""

    stage: Stage
    path: Path
    before: int | None
    """Lines that it had; None of what is no JSONL."""
    now: int | None

    def __str__(self) -> str:
        lines = ""
        if self.before is not None and self.now is not None and self.before != self.now:
            lines = f" ({self.now:,} lines in place of {self.before:,})"
        return f"{self.path}: is not as the run wrote it{lines}"


def altered(
    root: Path,
    folder: DocumentFolder,
    systems: Iterable[str],
    noted: Mapping[str, Line],
    done: Container[Stage],
    *,
    full: bool,
    filters: bool,
) -> Iterator[Altered]:
    """Files of a document which the stages that are ``done`` wrote otherwise, in the order of the
    stages: lines were lost, or somebody wrote into them. ``noted``: name -> what the manifest has
    of each file. Raises ConfigError for what cannot be read."""
    files = _stage_files(folder, systems, full=full, filters=filters)
    for stage, path in (*files, (Stage.SCORE, folder.rubric)):
        before = noted.get(path.relative_to(root).as_posix())
        if stage not in done or before is None:
            continue
        if not path.is_file():
            if path == folder.rubric:
                yield Altered(stage, path, before["lines"], 0)
            continue
        now = hashed_file(root, path)
        if now["sha256"] != before["sha256"]:
            yield Altered(stage, path, before["lines"], now["lines"])


def _stage_files(
    folder: DocumentFolder, systems: Iterable[str], *, full: bool, filters: bool
) -> list[tuple[Stage, Path]]:
    names = list(systems)
    files = [(Stage.FREEZE, path) for path in (*frozen_files(folder), folder.elements)]
    files += [(Stage.QUESTIONS, path) for path in (*question_files(folder), folder.foreign)]
    files += [(Stage.CONTROLS, path) for path in (folder.controls, folder.asked)]
    files += [(Stage.RETRIEVE, folder.retrieval(name)) for name in names]
    if filters:
        files.append((Stage.FILTER, folder.filters))
    if full:
        files += [(Stage.ANSWER, folder.answers(name)) for name in names]
        files.append((Stage.JUDGE, folder.judgments))
    files += [(Stage.SCORE, folder.scores(name)) for name in names]
    return files
