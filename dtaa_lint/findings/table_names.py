"""What stands right before a table: a text that reads as its name, or any text at all.

A name is quoted to a person as the Caption to be, so only what looks like one counts: a Caption, a
caption style, a word for table with a number, a short text with a colon, or a short text between
tables. Sentences, units, dates, numbered headings and lines in a heading's size are no names.
"""

from __future__ import annotations

from bisect import bisect_left

from dtaa_lint.findings.check import Context
from dtaa_lint.findings.tables import TableFacts, table_facts
from dtaa_lint.graph.model import Table
from dtaa_lint.graph.view import View
from dtaa_lint.graph.wording import looks_like_caption
from dtaa_lint.universe.wording import words as _words

_WRAPPERS = 4
"""Elements around a table that are climbed for the text before it."""

_BLANKS = 4
"""Blocks without text that may stand in between."""

_KIDS = 50
"""Kids of a wrapper that are looked at for its Caption."""

_BLOCKS = frozenset({"P", "Caption", "Span", "Div", "Part", "NonStruct"})
"""What may be the text before a table; headings name sections."""

_NAME_LIMIT = 80
"""Characters: what reads as a name is shorter."""

_HEADER_LIMIT = 160
"""Characters of a header over the whole table that may be its name."""

_TEXT_LIMIT = 600
"""Characters of a text before a table that may say what it is; longer ones are prose."""

_NAME_WORDS = (2, 14)
_LEAD_WORDS = (2, 6)
"""Words of a name that ends in a colon; more are a sentence that leads into the table."""

_LEADS = frozenset(
    {"follows", "following", "below", "suit", "suivent", "suivant", "suivante", "suivants"}
    | {"suivantes", "ci-dessous", "folgt", "folgende", "folgenden", "unten", "sigue", "siguen"}
    | {"siguiente", "siguientes", "continuación", "segue", "seguinte", "seguintes"}
)
"""Last words of a sentence that leads into a table."""

_HEADING_SIZE = 1.2
"""Times the size of the table's text: a line so large heads what follows the table as well."""

_SECTION_SIZE = 1.5
"""Times the size of the table's text: a line so large heads a section, even of one table."""

_STYLES = ("caption", "beschriftung", "légende", "legende", "leyenda", "tabletitle", "table title")
"""Parts of the names of styles for captions."""

_LOOSE = ("Document", "TD", "TH", "LBody")
"""What stands before such an element is not next to a table inside it."""

_UNITS = (
    "in million", "in thousand", "in billion", "in mio", "in tsd", "in tausend", "in mrd",
    "in euro", "in eur", "in us", "in usd", "in %", "in percent", "in prozent", "in $", "in €",
    "en million", "en milliard", "en millier", "en miles", "en euros", "en k€", "en m€", "en %",
    "amounts", "dollars", "dollar amounts", "figures in", "values in", "euros", "euro in",
    "units", "unit:", "thousands of", "millions of", "billions of", "montants", "unité",
    "beträge", "angaben in", "alle angaben", "werte in", "einheit", "cifras", "importes",
    "valores en", "unidad", "miles de", "millones de", "milliers d", "millions d",
)  # fmt: skip
"""Beginnings of what says the unit of a table's values."""

_DATE_WORDS = _words(
    "january february march april may june july august september october november december jan",
    "feb mar apr jun jul aug sep sept oct nov dec weeks week months month years year quarter",
    "quarters days ended ending as of at on the for from to and date dated edition revision",
    "version fiscal fy first second third fourth three six nine twelve thirteen twenty-six",
    "thirty-nine fifty-two",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre année",
    "années exercice trimestre millésime édition du au le la en de mise à jour état clos",
    "januar februar märz juni juli oktober dezember stand ausgabe jahr jahre quartal vom bis zum",
    "am geschäftsjahr monate wochen fassung",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre año",
    "años trimestre edición versión al del el ejercicio actualizado fecha",
)
"""Words that dates, periods and editions consist of, beside numbers."""


