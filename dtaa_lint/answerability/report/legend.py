"""What the words and figures of a report mean, in sentences: text and page say the same."""

from __future__ import annotations

from collections.abc import Iterable

from dtaa_lint.answerability.report.found import Found, share, shown_share
from dtaa_lint.answerability.report.labels import failure_name, phrasing_name
from dtaa_lint.answerability.report.trace import BAND, CONTROL, FOREIGN
from dtaa_lint.answerability.scoring.profile import SystemProfile
from dtaa_lint.answerability.scoring.statistics import FEWEST_DOCUMENTS, FEWEST_TASKS, WIDEST
from dtaa_lint.universe.glossary import MOTIFS, OPERATIONS, TOPOLOGIES
from dtaa_lint.universe.model import Motif, Operation
from dtaa_lint.words import Words


def system_note(system: str, words: Words) -> str:
    """What a system is, in a few words."""
    return {
        "chunk-hybrid": words("windows of flat text, found by words and by meaning; knows no tags"),
        "egr-s": words("follows the tags: headings, table headers, lists, captions, notes"),
        "egr-full": words("as egr-s, with the evidence compressed to the budget"),
        "egr-s-reconstructed": words(
            "as egr-s, over tags rebuilt from the layout in place of the document's own"
        ),
        "long-context": words("the whole text at once, where it fits"),
    }.get(system, words("a system of your own"))


def system_sentence(found: Found, system: SystemProfile, words: Words) -> str:
    """What the headline figure of a system means."""
    value = system.answerability.value
    if value is None:
        return words("no task could be measured")
    percent = round(shown_share(value) * 100)
    if found.ceiling:
        return words(
            "with what it shows, at most {percent} % of the {n:# task|tasks} can be answered",
            percent=percent, n=system.tasks,
        )  # fmt: skip
    return words(
        "{percent} % of the {n:# task|tasks} are answered in full, from evidence that it shows",
        percent=percent, n=system.tasks,
    )  # fmt: skip


def basis(found: Found, words: Words) -> str:
    """What answerability is in this run."""
    if found.ceiling:
        return words(
            "Retrieval tier: no model answered. Answerability is therefore a ceiling: the share "
            "of tasks for which a system shows all the evidence that the answer needs, and what "
            "this belongs to. No assistant that sees no more can answer more of them."
        )
    return words(
        "A question passes where the evidence and what it belongs to was shown, and the answer is "
        "correct, complete, grounded in what was shown and cites it. Answerability is the share of "
        "a task's phrasings that pass, averaged over tasks."
    )


def several(found: Found, words: Words) -> str:
    """Why the share in every phrasing can be above answerability; empty where all tasks, or none,
    were asked in several phrasings."""
    systems = [one for one in found.profile.systems if one.robustness.tasks < one.tasks]
    tasks = max((one.robustness.tasks for one in systems), default=0)
    if not tasks:
        return ""
    return words(
        "“In every phrasing” counts the {n:# task|tasks} that had several phrasings alone, so it "
        "can be above answerability, which counts all {m}.",
        n=tasks, m=max(one.tasks for one in systems),
    )  # fmt: skip


def small_sample(words: Words) -> str:
    """When a sample is too small."""
    return words(
        "Too small a sample: fewer than {tasks} tasks, or an interval wider than {wide}.",
        tasks=FEWEST_TASKS, wide=share(WIDEST, words),
    )  # fmt: skip


def intervals(words: Words) -> str:
    """What intervals are over."""
    return words(
        "Intervals are of 95 %, by drawing tasks again (whole documents, where there are {n} or "
        "more).",
        n=FEWEST_DOCUMENTS,
    )


def verdicts(words: Words) -> str:
    """How thresholds are held."""
    return words(
        "The value decides. “By the value alone”: the limit lies within the interval, so that "
        "other tasks of the kind might decide otherwise. “Too small to tell”: it does, and the "
        "sample is too small."
    )


