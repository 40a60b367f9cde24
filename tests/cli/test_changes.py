"""Which changes are due, and when."""

from __future__ import annotations

from collections.abc import Callable

from dtaa_lint.cli.changes import GONE, PATIENCE, Changes, Snapshot, Stamp

OLD: Stamp = (10, 1)
NEW: Stamp = (20, 2)
HALF: Stamp = (15, 2)


def at_once(name: str, stamp: Stamp) -> int:
    return 0


def never(name: str, stamp: Stamp) -> int:
    return 1_000_000


def looks(
    changes: Changes, *snapshots: Snapshot, needed: Callable[[str, Stamp], int] = at_once
) -> list[list[str]]:
    """What each look makes due; it is handled as it becomes due."""
    found = []
    for now in snapshots:
        due = changes.due(now, needed)
        changes.handle({name: now.get(name, GONE) for name in due})
        found.append(sorted(due))
    return found


def started(**files: Stamp) -> Changes:
    changes = Changes()
    assert looks(changes, files) == [sorted(files)]
    return changes


def test_nothing_is_due_while_nothing_changes() -> None:
    assert looks(started(a=OLD), {"a": OLD}, {"a": OLD}) == [[], []]


def test_the_first_look_waits_for_nothing() -> None:
    assert looks(Changes(), {"a": OLD, "b": HALF}, needed=never) == [["a", "b"]]


def test_a_file_is_due_when_two_looks_are_the_same() -> None:
    found = looks(started(a=OLD), {"a": HALF}, {"a": NEW}, {"a": NEW}, {"a": NEW})
    assert found == [[], [], ["a"], []]


def test_a_new_file_is_due() -> None:
    assert looks(started(a=OLD), *[{"a": OLD, "b": NEW}] * 3) == [[], ["b"], []]


def test_a_file_that_is_gone_is_due() -> None:
    assert looks(started(a=OLD, b=OLD), *[{"a": OLD}] * 3) == [[], ["b"], []]


def test_a_change_that_is_taken_back_is_none() -> None:
    assert looks(started(a=OLD), {}, {"a": OLD}, {"a": OLD}, {"a": OLD}) == [[], [], [], []]


def test_a_change_waits_for_the_looks_that_it_needs() -> None:
    found = looks(started(a=OLD), *[{"a": NEW}] * 5, needed=lambda name, stamp: 3)
    assert found == [[], [], [], ["a"], []]


def test_changes_that_come_together_are_due_together() -> None:
    found = looks(
        started(a=OLD, b=OLD), {"a": NEW, "b": HALF}, {"a": NEW, "b": NEW}, {"a": NEW, "b": NEW}
    )
    assert found == [[], [], ["a", "b"]]


def test_a_file_that_never_rests_holds_up_the_others_for_a_while_only() -> None:
    changing: list[Snapshot] = [{"a": NEW, "b": (look,)} for look in range(PATIENCE + 3)]
    found = looks(started(a=OLD, b=OLD), *changing)
    assert found == [[]] * PATIENCE + [["a"], [], []]


def test_what_is_pending_is_known() -> None:
    changes = started(a=OLD)
    assert looks(changes, {"a": OLD, "b": HALF}) == [[]]
    assert changes.pending == {"b"}
    assert looks(changes, {"a": OLD, "b": HALF}) == [["b"]]
    assert changes.pending == set()
