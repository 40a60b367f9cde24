"""The front page: its text, and a finding of the demo as it is today."""

from __future__ import annotations

from html import escape
from pathlib import Path

import pictures
from rule_pages import Page, severity

from dtaa_lint.findings.engine import LintOptions, lint_file
from dtaa_lint.findings.registry import load_guidelines, load_rules

DEMO = Path(__file__).resolve().parents[2] / "fixtures" / "demo" / "harbour-levy.pdf"
CODE = "DT0109"
"""The rule that the picture is of."""
AROUND = 26
"""Points of the page that are shown around the element."""


def page(template: str) -> Page:
    """The front page. Raises ValueError when the demo has no such finding any more."""
    report = lint_file(str(DEMO), LintOptions())
    found = next((item for item in report.findings if item.code == CODE), None)
    if found is None or not found.boxes:
        raise ValueError(f"{DEMO.name} has no {CODE}: choose another rule for the front page")
    boxes = [box for at, box in found.boxes if at == found.page]
    around = (
        min(box[0] for box in boxes) - AROUND,
        min(box[1] for box in boxes) - AROUND,
        max(box[2] for box in boxes) + AROUND,
        max(box[3] for box in boxes) + AROUND * 1.6,
    )
    related = [box for item in found.related for at, box in item.boxes if at == found.page]
    picture = pictures.render(DEMO, found.page, boxes, related, around)
    rule = load_rules()[CODE]
    unlocked = f"Its repair unlocks {found.tasks_unlocked} tasks." if found.tasks_unlocked else ""
    fields = {
        "WIDTH": picture.width,
        "HEIGHT": picture.height,
        "CODE": CODE,
        "NAME": rule.name,
        "SEVERITY": severity(found.severity.value),
        "MESSAGE": escape(found.message, quote=False),
        "PATH": found.path,
        "PAGE": found.page + 1,
        "REPAIR": escape(rule.repair_of(found.variant), quote=False),
        "UNLOCKED": unlocked,
        "RULES": sum(not rule.assessed for rule in load_rules().values()),
        "GUIDELINES": sum(guideline.id != "G00" for guideline in load_guidelines()),
    }
    for name, value in fields.items():
        template = template.replace(f"%{name}%", str(value))
    return Page(template, {"finding.png": picture.data})
