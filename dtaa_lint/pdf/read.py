"""From a file to a ``PdfDocument``: the one entrance to this package."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pikepdf

from dtaa_lint.errors import DtaaError, InputError
from dtaa_lint.pdf import annotations as annots
from dtaa_lint.pdf.attributes import describe
from dtaa_lint.pdf.content import ContentReader, PageContent, Stray
from dtaa_lint.pdf.elements import RawElement, Structure
from dtaa_lint.pdf.issues import Issues
from dtaa_lint.pdf.metadata import read_metadata
from dtaa_lint.pdf.model import IssueKind, Page, PdfDocument, StructureElement
from dtaa_lint.pdf.objects import Objects, Value
from dtaa_lint.pdf.open import Limits, Opened, opened
from dtaa_lint.pdf.packed import packed_objects
from dtaa_lint.pdf.pages import RawPage, page_labels, read_pages
from dtaa_lint.pdf.parenttree import ParentTree, check_id_tree
from dtaa_lint.pdf.repairs import note_repairs
from dtaa_lint.pdf.structure import StructureReader
from dtaa_lint.pdf.targets import Targets
from dtaa_lint.pdf.text import Joined, PageShare, join, page_share
from dtaa_lint.words import Phrase

DEFAULT_LIMITS = Limits()


def read(
    source: Path | str | bytes,
    *,
    name: str | None = None,
    password: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    progress: Callable[[int, int], None] | None = None,
) -> PdfDocument:
    """Reads a PDF whole.

    ``source``: a path, or the bytes of a file. ``name``: what to call it in messages (default: the
    path). ``password``: tried when the empty one does not open the file. ``progress`` is called
    with (pages read, pages in all).

    Raises ``PasswordError`` for a locked file and ``InputError`` for one that cannot be read at
    all. Everything else that is wrong with the file is in ``PdfDocument.issues``.
    """
    label = name or ("<bytes>" if isinstance(source, bytes) else str(source))
    # A hundred thousand long-lived records and hardly any cycle: collecting only costs time.
    collecting = gc.isenabled()
    gc.disable()
    place = Path(source) if isinstance(source, str) else source
    try:
        with opened(place, name=label, password=password, limits=limits) as file:
            return _Reader(file, limits, progress).read()
    except DtaaError:
        raise
    except MemoryError:
        raise InputError(label, "does not fit into memory") from None
    except Exception as error:
        # The libraries below meet files that nobody foresaw; one file must not end the run.
        what = f"{type(error).__name__}: {error}".splitlines()[0][:160]
        raise InputError(
            label, Phrase("is damaged in a way that cannot be read ({reason})", reason=what)
        ) from error
    finally:
        if collecting:
            gc.enable()


class _Reader:
    """Reads one open file."""

    def __init__(
        self, file: Opened, limits: Limits, progress: Callable[[int, int], None] | None
    ) -> None:
        self._file = file
        self._pdf: pikepdf.Pdf = file.pdf
        self._limits = limits
        self._progress = progress
        self._issues = Issues()
        self._objects = Objects(file.pdf, packed_objects(file.pdf) if file.packed else None)

    def read(self) -> PdfDocument:
        file, objects, issues, limits = self._file, self._objects, self._issues, self._limits
        pages = read_pages(self._pdf, objects, file.name, limits, issues)
        catalog = self._catalog()
        tree = objects.dictionary(catalog.get("StructTreeRoot"))
        metadata = read_metadata(self._pdf, objects, catalog, tree)
        page_of = {page.ref: index for index, page in reversed(list(enumerate(pages)))}
        raw_annotations = annots.scan(objects, pages, limits, issues)
        parent_tree = ParentTree(
            objects,
            tree.get("ParentTree"),
            [page.struct_parents for page in pages],
            limits.tree_entries,
        )
        structure = StructureReader(
            objects,
            catalog.get("StructTreeRoot"),
            pages=page_of,
            annotations=annots.places(raw_annotations),
            parent_tree=parent_tree,
            lang=metadata.lang,
            limits=limits,
            issues=issues,
        ).read()
        self._check(structure, catalog, tree, parent_tree)
        targets = Targets(
            objects,
            catalog,
            pages=page_of,
            elements=structure.places,
            element_pages=[element.page for element in structure.elements],
            limit=limits.tree_entries,
        )
        annotations = annots.complete(objects, raw_annotations, targets)
        labels = page_labels(objects, catalog.get("PageLabels"), len(pages), limits.tree_entries)
        owned = _owned(structure, len(pages))
        contents = self._contents(pages, owned)
        joined = join(structure.elements, contents)
        self._note_missing(joined)
        shares = list(map(page_share, contents, owned))
        finished = tuple(
            _page(raw, index, labels[index], shares[index]) for index, raw in enumerate(pages)
        )
        note_repairs(self._file, objects, len(pages), issues)
        return PdfDocument(
            path=file.name,
            sha256=file.sha256,
            size=file.size,
            pages=finished,
            elements=finish(structure.elements, joined),
            text=joined.text,
            runs=joined.runs,
            annotations=annotations,
            metadata=metadata,
            issues=issues.records(),
            ids=structure.ids,
            line_ends=joined.line_ends,
        )

    def _contents(
        self, pages: Sequence[RawPage], owned: Sequence[Mapping[tuple[int, int], bool]]
    ) -> list[PageContent]:
        """The content of every page; what cannot be read of one is an issue, not an end."""
        reader = ContentReader(
            self._pdf,
            self._objects,
            max_page_bytes=self._limits.page_content_bytes,
            max_document_bytes=self._limits.content_of(self._file.size),
        )
        found: list[PageContent] = []
        for index, page in enumerate(pages):
            keys = owned[index]
            streams = {stream for stream, _ in keys if stream}
            try:
                content = reader.read_page(index, page.object, streams, keys)
            except Exception as error:
                content = PageContent({}, Stray(0, "", ()), 0, (), type(error).__name__)
            if content.damaged:
                detail = Phrase("page {page:d}: {what}", page=index + 1, what=content.damaged)
                self._issues.add(IssueKind.DAMAGED_STREAM, -1, detail)
            for form, mcid in content.moved:
                detail = Phrase(
                    "page {page:d} has MCID {mcid:d} only in form {form:d}, without /Stm",
                    page=index + 1,
                    mcid=mcid,
                    form=form,
                )
                self._issues.add(IssueKind.MCID_NOT_FOUND, -1, detail, group="stream")
            found.append(content)
            if self._progress is not None:
                self._progress(index + 1, len(pages))
        return found

    def _note_missing(self, joined: Joined) -> None:
        """Content that the tree names and no page has."""
        for element, item in joined.missing:
            if item.page < 0:
                detail, group = (
                    Phrase("MCID {mcid:d} is on no page of the document", mcid=item.mcid),
                    "page",
                )
            elif item.stream:
                detail = Phrase(
                    "page {page:d} has no MCID {mcid:d} in form {form:d}",
                    page=item.page + 1,
                    mcid=item.mcid,
                    form=item.stream,
                )
                group = "form"
            else:
                detail, group = (
                    Phrase(
                        "page {page:d} has no MCID {mcid:d}", page=item.page + 1, mcid=item.mcid
                    ),
                    "",
                )
            self._issues.add(IssueKind.MCID_NOT_FOUND, element, detail, group=group)

    def _catalog(self) -> dict[str, Value]:
        try:
            return self._objects.dictionary(self._pdf.Root.objgen)
        except Exception:
            return {}

    def _check(
        self,
        structure: Structure,
        catalog: dict[str, Value],
        tree: dict[str, Value],
        parent_tree: ParentTree,
    ) -> None:
        """What the tree's own indices say of it."""
        issues = self._issues
        if not structure.elements:
            found = self._objects.resolve(catalog.get("StructTreeRoot"))
            if "StructTreeRoot" not in catalog:
                detail = Phrase("the catalog has no StructTreeRoot")
            elif not isinstance(found, dict):
                detail = Phrase("the StructTreeRoot is {found}", found=describe(found))
            else:
                detail = Phrase("the structure tree has no elements")
            issues.add(IssueKind.NO_STRUCTURE, -1, detail)
            return
        parent_tree.check(structure, issues)
        limit = self._limits.tree_entries
        check_id_tree(self._objects, tree.get("IDTree"), structure, issues, limit)


