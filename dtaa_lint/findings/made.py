"""Issues of checks -> findings, in a language: message, place, related elements, fingerprint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dtaa_lint.findings.check import Issue
from dtaa_lint.findings.finding import EVIDENCE, NAME, Finding, Related, Rule
from dtaa_lint.findings.fingerprint import Fingerprints, group_id
from dtaa_lint.findings.impact import Claims
from dtaa_lint.findings.wording import cut, shortened
from dtaa_lint.graph.view import View
from dtaa_lint.universe.universe import Universe
from dtaa_lint.words import ENGLISH, Words

_CLIMB = 20
"""Ancestors that are asked for the page of an element without content."""

_RELATED = 5
"""Related elements of a role that a finding shows."""

_MORE = 40
"""Related elements besides those, where tables are shown."""

_SNIPPET = 80
"""Characters of a related element that are shown."""


def page_of(view: View, issue: Issue) -> int:
    """The page of an issue; that of the nearest ancestor on a page for an element without."""
    if issue.page >= 0 or issue.node < 0:
        return issue.page
    element = view.nodes[issue.node]
    for _ in range(_CLIMB):
        if element.page >= 0 or element.parent < 0:
            break
        element = view.nodes[element.parent]
    return element.page


def make_findings(
    view: View,
    universe: Universe,
    issues: Sequence[tuple[Rule, Issue]],
    words: Words = ENGLISH,
) -> tuple[tuple[Finding, ...], list[Mapping[str, object]]]:
    """Findings in the order of the issues, with their messages in the language of ``words``, and
    the message parameters of each."""
    fingerprints = Fingerprints(view)
    claims = Claims(universe.candidates)
    findings: list[Finding] = []
    all_params: list[Mapping[str, object]] = []
    for rule, issue in issues:
        finding, params = _finding(view, fingerprints, claims, rule, issue, words)
        findings.append(finding)
        all_params.append(params)
    return tuple(findings), all_params


def _finding(
    view: View,
    fingerprints: Fingerprints,
    claims: Claims,
    rule: Rule,
    issue: Issue,
    words: Words,
) -> tuple[Finding, Mapping[str, object]]:
    node = issue.node
    element = view.nodes[node] if node >= 0 else None
    native = element.id if element is not None else None
    path = view.path(node) if node >= 0 else "/"
    kind = element.type if element is not None else ""
    page = page_of(view, issue)
    pages = view.document.pages
    params: dict[str, object] = {"type": kind, "path": path, "evidence": issue.evidence}
    params.update(issue.params)
    explains = claims.claim(rule.code, issue.explains)
    totals: dict[str, int] = {}
    shown: list[tuple[int, str]] = []
    for other, role in issue.related:
        totals[role] = totals.get(role, 0) + 1
        if totals[role] <= _RELATED:
            shown.append((other, role))
    finding = Finding(
        code=rule.code,
        rule=rule.name,
        guideline=rule.guideline,
        severity=rule.severities.get(issue.variant, rule.severity),
        confidence=rule.confidence,
        needs_person=rule.needs_person or issue.variant in rule.needs_person_in,
        message=words.fill(rule.messages[issue.variant], params),
        evidence=shortened(issue.evidence, EVIDENCE),
        node=node,
        element_id=f"s{node}" if node >= 0 else "",
        native_id=shortened(native, NAME) if native is not None else None,
        path=path,
        raw_type=shortened(element.raw, NAME) if element is not None else "",
        object_number=element.objid if element is not None else 0,
        page=page,
        page_label=pages[page].label if 0 <= page < len(pages) else "",
        boxes=view.boxes(node) if node >= 0 else (),
        related=tuple(_related(view, other, role) for other, role in shown),
        explains=explains,
        tasks_blocked=sum(explains.values()),
        tasks_unlocked=None,
        fingerprint=fingerprints.make(rule.code, node, issue.variant, issue.evidence),
        group=group_id(rule.code, issue.variant, "" if issue.any_type else kind, issue.shape),
        variant=issue.variant,
        related_totals={role: n for role, n in totals.items() if n > _RELATED},
        raw_path=_differing(view.raw_path(node) if node >= 0 else "/", path),
    )
    return finding, params


def _differing(text: str, other: str) -> str:
    return "" if text == other else text


def more_related(
    view: View, issues: Sequence[tuple[Rule, Issue]], words: Words
) -> dict[int, tuple[Related, ...]]:
    """Finding -> related elements that it does not show, up to ``_MORE`` of them."""
    found: dict[int, tuple[Related, ...]] = {}
    for place, (_, issue) in enumerate(issues):
        if len(issue.related) <= _RELATED:
            continue
        totals: dict[str, int] = {}
        more: list[Related] = []
        for other, role in issue.related:
            totals[role] = totals.get(role, 0) + 1
            if totals[role] > _RELATED and len(more) < _MORE:
                more.append(_related(view, other, words.said(role)))
        if more:
            found[place] = tuple(more)
    return found


def _related(view: View, node: int, role: str) -> Related:
    return Related(
        node=node,
        path=view.path(node),
        page=view.nodes[node].page,
        role=role,
        snippet=cut(view.text(node), _SNIPPET),
        boxes=view.boxes(node),
    )
