"""The documents of a run: read, compiled and frozen when a stage needs them, one at a time."""

from __future__ import annotations

import gc
import hashlib
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from dtaa_lint.answerability.answering.process import Answering
from dtaa_lint.answerability.benchmark.foreign import assign
from dtaa_lint.answerability.benchmark.foreign_files import read_questions
from dtaa_lint.answerability.benchmark.foreign_task import ForeignTask, ForeignTasks
from dtaa_lint.answerability.package.folder import DocumentEntry, safe_name
from dtaa_lint.answerability.scoring.case import Contexts
from dtaa_lint.answerability.scoring.evidence import Judge
from dtaa_lint.errors import InputError
from dtaa_lint.graph.view import View
from dtaa_lint.hidden import name_text
from dtaa_lint.pdf.open import Limits, load
from dtaa_lint.pdf.read import read
from dtaa_lint.pdf.unlock import unlocked
from dtaa_lint.universe.freeze import TARGET, Frozen, freeze
from dtaa_lint.universe.model import Task
from dtaa_lint.universe.universe import Universe, enumerate_tasks


@dataclass(frozen=True, slots=True)
class Compiled:
    """A document as the benchmark side sees it."""

    data: bytes
    """The file, without its lock where it needs a password: for whatever reads it again."""
    view: View
    universe: Universe
    frozen: Frozen
    tasks: Mapping[str, Task]
    """The tasks of the run by identity, in the order of identities: the frozen set, or the part of
    it that is asked for."""
    control: Mapping[str, Task]
    """The easy band."""

    def all(self) -> dict[str, Task]:
        return {**self.tasks, **self.control}


@dataclass(frozen=True, slots=True)
class Source:
    """A document before it is read."""

    name: str
    """As the user named it."""
    path: Path | None
    """None: the bytes came otherwise."""
    data: bytes | None = None
    sha256: str = ""
    """Of the bytes that the lint has checked; empty for any."""
    profile: str = ""
    """What it is held to, by name."""
    profile_file: Path | None = None
    """The profile's file; None for one that ships."""
    profile_first: bool | None = None
    """Whether the profile comes before the keys of the configuration; None without one."""
    universe: Universe | None = None
    """What the lint has compiled of it."""
    begun: Answering | None = None
    """Answering processes that read it already: a context, which who made it closes at last."""
    noted: bool = False
    """Whether the path is one that a run noted, on another day: the file may be elsewhere."""

    def read(self) -> bytes:
        """Raises InputError."""
        source = self.path if self.data is None else self.data
        assert source is not None
        data = load(source, self.name, Limits())
        if self.sha256 and hashlib.sha256(data).hexdigest() != self.sha256:
            raise InputError(self.name, "has changed since it was checked")
        return data

    def find(self, sha256: str) -> bytes:
        """The document of this hash: where it was, or, of a run that was noted, where its name
        leads to from the working folder. Raises InputError with what was tried."""
        lost: InputError | None = None
        try:
            data = self.read()
        except InputError as error:
            if not self.noted:
                raise
            lost = error
        else:
            if hashlib.sha256(data).hexdigest() == sha256:
                return data
        if self.noted:
            with suppress(InputError):
                data = load(Path(self.name), self.name, Limits())
                if hashlib.sha256(data).hexdigest() == sha256:
                    return data
        if lost is None:
            raise InputError(self.name, "is another file than the run was made of")
        raise InputError(
            self.name,
            f"is not at {name_text(os.path.normpath(self.path or ''))} ({lost.reason}): the run's "
            "folder has moved, or the file has; begin where its name leads to it, or move one of "
            "them back",
        ) from lost


