"""The profile of each system as text, for a terminal or a log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dtaa_lint.answerability.benchmark.filters import DIFFICULTY, HARD, PASSED, QUALITY
from dtaa_lint.answerability.report.found import (
    FILTERS,
    NONE,
    Found,
    Measure,
    answerability,
    apart,
    compared,
    filtered,
    graded,
    held,
    interval,
    measures,
    share,
    verdictless,
)
from dtaa_lint.answerability.report.labels import (
    breakdown_name,
    failure_name,
    group_name,
    limit_name,
    phrasing_name,
    role_name,
    standing_name,
)
from dtaa_lint.answerability.report.legend import (
    basis,
    beside,
    class_note,
    intervals,
    motif_note,
    several,
    small_sample,
    system_note,
    system_sentence,
    verdicts,
)
from dtaa_lint.answerability.report.told import told
from dtaa_lint.answerability.scoring.profile import SystemProfile, counts
from dtaa_lint.answerability.scoring.statistics import Estimate
from dtaa_lint.answerability.scoring.thresholds import ALL, Standing
from dtaa_lint.report.terminal import Lines, cells, clip
from dtaa_lint.words import ENGLISH, Words

_GAP = "  "
_NAME = 28
"""Columns of a system's name, which may be an address."""
_ORDER = "QRCAGPD"
_LEAST_NOTE = 16
"""Columns below which a note says too little."""
_SMALL = "*"
"""Stands behind what rests on too small a sample."""
_STYLES = {Standing.MET: "good", Standing.MISSED: "error"}


def render(
    found: Found,
    *,
    width: int = 100,
    color: bool = False,
    place: bool = True,
    words: Words = ENGLISH,
) -> bytes:
    """The report as UTF-8 text; nothing without a document. ``place``: say where the run is."""
    if not found.assessed.manifest.documents:
        return b""
    lines = Lines(width, color)
    lines.line(("title", words("Answerability")))
    _basis(lines, found, words)
    systems = found.profile.systems
    _meaning(lines, found, words)
    if not systems:
        lines.line(("warning", words("no system could be measured")), indent=2)
    rows = [*measures(found, words), *apart(found, words)]
    first = max((cells(row.label) for row in rows), default=0)
    for part in _parts(systems, lines.width - first):
        lines.blank()
        _profile(lines, found, part, words)
    _notes(lines, found, words)
    _differences(lines, found, words)
    _failures(lines, systems, words)
    _motifs(lines, found, words)
    _grades(lines, found, words)
    _filters(lines, found, words)
    _thresholds(lines, found, words)
    _end(lines, found, place, words)
    return lines.to_bytes()


def _basis(lines: Lines, found: Found, words: Words) -> None:
    options = found.assessed.options
    main = [run for run in found.assessed.runs if counts(run)]
    tasks = len({(run.labels.document, run.labels.task_id) for run in main})
    asked = len({(run.labels.document, run.score.question_id) for run in main})
    facts = [
        words("{n:# document|documents}", n=len(found.assessed.manifest.documents)),
        words("{n:# task|tasks}", n=tasks),
        words("{n:# question|questions}", n=asked),
        words("{n} words of evidence each", n=options.budget),
    ]
    lines.paragraph(" · ".join(facts), indent=2, style="dim")
    more = beside(found, words)
    if more:
        said = words("and, counted apart: {what}", what=", ".join(more))
        lines.paragraph(said, indent=2, style="dim")
    if not found.ceiling:
        roles = ", ".join(
            f"{role_name(role.value, words)} {name}" for role, name in options.models.roles
        )
        judge = "" if not options.rules else words(", judged by rules alone")
        lines.paragraph(roles + judge, indent=2, style="dim")


def _meaning(lines: Lines, found: Found, words: Words) -> None:
    """What the headline figure is, of each system."""
    lines.paragraph(basis(found, words), indent=2)
    for system in found.profile.systems:
        said = words(
            "{system}: {what} ({note})",
            system=clip(system.system, _NAME),
            what=system_sentence(found, system, words),
            note=system_note(system.system, words),
        )
        lines.paragraph(said, indent=4, hang=2)


def _notes(lines: Lines, found: Found, words: Words) -> None:
    """What a reader of the profile must know."""
    for serious, text in told(found, words):
        lines.paragraph(text, indent=2, hang=2, style="warning" if serious else "dim")
    said = several(found, words)
    if said:
        lines.paragraph(said, indent=2, style="dim")


def _parts(systems: Sequence[SystemProfile], width: int) -> list[list[int]]:
    """The systems by number, as many beside each other as the width bears beside their labels."""
    parts: list[list[int]] = []
    room = 0
    for number, system in enumerate(systems):
        size = max(len("0.00 (0.00–0.00)*"), min(cells(system.system), _NAME)) + len(_GAP)
        if not parts or room < size:
            parts.append([])
            room = width - 4
        parts[-1].append(number)
        room -= size
    return parts


