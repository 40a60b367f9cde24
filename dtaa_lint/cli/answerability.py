"""``--answerability``, and the command that works on the folder of a run."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dtaa_lint.answerability.answering.language import language_of
from dtaa_lint.answerability.answering.process import Answering
from dtaa_lint.answerability.answering.systems.registry import BEGIN_EARLY, is_url
from dtaa_lint.answerability.benchmark.foreign_files import read_questions
from dtaa_lint.answerability.documents import Compiled, Documents
from dtaa_lint.answerability.documents import Source as Document
from dtaa_lint.answerability.findings import punch_list
from dtaa_lint.answerability.models.interface import Client
from dtaa_lint.answerability.models.make import check_models
from dtaa_lint.answerability.models.privacy import notice
from dtaa_lint.answerability.options import Tier
from dtaa_lint.answerability.package.folder import DocumentEntry, RunFolder, Stage
from dtaa_lint.answerability.report.found import Found
from dtaa_lint.answerability.report.text import render
from dtaa_lint.answerability.report.write import write_reports
from dtaa_lint.answerability.run import Assessed, Assessment
from dtaa_lint.answerability.scoring.profile import Profile, Run, profile
from dtaa_lint.answerability.scoring.thresholds import (
    NO_ANSWERABILITY_THRESHOLDS,
    AnswerabilityThresholds,
    Result,
    fails,
    held,
    read_answerability_thresholds,
    thresholds_of,
    unmeasured,
)
from dtaa_lint.answerability.usable import check_folder
from dtaa_lint.cli.args.answerability import AnswerabilityOptions, RunCommandOptions
from dtaa_lint.cli.assessed import MISSED, NOT_MEASURED, summary
from dtaa_lint.cli.assessment_notes import notes
from dtaa_lint.cli.assessment_options import (
    check_idle,
    flag,
    known_systems,
    of_manifest,
    run_options,
)
from dtaa_lint.cli.discover import Source
from dtaa_lint.cli.held import profile_of
from dtaa_lint.cli.output import STDOUT, deliver, say, terminal_width, wants_color
from dtaa_lint.cli.password import password_of
from dtaa_lint.cli.progress import Progress
from dtaa_lint.config import Config, find_config, load_config
from dtaa_lint.errors import ConfigError, DtaaError
from dtaa_lint.findings.assessment import Assessment as Summary
from dtaa_lint.findings.engine import LintOptions
from dtaa_lint.findings.finding import FileReport, Report
from dtaa_lint.findings.profiles import Profile as Held
from dtaa_lint.hidden import name_text
from dtaa_lint.pdf.open import Limits, load
from dtaa_lint.scratch import scratch_folder
from dtaa_lint.settings.reader import Reader
from dtaa_lint.words import ENGLISH, SOURCE, Words, pick

if TYPE_CHECKING:
    from dtaa_lint.cli.selection import Selection
    from dtaa_lint.universe.universe import Universe


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an assessment came to."""

    assessed: Assessed
    profile: Profile
    results: tuple[Result, ...]
    """Every threshold against every system."""
    fail_small: bool
    kept: bool = True
    """Whether the run's folder outlives it."""
    words: Words = ENGLISH
    """The language of its reports."""

    @property
    def report(self) -> Found:
        """What its reports are made of."""
        return Found(self.assessed, self.profile, self.results, self.kept)

    @property
    def status(self) -> int:
        """2 when something could not be measured, or nothing that a threshold holds, else 1 when
        a threshold is missed, else 0."""
        if not self.assessed.measured or unmeasured(self.results):
            return NOT_MEASURED
        return MISSED if fails(self.results, fail_small=self.fail_small) else 0

    def summary(self, words: Words = ENGLISH) -> Summary:
        """What other reports say of it, in the language of ``words``."""
        return summary(self, words)


