"""The answering side as a process of its own: it can read no file of a run.

It is given, over a pipe, the bytes of one document and the names of the systems under test, then
questions as (id, text); it gives back what each system shows. It starts in an empty folder, with an
environment of our own and no file but its three pipes, behind the fences of ``confine``. What it
sends is read as JSON and checked: a system cannot make this process run anything either.

Answers are made here, by ``answerer``, of a question's text and the shown items alone.
"""

from __future__ import annotations

import json
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from queue import Queue
from typing import TypeAlias

from dtaa_lint.answerability.answering.child import Broken, Child, Given
from dtaa_lint.answerability.answering.confine import Allowed
from dtaa_lint.answerability.answering.deadlines import SMALL, Times
from dtaa_lint.answerability.answering.embed import DEFAULT
from dtaa_lint.answerability.answering.interface import BUDGET, SEEDS, WINDOW
from dtaa_lint.answerability.answering.systems.registry import is_url
from dtaa_lint.errors import ConfigError, ProviderError
from dtaa_lint.scratch import scratch_folder

__all__ = [
    "RECONSTRUCTED",
    "Answering",
    "Asked",
    "Broken",
    "Setup",
    "questions",
    "request",
    "retrieve",
]

RECONSTRUCTED = "egr-s-reconstructed"
"""The system that needs a part of its own: Java runs here, before, not behind the fences."""
_TAGS, _PAGES = "tags", "pages"
_KINDS = {"egr-s": _TAGS, "egr-full": _TAGS, "chunk-hybrid": _PAGES, "long-context": _PAGES}
"""Systems that embed the same texts."""
_AT_ONCE = 2
"""Processes at the same time: each may need as much memory as a lint."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as the answering side gets it."""

    question_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Setup:
    """What is the same for all documents."""

    embedder: str = DEFAULT
    seeds: int = SEEDS
    budget: int = BUDGET
    window: int = WINDOW
    """Words that the answering model takes at once."""
    network: frozenset[str] = frozenset()
    """Other people's systems that may use the network; endpoints may anyway."""
    times: Times = SMALL
    """What systems may take for a small document."""


_DEFAULT = Setup()


def request(
    name: str,
    data: bytes,
    systems: Sequence[str],
    setup: Setup,
    allowed: Allowed,
    rebuilt: bytes | None = None,
    lang: str = "",
) -> bytes:
    """What the process is told at first. ``name``: of the file, without its folder; ``lang``: the
    document's, so that who wants nothing else of its structure need not read it."""
    parts = [data] if rebuilt is None else [data, rebuilt]
    head = {
        "name": PurePath(name.replace("\\", "/")).name,
        "lang": lang,
        "embedder": setup.embedder,
        "seeds": setup.seeds,
        "budget": setup.budget,
        "window": setup.window,
        "systems": list(systems),
        "allowed": allowed.as_dict(),
        "parts": [len(part) for part in parts],
    }
    return b"".join((_message(head), *parts))


def questions(asked: Mapping[str, Sequence[Asked]]) -> bytes:
    """What the process is told then, and the last: system -> questions, which are asked in the
    order of their ids, whatever order they come in."""
    return _message(
        {
            system: [
                {"id": question.question_id, "text": question.text}
                for question in sorted(found, key=lambda one: one.question_id)
            ]
            for system, found in asked.items()
        }
    )


def _message(value: object) -> bytes:
    text = json.dumps(value).encode()
    return b"%d\n%b" % (len(text), text)


