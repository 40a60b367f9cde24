"""Which repairs of a document have one right answer.

A repair is safe when everything that it writes follows from what the file says already: nothing
is worded, nothing is decided, nothing on a page changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.contract import glyph_reach
from dtaa_lint.findings.finding import Rule
from dtaa_lint.findings.languages import guess_text
from dtaa_lint.findings.repairs.registry import load, repair_of
from dtaa_lint.graph.model import Origin
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import IssueKind
from dtaa_lint.repairs.edits import DocumentEntry, Entry, Refer, Repair, SetDocument, SetEntry

REFERENCES = "references"
"""In place of a rule: Ref between note and marker, for which no finding asks."""

_NAMELESS = "fix-nameless"
"""Where the context keeps the headings that name nothing (G07)."""
_TREES = frozenset({IssueKind.PARENT_TREE, IssueKind.ID_TREE, IssueKind.WRONG_PARENT})
_HITS = 40
_DIFFERENT = 10
"""Distinctive function words, and different ones, that leave no doubt."""
_TITLE = 200
"""Characters of a heading that may be a title."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is to be written."""

    edits: tuple[tuple[str, Repair], ...]
    """(rule code or ``REFERENCES``, edits), in the order of the codes."""
    rebuild: bool
    """ParentTree, IDTree and parent links are written anew."""
    left: tuple[tuple[str, str], ...]
    """(rule code, why) of findings of repairable rules that have no one right answer here."""

    @property
    def counts(self) -> Mapping[str, int]:
        """Code -> edits; DT0005 counts as one."""
        found: dict[str, int] = {}
        for code, repair in self.edits:
            found[code] = found.get(code, 0) + len(repair)
        if self.rebuild:
            found["DT0005"] = 1
        return dict(sorted(found.items()))


def choose(context: Context, issues: Iterable[tuple[Rule, Issue]], whole: bool = True) -> Chosen:
    """The safe repairs of a document's issues. ``whole``: and those that no rule asks for."""
    load()
    found: dict[str, list[Repair]] = {}
    left: dict[tuple[str, str], None] = {}
    rebuild = False
    asked = list(issues)
    nameless = {issue.node for rule, issue in asked if rule.guideline == "G07"}
    context.memo[_NAMELESS] = nameless
    for rule, issue in asked:
        code = rule.code
        if code == "DT0005":
            rebuild = rebuild or _of_trees(context.view)
            continue
        decide = _SAFE.get(code)
        if decide is None:
            continue
        answer = decide(context, issue)
        if isinstance(answer, str):
            left[code, answer] = None
        else:
            found.setdefault(code, []).append(answer)
    references = _references(context.view) if whole else ()
    if references:
        found[REFERENCES] = [references]
    edits = [(code, repair) for code in sorted(found) for repair in found[code]]
    return Chosen(tuple(edits), rebuild, tuple(left))


def _of_trees(view: View) -> bool:
    return any(issue.kind in _TREES for issue in view.document.issues)


def _scopes(context: Context, issue: Issue) -> Repair | str:
    return repair_of("DT0105", context, issue) or "its headers are not what they seemed"


def _ids(context: Context, issue: Issue) -> Repair | str:
    """IDs that say what an element is: ``h12`` for the 12th heading, ``table3``, ``note1``."""
    view = context.view
    taken = set(view.document.ids)
    edits: list[SetEntry] = []
    for letter, nodes in (
        ("h", [heading.node for heading in view.headings]),
        ("table", [table.node for table in view.tables]),
        ("figure", [figure.node for figure in view.figures]),
        ("note", [note.node for note in view.notes]),
    ):
        for number, node in enumerate(nodes, 1):
            name = f"{letter}{number}"
            if view.nodes[node].id is None and name not in taken:
                edits.append(SetEntry(node, Entry.ID, name))
    return tuple(edits) if edits else "it has no headings, tables, figures or notes to name"


def _title(context: Context, issue: Issue) -> Repair | str:
    """The title that the file has and does not show; else that of its Title, or its only H1."""
    if issue.variant == "not-displayed":
        return (SetDocument(DocumentEntry.TITLE, issue.evidence),)
    nameless = context.memo.get(_NAMELESS, ())
    headings = [h for h in context.view.headings if h.text and len(h.text) <= _TITLE]
    for level in (0, 1):
        named = [heading for heading in headings if heading.level == level]
        if len(named) == 1 and (named[0] is headings[0]):
            if named[0].node in nameless:
                return "its first heading names nothing"
            return (SetDocument(DocumentEntry.TITLE, named[0].text),)
        if named:
            return "several headings could be the title"
    return "no heading could be the title"


def _marked(context: Context, issue: Issue) -> Repair | str:
    """Only where the tree reaches all of the visible text: then it is a tagged PDF."""
    reached, glyphs = glyph_reach(context.view.document)
    if reached < glyphs:
        return "part of the visible text is not in the structure tree"
    return repair_of("DT0008", context, issue) or ()


def _language(context: Context, issue: Issue) -> Repair | str:
    language, hits, different = guess_text(context.view.document.text)
    if not language or hits < _HITS or different < _DIFFERENT:
        return "its words leave a doubt about the language"
    return (SetDocument(DocumentEntry.LANG, language),)


def _destination(context: Context, issue: Issue) -> Repair | str:
    """Only where the link's place is the first line of an element, and the file may say so."""
    version = context.view.document.metadata.pdf_version
    if issue.variant.startswith("older-"):
        return f"the file is PDF {version}, and structure destinations exist since 2.0"
    if issue.variant != "landing":
        return "which element is meant, a person must say"
    return repair_of("DT1101", context, issue) or "its link has no annotation of its own"


_SAFE: Mapping[str, Callable[[Context, Issue], Repair | str]] = {
    "DT0008": _marked,
    "DT0105": _scopes,
    "DT1101": _destination,
    "DT1801": _ids,
    "DT1803": _title,
    "DT1804": _language,
}
"""Rule -> the repair of one of its issues, or why there is none."""


def _references(view: View) -> Repair:
    """Ref from marker to note and back, where the two are each other's only ones."""
    bound: dict[int, list[int]] = {}
    for reference in view.references:
        sure = reference.origin is not Origin.INFERRED and len(reference.notes) == 1
        for note in reference.notes:
            bound.setdefault(note, []).append(reference.node if sure else -1)
    of_marker: dict[int, list[int]] = {}
    for note, markers in bound.items():
        for marker in markers:
            of_marker.setdefault(marker, []).append(note)
    edits: list[Refer] = []
    nodes = view.nodes
    for note, markers in sorted(bound.items()):
        marker = markers[0]
        if len(markers) > 1 or marker < 0 or len(of_marker[marker]) > 1:
            continue
        if nodes[marker].index <= note < nodes[marker].end or note <= marker < nodes[note].end:
            continue  # The note stands in the marker, or the marker in the note.
        for one, other in ((marker, note), (note, marker)):
            if other not in nodes[one].refs:
                edits.append(Refer(one, (other,)))
    return tuple(edits)
