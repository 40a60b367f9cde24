"""Replies on disk, by the content of their calls: what was paid once is not paid again.

A call's key is the SHA-256 of its canonical JSON, and the reply lies in ``<folder>/ab/<key>.json``.
Files are written beside and renamed, so that readers and other processes see whole entries or none;
an entry that is torn, altered, or of another version is as good as absent. Prompts are not stored:
an entry holds what the model said, and nothing else of the document. Errors and replies that do not
fit are not stored: whoever asks again wants another one.

The key knows a model by its name. Whoever serves other weights under the same name at an endpoint
of their own gets the old weights' replies: name the model after its weights.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus
from dtaa_lint.errors import ConfigError

VERSION = 1
"""Of the entries; raised when older ones must not be read."""
_LARGEST = 8_000_000
"""Bytes of an entry."""


def key_of(call: Call) -> str:
    """The call's key: 64 hexadecimal digits."""
    content = {
        "version": VERSION,
        "role": call.role.value,
        "model": call.model,
        "instructions": call.instructions,
        "prompt": call.prompt,
        "schema": call.schema,
        "max_tokens": call.max_tokens,
        "temperature": float(call.temperature),
        "repeat": call.repeat,
    }
    return hashlib.sha256(_canonical(content)).hexdigest()


def user_cache_dir(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """The folder of the cache where none is set. Raises ``ConfigError`` without a home."""
    if platform == "win32":
        base = environ.get("LOCALAPPDATA", "")
    elif platform == "darwin":
        home = environ.get("HOME", "")
        base = f"{home}/Library/Caches" if home else ""
    else:
        base = environ.get("XDG_CACHE_HOME", "")
        if not base.startswith("/"):
            home = environ.get("HOME", "")
            base = f"{home}/.cache" if home else ""
    if not base:
        raise ConfigError("there is no folder for the cache of calls; name one with --cache-dir")
    return Path(base) / "dtaa-lint" / "calls"


class Cache:
    """A folder of replies, which several processes may use at once."""

    def __init__(self, folder: Path) -> None:
        """Raises ``ConfigError`` for a folder that cannot be made."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigError(f"{folder}: the cache cannot be kept here: {error}") from error
        self._folder = folder
        self._made: set[str] = set()
        self.broken = 0
        """Replies that could not be stored: the disk is full or read-only."""

    def get(self, key: str) -> Reply | None:
        """The stored reply, marked as cached; None where there is none that can be trusted."""
        try:
            with self._path(key).open("rb") as file:
                data = file.read(_LARGEST + 1)
            entry = json.loads(data)
        except (OSError, ValueError, RecursionError):
            return None
        return _reply_of(entry, key)

    def put(self, key: str, reply: Reply) -> None:
        """Stores a reply that fits, and no other. A disk that takes none costs money later, not the
        run: see ``broken``."""
        if reply.status is not ReplyStatus.OK:
            return
        content = _content(reply)
        entry = {"version": VERSION, "key": key, "sum": _sum(content), "reply": content}
        path = self._path(key)
        try:
            if key[:2] not in self._made:
                path.parent.mkdir(mode=0o700, exist_ok=True)
                self._made.add(key[:2])
            handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_canonical(entry))
                Path(name).replace(path)
            except BaseException:
                with contextlib.suppress(OSError):
                    Path(name).unlink()
                raise
        except (OSError, ValueError):
            self.broken += 1

    def drop(self, key: str) -> None:
        """Forgets a reply. One that cannot be removed stays."""
        with contextlib.suppress(OSError, ValueError):
            self._path(key).unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"


def _content(reply: Reply) -> dict[str, Any]:
    return {
        "status": reply.status.value,
        "value": reply.value,
        "text": reply.text,
        "error": reply.error,
        "input_tokens": reply.input_tokens,
        "output_tokens": reply.output_tokens,
    }


def _reply_of(entry: Any, key: str) -> Reply | None:
    if not isinstance(entry, dict) or entry.get("version") != VERSION or entry.get("key") != key:
        return None
    content = entry.get("reply")
    if not isinstance(content, dict) or entry.get("sum") != _sum(content):
        return None
    if content.get("status") != ReplyStatus.OK:
        # Of an earlier version, which kept what does not fit.
        return None
    try:
        return Reply(
            ReplyStatus.OK,
            content["value"],
            content["text"],
            content["error"],
            int(content["input_tokens"]),
            int(content["output_tokens"]),
            cached=True,
        )
    except (KeyError, TypeError, ValueError):
        return None


def _sum(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(_canonical(content)).hexdigest()[:16]


def _canonical(content: Any) -> bytes:
    """Equal content gives equal bytes: keys sorted, no white space, ASCII."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()
