"""Runs the checks over a document's view and task universe and makes the report of it.

``lint_file`` never raises for a file that cannot be read: the reason becomes ``FileReport.error``.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dtaa_lint._version import PROTOCOL, __version__
from dtaa_lint.errors import DtaaError, InputError
from dtaa_lint.findings.acceptance import accept
from dtaa_lint.findings.check import CHECKS, Context, Inapplicable, Issue
from dtaa_lint.findings.finding import (
    NAME,
    TITLE,
    FileReport,
    Finding,
    Plan,
    Report,
    Rule,
    Severity,
    Sheet,
    Unchecked,
)
from dtaa_lint.findings.group import make_groups
from dtaa_lint.findings.made import make_findings, more_related, page_of
from dtaa_lint.findings.ratios import ratios
from dtaa_lint.findings.registry import load_checks, load_guidelines, load_rules, select_rules
from dtaa_lint.findings.suppress import Suppression, mark
from dtaa_lint.findings.wording import Phrase, cut, shortened
from dtaa_lint.findings.wording import mark as mark_text
from dtaa_lint.graph.view import View
from dtaa_lint.settings.thresholds import NO_THRESHOLDS, Thresholds
from dtaa_lint.universe.universe import Universe, enumerate_tasks
from dtaa_lint.words import SOURCE, Words

NOT_SELECTED = mark_text("not selected")
UNTAGGED = mark_text("the file has no structure tree")
"""Why a rule was not checked."""

_SAID = 200
"""Characters of an exception's message that are shown."""


@dataclass(frozen=True, slots=True)
class LintOptions:
    """What to run and how to weigh it, for one file."""

    select: tuple[str, ...] = ("ALL",)
    """Selectors, see ``registry.select_rules``."""
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Severity] = field(default_factory=dict)
    """Rule code -> severity in place of the rule's own (profiles)."""
    password: str | None = None
    """Password of an encrypted file; the empty one is always tried."""
    thresholds: Thresholds = NO_THRESHOLDS
    """What the document is held to."""
    profile: str = ""
    """Name of the profile that severities and thresholds come from, for the report."""
    suppressions: tuple[Suppression, ...] = ()
    """Findings of this file that do not count, and why."""
    known: Mapping[str, int] = field(default_factory=dict)
    """Fingerprint -> findings of this file that a baseline has of it."""
    impact: bool = True
    """Count what each repair unlocks; it may take as long as all the rest."""
    plan: bool = False
    """Order the repairs that unlock most (``FileReport.plan``); needs ``impact``."""
    sketches: bool = False
    """Show the tables that findings are about (``FileReport.sketches``)."""
    task_lines: bool = False
    """List the eligible tasks (``FileReport.task_lines``)."""
    lang: str = SOURCE
    """Language of the messages: one that there is (``words.pick``)."""


_DEFAULT = LintOptions()


def lint_file(
    path: str,
    options: LintOptions = _DEFAULT,
    *,
    data: bytes | None = None,
    progress: Callable[[int, int], None] | None = None,
    keep: Callable[[Universe], None] | None = None,
) -> FileReport:
    """Reads, compiles and lints one file.

    ``data``: the file's bytes when they did not come from ``path`` (standard input).
    ``progress`` is called with (pages read, pages in all), ``keep`` with what was compiled. A file
    that cannot be read gives a report with ``error``; ConfigError for unknown selectors and
    RuleError for broken rule files are raised.
    """
    rules = select_rules(options.select, options.ignore)
    from dtaa_lint.graph.view import View
    from dtaa_lint.pdf.read import read

    # Hundreds of thousands of records that live to the end and hardly any cycle: the collector
    # would only walk them again and again.
    collecting = gc.isenabled()
    gc.disable()
    try:
        document = read(
            path if data is None else data, name=path, password=options.password, progress=progress
        )
        view = View(document)
        universe = enumerate_tasks(view)
        if keep is not None:
            keep(universe)
        return lint_view(view, universe, options, rules)
    except InputError as error:
        return failed(path, error.reason, options.lang)
    finally:
        if collecting:
            gc.enable()


def failed(path: str, reason: str, lang: str = SOURCE) -> FileReport:
    """The report of a file that could not be read, in a language."""
    return FileReport(
        path=path.replace(os.sep, "/"),
        sha256="",
        pages=0,
        title=None,
        lang=None,
        producer=None,
        elements=0,
        findings=(),
        groups=(),
        ratios=(),
        unchecked=(),
        tasks=None,
        error=Words(lang).said(reason),
    )


