"""The answering side as a process of its own: it can read no file of a run.

It is given, over a pipe, the bytes of one document, questions as (id, text), and the names of the
systems under test; it gives back what each system shows. It starts in an empty folder, with an
environment of our own and no file but its three pipes, behind the fences of ``confine``. What it
sends is read as JSON and checked: a system cannot make this process run anything either.

Answers are made here, by ``answerer``, of a question's text and the shown items alone.
"""

from __future__ import annotations

import json
import os
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import PurePath
from queue import Queue

from dtaa_lint.answerability.answering.child import Broken, Child, Given
from dtaa_lint.answerability.answering.confine import Allowed
from dtaa_lint.answerability.answering.deadlines import SMALL, Times
from dtaa_lint.answerability.answering.embed import DEFAULT
from dtaa_lint.answerability.answering.interface import BUDGET, SEEDS, WINDOW
from dtaa_lint.answerability.answering.systems.registry import is_url
from dtaa_lint.errors import ConfigError, ProviderError
from dtaa_lint.scratch import scratch_folder

__all__ = ["RECONSTRUCTED", "Asked", "Broken", "Setup", "request", "retrieve"]

RECONSTRUCTED = "egr-s-reconstructed"
"""The system that needs a part of its own: Java runs here, before, not behind the fences."""
_KINDS = {
    "egr-s": "tags", "egr-full": "tags", "chunk-hybrid": "pages", "long-context": "pages",
}  # fmt: skip
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
    asked: Mapping[str, Sequence[Asked]],
    setup: Setup,
    allowed: Allowed,
    rebuilt: bytes | None = None,
    lang: str = "",
) -> bytes:
    """Everything that the process is told. ``name``: of the file, without its folder; ``asked``:
    system -> questions, which are asked in the order of their ids, whatever order they come in;
    ``lang``: the document's, so that who wants nothing else of its structure need not read it."""
    parts = [data] if rebuilt is None else [data, rebuilt]
    head = {
        "name": PurePath(name.replace("\\", "/")).name,
        "lang": lang,
        "embedder": setup.embedder,
        "seeds": setup.seeds,
        "budget": setup.budget,
        "window": setup.window,
        "questions": {
            system: [
                {"id": question.question_id, "text": question.text}
                for question in sorted(questions, key=lambda found: found.question_id)
            ]
            for system, questions in asked.items()
        },
        "allowed": allowed.as_dict(),
        "parts": [len(part) for part in parts],
    }
    text = json.dumps(head).encode()
    return b"".join((str(len(text)).encode(), b"\n", text, *parts))


def retrieve(
    name: str,
    data: bytes,
    asked: Mapping[str, Sequence[Asked]],
    setup: Setup = _DEFAULT,
    *,
    forbidden: Sequence[str] = (),
    lang: str = "",
) -> Iterator[Given]:
    """Asks every system its questions about one document; what comes is given as it comes.

    ``forbidden``: folders of the run. They are not told of: that they lie in no folder that the
    process may read is made sure of here. ``lang``: the document's language, where it is known.

    Systems of one kind share a process, and everybody else's has one of its own; what ends a
    process, and what takes longer than ``setup.times``, costs its systems alone. Raises ConfigError
    for an embedder or a folder that cannot be had.
    """
    asked = {system: questions for system, questions in asked.items() if questions}
    if not asked:
        return
    rebuilt = None
    if RECONSTRUCTED in asked:
        try:
            rebuilt = _rebuilt(data)
        except (ConfigError, ProviderError) as error:
            yield Broken(RECONSTRUCTED, str(error))
            asked = {name: found for name, found in asked.items() if name != RECONSTRUCTED}
    with ExitStack() as stack:
        parts = []
        for group in _groups(asked):
            scratch = stack.enter_context(scratch_folder("answering"))
            own = {system: asked[system] for system in group}
            network = any(is_url(system) or system in setup.network for system in own)
            allowed = Allowed.of(scratch, _weights(setup.embedder), group, network)
            for folder in forbidden:
                if allowed.reads(folder):
                    raise ConfigError(
                        f"{folder}: a run cannot lie among the installed packages, which the "
                        "answering side may read; name another folder"
                    )
            made = rebuilt if RECONSTRUCTED in own else None
            sent = request(name, data, own, setup, allowed, made, lang)
            names = {system: [one.question_id for one in found] for system, found in own.items()}
            parts.append(Child(sent, allowed, names, setup.times.scaled(len(data))))
        yield from _together(parts)


def _groups(systems: Iterable[str]) -> list[tuple[str, ...]]:
    """Systems that share a process: those of one kind, which embed the same texts. Everybody
    else's has one of its own."""
    groups: dict[str, list[str]] = {}
    for system in systems:
        groups.setdefault(_KINDS.get(system, system), []).append(system)
    return [tuple(group) for group in groups.values()]


def _together(parts: Sequence[Child]) -> Iterator[Given]:
    """What several processes give, as it comes, a few of them at a time."""
    given: Queue[Given | Exception | None] = Queue()
    waiting = deque(parts)

    def work() -> None:
        while waiting:
            try:
                part = waiting.popleft()
            except IndexError:
                break
            try:
                for found in part.exchange():
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
        for part in parts:
            part.kill()
        for worker in workers:
            worker.join()


def _weights(embedder: str) -> list[str]:
    _, _, path = embedder.partition(":")
    return [path] if path else []


def _rebuilt(data: bytes) -> bytes:
    """The file with the tags of a layout analysis. Raises ConfigError, ProviderError."""
    from dtaa_lint.answerability.answering.systems import reconstructed

    return reconstructed.rebuilt_file(data)
