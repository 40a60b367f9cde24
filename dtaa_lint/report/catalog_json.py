"""``dtaa-lint rules --format json``: every guideline and rule, as the rule files state them."""

from __future__ import annotations

from collections.abc import Sequence

from dtaa_lint.findings.finding import Guideline, Rule
from dtaa_lint.report.layout import json_bytes

SCHEMA_VERSION = 1


def render_rules_json(guidelines: Sequence[Guideline], version: str) -> bytes:
    """UTF-8 JSON; ``version`` is the tool's."""
    document: dict[str, object] = {
        "schemaVersion": SCHEMA_VERSION,
        "tool": {"name": "dtaa-lint", "version": version},
        "guidelines": [
            {
                "id": guideline.id,
                "name": guideline.name,
                "group": guideline.group,
                "text": guideline.text,
                "test": guideline.test,
                "rules": [_rule(rule) for rule in guideline.rules],
            }
            for guideline in guidelines
        ],
    }
    return json_bytes(document, 5)


def _rule(rule: Rule) -> dict[str, object]:
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.value,
        "severities": {variant: level.value for variant, level in rule.severities.items()},
        "confidence": rule.confidence,
        "needsPerson": rule.needs_person,
        "summary": rule.summary,
        "why": rule.why,
        "repair": rule.repair,
        "repairIn": dict(rule.repair_in),
        "repairs": dict(rule.repairs),
        "messages": dict(rule.messages),
        "explains": list(rule.explains),
        "references": [
            {"standard": item.standard, "clause": item.clause} for item in rule.references
        ],
        "tags": list(rule.tags),
        "assessed": rule.assessed,
    }