def beside(found: Found, words: Words) -> list[str]:
    """What is counted apart, with its number."""
    counts: dict[str, set[tuple[str, str]]] = {BAND: set(), CONTROL: set(), FOREIGN: set()}
    for run in (*found.assessed.runs, *found.assessed.foreign):
        task = (run.labels.document, run.score.task_id)
        if run.score.phrasing == "QC":
            counts[CONTROL].add(task)
        elif run.score.phrasing == "QX":
            counts[FOREIGN].add(task)
        elif run.labels.band:
            counts[BAND].add(task)
    said = {
        BAND: words("{n:# easy task|easy tasks}", n=len(counts[BAND])),
        CONTROL: words("{n:# control|controls} without an answer", n=len(counts[CONTROL])),
        FOREIGN: words("{n:# question|questions} of other people", n=len(counts[FOREIGN])),
    }
    return [text for kind, text in said.items() if counts[kind]]


def motif_note(motif: str, words: Words) -> str:
    """What a motif's tasks ask for, in a few words."""
    return {
        "LOCAL_FACT": words("a fact of one paragraph"),
        "HEADING_SCOPE": words("the text under a heading"),
        "HEADING_LIST": words("a list under its heading or lead"),
        "NESTED_LIST": words("a list within a list item"),
        "SECTION_SET": words("what a whole section says"),
        "LABEL_VALUE": words("a value with its label"),
        "DEFINITION": words("a term and its definition"),
        "TABLE_CELL": words("a cell with its row and column header"),
        "TABLE_COMPARE": words("the greater of two cells"),
        "TABLE_SERIES": words("cells along a row or column"),
        "TABLE_SUMMARY": words("what a table is about"),
        "FIGURE_ALT": words("what a figure's alternative text says"),
        "FIGURE_CAPTION": words("a figure and its caption"),
        "NOTE_QUALIFICATION": words("a claim and its note"),
        "REFERENCE_TARGET": words("what a cross-reference leads to"),
    }.get(motif, "")


def class_note(task_class: str, words: Words) -> str:
    """What a task class asks for, and what its answer lies in; empty for what is none."""
    operation, _, level = task_class.partition("-")
    if operation not in Operation.__members__ or level not in TOPOLOGIES:
        return ""
    asks, lies = OPERATIONS[Operation(operation)], TOPOLOGIES[level]
    return f"{words.translate(asks)} {words.translate(lies)}"


def group_note(kind: str, name: str, words: Words) -> str:
    """What the name of a group of tasks means; empty where it says so itself."""
    if kind == "phrasing":
        return phrasing_name(name, words)
    if kind == "class":
        return class_note(name, words)
    found = {str(operation): text for operation, text in OPERATIONS.items()}
    found |= {str(motif): text for motif, text in MOTIFS.items()}
    found |= dict(TOPOLOGIES)
    return words.translate(found[name]) if name in found else ""


def entries(
    found: Found, words: Words, motifs: Iterable[str]
) -> list[tuple[str, list[tuple[str, str]]]]:
    """The legend of the page: (what, its words with their meanings), of what the run has."""
    systems = [(one.system, system_note(one.system, words)) for one in found.profile.systems]
    runs = (*found.assessed.runs, *found.assessed.foreign)
    asked = sorted({str(run.score.phrasing) for run in runs})
    used = {run.labels.operation for run in runs}
    levels = {run.labels.topology for run in runs}
    failed = {str(run.score.failure) for run in runs if run.score.failure}
    named = set(motifs)
    legend: list[tuple[str, list[tuple[str, str]]]] = [
        (words("Systems"), systems),
        (words("Phrasings"), [(name, phrasing_name(name, words)) for name in asked]),
        (
            words("Failure classes"),
            [(name, failure_name(name, words)) for name in "QRCAGPD" if name in failed],
        ),
        (
            words("Operations"),
            [(str(one), words.translate(text)) for one, text in OPERATIONS.items() if one in used],
        ),
        (
            words("Topologies"),
            [(one, words.translate(text)) for one, text in TOPOLOGIES.items() if one in levels],
        ),
        (
            words("Motifs"),
            [(one.value, words.translate(MOTIFS[one])) for one in Motif if one.value in named],
        ),
    ]
    return [(title, rows) for title, rows in legend if rows]
