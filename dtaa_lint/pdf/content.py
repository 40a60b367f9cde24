"""Page content: text and place of everything that is shown, by (stream, MCID).

``ContentReader`` holds what pages share (fonts, forms, property lists) and reads one page at a
time. It never raises on damaged content: what can be read is read, and ``PageContent.damaged``
says what could not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from dtaa_lint.pdf.content_data import read_stream
from dtaa_lint.pdf.content_page import LIMIT, PageRun
from dtaa_lint.pdf.content_paint import find_painted, may_paint
from dtaa_lint.pdf.content_resources import Form, Resources, property_list
from dtaa_lint.pdf.content_run import run as interpret
from dtaa_lint.pdf.content_sequence import Piece
from dtaa_lint.pdf.fonts import Font
from dtaa_lint.pdf.fonts_read import FontReader
from dtaa_lint.pdf.geometry import IDENTITY, Matrix, intersect, multiply, sane, transform_box
from dtaa_lint.pdf.model import Box
from dtaa_lint.pdf.objects import Objects, Ref, StreamDict, parse
from dtaa_lint.words import Phrase

if TYPE_CHECKING:
    import pikepdf

__all__ = ["ContentReader", "PageContent", "Piece", "Stray"]

MAX_PAGE_BYTES = 64_000_000
MAX_DOCUMENT_BYTES = 1_500_000_000
MAX_PARENTS = 64
STREAM_COST = 512
"""What opening a stream costs, in bytes of content."""
STRAY_TEXT = 200
STRAY_BOXES = 20
NOTHING: Mapping[tuple[int, int], bool] = {}


class Stray(NamedTuple):
    """Visible text of a page that is in no MCID and is no artifact."""

    glyphs: int
    """Visible glyphs other than white space."""
    text: str
    """The first 200 characters."""
    boxes: tuple[Box, ...]
    """Boxes of the first 20 stretches of such content."""


class PageContent(NamedTuple):
    """What a page's streams show."""

    pieces: dict[tuple[int, int], Piece]
    """(stream, MCID) -> text; stream 0 is the page's own content, else the object number of the
    form or of the annotation's appearance. In the order of first appearance."""
    stray: Stray
    artifact_glyphs: int
    """Glyphs other than white space in artifacts."""
    duplicates: tuple[tuple[int, int], ...]
    """(stream, MCID) pairs that more than one marked-content sequence uses, up to 20."""
    damaged: str | None
    """Why some content could not be read; None when all of it was."""
    moved: tuple[tuple[int, int], ...] = ()
    """(form, MCID) pairs that stand under (0, MCID) because the structure tree names the page's
    stream, which lacks them."""