def lint_view(
    view: View,
    universe: Universe,
    options: LintOptions = _DEFAULT,
    rules: Sequence[Rule] | None = None,
) -> FileReport:
    """Runs the selected rules over a compiled document."""
    selected = weighted(
        select_rules(options.select, options.ignore) if rules is None else rules, options
    )
    load_checks()
    from dtaa_lint.findings.relations import relations

    words = Words(options.lang)
    context = Context(view, universe)
    issues, unchecked = run_checks(context, selected)
    findings, params = make_findings(view, universe, issues, words)
    findings = mark(findings, options.suppressions, options.known)
    unlocked: Mapping[str, int | None] = {}
    plan: Plan | None = None
    if options.impact and (findings or options.plan):
        findings, unlocked, plan = _weighed(context, issues, findings, options)
    document = view.document
    labels = [page.label for page in document.pages]
    counted = ratios(view, universe)
    report = FileReport(
        path=document.path.replace(os.sep, "/"),
        sha256=document.sha256,
        pages=len(document.pages),
        title=_cut(document.metadata.title, TITLE),
        lang=_cut(document.metadata.lang, NAME),
        producer=_cut(document.metadata.producer or document.metadata.creator, NAME),
        elements=len(document.elements),
        findings=findings,
        groups=make_groups(
            findings, params, {rule.code: rule for rule in selected}, labels, unlocked, words
        ),
        ratios=counted,
        unchecked=unchecked,
        tasks=universe.summary(),
        error=None,
        plan=plan,
        relations=relations(view, counted),
        sheets=tuple([Sheet(page.crop_box, page.rotate) for page in document.pages]),
    )
    if options.sketches or options.task_lines:
        from dtaa_lint.findings.sketch import sketches, task_lines

        report = replace(
            report,
            sketches=sketches(view, findings, universe) if options.sketches else (),
            more_related=more_related(view, issues, words) if options.sketches else {},
            task_lines=task_lines(universe, words) if options.task_lines else (),
        )
    report = accept(report, options.thresholds, options.profile)
    if options.lang == SOURCE:
        return report
    from dtaa_lint.findings.translate import report_in

    return report_in(words, report)


def weighted(rules: Iterable[Rule], options: LintOptions) -> tuple[Rule, ...]:
    """The rules with the severities that the options give them."""
    return tuple(
        replace(rule, severity=options.severity[rule.code], severities={})
        if rule.code in options.severity
        else rule
        for rule in rules
    )


def make_report(
    files: Iterable[FileReport], options: LintOptions = _DEFAULT, *, assessed: bool = False
) -> Report:
    """Gathers the reports of files; ``options`` says which rules were selected, ``assessed``
    whether there was an assessment, which some of them rest on."""
    selected = tuple(
        rule
        for rule in select_rules(options.select, options.ignore)
        if assessed or not rule.assessed
    )
    guidelines = load_guidelines()
    if options.lang != SOURCE:
        from dtaa_lint.findings.translate import guidelines_in, rules_in

        guidelines = guidelines_in(options.lang)
        selected = tuple(rules_in(options.lang)[rule.code] for rule in selected)
    return Report(
        files=tuple(files),
        rules=selected,
        guidelines=guidelines,
        tool_version=__version__,
        protocol=PROTOCOL,
        lang=options.lang,
    )


def run_checks(
    context: Context, rules: Sequence[Rule]
) -> tuple[list[tuple[Rule, Issue]], tuple[Unchecked, ...]]:
    """Issues of every selected rule, ordered by page, element, code; and what was not checked.

    A document without any structure element is the input contract's (G00) business alone. A check
    that breaks is ``failed``, with none of its findings, and the others go on. Rules that rest on
    an assessment have no check, and are left out.
    """
    found: list[tuple[Rule, Issue]] = []
    unchecked: list[Unchecked] = []
    selected = {rule.code for rule in rules}
    for code, rule in load_rules().items():
        if code not in selected and not rule.assessed:
            unchecked.append(Unchecked(code, "disabled", NOT_SELECTED))
    untagged = not context.view.nodes
    for rule in rules:
        if rule.assessed:
            continue
        if untagged and rule.guideline != "G00":
            unchecked.append(Unchecked(rule.code, "not-checked", UNTAGGED))
            continue
        try:
            items = list(CHECKS[rule.code](context))
        except DtaaError:
            raise
        except Exception as error:
            unchecked.append(Unchecked(rule.code, "failed", _broken(error)))
            continue
        for item in items:
            if isinstance(item, Inapplicable):
                unchecked.append(Unchecked(rule.code, "inapplicable", item.why))
            else:
                found.append((rule, item))
    view = context.view
    found.sort(key=lambda entry: (page_of(view, entry[1]), entry[1].node, entry[0].code))
    unchecked.sort(key=lambda item: item.code)
    return found, tuple(unchecked)


def _weighed(
    context: Context,
    issues: Sequence[tuple[Rule, Issue]],
    findings: tuple[Finding, ...],
    options: LintOptions,
) -> tuple[tuple[Finding, ...], Mapping[str, int | None], Plan | None]:
    """What each repair unlocks, and the plan; where the counting breaks, the findings say so."""
    from dtaa_lint.findings.unlock import weigh

    least = options.thresholds.min_tasks_per_page
    try:
        return weigh(context, issues, findings, options.plan, least)
    except DtaaError:
        raise
    except Exception as error:
        why = _broken(error)
        return tuple([replace(finding, unlocked_why=why) for finding in findings]), {}, None


def _broken(error: Exception) -> str:
    """One line about a fault of the tool itself, with its place in the code."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    said = cut(str(error), _SAID)
    what = type(error).__name__ + (f": {said}" if said else "")
    if at is None:
        return Phrase("internal error: {what}", what=what)
    file = at.tb_frame.f_code.co_filename.replace("\\", "/").rsplit("/", 1)[-1]
    return Phrase(
        "internal error in {file}, line {line:d}: {what}", file=file, line=at.tb_lineno, what=what
    )


def _cut(text: str | None, limit: int) -> str | None:
    return None if text is None else shortened(text, limit)
