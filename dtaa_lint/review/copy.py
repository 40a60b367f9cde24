"""The review copy of a file: annotations and bookmarks are added, nothing else changes.

Page contents, tags and everything else are those of the file. The annotations are no part of the
tag tree, on purpose: a review copy is for the work on a file and not to be published.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from dtaa_lint.errors import InputError
from dtaa_lint.pdf.issues import Issues
from dtaa_lint.pdf.objects import Objects
from dtaa_lint.pdf.open import Limits, one_line, opened
from dtaa_lint.pdf.pages import RawPage, read_pages
from dtaa_lint.pdf.signed import is_signed
from dtaa_lint.report.bookmarks import Bookmark
from dtaa_lint.report.colours import colour
from dtaa_lint.report.mark_places import Shape
from dtaa_lint.report.marks import AUTHOR, Kind, Mark
from dtaa_lint.report.sheet import kept_inside
from dtaa_lint.review.drawing import DASHES, LINE, THIN, Drawings, colour_array, number
from dtaa_lint.review.outline import add_bookmarks

_PRINT, _NO_ZOOM, _NO_ROTATE = 4, 8, 16
"""Flags of annotations (ISO 32000-2, Table 167)."""
_POPUP = (220.0, 160.0)
"""Points that the window of a note is wide and high."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A review copy."""

    data: bytes
    signed: bool
    """The file is signed; a signature does not hold for the copy."""


def review_copy(
    data: bytes,
    name: str,
    marks: Sequence[Mark],
    bookmark: Bookmark,
    *,
    lang: str = "en",
    password: str | None = None,
) -> Reviewed:
    """A copy of the file with the marks as annotations, written by ``AUTHOR`` in the language
    ``lang``, and the bookmarks after its own. An encrypted file gives a copy that is encrypted
    alike and opens with the same passwords.

    The same arguments give the same bytes, but for encrypted files, which are encrypted anew with
    random numbers. Raises InputError, naming the file and the reason, for a file that cannot be
    read, cannot be written again, or whose permissions leave no room for annotations.
    """
    out = BytesIO()
    with opened(data, name=name, password=password, limits=Limits()) as file:
        pdf = file.pdf
        if pdf.is_encrypted and not _may_annotate(pdf, data, password):
            raise InputError(
                name, "its permissions allow annotations only with the owner's password"
            )
        try:
            pages = read_pages(pdf, Objects(pdf), name, Limits(), Issues())
            signed = is_signed(pdf)
            _annotate(pdf, pages, marks, lang)
            add_bookmarks(pdf, bookmark, [page.object for page in pages])
            _save(pdf, out)
        except (ValueError, KeyError, AttributeError, TypeError, pikepdf.PdfError) as error:
            # Where in memory the file was read is of no use to anybody.
            reason = one_line(re.sub(r"^stream <[^>]*>:? *", "", str(error)))
            raise InputError(name, f"cannot be written again: {reason}") from error
    return Reviewed(out.getvalue(), signed)


def _may_annotate(pdf: pikepdf.Pdf, data: bytes, password: str | None) -> bool:
    """Whether annotations may be added: permissions hold for all but the owner, whose password is
    not tried where a file opens without any."""
    if pdf.allow.modify_annotation or pdf.owner_password_matched:
        return True
    if not password:
        return False
    try:
        with pikepdf.open(BytesIO(data), password=password, inherit_page_attributes=False) as again:
            return again.owner_password_matched
    except (ValueError, pikepdf.PasswordError, pikepdf.PdfError):
        return False


def _save(pdf: pikepdf.Pdf, out: BytesIO) -> None:
    if pdf.is_encrypted:
        # Neither a number that follows from the content nor streams as they are go with that.
        pdf.save(out, encryption=True, fix_metadata_version=False)
        return
    pdf.save(
        out,
        deterministic_id=True,
        fix_metadata_version=False,
        stream_decode_level=pikepdf.StreamDecodeLevel.none,
    )


