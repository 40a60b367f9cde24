"""Bytes of streams, decoded with a cap: a small file may claim to hold gigabytes."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import TYPE_CHECKING, Any

from dtaa_lint.pdf.objects import Objects, Ref, StreamDict

if TYPE_CHECKING:
    import pikepdf

LARGEST_RATIO = 1400
"""No filter expands by more than this factor (LZW; deflate comes to 1040)."""
MAX_UNBOUNDED = 2**28
"""Bytes that a stream may claim to come to where only decoding it as a whole tells."""
MAX_FILTERS = 8
TOO_LARGE = "stream is too large"

FLATE = ("FlateDecode", "Fl")
ASCII = ("ASCIIHexDecode", "AHx", "ASCII85Decode", "A85")

_NOT_HEX = re.compile(rb"[^0-9A-Fa-f]+")


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
        return (raw, None) if len(raw) <= limit else (raw[:limit], TOO_LARGE)
    parameters = objects.resolve(header.get("DecodeParms", header.get("DP")))
    if len(names) > MAX_FILTERS:
        return b"", "too many filters"
    predicts = _predicts(objects, parameters)
    data, problem = raw, None
    for at, name in enumerate(names):
        if name in FLATE:
            data, trouble = inflate(data, limit)
            problem = problem or trouble
            if not predicts:
                continue
            # Prediction only shrinks it; qpdf does that.
            at += 1
        elif name in ASCII and at + 1 < len(names) and names[at + 1] in FLATE and not predicts:
            data = _from_ascii(data, name in ASCII[:2])
            continue
        bound = len(data)
        for later in names[at:]:
            bound *= 1 if later in ASCII else LARGEST_RATIO
        if problem == TOO_LARGE or bound > max(limit, MAX_UNBOUNDED):
            return b"", TOO_LARGE
        try:
            data = bytes(stream.read_bytes())
        except Exception:
            return b"", "stream cannot be decoded"
        return (data, None) if len(data) <= limit else (data[:limit], TOO_LARGE)
    return data, problem


def _from_ascii(data: bytes, hexadecimal: bool) -> bytes:
    """ASCIIHexDecode or ASCII85Decode (7.4.2, 7.4.3), as far as the notation is right."""
    if hexadecimal:
        digits = _NOT_HEX.sub(b"", data.split(b">", 1)[0])
        return binascii.unhexlify(digits + b"0" * (len(digits) % 2))
    text = data.split(b"~", 1)[0].lstrip().removeprefix(b"<~")
    try:
        return base64.a85decode(text, ignorechars=b" \t\n\r\f\v\0")
    except ValueError:
        return b""


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
        return data[:limit], TOO_LARGE
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
