"""A row header crossed with a column header of a table like its own, such that no table has the
pair.

Tables are alike that have column headers in common: what one of them says of its rows might be
asked of the other's. Of headers of tables that have nothing to do with each other, nobody would ask
anything, and a system that abstains there has shown nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from dtaa_lint.answerability.benchmark.sayings import Sayings, names_something, stems
from dtaa_lint.graph.model import HeaderPath
from dtaa_lint.universe.model import Motif
from dtaa_lint.universe.motifs.common import joined
from dtaa_lint.universe.universe import Universe
from dtaa_lint.universe.validate import plain
from dtaa_lint.universe.values import ValueKind, parse

Rank = Callable[..., bytes]

_ROWS = 120
"""Row headers that are tried, in the order of their hashes."""
_COLUMNS = 60
"""Column headers that are tried with each."""
_PER_TABLE = 40
"""Headers of one table that are candidates, on each side."""
_LONGEST = 70
"""Characters of a header."""
_GENERAL = """
    total amount value values number name description note notes comment comments item items type
    date year years page unit units percent percentage other details reference status code
    montant valeur valeurs nombre nom remarque remarques poste unité pourcentage autres détails
    référence statut
    summe betrag wert werte anzahl bezeichnung beschreibung bemerkung bemerkungen art datum seite
    einheit prozent sonstige angaben
    importe valor valores número nombre descripción observaciones tipo fecha página unidad
    porcentaje otros referencia estado
    definition definitions meaning location range issue indicator result results définition
    signification indicateur résultat résultats bedeutung ergebnis ergebnisse definición
    significado indicador resultado resultados
    importo valore valori numero nome descrizione osservazioni pagina unità percentuale altro
    riferimento stato definizione significato
    descrição quantidade nome observações página unidade percentual outros referência definição
    detalhamento situação
    totaal bedrag waarde waarden aantal naam omschrijving opmerking opmerkingen pagina eenheid
    overige verwijzing definitie betekenis
    总计 合计 金额 数量 数值 名称 说明 备注 日期 单位 类型 编号 百分比 其他 状态
    總計 合計 金額 數量 數值 名稱 說明 備註 單位 類型 編號 狀態 値 名前 説明 備考 種類 番号
"""
_SAYS_LITTLE = stems(_GENERAL)
"""Stems of headers that fit nearly every table: crossed with anything, they may be answered."""
_CODE = re.compile(r"[{}<>_=?\\\ufffd]|[a-z][A-Z]|https?:")
"""Signs of a name in a program, a machine's word, and of a question."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """Two headers that no table brings together."""

    row: str
    column: str
    row_node: int
    """The innermost header element of the row."""
    column_node: int


@dataclass(slots=True)
class _Table:
    """What a table speaks of."""

    heads: set[str] = field(default_factory=set)
    """The innermost of its column headers, without dates, units and what fits every table."""
    rows: dict[str, HeaderPath] = field(default_factory=dict)
    columns: dict[str, HeaderPath] = field(default_factory=dict)
    kinds: dict[str, bool] = field(default_factory=dict)
    """Header -> whether a number stands there."""
    row_stems: set[str] = field(default_factory=set)
    column_stems: set[str] = field(default_factory=set)


