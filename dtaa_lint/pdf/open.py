"""Opening a file: what is no readable PDF is refused here, with one sentence that says why."""

from __future__ import annotations

import contextlib
import hashlib
import io
import logging
import os
import re
import stat
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pikepdf

from dtaa_lint.errors import InputError, PasswordError
from dtaa_lint.words import Phrase

_LFS_POINTER = b"version https://git-lfs.github.com/spec/"
_HEADER = b"%PDF-"
_HEADER_WINDOW = 1024


class Limits(NamedTuple):
    """Bounds against absurd files; reaching one gives an issue, and what was read stands."""

    file_bytes: int = 4 * 2**30
    """Larger files are refused."""
    pages: int = 50_000
    elements: int = 2_000_000
    kids: int = 5_000_000
    """Kids of all elements together."""
    annotations: int = 500_000
    page_content_bytes: int = 64_000_000
    """Decoded bytes of one page's content, its forms counted at every use."""
    content_bytes: int = 1_500_000_000
    """The same of all pages together, of a large file; see ``content_of``."""
    least_content_bytes: int = 24_000_000
    """The same of a small file."""
    stream_bytes: int = 200_000_000
    """Decoded bytes of any one stream that qpdf unpacks by itself."""
    tree_entries: int = 1_000_000
    """Entries of one name or number tree."""

    def content_of(self, size: int) -> int:
        """Decoded bytes of all pages together for a file of ``size`` bytes. Documents hold up to
        five times their size; a small file that shares streams among its pages, or repeats
        itself, could keep a reader busy for hours."""
        return min(self.content_bytes, max(self.least_content_bytes, 8 * size))


class Opened(NamedTuple):
    """An open file."""

    pdf: pikepdf.Pdf
    name: str
    sha256: str
    size: int
    warnings: tuple[str, ...]
    """What qpdf had to say while opening."""
    packed: bool
    """Whether the file seems to have object streams."""


