"""Findings with one cause become one group: same rule, same fault, same shape of element."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from dtaa_lint.findings.finding import Finding, Group, Rule
from dtaa_lint.findings.suppress import Status
from dtaa_lint.findings.wording import page_ranges
from dtaa_lint.words import ENGLISH, Words


def make_groups(
    findings: Sequence[Finding],
    params: Sequence[Mapping[str, object]],
    rules: Mapping[str, Rule],
    labels: Sequence[str],
    unlocked: Mapping[str, int | None] = MappingProxyType({}),
    words: Words = ENGLISH,
) -> tuple[Group, ...]:
    """Groups of the findings that count, ordered by severity, tasks unlocked, tasks blocked, code,
    first place; groups without a number stand where those that unlock nothing do.

    ``params`` are the message parameters of each finding; ``labels`` are the page labels;
    ``unlocked``: group -> tasks that its repair unlocks. Messages are in the language of ``words``.
    """
    places: dict[str, list[int]] = {}
    for index, finding in enumerate(findings):
        if finding.status is Status.OPEN:
            places.setdefault(finding.group, []).append(index)
    groups: list[Group] = []
    for group_id, indices in places.items():
        first = findings[indices[0]]
        groups.append(
            Group(
                id=group_id,
                code=first.code,
                severity=first.severity,
                message=_message(
                    findings, indices, params[indices[0]], rules[first.code], labels, words
                ),
                findings=tuple(indices),
                tasks_blocked=sum(findings[i].tasks_blocked for i in indices),
                tasks_unlocked=unlocked.get(group_id),
            )
        )
    groups.sort(
        key=lambda g: (
            -g.severity.rank,
            -(g.tasks_unlocked or 0),
            -g.tasks_blocked,
            g.code,
            g.findings[0],
        )
    )
    return tuple(groups)


def _message(
    findings: Sequence[Finding],
    indices: Sequence[int],
    params: Mapping[str, object],
    rule: Rule,
    labels: Sequence[str],
    words: Words,
) -> str:
    first = findings[indices[0]]
    if len(indices) == 1:
        return first.message
    key = "group" if first.variant == "default" else f"group-{first.variant}"
    template = rule.messages.get(key)
    if template is None:
        return words(
            "{message} (and {n:# more place|more places} like it)",
            message=first.message,
            n=len(indices) - 1,
        )
    return words.fill(
        template,
        {
            **params,
            "count": len(indices),
            "pages": page_ranges([findings[i].page for i in indices], labels),
            "blocked": sum(findings[i].tasks_blocked for i in indices),
        },
    )
