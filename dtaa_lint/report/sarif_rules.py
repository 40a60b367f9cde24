"""The SARIF descriptions of rules and guidelines: what a viewer shows as help."""

from __future__ import annotations

from collections.abc import Sequence

from sarif_om import (
    MultiformatMessageString,
    ReportingConfiguration,
    ReportingDescriptor,
    ReportingDescriptorReference,
    ReportingDescriptorRelationship,
    ToolComponent,
    ToolComponentReference,
)

from dtaa_lint.findings.finding import Guideline, Rule, Severity
from dtaa_lint.report.escape import markdown, sarif_text
from dtaa_lint.report.links import rule_page
from dtaa_lint.words import Words

LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
TAXONOMY = "dtaa-lint guidelines"

_PROBLEM = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "recommendation",
}
_MAX_DESCRIPTION = 1024
"""Characters of a description that GitHub takes."""
_MAX_TAGS = 10
"""Tags that GitHub shows."""


def taxonomy(guidelines: Sequence[Guideline], version: str, words: Words) -> ToolComponent:
    """The guidelines as a SARIF taxonomy."""
    return ToolComponent(
        name=TAXONOMY,
        version=version,
        short_description=_string(
            words("Authoring guidelines for tagged PDFs that can answer questions")
        ),
        is_comprehensive=True,
        contents=["localizedData", "nonLocalizedData"],
        taxa=[
            ReportingDescriptor(
                id=guideline.id,
                name=guideline.name,
                short_description=_string(guideline.name),
                full_description=_string(guideline.text),
                help=_string(f"{guideline.text} {words('Test: {text}', text=guideline.test)}"),
                properties={"group": guideline.group},
            )
            for guideline in guidelines
        ],
    )


def descriptor(
    rule: Rule, taxa: dict[str, int], docs_url: str | None, words: Words
) -> ReportingDescriptor:
    """One rule; ``taxa`` maps a guideline to its index in the taxonomy, ``docs_url`` is where its
    page is."""
    return ReportingDescriptor(
        id=rule.code,
        name=rule.name,
        short_description=_string(rule.summary),
        full_description=_string(f"{rule.summary} {rule.why}"),
        help_uri=rule_page(docs_url, rule.code),
        help=MultiformatMessageString(
            text=_help_text(rule, words), markdown=_help_markdown(rule, words)
        ),
        default_configuration=ReportingConfiguration(level=LEVEL[rule.severity], rank=None),
        relationships=_relationships(rule, taxa),
        properties={
            "precision": rule.confidence,
            "problem.severity": _PROBLEM[rule.severity],
            "tags": [rule.guideline, *rule.tags][:_MAX_TAGS],
        },
    )


def _relationships(
    rule: Rule, taxa: dict[str, int]
) -> list[ReportingDescriptorRelationship] | None:
    index = taxa.get(rule.guideline)
    if index is None:
        return None
    target = ReportingDescriptorReference(
        id=rule.guideline,
        index=index,
        tool_component=ToolComponentReference(name=TAXONOMY, index=0),
    )
    return [ReportingDescriptorRelationship(target=target, kinds=["relevant"])]


def _string(text: str) -> MultiformatMessageString:
    folded = sarif_text(text)
    if len(folded) > _MAX_DESCRIPTION:
        folded = folded[: _MAX_DESCRIPTION - 1].rstrip() + "…"
    return MultiformatMessageString(text=folded)


def _help_text(rule: Rule, words: Words) -> str:
    lines = [rule.why, words("Repair: {how}", how=rule.repair)]
    lines += [words("In {tool}: {how}", tool=tool, how=how) for tool, how in rule.repair_in.items()]
    for name, text in rule.repairs.items():
        lines.append(words("Repair ({variant}): {how}", variant=name, how=text))
        hints = rule.hints(name).items()
        lines += [words("In {tool}: {how}", tool=tool, how=how) for tool, how in hints]
    if rule.references:
        places = "; ".join(f"{r.standard} {r.clause}" for r in rule.references)
        lines.append(words("See {places}.", places=places))
    return "\n".join(sarif_text(line) for line in lines)


def _help_markdown(rule: Rule, words: Words) -> str:
    parts = [
        f"**{rule.code} {markdown(rule.name)}**",
        markdown(rule.summary),
        f"### {words('Why it costs answers')}",
        markdown(rule.why),
        f"### {words('Repair')}",
        markdown(rule.repair),
    ]
    if rule.repair_in:
        parts.append(
            "\n".join(
                f"- {markdown(tool)}: {markdown(how)}" for tool, how in rule.repair_in.items()
            )
        )
    if rule.repairs:
        parts.append(
            "\n".join(
                f"- {markdown(name)}: {markdown(text)}" for name, text in rule.repairs.items()
            )
        )
    if rule.references:
        parts.append(f"### {words('References')}")
        parts.append(
            "\n".join(f"- {markdown(f'{r.standard} {r.clause}')}" for r in rule.references)
        )
    return "\n\n".join(parts)
