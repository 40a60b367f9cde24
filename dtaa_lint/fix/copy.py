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
from dataclasses import dataclass, replace
from io import BytesIO

import pikepdf

from dtaa_lint.errors import InputError
from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.engine import LintOptions, run_checks
from dtaa_lint.findings.finding import Rule
from dtaa_lint.findings.made import make_findings
from dtaa_lint.findings.registry import load_checks, select_rules
from dtaa_lint.findings.suppress import Status, mark
from dtaa_lint.fix.choose import Chosen, choose
from dtaa_lint.fix.trees import rebuild
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import PdfDocument
from dtaa_lint.pdf.read import read
from dtaa_lint.pdf.signed import is_signed
from dtaa_lint.repairs.write import TreeWriter
from dtaa_lint.universe.model import Motif
from dtaa_lint.universe.universe import Universe, enumerate_tasks

FIXABLE = ("DT0005", "DT0008", "DT0105", "DT1101", "DT1801", "DT1803", "DT1804")
"""Rules whose findings may be repaired."""
_ASKED = frozenset({"DT0701", "DT0702"})
"""Rules that say which headings name nothing."""

_DEFAULT = LintOptions()


@dataclass(frozen=True, slots=True)
class Fixed:
    """A repaired copy."""

    data: bytes | None
    """The file; None when there was nothing to repair."""
    chosen: Chosen


def fix(data: bytes, name: str, options: LintOptions = _DEFAULT) -> Fixed:
    """Repairs what has one right answer, of the rules that ``options`` select, but for findings
    that they suppress. Raises InputError, naming the file and the reason, for
    one that cannot be read, must not be rewritten, or whose copy did not stand the proof."""
    document = read(data, name=name, password=options.password)
    if document.metadata.encrypted:
        raise InputError(name, "is encrypted; repairing it would take its protection away")
    view = View(document)
    universe = enumerate_tasks(view)
    whole = not set(FIXABLE) - _selected(options)
    context = Context(view, universe)
    chosen = choose(context, _issues(context, options), whole)
    if not chosen.edits and not chosen.rebuild:
        return Fixed(None, chosen)
    made = _written(data, document, chosen, name)
    _prove(data, made, document, universe, chosen, name, options)
    return Fixed(made, chosen)


def _selected(options: LintOptions) -> set[str]:
    return {rule.code for rule in select_rules(options.select, options.ignore)}


def _issues(context: Context, options: LintOptions) -> list[tuple[Rule, Issue]]:
    """The issues that may be repaired, and those that repairs ask for."""
    load_checks()
    wanted = _selected(options).intersection(FIXABLE) | _ASKED
    rules = [rule for rule in select_rules(("ALL",), ()) if rule.code in wanted]
    issues = run_checks(context, rules)[0]
    if not options.suppressions:
        return issues
    findings = mark(
        make_findings(context.view, context.universe, issues)[0], options.suppressions, {}
    )
    return [
        issue
        for issue, finding in zip(issues, findings, strict=True)
        if finding.status is not Status.SUPPRESSED
    ]


def _written(data: bytes, document: PdfDocument, chosen: Chosen, name: str) -> bytes:
    out = BytesIO()
    try:
        with pikepdf.open(BytesIO(data)) as pdf:
            if is_signed(pdf):
                raise InputError(name, "is signed; repairing it would break the signature")
            writer = TreeWriter(pdf, document, [repair for _, repair in chosen.edits])
            writer.write()
            if chosen.rebuild:
                rebuild(pdf, document, writer)
            pdf.save(
                out,
                deterministic_id=True,
                fix_metadata_version=False,
                stream_decode_level=pikepdf.StreamDecodeLevel.none,
            )
    except (ValueError, KeyError, AttributeError, TypeError, pikepdf.PdfError) as error:
        raise InputError(name, f"cannot be repaired: {error}") from error
    return out.getvalue()


def _prove(
    before: bytes,
    after: bytes,
    document: PdfDocument,
    universe: Universe,
    chosen: Chosen,
    name: str,
    options: LintOptions,
) -> None:
    pages, info = _kept(before)
    pages_after, info_after = _kept(after)
    if info != info_after:
        raise InputError(name, "cannot be repaired: the document information would change")
    if pages != pages_after:
        raise InputError(name, "cannot be repaired: a page would change")
    copy = read(after, name=name)
    if copy.text != document.text or len(copy.elements) != len(document.elements):
        raise InputError(name, "cannot be repaired: the text of the tags would change")
    view = View(copy)
    found = enumerate_tasks(view)
    context = Context(view, found)
    lost = Counter(_identities(universe)) - Counter(_identities(found))
    if lost:
        count = sum(lost.values())
        raise InputError(name, f"cannot be repaired: {count} tasks would be lost")
    repaired = {code for code, _ in chosen.edits}
    left = _issues(context, replace(options, select=("ALL",), ignore=()))
    again = choose(context, left, whole=True)
    undone = sorted({code for code, _ in again.edits} & repaired)
    if undone or (chosen.rebuild and again.rebuild):
        raise InputError(name, f"cannot be repaired: {', '.join(undone) or 'DT0005'} would stay")


def _identities(universe: Universe) -> list[str]:
    return [task.task_id for task in universe.tasks() if task.motif is not Motif.LOCAL_FACT]


def _kept(data: bytes) -> tuple[list[str], dict[str, bytes]]:
    """A hash of each page's content, and the document information but for the title."""
    with pikepdf.open(BytesIO(data)) as pdf:
        pages = []
        for page in pdf.pages:
            digest = hashlib.sha256()
            contents = page.obj.get("/Contents")
            streams = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
            for stream in streams:
                if isinstance(stream, pikepdf.Stream):
                    digest.update(_content(stream))
            pages.append(digest.hexdigest())
        info = pdf.trailer.get("/Info")
        if not isinstance(info, pikepdf.Dictionary):
            return pages, {}
        return pages, {key: _plain(value) for key, value in info.items() if key != "/Title"}


def _content(stream: pikepdf.Stream) -> bytes:
    """What a stream holds, or, where that cannot be decoded, its bytes."""
    try:
        return stream.read_bytes()
    except pikepdf.PdfError:
        return stream.read_raw_bytes()


def _plain(value: object) -> bytes:
    """A value without numbers of objects, which saving changes."""
    if isinstance(value, pikepdf.Object):
        return value.unparse(resolved=True)
    return repr(value).encode()
