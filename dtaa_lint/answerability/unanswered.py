"""The tasks that no phrasing brings the evidence of, and the guideline that explains why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dtaa_lint.answerability.answering.counting import words_in
from dtaa_lint.answerability.model import Failure, Score
from dtaa_lint.answerability.scoring.failures import VERDICTLESS
from dtaa_lint.answerability.scoring.profile import Run, counts
from dtaa_lint.graph.model import Relation
from dtaa_lint.universe.model import Motif, Task

SYSTEM = "egr-s"
"""Whose failures are findings: the system that follows the tags."""
LONG = "long"
"""The variant of a rule for an answer that needs more words than are shown."""
_TABLES = frozenset({Motif.TABLE_CELL, Motif.TABLE_COMPARE, Motif.TABLE_SERIES})
_ALONE: Mapping[Motif, str] = {
    Motif.TABLE_SUMMARY: "G02",
    Motif.NOTE_QUALIFICATION: "G10",
    Motif.REFERENCE_TARGET: "G11",
    Motif.DEFINITION: "G12",
    Motif.FIGURE_ALT: "G13",
    Motif.FIGURE_CAPTION: "G14",
}
_QUOTED = frozenset({Motif.NOTE_QUALIFICATION, Motif.REFERENCE_TARGET})
"""Motifs whose questions quote a sentence of the document: not to find it is no fault of its
author."""
_LISTS = frozenset({Motif.HEADING_LIST, Motif.NESTED_LIST})
_SECTIONS = frozenset({Motif.HEADING_SCOPE, Motif.SECTION_SET})


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A task that no phrasing brings the evidence of."""

    task: Task
    phrasings: int
    missing: tuple[int, ...]
    """Elements that were not shown in any phrasing, in the order of the task."""
    text: str
    """Of the first of them."""
    relation: bool
    """All evidence was shown; one end of a relation was not."""
    words: int = 0
    """Of everything that the answer needs."""


LOST = frozenset({Failure.R, Failure.C})
"""Failures whose cause lies in what was shown."""


def unanswered(
    runs: Sequence[Run], document: str, tasks: Mapping[str, Task], system: str = SYSTEM
) -> list[Unanswered]:
    """The tasks of a document that failed in every phrasing by class R or C, in their order. One of
    which another system, whatever it is, shows all that is needed is none of them: the document has
    it in reach, and the fault is the system's own."""
    scores: dict[str, list[Score]] = {}
    others: dict[str, list[Score]] = {}
    for run in runs:
        if run.labels.document != document or not counts(run):
            continue
        by_task = scores if run.score.system == system else others
        by_task.setdefault(run.score.task_id, []).append(run.score)
    found = []
    for task_id, task in tasks.items():
        ours = scores.get(task_id, ())
        if lost_everywhere(ours, others.get(task_id, ())):
            found.append(_unanswered(task, ours))
    return found


def lost_everywhere(own: Sequence[Score], others: Iterable[Score]) -> bool:
    """Whether a system failed a task in every phrasing because of what it showed, and no other
    system shows it all in any."""
    elsewhere = any(
        score.failure not in LOST and score.outcome not in VERDICTLESS for score in others
    )
    return bool(own) and not elsewhere and all(score.failure in LOST for score in own)


def words_needed(pairs: Iterable[tuple[object, str]]) -> int:
    """Words of the (element, text) pairs that an answer needs, each once."""
    return sum(words_in(text) for _, text in set(pairs))


def _unanswered(task: Task, scores: Sequence[Score]) -> Unanswered:
    slots, relations = always_missing(scores)
    words = words_needed([slot.any_of[0] for slot in task.slots])
    if slots:
        nodes = [task.slots[slot].any_of[0] for slot in slots]
        missing = tuple(dict.fromkeys(node for node, _ in nodes))
        return Unanswered(task, len(scores), missing, nodes[0][1], False, words)
    ends = tuple(dict.fromkeys(task.relations[one].source for one in relations))
    return Unanswered(task, len(scores), ends, "", True, words)


def always_missing(scores: Sequence[Score]) -> tuple[list[int], list[int]]:
    """(required pieces, relations) that no phrasing brings, by number: pieces alone where any was
    not shown, else relations."""
    relation = all(score.failure is Failure.C for score in scores)
    slots = _always([score.missing_slots for score in scores])
    if slots and not relation:
        return slots, []
    return [], _always([score.missing_relations for score in scores])


def _always(missing: Sequence[tuple[int, ...]]) -> list[int]:
    """What every phrasing lacks; where they lack different things, what the first one lacks."""
    common = set(missing[0]).intersection(*missing)
    return sorted(common) or list(missing[0])


def guideline_of(
    task: Task, missing: Sequence[int], *, relation: bool = False, long: bool = False
) -> str:
    """The guideline that explains why these required elements of a task were not found; empty for
    the easy band, which no structure helps, and where it is the system's own order that left them
    out: what names them was found, and all of it together would have had room. ``relation``: it is
    an end of a relation that is missing; ``long``: the answer takes more than can be shown."""
    relations = [(one.type, one.source) for one in task.relations]
    required = [slot.any_of[0][0] for slot in task.slots]
    return explaining(task.motif, relations, missing, required, certain=relation or long)


def explaining(
    motif: Motif,
    relations: Sequence[tuple[str, object]],
    missing: Sequence[object],
    required: Sequence[object],
    *,
    certain: bool = False,
) -> str:
    """The same of a task's (type, source) relations and required elements, by whatever names these
    have. ``certain``: the author can help, whichever of them is missing."""
    lost = set(missing)
    naming = {source for _, source in relations} & lost
    if not certain and (motif in _QUOTED or not (naming or lost >= set(required))):
        return ""
    if motif in _ALONE:
        return _ALONE[motif]
    kinds = {kind for kind, source in relations if source in lost}
    owners = (Relation.HEADING_FOR, Relation.CAPTION_FOR)
    names = {source for kind, source in relations if kind in owners}
    only_names = bool(lost) and lost <= names
    if motif in _TABLES:
        return "G02" if only_names else "G01"
    if motif is Motif.LABEL_VALUE:
        in_list = any(kind == Relation.LABEL_FOR for kind, _ in relations)
        return "G08" if in_list else "G04"
    if motif in _LISTS:
        first = {source for _, source in relations[:1]}
        return "G09" if lost and lost <= first and Relation.PRECEDES not in kinds else "G08"
    if motif in _SECTIONS:
        return "G07" if only_names else "G05"
    return ""
