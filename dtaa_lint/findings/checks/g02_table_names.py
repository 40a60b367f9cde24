"""G02: every table says what it is, and tables with the same headers can be told apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.confused_tables import Confusion, has_name, indistinguishable
from dtaa_lint.findings.languages import known
from dtaa_lint.findings.table_names import (
    corner_name,
    lone_row,
    name_before,
    reads_as_name,
    row_name,
    style,
    text_before,
    title_row,
    wrapper_caption,
)
from dtaa_lint.findings.tables import (
    TableFacts,
    TableKind,
    first_text,
    rejected_in_table,
    table_facts,
)
from dtaa_lint.findings.wording import Phrase, contrast, fold, listing, quote
from dtaa_lint.graph.model import Table
from dtaa_lint.graph.view import View
from dtaa_lint.universe.continuations import is_bold, runs
from dtaa_lint.universe.model import Motif, Reason
from dtaa_lint.universe.tables import first_row_texts

_COMPARED = 400
"""Cells of a table among which words are looked for that other tables lack."""
_PAIRS = frozenset({TableKind.PAIRS, TableKind.BARE_PAIRS})
_STYLED = 3
"""Names in one style that prove another line in it to be a name too."""


@check("DT0201")
def table_unnamed(context: Context) -> Iterator[Issue | Inapplicable]:
    """Data tables without Caption, Summary or title, unless DT0202 speaks of them, or the table is
    the rest of one that a page end cut (DT0111).

    Passes: a table that is all that stands under a heading which names it.
    """
    view = context.view
    if not view.tables:
        yield Inapplicable("the document has no tables")
    facts_of_all = [
        facts for facts in table_facts(context) if facts.holds_data and facts.continues < 0
    ]
    confused = {index for group in indistinguishable(context) for index in group.members}
    heads: dict[int, Counter[tuple[str, ...]]] = {}
    scopes: dict[int, list[TableFacts]] = {}
    for facts in facts_of_all:
        heading = view.heading_of(facts.table.node)
        scopes.setdefault(heading, []).append(facts)
        heads.setdefault(heading, Counter())[_columns(facts.table)] += 1
    alone = _telling(scopes)
    alike = {index for members in scopes.values() for index in _alike(members)}
    ends = {run[0]: view.tables[run[-1]] for run in runs(context.universe.continuations)}
    for facts in facts_of_all:
        table = facts.table
        if has_name(table) or facts.index in confused:
            continue
        heading = view.heading_of(table.node)
        first = first_text(table)
        params: dict[str, object] = {
            "heading": _under(context, heading),
            "tables": len(scopes[heading]),
            "first": first,
            "apart": Phrase(" and holds {text}", text=quote(alone[facts.index]))
            if facts.index in alone
            else "",
        }
        related = [(heading, "heading")] if heading >= 0 else []
        # Other column headers tell tables of one heading apart.
        own = heads[heading][_columns(table)] == 1 and bool(_columns(table))
        variant = "default"
        if wrapper_caption(view, facts.index) >= 0:
            continue
        # Of a table that page ends cut, the caption may stand below the last part.
        end = ends.get(facts.index, table)
        near = table.near_caption if table.near_caption >= 0 else end.near_caption
        if near >= 0 and not _of_a_figure(view.text(near)):
            beside = view.nodes[near].type == "Caption"
            variant = "caption-outside" if beside else "near-caption"
            params["caption"] = view.text(near)
            related.insert(0, (near, "looks like its caption"))
        elif title := title_row(table):
            variant = "title-row"
            params["caption"] = title
        elif (before := _own_name(context, facts)) >= 0:
            variant = "named-before-alike" if facts.index in alike else "named-before"
            params["caption"] = view.text(before)
            related.insert(0, (before, "reads like its name"))
        elif len(scopes[heading]) > 1:
            variant = "one-of-several-headed" if own else "one-of-several"
            if own and (corner := corner_name(table)):
                variant = "corner"
                params["caption"] = corner
        elif _heading_names(context, table, heading):
            continue
        yield Issue(
            table.node,
            evidence=str(params.get("caption", alone.get(facts.index, first))),
            variant=variant,
            params=params,
            related=tuple(related),
            explains=tuple(sorted({*_captionless(context, table), *_captionless(context, end)}))
            if "caption" in params
            else (),
        )


def _heading_names(context: Context, table: Table, node: int) -> bool:
    """Whether a heading is the name of a table: nothing else stands under it, it reads as a name,
    and is not the document's title."""
    heading = context.view.heading_by_node.get(node)
    if heading is None or heading.blocks != (table.node,) or heading.children:
        return False
    title = fold(context.view.document.metadata.title or "").casefold()
    return reads_as_name(heading.text) and fold(heading.text).casefold() != title


def _captionless(context: Context, table: Table) -> tuple[int, ...]:
    """The rejected task that asks what the table's caption says."""
    candidates = context.universe.candidates
    return tuple(
        i
        for i in context.rejected(table.node, Reason.INCOMPLETE_EVIDENCE)
        if candidates[i].motif is Motif.TABLE_SUMMARY
    )


