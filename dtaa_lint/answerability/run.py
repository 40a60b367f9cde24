"""A run, from documents to scores: stages that can be ended at any point and gone on with.

Every stage looks at what is on disk, does what is missing, and writes it: a folder is its own
state. What models were asked is in their cache as well, so nothing is paid twice. ``rescore``
makes the scores again from what was retrieved, answered and judged, and asks nobody.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from dtaa_lint.answerability.benchmark.dimensions import Measurer
from dtaa_lint.answerability.benchmark.filters import filter_labels
from dtaa_lint.answerability.benchmark.foreign import assign
from dtaa_lint.answerability.benchmark.foreign_files import read_questions
from dtaa_lint.answerability.benchmark.foreign_task import ForeignTask
from dtaa_lint.answerability.documents import Documents, Source
from dtaa_lint.answerability.model import Phrasing
from dtaa_lint.answerability.models.estimate import Estimate
from dtaa_lint.answerability.models.interface import Client, Runner
from dtaa_lint.answerability.options import RunOptions, Tier
from dtaa_lint.answerability.package.files import read_lines, write_whole
from dtaa_lint.answerability.package.folder import DocumentEntry, Manifest, RunFolder, Stage
from dtaa_lint.answerability.package.records import read_score
from dtaa_lint.answerability.scoring.profile import Labels, Run, labels_of
from dtaa_lint.errors import ConfigError, InputError

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
        given = self.folder.given()
        if given is None and self.options.questions is not None:
            # A run that has not begun has not taken them in.
            given = Path(self.options.questions)
        return self.documents.foreign(entry, given, self.manifest.documents)

    def broken(self, entry: DocumentEntry) -> set[str]:
        """Systems that could not be measured on a document."""
        return {one["system"] for one in self.manifest.broken if one["document"] == entry.folder}

    def systems(self, entry: DocumentEntry) -> list[str]:
        """Those that could."""
        broken = self.broken(entry)
        return [name for name in self.options.systems if name not in broken]


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

    @property
    def measured(self) -> bool:
        """Whether everything that was asked for could be measured."""
        from dtaa_lint.answerability.scoring.failures import VERDICTLESS

        verdictless = any(run.score.outcome in VERDICTLESS for run in (*self.runs, *self.foreign))
        return not (self.lost or self.manifest.broken or verdictless)


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
    replay: bool = False
    """Nobody is asked: what models said comes from the run and the cache."""
    documents: Documents | None = field(default=None, init=False)
    """Those of the run that was made last, the last one of them still compiled."""

    def run(self, sources: Sequence[Source], until: Stage = Stage.SCORE) -> Assessed:
        """Begins, or goes on with, the run of these documents. Raises ConfigError for options that
        do not hold together and for a folder of another run."""
        self.options.check()
        identity = self.options.identity(self._questions_hash())
        documents = Documents({}, self.options.tasks, self.password)
        entries, lost = self._entries(sources, documents)
        if not entries:
            return Assessed(self.folder, Manifest(identity), self.options, (), (), lost)
        manifest = self.folder.started(identity, entries)
        self._keep_questions(entries)
        return self._stages(manifest, documents, lost, until)

    def estimate(self, sources: Sequence[Source]) -> Estimate:
        """What models would be asked by the run of these documents that the folder does not have
        yet. Sends and writes nothing. Raises what ``run`` does, and InputError for a document that
        cannot be read."""
        from dtaa_lint.answerability.estimating import estimated

        self.options.check()
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
        return manifest

    def _documents(self, manifest: Manifest) -> Documents:
        """The documents of a run where they are; names are the user's, of another day."""
        sources = {
            entry.folder: Source(entry.name, self.folder.root / entry.path, noted=True)
            for entry in manifest.documents
        }
        return Documents(sources, self.options.tasks, self.password)

    def read(self) -> Assessed:
        """What the run has found so far; asks nobody and changes nothing. Raises ConfigError for
        a folder without scores."""
        manifest = self._manifest()
        if Stage.SCORE not in manifest.done:
            raise ConfigError(
                f"{self.folder.root}: has no scores yet; "
                "`dtaa-lint answerability resume` goes on with it"
            )
        documents = self._documents(manifest)
        context = Context(self.options, self.folder, manifest, documents, None)
        return Assessed(self.folder, manifest, self.options, *_parted(_runs(context)))

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
        manifest.done = [stage for stage in manifest.done if stage.place < Stage.SCORE.place]
        self.folder.write(manifest)
        self.replay = True
        return self.resume()

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
                raise ConfigError(f"{source.name}: is the same file as {named[entry.sha256]}")
            named[entry.sha256] = source.name
            entries.append(entry)
        return entries, tuple(lost)

    def _keep_questions(self, entries: Sequence[DocumentEntry]) -> None:
        """Somebody else's questions become part of the run, so that it can go on without the
        file. Says which belong to no document. Raises InputError for a file that is none."""
        if self.options.questions is None:
            return
        path = Path(self.options.questions)
        found = assign(read_questions(str(path)), [entry.folder for entry in entries])
        for reason, count in sorted(Counter(reason for _, reason in found.left).items()):
            self.say(f"{path.name}: {count:,} of its questions are not asked: {reason.value}")
        if self.folder.given() is None:
            write_whole(self.folder.root / f"given{path.suffix.lower()}", path.read_bytes())

    def _questions_hash(self) -> str | None:
        if self.options.questions is None:
            return None
        try:
            data = Path(self.options.questions).read_bytes()
        except OSError as error:
            reason = error.strerror or str(error)
            raise ConfigError(f"{self.options.questions}: cannot be read: {reason}") from error
        return hashlib.sha256(data).hexdigest()

    def _reopen(self, manifest: Manifest) -> None:
        """Stages whose replies did not all come are gone through again, for those that did not."""
        from dtaa_lint.answerability.verdict_stages import unanswered_stage

        if self.replay:
            return
        folders = [self.folder.document(entry) for entry in manifest.documents]
        if self.options.filters and Stage.FILTER in manifest.done:
            from dtaa_lint.answerability.filter_stage import complete, marks_of

            marks = [one for folder in folders for one in marks_of(folder).values()]
            if not all(map(complete, marks)):
                manifest.done.remove(Stage.FILTER)
        if Stage.ANSWER not in manifest.done:
            return
        stage = unanswered_stage(folders, self.options.systems)
        if stage is not None:
            manifest.done = [one for one in manifest.done if one.place < stage.place]

    def _stages(
        self,
        manifest: Manifest,
        documents: Documents,
        lost: tuple[InputError, ...],
        until: Stage,
    ) -> Assessed:
        stages = _stage_functions()
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
                    self.folder.write(manifest)
            runs, foreign = _parted(_runs(context) if Stage.SCORE in manifest.done else ())
            cost = context.cost()
        self.folder.write(manifest, files=True)
        return Assessed(self.folder, manifest, self.options, runs, foreign, lost, cost)


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


