"""What the reader hands on: plain, immutable records, free of PDF library objects.

Hot records (one per structure element or content item) are named tuples, because a 600-page
handbook has a hundred thousand of them; the rest are frozen dataclasses.

Units: coordinates are points in default user space (ISO 32000-2, 8.3.2.3), origin as the page
has it, not moved by CropBox or Rotate. Page numbers are 0-based indices unless a field says
"label". Structure terms follow ISO 32000-2, 14.7 and 14.8.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

Box: TypeAlias = tuple[float, float, float, float]
"""(x0, y0, x1, y1) in points, default user space, x0 <= x1 and y0 <= y1."""

AttributeValue: TypeAlias = "str | float | int | bool | tuple[AttributeValue, ...] | None"
"""A plain PDF value; names and strings are both ``str``, arrays are tuples."""


class PageBox(NamedTuple):
    """A rectangle on a page."""

    page: int
    box: Box


class ContentItem(NamedTuple):
    """A marked-content reference: a kid of an element that owns page content (14.7.5.2)."""

    page: int
    """0-based page index; -1 when no page could be found."""
    stream: int
    """0 for the page's own content, else the object number of the Form XObject (/Stm)."""
    mcid: int


class ObjectItem(NamedTuple):
    """An object reference (OBJR, 14.7.5.3): a kid of an element that owns an annotation."""

    page: int
    """0-based page index; -1 when no page could be found."""
    annotation: int
    """Index into ``PdfDocument.annotations``; -1 when it is no annotation of any page."""
    objid: int
    """Object number of the referenced object; 0 when direct or missing."""


Kid: TypeAlias = "int | ContentItem | ObjectItem"
"""An element index, or owned content, in the order of /K."""


class StructureElement(NamedTuple):
    """One structure element, reached once, in preorder: its index is its place in reading order.

    ``document.text[text_start:text_end]`` is its deep text (see ``PdfDocument.text``).
    """

    index: int  # type: ignore[assignment]
    parent: int
    """Index of the parent element; -1 for children of the StructTreeRoot."""
    end: int
    """One past the last descendant: descendants are ``range(index + 1, end)``."""
    depth: int
    """0 for children of the StructTreeRoot."""
    type: str
    """Standard type after RoleMap or RoleMapNS, without slash; the raw type where none is found."""
    raw: str
    """The type as written in /S."""
    namespace: str | None
    """The namespace URI of /NS, None for the default namespace."""
    kids: tuple[Kid, ...]
    objid: int
    """Object number; 0 for a direct object."""
    id: str | None
    """/ID as text (latin-1 of the bytes when they are no UTF-8)."""
    alt: str | None
    actual_text: str | None
    expansion: str | None
    """/E."""
    lang: str | None
    """The effective language: own /Lang, else inherited from ancestors, else the document's."""
    own_lang: str | None
    """/Lang on this very element."""
    title: str | None
    """/T."""
    refs: tuple[int, ...]
    """Elements that /Ref points at, in order; targets that are not in the tree are left out."""
    attributes: Mapping[str, Mapping[str, AttributeValue]]
    """Owner -> key -> value, ClassMap merged under /A; shared and empty when there are none."""
    page: int
    """First page with content of this element (or its /Pg, or a descendant's); -1 for none."""
    text_start: int
    text_end: int
    font_size: float
    """Largest share by glyphs of the deep text's rendered font size, in points; 0 without text."""


class TextRun(NamedTuple):
    """The text of one content item as it stands in the reading order.

    Runs are sorted by ``start``; ``document.text[start:end]`` is the run, with ActualText applied.
    """

    start: int
    end: int
    owner: int
    """Index of the structure element that owns the content item."""
    item: ContentItem
    box: Box | None
    """Union of the glyph boxes. Without glyphs, the box of what is painted, where that is a picture
    or the owner an illustration (Figure, Formula, Form); ``flags`` say which. Else None."""
    font_size: float
    glyphs: int
    unmapped: int
    """Glyphs without a Unicode mapping; each is U+FFFD in the text."""
    raw: str | None
    """The text as the fonts map it, when ActualText replaced it or artifacts were found inside;
    None when equal to the text."""
    flags: int
    """Bit set of ``RunFlag``."""


