"""The pages of the site about guidelines and rules, made from ``rules/`` and ``fixtures/``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple

import examples
from generate import cell, plain
from precision import Judged

from dtaa_lint.findings.finding import Guideline, Rule
from dtaa_lint.report.catalog import example as shown_template
from dtaa_lint.words import cut

_SAID = 140
"""Characters of a message in a heading."""
STANDARDS = {
    "PDF/UA-1": "ISO 14289-1",
    "PDF/UA-2": "ISO 14289-2",
}
"""Names under which a standard of the references is known besides."""


class Page(NamedTuple):
    text: str
    """Markdown."""
    images: Mapping[str, bytes]
    """Name beside the page -> PNG."""


def index_page(guidelines: tuple[Guideline, ...]) -> str:
    """All guidelines with their rules."""
    rules = [rule for guideline in guidelines for rule in guideline.rules]
    count = sum(not rule.assessed for rule in rules)
    lines = [
        _front("Rules", "Every guideline and every rule of dtaa-lint."),
        "# Rules\n",
        f"{count} rules under eighteen authoring guidelines (G01 to G18) and the input contract "
        "(G00). Each has a page: what it finds, on a page that has the fault and on one that has "
        "not, why it costs answers, and how to repair it in the program that the document comes "
        f"from. {len(rules) - count} more rest on an [assessment](../answerability.md): what "
        "a system that is asked questions about the document does not find becomes a finding "
        "under the guideline that explains it.\n",
        "*error*: tasks are certainly lost. *warning*: answers are probably lost, or a relation "
        "holds only by assumption. *info*: a person must look, or an improvement. Codes, names, "
        "beginnings of codes (`DT01`) and guidelines (`G01`) can be given to `--select`, "
        "`--ignore` and `dtaa-lint explain`.\n",
    ]
    group = ""
    for guideline in guidelines:
        if guideline.group != group:
            group = guideline.group
            lines.append(f"## {plain(group)}\n")
        lines.append(f"### [{guideline.id} {plain(guideline.name)}]({guideline.id}/index.md)\n")
        lines += _table(guideline.rules, "")
    return "\n".join(lines)


def guideline_page(guideline: Guideline) -> str:
    """One guideline: its text, the author's test, its rules."""
    lines = [
        _front(f"{guideline.id} {guideline.name}", guideline.text),
        f"# {guideline.id} {plain(guideline.name)}\n",
        f'<p class="dt-facts">Guideline · {escape(guideline.group)}</p>\n',
        plain(guideline.text) + "\n",
        '!!! quote "The author’s test"\n',
        f"    {plain(guideline.test)}\n",
        "## Rules\n",
        *_table(guideline.rules, "../"),
    ]
    if not guideline.rules:
        lines.append("No rule yet: the selector is accepted and selects nothing.\n")
    lines.append(
        f"`dtaa-lint report.pdf --select {guideline.id}` runs these rules alone, "
        f"`--ignore {guideline.id}` leaves them out.\n"
    )
    return "\n".join(lines)


def rule_page(rule: Rule, guideline: Guideline, study: Mapping[str, Judged]) -> Page:
    """One rule with its two examples. Raises ValueError where they cannot be shown."""
    if rule.assessed:
        return _assessed_page(rule, guideline)
    fail, passed = examples.pair(rule)
    lines = [
        *_head(rule, guideline),
        "## On the page and in the tags\n",
        '<div class="dt-pair">',
        *_figure("fail", fail, rule),
        *_figure("pass", passed, rule),
        "</div>\n",
    ]
    if fail.picture.data == passed.picture.data:
        lines.append("Both pages look the same: only the tags differ.\n")
    lines += ["## Why it costs answers\n", plain(rule.why) + "\n"]
    lines += _repairs(rule)
    lines += _messages(rule)
    if rule.explains:
        reasons = ", ".join(
            f"[`{word}`](../../tasks.md#rejection-reasons)" for word in rule.explains
        )
        lines += [
            "## Rejected tasks that it explains\n",
            f"{reasons}. A finding says how many rejected candidates of these kinds it accounts "
            "for, and, where that can be counted, how many tasks its repair "
            "[unlocks](../../impact.md).\n",
        ]
    lines += _references(rule)
    lines += _how_often(rule, study.get(rule.code))
    lines += _off(rule)
    images = {"fail.png": fail.picture.data, "pass.png": passed.picture.data}
    return Page("\n".join(lines), images)