def _own_name(context: Context, facts: TableFacts) -> int:
    """The text before the table that reads as its name, or says what its only row is about, unless
    it stands before several tables (a running line); -1 for none."""
    view = context.view
    lone = lone_row(facts) and not context.universe.goes_on(facts.index)
    before = row_name(context, facts) if lone else name_before(view, facts.table)
    if before < 0:
        # A line that stands out in the style of other tables' names is one as well.
        line = text_before(view, facts.table)
        if line < 0 or not reads_as_name(view.text(line)) or not _stands_out(view, line, facts):
            return -1
        if context.once("name-styles", _name_styles)[style(view, line)] < _STYLED:
            return -1
        before = line
    if _of_a_figure(view.text(before)):
        return -1
    repeated = context.once("texts-before-tables", _texts_before)
    return before if repeated[_place(view, before)] < 2 else -1


def _stands_out(view: View, node: int, facts: TableFacts) -> bool:
    """Whether a line is bold, or larger than the table's text."""
    size = view.nodes[facts.table.node].font_size
    return 0 < size < view.nodes[node].font_size or is_bold(view, [node])


def _name_styles(context: Context) -> Counter[tuple[str, float]]:
    """Styles of the lines that stand out as tables' names, with how many of these."""
    view = context.view
    named = [
        (name_before(view, facts.table), facts)
        for facts in table_facts(context)
        if facts.continues < 0
    ]
    return Counter(
        style(view, node) for node, facts in named if node >= 0 and _stands_out(view, node, facts)
    )


def _place(view: View, node: int) -> tuple[int, str]:
    """A text and the heading that it stands under: under another one the same words name another
    table."""
    return view.heading_of(node), view.text(node)


def _texts_before(context: Context) -> Counter[tuple[int, str]]:
    """Texts that stand right before tables, with how many of these."""
    view = context.view
    first = (facts.table for facts in table_facts(context) if facts.continues < 0)
    nodes = (text_before(view, table) for table in first)
    return Counter(_place(view, node) for node in nodes if node >= 0)


def _alike(members: Sequence[TableFacts]) -> Iterator[int]:
    """Tables (indices) of one heading that their own words do not tell apart: another one has the
    same first row, or most of its labels where both are labels and values."""
    heads = Counter(first_row_texts(f.table) for f in members if f.kind not in _PAIRS)
    del heads[()]
    labels: Counter[str] = Counter()
    own: dict[int, set[str]] = {}
    for facts in members:
        if facts.kind in _PAIRS:
            texts = {c.text for c in facts.table.cells if c.column == 0 and c.text}
            own[facts.index] = texts
            labels.update(texts)
        elif heads[first_row_texts(facts.table)] > 1:
            yield facts.index
    for index, texts in own.items():
        if sum(labels[text] > 1 for text in texts) * 2 > len(texts):
            yield index


def _telling(scopes: Mapping[int, Sequence[TableFacts]]) -> dict[int, str]:
    """For tables (indices) under one heading that begin alike: words that only this one of them
    holds."""
    found: dict[int, str] = {}
    for members in scopes.values():
        alike: dict[str, list[TableFacts]] = {}
        for facts in members:
            alike.setdefault(first_text(facts.table), []).append(facts)
        for group in alike.values():
            if len(group) < 2:
                continue
            texts = [
                [c.text for c in facts.table.cells[:_COMPARED] if sum(map(str.isalpha, c.text)) > 1]
                for facts in group
            ]
            seen = Counter(text for own in texts for text in set(own))
            for facts, own in zip(group, texts, strict=True):
                text = next((text for text in own if seen[text] == 1), "")
                if text:
                    found[facts.index] = text
    return found


def _columns(table: Table) -> tuple[str, ...]:
    """What names the columns, as far as the first row does."""
    texts = []
    for cell in table.cells:
        if cell.row > 0 or (cell.column > 0 and not cell.header):
            break
        texts.append(cell.text)
    return tuple(texts) if len(texts) == len({*texts}) > 1 else ()


_FIGURE_WORDS = (
    "fig", "abb", "bild", "grafi", "gráfi", "graph", "chart", "map", "carte", "karte", "mapa",
    "diagram", "schaub", "schéma", "photo", "foto", "ilustr", "illustr",
)  # fmt: skip
"""Beginnings of caption words that are a figure's."""


def _of_a_figure(caption: str) -> bool:
    return caption[:20].lower().startswith(_FIGURE_WORDS)


def _under(context: Context, heading: int) -> Phrase:
    """Where a table stands, in words."""
    if heading < 0:
        return Phrase(
            "under no heading" if context.view.headings else "in a document without headings"
        )
    return Phrase("under {heading}", heading=quote(context.view.text(heading)))


