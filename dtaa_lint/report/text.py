"""``--format text``: the punch list for people.

Causes come first: findings of one cause are one entry with the number of its places, the pages
they are on, the first places with their evidence, and one line of repair. Then the summary, so that
silence can be read: denominators, tasks, rejections, what was not checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from dtaa_lint.findings.finding import FileReport, Finding, Group, Related, Report, Rule
from dtaa_lint.findings.wording import fold
from dtaa_lint.report.escape import visible
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.labels import severity_label
from dtaa_lint.report.terminal import Lines, Span, cells, clip
from dtaa_lint.report.text_acceptance import missed
from dtaa_lint.report.text_summary import closing, failures, statistics, summary

_INDENT = 4
"""Columns before a place."""
_ROLES = 3
"""Kinds of related elements shown of a cause's only place; one where there are more places."""
_MIN_QUOTE = 24
"""Columns below which evidence goes on a line of its own."""
_PAGE_RUNS = 8
"""Runs of pages listed for a cause before the rest is counted."""

_TOOLS = (
    ("powerpoint", "PowerPoint"),
    ("excel", "Excel"),
    ("word", "Word"),
    ("indesign", "InDesign"),
    ("typst", "Typst"),
    ("libreoffice", "LibreOffice"),
    ("luatex", "LaTeX"),
    ("luahbtex", "LaTeX"),
    ("pdftex", "LaTeX"),
    ("xetex", "LaTeX"),
    ("dvipdfmx", "LaTeX"),
    ("weasyprint", "HTML"),
    ("prince", "HTML"),
    ("skia/pdf", "HTML"),
    ("chrom", "HTML"),
)
"""What a producer's name says of the authoring tool, for repairs that differ by tool."""

_FACT = 120
"""Columns for a title, a language or a producer."""


def render(report: Report, options: RenderOptions) -> bytes:
    """The report as UTF-8 text for a terminal or a log."""
    lines = Lines(options.width, options.color, options.words)
    rules = {rule.code: rule for rule in report.rules}
    if options.statistics:
        statistics(lines, report)
    else:
        for file in report.files:
            lines.blank()
            _file(lines, file, rules, options, len(report.files) == 1)
    if not report.files:
        lines.line(("", lines.words("no file to check: every one is excluded")))
    elif not options.quiet and (options.statistics or len(report.files) != 1):
        lines.blank()
        closing(lines, report)
    return lines.to_bytes()


def authoring_tool(producer: str | None) -> str:
    """The key of ``Rule.repair_in`` that fits a producer; empty when none does."""
    name = (producer or "").lower()
    return next((tool for mark, tool in _TOOLS if mark in name), "")


def _fact(said: str | None) -> str:
    """What the file says of itself, at a length that a line can bear."""
    return clip(fold((said or "")[: 10 * _FACT]), _FACT)


def _file(
    lines: Lines, file: FileReport, rules: dict[str, Rule], options: RenderOptions, alone: bool
) -> None:
    words = lines.words
    if file.error is not None:
        lines.line(("title", file.path))
        lines.paragraph(file.error, lead=("error", words("could not be checked: ")), hang=2)
        return
    accepted = file.acceptance is None or file.acceptance.met
    if options.quiet and accepted and not file.groups and not file.failures:
        return
    lines.line(("title", file.path))
    if not options.quiet:
        facts = [
            _fact(file.title),
            words("{n:# page|pages}", n=file.pages),
            words("{n:# element|elements}", n=file.elements),
        ]
        facts += [_fact(file.lang), _fact(file.producer)]
        lines.paragraph(" · ".join(fact for fact in facts if fact), style="dim")
    told: dict[str, str] = {}
    # Translators: how messages lead to an example; the translations of all of them must have it.
    example = words(", such as ")
    messages = Counter((group.code, group.message.split(example)[0]) for group in file.groups)
    tool = authoring_tool(file.producer)
    pages = {item.page: item.page_label for item in file.findings if item.page >= 0}
    for group in file.groups:
        lines.blank()
        twin = messages[group.code, group.message.split(example)[0]] > 1
        _group(lines, file, group, rules.get(group.code), options, tool, told, pages, twin)
    if file.failures:
        lines.blank()
        failures(lines, file)
    if not options.quiet:
        lines.blank()
        summary(lines, file, reasons=alone)
    elif not accepted:
        lines.blank()
        missed(lines, file)