def finish(elements: Sequence[RawElement], joined: Joined) -> tuple[StructureElement, ...]:
    """The final records, with their places in the text."""
    return tuple(map(_finished, elements, joined.starts, joined.ends, joined.sizes))


def _finished(e: RawElement, start: int, end: int, size: float) -> StructureElement:
    return StructureElement(
        e.index, e.parent, e.end, e.depth, e.type, e.raw, e.namespace, tuple(e.kids),
        e.ref[0] if e.ref else 0, e.id, e.alt, e.actual_text, e.expansion, e.lang, e.own_lang,
        e.title, e.refs, e.attributes, e.page, start, end, size,
    )  # fmt: skip


ILLUSTRATIONS = frozenset(("Figure", "Formula", "Form"))


def _owned(structure: Structure, pages: int) -> list[dict[tuple[int, int], bool]]:
    """For each page, the (stream, MCID) pairs that the tree owns; whether by an illustration."""
    owned: list[dict[tuple[int, int], bool]] = [{} for _ in range(pages)]
    elements = structure.elements
    for (page, stream, mcid), owner in structure.claimed.items():
        owned[page][stream, mcid] = elements[owner].type in ILLUSTRATIONS
    return owned


def _page(raw: RawPage, index: int, label: str, share: PageShare) -> Page:
    return Page(
        index=index,
        label=label,
        objid=raw.ref[0],
        media_box=raw.media_box,
        crop_box=raw.crop_box,
        rotate=raw.rotate,
        **share._asdict(),
    )
