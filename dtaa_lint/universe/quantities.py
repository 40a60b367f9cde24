"""What kind of quantity a header says that its numbers are: shares, a rate, a count, a change …

Two headers of different kinds stand over numbers that cannot be compared, whatever their units.
The words are read in English, French, German, Spanish and Portuguese, and only ever part numbers.
"""

from __future__ import annotations

import re
from functools import lru_cache

from dtaa_lint.universe.wording import words

_KINDS: dict[str, frozenset[str]] = {
    "shares": words("shares aktien acciones ações"),
    "share": words("percentage percent pct prozent pourcentage porcentaje porcentagem percentual")
    | words("anteil anteile proportion proporción proporção % perc"),
    "count": words("number count no. quantity qty headcount anzahl menge stückzahl nombre effectif")
    | words("effectifs quantité número cantidad quantidade qtd"),
    "rate": words("rate rates ratio yield margin quote satz rendite taux marge tasa margen taxa")
    | words("alíquota zinssatz steuersatz"),
    "price": words("price prices preis preise prix precio precios preço preços"),
    "time": words("term age duration maturity maturities laufzeit dauer alter durée âge")
    | words("plazo duración edad vencimiento prazo duração idade vencimento"),
    "change": words("increase decrease (increase) (decrease) increase/(decrease) change changes vs")
    | words("vs. growth variance difference veränderung zunahme abnahme differenz wachstum écart")
    | words("variation évolution hausse baisse variación diferencia crecimiento variação diferença")
    | words("δ delta ∆ +/- incr decr chg var diff abw veränd"),
    "hour": words("hourly hour hr stündlich stundensatz stundenlohn horaire horario horário"),
    "day": words("daily täglich journalier diario diário tagessatz"),
    "week": words("weekly biweekly bi-weekly b/w wöchentlich hebdomadaire semanal"),
    "month": words("monthly mo monatlich mensuel mensuelle mensual mensal"),
    "quarter": words("quarterly vierteljährlich trimestriel trimestral"),
    "annual": words("annual annually yearly jährlich annuel annuelle anual"),
    "statistic": words("mean average median sd std deviation minimum maximum min max p p-value")
    | words("mittelwert durchschnitt moyenne médiane media mediana média index score"),
}
_HEADS = frozenset({"rate", "change", "annual", "month", "quarter", "time"})
"""Kinds whose word counts only as the head of its phrase: ``tax rate``, ``rate of return``, not
``interest rate swaps``."""
_AFTER = words("of in for on de du des der in von para to per pro und and et y e % $ (in")
_RISES = ("inc/", "inc.", "inc (", "inc /", "incr", "increase")
"""What a header of changes begins with that goes on with their fall, in brackets or not."""
_BRACKETS = re.compile(r"\([^()]*\)")
_STRIP = ".,:;/*†‡"


@lru_cache(maxsize=1 << 12)
def quantities(header: str) -> tuple[str, ...]:
    """The kinds that a header names, in a fixed order; none for most. What stands in brackets does
    not count, unless it is all there is."""
    text = header.casefold()
    rises, falls = text.startswith(_RISES), "(dec" in text or "/dec" in text
    if "(" in text:
        text = _BRACKETS.sub(" ", text).strip() or text
    parts = text.split()
    found: set[str] = {"change"} if rises and falls else set()
    for at, part in enumerate(parts):
        word = part.strip(_STRIP)
        after = parts[at + 1] if at + 1 < len(parts) else ""
        if word == "per" and after and after != "cent":
            found.add("per " + after.strip(_STRIP))
            continue
        for kind, known in _KINDS.items():
            if (word in known or part in known) and (
                kind not in _HEADS or not after or after in _AFTER or part[-1] in ",:;"
            ):
                found.add(kind)
    if any(kind.startswith("per ") for kind in found):
        found -= {"shares", "price"}
    return tuple(sorted(found))