def _group(
    lines: Lines,
    file: FileReport,
    group: Group,
    rule: Rule | None,
    options: RenderOptions,
    tool: str,
    told: dict[str, str],
    pages: Mapping[int, str],
    twin: bool,
) -> None:
    """One cause; ``twin`` says that another one has the same message but for its example, so that
    the type of the elements, which parts them, is shown; ``told`` holds for each rule the repair
    that this file's section has shown last, ``pages`` the labels of the pages with findings."""
    places = [file.findings[index] for index in group.findings]
    first = places[0]
    words = lines.words
    kind = first.path.rsplit("/", 1)[-1].split("[")[0]
    facts = [words("on {type}", type=kind)] if twin else []
    facts += [words("{n:# place|places}", n=len(places))] if len(places) > 1 else []
    gain = group.tasks_unlocked
    if gain:
        facts.append(
            words("repair unlocks {n:# task|tasks}", n=gain)
            if gain > 0
            else words("repair alone loses {n:# task|tasks}", n=-gain)
        )
    elif group.tasks_blocked:
        facts.append(words("blocks {n:# task|tasks}", n=group.tasks_blocked))
    if first.needs_person:
        facts.append(words("a person must judge"))
    if first.confidence == "medium":
        facts.append(words("medium confidence"))
    elif first.confidence == "low":
        facts.append(words("low confidence"))
    lines.line(
        (group.severity.value, severity_label(group.severity, words)),
        ("", "  "),
        ("code", group.code),
        ("", f" {first.rule}"),
        ("dim", "".join(f" · {fact}" for fact in facts)),
    )
    lines.paragraph(group.message, indent=2)
    limit = options.places
    shown = places if limit <= 0 or len(places) <= limit + 1 else places[:limit]
    if len(shown) < len(places):
        _pages(lines, group, places)
    _places(lines, group, shown, len(places) - len(shown), pages)
    if rule is None:
        return
    repair = rule.repair_of(first.variant)
    # Of a rule with several repairs, "above" is the last one.
    if told.get(group.code) == repair:
        lines.line(
            ("repair", "→ "),
            ("dim", words("repair as for {code} above", code=group.code)),
            indent=2,
        )
        return
    told[group.code] = repair
    lines.paragraph(repair, indent=2, hang=2, lead=("repair", "→ "))
    hints = rule.hints(first.variant)
    if tool in hints:
        lead = ("dim", words("{what}: ", what=tool))
        lines.paragraph(hints[tool], indent=4, hang=2, lead=lead)


def _pages(lines: Lines, group: Group, places: Sequence[Finding]) -> None:
    """The pages of a cause, unless its message already names them."""
    labels = {place.page: place.page_label for place in places if place.page >= 0}
    named = "(" + lines.words("page {page}", page="").rstrip()
    if len(labels) < 2 or named in group.message:
        return
    runs: list[tuple[int, int]] = []
    for page in sorted(labels):
        if runs and runs[-1][1] == page - 1:
            runs[-1] = (runs[-1][0], page)
        else:
            runs.append((page, page))
    shown = [
        _label(a, labels) if a == b else f"{_label(a, labels)}–{_label(b, labels)}"
        for a, b in runs[:_PAGE_RUNS]
    ]
    text = lines.words("pages {page}", page=", ".join(shown))
    if len(runs) > _PAGE_RUNS:
        left = sum(b - a + 1 for a, b in runs[_PAGE_RUNS:])
        text = lines.words("{first} and {n:# more|more}", first=text, n=left)
    lines.paragraph(text, indent=2, hang=2, style="dim")