class RunFlag:
    """Bits of ``TextRun.flags``."""

    ACTUAL_TEXT = 1
    """Text comes from ActualText on a property list or an element."""
    ARTIFACT_INSIDE = 2
    """An artifact sequence stands inside the content item (or the item is itself /Artifact)."""
    INVISIBLE = 4
    """Every glyph is in text render mode 3 or 7 (or fully clipped)."""
    ROTATED = 8
    """The baseline is not horizontal on the page as displayed."""
    RTL = 16
    """Right-to-left text."""
    VERTICAL = 32
    """Vertical writing mode."""
    PICTURE = 64
    """No glyphs: ``box`` is that of an image, a shading, or a drawing (curves, slanted lines or
    more than 16 straight parts)."""
    LINES = 128
    """No glyphs: ``box`` is that of a few level or upright lines and rectangles (with square or
    round corners), and of nothing else."""
    BOLD = 256
    """Every glyph is in a bold face, by the font's name or descriptor, or is outlined as well as
    filled (text render mode 2), which makes it look so."""


class AnnotationKind(StrEnum):
    LINK = "Link"
    WIDGET = "Widget"
    OTHER = "Other"


class TargetKind(StrEnum):
    """What a link or a destination points at."""

    STRUCTURE = "structure"
    """A structure destination (/SD, or /D of a GoTo naming an element): ``element`` is set."""
    PAGE = "page"
    """A place on a page: ``page`` is set, ``top``/``left`` when given."""
    URI = "uri"
    REMOTE = "remote"
    """Another file (GoToR, GoToE, Launch): ``uri`` holds the file name when there is one."""
    MISSING = "missing"
    """Points at nothing: unknown named destination, missing page, empty array."""
    NONE = "none"
    """The annotation has no action and no destination at all."""
    OTHER = "other"
    """Named actions, JavaScript, SubmitForm and the like: ``uri`` holds the action type."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a link leads (ISO 32000-2, 12.3.2 and 12.6)."""

    kind: TargetKind
    page: int = -1
    left: float | None = None
    top: float | None = None
    element: int = -1
    """Structure element that the destination names; -1 for none."""
    uri: str | None = None
    name: str | None = None
    """The named destination as written, if it was one."""


@dataclass(frozen=True, slots=True)
class FormField:
    """A form field as its widget shows it (12.7.4); inherited entries resolved."""

    kind: str
    """Tx, Btn, Ch, Sig or empty."""
    name: str
    """Fully qualified name."""
    label: str | None
    """/TU, the name for people."""
    value: str | None
    flags: int


@dataclass(frozen=True, slots=True)
class Annotation:
    index: int
    page: int
    kind: AnnotationKind
    subtype: str
    box: Box | None
    objid: int
    contents: str | None
    target: Target | None
    """Links only."""
    field: FormField | None
    """Widgets only."""
    hidden: bool


