"""Two revisions for people: what is lost and why, what has another answer, what is new."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from dtaa_lint.findings.finding import Finding
from dtaa_lint.findings.revisions import Located, Lost, Pair, Revision, Side
from dtaa_lint.findings.wording import fold
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.labels import severity_label
from dtaa_lint.report.terminal import Lines, cells, clip
from dtaa_lint.report.text_summary import percent
from dtaa_lint.universe.export import gold_line
from dtaa_lint.universe.model import Task
from dtaa_lint.words import ENGLISH, Words

_T = TypeVar("_T")
_ANSWER = 400
"""Characters of an answer that are laid out."""


def render_diff(found: Revision, allowed: float, places: int, options: RenderOptions) -> bytes:
    """The comparison as UTF-8 text. ``allowed``: lost tasks that do not fail; ``places``: tasks
    and findings shown of a kind, 0 for all."""
    lines = Lines(options.width, options.color, options.words)
    lines.line(("title", f"{found.old.path} → {found.new.path}"))
    words = options.words
    lines.line(("dim", f"{_side(words, found.old)} → {_side(words, found.new)}"))
    if not _differs(found):
        lines.line(("good", words("the same tasks and the same findings")))
        return lines.to_bytes()
    _lost(lines, found, places)
    _changed(lines, found.changed, places)
    _moved(lines, found.moved, places)
    if found.gained:
        _head(lines, "", words("gained"), words("{n:# task|tasks}", n=len(found.gained)))
        for title, items in _grouped(found.gained, lambda item: item.task.motif.value):
            _rows(lines, title, items, places, _gained)
    _findings(lines, words("new"), found.new_findings, places)
    _findings(lines, words("fixed"), found.fixed_findings, places)
    lines.blank()
    _closing(lines, found, allowed)
    return lines.to_bytes()


def why(lost: Lost, words: Words = ENGLISH) -> str:
    """Why a task is lost, in words."""
    if lost.reason is not None:
        now = words("now {reason}", reason=lost.reason.value)
        return f"{now} ({lost.detail})" if lost.detail else now
    return words("no candidate any more" if lost.evidence_kept else "its text is gone")


def _differs(found: Revision) -> bool:
    return bool(
        found.lost or found.gained or found.changed or found.moved or found.new_findings
        or found.fixed_findings or found.control_lost or found.control_gained
    )  # fmt: skip


def _side(words: Words, side: Side) -> str:
    return words(
        "{pages:# page|pages}, {tasks:# task|tasks}", pages=side.pages, tasks=side.eligible
    )


def _head(lines: Lines, style: str, word: str, text: str) -> None:
    lines.blank()
    lines.line((style or "strong", word), ("", f"  {text}"))


def _lost(lines: Lines, found: Revision, places: int) -> None:
    if not found.lost:
        return
    words = lines.words
    text = words(
        "{n} of {of:# task|tasks}, {share}",
        n=len(found.lost),
        of=found.old.eligible,
        share=percent(len(found.lost), found.old.eligible, words),
    )
    _head(lines, "error", words("lost"), text)
    groups = _grouped(found.lost, lambda item: f"{item.old.task.motif.value} · {why(item, words)}")
    for title, items in groups:
        _rows(lines, title, items, places, _lost_row)


def _lost_row(lines: Lines, lost: Lost) -> None:
    _task(lines, lost.old.task, gold_line(lost.old.task.gold, lines.words))
    where = _place(lines.words, lost.old)
    if lost.path:
        now = _at(lines.words, lost.page, lost.page_label) + lost.path
        where += f" → {now}" if now != where else ""
    lines.line(("dim", where), indent=6)


def _gained(lines: Lines, located: Located) -> None:
    _task(lines, located.task, gold_line(located.task.gold, lines.words))
    lines.line(("dim", _place(lines.words, located)), indent=6)


def _changed(lines: Lines, pairs: Sequence[Pair], places: int) -> None:
    if not pairs:
        return
    words = lines.words
    said = words("{n:# task|tasks}: another answer to the same question", n=len(pairs))
    _head(lines, "", words("changed"), said)
    for title, items in _grouped(pairs, lambda pair: pair.old.task.motif.value):
        _rows(lines, title, items, places, _changed_row)


def _changed_row(lines: Lines, pair: Pair) -> None:
    words = lines.words
    one, other = gold_line(pair.old.task.gold, words), gold_line(pair.new.task.gold, words)
    start = _common(one, other)
    dots = "…" if start > 0 else ""
    _task(lines, pair.old.task, dots + one[start:], other[start:])
    _both(lines, pair)


def _moved(lines: Lines, pairs: Sequence[Pair], places: int) -> None:
    """By what is another: one heading that was renamed moves every task below it."""
    if not pairs:
        return
    words = lines.words
    said = words("{n:# task|tasks}: the same answer under another heading or name", n=len(pairs))
    _head(lines, "", words("moved"), said)
    half = max(16, (lines.width - 16) // 2)
    for title, items in _grouped(pairs, lambda pair: _context(words, pair, half)):
        _rows(lines, title, items, places, _moved_row)


def _context(words: Words, pair: Pair, room: int) -> str:
    """What is another about a task with the same answer; paths of headings from where they part."""
    old, new = pair.old.task, pair.new.task
    shared = 0
    for one, other in zip(old.heading_path, new.heading_path, strict=False):
        if one != other:
            break
        shared += 1
    start = max(0, min(shared, len(old.heading_path) - 1, len(new.heading_path) - 1))
    parts = [
        f"{word} {words.quoted(clip(fold(one), room))} → {words.quoted(clip(fold(other), room))}"
        for word, one, other in (
            (
                words("heading"),
                " › ".join(old.heading_path[start:]),
                " › ".join(new.heading_path[start:]),
            ),
            (words("caption"), old.caption, new.caption),
            (words("subject"), old.subject, new.subject),
            (words("constraint"), old.constraint, new.constraint),
        )
        if one != other
    ]
    return words("; ").join(parts) or words("other evidence")


def _moved_row(lines: Lines, pair: Pair) -> None:
    _task(lines, pair.new.task, gold_line(pair.new.task.gold, lines.words))
    _both(lines, pair)


def _both(lines: Lines, pair: Pair) -> None:
    """Where a task stands in both revisions."""
    old, new = _place(lines.words, pair.old), _place(lines.words, pair.new)
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


def _task(lines: Lines, task: Task, said: str, then: str | None = None) -> None:
    """A task and its answer; ``then``: the one that it has now."""
    words = lines.words
    asked = fold(f"{task.subject} · {task.constraint}" if task.constraint else task.subject)
    asked = asked.rstrip(": ")
    asked = clip(asked or " › ".join(task.heading_path) or words("(no name)"), lines.width // 2)
    room = max(20, lines.width - 4 - cells(asked) - 5)
    text = fold(said[:_ANSWER])
    if then is not None:
        (_, right), (left, _) = words.quotes, words.quotes
        text = f"{text}{right} → {left}{fold(then[:_ANSWER])}"
    lines.line(
        ("", asked), ("quote", words(": {answer}", answer=words.quoted(clip(text, room)))), indent=4
    )


def _place(words: Words, located: Located) -> str:
    return _at(words, located.task.page, located.page_label) + located.path


def _at(words: Words, page: int, label: str) -> str:
    """A page before a path; empty for none."""
    return words("p. {page}", page=label or str(page + 1)) + " " if page >= 0 else ""


def _findings(lines: Lines, word: str, found: Sequence[Finding], places: int) -> None:
    if not found:
        return
    words = lines.words
    _head(lines, "", word, words("{n:# finding|findings}", n=len(found)))
    by_code = _grouped(
        found, lambda item: f"{severity_label(item.severity, words)} {item.code} {item.rule}"
    )
    for title, items in by_code:
        _rows(lines, title, items, places, _finding)


def _finding(lines: Lines, finding: Finding) -> None:
    page = _at(lines.words, finding.page, finding.page_label)
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
    lines.line(("code", title), ("dim", f" · {lines.words.number(len(items))}"), indent=2)
    shown = items if places <= 0 or len(items) <= places + 1 else items[:places]
    for item in shown:
        row(lines, item)
    if len(shown) < len(items):
        left = len(items) - len(shown)
        more = lines.words("… and {n:# more|more} (json lists every one)", n=left)
        lines.line(("dim", more), indent=4)


def _closing(lines: Lines, found: Revision, allowed: float) -> None:
    words = lines.words
    parts = [
        words("{n:# tasks|tasks} the same", n=found.same),
        words("{n} changed", n=len(found.changed)),
        words("{n} moved", n=len(found.moved)),
        words("{n} lost", n=len(found.lost)),
        words("{n} gained", n=len(found.gained)),
    ]
    if found.control_lost or found.control_gained:
        parts.append(
            words(
                "control band {lost} lost, {gained} gained",
                lost=found.control_lost,
                gained=found.control_gained,
            )
        )
    parts.append(
        words(
            "findings {new} new, {fixed} fixed",
            new=len(found.new_findings),
            fixed=len(found.fixed_findings),
        )
    )
    failed = len(found.lost) > allowed + 1e-9
    if not failed:
        verdict = words("passed: ")
    elif allowed:
        most = words.number(allowed, ",.4g")
        verdict = words("more are lost than may be ({most}): ", most=most)
    else:
        verdict = words("tasks are lost: ")
    lines.paragraph(words("; ").join(parts), lead=("error" if failed else "good", verdict), hang=2)