class ContentReader:
    """Reads the content of pages; holds what they share.

    ``objects``: the file's objects when the caller has them already. ``max_page_bytes`` and
    ``max_document_bytes`` bound the decoded content interpreted for one page and in all, forms
    counted at every use; what goes beyond is left out and said in ``PageContent.damaged``.
    """

    def __init__(
        self,
        pdf: pikepdf.Pdf,
        objects: Objects | None = None,
        *,
        max_page_bytes: int = MAX_PAGE_BYTES,
        max_document_bytes: int = MAX_DOCUMENT_BYTES,
    ) -> None:
        self.pdf = pdf
        self.objects = objects if objects is not None else Objects(pdf)
        self.max_page_bytes = max_page_bytes
        self.document_budget = max_document_bytes
        self.paint_budget = max_document_bytes // 8
        """Bytes that may be read again for the places of pictures."""
        self.strict = False
        """Whether odd numbers are looked for; see ``content_scan.instruction_pattern``."""
        self._font_reader = FontReader(pdf, self.objects)
        self.fallback_font = self._font_reader.fallback
        self._fonts: dict[Ref, Font] = {}
        self._forms: dict[Ref, Form | None] = {}
        self._resources: dict[Ref, Resources] = {}
        self._lists: dict[bytes, tuple[int, str | None, Ref | None]] = {}
        self._hidden = self._hidden_layers()

    # What pages share

    def font(self, value: Any) -> Font:
        if value.__class__ is not tuple:
            return self._font_reader.read(value)
        found = self._fonts.get(value)
        if found is None:
            found = self._fonts[value] = self._font_reader.read(value)
        return found

    def form(self, value: Any) -> Form | None:
        """The form that an XObject resource stands for; None for images and the like."""
        if value.__class__ is not tuple:
            return None
        if value not in self._forms:
            entries = self.objects.resolve(value)
            is_form = isinstance(entries, StreamDict) and (
                entries.get("Subtype") == "Form" or "BBox" in entries
            )
            self._forms[value] = Form(self, value, entries) if is_form else None
        return self._forms[value]

    def resources(self, value: Any) -> Resources:
        if value.__class__ is not tuple:
            return Resources(self, self.objects.dictionary(value))
        found = self._resources.get(value)
        if found is None:
            found = self._resources[value] = Resources(self, self.objects.dictionary(value))
        return found

    def rectangle(self, value: Any) -> Box | None:
        numbers = [self.objects.number(n) for n in self.objects.array(value)[:4]]
        if len(numbers) != 4 or any(n is None for n in numbers):
            return None
        x0, y0, x1, y1 = (n or 0.0 for n in numbers)
        return (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))

    def properties(
        self, operand: bytes, resources: Resources, tag: bytes
    ) -> tuple[int, str | None, Ref | None]:
        """(MCID or -1, ActualText or None, optional-content group or None) of a BDC operand."""
        if operand[:1] == b"/":
            mcid, text, layer = resources.properties[operand]
            return mcid, text, layer if tag == b"/OC" else None
        found = self._lists.get(operand)
        if found is None:
            if len(self._lists) > 50_000:
                self._lists.clear()
            found = self._lists[operand] = property_list(operand)
        return found

    def _hidden_layers(self) -> frozenset[Ref]:
        """Optional-content groups that are off in the default configuration (8.11.4.3)."""
        objects = self.objects
        try:
            root = parse(self.pdf.Root.unparse(resolved=True))
        except Exception:
            return frozenset()
        entries = objects.dictionary(root.get("OCProperties") if isinstance(root, dict) else None)
        default = objects.dictionary(entries.get("D"))
        off = {ref for ref in objects.array(default.get("OFF")) if ref.__class__ is tuple}
        if objects.name(default.get("BaseState")) == "OFF":
            on = {ref for ref in objects.array(default.get("ON")) if ref.__class__ is tuple}
            groups = {ref for ref in objects.array(entries.get("OCGs")) if ref.__class__ is tuple}
            off |= groups - on
        return frozenset(off)

    def is_hidden(self, layer: Ref) -> bool:
        """Whether an optional-content group, or every group of a membership dictionary, is off."""
        if not self._hidden:
            return False
        if layer in self._hidden:
            return True
        entries = self.objects.dictionary(layer)
        if entries.get("Type") != "OCMD" or "VE" in entries:
            return False
        groups = entries.get("OCGs")
        members = [groups] if groups in self._hidden else self.objects.array(groups)
        return bool(members) and all(
            member.__class__ is tuple and member in self._hidden for member in members
        )

    # Pages

    def read_page(
        self,
        index: int,
        page: pikepdf.Object,
        streams: Iterable[int] | None = None,
        owned: Mapping[tuple[int, int], bool] = NOTHING,
    ) -> PageContent:
        """Everything that page ``index`` shows.

        ``streams``: object numbers of annotation appearances whose marked content the structure
        tree refers to (/Stm of MCRs); None reads those that have a /StructParents of their own.
        ``owned``: the (stream, MCID) pairs that the structure tree owns, and whether the owner is
        an illustration: those without glyphs get the box of what they paint.
        """
        budget = self.document_budget
        wanted = None if streams is None else set(streams)
        try:
            return self._read_page(page, wanted, owned)
        except ValueError:
            self.strict, self.document_budget = True, budget
            return self._read_page(page, wanted, owned)
        finally:
            self.strict = False

    def _read_page(
        self,
        page: pikepdf.Object,
        streams: set[int] | None,
        owned: Mapping[tuple[int, int], bool],
    ) -> PageContent:
        objects = self.objects
        try:
            entries = parse(page.unparse(resolved=True))
        except Exception:
            entries = None
        if not isinstance(entries, dict):
            return PageContent({}, Stray(0, "", ()), 0, (), Phrase("page cannot be read"))
        media = self.rectangle(self._inherited(entries, "MediaBox"))
        crop = self.rectangle(self._inherited(entries, "CropBox"))
        visible = media or (0.0, 0.0, 612.0, 792.0)
        if crop is not None:
            common = intersect(visible, crop)
            visible = common if sane(common) else visible
        rotate = objects.integer(self._inherited(entries, "Rotate")) or 0
        data, problem = self._page_data(entries.get("Contents"))
        resources = self.resources(self._inherited(entries, "Resources"))
        run = PageRun(self, visible, rotate, owned)
        run.damaged = problem
        if data:
            interpret(run, data, resources)
        echoes = run.find_echoes()
        if echoes and run.damaged == problem:
            run = PageRun(self, visible, rotate, owned, echoes)
            run.damaged = problem
            interpret(run, data, resources)
        if streams is None or streams:
            self._appearances(run, entries, streams)
        content = _rehomed(self._finish(run), owned)
        wanted = {key: picture for key, picture in owned.items() if _unseen(content, key, picture)}
        if wanted and may_paint(data, wanted):
            painted = find_painted(self, data, resources, visible, owned, wanted)
            for key, (box, flag) in painted.items():
                piece = content.pieces[key]
                content.pieces[key] = piece._replace(box=box, flags=piece.flags | flag)
        return content

    def _inherited(self, entries: dict[str, Any], key: str) -> Any:
        """A page attribute, from the page or its ancestors (7.7.3.4)."""
        for _ in range(MAX_PARENTS):
            if key in entries:
                return entries[key]
            entries = self.objects.dictionary(entries.get("Parent"))
            if not entries:
                break
        return None

    def _page_data(self, contents: Any) -> tuple[bytes, str | None]:
        """The content streams joined by line ends: an instruction may span two of them."""
        resolved = self.objects.resolve(contents)
        refs = resolved if isinstance(resolved, list) else [contents]
        found: list[bytes] = []
        problem: str | None = None
        left = min(self.max_page_bytes, self.document_budget)
        for ref in refs:
            if left <= 0:
                problem = problem or LIMIT
                break
            ref = self._stream_ref(ref)
            if ref is None:
                continue
            data, trouble = read_stream(self.pdf, self.objects, ref, left)
            found.append(data)
            problem = problem or trouble
            left -= len(data) + STREAM_COST
        self.document_budget -= STREAM_COST * len(found)
        return b"\n".join(found), problem

    def _stream_ref(self, value: Any) -> Ref | None:
        """The reference of the stream itself at the end of a chain of references."""
        for _ in range(32):
            if value.__class__ is not tuple:
                return None
            if isinstance(self.objects.resolve(value), StreamDict):
                target = self.objects.fetch(value)
                if target.__class__ is not tuple:
                    return value
                value = target
            else:
                return None
        return None

    def _appearances(self, run: PageRun, page: dict[str, Any], wanted: set[int] | None) -> None:
        """Reads the normal appearances of the page's annotations that hold marked content."""
        objects = self.objects
        for item in objects.array(page.get("Annots")):
            annotation = objects.dictionary(item)
            normal = objects.dictionary(annotation.get("AP")).get("N")
            if normal is None:
                continue
            if not isinstance(objects.resolve(normal), StreamDict):
                state = objects.name(annotation.get("AS")) or ""
                normal = objects.dictionary(normal).get(state)
            form = self.form(normal)
            if form is None:
                continue
            if form.ref[0] not in wanted if wanted is not None else not form.marked:
                continue
            place = self.rectangle(annotation.get("Rect"))
            matrix = IDENTITY
            if form.box is not None and place is not None:
                matrix = _fit(transform_box(form.box, form.matrix), place)
            data, problem = form.data(self)
            if problem:
                run.damage(problem)
            resources = form.resources(self) or self.resources(self._inherited(page, "Resources"))
            before, run.strays = run.strays, []
            interpret(run, data, resources, multiply(form.matrix, matrix), form.ref[0])
            # What an appearance shows outside its MCIDs belongs to its annotation.
            run.strays = before
            run.done_forms.add(form.ref[0])

    def _finish(self, run: PageRun) -> PageContent:
        pieces = {key: sequence.piece() for key, sequence in run.sequences.items()}
        glyphs = sum(sequence.visible for sequence in run.strays)
        parts: list[str] = []
        boxes: list[Box] = []
        length = 0
        for sequence in run.strays:
            box = sequence.box()
            if not sequence.visible:
                continue
            if box is not None and len(boxes) < STRAY_BOXES:
                boxes.append(box)
            if length < STRAY_TEXT:
                text = " ".join(sequence.text().split())
                parts.append(text)
                length += len(text) + 1
        stray = Stray(glyphs, " ".join(parts)[:STRAY_TEXT], tuple(boxes))
        return PageContent(pieces, stray, run.artifact_glyphs, tuple(run.duplicates), run.damaged)


