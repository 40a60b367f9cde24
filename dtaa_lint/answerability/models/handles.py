"""Which batches are under way: written down before they are waited for, so that a process which
was killed finds them again and nothing is paid twice.

One line an event, appended and forced to the disk: ``submitting`` before a batch is sent,
``submitted`` with the provider's handle, then ``collected``, or ``refused`` where there is none. A
batch that was being submitted when the process died has no handle; ``Intent`` says what was in it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dtaa_lint.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Intent:
    """A batch that is to be submitted, or was."""

    number: int
    """Of the file's batches, from 1."""
    model: str
    keys: tuple[str, ...]
    """Of its calls, which are their names at the provider too."""
    structured: bool
    """Whether the schema was sent as such."""


@dataclass(frozen=True, slots=True)
class Handle:
    """A batch that the provider has."""

    intent: Intent
    batch: Mapping[str, Any]
    """The provider's handle, as pydantic-ai stores it, without what was made of the key."""


class BatchStore:
    """The file of a run's batches."""

    def __init__(self, path: Path) -> None:
        """Raises ``ConfigError`` for a file that cannot be read or written."""
        self._path = path
        self._intents: dict[int, Intent] = {}
        self._handles: dict[int, Handle] = {}
        self._ended: set[int] = set()
        try:
            data = path.read_bytes() if path.exists() else b""
            for line in data.split(b"\n"):
                self._read(line)
            self._file = path.open("ab")
            if data and not data.endswith(b"\n"):
                self._file.write(b"\n")
        except OSError as error:
            raise ConfigError(f"{path}: batches cannot be kept here: {error}") from error
        self._count = max(self._intents, default=0)
        self._open = set(self._intents) - self._ended

    def open(self, model: str | None = None) -> list[Handle]:
        """Batches with a handle that are not collected, oldest first; of one model, or of all."""
        return [
            handle
            for number, handle in sorted(self._handles.items())
            if number in self._open and model in (None, handle.intent.model)
        ]

    def orphans(self, model: str) -> list[Intent]:
        """Batches that may have been submitted, and whose handle was not written down."""
        return [
            intent
            for number, intent in sorted(self._intents.items())
            if number in self._open and number not in self._handles and intent.model == model
        ]

    def known(self) -> frozenset[str]:
        """The provider's names of all batches of this file, collected or not."""
        return frozenset(str(handle.batch.get("id")) for handle in self._handles.values())

    def submitting(self, model: str, keys: tuple[str, ...], structured: bool) -> Intent:
        self._count += 1
        intent = Intent(self._count, model, keys, structured)
        self._intents[intent.number] = intent
        self._open.add(intent.number)
        self._write(
            {
                "event": "submitting", "number": intent.number, "model": model,
                "keys": list(keys), "structured": structured,
            }
        )  # fmt: skip
        return intent

    def submitted(self, intent: Intent, batch: Mapping[str, Any]) -> Handle:
        handle = Handle(intent, _without_credential(batch))
        self._handles[intent.number] = handle
        self._write({"event": "submitted", "number": intent.number, "batch": handle.batch})
        return handle

    def ended(self, intent: Intent, event: str) -> None:
        """``collected``, or ``refused``: nothing is to be expected of it any more."""
        self._open.discard(intent.number)
        self._write({"event": event, "number": intent.number})

    def close(self) -> None:
        self._file.close()

    def _write(self, event: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(event, sort_keys=True).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self, line: bytes) -> None:
        try:
            event = json.loads(line)
            number, kind = event["number"], event["event"]
            if kind == "submitting":
                keys = tuple(str(key) for key in event["keys"])
                intent = Intent(number, str(event["model"]), keys, bool(event["structured"]))
                self._intents[number] = intent
            elif kind == "submitted":
                self._handles[number] = Handle(self._intents[number], dict(event["batch"]))
            else:
                self._ended.add(number)
        except (ValueError, TypeError, KeyError, RecursionError):
            return  # Torn by a crash, or not ours.


def _without_credential(batch: Mapping[str, Any]) -> dict[str, Any]:
    """pydantic-ai's handle holds a hash of what the key was sent with; collecting needs it not."""
    group = batch.get("group")
    try:
        parts = json.loads(group) if isinstance(group, str) else None
    except ValueError:
        parts = None
    if not isinstance(parts, dict) or "credential" not in parts:
        return dict(batch)
    return {**batch, "group": json.dumps({**parts, "credential": ""}, sort_keys=True)}
