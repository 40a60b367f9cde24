"""Systems that hang, lie and outlive: the source of a plug-in package, installed by the tests."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

from dtaa_lint.answerability.answering.interface import Document, Item
from dtaa_lint.pdf.model import PageBox

GOOD = Item("i1", "The fee is 12 euros.", (1,), 0, (PageBox(0, (0, 0, 1, 1)),))


class Good:
    def index(self, document: Document) -> None:
        """Needs none."""

    def retrieve(self, question: str, k: int) -> Sequence[Item]:
        return [GOOD]


class Hangs(Good):
    """Gives the first question's items, and then nothing."""

    def retrieve(self, question: str, k: int) -> Sequence[Item]:
        if "first" not in question:
            time.sleep(1_000)
        return [GOOD]


class HangsInIndex(Good):
    def index(self, document: Document) -> None:
        while True:
            pass


class Orphan(Good):
    """Leaves a process that keeps every pipe open, and ends."""

    def retrieve(self, question: str, k: int) -> Sequence[Item]:
        libc = ctypes.CDLL(None)
        if libc.fork() == 0:
            libc.setsid()
            libc.sleep(30)
            libc._exit(0)
        os._exit(3)


class Ends(Good):
    def retrieve(self, question: str, k: int) -> Sequence[Item]:
        sys.exit("enough")


class Says(Good):
    """Writes a line of its own to every pipe."""

    line = b""
    times = 1

    def retrieve(self, question: str, k: int) -> Sequence[Item]:
        for number in range(3, 9):
            for _ in range(self.times):
                try:
                    os.write(number, self.line + b"\n")
                except OSError:
                    break
        return [GOOD]


class SaysBroken(Says):
    line = b'{"kind": "broken", "system": "says-broken", "error": "\\ud800"}'


class SaysBrokenTwice(SaysBroken):
    line = b'{"kind": "broken", "system": "says-broken-twice"}'
    times = 2


class SaysConfig(Says):
    line = b'{"kind": "config", "error": "give me up"}'


class SaysReady(Says):
    line = b'{"kind": "ready", "system": "says-ready"}'


class SaysTwice(Says):
    line = (
        b'{"kind": "retrieval", "system": "says-twice", "questionId": "Q1", "shown": [], '
        b'"leftOut": 0}'
    )
    times = 2


class SaysNan(Says):
    line = (
        b'{"kind": "retrieval", "system": "says-nan", "questionId": "Q1", "leftOut": 0, "shown": '
        b'[{"id": "a", "text": "b", "nodes": [], "page": 1, '
        b'"boxes": [{"page": 1, "box": [NaN, 0, 0, 1e999]}]}]}'
    )


class SaysDeep(Says):
    line = b"[" * 60_000


def _gives(made: Any) -> type[Good]:
    class Gives(Good):
        def retrieve(self, question: str, k: int) -> Sequence[Item]:
            return made() if callable(made) else made  # type: ignore[no-any-return]

    return Gives


def _endless() -> Iterator[Item]:
    while True:
        yield GOOD


NAN = float("nan")
ODD: dict[str, Any] = {
    "number": 42,
    "none": None,
    "texts": ["a", "b"],
    "endless": _endless,
    "id": [Item(None, "a")],  # type: ignore[arg-type]
    "no-id": [Item("", "a")],
    "text": [Item("a", b"b")],  # type: ignore[arg-type]
    "nodes": [Item("a", "b", ("s1",))],  # type: ignore[arg-type]
    "huge-node": [Item("a", "b", (10**5_000,))],
    "page": [Item("a", "b", (), "3")],  # type: ignore[arg-type]
    "huge-page": [Item("a", "b", (), 10**30)],
    "true-page": [Item("a", "b", (), True)],
    "nan-page": [Item("a", "b", (), NAN)],  # type: ignore[arg-type]
    "nan-box": [Item("a", "b", (), 0, (PageBox(0, (NAN, 0, 1, 1)),))],
    "infinite-box": [Item("a", "b", (), 0, (PageBox(0, (0, 0, 1, float("inf"))),))],
    "huge-box": [Item("a", "b", (), 0, (PageBox(0, (0, 0, 1, 10**400)),))],
    "short-box": [Item("a", "b", (), 0, (PageBox(0, (0, 0)),))],  # type: ignore[arg-type]
    "long": [Item("a", "b" * 5_000_000)],
}
"""What is given -> what ``retrieve`` returns."""
CLASSES = {
    "good": Good,
    "hangs": Hangs,
    "hangs-in-index": HangsInIndex,
    "orphan": Orphan,
    "ends": Ends,
    "says-broken": SaysBroken,
    "says-broken-twice": SaysBrokenTwice,
    "says-config": SaysConfig,
    "says-ready": SaysReady,
    "says-twice": SaysTwice,
    "says-nan": SaysNan,
    "says-deep": SaysDeep,
    **{f"gives-{name}": _gives(made) for name, made in ODD.items()},
    "gives-surrogate": _gives([Item("\ud800", "a\udfffb")]),
}


class _Budget(Good):
    budget = -5


CLASSES["budget"] = _Budget
globals().update({name.replace("-", "_"): made for name, made in CLASSES.items()})
