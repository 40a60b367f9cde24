"""``dtaa-lint [PATHS…]``: discover, lint, render, write, decide the exit status."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dtaa_lint.cli.args.lint import LintOptions as Arguments
from dtaa_lint.cli.args.parser import format_of
from dtaa_lint.cli.discover import (
    Inputs,
    Source,
    common_folder,
)
from dtaa_lint.cli.folders import files_in, in_folder, is_folder, refuse_misfits, tidy
from dtaa_lint.cli.inputs import InputReader
from dtaa_lint.cli.output import (
    STDOUT,
    deliver,
    deliver_all,
    refuse_collisions,
    say,
    terminal_width,
    wants_color,
)
from dtaa_lint.cli.password import password_of
from dtaa_lint.cli.selection import Selection
from dtaa_lint.cli.single import from_interrupt, internal_error
from dtaa_lint.config import FORMATS as FORMAT_NAMES
from dtaa_lint.config import Config, find_config, load_config
from dtaa_lint.errors import ConfigError, DtaaError, InputError
from dtaa_lint.findings.engine import make_report
from dtaa_lint.findings.finding import Report
from dtaa_lint.report import FORMATS, Format, renderer, site_renderer
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.verdict import passes
from dtaa_lint.words import Words

if TYPE_CHECKING:
    from dtaa_lint.cli.answerability import Assessor, Outcome
    from dtaa_lint.cli.known import KnownFindings
    from dtaa_lint.findings.assessment import Assessment
    from dtaa_lint.report.pictures import PagePictures

DEFAULT_FAIL_LEVEL = "warning"


def lint(arguments: Arguments) -> int:
    """Runs the lint; returns the exit status. Raises ``ConfigError`` and ``RuleError``."""
    if arguments.watch:
        from dtaa_lint.cli.watch import watch

        return watch(arguments)
    return lint_once(arguments)


def lint_once(arguments: Arguments, reader: InputReader | None = None) -> int:
    """One run, on what ``reader`` finds and makes of it: the files that are named, each of them
    linted, unless set. Returns the exit status. Raises ``ConfigError`` and ``RuleError``."""
    with ExitStack() as stack:
        return _lint(arguments, reader or InputReader(), stack)


def _lint(arguments: Arguments, reader: InputReader, stack: ExitStack) -> int:
    """What is to be closed at the end is put on ``stack``."""
    config = configuration(arguments)
    outputs = _outputs(arguments, config)
    formats = [FORMATS[name] for name, _ in outputs]
    selection = select(arguments, config, formats)
    inputs = reader.discover(arguments, config)
    known = _baseline(arguments, config)
    copies = _copies(inputs, arguments)
    refuse_misfits(outputs, len(inputs.items))
    baseline = known.path if known is not None else None
    _refuse_collisions(outputs, inputs, config.source, baseline, copies)
    assessor = assessor_of(arguments, config, selection, stack)
    if assessor is not None and assessor.estimates:
        sources = [item for item in inputs.items if isinstance(item, Source)]
        lines = assessor.estimate(sources)
        deliver([(STDOUT, "".join(f"{line}\n" for line in lines).encode())])
        return 0
    unwritten = False
    if arguments.fix:
        from dtaa_lint.cli.fix import fix_inputs

        inputs, unwritten = fix_inputs(inputs, arguments, selection)
        copies = _copies(inputs, arguments)
        _refuse_collisions(outputs, inputs, config.source, baseline, copies)
    pictured = arguments.images and any(form.pictures for form in formats)
    reader.held = {} if pictured else None
    report, found = report_of(reader, inputs, selection, arguments, known, assessor)
    checked = [
        (item.known_as if isinstance(item, Source) else item.path, file)
        for item, file in zip(inputs.items, report.files, strict=True)
    ]
    codes = [rule.code for rule in report.rules]
    report = replace(
        report,
        unused_suppressions=selection.unused_suppressions(checked, codes),
        stale=None if known is None else known.stale(checked, codes),
    )
    fail_on = arguments.fail_on or config.fail_on or DEFAULT_FAIL_LEVEL
    docs_url = arguments.docs_url or config.docs_url
    options = RenderOptions(fail_on=fail_on, docs_url=docs_url, words=Words(selection.lang))
    if copies:
        from dtaa_lint.cli.annotate import annotate

        unwritten |= annotate(report, inputs, copies, selection.run.password, arguments.quiet)
    if reader.held is None:
        unwritten |= not _write(report, outputs, arguments, options)
    else:
        in_one_file = any(FORMATS[name].pictures and not is_folder(at) for name, at in outputs)
        with _pictures(report, inputs, reader.held, selection, in_one_file) as pictures:
            illustrated = replace(options, pictures=pictures)
            unwritten |= not _write(report, outputs, arguments, illustrated)
        for index in sorted(pictures.changed):
            name = report.files[index].path
            say(f"{name}: no pictures: the file has changed since it was checked")
    _tell(report, known, arguments)
    status = exit_status(report, fail_on)
    if found is not None:
        _assessed(found, outputs, arguments)
        status = max(status, found.status)
    elif assessor is not None:
        status = 2
    return max(status, 2) if unwritten else status


def assessor_of(
    arguments: Arguments, config: Config, selection: Selection, stack: ExitStack
) -> Assessor | None:
    """What assesses, where that is asked for; closed with ``stack``. Raises ``ConfigError``, before
    anything is read: a mistake in its options is to cost no time."""
    if arguments.answerability is None:
        return None
    from dtaa_lint.cli.assessing import load

    made: Assessor = load().Assessor(
        arguments.answerability, config, arguments.quiet, Words(selection.lang),
        selection.run.password,
    )  # fmt: skip
    return stack.enter_context(made)


def report_of(
    reader: InputReader,
    inputs: Inputs,
    selection: Selection,
    arguments: Arguments,
    known: KnownFindings | None,
    assessor: Assessor | None,
) -> tuple[Report, Outcome | None]:
    """The report of the files, with what an assessment found of them; why one could not be made is
    said, and there is none. Raises ``ConfigError`` and ``RuleError``."""
    if assessor is not None:
        reader.keep = assessor.keep
        assessor.begin([item for item in inputs.items if isinstance(item, Source)])
    files = reader.lint(inputs, selection, arguments, known)
    report = make_report(files, selection.run, assessed=assessor is not None)
    if assessor is None:
        return report, None
    readable = [
        item
        for item, file in zip(inputs.items, files, strict=True)
        if isinstance(item, Source) and file.error is None
    ]
    checked = {
        item.path: file.sha256
        for item, file in zip(inputs.items, files, strict=True)
        if isinstance(item, Source)
    }
    fingerprints = known.of if known is not None else lambda _: {}
    try:
        found = assessor.assess(readable, selection, checked)
        whole = assessor.punch_list(report, found, readable, selection, fingerprints)
    except DtaaError as error:
        say(f"error: {error}")
    except Exception as error:
        if from_interrupt(error):
            raise
        say(internal_error(error))
    else:
        return replace(whole, assessment=_summary(whole, found, selection)), found
    # What the lint has found is not lost by it.
    return make_report(files, selection.run), None


def _summary(report: Report, found: Outcome, selection: Selection) -> Assessment:
    """What the reports say of an assessment; of a file that could not be read there is none."""
    made = found.summary(Words(selection.lang))
    unread = any(file.error is not None for file in report.files)
    return replace(made, status=2) if unread else made


def _assessed(found: Outcome, outputs: Sequence[tuple[str, str]], arguments: Arguments) -> None:
    """What an assessment found, behind the text report, or on standard output alone. Where that is
    for a program, it is left alone, and what makes the status is said on stderr."""
    from dtaa_lint.cli.answerability import text

    if all(name == "text" for name, place in outputs if place == STDOUT):
        deliver([(STDOUT, b"\n" + text(found, arguments.color))])
        return
    from dtaa_lint.cli.assessed import reasons, whereabouts

    summary = found.summary()
    for line in reasons(summary):
        say(line)
    if summary.systems and not arguments.quiet:
        say(whereabouts(summary))


def _refuse_collisions(
    outputs: Sequence[tuple[str, str]],
    inputs: Inputs,
    config: Path | None,
    baseline: Path | None,
    copies: Mapping[str, str],
) -> None:
    """Raises ``ConfigError`` where a report or a copy would replace what is no report, or another
    one."""
    paths = [
        item.name if isinstance(item, Source) else item.path.replace(os.sep, "/")
        for item in inputs.items
    ]
    refuse_collisions(
        [place for _, place in outputs],
        [item.path for item in inputs.items if isinstance(item, Source)],
        config,
        baseline,
        list(copies.values()),
        [file for name, at in outputs if is_folder(at) for file in files_in(name, at, paths)],
    )


def _copies(inputs: Inputs, arguments: Arguments) -> Mapping[str, str]:
    """Source -> where its review copy goes. Raises ``ConfigError`` for places that cannot be."""
    if arguments.annotate is None:
        return {}
    from dtaa_lint.cli.annotate import review_places

    return review_places(inputs, arguments.paths, arguments.annotate)


def select(arguments: Arguments, config: Config, formats: Sequence[Format] = ()) -> Selection:
    """What to run on which file, for these formats; what there is to say of the selectors is
    told."""
    selection = Selection(arguments, config, password_of(arguments.password), formats)
    for note in selection.notes:
        if not arguments.quiet:
            say(note)
    return selection


def _baseline(arguments: Arguments, config: Config) -> KnownFindings | None:
    """The baseline in use. Raises ``ConfigError`` when it cannot be read."""
    name = arguments.baseline
    path = None if name is None else Path(name)
    if path is None and config.baseline is not None:
        path = config.root / config.baseline
    if path is None:
        if arguments.prune_baseline:
            raise ConfigError("--prune-baseline needs a baseline: name it with --baseline FILE")
        return None
    from dtaa_lint.cli.known import KnownFindings

    return KnownFindings(path)


def _tell(report: Report, known: KnownFindings | None, arguments: Arguments) -> None:
    """What is out of date in configuration and baseline, on stderr; prunes when asked to."""
    for suppression in report.unused_suppressions:
        say(f"unused suppression: {suppression.text} ({suppression.reason})")
    if known is None:
        return
    if arguments.prune_baseline:
        said = known.prune(report.stale or ())
    else:
        said = known.note(report.stale or ())
    if said and not arguments.quiet:
        say(said)


def exit_status(report: Report, fail_on: str) -> int:
    """2 when a file could not be read or a rule not be checked; else 1 when a threshold is missed
    or a finding that counts is at or above the level; else 0. Where a threshold limits the
    findings of a severity, it decides in place of the level."""
    if any(file.error is not None or file.failures for file in report.files):
        return 2
    return 0 if all(passes(file, fail_on) for file in report.files) else 1


def configuration(arguments: Arguments) -> Config:
    """The configuration that holds for a run. Raises ``ConfigError``."""
    if arguments.isolated:
        return Config()
    if arguments.config is not None:
        return load_config(Path(arguments.config))
    return find_config(common_folder(arguments.paths))


def _outputs(arguments: Arguments, config: Config) -> list[tuple[str, str]]:
    """(format, place) of every report; the one for stdout comes last, when the files are safe."""
    place = STDOUT if arguments.file is None else arguments.file
    main = arguments.format or format_of(arguments.file, FORMAT_NAMES) or config.format or "text"
    outputs = [(main, place), *arguments.outputs]
    return sorted(outputs, key=lambda output: output[1] == STDOUT)


def _pictures(
    report: Report,
    inputs: Inputs,
    held: dict[str, bytes],
    selection: Selection,
    in_one_file: bool,
) -> PagePictures:
    """What draws the pages of the report's files."""
    from dtaa_lint.report.pictures import FOLDER_LIMITS, Limits, PagePictures, Pictured

    limits = Limits() if in_one_file else FOLDER_LIMITS
    return PagePictures(
        [
            Pictured("", 0)
            if isinstance(item, InputError)
            else Pictured(
                item.path, file.pages, held.get(item.path), selection.run.password, file.sha256
            )
            for item, file in zip(inputs.items, report.files, strict=True)
        ],
        limits,
    )


