"""One answering process as its parent has it: what it is told, and what it says, of which nothing
is believed. It has its time for everything, and no more."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from dtaa_lint.answerability.answering.confine import Allowed
from dtaa_lint.answerability.answering.deadlines import Times
from dtaa_lint.answerability.answering.running import Running
from dtaa_lint.answerability.answering.systems.registry import BUILT_IN
from dtaa_lint.answerability.answering.trace import Lost, read_retrieval
from dtaa_lint.answerability.model import Retrieval
from dtaa_lint.answerability.plain import plain
from dtaa_lint.errors import ConfigError, ProviderError
from dtaa_lint.hidden import whole_text

_SAID = 2_000
"""Characters of an error that it tells."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A system that cannot be measured on this document."""

    system: str
    error: str


Given: TypeAlias = Retrieval | Lost | Broken


class Child:
    """One process: a document, and the systems that are asked in it."""

    def __init__(
        self, systems: Sequence[str], told: Callable[[str], bytes], allowed: Allowed, times: Times
    ) -> None:
        """``told``: language of the document -> what it begins with; ``times``: for this
        document."""
        self.systems = tuple(systems)
        self._told = told
        self._allowed = allowed
        self._left: dict[str, set[str]] = {}
        self._ready: set[str] = set()
        self._times = times
        self._running: Running | None = None
        self._killed = False
        self._ended = False

    def start(self, lang: str) -> None:
        """Starts it, if it is not running: it reads the document. Raises OSError."""
        if self._running is None:
            self._running = Running(self._allowed, self._told(lang))

    def exchange(
        self, questions: bytes, asked: Mapping[str, Sequence[str]], lang: str
    ) -> Iterator[Given]:
        """Asks it, and gives what it gives; it is ended then. What ends it before costs the systems
        that are asked in it. ``asked``: system -> ids of its questions. Raises ConfigError for an
        embedder that cannot be had."""
        self._left = {system: set(names) for system, names in asked.items()}
        try:
            yield from self._exchange(questions, lang)
        except ProviderError as error:
            for system in [name for name, left in self._left.items() if left]:
                yield Broken(system, str(error))

    def kill(self) -> None:
        """Ends it with all that it started, or keeps it from being started."""
        self._killed = True
        running = self._running
        if running is not None:
            running.kill()

    def close(self) -> None:
        """Ends it, and lets go of what it held."""
        self._killed = True
        running, self._running = self._running, None
        if running is not None:
            running.close()

    def _exchange(self, questions: bytes, lang: str) -> Iterator[Given]:
        if self._killed:
            return
        try:
            self.start(lang)
        except (OSError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise ProviderError(f"the answering process cannot be started: {reason}") from error
        running = self._running
        assert running is not None
        try:
            running.send(questions)
            while not (self._ended or self._killed) and (line := self._next(running)):
                found = self.taken(line)
                if found is not None:
                    yield found
            if not (self._ended or self._killed):
                raise ProviderError(f"the answering process {running.last_words()}")
        finally:
            self.close()

    def taken(self, line: bytes) -> Given | None:
        """What a line of the process says; None for what is no result. Raises ProviderError for
        what was not agreed, ConfigError for an embedder that cannot be had."""
        message = _message(line)
        kind = message.get("kind")
        error = whole_text(str(message.get("error")))[:_SAID]
        if kind == "end":
            self._ended = True
        elif kind == "config" and self._left.keys() & BUILT_IN.keys():
            raise ConfigError(error)
        elif kind in ("config", "failed"):
            raise ProviderError(error)
        elif kind == "ready":
            self._is_ready(message)
        elif kind != "confined":
            return self._found(message, error)
        return None

    def _next(self, running: Running) -> bytes:
        """The next line; empty at the end."""
        waiting = any(left and name in self._ready for name, left in self._left.items())
        seconds = self._times.question if waiting else self._times.indexing
        line = running.line(seconds)
        if line is not None:
            return line
        what = "no answer to a question" if waiting else "not ready"
        raise ProviderError(f"{what} within {seconds:,.0f} seconds; the system was ended")

    def _is_ready(self, message: Mapping[str, Any]) -> None:
        system = message.get("system")
        if not isinstance(system, str) or system not in self._left or system in self._ready:
            raise ProviderError("the answering process does not write what was agreed")
        self._ready.add(system)

    def _found(self, message: Mapping[str, Any], error: str) -> Given:
        system = message.get("system")
        if not isinstance(system, str) or system not in self._left:
            raise ProviderError("the answering process speaks for a system that was not asked")
        if message.get("kind") == "broken":
            del self._left[system]
            return Broken(system, error)
        try:
            found = read_retrieval(message)
        except ValueError as wrong:
            raise ProviderError(
                f"the answering process does not keep to the form: {wrong}"
            ) from wrong
        if found.question_id not in self._left[system]:
            raise ProviderError("the answering process answers what was not asked")
        self._left[system].discard(found.question_id)
        return found


def _message(line: bytes) -> Mapping[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        said = plain(error)
        raise ProviderError(f"the answering process does not write JSON: {said}") from error
    if not isinstance(message, dict):
        raise ProviderError("the answering process does not write what was agreed")
    return message
