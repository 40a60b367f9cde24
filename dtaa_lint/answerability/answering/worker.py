"""The inside of the answering process: fences first, then a document, then questions.

It reads what it is given from standard input, and writes one line of JSON for each question and
system. What it is given is a document's bytes and names of systems, from which it makes an index,
and then texts of questions with their ids: see ``process.request`` and ``process.questions``.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, BinaryIO

from dtaa_lint.answerability.answering.confine import Allowed, confine

_DEATH_SIGNAL = 1
"""Of ``prctl``: what this process gets when its parent ends."""
_FIRST, _LATER = 3, 10
"""Questions lost in a row, for one reason, after which a system is asked no more: before it has
answered any, and when it has."""


def main() -> None:
    """Serves one document, and ends."""
    _end_with_parent(int(sys.argv[2]))
    source, sink = _own_input(), _own_output()
    asked = _told(source)
    parts = [source.read(length) for length in asked["parts"]]
    allowed = asked["allowed"]
    fences = Allowed(
        tuple(allowed["trees"]), tuple(allowed["code"]), allowed["scratch"], allowed["network"]
    )
    in_force = confine(fences)
    _say(sink, {"kind": "confined", "landlock": in_force.landlock, "seccomp": in_force.seccomp})
    gc.disable()
    # Only now: whatever is imported from here on is inside the fences.
    from dtaa_lint.errors import ConfigError, DtaaError

    try:
        _serve(asked, parts, sink, lambda: _questions(source))
    except DtaaError as error:
        kind = "config" if isinstance(error, ConfigError) else "failed"
        _say(sink, {"kind": kind, "error": str(error)})
    _say(sink, {"kind": "end"})
    sink.close()


def _told(source: BinaryIO) -> Any:
    """The next message: its length on a line, and JSON."""
    return json.loads(source.read(int(source.readline())))


def _questions(source: BinaryIO) -> Any:
    """System -> questions. Ends this process where its parent has ended before it asked."""
    try:
        asked = _told(source)
    except ValueError:
        os._exit(1)
    threading.Thread(target=_watch, args=(source.fileno(),), daemon=True).start()
    return asked


def _end_with_parent(parent: int) -> None:
    """On Linux the kernel ends this process when the one that started it ends, however that was
    ended and whatever is done here."""
    if not sys.platform.startswith("linux"):
        return
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def _watch(source: int) -> None:
    """Elsewhere it is seen here: the pipe from the parent is open as long as that lives, and after
    the request nothing comes through it."""
    with suppress(OSError):
        os.read(source, 1)
        os._exit(1)


def _own_input() -> BinaryIO:
    """Standard input for the request alone; for a system there is none."""
    kept = os.dup(0)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    return os.fdopen(kept, "rb")


def _own_output() -> BinaryIO:
    """Standard output for the answers alone: what a system prints goes to standard error."""
    kept = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(kept, "wb")


def _say(sink: BinaryIO, value: Mapping[str, Any]) -> None:
    sink.write(json.dumps(value, ensure_ascii=True).encode() + b"\n")
    sink.flush()


def _serve(
    asked: Mapping[str, Any],
    parts: list[bytes],
    sink: BinaryIO,
    questions: Callable[[], Mapping[str, list[Mapping[str, str]]]],
) -> None:
    from dtaa_lint.answerability.answering.embed import Remembering, make_embedder
    from dtaa_lint.answerability.answering.interface import Document
    from dtaa_lint.answerability.answering.systems.registry import embeds
    from dtaa_lint.graph.view import View
    from dtaa_lint.pdf.read import read

    data = parts[0]
    if len(parts) > 1:
        from dtaa_lint.answerability.answering.systems import reconstructed

        reconstructed.supply(data, parts[1])
    document = Document(data, lambda: View(read(data, name=asked["name"])), asked["lang"])
    names = asked["systems"]
    # Its weights take a second to read.
    needed = any(map(embeds, names))
    embedder = Remembering(make_embedder(asked["embedder"])) if needed else None
    # While the questions are being made. The others' follow, whose texts are mostly the same: one
    # index at a time is held in memory.
    begun = {names[0]: _indexed(names[0], asked, document, embedder)}
    for name, own in questions().items():
        if name not in begun:
            begun = {name: _indexed(name, asked, document, embedder)}
        try:
            _ask(name, begun.pop(name), own, asked, sink)
        except Exception as error:
            # Whatever another's system does, it costs that system alone.
            _say(sink, {"kind": "broken", "system": name, "error": _said(error)})


def _indexed(name: str, asked: Mapping[str, Any], document: Any, embedder: Any) -> Any:
    """A system with its index, or what went wrong."""
    from dtaa_lint.answerability.answering.systems.registry import make_system

    try:
        system = make_system(name, embedder, asked["window"], asked["budget"])
        system.index(document)
    except Exception as error:
        return error
    return system


def _ask(
    name: str,
    system: Any,
    questions: list[Mapping[str, str]],
    asked: Mapping[str, Any],
    sink: BinaryIO,
) -> None:
    from dtaa_lint.answerability.answering.checked import check_shown, checked_items
    from dtaa_lint.answerability.answering.interface import shown
    from dtaa_lint.answerability.answering.systems.registry import budget_of
    from dtaa_lint.answerability.answering.trace import Lost, retrieval_dict
    from dtaa_lint.answerability.model import Retrieval
    from dtaa_lint.errors import ConfigError, ProviderError

    if isinstance(system, Exception):
        raise system
    budget = budget_of(system, asked["budget"])
    _say(sink, {"kind": "ready", "system": name})
    answered, lost, reason = False, 0, ""
    for question in questions:
        found: Retrieval | Lost
        try:
            given = system.retrieve(question["text"], asked["seeds"])
        except ProviderError as error:
            lost = lost + 1 if str(error) == reason else 1
            reason = str(error)
            if lost >= (_LATER if answered else _FIRST):
                raise ConfigError(f"{reason} (asked {lost} times in a row)") from error
            found = Lost(question["id"], name, reason)
        else:
            try:
                items = checked_items(given)
                seen = shown(items, budget)
                check_shown(seen)
            except ValueError as error:
                raise ConfigError(f"what it gives does not fit: {error}") from error
            answered, lost = True, 0
            found = Retrieval(question["id"], name, seen, len(items) - len(seen))
        _say(sink, {"kind": "retrieval", **retrieval_dict(found)})


def _said(error: Exception) -> str:
    from dtaa_lint.errors import DtaaError

    lines = str(error).strip().splitlines()
    if isinstance(error, DtaaError):
        return str(error)
    return type(error).__name__ + (f": {lines[0][:300]}" if lines else "")