class Assessor:
    """An assessment as options and configuration want it."""

    def __init__(
        self,
        options: AnswerabilityOptions,
        config: Config,
        quiet: bool = False,
        words: Words = ENGLISH,
        password: str | None = None,
    ) -> None:
        """``password``: of files that are encrypted. Raises ConfigError for what does not hold
        together."""
        self._given = options
        self._config = config
        self._quiet = quiet
        self._words = words
        self._password = password
        name = config.source or "the command line"
        self._reader = Reader(config.answerability, name, "answerability.")
        self.run = run_options(options, config)
        check_idle(options, self.run)
        self.run.check()
        known_systems(self.run.systems)
        self._least = _limits(options, self._reader, name)
        if options.run_dir == "":
            raise ConfigError("--run-dir names no folder")
        folder = options.run_dir or self._reader.text("run-dir")
        self._documents: Documents | None = None
        self._folder: Path | None = None
        if folder is not None:
            self._folder = Path(folder) if options.run_dir else config.root / folder
            check_folder(self._folder, self.run.systems)
        if self.run.tier is Tier.FULL and self._folder is None and not options.estimate:
            raise ConfigError("models are named: name a --run-dir, where what they say is kept")
        self.fail_small = flag(self._reader, "fail-too-small")
        self._stack = ExitStack()
        self._copies: Path | None = None
        self._compiled: dict[str, Universe] = {}
        self._begun: dict[str, tuple[Answering, str]] = {}
        """Path -> what reads it already, and the SHA-256 of what it was given."""

    def __enter__(self) -> Assessor:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @cached_property
    def _root(self) -> Path:
        """The run's folder: the one that is named, or one that is gone in the end."""
        return self._folder or Path(self._stack.enter_context(scratch_folder("run")), "run")

    def keep(self, path: str, universe: Universe) -> None:
        """Takes what the lint has compiled of a file."""
        self._compiled[path] = universe
        begun = self._begun.get(path)
        if begun is None:
            return
        answering, sha256 = begun
        document = universe.view.document
        if document.metadata.encrypted or document.sha256 != sha256:
            del self._begun[path]
            answering.__exit__()
            return
        with suppress(OSError, RuntimeError):
            answering.begin(language_of(universe.view))

    def begin(self, sources: Sequence[Source]) -> None:
        """What is to be done before the lint, whose reports a mistake is not to follow: questions
        are read, and models opened. And the answering side may read a file that is the only one
        while the lint goes on, where no model writes questions first and nobody else is given the
        file. Raises ConfigError, InputError."""
        if self.run.questions is not None:
            read_questions(self.run.questions)
        if self.run.tier is Tier.FULL:
            check_models(self.run.models, os.environ)
        ours = all(name in BEGIN_EARLY for name in self.run.systems)
        if self.run.tier is not Tier.RETRIEVAL or not ours or len(sources) != 1:
            return
        before = RunFolder(self._root).read()
        if before is not None and Stage.RETRIEVE in before.done:
            return
        (source,) = sources
        with suppress(DtaaError, OSError, RuntimeError, ValueError):
            # Whatever goes wrong is said when it is read again.
            data = load(Path(source.path), source.name, Limits())
            answering = Answering(
                source.name, data, self.run.systems, self.run.setup, [str(self._root.absolute())]
            )
            self._stack.enter_context(answering)
            self._begun[source.path] = answering, hashlib.sha256(data).hexdigest()
            answering.begin()

    @property
    def estimates(self) -> bool:
        """Whether nothing is wanted but what it would cost."""
        return self._given.estimate

    def estimate(self, sources: Sequence[Source]) -> list[str]:
        """What the run would cost that its folder does not have yet, in lines. Raises InputError,
        and ConfigError for the folder of another run."""
        if self.run.tier is Tier.RETRIEVAL:
            return ["no model is named: nothing is sent, and nothing to be paid"]
        made = Assessment(self.run, RunFolder(self._root), os.environ, password=self._password)
        return made.estimate([_document(source) for source in sources]).lines()

    def assess(
        self,
        sources: Sequence[Source],
        selection: Selection,
        checked: Mapping[str, str],
        client: Client | None = None,
    ) -> Outcome:
        """Runs it. ``checked``: path of a file -> SHA-256 of what the lint has checked. Raises
        ConfigError, ProviderError."""
        if len(sources) > 1:
            self._copies = Path(self._stack.enter_context(scratch_folder("documents")))
        self._tell([source.name for source in sources])
        documents = [
            replace(
                _document(source, *selection.profile(source.known_as)),
                sha256=checked.get(source.path, ""),
                universe=self._compiled.get(source.path),
                begun=self._begun[source.path][0] if source.path in self._begun else None,
            )
            for source in sources
        ]
        found = self._with(RunFolder(self._root), client, lambda made: made.run(documents))
        made = replace(self.outcome(found), kept=self._folder is not None)
        if made.kept and found.manifest.documents:
            write_reports(made.report, made.words)
        return made

    def punch_list(
        self,
        report: Report,
        found: Outcome,
        sources: Sequence[Source],
        selection: Selection,
        known: Callable[[str], Mapping[str, int]],
    ) -> Report:
        """The report of the lint with what no phrasing brings the evidence of. ``known``: a
        file's path -> what a baseline has of it. Raises InputError."""
        by_name = {source.name: source for source in sources}

        def compiled(entry: DocumentEntry) -> Compiled:
            assert self._documents is not None
            return self._documents.compiled(entry)

        def options(file: FileReport) -> LintOptions:
            path = by_name[file.path].known_as
            return replace(selection.options(path), known=known(path))

        return punch_list(
            report,
            found.assessed.runs,
            found.assessed.manifest.documents,
            compiled,
            options,
            budget=self.run.budget,
        )

    def outcome(self, found: Assessed) -> Outcome:
        """Profile and thresholds of what a run found; what could not be measured is told of.
        Raises ConfigError for a profile that is not known any more."""
        runs = (*found.runs, *found.foreign)
        by_limits: dict[AnswerabilityThresholds, list[str]] = {}
        for entry in found.manifest.documents:
            limits = self._limits_of(entry, found.folder.root)
            by_limits.setdefault(limits, []).append(entry.folder)
        key = "".join(entry.sha256 for entry in found.manifest.documents)
        made = profile(runs, key, found.options.systems)
        # Those that were asked are held to their limits, whatever came of it.
        systems = [*found.options.systems] or [one.system for one in made.systems]
        results: list[Result] = []
        for limits, folders in by_limits.items():
            own: list[Run] = [run for run in found.runs if run.labels.document in folders]
            alone = folders[0] if len(folders) == 1 else ""
            results += held(own, limits, key, alone, systems)
        for line in notes(found, results, kept=self._folder is not None):
            say(line)
        return Outcome(found, made, tuple(results), self.fail_small, words=self._words)

    def resumed(self, folder: RunFolder, action: str, client: Client | None = None) -> Outcome:
        """The run of a folder, gone on with, scored again, or read. Raises ConfigError,
        InputError."""

        def act(made: Assessment) -> Assessed:
            if action == "resume":
                manifest = folder.read()
                self._tell([one.name for one in manifest.documents] if manifest else [])
                return made.resume()
            return made.rescore() if action == "rescore" else made.read()

        made = self.outcome(self._with(folder, client, act))
        written = write_reports(made.report, made.words)
        if not self._quiet:
            names = ", ".join([path.name for path in written])
            say(f"{name_text(str(folder.root))}: wrote {names}")
        return made

    def _tell(self, documents: Sequence[str]) -> None:
        """Says what goes where, before anything is sent, by whatever way a run goes on: models may
        be reached elsewhere than the last time."""
        services = [name for name in self.run.systems if is_url(name)]
        if self.run.models or services:
            models, filters = self.run.models, self.run.filters
            for line in notice(models, os.environ, documents, filters=filters, services=services):
                say(line)

    def _with(
        self, folder: RunFolder, client: Client | None, act: Callable[[Assessment], Assessed]
    ) -> Assessed:
        progress = Progress(1, wanted=not self._quiet)

        def told(stage: str, done: int, whole: int, cost: float) -> None:
            money = f"  ${cost:,.2f}" if cost else ""
            progress.file(0, f"{stage} {done:,}/{whole:,}{money}")

        try:
            made = Assessment(
                self.run, folder, os.environ, client,
                say=say, progress=told, password=self._password, copies=self._copies,
            )  # fmt: skip
            found = act(made)
            self._documents = made.documents
            return found
        finally:
            progress.clear()

    def _limits_of(self, entry: DocumentEntry, root: Path) -> AnswerabilityThresholds:
        """What one file is held to: the command line, its profile, the configuration."""
        if not entry.profile:
            return self._least
        found, outranks = profile_of(entry, root, self._config)
        reader = Reader(found.answerability, f"profile {found.name}", "answerability.")
        theirs = read_answerability_thresholds(reader)
        own = _configured(self._reader, self._config.source)
        below = theirs.over(own) if outranks else own.over(theirs)
        return _typed(self._given).over(below)


