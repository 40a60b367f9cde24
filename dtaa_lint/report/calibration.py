"""What ``dtaa-lint calibrate`` proposes: a profile in TOML, with the distributions as comments."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from dtaa_lint.findings.calibration import ENOUGH, Calibration, Distribution
from dtaa_lint.report.text_summary import plural
from dtaa_lint.settings.thresholds import MAX_FINDINGS, MAX_UNRESOLVED, MIN_TASKS, RELATIONS

_QUARTILES = (0, 25, 50, 75, 100)


def render_calibration(
    found: Calibration, name: str, severity: Sequence[tuple[str, str]] = ()
) -> bytes:
    """The profile as UTF-8 TOML; it loads with ``--profile FILE``. ``severity``: (rule, level)
    under which the findings were counted, where it is not the rules' own."""
    lines = [*_lines(found, name)]
    if severity:
        lines += ["", "[severity]"]
        lines += [f"{json.dumps(rule)} = {json.dumps(level)}" for rule, level in severity]
    return "".join(line + "\n" for line in lines).encode("utf-8")


def _lines(found: Calibration, name: str) -> Iterator[str]:
    documents = plural(found.documents, "document")
    share = f"{found.percentile:g}"
    yield f"# Proposed by dtaa-lint calibrate from {documents}."
    if found.unassessable:
        yield f"# {plural(found.unassessable, 'document')} without a structure tree left out."
    if found.unreadable:
        yield f"# {plural(found.unreadable, 'file')} could not be read."
    if found.documents < ENOUGH:
        yield f"# Too few: quartiles say something from {ENOUGH} documents on."
    yield f"# Each threshold is one that about {share} % of these documents miss. Seen:"
    yield "# n (documents), min, lower quartile, median, upper quartile, max."
    yield ""
    yield f"name = {json.dumps(name)}"
    yield f'description = "Documents like the {found.documents} that it was calibrated on."'
    limits = found.thresholds
    yield ""
    if found.documents:
        yield f"# tasks a page             {_seen(found.tasks_per_page)}"
        for label, seen in found.by_class:
            yield f"#   {label:<22} {_seen(seen)}"
    if limits.min_tasks_per_page is not None:
        yield f"{MIN_TASKS} = {limits.min_tasks_per_page:g}"
    shares = dict(limits.max_unresolved)
    if found.unresolved:
        yield ""
        yield f"[{MAX_UNRESOLVED}]"
    for kind, seen in found.unresolved:
        yield f"# {RELATIONS[kind]}"
        yield f"#   share                  {_seen(seen)}"
        if kind in shares:
            yield f"{kind} = {shares[kind]:g}"
    counts = dict(limits.max_findings)
    if found.documents:
        yield ""
        yield f"[{MAX_FINDINGS}]"
    for level, seen in found.findings if found.documents else ():
        yield f"# {level:<24} {_seen(seen)}"
        if level in counts:
            yield f"{level} = {counts[level]:.0f}"


def _seen(seen: Distribution) -> str:
    values = "  ".join(f"{_number(seen.at(percentile)):>7}" for percentile in _QUARTILES)
    return f"n {len(seen.values):>4}  {values}"


def _number(value: float) -> str:
    return f"{value:.0f}" if value == int(value) or value >= 1000 else f"{value:.3g}"
