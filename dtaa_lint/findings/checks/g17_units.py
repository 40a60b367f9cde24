"""G17: the unit of a table's numbers is said somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.tables import TableFacts, TableKind, table_facts
from dtaa_lint.findings.wording import listing, quote
from dtaa_lint.graph.view import View
from dtaa_lint.universe.wording import words

_LEAST = 6
"""Numbers with decimals, half of all numbers at least, and half of them different."""
_BEFORE, _BEHIND = 600, 300
"""Characters of text around the table in which its unit may stand."""
_NUMBER = re.compile(r"[-−–+(]?\s?\d{1,3}(?:[,.'’ \u00a0\u202f]?\d{3})*[.,]\d{1,4}\)?")
_WHOLE = re.compile(r"[-−–+(]?\s?\d{1,3}(?:[,.'’ \u00a0\u202f]?\d{3})*\)?")
_LONGEST = 24
_SIGNS = frozenset("$€£¥₹₽%‰°µΩ²³")
_UNITS = words(
    "percent percentage pct hours hour hourly hrs days weeks months years year minutes",
    "seconds dollars dollar cents usd eur gbp chf cad aud jpy euro euros pounds pound francs",
    "million millions billion billions thousand thousands bn mn mio mrd tsd bps kg g mg lb",
    "lbs oz km m cm mm mi ft inches inch acres sqm kwh mwh gwh kw mw hz mhz ghz gb mb kb tb",
    "ml litres liters tonnes tons shares units persons people employees fte ftes prozent",
    "stunden tage jahre monate wochen minuten sekunden tonnen millionen milliarden tausend",
    "teuro aktien personen beschäftigte pourcentage heures jours mois ans années secondes",
    "milliers milliards hectares actions porcentaje horas días meses años millones miles",
    "pesos toneladas acciones personas percentual reais r$ milhões mil dias anos ações",
    "pessoas",
)
"""Words of units."""
_UNITLESS = words(
    "per ratio ratios rate rates index score scores mean average median factor multiple p",
    "grade gpa coefficient probability odds density level rating points point scale mark",
    "marks ph version sd release number count total eps ci section clause chapter no nr code",
    "ref item page line date time id share wage salary size quote satz anteil faktor",
    "mittelwert durchschnitt wert punkte note abschnitt anzahl taux indice moyenne médiane",
    "facteur nombre article chapitre part tasa índice media mediana coeficiente puntos nota",
    "número versión versão taxa alíquota pontos versionsnummer fassung stufe niveau nivel",
    "nível",
)
"""Words, in headers and names, of numbers that have no unit or whose unit is known."""
_NAMED = _UNITS | _UNITLESS
_STRIP = "()[]{}.,;:/*†‡“”\"'"
_PARTS = re.compile(r"[\s/\-–(){}\[\]]+")


@check("DT1703")
def unit_or_period_missing(context: Context) -> Iterator[Issue | Inapplicable]:
    """A table of numbers with decimals whose unit is found nowhere: not in its cells, headers,
    caption, headings, nor in the text around it.

    Passes: whole numbers (they may be counts), indexes, ratios, versions and numbers of sections.
    """
    declared = [facts for facts in table_facts(context) if facts.kind is TableKind.DATA]
    if not declared:
        yield Inapplicable("no table has header cells and data cells")
        return
    for facts in declared:
        numbers = _decimals(facts)
        if not numbers or _unit_said(context.view, facts):
            continue
        yield Issue(
            facts.table.node,
            numbers[0],
            params={
                "numbers": len(numbers),
                "examples": listing([quote(number) for number in numbers[:3]]),
            },
        )


def _decimals(facts: TableFacts) -> list[str]:
    """The cells with decimals, where half of the table's numbers have them; empty for others."""
    found: list[str] = []
    whole = 0
    for i in facts.data:
        text = facts.table.cells[i].text
        if len(text) > _LONGEST or not (text[-1:].isdecimal() or text[-1:] == ")"):
            continue
        if _NUMBER.fullmatch(text):
            found.append(text)
        elif _WHOLE.fullmatch(text):
            whole += 1
    enough = len(found) >= _LEAST and len(found) >= whole
    return found if enough and 2 * len({*found}) >= len(found) else []


def _unit_said(view: View, facts: TableFacts) -> bool:
    """Anything in or around the table names a unit, or its headers a quantity without one."""
    table = facts.table
    element = view.nodes[table.node]
    text = view.document.text
    named = [
        table.caption_text,
        table.summary or "",
        table.title or "",
        *(view.text(node) for node in view.heading_path(table.node)),
        *(cell.text for cell in table.cells if cell.header),
    ]
    around = [
        text[max(0, element.text_start - _BEFORE) : element.text_start],
        text[element.text_end : element.text_end + _BEHIND],
        *(cell.text for cell in table.cells if not cell.header and len(cell.text) < _BEFORE),
    ]
    return any(_has(part, _NAMED) for part in named) or any(_has(part, _UNITS) for part in around)


def _has(text: str, known: frozenset[str]) -> bool:
    if not text:
        return False
    if not _SIGNS.isdisjoint(text):
        return True
    return any(part.strip(_STRIP) in known for part in _PARTS.split(text.casefold()))
