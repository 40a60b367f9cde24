"""Two revisions for people: what is lost and why, what has another answer, what is new."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from dtaa_lint.findings.finding import Finding
from dtaa_lint.findings.revisions import Located, Lost, Pair, Revision, Side
from dtaa_lint.findings.wording import fold
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.terminal import Lines, cells, clip
from dtaa_lint.report.text_summary import percent, plural
from dtaa_lint.universe.export import gold_line
from dtaa_lint.universe.model import Task

_T = TypeVar("_T")
_ANSWER = 400
"""Characters of an answer that are laid out."""


def render_diff(found: Revision, allowed: float, places: int, options: RenderOptions) -> bytes:
    """The comparison as UTF-8 text. ``allowed``: lost tasks that do not fail; ``places``: tasks
    and findings shown of a kind, 0 for all."""
    lines = Lines(options.width, options.color)
    lines.line(("title", f"{found.old.path} → {found.new.path}"))
    lines.line(("dim", f"{_side(found.old)} → {_side(found.new)}"))
    if not _differs(found):
        lines.line(("good", "the same tasks and the same findings"))
        return lines.to_bytes()
    _lost(lines, found, places)
    _changed(lines, found.changed, places)
    _moved(lines, found.moved, places)
    if found.gained:
        _head(lines, "", "gained", plural(len(found.gained), "task"))
        for title, items in _grouped(found.gained, lambda item: item.task.motif.value):
            _rows(lines, title, items, places, _gained)
    _findings(lines, "new", found.new_findings, places)
    _findings(lines, "fixed", found.fixed_findings, places)
    lines.blank()
    _closing(lines, found, allowed)
    return lines.to_bytes()


def why(lost: Lost) -> str:
    """Why a task is lost, in words."""
    if lost.reason is not None:
        return f"now {lost.reason.value}" + (f" ({lost.detail})" if lost.detail else "")
    return "no candidate any more" if lost.evidence_kept else "its text is gone"


def _differs(found: Revision) -> bool:
    return bool(
        found.lost or found.gained or found.changed or found.moved or found.new_findings
        or found.fixed_findings or found.control_lost or found.control_gained
    )  # fmt: skip


def _side(side: Side) -> str:
    return f"{plural(side.pages, 'page')}, {plural(side.eligible, 'task')}"


def _head(lines: Lines, style: str, word: str, text: str) -> None:
    lines.blank()
    lines.line((style or "strong", word), ("", f"  {text}"))


def _lost(lines: Lines, found: Revision, places: int) -> None:
    if not found.lost:
        return
    share = percent(len(found.lost), found.old.eligible)
    text = f"{len(found.lost):,} of {plural(found.old.eligible, 'task')}, {share}"
    _head(lines, "error", "lost", text)
    groups = _grouped(found.lost, lambda item: f"{item.old.task.motif.value} · {why(item)}")
    for title, items in groups:
        _rows(lines, title, items, places, _lost_row)


def _lost_row(lines: Lines, lost: Lost) -> None:
    _task(lines, lost.old.task, gold_line(lost.old.task.gold))
    where = _place(lost.old)
    if lost.path:
        page = f"p. {lost.page_label or lost.page + 1} " if lost.page >= 0 else ""
        now = f"{page}{lost.path}"
        where += f" → {now}" if now != where else ""
    lines.line(("dim", where), indent=6)


def _gained(lines: Lines, located: Located) -> None:
    _task(lines, located.task, gold_line(located.task.gold))
    lines.line(("dim", _place(located)), indent=6)


def _changed(lines: Lines, pairs: Sequence[Pair], places: int) -> None:
    if not pairs:
        return
    count = plural(len(pairs), "task")
    _head(lines, "", "changed", f"{count}: another answer to the same question")
    for title, items in _grouped(pairs, lambda pair: pair.old.task.motif.value):
        _rows(lines, title, items, places, _changed_row)


def _changed_row(lines: Lines, pair: Pair) -> None:
    one, other = gold_line(pair.old.task.gold), gold_line(pair.new.task.gold)
    start = _common(one, other)
    _task(lines, pair.old.task, f"{one[start:]}” → “{other[start:]}", cut=start > 0)
    _both(lines, pair)


def _moved(lines: Lines, pairs: Sequence[Pair], places: int) -> None:
    """By what is another: one heading that was renamed moves every task below it."""
    if not pairs:
        return
    count = plural(len(pairs), "task")
    _head(lines, "", "moved", f"{count}: the same answer under another heading or name")
    half = max(16, (lines.width - 16) // 2)
    for title, items in _grouped(pairs, lambda pair: _context(pair, half)):
        _rows(lines, title, items, places, _moved_row)


def _context(pair: Pair, room: int) -> str:
    """What is another about a task with the same answer; paths of headings from where they part."""
    old, new = pair.old.task, pair.new.task
    shared = 0
    for one, other in zip(old.heading_path, new.heading_path, strict=False):
        if one != other:
            break
        shared += 1
    start = max(0, min(shared, len(old.heading_path) - 1, len(new.heading_path) - 1))
    parts = [
        f"{word} “{clip(fold(one), room)}” → “{clip(fold(other), room)}”"
        for word, one, other in (
            ("heading", " › ".join(old.heading_path[start:]), " › ".join(new.heading_path[start:])),
            ("caption", old.caption, new.caption),
            ("subject", old.subject, new.subject),
            ("constraint", old.constraint, new.constraint),
        )
        if one != other
    ]
    return "; ".join(parts) or "other evidence"


def _moved_row(lines: Lines, pair: Pair) -> None:
    _task(lines, pair.new.task, gold_line(pair.new.task.gold))
    _both(lines, pair)


def _both(lines: Lines, pair: Pair) -> None:
    """Where a task stands in both revisions."""
    old, new = _place(pair.old), _place(pair.new)
    lines.line(("dim", old if old == new else f"{old} → {new}"), indent=6)


def _common(one: str, other: str) -> int:
    """Where the difference between two long texts begins to be worth showing."""
    if max(len(one), len(other)) < 80:
        return 0
    same = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        same += 1
    return max(0, same - 20)


def _task(lines: Lines, task: Task, said: str, *, cut: bool = False) -> None:
    asked = fold(f"{task.subject} · {task.constraint}" if task.constraint else task.subject)
    asked = asked.rstrip(": ")
    asked = clip(asked or " › ".join(task.heading_path) or "(no name)", lines.width // 2)
    dots = "…" if cut else ""
    room = max(20, lines.width - 4 - cells(asked) - 5)
    lines.line(("", asked), ("quote", f": “{dots}{clip(fold(said[:_ANSWER]), room)}”"), indent=4)


def _place(located: Located) -> str:
    page = located.task.page
    at = f"p. {located.page_label or page + 1} " if page >= 0 else ""
    return f"{at}{located.path}"


def _findings(lines: Lines, word: str, found: Sequence[Finding], places: int) -> None:
    if not found:
        return
    _head(lines, "", word, plural(len(found), "finding"))
    by_code = _grouped(found, lambda item: f"{item.severity.value} {item.code} {item.rule}")
    for title, items in by_code:
        _rows(lines, title, items, places, _finding)


def _finding(lines: Lines, finding: Finding) -> None:
    page = f"p. {finding.page_label or finding.page + 1} " if finding.page >= 0 else ""
    lines.line(("", f"{page}{finding.path}"), indent=4)
    lines.paragraph(finding.message, indent=6, style="dim")


def _grouped(items: Iterable[_T], title: Callable[[_T], str]) -> list[tuple[str, list[_T]]]:
    """Largest first, then in the order of the document."""
    groups: dict[str, list[_T]] = {}
    for item in items:
        groups.setdefault(title(item), []).append(item)
    return sorted(groups.items(), key=lambda group: -len(group[1]))


def _rows(
    lines: Lines,
    title: str,
    items: Sequence[_T],
    places: int,
    row: Callable[[Lines, _T], None],
) -> None:
    lines.line(("code", title), ("dim", f" · {len(items):,}"), indent=2)
    shown = items if places <= 0 or len(items) <= places + 1 else items[:places]
    for item in shown:
        row(lines, item)
    if len(shown) < len(items):
        left = len(items) - len(shown)
        lines.line(("dim", f"… and {left:,} more (json lists every one)"), indent=4)


def _closing(lines: Lines, found: Revision, allowed: float) -> None:
    parts = [f"{found.same:,} tasks the same"]
    for word, items in (
        ("changed", found.changed), ("moved", found.moved), ("lost", found.lost),
        ("gained", found.gained),
    ):  # fmt: skip
        parts.append(f"{len(items):,} {word}")
    if found.control_lost or found.control_gained:
        parts.append(f"control band {found.control_lost:,} lost, {found.control_gained:,} gained")
    parts.append(f"findings {len(found.new_findings):,} new, {len(found.fixed_findings):,} fixed")
    failed = len(found.lost) > allowed + 1e-9
    beyond = f"more are lost than may be ({allowed:,.4g}): " if allowed else "tasks are lost: "
    verdict = beyond if failed else "kept: "
    lines.paragraph("; ".join(parts), lead=("error" if failed else "good", verdict), hang=2)