@check("DT0202")
def tables_indistinguishable(context: Context) -> Iterator[Issue | Inapplicable]:
    """Tables under one heading whose equal header paths lead to different values, and whose names
    do not tell them apart: one issue for all tables of the heading that are so confused."""
    view = context.view
    if len(view.tables) < 2:
        yield Inapplicable("the document has fewer than two tables")
    for confusion in indistinguishable(context):
        members = list(confusion.members)
        pair, one, cell, other, other_cell = confusion.pairs[0]
        table = view.tables[one]
        variant, texts = _told_apart(context, confusion)
        value, other_value = table.cells[cell], view.tables[other].cells[other_cell]
        heading = view.heading_of(table.node)
        yield Issue(
            table.node,
            evidence=_row_text(table, cell),
            variant=variant or ("same-name" if has_name(table) else "default"),
            params={
                "tables": len(members),
                "heading": _under(context, heading),
                "pairs": len(confusion.pairs),
                "pair": pair,
                "one": value.text,
                "other": other_value.text,
                "page": view.document.pages[view.nodes[other_value.node].page].label
                if view.nodes[other_value.node].page >= 0
                else "?",
                "name": table.caption_text or table.summary or table.title or "",
                "captions": listing(contrast(*texts)) if variant else "",
            },
            related=(
                *((view.tables[i].node, "same headers") for i in members[1:]),
                (value.node, "one value"),
                (other_value.node, "other value"),
            ),
            explains=_explained(context, members),
        )


def _told_apart(context: Context, confusion: Confusion) -> tuple[str, tuple[str, str]]:
    """Whether the texts beside all tables of a confusion are different ones: as a variant of
    DT0202, empty for no, with the texts of the two tables that it shows. Captions and names are
    preferred to what merely stands before a table."""
    view = context.view
    _, one, _, other, _ = confusion.pairs[0]
    for variant, beside in (("near-captions", _beside), ("texts-before", text_before)):
        texts = {}
        for index in confusion.members:
            node = beside(view, view.tables[index])
            texts[index] = fold(view.text(node)) if node >= 0 else ""
        distinct = len({*texts.values()}) == len(texts)
        if distinct and all(map(_is_worded, texts.values())):
            return variant, (texts[one], texts[other])
    return "", ("", "")


def _is_worded(text: str) -> bool:
    return any(map(str.isalpha, text)) and not _of_a_figure(text)


def _beside(view: View, table: Table) -> int:
    """The text beside a table that looks like its caption or name; -1."""
    return table.near_caption if table.near_caption >= 0 else name_before(view, table)


def _explained(context: Context, members: Sequence[int]) -> tuple[int, ...]:
    """Candidates of the tables rejected as ambiguous."""
    rejected = rejected_in_table(context)
    candidates = context.universe.candidates
    return tuple(
        sorted(
            i
            for index in members
            for i in rejected.get(index, ())
            if candidates[i].reason is Reason.AMBIGUOUS
        )
    )


def _row_text(table: Table, cell: int) -> str:
    """The row header's own text."""
    path = table.row_paths[cell]
    return path.texts[-1] if path is not None and path.texts else ""


_LABELS: Mapping[str, str] = {
    "en": r"table|tbl|exhibit|schedule",
    "fr": r"tableau|tabl",
    "de": r"tabelle|tab",
    "es": r"tabla|cuadro",
}
_NUMBER = (
    r"\W{0,3}(?:[a-z]{0,2}\W?)?(?:\d{1,4}|[ivxlc]{1,6}|[a-z])?(?:[.\-–]\d{1,3}){0,4}[a-z]?\W{0,3}"
)
_CONTINUED = r"(?:\W{0,3}(?:continued|cont['’]?d|suite|fortsetzung|continuación)\W{0,2})?"


def _says_nothing(text: str, lang: str | None) -> bool:
    """A table word with a number and nothing else, in the languages that the text may be in."""
    folded = fold(text[:80]).lower()
    if len(folded) > 40:
        return False
    if not any(map(str.isalpha, folded)):
        return True
    words = "|".join(_LABELS[language] for language in known(lang))
    return bool(words) and re.fullmatch(f"(?:{words})\\b{_NUMBER}{_CONTINUED}", folded) is not None


@check("DT0203")
def caption_says_nothing(context: Context) -> Iterator[Issue | Inapplicable]:
    """Captions that are only a word for table and a number.

    Passes: a table whose Summary or title says what the caption does not.
    """
    view = context.view
    captioned = [table for table in view.tables if table.caption >= 0]
    if not captioned:
        yield Inapplicable("no table has a Caption")
    for table in captioned:
        if table.summary or table.title:
            continue
        text = table.caption_text
        element = view.nodes[table.caption]
        if not text.strip():
            yield Issue(table.caption, variant="empty", related=((table.node, "its table"),))
        elif _says_nothing(text, element.lang):
            yield Issue(
                table.caption,
                evidence=text,
                params={"caption": text},
                related=((table.node, "its table"),),
            )
