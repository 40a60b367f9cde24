"""The repaired copy of a file, and the proof that nothing was lost on the way.

The copy is handed out only when, read again,
- every page's content streams are the same bytes,
- every element has the text that it had,
- no task of the document is gone,
- the repaired rules find nothing any more that they were repaired for.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from io import BytesIO

import pikepdf

from dtaa_lint.errors import InputError
from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.engine import run_checks
from dtaa_lint.findings.finding import Rule
from dtaa_lint.findings.registry import load_checks, select_rules
from dtaa_lint.fix.choose import Chosen, choose
from dtaa_lint.fix.trees import rebuild
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import PdfDocument
from dtaa_lint.pdf.read import read
from dtaa_lint.repairs.write import TreeWriter
from dtaa_lint.universe.model import Motif
from dtaa_lint.universe.universe import Universe, enumerate_tasks

FIXABLE = ("DT0005", "DT0105", "DT1101", "DT1801", "DT1803", "DT1804")
"""Rules whose findings may be repaired."""
_ASKED = frozenset({"DT0701", "DT0702"})
"""Rules that say which headings name nothing."""

_CLIMB = 32
"""Fields above a widget that are asked for a signature."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A repaired copy."""

    data: bytes | None
    """The file; None when there was nothing to repair."""
    chosen: Chosen


def fix(data: bytes, name: str, select: tuple[str, ...] = ("ALL",)) -> Fixed:
    """Repairs what has one right answer. Raises InputError, naming the file and the reason, for
    one that cannot be read, must not be rewritten, or whose copy did not stand the proof."""
    document = read(data, name=name)
    if document.metadata.encrypted:
        raise InputError(name, "is encrypted; repairing it would take its protection away")
    view = View(document)
    universe = enumerate_tasks(view)
    chosen = choose(Context(view, universe), _issues(view, universe, select))
    if not chosen.edits and not chosen.rebuild:
        return Fixed(None, chosen)
    made = _written(data, document, chosen, name)
    _prove(data, made, document, universe, chosen, name)
    return Fixed(made, chosen)


def _issues(view: View, universe: Universe, select: tuple[str, ...]) -> list[tuple[Rule, Issue]]:
    load_checks()
    wanted = [rule for rule in select_rules(select, ()) if rule.code in FIXABLE]
    rules = [rule for rule in select_rules(("ALL",), ()) if rule in wanted or rule.code in _ASKED]
    return run_checks(Context(view, universe), rules)[0]


def _written(data: bytes, document: PdfDocument, chosen: Chosen, name: str) -> bytes:
    out = BytesIO()
    try:
        with pikepdf.open(BytesIO(data)) as pdf:
            if _signed(pdf, document):
                raise InputError(name, "is signed; repairing it would break the signature")
            writer = TreeWriter(pdf, document, [repair for _, repair in chosen.edits])
            writer.write()
            if chosen.rebuild:
                rebuild(pdf, document, writer)
            pdf.save(
                out,
                deterministic_id=True,
                fix_metadata_version=False,
                compress_streams=False,
                stream_decode_level=pikepdf.StreamDecodeLevel.none,
            )
    except (ValueError, KeyError, AttributeError, TypeError, pikepdf.PdfError) as error:
        raise InputError(name, f"cannot be repaired: {error}") from error
    return out.getvalue()


def _signed(pdf: pikepdf.Pdf, document: PdfDocument) -> bool:
    """Whether a signature field holds a signature."""
    for annotation in document.annotations:
        if annotation.field is None or annotation.field.kind != "Sig" or not annotation.objid:
            continue
        at: pikepdf.Object | None = pdf.get_object(annotation.objid, 0)
        for _ in range(_CLIMB):
            if not isinstance(at, pikepdf.Dictionary):
                break
            if "/V" in at:
                return True
            at = at.get("/Parent")
    return False


def _prove(
    before: bytes,
    after: bytes,
    document: PdfDocument,
    universe: Universe,
    chosen: Chosen,
    name: str,
) -> None:
    if _pages(before) != _pages(after):
        raise InputError(name, "cannot be repaired: a page would change")
    copy = read(after, name=name)
    if copy.text != document.text or len(copy.elements) != len(document.elements):
        raise InputError(name, "cannot be repaired: the text of the tags would change")
    view = View(copy)
    found = enumerate_tasks(view)
    lost = Counter(_identities(universe)) - Counter(_identities(found))
    if lost:
        count = sum(lost.values())
        raise InputError(name, f"cannot be repaired: {count} tasks would be lost")
    repaired = {code for code, _ in chosen.edits}
    left = _issues(view, found, tuple(code for code in FIXABLE if code in repaired) or ("G00",))
    again = choose(Context(view, found), left)
    undone = sorted({code for code, _ in again.edits} & repaired)
    if undone or (chosen.rebuild and again.rebuild):
        raise InputError(name, f"cannot be repaired: {', '.join(undone) or 'DT0005'} would stay")


def _identities(universe: Universe) -> list[str]:
    return [task.task_id for task in universe.tasks() if task.motif is not Motif.LOCAL_FACT]


def _pages(data: bytes) -> list[str]:
    """A hash of each page's content."""
    with pikepdf.open(BytesIO(data)) as pdf:
        found = []
        for page in pdf.pages:
            digest = hashlib.sha256()
            contents = page.obj.get("/Contents")
            streams = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
            for stream in streams:
                if isinstance(stream, pikepdf.Stream):
                    digest.update(stream.read_raw_bytes())
            found.append(digest.hexdigest())
        return found
