"""``egr-s-reconstructed``: the machinery of EGR-S over a structure that layout analysis rebuilt.

The ablation: what are the author's tags worth, beside tags that a program makes of the page? The
tags are taken out of the file, opendataloader-pdf (optional, needs Java) writes new ones, and our
own reader compiles them. Its elements are not the document's: items carry places on the pages
instead, and evidence counts as shown when the words stand in an item at the evidence's place (see
``scoring.evidence``).
"""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from dtaa_lint.answerability.answering.embed import Embedder
from dtaa_lint.answerability.answering.interface import BUDGET, Document, Item
from dtaa_lint.answerability.answering.systems.egr_s import EgrS
from dtaa_lint.errors import ConfigError, InputError, ProviderError
from dtaa_lint.graph.view import View

_MISSING = (
    "egr-s-reconstructed needs opendataloader-pdf and a Java runtime of version 11 or later: "
    "pip install 'dtaa-lint[reconstruct]', and java on the path"
)


class EgrSReconstructed(EgrS):
    """EGR-S over a rebuilt structure."""

    name = "egr-s-reconstructed"

    def __init__(self, embedder: Embedder | None = None, budget: int = BUDGET) -> None:
        super().__init__(embedder, budget)
        self._view: View | None = None

    def index(self, document: Document) -> None:
        """Rebuilds the structure, unless ``prepare`` has. Raises ConfigError without the extra,
        ProviderError when the layout analysis fails."""
        self._view = rebuilt(document.data)
        self.index_view(self._view)

    def item(self, number: int) -> Item:
        """The unit with its places; elements of another tree than the document's are no use."""
        assert self._view is not None
        found = super().item(number)
        boxes = [box for node in found.nodes[:1] for box in self._view.boxes(node)]
        for node in found.nodes[1:]:
            boxes += [box for box in self._view.boxes(node) if box not in boxes]
        return Item(f"r{found.id[1:]}", found.text, (), found.page, tuple(boxes))


_prepared: dict[str, bytes] = {}
"""SHA-256 of a document -> the file with rebuilt tags: in memory only."""


def prepare(documents: Iterable[bytes]) -> None:
    """Rebuilds several documents with one start of Java, which takes longer than a short document.
    Raises ConfigError without the extra."""
    new = {key: data for data in documents if (key := _key(data)) not in _prepared}
    if new:
        _prepared.update(_rebuild(new))


def rebuilt_file(data: bytes) -> bytes:
    """The file with rebuilt tags, for another process to ``supply``. Raises ConfigError without
    the extra, ProviderError when the layout analysis wrote none."""
    prepare([data])
    try:
        return _prepared[_key(data)]
    except KeyError:
        raise ProviderError("the layout analysis wrote no tagged file") from None


def supply(data: bytes, made: bytes) -> None:
    """Notes the rebuilt file of a document, so that nothing is started for it here."""
    _prepared[_key(data)] = made


def rebuilt(data: bytes) -> View:
    """The document's structure as layout analysis sees it."""
    from dtaa_lint.pdf.read import read

    prepare([data])
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "rebuilt.pdf")
            path.write_bytes(_prepared[_key(data)])
            return View(read(str(path)))
    except KeyError:
        raise ProviderError("the layout analysis wrote no tagged file") from None
    except InputError as error:
        raise ProviderError(f"what the layout analysis wrote cannot be read: {error}") from error


def _key(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _rebuild(documents: dict[str, bytes]) -> dict[str, bytes]:
    try:
        import opendataloader_pdf
    except ImportError:
        raise ConfigError(_MISSING) from None
    if shutil.which("java") is None:
        raise ConfigError(_MISSING)
    made: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "in"), Path(folder, "out")
        source.mkdir()
        target.mkdir()
        paths = []
        for key, data in documents.items():
            path = source / f"{key}.pdf"
            path.write_bytes(without_tags(data))
            paths.append(str(path))
        failed = ""
        try:
            opendataloader_pdf.convert(
                paths,
                output_dir=str(target),
                format="tagged-pdf",
                quiet=True,
                use_struct_tree=False,
                image_output="off",
            )
        except (subprocess.CalledProcessError, OSError) as error:
            # Files that it did finish are there: one bad file must not cost the others.
            failed = str(error)
        for key in documents:
            written = sorted(target.glob(f"{key}*.pdf"))
            if written:
                made[key] = written[0].read_bytes()
    if not made and failed:
        raise ProviderError(f"the layout analysis fails: {failed}")
    return made


def without_tags(data: bytes) -> bytes:
    """The same pages without structure tree, marks and replacement texts."""
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as pdf:
        for key in ("/StructTreeRoot", "/MarkInfo"):
            if key in pdf.Root:
                del pdf.Root[key]
        for page in pdf.pages:
            if "/StructParents" in page:
                del page["/StructParents"]
            _drop_marks(pdf, page)
        out = io.BytesIO()
        pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate, encryption=False)
        return out.getvalue()


def _drop_marks(pdf: object, page: object) -> None:
    """Takes replacement texts out of a page that has any: what tags say is not to be known. Other
    marks mean nothing without the tree."""
    import pikepdf

    assert isinstance(page, pikepdf.Page) and isinstance(pdf, pikepdf.Pdf)
    try:
        page.contents_coalesce()
        contents = page.obj.get("/Contents")
        named = b"/Properties" if "/Properties" in page.obj.get("/Resources", {}) else None
        if contents is None:
            return
        stream = contents.read_bytes()
        if b"/ActualText" not in stream and b"/Alt" not in stream and named is None:
            return
        kept = [
            instruction
            for instruction in pikepdf.parse_content_stream(page)
            if str(instruction.operator) not in ("BDC", "BMC", "EMC", "DP", "MP")
        ]
        page.obj["/Contents"] = pdf.make_stream(pikepdf.unparse_content_stream(kept))
    except (pikepdf.PdfError, ValueError, TypeError):
        return