def is_review_copy(data: bytes, password: str | None = None) -> bool:
    """Whether the file is a review copy: its first page has the note that says so."""
    try:
        with opened(data, name="", password=password, limits=Limits()) as file:
            pages = read_pages(file.pdf, Objects(file.pdf), "", Limits(), Issues())
            return any(
                isinstance(item, Dictionary)
                and str(item.get("/NM", "")) == FIRST_NOTE
                and str(item.get("/T", "")) == AUTHOR
                for item in _annotations(pages[0].object)
            )
    except (InputError, ValueError, KeyError, TypeError, pikepdf.PdfError):
        return False


FIRST_NOTE = f"{AUTHOR}-1-1"
"""Name of the note on the first page that says what the copy is."""


def _annotations(page: pikepdf.Object) -> list[pikepdf.Object]:
    found = page.get("/Annots")
    return list(found.as_list()) if isinstance(found, Array) else []


def _annotate(pdf: pikepdf.Pdf, pages: Sequence[RawPage], marks: Sequence[Mark], lang: str) -> None:
    by_page: dict[int, list[Mark]] = {}
    for mark in marks:
        if mark.page < len(pages):
            by_page.setdefault(mark.page, []).append(mark)
    drawings = Drawings(pdf)
    for index, placed in by_page.items():
        page = pages[index]
        # A list of its own, as several pages may share one.
        annotations = _annotations(page.object)
        named: dict[str, pikepdf.Object] = {}
        for mark in placed:
            if mark.shape is Shape.NOTE:
                # Many of them on a small page would stand beyond its end.
                mark = replace(mark, box=kept_inside(mark.box, page.crop_box))
            made = named[mark.name] = _annotation(pdf, page, mark, drawings, lang)
            if mark.group in named:
                made.IRT, made.RT = named[mark.group], Name.Group
            annotations += [made, made.Popup]
        page.object.Annots = Array(annotations)


def _annotation(
    pdf: pikepdf.Pdf, page: RawPage, mark: Mark, drawings: Drawings, lang: str
) -> pikepdf.Object:
    """The annotation, with its popup."""
    x0, y0, x1, y1 = box = [number(value) for value in mark.box]
    entries = Dictionary(
        Type=Name.Annot,
        Rect=Array(box),
        P=page.object,
        NM=String(mark.name),
        T=String(AUTHOR),
        Subj=String(mark.subject),
        Contents=String("\r".join(mark.contents)),
        Lang=String(lang),
        C=colour_array(colour(mark)),
        F=_PRINT,
        AP=Dictionary(N=drawings.of(mark)),
    )
    match mark.shape:
        case Shape.HIGHLIGHT:
            entries.Subtype = Name.Highlight
            # The order that viewers expect: upper corners, then lower ones.
            entries.QuadPoints = Array([x0, y1, x1, y1, x0, y0, x1, y0])
        case Shape.SQUARE:
            entries.Subtype = Name.Square
            entries.BS = Dictionary(W=number(LINE), S=Name.S)
            if mark.kind is Kind.RELATED:
                entries.BS = Dictionary(W=number(THIN), S=Name.D, D=Array(list(DASHES)))
        case Shape.NOTE:
            entries.Subtype = Name.Text
            entries.Name = Name.Comment
            entries.F = _PRINT | _NO_ZOOM | _NO_ROTATE
    made = pdf.make_indirect(entries)
    made.Popup = pdf.make_indirect(
        Dictionary(
            Type=Name.Annot,
            Subtype=Name.Popup,
            Parent=made,
            Rect=Array([number(value) for value in _window(page, mark)]),
            Open=False,
            F=_NO_ZOOM | _NO_ROTATE,
        )
    )
    return made


def _window(page: RawPage, mark: Mark) -> tuple[float, float, float, float]:
    """Where the window of a note opens: at the right edge of the page, beside its place."""
    x0, y0, x1, y1 = page.crop_box
    width, height = min(_POPUP[0], x1 - x0), min(_POPUP[1], y1 - y0)
    top = round(min(max(mark.box[3], y0 + height), y1), 2)
    return (round(x1 - width, 2), round(top - height, 2), round(x1, 2), top)
