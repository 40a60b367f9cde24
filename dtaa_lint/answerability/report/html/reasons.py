"""The finding that a task leads to whose evidence no system shows."""

from __future__ import annotations

from dataclasses import dataclass

from dtaa_lint.answerability.report.trace import TASK, TaskTrace
from dtaa_lint.answerability.unanswered import (
    LONG,
    SYSTEM,
    always_missing,
    explaining,
    lost_everywhere,
    words_needed,
)
from dtaa_lint.findings.registry import load_guidelines
from dtaa_lint.universe.model import Motif
from dtaa_lint.words import Words


@dataclass(frozen=True, slots=True)
class ReasonView:
    """The finding that a task becomes whose evidence no phrasing brings."""

    code: str
    name: str
    guideline: str
    """Identity and text."""
    repair: str


def reason(task: TaskTrace, budget: int, words: Words) -> ReasonView | None:
    """The finding of a task whose evidence no system shows, as the list of findings has it."""
    runs = task.runs(SYSTEM) if task.kind == TASK else []
    scores = [run.score for run in runs]
    others = [run.score for one in task.variants for run in one.runs if run.system != SYSTEM]
    if not lost_everywhere(scores, others):
        return None
    slots, relations = always_missing(scores)
    missing = [task.slots[one][0][0] for one in slots]
    missing += [task.relations[one][1] for one in relations]
    told = [(kind, source) for kind, source, _ in task.relations]
    long = bool(slots) and words_needed([pairs[0] for pairs in task.slots]) > budget
    required = [pairs[0][0] for pairs in task.slots]
    wanted = explaining(Motif(task.motif), told, missing, required, certain=long or not slots)
    for guideline in load_guidelines():
        for rule in guideline.rules:
            if guideline.id == wanted and rule.assessed:
                name, text = words.translate(guideline.name), words.translate(guideline.text)
                text = f"{guideline.id} {name}. {text}"
                repair = rule.repairs.get(LONG, rule.repair) if long else rule.repair
                return ReasonView(rule.code, rule.name, text, words.translate(repair))
    return None
