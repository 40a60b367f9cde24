"""What the templates of the page show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from dtaa_lint.answerability.answering.interface import BUDGET
from dtaa_lint.answerability.report.html.marks import carried, snippet
from dtaa_lint.answerability.report.html.reasons import ReasonView, reason
from dtaa_lint.answerability.report.labels import (
    control_name,
    failure_name,
    phrasing_name,
    relation_name,
)
from dtaa_lint.answerability.report.trace import (
    BAND,
    CONTROL,
    FOREIGN,
    TASK,
    DocumentTrace,
    Element,
    RunTrace,
    ShownItem,
    TaskTrace,
    VariantTrace,
)
from dtaa_lint.words import Words, cut

MOST_RUNS = 6_000
"""Runs of a page beyond which what was shown is listed for failed runs alone."""
_TITLE = 200
_KINDS = (TASK, BAND, CONTROL, FOREIGN)
_PLACE = 110
_GOLD = 400


@dataclass(frozen=True, slots=True)
class ItemView:
    """An item in the ranking."""

    name: str
    place: int
    """Index into the document's items."""
    page: int | None
    slots: tuple[int, ...]
    """Required pieces that it carries; empty for none."""
    sure: bool
    text: Markup
    """Surroundings of the evidence; empty where it carries none."""
    cited: bool


@dataclass(frozen=True, slots=True)
class RunView:
    trace: RunTrace
    state: str
    verdict: str
    items: tuple[ItemView, ...]
    listed: bool
    """Whether what was shown is listed here."""


@dataclass(frozen=True, slots=True)
class VariantView:
    trace: VariantTrace
    phrasing: str
    runs: tuple[RunView, ...]


@dataclass(frozen=True, slots=True)
class RequiredView:
    """A required piece of evidence or relation."""

    number: int
    text: str
    element: str
    """Type and page of its element; empty for a relation."""
    path: str
    """Structure path and identity of the element."""
    others: int
    """Further places that have it."""
    covered: tuple[tuple[int, int], ...]
    """(phrasings in which it was shown, all), for each system."""


@dataclass(frozen=True, slots=True)
class TaskView:
    id: str
    trace: TaskTrace
    title: str
    """The question, as it was asked first."""
    under: str
    """What else tells it from others."""
    gold: tuple[str, ...]
    slots: tuple[RequiredView, ...]
    relations: tuple[RequiredView, ...]
    passed: tuple[tuple[int, int], ...]
    """(phrasings that pass, all), for each system."""
    states: str
    """``system:phrasing:state …`` for the filter."""
    variants: tuple[VariantView, ...]
    reason: ReasonView | None

    @property
    def failed(self) -> float:
        """Share of its runs that do not pass."""
        of = sum(n for _, n in self.passed)
        return 1 - sum(n for n, _ in self.passed) / of if of else 0.0

    @property
    def context(self) -> Mapping[str, Any]:
        """Where it stands in the document."""
        found: Mapping[str, Any] = self.trace.line.get("intent", {}).get("context", {})
        return found

    @property
    def page(self) -> int | None:
        """1-based."""
        page: int | None = self.context.get("page")
        return page


@dataclass(frozen=True, slots=True)
class WalkView:
    """One document's tasks."""

    id: str
    name: str
    systems: tuple[str, ...]
    tasks: tuple[TaskView, ...]
    """Those that fail most first; each kind in the order of the run."""
    items: tuple[ShownItem, ...]


def walks(
    documents: Sequence[DocumentTrace], systems: Sequence[str], words: Words, budget: int = BUDGET
) -> list[WalkView]:
    """The tasks of every document; ``systems`` of the run, which the filter knows by number;
    ``budget``: words of evidence that were shown."""
    order = {system: number for number, system in enumerate(systems)}
    runs = sum(len(one.runs) for document in documents for task in document.tasks
               for one in task.variants)  # fmt: skip
    found = []
    for number, document in enumerate(documents, 1):
        tasks = tuple(
            [
                _task(f"d{number}-t{at}", document, task, order, runs <= MOST_RUNS, budget, words)
                for at, task in enumerate(document.tasks, 1)
            ]
        )
        found.append(
            WalkView(
                f"d{number}",
                document.entry.name,
                document.systems,
                tuple(
                    sorted(tasks, key=lambda task: (-task.failed, _KINDS.index(task.trace.kind)))
                ),
                document.items,
            )
        )
    return found


def _task(
    name: str,
    document: DocumentTrace,
    task: TaskTrace,
    order: Mapping[str, int],
    whole: bool,
    budget: int,
    words: Words,
) -> TaskView:
    variants = tuple(
        [
            VariantView(
                one,
                phrasing_name(one.question.phrasing.value, words),
                tuple([_run(document, task, run, whole, words) for run in one.runs]),
            )
            for one in task.variants
        ]
    )
    passed = []
    for system in document.systems:
        runs = task.runs(system)
        passed.append((sum(run.state == "pass" for run in runs), len(runs)))
    title, under = _title(task, words)
    return TaskView(
        id=name,
        trace=task,
        title=title,
        under=under,
        gold=tuple(_gold(task, words)),
        slots=tuple(_slots(document, task, words)),
        relations=tuple(_relations(document, task, words)),
        passed=tuple(passed),
        states=" ".join(
            [
                f"{order[run.system]}:{one.question.phrasing}:{run.state}"
                for one in task.variants
                for run in one.runs
            ]
        ),
        variants=variants,
        reason=reason(task, budget, words),
    )