def _write(
    report: Report, outputs: list[tuple[str, str]], arguments: Arguments, shared: RenderOptions
) -> bool:
    """Renders everything before anything is written; whether all of it was. A report that cannot
    be made or written costs the others nothing, and is told of."""
    from dtaa_lint.report.write import Output

    rendered: list[Output] = []
    made: list[tuple[str, str]] = []
    for name, place in outputs:
        on_screen = place == STDOUT
        form = FORMATS[name]
        options = replace(
            shared,
            color=wants_color(arguments.color) if on_screen else arguments.color == "always",
            width=terminal_width() if on_screen else 100,
            statistics=arguments.statistics,
            quiet=arguments.quiet,
            places=RenderOptions().places if arguments.places is None else arguments.places,
            pictures=shared.pictures if form.pictures else None,
            run_page=_run_page(report, place),
        )
        shown = report if form.plan or arguments.plan else _without_plan(report)
        try:
            if is_folder(place):
                rendered += in_folder(place, site_renderer(name)(shown, options))
            else:
                rendered.append(Output(place, renderer(name)(shown, options)))
        except DtaaError as error:
            say(f"error: {error}")
        except Exception as error:
            if from_interrupt(error):
                raise
            say(f"{name}: {internal_error(error)}")
        else:
            made.append((name, place))
    whole = deliver_all(rendered)
    for name, place in made:
        if is_folder(place):
            tidy(name, place, report, arguments.quiet)
    return whole and len(made) == len(outputs)


def _run_page(report: Report, place: str) -> str:
    """The address of the page of an assessment's run, from where a report goes."""
    if report.assessment is None or not report.assessment.page or place == STDOUT:
        return ""
    from dtaa_lint.cli.assessed import way_to
    from dtaa_lint.report.escape import uri_path

    way = way_to(report.assessment.page, place, folder=is_folder(place))
    return uri_path(way) if way else ""


def _without_plan(report: Report) -> Report:
    """The report as it is without another format beside it that wants a plan."""
    return replace(report, files=tuple([replace(file, plan=None) for file in report.files]))
