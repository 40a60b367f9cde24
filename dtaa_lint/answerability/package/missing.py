"""Which files of a run are not there, and the stage that makes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

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
    return ((stage, path) for stage, path in files if not path.is_file())
