"""A run, from documents to scores: stages that can be ended at any point and gone on with.

Every stage looks at what is on disk, does what is missing, and writes it: a folder is its own
state. What models were asked is in their cache as well, so nothing is paid twice. ``rescore``
makes the scores again from what was retrieved, answered and judged, and asks nobody.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from dtaa_lint.answerability.benchmark.foreign_files import LARGEST, read_questions
from dtaa_lint.answerability.context import Context, Progress, silent
from dtaa_lint.answerability.documents import Documents, Source
from dtaa_lint.answerability.gathering import Gathered, gathered
from dtaa_lint.answerability.left_out import UNMEASURED, LeftOut, waiting
from dtaa_lint.answerability.models.estimate import Estimate
from dtaa_lint.answerability.models.interface import Client
from dtaa_lint.answerability.options import RunOptions, Tier
from dtaa_lint.answerability.package.files import remove, write_whole
from dtaa_lint.answerability.package.folder import DocumentEntry, Manifest, RunFolder, Stage
from dtaa_lint.answerability.package.missing import Altered, altered, missing
from dtaa_lint.answerability.scoring.grades import Graded
from dtaa_lint.answerability.scoring.profile import Run
from dtaa_lint.answerability.usable import check_folder
from dtaa_lint.errors import ConfigError, InputError
from dtaa_lint.pdf.open import regular_file


@dataclass(frozen=True, slots=True)
class Assessed:
    """What a run has found."""

    folder: RunFolder
    manifest: Manifest
    options: RunOptions
    runs: tuple[Run, ...]
    """Every score of a derived task or control, with what it is counted under."""
    foreign: tuple[Run, ...] = ()
    """The same of somebody else's questions: beside the derived ones, never among them."""
    lost: tuple[InputError, ...] = ()
    """Documents that could not be read."""
    cost: float = 0.0
    left_out: tuple[LeftOut, ...] = ()
    """What was not asked, and why."""
    grades: tuple[Graded, ...] = ()
    """Of the answers to somebody else's questions, where a model judges."""

    @property
    def measured(self) -> bool:
        """Whether everything that was asked for could be measured."""
        from dtaa_lint.answerability.scoring.failures import VERDICTLESS

        verdictless = any(run.score.outcome in VERDICTLESS for run in (*self.runs, *self.foreign))
        unmeasured = any(one.kind in UNMEASURED for one in self.left_out)
        return not (self.lost or self.manifest.broken or verdictless or unmeasured)


