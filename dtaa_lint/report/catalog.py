"""The rules as text for people: the list of them, one rule in full, one guideline in full."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import Formatter

from dtaa_lint.findings.finding import Guideline, Rule, Severity
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.labels import severity_label
from dtaa_lint.report.terminal import Lines
from dtaa_lint.universe.glossary import Entry
from dtaa_lint.words import ENGLISH, Words, mark

_CONFIDENCE = {
    "high": mark("high confidence"),
    "medium": mark("medium confidence"),
    "low": mark("low confidence"),
}
_RESTS = mark("rests on an assessment (--answerability)")


def render_rules(guidelines: Sequence[Guideline], options: RenderOptions) -> bytes:
    """Every rule on a line, under its guideline: code, severity, name; those that rest on an
    assessment apart from the others; then how many there are."""
    lines = Lines(options.width, options.color, options.words)
    rules = [rule for guideline in guidelines for rule in guideline.rules]
    wide = max((len(rule.name) for rule in rules), default=0)
    for guideline in guidelines:
        own = [rule for rule in guideline.rules if not rule.assessed]
        if own:
            lines.blank()
            lines.line(
                ("strong", f"{guideline.id} {guideline.name}"), ("dim", f" · {guideline.group}")
            )
            _listed(lines, own, wide, options)
    assessed = [rule for rule in rules if rule.assessed]
    if assessed:
        lines.blank()
        lines.line(("strong", options.words("From an assessment")), ("dim", " · --answerability"))
        lines.paragraph(
            options.words("Questions of which no phrasing brings the evidence, about:"), indent=2
        )
        _listed(lines, assessed, wide, options)
    lines.blank()
    said = options.words("{n:# rule|rules}; dtaa-lint explain CODE tells all of one", n=len(rules))
    lines.line(("dim", said))
    return lines.to_bytes()


def _listed(lines: Lines, rules: Sequence[Rule], wide: int, options: RenderOptions) -> None:
    """``wide``: columns of the widest name."""
    level = _severities(options.words)
    for rule in rules:
        severity = severity_label(rule.severity, options.words)
        head = f"  {rule.code}  {severity:<{level}}  {rule.name:<{wide}}  "
        about = rule.topic or rule.summary
        room = options.width - len(head)
        if room < 40:
            head, room = head.rstrip(), 0
        lines.paragraph(
            f" {about}" if not room else about,
            lead=("", head),
            hang=len(head) if room else 6,
        )


def render_rule(rule: Rule, guideline: Guideline, options: RenderOptions) -> bytes:
    """One rule: what it finds, why it matters, how to repair it, what it says, references."""
    lines = Lines(options.width, options.color, options.words)
    words = options.words
    facts = [_CONFIDENCE[rule.confidence]] + ["a person must judge"] * rule.needs_person
    facts += [_RESTS] * rule.assessed
    lines.line(
        ("title", f"{rule.code} {rule.name}"),
        ("", "  "),
        (rule.severity.value, severity_label(rule.severity, words)),
        ("dim", "".join(f" · {words.said(fact)}" for fact in facts)),
    )
    lines.paragraph(rule.summary, indent=2)
    title = words("Guideline {id}: {name}", id=guideline.id, name=guideline.name)
    _section(lines, title, [guideline.text])
    _section(lines, words("Test"), [guideline.test])
    _section(lines, words("Why it costs answers"), [rule.why])
    _section(lines, words("Repair"), [rule.repair])
    for tool, how in rule.repair_in.items():
        lines.paragraph(how, indent=2, hang=2, lead=("strong", words("{what}: ", what=tool)))
    for variant, repair in rule.repairs.items():
        lead = words("variant {name}: ", name=variant)
        lines.paragraph(repair, indent=2, hang=2, lead=("dim", lead))
        for tool, how in rule.hints(variant).items():
            lines.paragraph(how, indent=4, hang=2, lead=("strong", words("{what}: ", what=tool)))
    others = {
        variant: level for variant, level in rule.severities.items() if level != rule.severity
    }
    messages = [
        (
            words("{what}: ", what=severity_label(others[variant], words))
            if variant in others
            else ""
        )
        + example(template, words)
        for variant, template in rule.messages.items()
        if not variant.startswith("group")
    ]
    if len(messages) > 1:
        _section(lines, words("Messages"), [f"- {message}" for message in messages])
    else:
        _section(lines, words("Message"), messages)
    if rule.explains:
        _section(lines, words("Explains rejections"), [", ".join(rule.explains)])
    if rule.references:
        clauses: dict[str, list[str]] = {}
        for reference in rule.references:
            clauses.setdefault(reference.standard, []).append(reference.clause)
        _section(
            lines,
            words("References"),
            [
                words("{what}: ", what=standard) + ", ".join(found)
                for standard, found in clauses.items()
            ],
        )
    if rule.tags:
        _section(lines, words("Tags"), [", ".join(rule.tags)])
    return lines.to_bytes()


def render_guideline(guideline: Guideline, options: RenderOptions) -> bytes:
    """One guideline: its text, the author's test, and its rules."""
    lines = Lines(options.width, options.color, options.words)
    lines.line(("title", f"{guideline.id} {guideline.name}"), ("dim", f" · {guideline.group}"))
    words = options.words
    level = _severities(words)
    lines.paragraph(guideline.text, indent=2)
    _section(lines, words("Test"), [guideline.test])
    _section(lines, words("Rules"), [] if guideline.rules else [words("no rule yet")])
    for rule in guideline.rules:
        severity = severity_label(rule.severity, words)
        lines.line(
            ("code", rule.code),
            ("", "  "),
            (rule.severity.value, f"{severity:<{level}}"),
            ("", f"  {rule.name}"),
            ("dim", f" · {words.said(_RESTS)}" if rule.assessed else ""),
            indent=2,
        )
        lines.paragraph(rule.summary, indent=6, style="dim")
    return lines.to_bytes()


def render_entry(entry: Entry, rules: Sequence[Rule], options: RenderOptions) -> bytes:
    """One word of the tasks and rejections; for a reason also the rules that can explain it."""
    lines = Lines(options.width, options.color, options.words)
    words = options.words
    lines.line(("title", entry.word), ("dim", f" · {words.said(entry.kind)}"))
    lines.paragraph(words.said(entry.text), indent=2)
    for text in entry.related:
        lines.paragraph(words.said(text), indent=2, hang=2)
    explaining = [rule for rule in rules if entry.word in rule.explains]
    if explaining:
        _section(lines, words("Rules that can explain it"), [])
        for rule in explaining:
            lines.line(("code", rule.code), ("", f"  {rule.name}"), indent=2)
    return lines.to_bytes()


def _severities(words: Words) -> int:
    """Columns of the widest severity."""
    return max(len(severity_label(severity, words)) for severity in Severity)


def example(template: str, words: Words = ENGLISH) -> str:
    """A message template as a reader meets it: fields as ‹names›, counted nouns in the plural."""
    out: list[str] = []
    for literal, name, spec, _ in Formatter().parse(template):
        out.append(literal)
        if name is None:
            continue
        field = f"‹{name.replace('_', ' ')}›"
        if spec and "|" in spec:
            form = spec.rsplit("|", 1)[1]
            field = form if spec.startswith("? ") else f"{field} {form}"
        out.append(words.quoted(field) if spec == "q" else field)
    return "".join(out)


def _section(lines: Lines, title: str, paragraphs: Iterable[str]) -> None:
    lines.blank()
    lines.line(("strong", title))
    for text in paragraphs:
        lines.paragraph(text, indent=2, hang=2 if text.startswith("-") else 0)