def crossings(universe: Universe, rank: Rank) -> Iterator[Crossing]:
    """Crossings in the order of the keyed hashes, each header once. Only headers of cells that are
    tasks, in tables that no page end cuts, are crossed; they are checked against all tables."""
    view = universe.view
    tables = _tables(universe)
    if len(tables) < 2:
        return
    rows = sorted(
        (rank("row", str(index), text), index, text)
        for index, table in tables.items()
        for text in table.rows
    )[:_ROWS]
    columns = sorted(
        (rank("column", str(index), text), index, text)
        for index, table in tables.items()
        for text in table.columns
    )
    sayings: Sayings | None = None
    everywhere = _all_tables(universe)
    used: set[tuple[int, str]] = set()
    alike: dict[int, list[tuple[bytes, int, str]]] = {}
    """Table -> the column headers of those like it."""
    for number, (_, at, row) in enumerate(rows):
        if at not in alike:
            own = tables[at].heads
            near = {i for i, table in tables.items() if i != at and _alike(own, table.heads)}
            alike[at] = [column for column in columns if column[1] in near]
        begin = number % max(1, len(alike[at]))
        turned = alike[at][begin:] + alike[at][:begin]
        for _, other, column in turned[:_COLUMNS]:
            if (other, column) in used:
                continue
            if not _apart(tables[at], tables[other], row, column):
                continue
            words, narrower = stems(row), stems(column)
            if any(words <= said and narrower <= said for said in everywhere):
                continue
            sayings = sayings or Sayings(view)
            if sayings.together([*words, *narrower]):
                continue
            used.add((other, column))
            yield Crossing(
                joined(tables[at].rows[row]),
                joined(tables[other].columns[column]),
                tables[at].rows[row].nodes[-1],
                tables[other].columns[column].nodes[-1],
            )
            break


def _apart(one: _Table, other: _Table, row: str, column: str) -> bool:
    """Whether the pair is in neither table: nothing in the other's rows is like this row, nothing
    in this one's columns is like that column."""
    words, narrower = stems(row), stems(column)
    if one.kinds[row] != other.kinds[column]:
        # A name of an exchange for a sum of money: nobody would ask that.
        return False
    if not words or not narrower or narrower <= _SAYS_LITTLE or words <= _SAYS_LITTLE:
        return False
    specific = narrower - _SAYS_LITTLE
    return not (
        words & other.row_stems
        or words & other.column_stems
        or specific & one.column_stems
        or specific & one.row_stems
        or words & narrower
    )


def _tables(universe: Universe) -> dict[int, _Table]:
    """Index -> the headers of the cells of a table that are tasks."""
    view = universe.view
    places = view.cell_places
    found: dict[int, _Table] = {}
    for candidate in universe.candidates:
        if candidate.motif is not Motif.TABLE_CELL or candidate.reason is not None:
            continue
        index = candidate.table
        if universe.continuations[index] is not None or universe.goes_on(index):
            continue
        place = places[candidate.anchor][1]
        table = view.tables[index]
        row, column = table.row_paths[place], table.column_paths[place]
        into = found.setdefault(index, _Table())
        number = parse(table.cells[place].text).kind is not ValueKind.TEXT
        for path, known in ((row, into.rows), (column, into.columns)):
            text = plain(joined(path)) if path is not None else ""
            if path is None or len(known) >= _PER_TABLE or not 2 < len(text) <= _LONGEST:
                continue
            if names_something(joined(path)) and not _CODE.search(joined(path)):
                known.setdefault(text, path)
                into.kinds.setdefault(text, number)
    for index, into in found.items():
        table = view.tables[index]
        both = (table.row_paths, into.row_stems), (table.column_paths, into.column_stems)
        for paths, words in both:
            for path in {id(path): path for path in paths if path is not None}.values():
                for text in path.texts:
                    words |= stems(text)
                if paths is table.column_paths and path.texts and _distinguishes(path.texts[-1]):
                    into.heads.add(plain(path.texts[-1]))
    return found


def _distinguishes(head: str) -> bool:
    """Whether only tables that are alike have this column header: it says something, and no date or
    unit, ``(dollars in millions)``, which all the tables of a report may have."""
    plainly = not any(map(str.isdigit, head)) and not head.lstrip().startswith(("(", "["))
    return plainly and not stems(head) <= _SAYS_LITTLE


def _alike(one: set[str], other: set[str]) -> bool:
    """Whether half of the column headers of the smaller table are the other's too."""
    return len(one & other) * 2 >= min(len(one), len(other)) > 0


def _all_tables(universe: Universe) -> list[frozenset[str]]:
    """What each table says in all its cells, its caption and its summary."""
    found = []
    for table in universe.view.tables:
        said: set[str] = set()
        for text in {cell.text for cell in table.cells}:
            said |= stems(text)
        said |= stems(f"{table.caption_text} {table.summary or ''}")
        found.append(frozenset(said))
    return found
