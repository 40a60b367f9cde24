"""Lines that are set as headings and tagged as none, as the checks ask for them."""

from __future__ import annotations

from dtaa_lint.findings.check import Context


def bold_lines(context: Context) -> tuple[int, ...]:
    """Paragraphs, and lists of one numbered item, that look like headings (see
    ``universe.heading_lines``), in reading order."""
    return context.universe.heading_lines