def _assessed_page(rule: Rule, guideline: Guideline) -> Page:
    """A rule that no fixture shows: it depends on what a system was asked."""
    lines = [
        *_head(rule, guideline),
        "Such findings come from an [assessment](../../answerability.md): `dtaa-lint FILE "
        "--answerability`. Without one the rule finds nothing.\n",
        "## Why it costs answers\n",
        plain(rule.why) + "\n",
        *_repairs(rule),
        "## What it says\n",
        *(f"- {plain(shown_template(text))}" for text in rule.messages.values()),
        "",
        *_off(rule),
    ]
    return Page("\n".join(lines), {})


def _head(rule: Rule, guideline: Guideline) -> Iterator[str]:
    facts = [f"{severity(rule.severity.value)} {rule.confidence} confidence"]
    facts += ["a person must judge"] * rule.needs_person
    facts += ["rests on an assessment"] * rule.assessed
    name = f"{guideline.id} {escape(guideline.name)}"
    facts.append(f'guideline <a href="../{guideline.id}/index.html">{name}</a>')
    yield _front(f"{rule.code} {rule.name}", rule.summary)
    yield f"# {rule.code} {rule.name}\n"
    yield f'<p class="dt-facts">{" · ".join(facts)}</p>\n'
    yield plain(rule.summary) + "\n"


def _off(rule: Rule) -> Iterator[str]:
    yield "## Turning it off\n"
    yield (
        f'`--ignore {rule.code}` for a run, `ignore = ["{rule.name}"]` in the '
        "[configuration](../../config.md), or a suppression of one finding there, with its "
        "reason.\n"
    )


def severity(name: str) -> str:
    """A severity as a badge."""
    return f'<span class="dt-badge dt-{name}">{name}</span>'


def spoken(rule: Rule, variant: str) -> str:
    """A kind of a fault in words: how its message begins."""
    return f"“{plain(cut(shown_template(rule.messages[variant]), _SAID))}”"


def _name(variant: str) -> str:
    """The name that a kind of a fault has in rules and reports for machines."""
    return f"<small>`{variant}`</small>"


def hints(tool: str, rules: Mapping[str, Rule]) -> str:
    """All that the rules say about repairs in one authoring tool, as a table."""
    lines = ["| rule | repair |", "|---|---|"]
    for rule in rules.values():
        told = {"": rule.repair_in} | dict(rule.repairs_in)
        for variant, where in told.items():
            if tool in where:
                mark = f"<br>where it says {spoken(rule, variant)}" if variant else ""
                link = f"[{rule.code}](../rules/{rule.code}/index.md)"
                lines.append(f"| {link} {rule.name}{mark} | {cell(where[tool])} |")
    return "\n".join(lines) + "\n"


def _front(title: str, description: str) -> str:
    shown = " ".join(description.split()).replace('"', "'").replace("\\", "\\\\")
    return f'---\ntitle: "{title}"\ndescription: "{shown}"\n---\n'


def _table(rules: tuple[Rule, ...], up: str) -> Iterator[str]:
    if not rules:
        return
    yield "| rule | severity | finds |"
    yield "|---|---|---|"
    for rule in rules:
        yield (
            f"| [{rule.code}]({up}{rule.code}/index.md)<br>{rule.name} "
            f"| {severity(rule.severity.value)} | {cell(rule.summary)} |"
        )
    yield ""