def _table(
    lines: Lines,
    head: Sequence[str],
    rows: Sequence[tuple[str, Sequence[str], str]],
    *,
    indent: int = 2,
) -> None:
    """Rows of (label, cells, style) under names; all columns as wide as they must be."""
    first = max(cells(label) for label, _, _ in rows)
    wide = [
        max(cells(text) for text in [name, *(row[1][at] for row in rows)])
        for at, name in enumerate(head)
    ]
    if any(head):
        titles = "".join(
            _GAP + name + " " * (size - cells(name)) for name, size in zip(head, wide, strict=True)
        )
        lines.line(("dim", " " * first + titles.rstrip()), indent=indent)
    for label, texts, style in rows:
        body = "".join(
            _GAP + text + " " * (size - cells(text)) for text, size in zip(texts, wide, strict=True)
        )
        lines.line((style, label + " " * (first - cells(label))), (style, body.rstrip()),
                   indent=indent)  # fmt: skip


def _profile(lines: Lines, found: Found, part: Sequence[int], words: Words) -> None:
    names = [clip(found.profile.systems[at].system, _NAME) for at in part]
    rows: list[tuple[str, Sequence[str], str]] = []
    for measure in measures(found, words):
        style = "strong" if measure.key == "answerability" else ""
        rows.append((measure.label, _values(measure, part, words), style))
        if measure.key == "answerability" and any(
            verdictless(found.profile.systems[at]) for at in part
        ):
            most = [share(found.profile.systems[at].at_most, words) for at in part]
            rows.append((words("… if all without a verdict passed"), most, "dim"))
    if rows:
        _table(lines, names, rows)
    beside = [(one.label, _values(one, part, words), "") for one in apart(found, words)]
    if beside:
        lines.blank()
        lines.line(("strong", words("Counted apart")), indent=2)
        _table(lines, names, beside, indent=4)


def _values(measure: Measure, part: Sequence[int], words: Words) -> list[str]:
    return [_said(measure.values[at], words) for at in part]


def _said(value: Estimate, words: Words) -> str:
    mark = _SMALL if value.too_small and value.value is not None else ""
    return f"{share(value.value, words)} {_around(value, words)}".strip() + mark


def _around(value: Estimate, words: Words) -> str:
    around = interval(value, words)
    return f"({around})" if around else ""


def _differences(lines: Lines, found: Found, words: Words) -> None:
    rows: list[tuple[str, Sequence[str], str]] = []
    for one in found.profile.differences:
        if one.answerability.value is None:
            continue
        texts = [
            compared(value, words) + (_SMALL if value.too_small and not value.alike else "")
            for value in (one.answerability, one.evidence, one.relations)
        ]
        label = words("{one} against {other}", one=clip(one.system, 24), other=clip(one.other, 24))
        rows.append((label, texts, ""))
    if not rows:
        return
    lines.blank()
    lines.line(("strong", words("Differences")), ("dim", words(" over the same questions; + speaks "
               "for the first, − for the second")), indent=2)  # fmt: skip
    head = [words("answerability"), words("evidence"), words("relations")]
    _table(lines, head, rows, indent=4)


def _failures(lines: Lines, systems: Sequence[SystemProfile], words: Words) -> None:
    by_system = [dict(system.failures) for system in systems]
    met = [name for name in _ORDER if any(name in one for one in by_system)]
    open_runs = [verdictless(system) for system in systems]
    if not met and not any(open_runs):
        return
    lines.blank()
    lines.line(("strong", words("Why runs failed")), indent=2)
    rows: list[tuple[str, Sequence[str], str]] = [
        (
            f"{name}  {failure_name(name, words)}",
            [words.number(one[name]) if name in one else NONE for one in by_system],
            "",
        )
        for name in met
    ]
    if any(open_runs):
        said = [words.number(n) if n else NONE for n in open_runs]
        rows.append((words("no verdict"), said, ""))
    rows.append((words("of"), [words("{n:# run|runs}", n=s.runs) for s in systems], "dim"))
    _table(lines, [clip(system.system, _NAME) for system in systems], rows, indent=4)


def _motifs(lines: Lines, found: Found, words: Words) -> None:
    """Answerability by motif, where there is more than one."""
    systems = found.profile.systems
    groups = [{one.name: one for one in system.groups.get("motif", ())} for system in systems]
    names = sorted({name for one in groups for name in one})
    if len(names) < 2:
        return
    tasks: Counter[str] = Counter()
    for one in groups:
        for name, group in one.items():
            tasks[name] = max(tasks[name], group.tasks)
    lines.blank()
    lines.line(("strong", words("By motif")), ("dim", _GAP + answerability(found, words)), indent=2)
    head = [words("tasks"), *(clip(system.system, _NAME) for system in systems)]
    taken = 4 + max(map(cells, names)) + sum(max(cells(name), 6) + len(_GAP) for name in head)
    room = lines.width - taken - len(_GAP)
    rows = [
        (
            name,
            [
                words.number(tasks[name], ">5,"),
                *(
                    share(one[name].answerability.value, words) if name in one else NONE
                    for one in groups
                ),
                *([clip(motif_note(name, words), room)] if room >= _LEAST_NOTE else []),
            ],
            "",
        )
        for name in names
    ]
    if room >= _LEAST_NOTE:
        head.append("")
    _table(lines, head, rows, indent=4)