def _rehomed(content: PageContent, owned: Mapping[tuple[int, int], bool]) -> PageContent:
    """Content of forms moved to where the structure tree looks for it.

    Some producers put tagged content into a Form XObject and forget /Stm: the tree names MCIDs
    that the page's own stream lacks. A form all of whose MCIDs are in need of an owner, each of
    them named by the tree and in no other form, is what they mean.
    """
    pieces = content.pieces
    lost = {mcid for stream, mcid in owned if not stream and (0, mcid) not in pieces}
    if not lost:
        return content
    forms: dict[int, list[int]] = {}
    for stream, mcid in pieces:
        if stream and (stream, mcid) not in owned:
            forms.setdefault(stream, []).append(mcid)
    seen = Counter(mcid for mcids in forms.values() for mcid in mcids)
    moved: list[tuple[int, int]] = []
    for stream, mcids in forms.items():
        if all(mcid in lost and seen[mcid] == 1 for mcid in mcids):
            moved += [(stream, mcid) for mcid in mcids]
    for stream, mcid in moved:
        pieces[0, mcid] = pieces.pop((stream, mcid))
    return content._replace(moved=tuple(moved))


def _unseen(content: PageContent, key: tuple[int, int], illustrates: bool) -> bool:
    """Whether an MCID has no place on the page by its glyphs, although it may paint something."""
    piece = content.pieces.get(key)
    return piece is not None and piece.box is None and (illustrates or not piece.glyphs)


def _fit(box: Box, place: Box) -> Matrix:
    """The matrix that scales and moves an appearance box onto the annotation (12.5.5)."""
    width, height = box[2] - box[0], box[3] - box[1]
    sx = (place[2] - place[0]) / width if width else 1.0
    sy = (place[3] - place[1]) / height if height else 1.0
    return (sx, 0.0, 0.0, sy, place[0] - box[0] * sx, place[1] - box[1] * sy)