def load(source: Path | bytes, name: str, limits: Limits) -> bytes:
    """The bytes of ``source``; raises InputError for what is no file or cannot be a PDF."""
    data = source if isinstance(source, bytes) else regular_file(source, name, limits.file_bytes)
    if len(data) > limits.file_bytes:
        raise InputError(
            name, Phrase("is larger than {limit:d} MB", limit=limits.file_bytes // 2**20)
        )
    if not data:
        raise InputError(name, "is empty")
    if data.startswith(_LFS_POINTER):
        raise InputError(name, "this is a Git LFS pointer, not the PDF itself; run: git lfs pull")
    return data


def regular_file(path: Path, name: str, limit: int) -> bytes:
    """The bytes of a regular file, at most one more than ``limit``. Pipes and devices may never
    answer or never end: they are not even opened. Raises InputError."""
    try:
        _refuse_special(path.stat().st_mode, name)
        # What has become a pipe in the meantime must not wait for its other end.
        descriptor = os.open(path, os.O_RDONLY | _BINARY | _NO_WAIT)
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            _refuse_special(status.st_mode, name)
            if status.st_size > limit:
                raise InputError(name, Phrase("is larger than {limit:d} MB", limit=limit // 2**20))
            # Some files of the system have no size, and never end.
            return file.read(status.st_size + 1 if status.st_size else _UNSIZED) or b""
    except FileNotFoundError:
        raise InputError(name, "no such file") from None
    except PermissionError:
        raise InputError(name, "no permission to read it") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(name, Phrase("cannot be read ({reason})", reason=reason)) from None
    except MemoryError:
        raise InputError(name, "does not fit into memory") from None


_BINARY = getattr(os, "O_BINARY", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
_UNSIZED = 2**20
"""Bytes that are read of a file that says it has none."""


def _refuse_special(mode: int, name: str) -> None:
    """Raises InputError unless ``mode`` is that of a regular file."""
    if stat.S_ISDIR(mode):
        raise InputError(name, "is a directory, not a file")
    if stat.S_ISFIFO(mode):
        raise InputError(name, "is a pipe, not a file; standard input is named -")
    if not stat.S_ISREG(mode):
        raise InputError(name, "is no regular file")


@contextlib.contextmanager
def opened(
    source: Path | bytes, *, name: str, password: str | None, limits: Limits
) -> Iterator[Opened]:
    """Opens ``source`` with the empty user password, then with ``password``.

    Raises InputError when it cannot be opened, PasswordError when it is locked.
    """
    data = load(source, name, limits)
    digest, size = hashlib.sha256(data).hexdigest(), len(data)
    packed = b"/ObjStm" in data
    with _silence("pikepdf", "playa"), warnings.catch_warnings(), _bounded(limits.stream_bytes):
        # pikepdf advises programmers there, as on form fields outside the form of any file that is
        # written; it is the file's matter, and becomes a finding where it is one.
        warnings.simplefilter("ignore", UserWarning)
        pdf = _open(source, data, name, _password_bytes(password))
        del data
        try:
            yield Opened(pdf, name, digest, size, take_warnings(pdf), packed)
        finally:
            pdf.close()


@contextlib.contextmanager
def _bounded(most: int) -> Iterator[None]:
    """Keeps qpdf from unpacking streams of more bytes than that, object streams above all, for as
    long as a file is open; its limits are those of the whole process."""
    settings = pikepdf.settings
    if not hasattr(settings, "set_qpdf_limits"):  # an older pikepdf
        yield
        return
    before = settings.set_qpdf_limits(flate_max_memory=most, run_length_max_memory=most)
    try:
        yield
    finally:
        settings.set_qpdf_limits(
            flate_max_memory=before["flate_max_memory"],
            run_length_max_memory=before["run_length_max_memory"],
        )


@contextlib.contextmanager
def _silence(*names: str) -> Iterator[None]:
    """Keeps libraries from printing what becomes an issue of the document anyway."""
    loggers = [logging.getLogger(name) for name in names]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _password_bytes(password: str | None) -> bytes | None:
    """UTF-8; bytes of the environment that are none pass as they were."""
    if password is None:
        return None
    # No file can be locked with a NUL, and qpdf refuses to try.
    password = password.replace("\0", "\ufffd")
    try:
        return password.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return password.encode("utf-8", "replace")


def _single_bytes(password: bytes) -> list[bytes]:
    """The password in one byte a character, as encryption before PDF 2.0 has it (7.6.4.3.2)."""
    try:
        found = password.decode("utf-8").encode("latin-1")
    except UnicodeError:
        return []
    return [] if found == password else [found]


def _open(source: Path | bytes, data: bytes, name: str, password: bytes | None) -> pikepdf.Pdf:
    attempts = [b""] if password is None else [b"", password, *_single_bytes(password)]
    for attempt in attempts:
        try:
            # A path lets qpdf map the file, which spares it a call into Python for every read.
            file = io.BytesIO(data) if isinstance(source, bytes) or _odd(source) else source
            # Pushing attributes down to the pages would refuse files with a malformed page tree.
            return pikepdf.open(file, password=attempt, inherit_page_attributes=False)
        except pikepdf.PasswordError:
            if password is not None and attempt == attempts[-1]:
                raise PasswordError(name, "is encrypted and the given password is wrong") from None
        except MemoryError:
            raise InputError(name, "does not fit into memory") from None
        except Exception as error:
            raise InputError(name, _refusal(data, _without(str(source), str(error)))) from None
    raise PasswordError(
        name, "is encrypted and needs a password (--password or DTAA_PASSWORD)"
    ) from None


def _odd(path: Path) -> bool:
    """Whether a name is no valid Unicode: qpdf cannot be told of it."""
    return any("\ud800" <= char <= "\udfff" for char in str(path))


def could_be_pdf(data: bytes) -> bool:
    """Whether the header that every PDF begins with is there."""
    return _HEADER in data[:_HEADER_WINDOW]


def _refusal(data: bytes, message: str) -> str:
    if not could_be_pdf(data):
        return Phrase("is not a PDF")
    reason = one_line(re.sub(r"^stream <[^>]*>:? *", "", message))
    if "encrypt" in reason.lower() or "security handler" in reason.lower():
        return Phrase("is encrypted in a way that is not supported ({reason})", reason=reason)
    return Phrase("is damaged beyond repair ({reason})", reason=reason)


def take_warnings(pdf: pikepdf.Pdf) -> tuple[str, ...]:
    """qpdf's warnings since the last call, without the name that it gives the file."""
    named = str(pdf.filename)
    return tuple(one_line(_without(named, str(warning))) for warning in pdf.get_warnings())


def _without(named: str, message: str) -> str:
    return message[len(named) :].lstrip(":, ") if message.startswith(named) else message


def one_line(message: str) -> str:
    """A library's message without line breaks, control characters, or great length."""
    text = " ".join("".join(c if c.isprintable() else " " for c in message).split())
    return text if len(text) <= 160 else text[:159] + "…"