def _places(
    lines: Lines, group: Group, places: Sequence[Finding], left: int, pages: Mapping[int, str]
) -> None:
    """Places, each on a line: page, path, evidence; ``left`` is how many are not shown. A single
    place does not repeat what its message quotes."""
    single = len(group.findings) == 1
    words = lines.words
    labels = [
        words("p. {page}", page=_label(place.page, pages)) if place.page >= 0 else ""
        for place in places
    ]
    column = max(cells(label) for label in labels)
    deep = _INDENT + column + 2 if column else _INDENT + 2
    for place, label in zip(places, labels, strict=True):
        spans: list[Span] = []
        if place.path == "/":
            spans.append(("dim", label))
        else:
            gap = column - cells(label) + 2 if column else 0
            spans += [("dim", label + " " * gap), ("", visible(place.path))]
        if not single and place.tasks_blocked:
            spans.append(("dim", "  " + words("{n:# task|tasks}", n=place.tasks_blocked)))
        evidence = fold(place.evidence[:400])
        if single and evidence[:40] in group.message:
            evidence = ""
        room = lines.width - _INDENT - sum(cells(text) for _, text in spans) - 4
        if evidence and room >= min(_MIN_QUOTE, len(evidence)):
            spans.append(("quote", "  " + words.quoted(clip(evidence, room))))
            evidence = ""
        if place.path != "/" or label:
            lines.line(*spans, indent=_INDENT)
        if evidence:
            quoted = clip(evidence, lines.width - deep - 2)
            lines.line(("quote", words.quoted(quoted)), indent=deep)
        _related(lines, group, place, deep, pages)
    if left:
        more = words("… and {n:# more|more} (csv and json list every place)", n=left)
        lines.line(("dim", more), indent=_INDENT)


def _related(
    lines: Lines, group: Group, place: Finding, indent: int, pages: Mapping[int, str]
) -> None:
    """The other elements that a place speaks of, a line for each role. Elements around the place
    stand in its path already; its parts are left to the message, unless it names none of them."""
    words = lines.words
    single = len(group.findings) == 1
    said = fold(place.evidence[:400]) + (group.message if single else "")
    by_role: dict[str, list[Related]] = {}
    for other in place.related:
        if place.path != other.path and not place.path.startswith(other.path + "/"):
            by_role.setdefault(other.role, []).append(other)
    for role, others in list(by_role.items())[: _ROLES if single else 1]:
        within = place.path != "/" and others[0].path.startswith(place.path + "/")
        if within and (not single or others[0].snippet[:20] in said):
            continue
        first = others[0]
        page = ""
        if 0 <= first.page != place.page:
            page = words("p. {page}", page=_label(first.page, pages)) + "  "
        path = first.path
        if within:
            path = "…" + path[len(place.path) :]
        head = visible(words("{what}: ", what=role) + page + path)
        left = place.related_totals.get(role, len(others)) - 1
        tail = words("{first} and {n:# more|more}", first="", n=left) if left else ""
        room = lines.width - indent - cells(head) - cells(tail) - 4
        known = first.snippet[:40] in said
        quoted = "" if known or room < 8 else "  " + words.quoted(clip(first.snippet, room))
        lines.line(("dim", f"{head}{quoted}{tail}"), indent=indent)


def _label(page: int, labels: Mapping[int, str]) -> str:
    """The printed label of a 0-based page, with the 1-based page in brackets where it differs;
    the bracket alone where the label is not known."""
    number = str(page + 1)
    label = labels.get(page)
    if label is None:
        return number if all(text == str(at + 1) for at, text in labels.items()) else f"[{number}]"
    return number if not label or label == number else f"{clip(label, 12)} [{number}]"
