"""Bytes of streams, decoded with a cap: a small file may claim to hold gigabytes."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

from dtaa_lint.pdf.objects import Objects, Ref, StreamDict

if TYPE_CHECKING:
    import pikepdf

DEFLATE_RATIO = 1040
"""No deflate stream expands by more than this factor."""

FLATE = ("FlateDecode", "Fl")


def read_stream(
    pdf: pikepdf.Pdf, objects: Objects, ref: Ref, limit: int
) -> tuple[bytes, str | None]:
    """The decoded data of stream ``ref``, at most ``limit`` bytes, and what went wrong (or None).

    Damaged data yields what could be decoded before the damage.
    """
    header = objects.resolve(ref)
    if not isinstance(header, StreamDict):
        return b"", "not a stream"
    try:
        stream: Any = pdf.get_object(ref)
        raw: bytes = bytes(stream.read_raw_bytes())
    except Exception:
        return b"", "stream cannot be read"
    filters = objects.resolve(header.get("Filter", header.get("F")))
    names = filters if isinstance(filters, list) else [] if filters is None else [filters]
    names = [objects.resolve(name) for name in names]
    if not names:
        return (raw, None) if len(raw) <= limit else (raw[:limit], "stream is too large")
    parameters = objects.resolve(header.get("DecodeParms", header.get("DP")))
    if all(name in FLATE for name in names) and not _predicts(objects, parameters):
        problem: str | None = None
        for _ in names[:8]:
            raw, problem_here = inflate(raw, limit)
            problem = problem or problem_here
        return raw, problem
    if len(raw) * DEFLATE_RATIO ** len(names) > limit * 64 and len(raw) > limit // DEFLATE_RATIO:
        return b"", "stream is too large"
    if len(names) > 4:
        return b"", "too many filters"
    try:
        data = bytes(stream.read_bytes())
    except Exception:
        return b"", "stream cannot be decoded"
    return (data, None) if len(data) <= limit else (data[:limit], "stream is too large")


def _predicts(objects: Objects, parameters: Any) -> bool:
    """Whether any of the decode parameters asks for a predictor."""
    for entry in parameters if isinstance(parameters, list) else [parameters]:
        entry = objects.resolve(entry)
        if isinstance(entry, dict) and objects.resolve(entry.get("Predictor", 1)) not in (1, None):
            return True
    return False


def inflate(raw: bytes, limit: int) -> tuple[bytes, str | None]:
    """Deflated data unpacked up to ``limit`` bytes; tolerant of a cut end or a bad checksum."""
    decoder = zlib.decompressobj()
    try:
        data = decoder.decompress(raw, limit + 1)
    except zlib.error:
        return _salvage(raw, limit)
    if len(data) > limit:
        return data[:limit], "stream is too large"
    return data, None if decoder.eof else "stream is cut short"


def _salvage(raw: bytes, limit: int) -> tuple[bytes, str]:
    """What a damaged deflate stream yields when fed in small steps."""
    for start, window in ((0, 15), (2, -15)):
        decoder = zlib.decompressobj(window)
        found = bytearray()
        try:
            for at in range(start, len(raw), 256):
                found += decoder.decompress(raw[at : at + 256], max(1, limit + 1 - len(found)))
                if len(found) > limit:
                    break
        except zlib.error:
            pass
        if found:
            return bytes(found[:limit]), "stream is damaged"
    return b"", "stream cannot be decoded"
