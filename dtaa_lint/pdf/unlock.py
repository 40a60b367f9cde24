"""A file without its lock, in memory, for what reads bytes and knows no password."""

from __future__ import annotations

import io

import pikepdf

from dtaa_lint.errors import InputError, PasswordError
from dtaa_lint.pdf.open import Limits, opened


def unlocked(data: bytes, name: str, password: str | None) -> bytes:
    """The bytes themselves where they open without a password, or none is given; else a copy
    without encryption, its streams as they were, the same for the same file.

    Raises InputError for a file that cannot be opened, PasswordError where the password is wrong.
    """
    if password is None:
        return data
    try:
        with opened(data, name=name, password=None, limits=Limits()):
            return data
    except PasswordError:
        pass
    with opened(data, name=name, password=password, limits=Limits()) as file:
        out = io.BytesIO()
        try:
            file.pdf.save(
                out,
                encryption=False,
                deterministic_id=True,
                compress_streams=False,
                stream_decode_level=pikepdf.StreamDecodeLevel.none,
            )
        except (pikepdf.PdfError, RuntimeError, ValueError, MemoryError) as error:
            raise InputError(name, f"its lock cannot be taken off: {error}") from error
        return out.getvalue()