def command(options: RunCommandOptions) -> int:
    """``dtaa-lint answerability report|rescore|resume DIR``."""
    if options.isolated:
        config = Config()
    elif options.config is not None:
        config = load_config(Path(options.config))
    else:
        config = find_config(Path.cwd())
    folder = RunFolder(Path(options.folder))
    manifest = folder.read()
    if manifest is None:
        raise ConfigError(f"{options.folder}: holds no run")
    # The run's own models, which the configuration need not name.
    named = AnswerabilityOptions(run_dir=options.folder, least=options.assessment.least)
    reached = run_options(replace(options.assessment, roles=()), config).models
    bare = replace(config, answerability=_without(config.answerability))
    words = Words(_lang(options, config))
    assessor = Assessor(named, bare, options.quiet, words, password_of(options.password))
    assessor.run = of_manifest(manifest.options, reached, asks=options.action == "resume")
    found = assessor.resumed(folder, options.action)
    deliver([(STDOUT, text(found))])
    return found.status


def _lang(options: RunCommandOptions, config: Config) -> str:
    """The language of the reports. Raises ConfigError for one that there is not."""
    return pick(options.lang or config.lang or SOURCE)


def _without(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key not in ("models", "systems")}


def text(found: Outcome, color: str = "auto") -> bytes:
    """The profile of each system, and the thresholds, for the terminal."""
    return render(found.report, width=terminal_width(), color=wants_color(color), words=found.words)


def _document(source: Source, held: Held | None = None, first: bool = False) -> Document:
    path = Path(source.path)
    if held is None:
        return Document(source.name, path)
    return Document(
        source.name, path, profile=held.name, profile_file=held.file, profile_first=first
    )


def _limits(options: AnswerabilityOptions, reader: Reader, name: object) -> AnswerabilityThresholds:
    return _typed(options).over(_configured(reader, name))


def _configured(reader: Reader, name: object) -> AnswerabilityThresholds:
    table = reader.mapping("thresholds")
    return read_answerability_thresholds(Reader(table, name, "answerability.thresholds."))


def _typed(options: AnswerabilityOptions) -> AnswerabilityThresholds:
    found = NO_ANSWERABILITY_THRESHOLDS
    for given in options.least:
        try:
            found = thresholds_of(given).over(found)
        except ValueError as error:
            raise ConfigError(f"--min-answerability {error}") from error
    return found
