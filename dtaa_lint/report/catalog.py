"""The rules as text for people: the list of them, one rule in full, one guideline in full."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import Formatter

from dtaa_lint.findings.finding import Guideline, Rule
from dtaa_lint.findings.wording import fold
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.terminal import Lines
from dtaa_lint.report.text_summary import plural
from dtaa_lint.universe.glossary import Entry


def render_rules(guidelines: Sequence[Guideline], options: RenderOptions) -> bytes:
    """Every rule on a line, under its guideline: code, severity, name; then how many there are."""
    lines = Lines(options.width, options.color)
    rules = [rule for guideline in guidelines for rule in guideline.rules]
    wide = max((len(rule.name) for rule in rules), default=0)
    for guideline in guidelines:
        if not guideline.rules:
            continue
        lines.blank()
        lines.line(("strong", f"{guideline.id} {guideline.name}"), ("dim", f" · {guideline.group}"))
        for rule in guideline.rules:
            severity = rule.severity.value
            head = f"  {rule.code}  {severity:<7}  {rule.name:<{wide}}  "
            room = options.width - len(head)
            if room < 40:
                head, room = head.rstrip(), 0
            lines.paragraph(
                f" {fold(rule.summary)}" if not room else fold(rule.summary),
                lead=("", head),
                hang=len(head) if room else 6,
            )
    lines.blank()
    lines.line(("dim", f"{plural(len(rules), 'rule')}; dtaa-lint explain CODE tells all of one"))
    return lines.to_bytes()


def render_rule(rule: Rule, guideline: Guideline, options: RenderOptions) -> bytes:
    """One rule: what it finds, why it matters, how to repair it, what it says, references."""
    lines = Lines(options.width, options.color)
    severity = rule.severity.value
    facts = f" · {rule.confidence} confidence"
    if rule.needs_person:
        facts += " · a person must judge"
    lines.line(
        ("title", f"{rule.code} {rule.name}"), ("", "  "), (severity, severity), ("dim", facts)
    )
    lines.paragraph(fold(rule.summary), indent=2)
    _section(lines, f"Guideline {guideline.id}: {guideline.name}", [fold(guideline.text)])
    _section(lines, "Test", [fold(guideline.test)])
    _section(lines, "Why it costs answers", [fold(rule.why)])
    _section(lines, "Repair", [fold(rule.repair)])
    for tool, how in rule.repair_in.items():
        lines.paragraph(fold(how), indent=2, hang=2, lead=("strong", f"{tool}: "))
    for variant, repair in rule.repairs.items():
        lines.paragraph(fold(repair), indent=2, hang=2, lead=("dim", f"variant {variant}: "))
        for tool, how in rule.hints(variant).items():
            lines.paragraph(fold(how), indent=4, hang=2, lead=("strong", f"{tool}: "))
    others = {
        variant: level for variant, level in rule.severities.items() if level != rule.severity
    }
    messages = [
        (f"{others[variant].value}: " if variant in others else "") + example(template)
        for variant, template in rule.messages.items()
        if not variant.startswith("group")
    ]
    if len(messages) > 1:
        _section(lines, "Messages", [f"- {message}" for message in messages])
    else:
        _section(lines, "Message", messages)
    if rule.explains:
        _section(lines, "Explains rejections", [", ".join(rule.explains)])
    if rule.references:
        clauses: dict[str, list[str]] = {}
        for reference in rule.references:
            clauses.setdefault(reference.standard, []).append(reference.clause)
        _section(
            lines,
            "References",
            [f"{standard}: {', '.join(found)}" for standard, found in clauses.items()],
        )
    if rule.tags:
        _section(lines, "Tags", [", ".join(rule.tags)])
    return lines.to_bytes()


def render_guideline(guideline: Guideline, options: RenderOptions) -> bytes:
    """One guideline: its text, the author's test, and its rules."""
    lines = Lines(options.width, options.color)
    lines.line(("title", f"{guideline.id} {guideline.name}"), ("dim", f" · {guideline.group}"))
    lines.paragraph(fold(guideline.text), indent=2)
    _section(lines, "Test", [fold(guideline.test)])
    _section(lines, "Rules", [] if guideline.rules else ["no rule yet"])
    for rule in guideline.rules:
        severity = rule.severity.value
        lines.line(
            ("code", rule.code),
            ("", "  "),
            (severity, f"{severity:<7}"),
            ("", f"  {rule.name}"),
            indent=2,
        )
        lines.paragraph(fold(rule.summary), indent=6, style="dim")
    return lines.to_bytes()


def render_entry(entry: Entry, rules: Sequence[Rule], options: RenderOptions) -> bytes:
    """One word of the tasks and rejections; for a reason also the rules that can explain it."""
    lines = Lines(options.width, options.color)
    lines.line(("title", entry.word), ("dim", f" · {entry.kind}"))
    lines.paragraph(entry.text, indent=2)
    for text in entry.related:
        lines.paragraph(text, indent=2, hang=2)
    explaining = [rule for rule in rules if entry.word in rule.explains]
    if explaining:
        _section(lines, "Rules that can explain it", [])
        for rule in explaining:
            lines.line(("code", rule.code), ("", f"  {rule.name}"), indent=2)
    return lines.to_bytes()


def example(template: str) -> str:
    """A message template as a reader meets it: fields as ‹names›, counted nouns in the plural."""
    out: list[str] = []
    for literal, name, spec, _ in Formatter().parse(template):
        out.append(literal)
        if name is None:
            continue
        field = f"‹{name.replace('_', ' ')}›"
        if spec and "|" in spec:
            field += f" {spec.rsplit('|', 1)[1]}"
        out.append(f"“{field}”" if spec == "q" else field)
    return "".join(out)


def _section(lines: Lines, title: str, paragraphs: Iterable[str]) -> None:
    lines.blank()
    lines.line(("strong", title))
    for text in paragraphs:
        lines.paragraph(text, indent=2, hang=2 if text.startswith("-") else 0)