def name_before(view: View, table: Table) -> int:
    """The block right before the table when it reads as its name, on the table's page or the one
    before; -1 for none."""
    node = text_before(view, table)
    return node if node >= 0 and _is_name(view, node, table) else -1


def text_before(view: View, table: Table) -> int:
    """The text block right before the table, a heading excepted, on its page or the one before; -1
    for none and for long prose. A line that says the unit of the values is passed over."""
    node = table.node
    for _ in range(_WRAPPERS):
        kids = view.siblings(node)
        at = bisect_left(kids, node)
        for before in reversed(kids[max(0, at - _BLANKS) : at]):
            element = view.nodes[before]
            text = view.text(before).strip()
            if element.type == "Table" or (text and not _is_unit(text)):
                near = 0 <= view.nodes[table.node].page - element.page <= 1
                fits = near and element.text_end - element.text_start <= _TEXT_LIMIT
                return before if fits and _is_text(view, before) else -1
        parent = view.nodes[node].parent
        if at > _BLANKS or parent < 0 or view.nodes[parent].type in _LOOSE:
            return -1
        node = parent
    return -1


def _is_unit(text: str) -> bool:
    """A line that says in which unit the values are, and no more."""
    return len(text) <= _NAME_LIMIT and text.strip("([ ").casefold().startswith(_UNITS)


def _is_text(view: View, node: int) -> bool:
    """A paragraph or the like, or a list of one item (a lettered lead, tagged so)."""
    kind = view.nodes[node].type
    if kind == "L":
        return sum(view.nodes[kid].type == "LI" for kid in view.children(node)[:_KIDS]) == 1
    return kind in _BLOCKS


def wrapper_caption(view: View, index: int) -> int:
    """The Caption of an element around this table and no other one; -1 for none."""
    tables = view.tables
    node = tables[index].node
    for _ in range(_WRAPPERS):
        node = view.nodes[node].parent
        if node < 0 or view.nodes[node].type not in ("Aside", "Part", "Div", "NonStruct", "Figure"):
            return -1
        nearby = tables[max(0, index - 1) : index + 2]
        if sum(1 for table in nearby if node < table.node < view.nodes[node].end) > 1:
            return -1
        for kid in view.children(node)[:_KIDS]:
            if view.nodes[kid].type == "Caption" and view.text(kid).strip():
                return kid
    return -1


def title_row(table: Table) -> str:
    """The text of a first cell that spans the table and reads as its name; empty for none."""
    if not table.cells:
        return ""
    first = table.cells[0]
    # A cell alone in its row spans the table on the page, whatever became of its ColSpan.
    alone = len(table.cells) > 1 and table.cells[1].row > 0
    spans = alone or first.column_span >= table.n_columns
    whole = spans and table.n_columns > 1 and not first.row and not first.column
    if whole and (reads_as_name(first.text) or (first.header and _heads_all(first.text))):
        return first.text
    # With empty cells beside it, only a caption's word and number tell a title from a group.
    beside = any(cell.text for cell in table.cells[1 : table.n_columns] if cell.row == first.row)
    numbered = table.n_columns > 1 and not beside and looks_like_caption(first.text, None)
    return first.text if numbered else ""


def _heads_all(text: str) -> bool:
    """Whether the text of a header over the whole table may be its name, longer ones included."""
    words = text.split()
    return (
        _NAME_WORDS[0] <= len(words)
        and len(text) <= _HEADER_LIMIT
        and text[0].isalpha()
        and not text.endswith((".", "!", "?", ";", ",", ":"))
        and not text.casefold().startswith(_UNITS)
        and not _is_date(words)
    )


def corner_name(table: Table) -> str:
    """The text of the header cell in the corner that reads as the table's name, of three words or
    more; empty for none."""
    if not table.cells or not table.cells[0].header or table.n_columns < 2:
        return ""
    first = table.cells[0]
    long = len([word for word in first.text.split() if word[0].isalnum()]) > _NAME_WORDS[0]
    single = not first.row and not first.column and first.column_span == 1
    return first.text if single and long and reads_as_name(first.text) else ""