def _figure(kind: str, shown: examples.Example, rule: Rule) -> Iterator[str]:
    finding = shown.finding
    title = "With the fault" if finding else "Without it"
    picture = shown.picture
    yield f'<section class="dt-example dt-example-{kind}">'
    yield f"<h3>{title}</h3>"
    yield (
        f'<img src="{kind}.png" width="{picture.width}" height="{picture.height}" '
        f'alt="{escape(shown.alt)}" loading="lazy">'
    )
    if finding is None:
        yield f"<p>{rule.code} is silent.</p>"
    else:
        more = f" (first of {shown.places})" if shown.places > 1 else ""
        yield f'<p class="dt-said">{escape(finding.message, quote=False)}{more}</p>'
    yield (
        f'<div class="dt-tree" tabindex="0" role="group" aria-label="Tag tree: {title.lower()}">'
        f"<pre>{shown.tree}</pre></div>"
    )
    yield f'<p class="dt-source"><code>fixtures/{rule.code}/{shown.file}</code></p>'
    yield "</section>"


def _repairs(rule: Rule) -> Iterator[str]:
    yield "## Repair\n"
    yield plain(rule.repair) + "\n"
    yield from _tools(rule.repair_in)
    for variant, repair in rule.repairs.items():
        yield f"### Where it says {spoken(rule, variant)}\n"
        yield f"{_name(variant)}\n"
        yield plain(repair) + "\n"
        yield from _tools(rule.hints(variant))


def _tools(told: Mapping[str, str]) -> Iterator[str]:
    if not told:
        return
    yield "| in | how |"
    yield "|---|---|"
    for tool, how in told.items():
        yield f"| {tool} | {cell(how)} |"
    yield ""


def _messages(rule: Rule) -> Iterator[str]:
    said = examples.said(rule)
    yield "## What it says\n"
    if len(said) > 1:
        yield (
            "Each kind of this fault has its own message. ‹Names› stand for what the document "
            "has.\n"
        )
    for variant, (message, file) in sorted(said.items(), key=lambda item: item[0] != "default"):
        level = rule.severities.get(variant, rule.severity)
        badge = f" {severity(level.value)}" if level != rule.severity else ""
        yield f"**{plain(shown_template(rule.messages[variant]))}**{badge} {_name(variant)}\n"
        yield f"    *For example* (`{file}`): {plain(message)}\n"
    groups = [text for name, text in rule.messages.items() if name.startswith("group")]
    if groups:
        yield "Several places of one cause are told as one:\n"
        yield from (f"- {plain(shown_template(text))}" for text in groups)
        yield ""


def _references(rule: Rule) -> Iterator[str]:
    if not rule.references:
        return
    yield "## References\n"
    clauses: dict[str, list[str]] = {}
    for item in rule.references:
        clauses.setdefault(item.standard, []).append(item.clause)
    for standard, places in clauses.items():
        other = f" ({STANDARDS[standard]})" if standard in STANDARDS else ""
        yield f"- {plain(standard)}{other}: {plain('; '.join(places))}"
    yield ""


def _how_often(rule: Rule, judged: Judged | None) -> Iterator[str]:
    yield "## How often it is true\n"
    if judged is None:
        yield (
            "No figure: the rule found nothing in the documents of the "
            "[precision study](../../precision.md).\n"
        )
    else:
        places = "place" if judged.judged == 1 else "places"
        yield (
            f"{judged.share} % of the verdicts on {judged.judged} {places} in real documents, each "
            f"judged twice ([precision study](../../precision.md)): {judged.true} true by both "
            f"judges, {judged.false} false by both, {judged.arguable} arguable or split.\n"
        )
    fails, passes = (
        len(examples.fixtures(rule.code, "fail")),
        len(examples.fixtures(rule.code, "pass")),
    )
    yield (
        f"The rule is tested on {fails} small {'document' if fails == 1 else 'documents'} with the "
        f"fault and on {passes} that look like it and have none.\n"
    )