def _runs(context: Context) -> Iterator[Run]:
    """Every score of the run, with its labels."""
    for entry in context.manifest.documents:
        folder = context.folder.document(entry)
        labels = read_labels(context, entry)
        for system in context.systems(entry):
            for line in read_lines(folder.scores(system)):
                found = read_score(line)
                own = labels.get(found.task_id)
                yield Run(own or Labels(entry.folder, found.task_id), found)


def _parted(runs: Iterable[Run]) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """Derived ones, and somebody else's."""
    found = list(runs)
    return (
        tuple([run for run in found if run.score.phrasing is not Phrasing.FOREIGN]),
        tuple([run for run in found if run.score.phrasing is Phrasing.FOREIGN]),
    )


def read_labels(context: Context, entry: DocumentEntry) -> dict[str, Labels]:
    """Task -> what it is counted under."""
    made = context.documents.compiled(entry)
    measurer = Measurer(made.view, entry.profile)
    labels = {
        name: labels_of(task, entry.folder, measurer.of_task(task).labels())
        for name, task in made.all().items()
    }
    marks: Mapping[str, Mapping[str, str]] = {}
    given = context.foreign(entry)
    if context.options.filters:
        from dtaa_lint.answerability.filter_stage import marks_of

        known = marks_of(context.folder.document(entry))
        marks = {name: filter_labels(known.get(name, ())) for name in given}
    labels |= {name: one.labels(entry.folder, marks.get(name, {})) for name, one in given.items()}
    return labels
