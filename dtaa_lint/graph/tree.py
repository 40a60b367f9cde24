"""The structure tree as lines for people: types, text, and what the graph knows of each element."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.graph.model import HeaderPath, ScopeVia
from dtaa_lint.graph.text import printable, snippet
from dtaa_lint.graph.view import View

MAX_INDENT = 40
"""Levels that are indented; deeper ones are marked with their depth."""


def tree_lines(view: View, *, width: int = 60) -> Iterator[str]:
    """One line for each element, in reading order, indented by depth: id, type (and raw type), a
    snippet of ``width`` characters of the text, Alt, and

    - for headings the reach of the scope,
    - for data cells the row path and the column path (``assumed`` when a scope was),
    - for header cells the scope,
    - for lists what introduces them, for notes their markers, for links where they lead.

    Control characters are escaped.
    """
    extras = _extras(view)
    for element in view.nodes:
        indent = "  " * element.depth
        if element.depth > MAX_INDENT:
            indent = "  " * MAX_INDENT + f"({element.depth}) "
        name = element.type
        if element.raw != element.type:
            name += f" ({element.raw})"
        parts = [f"{indent}s{element.index} {name}"]
        if element.id is not None:
            parts.append(f"#{snippet(element.id, 30)}")
        end = min(element.text_end, element.text_start + 8 * width)
        text = view.document.text[element.text_start : end]
        shown = snippet(text, width)
        if shown:
            parts.append(f"“{shown}”")
        if element.alt is not None:
            parts.append(f"alt “{snippet(element.alt, width)}”")
        extra = extras.get(element.index)
        if extra:
            parts.append(extra)
        yield printable(" ".join(parts))


def render_tree(view: View, *, width: int = 100, color: bool = False) -> bytes:
    """The tree as text in UTF-8, one line an element, for a screen of ``width`` columns. With
    ``color`` what the graph adds is dimmed."""
    lines: list[str] = []
    for line in tree_lines(view, width=min(100, max(24, width - 40))):
        at = line.rfind(" [") if color and line.endswith("]") else -1
        lines.append(f"{line[:at]}\x1b[2m{line[at:]}\x1b[0m" if at > 0 else line)
    lines.append("")
    return "\n".join(lines).encode("utf-8", "replace")


def _extras(view: View) -> dict[int, str]:
    """What is to be said of an element beside its text."""
    result: dict[int, str] = {}
    for heading in view.headings:
        blocks, children = len(heading.blocks), len(heading.children)
        if heading.via is ScopeVia.NONE:
            result[heading.node] = "[empty scope]"
        else:
            result[heading.node] = (
                f"[scope by {heading.via}: {_count(blocks, 'block')}, "
                f"{_count(children, 'sub-heading')}]"
            )
    for table in view.tables:
        notes = [f"{table.n_rows} × {table.n_columns}"]
        if table.caption >= 0:
            notes.append(f"caption s{table.caption}")
        notes.extend(sorted({str(issue.kind) for issue in table.issues}))
        result[table.node] = f"[{', '.join(notes)}]"
        for cell, row, column in zip(table.cells, table.row_paths, table.column_paths, strict=True):
            if cell.header:
                scope = cell.effective_scope or "none"
                mark = "" if cell.scope else ", assumed"
                result[cell.node] = f"[scope {scope}{mark}]"
            elif cell.text:
                result[cell.node] = f"[row: {_path(row)} | column: {_path(column)}]"
    for found in view.lists:
        lead = f", {found.anchor_kind} s{found.anchor}" if found.anchor >= 0 else ""
        items = sum(1 for member in found.members if view.nodes[member.node].type == "LI")
        loose = len(found.members) - items
        counted = f"{_count(items, 'item')}, {_count(loose, 'part')} outside an LI"
        result[found.node] = f"[{counted if loose else _count(items, 'item')}{lead}]"
    for note in view.notes:
        places = ", ".join(f"s{node}" for node in note.references[:8])
        result[note.node] = f"[referred to from {places}]" if places else "[not referred to]"
    for reference in view.references:
        notes = [f"s{node}" for node in reference.notes[:8]]
        text = f"[note {' or '.join(notes)}, by {reference.via}]" if notes else "[no note]"
        old = result.get(reference.node)
        result[reference.node] = f"{old} {text}" if old else text
    for link in view.links:
        if link.node < 0 or link.node in result:
            continue
        if link.element >= 0:
            result[link.node] = f"[→ s{link.element}]"
        elif link.target.page >= 0:
            result[link.node] = f"[→ page {link.target.page + 1}]"
        elif link.target.uri:
            result[link.node] = f"[→ {snippet(link.target.uri)}]"
        else:
            result[link.node] = f"[→ {link.target.kind}]"
    return result


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _path(path: HeaderPath | None) -> str:
    if path is None:
        return "none"
    return " › ".join(snippet(text, 40) for text in path.texts) + f" ({path.via})"
