"""Two revisions of a document: what the second one can no longer answer, what it can besides, and
which answers have changed.

A task is the same in both when its identity is: a hash over what it asks and what it rests on, so
that moving to another page or being renumbered changes nothing. Of the others, tasks that ask the
same and have another answer are *changed*; tasks with the same answer, asked for under another
heading, caption or name, are *moved*; the rest are *lost* or *gained*. The easy control band is
counted apart.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from dtaa_lint.findings.finding import Finding
from dtaa_lint.graph.view import View
from dtaa_lint.universe.model import Candidate, Motif, Reason, Task
from dtaa_lint.universe.universe import Universe
from dtaa_lint.universe.validate import page_of

_TEXT = 200
"""Characters of an element's text that tell it from others."""
_PARTS = 8
"""Further elements of a candidate that are compared."""


@dataclass(frozen=True, slots=True)
class Located:
    """A task and where it stands."""

    task: Task
    page_label: str
    path: str
    """Structure path of its anchor."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A task of the old revision that the new one does not support."""

    old: Located
    reason: Reason | None
    """Why the same candidate is rejected now; None when there is no such candidate."""
    detail: str
    """What of it is missing, as the rejection says it; empty for nothing."""
    page: int
    """0-based page of that candidate; -1."""
    page_label: str
    path: str
    """Structure path of that candidate's anchor; empty."""
    evidence_kept: bool
    """Without such a candidate: whether the text of the anchor still is in the document."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A task in both revisions."""

    old: Located
    new: Located


@dataclass(frozen=True, slots=True)
class Side:
    """One revision in numbers."""

    path: str
    sha256: str
    pages: int
    eligible: int
    control: int


@dataclass(frozen=True, slots=True)
class Revision:
    """What is between two revisions; every list in the order of the document."""

    old: Side
    new: Side
    same: int
    """Tasks with the same identity in both."""
    lost: tuple[Lost, ...]
    gained: tuple[Located, ...]
    changed: tuple[Pair, ...]
    """The same question, another answer."""
    moved: tuple[Pair, ...]
    """The same question and answer in another context."""
    control_lost: int
    control_gained: int
    new_findings: tuple[Finding, ...]
    """Of the new revision: those that the old one does not have."""
    fixed_findings: tuple[Finding, ...]
    """Of the old revision: those that the new one no longer has."""

    @property
    def lost_share(self) -> float:
        """Lost tasks as a share of the old revision's; 0 when it has none."""
        return len(self.lost) / self.old.eligible if self.old.eligible else 0.0


def compare(
    old: Universe,
    new: Universe,
    old_findings: Sequence[Finding] = (),
    new_findings: Sequence[Finding] = (),
) -> Revision:
    """Compares two revisions; the findings are those that count."""
    before, after = _Revised(old), _Revised(new)
    ids_before, ids_after = Counter(before.ids), Counter(after.ids)
    lost_at = _surplus(before.ids, ids_after)
    gained_at = _surplus(after.ids, ids_before)
    gone = [before.located(index) for index in lost_at]
    come = [after.located(index) for index in gained_at]
    changed: list[Pair] = []
    moved: list[Pair] = []
    for key in _LIKE:
        pairs, gone, come = _pair(gone, come, key)
        for pair in pairs:
            same_answer = pair.old.task.gold == pair.new.task.gold
            (moved if same_answer else changed).append(pair)
    moved.sort(key=lambda pair: (pair.old.task.page, pair.old.path))
    control_before = Counter(before.control)
    control_after = Counter(after.control)
    appeared, fixed = _findings(old_findings, new_findings)
    return Revision(
        old=_side(old),
        new=_side(new),
        same=len(before.ids) - len(lost_at),
        lost=tuple(_explain(before, after, gone)) if gone else (),
        gained=tuple([found[1] for found in come]),
        changed=tuple(changed),
        moved=tuple(moved),
        control_lost=sum((control_before - control_after).values()),
        control_gained=sum((control_after - control_before).values()),
        new_findings=appeared,
        fixed_findings=fixed,
    )