@dataclass(frozen=True, slots=True)
class Page:
    index: int
    label: str
    """The page label (12.4.2), or the 1-based number."""
    objid: int
    media_box: Box
    crop_box: Box
    rotate: int
    """0, 90, 180 or 270, clockwise."""
    glyphs: int
    """Visible glyphs other than white space that are no artifacts."""
    reached: int
    """Those of them whose MCID the structure tree owns."""
    artifact_glyphs: int
    unreached_text: str
    """The first 200 characters of visible, non-artifact text outside the tree."""
    unreached_boxes: tuple[Box, ...]
    """Up to 20 boxes of content outside the tree."""
    duplicate_mcids: tuple[int, ...]
    """MCIDs that more than one marked-content sequence of a stream uses (up to 20)."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """Document-level facts: Info, XMP, catalog."""

    title: str | None
    """dc:title of XMP, else Info /Title."""
    title_source: str
    """``xmp``, ``info`` or empty."""
    display_doc_title: bool
    lang: str | None
    """/Lang of the catalog."""
    producer: str | None
    creator: str | None
    pdf_version: str
    pdfua_part: int | None
    marked: bool
    """/MarkInfo /Marked."""
    suspects: bool
    encrypted: bool
    has_labels: bool
    """Whether the catalog has /PageLabels."""
    has_id_tree: bool


class IssueKind(StrEnum):
    """What is wrong with the tree as a data structure. What is reachable is still read."""

    NO_STRUCTURE = "no-structure"
    CYCLE = "cycle"
    """A kid that is its own ancestor."""
    SHARED_KID = "shared-kid"
    """An element reached from two parents; the first one in reading order keeps it."""
    MISSING_OBJECT = "missing-object"
    """A kid, page or annotation that is not there."""
    MISSING_CLASS = "missing-class"
    """/C names a class that the class map does not have: the element lacks its attributes."""
    MISSING_REFERENCE = "missing-reference"
    """/Ref leads to something that is no element of the tree."""
    WRONG_TYPE = "wrong-type"
    """An entry of a type that the standard does not allow there."""
    WRONG_PARENT = "wrong-parent"
    """/P does not lead to the element that has this one as a kid."""
    ROLE_CYCLE = "role-cycle"
    """A RoleMap chain that never ends."""
    ROLE_UNKNOWN = "role-unknown"
    """A type that no role map leads to a standard type."""
    ROLE_REMAPS_STANDARD = "role-remaps-standard"
    """A standard type mapped to another one; honoured."""
    MCID_NOT_FOUND = "mcid-not-found"
    """The tree refers to an MCID that the content stream does not have."""
    MCID_SHARED = "mcid-shared"
    """Two elements claim the same content item; the first one in reading order keeps it."""
    MCID_REPEATED = "mcid-repeated"
    """One element claims the same content item twice; it has it once."""
    PARENT_TREE = "parent-tree"
    """The ParentTree contradicts the tree."""
    ID_TREE = "id-tree"
    """The IDTree contradicts the IDs in the tree."""
    LIMIT = "limit"
    """A safety limit stopped reading (depth, count, size)."""
    DAMAGED_STREAM = "damaged-stream"
    """A content stream that could not be decoded in whole."""
    REPAIRED = "repaired"
    """The file's cross-reference was damaged and had to be rebuilt."""


@dataclass(frozen=True, slots=True)
class StructureIssue:
    kind: IssueKind
    element: int
    """Element at fault; -1 when it is the document's."""
    detail: str
    """What was seen, for the message; plain text, may quote the document."""
    count: int = 1
    """How many more of the same kind this one stands for, itself included."""
    examples: tuple[str, ...] = ()
    """The first few different ones of ``detail``, which are joined in it."""


@dataclass(frozen=True, slots=True)
class PdfDocument:
    """Everything that the later stages know of a file.

    ``text`` is the document's text in the order of the structure tree: the runs of all content
    items, ActualText applied, separated by what geometry and block structure ask for (nothing, a
    space, or a newline between blocks). Any element's deep text is one slice of it. Soft hyphens,
    U+FFFD and split words are kept: they are evidence.
    """

    path: str
    """As the user named it."""
    sha256: str
    size: int
    """Bytes."""
    pages: tuple[Page, ...]
    elements: tuple[StructureElement, ...]
    text: str
    runs: tuple[TextRun, ...]
    annotations: tuple[Annotation, ...]
    metadata: Metadata
    issues: tuple[StructureIssue, ...]
    ids: Mapping[str, tuple[int, ...]]
    """/ID -> elements that carry it (several when duplicated)."""
    line_ends: tuple[int, ...] = ()
    """Offsets into ``text``, rising, of the spaces that stand for a line end and for nothing else:
    the file has no space there, and whether a word ends with the line is not said."""
