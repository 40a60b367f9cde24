"""The process that draws pages. pdfium is native code that reads hostile files: whatever becomes of
it here, a crash, a hang, all memory, costs the pictures and nothing else (``report.pictures``).

Nothing else of the tool may import pypdfium2.
"""

from __future__ import annotations

import ctypes
import hashlib
import io
import logging
import math
import os
import signal
import stat
from contextlib import closing, suppress
from multiprocessing.connection import Connection
from pathlib import Path

import pypdfium2
from PIL import Image
from pypdfium2 import raw

from dtaa_lint.report.interface import PageImage
from dtaa_lint.report.pictures import CHANGED, Answer, Open, Request

DPI = 110
MAX_PIXELS = 1_600_000
"""Of one picture; larger pages are drawn at fewer dots an inch."""
MAX_SIDE = 8_000
"""Pixels of the longer side."""
MAX_POINTS = 100_000.0
"""A page with a longer side is none (ISO 32000-1 knew 14,400)."""
MIN_PIXELS = 4
"""Of the shorter side; a page that comes out narrower shows nothing."""
MAX_MEMORY = 4 << 30
"""Bytes of address space that drawing may take, where the system can hold a process to it."""

_FLAT = 4096
"""Colours up to which a page is text and drawings, which PNG keeps sharp and small."""
_COLORS = 64
_RICH_COLORS = 192
_QUALITY = 75


def serve(connection: Connection) -> None:
    """The life of the process: a request in, an answer out, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _restrain()
    document: pypdfium2.PdfDocument | None = None
    while True:
        try:
            request: Request = connection.recv()
        except (EOFError, OSError):
            return
        answer: Answer
        if isinstance(request, Open):
            if document is not None:
                document.close()
            document, answer = opened(request)
        else:
            answer = None if document is None else draw(document, request)
        connection.send(answer)


def opened(request: Open) -> tuple[pypdfium2.PdfDocument | None, int]:
    """The document, and the answer to the request for it."""
    data = request.data
    if data is None:
        try:
            data = _read(request.path)
        except (OSError, ValueError):
            return None, CHANGED if request.sha256 else 0
        except MemoryError:
            return None, 0
    if request.sha256 and hashlib.sha256(data).hexdigest() != request.sha256:
        return None, CHANGED
    document = open_document(data, request.password)
    return document, 0 if document is None else len(document)


def _read(path: str) -> bytes:
    """All of a regular file. pdfium reads what it draws from memory: a file may be written anew
    at any moment."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | _NO_WAIT)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("no regular file")
        return file.read()


_NO_WAIT = getattr(os, "O_NONBLOCK", 0)


def open_document(data: bytes, password: str | None) -> pypdfium2.PdfDocument | None:
    """The document; None when pdfium cannot open it, or with no password that is known."""
    logging.getLogger("pypdfium2").setLevel(logging.CRITICAL)
    for attempt in (None, password):
        try:
            document = pypdfium2.PdfDocument(data, attempt, autoclose=True)
        except Exception:
            continue
        # Without the form environment pages are drawn without their fields.
        with suppress(Exception):
            document.init_forms()
        return document
    return None


def draw(document: pypdfium2.PdfDocument, number: int) -> PageImage | None:
    """The picture of a page, annotations and form fields drawn; None when there is none."""
    try:
        with closing(document[number]) as page:
            return _draw(page)
    except Exception:
        return None


def _draw(page: pypdfium2.PdfPage) -> PageImage | None:
    width, height = page.get_size()
    if not (0 < width < MAX_POINTS and 0 < height < MAX_POINTS):
        return None
    scale = min(DPI / 72, math.sqrt(MAX_PIXELS / (width * height)), MAX_SIDE / max(width, height))
    if min(width, height) * scale < MIN_PIXELS:
        return None
    with closing(page.render(scale=scale)) as bitmap:
        image = bitmap.to_pil().convert("RGB")
    matrix = _matrix(page, image.width, image.height)
    if matrix is None:
        return None
    data, media_type = encode(image)
    return PageImage(data, media_type, image.width, image.height, matrix)


def _matrix(
    page: pypdfium2.PdfPage, width: int, height: int
) -> tuple[float, float, float, float, float, float] | None:
    """From user space to pixels. pdfium tells the way back for whole pixels: three corners give
    the matrix, with all that it knows of boxes, rotation and units."""
    corners: list[tuple[float, float]] = []
    for x, y in ((0, 0), (width, 0), (0, height)):
        at_x, at_y = ctypes.c_double(), ctypes.c_double()
        if not raw.FPDF_DeviceToPage(
            page, 0, 0, width, height, 0, x, y, ctypes.byref(at_x), ctypes.byref(at_y)
        ):
            return None
        corners.append((at_x.value, at_y.value))
    (x0, y0), (x1, y1), (x2, y2) = corners
    # One pixel to the right, one pixel down, in user space.
    right_x, right_y = (x1 - x0) / width, (y1 - y0) / width
    down_x, down_y = (x2 - x0) / height, (y2 - y0) / height
    area = right_x * down_y - right_y * down_x
    if not math.isfinite(area) or not area:
        return None
    a, b, c, d = down_y / area, -right_y / area, -down_x / area, right_x / area
    e, f = -(a * x0 + c * y0), -(b * x0 + d * y0)
    return (
        round(a, 6), round(b, 6), round(c, 6), round(d, 6), round(e, 3), round(f, 3)
    )  # fmt: skip


def encode(image: Image.Image) -> tuple[bytes, str]:
    """The image as a small file, and its media type: PNG of few colours for text and drawings;
    for pages with photographs that or JPEG, whichever is smaller."""
    flat = image.getcolors(_FLAT) is not None
    reduced = image.quantize(
        _COLORS if flat else _RICH_COLORS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    # The last level takes six times as long for two bytes in a hundred.
    png = _saved(reduced, "PNG", compress_level=6)
    if not flat:
        jpeg = _saved(image, "JPEG", quality=_QUALITY, optimize=True)
        if len(jpeg) < len(png):
            return jpeg, "image/jpeg"
    return png, "image/png"


def _saved(image: Image.Image, form: str, **settings: int) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **settings)
    return out.getvalue()


def _restrain() -> None:
    """Bounds memory, leaves no core file, and keeps the last words of native code off the user's
    terminal."""
    if not os.environ.get("DTAA_DEBUG"):
        with suppress(OSError), Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 2)
    try:
        import resource
    except ImportError:  # not on Windows
        return
    for limit, most in ((resource.RLIMIT_AS, MAX_MEMORY), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):
            hard = resource.getrlimit(limit)[1]
            if hard == resource.RLIM_INFINITY or most < hard:
                resource.setrlimit(limit, (most, hard))
