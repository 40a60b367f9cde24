"""What an assessment came to, in the summary of a job or a comment on a change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dtaa_lint.findings.assessment import Assessment
from dtaa_lint.report import assessed
from dtaa_lint.report.escape import github_markdown
from dtaa_lint.words import Words, cut

_TEXT = 400
"""Characters of a reason."""
_CELL = 120
_KEPT = 400
"""Bytes kept for what is said at the end."""


def assessment(found: Assessment, words: Words, room: int) -> str:
    """The section: the figures of each system, then what was missed or could not be measured, in
    at most ``room`` bytes."""
    said = assessed.verdict(found, words)
    heading = words("Answerability")
    if said:
        heading = words("{what}: {text}", what=heading, text=said)
    where = words("The run: {place}", place=cut(assessed.place(found, words), _TEXT))
    lines = [
        f"\n### {github_markdown(heading)}\n",
        *[f"\n{github_markdown(text)}\n" for text in (assessed.basis(found, words), where)],
    ]
    left = room - sum(len(line.encode()) for line in lines) - _KEPT
    parts = [_systems(found, words), [f"{line}\n" for line in _faults(found, words)]]
    out = 0
    for part in parts:
        shown: list[str] = []
        for line in part:
            left -= len(line.encode())
            if left < 0:
                out += 1
            else:
                shown.append(line)
        if shown:
            lines += ["\n", *shown]
    if out:
        lines.append("\n" + words("{n:# line is|lines are} left out here.", n=out) + "\n")
    return "".join(lines)


def _systems(found: Assessment, words: Words) -> list[str]:
    if not found.systems:
        return []
    heads = assessed.headers(found, words)
    rule = ["---", *["---:"] * (len(heads) - 1)]
    rows = [_row(row) for row in assessed.rows(found, words)]
    return [_row(heads), f"| {' | '.join(rule)} |\n", *rows]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join([github_markdown(cut(cell, _CELL)) for cell in cells])} |\n"


def _faults(found: Assessment, words: Words) -> Iterator[str]:
    several = len({one.document for one in found.thresholds}) > 1
    for one in found.failing:
        text = assessed.sentence(one, words)
        if several:
            document = one.document or words("several documents")
            text = words("{what}: {text}", what=cut(document, _CELL), text=text)
        standing = assessed.standing(one, found.ceiling, words)
        yield f"- **{github_markdown(standing)}** {github_markdown(text)}"
    for lost in found.not_measured:
        text = github_markdown(cut(assessed.unmeasured(lost, words), _TEXT))
        yield f"- **{github_markdown(words('not measured'))}** {text}"
    for remark in found.remarks:
        text = github_markdown(cut(remark.text, _TEXT))
        lead = f"**{github_markdown(words('not measured'))}** " if remark.serious else ""
        yield f"- {lead}{text}"
