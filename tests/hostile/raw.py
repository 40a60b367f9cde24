"""Writes PDFs object by object, so that they can be as wrong as a test needs them.

    pdf = tree("[3 0 R]", {3: "<</S/P/K 0>>"})

Objects are given as the text of their bodies; the cross-reference table is correct.
"""

from __future__ import annotations

from collections.abc import Mapping

PAGE = 900
"""Object number of the one page."""
ROOT = 901
"""Object number of the StructTreeRoot."""
CATALOG = 902
CONTENT = 904
FONT = 905

_TEXT = (
    b"BT /F1 12 Tf 50 700 Td "
    + b" ".join(b"/P <</MCID %d>> BDC (w%d ) Tj EMC" % (n, n) for n in range(4))
    + b" ET"
)


def assemble(objects: Mapping[int, str | bytes], *, trailer: str = "") -> bytes:
    """A file of these objects; ``trailer`` is added to the trailer dictionary."""
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    # qpdf takes no object number above a third of the file's size for real.
    out += b"%" + b" " * 3 * max(objects) + b"\n"
    places: dict[int, int] = {}
    for number in sorted(objects):
        body = objects[number]
        places[number] = len(out)
        raw = body if isinstance(body, bytes) else body.encode("latin-1")
        out += b"%d 0 obj\n" % number + raw + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 1\n0000000000 65535 f \n"
    numbers = sorted(places)
    run: list[int] = []
    for number in [*numbers, None]:
        if run and (number is None or number != run[-1] + 1):
            out += b"%d %d\n" % (run[0], len(run))
            for each in run:
                out += b"%010d 00000 n \n" % places[each]
            run = []
        if number is not None:
            run.append(number)
    size = max(numbers) + 1
    out += f"trailer <</Size {size} /Root {CATALOG} 0 R {trailer}>>\n".encode("latin-1")
    out += b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(out)


def stream(data: bytes, entries: str = "") -> bytes:
    """The body of a stream object."""
    head = f"<</Length {len(data)} {entries}>>\nstream\n".encode("latin-1")
    return head + data + b"\nendstream"


def tree(
    kids: str,
    objects: Mapping[int, str | bytes] | None = None,
    *,
    root: str = "",
    catalog: str = "",
    page: str = "",
    content: bytes = _TEXT,
    trailer: str = "",
    replace: Mapping[int, str | bytes] | None = None,
) -> bytes:
    """A one-page file whose StructTreeRoot has /K ``kids``.

    ``root``, ``catalog`` and ``page`` are further entries of those dictionaries; ``replace``
    replaces whole objects of the frame (``ROOT``, ``CATALOG``, ``PAGE`` …). The page shows the
    words w0 to w3 as MCIDs 0 to 3.
    """
    pages = 903
    made: dict[int, str | bytes] = {
        PAGE: f"<</Type/Page/Parent {pages} 0 R/MediaBox[0 0 600 800]/Contents {CONTENT} 0 R"
        f"/Resources<</Font<</F1 {FONT} 0 R>>>>/StructParents 0 {page}>>",
        ROOT: f"<</Type/StructTreeRoot/K {kids} {root}>>",
        CATALOG: f"<</Type/Catalog/Pages {pages} 0 R/StructTreeRoot {ROOT} 0 R"
        f"/MarkInfo<</Marked true>>{catalog}>>",
        pages: f"<</Type/Pages/Kids[{PAGE} 0 R]/Count 1>>",
        CONTENT: stream(content),
        FONT: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    }
    made.update(objects or {})
    made.update(replace or {})
    return assemble(made, trailer=trailer)