def _grades(lines: Lines, found: Found, words: Words) -> None:
    """What the rubric gives answers to somebody else's questions; nothing without it."""
    rows = graded(found, words)
    if not rows:
        return
    lines.blank()
    note = words("  1 to 5, by the judge; 4 and 5 are correct")
    lines.line(("strong", words("Grades of other people's questions")), ("dim", note), indent=2)
    head = [clip(system.system, _NAME) for system in found.profile.systems]
    _table(lines, head, [(name, values, "") for name, values in rows], indent=4)


def _filters(lines: Lines, found: Found, words: Words) -> None:
    """Somebody else's questions by what the filters say of them; nothing without filters."""
    counts = filtered(found)
    if not counts:
        return
    lines.blank()
    lines.line(("strong", words("Other people's questions, filtered")), indent=2)
    asked = sum(counts[QUALITY].values())
    lines.paragraph(
        words(
            "{n:# question|questions}: {passed} passed for quality, {hard} for difficulty; none is "
            "left out.",
            n=asked, passed=counts[QUALITY].get(PASSED, 0), hard=counts[DIFFICULTY].get(HARD, 0),
        ),
        indent=4,
    )  # fmt: skip
    systems = found.profile.systems
    rows: list[tuple[str, Sequence[str], str]] = []
    for kind in FILTERS:
        groups = [{one.name: one for one in s.foreign_groups.get(kind, ())} for s in systems]
        for name, n in counts[kind].items():
            values = [
                share(one[name].answerability.value, words) if name in one else NONE
                for one in groups
            ]
            label = f"{breakdown_name(kind, words)}: {group_name(kind, name, words)}"
            rows.append((label, [words.number(n, ">5,"), *values], ""))
    head = [words("questions"), *(clip(system.system, _NAME) for system in systems)]
    _table(lines, head, rows, indent=4)


def _thresholds(lines: Lines, found: Found, words: Words) -> None:
    results = found.results
    if not results:
        return
    lines.blank()
    missed = sum(one.standing is Standing.MISSED for one in results)
    style, said = "good", words("every threshold is met")
    if missed:
        style, said = "error", words("{n:# threshold is|thresholds are} missed", n=missed)
    elif any(one.standing is not Standing.MET for one in results):
        style, said = "warning", words("no threshold is missed, and not all could be told")
    lines.line(("strong", words("Thresholds")), ("", _GAP), (style, said), indent=2)
    several = len({one.document for one in results}) > 1
    rows: list[tuple[str, Sequence[str], str]] = []
    for one in results:
        name = limit_name(one, words)
        limit = words("at least {least:g}", least=one.least)
        size = words("{n:# task|tasks}", n=one.found.tasks)
        place = [one.document or words("several documents")] if several else []
        texts = [
            name,
            held(one, words)
            + (_SMALL if one.found.too_small and one.found.value is not None else ""),
            limit,
            size,
            clip(one.system, _NAME),
            *place,
        ]
        standing = standing_name(one, found.ceiling, words)
        rows.append((standing, texts, _STYLES.get(one.standing, "")))
    _table(lines, [""] * len(rows[0][1]), rows, indent=4)
    if any(one.close or one.standing is Standing.TOO_SMALL for one in results):
        lines.paragraph(verdicts(words), indent=4, style="dim")
    for name in sorted({one.task_class for one in results} - {ALL}):
        lines.paragraph(class_note(name, words), indent=4, hang=2, lead=("dim", f"{name}  "))
    asked = sorted({one.phrasing for one in results} - {""})
    if asked:
        said = " · ".join([f"{name} {phrasing_name(name, words)}" for name in asked])
        lines.paragraph(said, indent=4, lead=("dim", words("Phrasings: ")))


def _end(lines: Lines, found: Found, place: bool, words: Words) -> None:
    lines.blank()
    for one in found.assessed.manifest.broken:
        lines.paragraph(
            words("{document}: {system}: {error}", **one),
            indent=2, hang=2, lead=("error", words("not measured: ")),
        )  # fmt: skip
    lines.paragraph(
        f"{intervals(words)} {_SMALL} {small_sample(words)}", indent=2, style="dim"
    )  # fmt: skip
    lines.line(("dim", words("dtaa-lint explain WORD tells what motifs and classes are")), indent=2)
    if not place:
        return
    if found.kept:
        said = words("kept in {folder}", folder=str(found.assessed.folder.root))
    else:
        said = words("not kept; --run-dir DIR keeps the run, with a page that shows every task")
    # A path must survive copying, so this is no paragraph.
    lines.line(("dim", said), indent=2)