@dataclass
class Assessment:
    """One run over some documents."""

    options: RunOptions
    folder: RunFolder
    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    client: Client | None = None
    """Stands in for the providers, in tests."""
    say: Callable[[str], None] = lambda text: None
    progress: Progress = silent
    password: str | None = field(default=None, repr=False)
    """Of documents that are encrypted. It is written nowhere, and given to nobody."""
    copies: Path | None = None
    """An empty folder for copies of the documents while the run goes on; None for none."""
    replay: bool = False
    """Nobody is asked: what models said comes from the run and the cache."""
    documents: Documents | None = field(default=None, init=False)
    """Those of the run that was made last, the last one of them still compiled."""

    def run(self, sources: Sequence[Source], until: Stage = Stage.SCORE) -> Assessed:
        """Begins, or goes on with, the run of these documents. Raises ConfigError for options that
        do not hold together and for a folder of another run."""
        self.options.check()
        check_folder(self.folder.root, self.options.systems)
        identity = self.options.identity(self._questions_hash())
        documents = Documents({}, self.options.tasks, self.password, self.copies)
        entries, lost = self._entries(sources, documents)
        if not entries:
            return Assessed(self.folder, Manifest(identity), self.options, (), (), lost)
        manifest = self.folder.started(identity, entries)
        self._keep_questions()
        self._check_given(manifest)
        return self._stages(manifest, documents, lost, until)

    def estimate(self, sources: Sequence[Source]) -> Estimate:
        """What models would be asked by the run of these documents that the folder does not have
        yet. Sends and writes nothing. Raises what ``run`` does, and InputError for a document that
        cannot be read."""
        from dtaa_lint.answerability.estimating import estimated

        self.options.check()
        check_folder(self.folder.root, self.options.systems)
        identity = self.options.identity(self._questions_hash())
        documents = Documents({}, self.options.tasks, self.password)
        entries, lost = self._entries(sources, documents)
        if lost:
            raise lost[0]
        manifest = self.folder.started(identity, entries)
        context = Context(self.options, self.folder, manifest, documents, None, self.progress)
        return estimated(context, self.environ)

    def resume(self, until: Stage = Stage.SCORE) -> Assessed:
        """Goes on with the run that the folder holds, of the files that it names. Raises
        ConfigError for a folder without a run, InputError for a file that is gone."""
        manifest = self._manifest()
        documents = self._documents(manifest)
        return self._stages(manifest, documents, (), until)

    def _manifest(self) -> Manifest:
        manifest = self.folder.read()
        if manifest is None:
            raise ConfigError(f"{self.folder.root}: holds no run")
        check_folder(self.folder.root, self.options.systems)
        self._check_given(manifest)
        return manifest

    def _check_given(self, manifest: Manifest) -> None:
        """Raises ConfigError where somebody else's questions are not those of the run."""
        wanted = manifest.options.get("questions")
        if not wanted:
            return
        path = self.folder.given()
        if path is None:
            raise ConfigError(
                f"{self.folder.root}: somebody else's questions are missing (given.jsonl, .json or "
                ".csv); run it again with --questions"
            )
        if _hash(path) != wanted:
            raise ConfigError(
                f"{path}: is another file than the run was made of; without it, run it again with "
                "--questions"
            )

    def _documents(self, manifest: Manifest) -> Documents:
        """The documents of a run where they are; names are the user's, of another day."""
        sources = {
            entry.folder: Source(entry.name, self.folder.root / entry.path, noted=True)
            for entry in manifest.documents
        }
        return Documents(sources, self.options.tasks, self.password)

    def read(self) -> Assessed:
        """What the run has found so far; asks nobody and changes nothing. Raises ConfigError for
        a folder without scores, and with the file that one lacks."""
        manifest = self._manifest()
        if Stage.SCORE not in manifest.done:
            raise ConfigError(
                f"{self.folder.root}: has no scores yet; "
                "`dtaa-lint answerability resume` goes on with it"
            )
        self._whole(manifest, Stage.SCORE)
        documents = self._documents(manifest)
        context = Context(self.options, self.folder, manifest, documents, None)
        return self._assessed(manifest, gathered(context))

    def rescore(self) -> Assessed:
        """Scores again, from what was retrieved, answered and judged; asks nobody."""
        manifest = self._manifest()
        waiting = [
            stage
            for stage in Stage
            if stage.place < Stage.SCORE.place and stage not in manifest.done
        ]
        if waiting:
            raise ConfigError(
                f"{self.folder.root}: the stage {waiting[0].value} is not done; "
                "`dtaa-lint answerability resume` goes on with it"
            )
        self._whole(manifest, Stage.JUDGE)
        manifest.done = [stage for stage in manifest.done if stage.place < Stage.SCORE.place]
        self.folder.write(manifest)
        self.replay = True
        return self.resume()

    def _missing(self, manifest: Manifest) -> Iterator[tuple[Stage, Path]]:
        """Files of the run that are not there, with the stage that makes each."""
        for entry in manifest.documents:
            broken = {one["system"] for one in manifest.broken if one["document"] == entry.folder}
            yield from missing(
                self.folder.document(entry),
                [name for name in self.options.systems if name not in broken],
                full=self.options.tier is Tier.FULL,
                filters=self.options.filters,
            )

    def _altered(self, manifest: Manifest) -> Iterator[Altered]:
        """Files of stages that are done which are not as they were written."""
        noted = {str(one["name"]): one for one in manifest.files}
        for entry in manifest.documents:
            broken = {one["system"] for one in manifest.broken if one["document"] == entry.folder}
            yield from altered(
                self.folder.root,
                self.folder.document(entry),
                [name for name in self.options.systems if name not in broken],
                noted,
                manifest.done,
                full=self.options.tier is Tier.FULL,
                filters=self.options.filters,
            )

    def _whole(self, manifest: Manifest, until: Stage) -> None:
        """Raises ConfigError with what a run lacks of the stages until this one."""
        lost = [path for stage, path in self._missing(manifest) if stage.place <= until.place]
        if lost:
            again = "`dtaa-lint answerability resume` makes what is missing"
            if len(lost) == 1:
                raise ConfigError(f"{lost[0]}: is missing; {again}")
            raise ConfigError(f"{lost[0]}: is missing, as {len(lost) - 1:,} more are; {again}")
        for one in self._altered(manifest):
            if one.stage.place <= until.place:
                again = "`dtaa-lint answerability resume` makes it again"
                raise ConfigError(f"{one}; {again}")

    def _entries(
        self, sources: Sequence[Source], documents: Documents
    ) -> tuple[list[DocumentEntry], tuple[InputError, ...]]:
        entries: list[DocumentEntry] = []
        lost: list[InputError] = []
        before = self.folder.read()
        folders = {} if before is None else {one.sha256: one.folder for one in before.documents}
        taken = set(folders.values())
        named: dict[str, str] = {}
        for source in sources:
            try:
                entry = documents.admit(source, self.folder.root, taken, folders)
            except InputError as error:
                lost.append(error)
                continue
            if entry.sha256 in named:
                self.say(f"{source.name}: is the same file as {named[entry.sha256]}; asked once")
                continue
            named[entry.sha256] = source.name
            entries.append(entry)
        return entries, tuple(lost)

    def _keep_questions(self) -> None:
        """Somebody else's questions become part of the run, so that it can go on without the
        file. Raises InputError for a file that is none."""
        if self.options.questions is None:
            return
        path = Path(self.options.questions)
        read_questions(str(path))
        if self.folder.given() is None:
            write_whole(self.folder.root / f"given{path.suffix.lower()}", path.read_bytes())

    def _questions_hash(self) -> str | None:
        if self.options.questions is None:
            return None
        return _hash(Path(self.options.questions))

    def _reopen(self, manifest: Manifest) -> None:
        """Stages whose replies did not all come are gone through again, for those that did not."""
        from dtaa_lint.answerability.verdict_stages import unanswered_stage

        if self.replay:
            return
        changed = list(self._altered(manifest))
        for one in changed:
            self.say(f"{one}: it is made again")
            remove(one.path)
        folders = [self.folder.document(entry) for entry in manifest.documents]
        reopened = [one.stage for one in changed]
        reopened += [stage for stage, _ in self._missing(manifest)]
        if any(map(waiting, folders)):
            reopened.append(Stage.QUESTIONS)
        if manifest.broken:
            reopened.append(Stage.RETRIEVE)
        stage = unanswered_stage(folders, self.options.systems)
        if stage is not None:
            reopened.append(stage)
        if reopened:
            first = min(stage.place for stage in reopened)
            manifest.done = [one for one in manifest.done if one.place < first]
        if self.options.filters and Stage.FILTER in manifest.done:
            from dtaa_lint.answerability.filter_stage import complete, marks_of

            marks = [one for folder in folders for one in marks_of(folder).values()]
            if not all(map(complete, marks)):
                manifest.done.remove(Stage.FILTER)

    def _stages(
        self,
        manifest: Manifest,
        documents: Documents,
        lost: tuple[InputError, ...],
        until: Stage,
    ) -> Assessed:
        stages = _stage_functions()
        self.folder.tidy()
        self._reopen(manifest)
        self.documents = documents
        self.folder.write(manifest)
        with ExitStack() as stack:
            context = Context(
                self.options,
                self.folder,
                manifest,
                documents,
                None,
                self.progress,
            )
            if self.options.tier is Tier.FULL:
                from dtaa_lint.answerability.models.make import make_runner

                runner = make_runner(
                    self.options.models,
                    self.environ,
                    self.folder.root,
                    replay=self.replay,
                    client=self.client,
                    say=self.say,
                )
                stack.enter_context(runner)
                context.runner = runner
                context.cost = lambda: runner.cost
            for stage in Stage:
                if stage.place > until.place:
                    break
                if stage in stages and stage not in manifest.done:
                    stages[stage](context)
                    manifest.done.append(stage)
                    manifest.done.sort(key=lambda one: one.place)
                    self.folder.write(manifest, files=True)
            found = Gathered()
            if Stage.SCORE in manifest.done:
                found = gathered(context)
            cost = context.cost()
        self.folder.write(manifest, files=True)
        return self._assessed(manifest, found, lost, cost)

    def _assessed(
        self,
        manifest: Manifest,
        found: Gathered,
        lost: tuple[InputError, ...] = (),
        cost: float = 0.0,
    ) -> Assessed:
        return Assessed(
            self.folder, manifest, self.options, found.runs, found.foreign, lost, cost,
            found.left_out, found.grades,
        )  # fmt: skip


def _hash(path: Path) -> str:
    """SHA-256 of a file. Raises ConfigError."""
    try:
        return hashlib.sha256(regular_file(path, str(path), LARGEST)).hexdigest()
    except InputError as error:
        raise ConfigError(str(error)) from error


def _stage_functions() -> Mapping[Stage, Callable[[Context], None]]:
    from dtaa_lint.answerability import filter_stage, stages, verdict_stages

    return {
        Stage.FREEZE: stages.freeze,
        Stage.QUESTIONS: stages.write_questions,
        Stage.CONTROLS: stages.write_controls,
        Stage.RETRIEVE: stages.retrieve_all,
        Stage.FILTER: filter_stage.filter_all,
        Stage.ANSWER: verdict_stages.answer_all,
        Stage.JUDGE: verdict_stages.judge_all,
        Stage.SCORE: verdict_stages.score_all,
    }
