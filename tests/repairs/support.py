"""A document with its findings and what each repair unlocks."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pikepdf

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.engine import run_checks
from dtaa_lint.findings.finding import Finding, Rule
from dtaa_lint.findings.made import make_findings
from dtaa_lint.findings.registry import load_checks, select_rules
from dtaa_lint.findings.unlock import Unlocked, count_unlocked
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import PdfDocument
from dtaa_lint.pdf.read import read
from dtaa_lint.repairs.edits import Repair
from dtaa_lint.repairs.model import edited
from dtaa_lint.repairs.write import apply_edits
from dtaa_lint.repairs.zones import counted
from dtaa_lint.universe.universe import Universe, enumerate_tasks


@dataclass(frozen=True)
class Case:
    """One file, linted."""

    data: bytes
    context: Context
    issues: Sequence[tuple[Rule, Issue]]
    findings: Sequence[Finding]
    unlocked: Unlocked

    @property
    def document(self) -> PdfDocument:
        return self.context.view.document

    @property
    def eligible(self) -> int:
        return eligible(self.context.universe)

    def of(self, code: str) -> list[int]:
        """The places of the findings of a rule."""
        found = [i for i, finding in enumerate(self.findings) if finding.code == code]
        assert found, f"no {code} among {[f.code for f in self.findings]}"
        return found

    def repairs(self, places: Sequence[int]) -> list[Repair]:
        return [repair for i in places if (repair := self.unlocked.repairs[i]) is not None]

    def in_model(self, repairs: Sequence[Repair]) -> int:
        """How many more tasks the whole document has after the repairs, by the fast interpreter."""
        document = edited(self.document, repairs).document
        return eligible(enumerate_tasks(View(document))) - self.eligible

    def written(self, repairs: Sequence[Repair]) -> PdfDocument:
        """The repaired PDF, read anew."""
        out = io.BytesIO()
        with pikepdf.open(io.BytesIO(self.data)) as pdf:
            apply_edits(pdf, self.document, repairs)
            pdf.save(out)
        return read(out.getvalue(), name="repaired.pdf")

    def in_file(self, repairs: Sequence[Repair]) -> int:
        """How many more tasks the repaired PDF has."""
        return eligible(enumerate_tasks(View(self.written(repairs)))) - self.eligible


def eligible(universe: Universe) -> int:
    return sum(map(counted, universe.candidates))


def lint(source: bytes | Path) -> Case:
    """Runs every rule and counts every repair."""
    data = source if isinstance(source, bytes) else source.read_bytes()
    view = View(read(data, name="case.pdf"))
    context = Context(view, enumerate_tasks(view))
    load_checks()
    issues, _ = run_checks(context, select_rules(("ALL",), ()))
    findings, _ = make_findings(view, context.universe, issues)
    return Case(data, context, issues, findings, count_unlocked(context, issues, findings))