class Documents:
    """Reads documents; the last one is kept, since stages go through them one by one."""

    def __init__(
        self,
        sources: Mapping[str, Source],
        tasks: int | None,
        password: str | None = None,
        copies: Path | None = None,
    ) -> None:
        """``sources``: name of a document's folder -> where it comes from; ``tasks`` as in the
        options; ``password``: of those that are encrypted. It stays here: what leaves is the
        document without its lock. ``copies``: an empty folder for what is admitted, so that a file
        that goes or changes meanwhile costs nothing."""
        self._copies = copies
        self._sources = dict(sources)
        self._most = tasks
        self._password = password
        self._kept: tuple[str, Compiled] | None = None
        self._scoring: tuple[str, Judge, Contexts] | None = None
        self._foreign: tuple[str, dict[str, ForeignTask]] | None = None

    def admit(
        self, source: Source, run: Path, taken: set[str], known: Mapping[str, str]
    ) -> DocumentEntry:
        """Reads a document of today. ``taken``: names of folders, which grow by this one's;
        ``known``: SHA-256 of the run's documents -> folder, whatever they were called. Raises
        InputError."""
        data = source.read()
        made = compile_document(data, source.name, self._most, self._password, source.universe)
        pages = len(made.view.document.pages)
        entry = _entry(source, run, taken, pages, data, known)
        self._sources[entry.folder] = self._copied(source, entry, data)
        self._forget()
        self._keep(entry.folder, made)
        return entry

    def _copied(self, source: Source, entry: DocumentEntry, data: bytes) -> Source:
        if self._copies is None:
            return source
        path = self._copies / entry.sha256
        try:
            path.write_bytes(data)
        except OSError as error:
            reason = error.strerror or str(error)
            raise InputError(source.name, f"cannot be copied to {path.parent}: {reason}") from error
        return replace(source, path=path)

    def begun(self, entry: DocumentEntry) -> Answering | None:
        """Answering processes that have begun with a document, if any."""
        return self._sources[entry.folder].begun

    def data(self, entry: DocumentEntry) -> bytes:
        """The bytes of a document, without its lock. Raises InputError."""
        return self.compiled(entry).data

    def _read(self, entry: DocumentEntry) -> bytes:
        return self._sources[entry.folder].find(entry.sha256)

    def _keep(self, folder: str, made: Compiled) -> Compiled:
        self._kept = (folder, made)
        return made

    def _forget(self) -> None:
        if self._kept is None:
            return
        self._kept = self._scoring = self._foreign = None
        # What was read before refers to itself in circles.
        gc.collect()

    def compiled(self, entry: DocumentEntry) -> Compiled:
        """The document of an entry. Raises InputError for one that cannot be read, or that is
        another one by now."""
        if self._kept is not None and self._kept[0] == entry.folder:
            return self._kept[1]
        self._forget()
        made = compile_document(self._read(entry), entry.name, self._most, self._password)
        return self._keep(entry.folder, made)

    def scoring(self, entry: DocumentEntry) -> tuple[Judge, Contexts]:
        """What scores need of a document."""
        made = self.compiled(entry)
        if self._scoring is None or self._scoring[0] != entry.folder:
            self._scoring = (entry.folder, Judge(made.data, made.view), Contexts(made.view))
        return self._scoring[1:]

    def foreign(
        self, entry: DocumentEntry, given: Path | None, entries: Sequence[DocumentEntry]
    ) -> Mapping[str, ForeignTask]:
        """Somebody else's questions about a document, by identity, in the order of the file.
        ``given``: the file; ``entries``: every document that it may be about."""
        if given is None:
            return {}
        if self._foreign is None or self._foreign[0] != entry.folder:
            by_name = assign(read_questions(str(given)), [one.folder for one in entries])
            maker = ForeignTasks(self.compiled(entry).view, entry.profile)
            made = {
                one.foreign_id: maker.of(one) for one in by_name.by_document.get(entry.folder, ())
            }
            self._foreign = (entry.folder, made)
        return self._foreign[1]


def compile_document(
    data: bytes,
    name: str,
    most: int | None = None,
    password: str | None = None,
    universe: Universe | None = None,
) -> Compiled:
    """Reads and freezes a document. ``universe``: what was compiled before, which counts if it is
    of these bytes. Raises InputError."""
    if universe is None or universe.view.document.sha256 != hashlib.sha256(data).hexdigest():
        universe = enumerate_tasks(View(read(data, name=name, password=password)))
    view = universe.view
    frozen = freeze(universe, max(TARGET, most or 0))
    tasks = {task_id: universe.task(index) for task_id, index in frozen.tasks[:most]}
    control = {task_id: universe.task(index) for task_id, index in frozen.control[:most]}
    return Compiled(unlocked(data, name, password), view, universe, frozen, tasks, control)


def _entry(
    source: Source,
    run: Path,
    taken: set[str],
    pages: int,
    data: bytes,
    known: Mapping[str, str],
) -> DocumentEntry:
    stem = Path(source.name.replace("\\", "/")).name
    stem = stem[:-4] if stem.lower().endswith(".pdf") else stem
    digest = hashlib.sha256(data).hexdigest()
    folder = known.get(digest) or safe_name(stem if stem != "-" else "stdin", taken)
    taken.add(folder)
    return DocumentEntry(
        folder,
        name_text(source.name),
        _from(run, source.path),
        digest,
        len(data),
        pages,
        source.profile,
        _from(run, source.profile_file),
        source.profile_first,
    )


def _from(run: Path, path: Path | None) -> str:
    """A path relative to the run's folder, with slashes; absolute on another drive."""
    if path is None:
        return ""
    try:
        return Path(os.path.relpath(path.absolute(), run.absolute())).as_posix()
    except ValueError:
        return path.absolute().as_posix()
