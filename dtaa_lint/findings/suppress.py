"""Which findings count: those that the configuration suppresses with a reason, and those that a
baseline knows, are kept in the report and fail nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dtaa_lint.findings.finding import Finding


class Status(StrEnum):
    """Whether a finding counts."""

    OPEN = "open"
    """It does."""
    KNOWN = "known"
    """A baseline has it."""
    SUPPRESSED = "suppressed"
    """The configuration says why it does not."""


@dataclass(frozen=True, slots=True)
class Suppression:
    """Findings that are not to be reported, and why."""

    codes: frozenset[str]
    """Codes of the rules that it is about; empty for any."""
    key: str
    """How the element is told from others: ``id`` (native /ID), ``path`` (structure path) or
    ``fingerprint`` (the finding's own)."""
    value: str
    reason: str
    file: str = ""
    """Glob, as the configuration says it; empty for every file."""
    rule: str = ""
    """The rule as the configuration names it; empty for any."""

    def covers(self, finding: Finding) -> bool:
        """Whether it is about this finding (of a file that ``file`` covers)."""
        if self.codes and finding.code not in self.codes:
            return False
        if self.key == "id":
            return finding.native_id == self.value
        return self.value == (finding.path if self.key == "path" else finding.fingerprint)

    @property
    def text(self) -> str:
        """The entry in one line, for messages."""
        parts = [f"file {self.file}"] if self.file else []
        parts += [f"rule {self.rule}"] if self.rule else []
        return ", ".join([*parts, f"{self.key} {self.value}"])


def mark(
    findings: Sequence[Finding],
    suppressions: Sequence[Suppression],
    known: Mapping[str, int],
) -> tuple[Finding, ...]:
    """The findings with their status. ``known`` is fingerprint -> how many findings the baseline
    has of it; a suppression speaks before the baseline."""
    if not suppressions and not known:
        return tuple(findings)
    by_value: dict[tuple[str, str], list[Suppression]] = {}
    for suppression in suppressions:
        by_value.setdefault((suppression.key, suppression.value), []).append(suppression)
    left = dict(known)
    marked: list[Finding] = []
    for finding in findings:
        reason = next((item.reason for item in _about(finding, by_value)), None)
        if reason is not None:
            finding = replace(finding, status=Status.SUPPRESSED, justification=reason)
        elif left.get(finding.fingerprint, 0) > 0:
            left[finding.fingerprint] -= 1
            finding = replace(finding, status=Status.KNOWN)
        marked.append(finding)
    return tuple(marked)


def used(suppressions: Sequence[Suppression], findings: Iterable[Finding]) -> set[int]:
    """Indices of the suppressions that are about one of the findings."""
    by_value: dict[tuple[str, str], list[Suppression]] = {}
    places: dict[Suppression, list[int]] = {}
    for index, suppression in enumerate(suppressions):
        by_value.setdefault((suppression.key, suppression.value), []).append(suppression)
        places.setdefault(suppression, []).append(index)
    return {
        index
        for finding in findings
        for suppression in _about(finding, by_value)
        for index in places[suppression]
    }


def _about(
    finding: Finding, by_value: Mapping[tuple[str, str], Sequence[Suppression]]
) -> list[Suppression]:
    """The suppressions that cover a finding: the fingerprint's first, then those of its element."""
    keys = [("fingerprint", finding.fingerprint), ("path", finding.path)]
    if finding.native_id is not None:
        keys.append(("id", finding.native_id))
    return [item for key in keys for item in by_value.get(key, ()) if item.covers(finding)]