_Found: TypeAlias = tuple[int, Located]
"""(index in the universe, task)"""


class _Revised:
    """A universe with its tasks made once: identities of all, and the tasks on demand."""

    def __init__(self, universe: Universe) -> None:
        self.universe = universe
        self.ids: list[str] = []
        self.indices: list[int] = []
        """Index in the universe of each of ``ids``."""
        self.control: list[str] = []
        for index, candidate in enumerate(universe.candidates):
            if candidate.reason is not None:
                continue
            task_id = universe.task(index).task_id
            if candidate.motif is Motif.LOCAL_FACT:
                self.control.append(task_id)
            else:
                self.ids.append(task_id)
                self.indices.append(index)

    def located(self, place: int) -> _Found:
        """(index in the universe, task) of the id at a place."""
        index = self.indices[place]
        view = self.universe.view
        task = self.universe.task(index)
        label = page_label(self.universe, task.page)
        return index, Located(task, label, view.path(self.universe.candidates[index].anchor))


def page_label(universe: Universe, page: int) -> str:
    """What the page is called; empty for none."""
    pages = universe.view.document.pages
    return pages[page].label if 0 <= page < len(pages) else ""


def _findings(
    old: Sequence[Finding], new: Sequence[Finding]
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """The findings that are new and those that are fixed.

    The same finding has the same fingerprint. That of an element without an ID rests on the heading
    above it, so that a renamed heading would make every finding below it a fixed and a new one:
    what says the same of the same place, or of the same words anywhere, is the same as well.
    """
    known = {finding.fingerprint for finding in old}
    current = {finding.fingerprint for finding in new}
    appeared = [finding for finding in new if finding.fingerprint not in known]
    fixed = [finding for finding in old if finding.fingerprint not in current]
    keys: tuple[Callable[[Finding], Hashable], ...] = (
        lambda finding: (finding.code, finding.path, finding.evidence),
        lambda finding: (finding.code, finding.evidence) if finding.evidence else None,
    )
    for key in keys:
        before = Counter([key(finding) for finding in fixed])
        after = Counter([key(finding) for finding in appeared])
        same = {name for name, n in before.items() if name is not None and after[name] == n}
        appeared = [finding for finding in appeared if key(finding) not in same]
        fixed = [finding for finding in fixed if key(finding) not in same]
    return tuple(appeared), tuple(fixed)


def _side(universe: Universe) -> Side:
    document, summary = universe.view.document, universe.summary()
    return Side(
        document.path.replace("\\", "/"),
        document.sha256,
        summary.pages,
        summary.eligible,
        summary.control,
    )


def _surplus(ids: Sequence[str], others: Mapping[str, int]) -> list[int]:
    """Places of the ids that go beyond how often ``others`` has them: the last ones of each."""
    left = dict(others)
    found: list[int] = []
    for place, task_id in enumerate(ids):
        if left.get(task_id, 0):
            left[task_id] -= 1
        else:
            found.append(place)
    return found


def _pair(
    old: list[_Found], new: list[_Found], key: Callable[[Task], Hashable]
) -> tuple[list[Pair], list[_Found], list[_Found]]:
    """Pairs tasks with equal keys, in order; and what is left of both. Where one side has more of
    a key than the other, nobody knows which is whose partner: none of them is paired. A task for
    which the key is None has no partner."""
    partners: dict[Hashable, deque[_Found]] = {}
    for found in new:
        partners.setdefault(key(found[1].task), deque()).append(found)
    keys = [key(found[1].task) for found in old]
    wanted = Counter(keys)
    paired = {
        name for name, n in wanted.items() if name is not None and len(partners.get(name, ())) == n
    }
    pairs: list[Pair] = []
    left: list[_Found] = []
    for found, name in zip(old, keys, strict=True):
        if name in paired:
            pairs.append(Pair(found[1], partners[name].popleft()[1]))
        else:
            left.append(found)
    return pairs, left, [found for found in new if key(found[1].task) not in paired]


def _question(task: Task) -> Hashable:
    """What is asked, and where; not what is answered."""
    return task.motif, task.subject, task.constraint, task.heading_path, task.caption


def _under_another_heading(task: Task) -> Hashable:
    """What is asked and answered; not under which heading or caption."""
    return task.motif, task.subject, task.constraint, task.gold


def _other_constraint(task: Task) -> Hashable:
    """A column that has another name, and the same values."""
    return task.motif, task.subject, task.gold, task.heading_path, task.caption


def _other_subject(task: Task) -> Hashable:
    """A row that has another name, and the same values."""
    return task.motif, task.constraint, task.gold, task.heading_path, task.caption


def _renamed(task: Task) -> Hashable:
    """Text or a set under another name: long enough that no other answer equals it by chance."""
    return (task.motif, task.gold) if task.gold.kind in ("span", "set") else None


def _subject_alone(task: Task) -> Hashable:
    """A column and a heading that have other names."""
    return task.motif, task.subject, task.gold


def _comparison_alone(task: Task) -> Hashable:
    """A comparison whose column and heading have other names. A single value under the name of a
    column alone would be found in many a table."""
    return (task.motif, task.constraint, task.gold) if task.gold.kind == "comparison" else None


_LIKE: tuple[Callable[[Task], Hashable], ...] = (
    _question,
    _under_another_heading,
    _other_constraint,
    _other_subject,
    _subject_alone,
    _comparison_alone,
    _renamed,
)
"""What tasks of two revisions are paired by, from the strictest likeness to the loosest."""


def _explain(before: _Revised, after: _Revised, lost: Sequence[_Found]) -> Iterator[Lost]:
    """Why each lost task is none in the new revision: the rejection of the candidate that is most
    like it, sought from the strictest likeness to the loosest. Where equally like candidates are
    rejected for several reasons, the next looser likeness is not asked: nobody knows."""
    old_view, new = before.universe.view, after.universe
    motifs = {before.universe.candidates[index].motif for index, _ in lost}
    rejected: list[dict[Hashable, list[Candidate]]] = [{} for _ in range(_LIKENESSES)]
    for candidate in new.candidates:
        if candidate.reason is not None and candidate.motif in motifs:
            for level, key in enumerate(_likenesses(new.view, candidate)):
                rejected[level].setdefault(key, []).append(candidate)
    texts: frozenset[str] | None = None
    for index, located in lost:
        candidate = before.universe.candidates[index]
        found: Candidate | None = None
        for level, key in enumerate(_likenesses(old_view, candidate)):
            like = rejected[level].get(key)
            if like:
                same = all((c.reason, c.detail) == (like[0].reason, like[0].detail) for c in like)
                found = like[0] if same else None
                break
        if found is not None:
            page = page_of(new.view, found.anchor)
            yield Lost(
                located,
                found.reason,
                found.detail,
                page,
                page_label(new, page),
                new.view.path(found.anchor),
                True,
            )
            continue
        if texts is None:
            texts = frozenset([_text(new.view, node.index) for node in new.view.nodes])
        kept = _text(old_view, candidate.anchor) in texts
        yield Lost(located, None, "", -1, "", "", kept)


_LIKENESSES = 4


def _likenesses(view: View, candidate: Candidate) -> Iterator[Hashable]:
    """What a candidate is recognised by in another revision, from the strictest to the loosest:
    its texts at its place in the tree, under its heading, anywhere, and its anchor's text alone."""
    anchor = _text(view, candidate.anchor)
    others = tuple([_text(view, node) for node in candidate.nodes[:_PARTS]])
    heading = view.heading_of(candidate.anchor)
    yield anchor, candidate.motif, others, view.path(candidate.anchor)
    yield anchor, candidate.motif, others, _text(view, heading) if heading >= 0 else ""
    yield anchor, candidate.motif, others
    yield anchor, candidate.motif


def _text(view: View, node: int) -> str:
    """The beginning of an element's text, white space folded."""
    element = view.nodes[node]
    end = min(element.text_end, element.text_start + 4 * _TEXT)
    return " ".join(view.document.text[element.text_start : end].split())[:_TEXT]