class Answering:
    """The answering processes of one document, which end with the context.

    Systems of one kind share a process, and everybody else's has one of its own; what ends a
    process, and what takes longer than ``setup.times``, costs its systems alone.
    """

    def __init__(
        self,
        name: str,
        data: bytes,
        systems: Sequence[str],
        setup: Setup = _DEFAULT,
        forbidden: Sequence[str] = (),
    ) -> None:
        """``forbidden``: folders of the run. They are not told of: that they lie in no folder that
        the process may read is made sure of here. Raises ConfigError for a folder that cannot be
        had."""
        self._broken: list[Broken] = []
        self._stack = ExitStack()
        rebuilt = None
        if RECONSTRUCTED in systems:
            try:
                rebuilt = _rebuilt(data)
            except (ConfigError, ProviderError) as error:
                self._broken.append(Broken(RECONSTRUCTED, str(error)))
                systems = [one for one in systems if one != RECONSTRUCTED]
        self._parts: list[Child] = []
        try:
            for group in _groups(systems):
                scratch = self._stack.enter_context(scratch_folder("answering"))
                network = any(is_url(one) or one in setup.network for one in group)
                allowed = Allowed.of(scratch, _weights(setup.embedder), group, network)
                for folder in forbidden:
                    if allowed.reads(folder):
                        raise ConfigError(
                            f"{folder}: a run cannot lie among the installed packages, which the "
                            "answering side may read; name another folder"
                        )
                made = rebuilt if RECONSTRUCTED in group else None
                told = partial(request, name, data, group, setup, allowed, made)
                self._parts.append(Child(group, told, allowed, setup.times.scaled(len(data))))
        except BaseException:
            self._stack.close()
            raise

    def __enter__(self) -> Answering:
        return self

    def __exit__(self, *_: object) -> None:
        for part in self._parts:
            part.close()
        self._stack.close()

    def begin(self, lang: str | None = None) -> None:
        """Starts as many processes as work at the same time: they read the document, and make
        their index, while its questions are still being made. ``lang``: the document's language;
        where it is not known yet, those start that read the tags, and with them the language.
        Raises OSError."""
        for part in self._parts[:_AT_ONCE]:
            if lang is not None or all(_KINDS.get(system) == _TAGS for system in part.systems):
                part.start(lang or "")

    def ask(self, asked: Mapping[str, Sequence[Asked]], lang: str = "") -> Iterator[Given]:
        """Asks every system its questions, once; what comes is given as it comes. ``lang``: the
        document's language, where it is known. Raises ConfigError for an embedder that cannot be
        had."""
        yield from [one for one in self._broken if asked.get(one.system)]
        todo = []
        for part in self._parts:
            own = {one: asked[one] for one in part.systems if asked.get(one)}
            names = {one: [question.question_id for question in own[one]] for one in own}
            if own:
                todo.append((partial(part.exchange, questions(own), names, lang), part.kill))
        yield from _together(todo)


def retrieve(
    name: str,
    data: bytes,
    asked: Mapping[str, Sequence[Asked]],
    setup: Setup = _DEFAULT,
    *,
    forbidden: Sequence[str] = (),
    lang: str = "",
) -> Iterator[Given]:
    """Asks every system its questions about one document: ``Answering``, begun and ended here."""
    systems = [system for system, questions in asked.items() if questions]
    with Answering(name, data, systems, setup, forbidden) as answering:
        yield from answering.ask(asked, lang)


def _groups(systems: Iterable[str]) -> list[tuple[str, ...]]:
    """Systems that share a process: those of one kind, which embed the same texts. Everybody
    else's has one of its own."""
    groups: dict[str, list[str]] = {}
    for system in systems:
        groups.setdefault(_KINDS.get(system, system), []).append(system)
    return [tuple(group) for group in groups.values()]


_Todo: TypeAlias = tuple[Callable[[], Iterator[Given]], Callable[[], None]]
"""What asks a process, and what ends it."""


def _together(parts: Sequence[_Todo]) -> Iterator[Given]:
    """What several processes give, as it comes, a few of them at a time."""
    given: Queue[Given | Exception | None] = Queue()
    waiting = deque(parts)

    def work() -> None:
        while waiting:
            try:
                exchange, _ = waiting.popleft()
            except IndexError:
                break
            try:
                for found in exchange():
                    given.put(found)
            except Exception as error:
                given.put(error)
        given.put(None)

    workers = [
        threading.Thread(target=work, daemon=True)
        for _ in range(min(len(parts), _AT_ONCE, os.cpu_count() or 1))
    ]
    for worker in workers:
        worker.start()
    try:
        ended = 0
        while ended < len(workers):
            found = given.get()
            if isinstance(found, Exception):
                raise found
            if found is None:
                ended += 1
            else:
                yield found
    finally:
        waiting.clear()
        for _, kill in parts:
            kill()
        for worker in workers:
            worker.join()


def _weights(embedder: str) -> list[str]:
    _, _, path = embedder.partition(":")
    return [path] if path else []


def _rebuilt(data: bytes) -> bytes:
    """The file with the tags of a layout analysis. Raises ConfigError, ProviderError."""
    from dtaa_lint.answerability.answering.systems import reconstructed

    return reconstructed.rebuilt_file(data)
