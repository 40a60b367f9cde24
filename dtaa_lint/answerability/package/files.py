"""Files of a run: written whole, or line by line in a way that survives the end of the process.

A file that is written whole appears whole, under its name, or not at all. One that grows by lines
may end in the middle of a line when the process is killed: such a last line is left out when it is
read, and cut off before the next one is written.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn

from dtaa_lint.answerability.package.shapes import check_of, unsaid
from dtaa_lint.errors import ConfigError
from dtaa_lint.hidden import json_safe

Line = Mapping[str, Any]
_TEMPORARY = re.compile(r"\..+\.\d+\.tmp")
_LEFT = 3_600
"""Seconds after which a file that is half written is nobody's."""


def line_of(value: Line) -> bytes:
    """One line of JSON, keys in their order, with its end."""
    return (json_safe(json.dumps(value, ensure_ascii=False, allow_nan=False)) + "\n").encode()


def page_of(value: Line) -> bytes:
    """A file of one value, for people too."""
    text = json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False)
    return (json_safe(text) + "\n").encode()


def write_whole(path: Path, data: bytes) -> None:
    """Writes under another name, which then takes the file's place. Raises ConfigError."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except (OSError, ValueError) as error:
        raise _wrong(path, "written", error) from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def tidy(root: Path) -> None:
    """Removes what processes that were killed while they wrote have left. Raises nothing."""
    with suppress(OSError):
        for path in root.rglob(".*.tmp"):
            if _TEMPORARY.fullmatch(path.name) and time.time() - path.stat().st_mtime > _LEFT:
                path.unlink(missing_ok=True)


def remove(path: Path) -> None:
    """Removes a file that may be there. Raises ConfigError."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise _wrong(path, "removed", error) from error


def write_lines(path: Path, lines: Iterable[Line]) -> None:
    """The whole file of these lines."""
    write_whole(path, b"".join(map(line_of, lines)))


def read_lines(path: Path) -> list[Line]:
    """The lines of a file; none when it does not exist. A last line that is not whole is left out.
    Raises ConfigError, with file and line, for one that is not what the file's schema says, and
    for what cannot be read."""
    return list(_whole(path, _bytes(path))[0])


def _bytes(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise OSError("is no regular file")
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise _wrong(path, "read", error) from error


def _whole(path: Path, data: bytes) -> tuple[list[Line], int]:
    """The lines, and the offset behind the last whole one."""
    found: list[Line] = []
    at = 0
    check = check_of(path)
    pieces = data.split(b"\n")
    for number, piece in enumerate(pieces[:-1], 1):
        try:
            value = json.loads(piece, parse_constant=_no_number)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            if number == len(pieces) - 1 and not pieces[-1]:
                # Blocks of a file may reach the disk in another order than they were written.
                break
            raise wrong_line(path, number, "is no JSON object")
        if wrong := (check(value) if check is not None else "") or unsaid(value, piece):
            raise wrong_line(path, number, wrong)
        found.append(value)
        at += len(piece) + 1
    return found, at


def wrong_line(path: Path, number: int, wrong: str) -> ConfigError:
    """What is said of a line that is none of its file: folder, file and line. Numbers from 1."""
    return ConfigError(
        f"{path}, line {number:,}: {wrong}; without the file, "
        "`dtaa-lint answerability resume` makes it again"
    )


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


class Appender:
    """A file that grows by lines."""

    def __init__(self, path: Path) -> None:
        """Cuts off a last line that is not whole. Raises ConfigError."""
        self._path = path
        data = _bytes(path)
        self.before, whole = _whole(path, data)
        """The lines that are there already."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._stream = path.open("ab")
            if whole < len(data):
                self._stream.truncate(whole)
        except (OSError, ValueError) as error:
            raise _wrong(path, "written", error) from error

    def add(self, value: Line) -> None:
        """Writes a line, and hands it to the system at once."""
        try:
            self._stream.write(line_of(value))
            self._stream.flush()
        except (OSError, ValueError) as error:
            raise _wrong(self._path, "written", error) from error

    def __enter__(self) -> Appender:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(OSError):
            self._stream.close()


def read_page(path: Path) -> Line | None:
    """The value of a file that was written whole; None when it does not exist. Raises
    ConfigError."""
    data = _bytes(path)
    if not data:
        return None
    try:
        value = json.loads(data, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path}: is no JSON that can be read") from error
    if not isinstance(value, dict):
        raise ConfigError(f"{path}: holds no JSON object")
    if wrong := unsaid(value, data):
        raise ConfigError(f"{path}: {wrong}")
    return value


def hashed(root: Path, leave: Iterable[str] = ()) -> Iterator[Line]:
    """Name, lines (of JSONL) and SHA-256 of every file below a folder, in the order of names."""
    left = set(leave)
    for path in sorted(root.rglob("*"), key=lambda found: found.relative_to(root).as_posix()):
        name = path.relative_to(root).as_posix()
        if name in left or path.name.startswith(".") or not path.is_file():
            continue
        yield hashed_file(root, path)


def hashed_file(root: Path, path: Path) -> Line:
    """The same of one file. Raises ConfigError."""
    digest = hashlib.sha256()
    lines = 0
    try:
        with path.open("rb") as stream:
            while block := stream.read(2**20):
                digest.update(block)
                lines += block.count(b"\n")
    except OSError as error:
        raise _wrong(path, "read", error) from error
    return {
        "name": path.relative_to(root).as_posix(),
        "lines": lines if path.suffix == ".jsonl" else None,
        "sha256": digest.hexdigest(),
    }


def _wrong(path: Path, verb: str, error: Exception) -> ConfigError:
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return ConfigError(f"{path}: cannot be {verb}: {reason}")