def _run(
    document: DocumentTrace, task: TaskTrace, run: RunTrace, whole: bool, words: Words
) -> RunView:
    state = run.state
    verdict = {"pass": words("passes"), "open": words("no verdict")}.get(state)
    if verdict is None:
        answered = task.kind == CONTROL and state == "G"
        said = words("answered without an answer in the document") if answered else ""
        verdict = f"{state} · {said or failure_name(state, words)}"
    listed = whole or state != "pass"
    items: list[ItemView] = []
    if listed:
        cited = set(run.answer.citations) if run.answer is not None else set()
        for (name, place), found in zip(run.shown, carried(document, task, run), strict=True):
            item = document.items[place]
            text = snippet(item.text, found.texts) if found is not None else Markup("")
            items.append(
                ItemView(
                    name,
                    place,
                    item.page,
                    found.slots if found is not None else (),
                    found.sure if found is not None else True,
                    text,
                    name in cited,
                )
            )
    return RunView(run, state, verdict, tuple(items), listed)


def _title(task: TaskTrace, words: Words) -> tuple[str, str]:
    line = task.line
    asked = [one.question.text for one in task.variants]
    asked += [str(one["text"]) for one in task.excluded]
    if task.kind == CONTROL:
        return cut(asked[0], _TITLE), control_name(str(line.get("kind", "")), words)
    if task.kind == FOREIGN:
        return cut(asked[0], _TITLE), str(line.get("shape", ""))
    context = line.get("intent", {}).get("context", {})
    subject = str(line.get("intent", {}).get("subject", ""))
    path = context.get("headingPath") or ("",)
    place = str(context.get("caption") or path[-1])
    # What stands in the question needs not be said again.
    place = "" if place in asked[0] else place
    return cut(asked[0] or subject, _TITLE), cut(place, _PLACE)


def _gold(task: TaskTrace, words: Words) -> list[str]:
    gold = task.line.get("gold")
    if task.kind == CONTROL or gold is None:
        return [words("nothing: to abstain is right")]
    kind = gold.get("kind")
    if kind == "value":
        return [cut(str(gold["value"]), _GOLD)]
    if kind == "set":
        return [
            cut(": ".join(filter(None, (str(one["label"]), str(one["value"])))), _GOLD)
            for one in gold["items"]
        ]
    if kind == "span":
        return [cut(str(one), _GOLD) for one in gold["checklist"]]
    if kind == "comparison":
        left, right = gold["left"], gold["right"]
        sign = ">" if gold["relation"] == "greater" else "<"
        return [f"{_side(left)} {sign} {_side(right)}"]
    if kind == "qualification":
        return [cut(str(gold["claim"]), _GOLD), cut(str(gold["qualification"]), _GOLD)]
    return [cut(str(gold), _GOLD)]


def _side(side: Mapping[str, Any]) -> str:
    return ": ".join(cut(str(value), _GOLD) for value in side.values())


def _slots(document: DocumentTrace, task: TaskTrace, words: Words) -> list[RequiredView]:
    found = []
    for number, pairs in enumerate(task.slots):
        node = pairs[0][0]
        element = document.elements.get(node)
        found.append(
            RequiredView(
                number + 1,
                cut(pairs[0][1], _GOLD),
                _called(element, words),
                f"{element.path} ({node})" if element is not None else node,
                len(pairs) - 1,
                _covered(document, task, number, relation=False),
            )
        )
    return found


def _called(element: Element | None, words: Words) -> str:
    if element is None:
        return ""
    page = words("page {n}", n=element.page) if element.page is not None else ""
    return ", ".join(filter(None, (element.type, page)))


def _relations(document: DocumentTrace, task: TaskTrace, words: Words) -> list[RequiredView]:
    texts = {node: text for pairs in task.slots for node, text in pairs}
    return [
        RequiredView(
            number + 1,
            f"{_end(document, source, texts, words)} {relation_name(kind, words)} "
            f"{_end(document, target, texts, words)}",
            "",
            "",
            0,
            _covered(document, task, number, relation=True),
        )
        for number, (kind, source, target) in enumerate(task.relations)
    ]


def _end(document: DocumentTrace, node: str, texts: Mapping[str, str], words: Words) -> str:
    """An end of a relation: its type and first words, as far as they are known."""
    element = document.elements.get(node)
    if not texts.get(node, "").strip():
        return _called(element, words) or node
    said = words.quoted(cut(texts[node], 48))
    return said if element is None else f"{element.type} {said}"


def _covered(
    document: DocumentTrace, task: TaskTrace, number: int, *, relation: bool
) -> tuple[tuple[int, int], ...]:
    found = []
    for system in document.systems:
        runs = task.runs(system)
        lost = Counter(
            number in (run.score.missing_relations if relation else run.score.missing_slots)
            for run in runs
        )
        found.append((lost[False], len(runs)))
    return tuple(found)


def kind_name(kind: str, words: Words) -> str:
    """What a task is to the benchmark."""
    return {
        BAND: words("easy"),
        CONTROL: words("control"),
        FOREIGN: words("somebody else's"),
    }.get(kind, words("derived"))