def lone_row(facts: TableFacts) -> bool:
    """One row of data without a row header, for which DT0101 may want the text before the table."""
    return bool(facts.no_row) and len({facts.table.cells[i].row for i in facts.data}) < 2


def row_name(context: Context, facts: TableFacts) -> int:
    """The text before a table of one row (``lone_row``) that says what the row is about: one that
    reads as a name, or a line in the style of such names before other tables of one row; -1."""
    before = name_before(context.view, facts.table)
    if before >= 0:
        return before
    line = text_before(context.view, facts.table)
    if line < 0 or context.view.text(line).rstrip().endswith((".", "!", "?", ";", ",")):
        return -1
    return line if style(context.view, line) in context.once("row-names", _row_styles) else -1


def _row_styles(context: Context) -> frozenset[tuple[str, float]]:
    """Styles of the lines that name the row of tables of one row."""
    named = [name_before(context.view, f.table) for f in table_facts(context) if lone_row(f)]
    return frozenset(style(context.view, node) for node in named if node >= 0)


def style(view: View, node: int) -> tuple[str, float]:
    """Type as written, and size of type."""
    element = view.nodes[node]
    return element.raw, round(element.font_size, 1)


def reads_as_name(text: str) -> bool:
    """Whether the words may be those of a name: few, no sentence, unit, date or numbered heading.

    >>> reads_as_name("Prices of the plans"), reads_as_name("Dollars in millions")
    (True, False)
    """
    text = " ".join(text.split())
    words = text.rstrip(" :").split()
    most = _LEAD_WORDS[1] if text.endswith(":") else _NAME_WORDS[1]
    return (
        len(text) <= _NAME_LIMIT
        and _NAME_WORDS[0] <= len(words) <= most
        and text[0].isalpha()
        and not text[0].islower()
        and not text.endswith((".", "!", "?", ";", ","))
        and not text.casefold().startswith(_UNITS)
        and words[-1].casefold() not in _LEADS
        and not _is_date(words)
    )


def _is_date(words: list[str]) -> bool:
    """A date, a period or an edition, and nothing else."""
    return all(
        not any(map(str.isalpha, word)) or word.strip(".,:;()").casefold() in _DATE_WORDS
        for word in words
    )


def _is_name(view: View, node: int, table: Table) -> bool:
    element = view.nodes[node]
    text = view.text(node).strip()
    if element.type == "Caption":
        return True
    if element.type == "L":
        return False
    if looks_like_caption(text, element.lang) or looks_like_caption(text, None):
        return True
    if not reads_as_name(text):
        return False
    size, own = view.nodes[table.node].font_size, element.font_size
    larger = own / size if size > 0 else 1.0
    if _closed(view, table):
        return larger <= _SECTION_SIZE
    if larger > _HEADING_SIZE:
        return False
    style = element.raw.casefold()
    return text.endswith(":") or text.isupper() or any(part in style for part in _STYLES)


def _closed(view: View, table: Table) -> bool:
    """Nothing behind the table goes on with what stands before it: its parent ends there, or a
    heading, another table, or the short name of one follows. A short text before a table that
    prose follows is a heading of both."""
    kids = view.siblings(table.node)
    at = bisect_left(kids, table.node) + 1
    behind = [kid for kid in kids[at : at + 2 * _BLANKS] if _shows(view, kid)]
    if not behind:
        return True
    first = behind[0]
    kind = view.nodes[first].type
    if kind == "Table" or (kind[:1] == "H" and kind[1:].isdigit()) or kind == "H":
        return True
    following = behind[1:2] and view.nodes[behind[1]].type == "Table"
    return bool(following) and kind in _BLOCKS and reads_as_name(view.text(first))


def _shows(view: View, node: int) -> bool:
    return view.nodes[node].type == "Table" or bool(view.text(node).strip())
