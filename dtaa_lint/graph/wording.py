"""Words that the graph reads, by language. What rests on them is inferred, never derived."""

from __future__ import annotations

_CAPTION_WORDS: dict[str, tuple[str, ...]] = {
    "en": ("table", "figure", "fig", "exhibit", "chart", "box", "map", "diagram", "graph", "photo"),
    "fr": ("tableau", "figure", "fig", "graphique", "encadré", "carte", "schéma", "illustration"),
    "de": ("tabelle", "tab", "abbildung", "abb", "bild", "grafik", "karte", "schaubild"),
    "es": ("tabla", "cuadro", "figura", "fig", "gráfico", "mapa", "recuadro", "ilustración"),
    "pt": ("tabela", "quadro", "figura", "fig", "gráfico", "mapa"),
    "it": ("tabella", "figura", "fig", "grafico", "riquadro", "tavola"),
    "nl": ("tabel", "figuur", "fig", "grafiek", "kader", "kaart"),
}
_TOTAL_WORDS: dict[str, tuple[str, ...]] = {
    "en": ("total", "totals", "subtotal", "sub-total", "sum"),
    "fr": ("total", "totaux", "sous-total", "ensemble", "somme"),
    "de": ("summe", "gesamt", "insgesamt", "zwischensumme", "gesamtsumme", "total"),
    "es": ("total", "totales", "subtotal", "suma"),
    "pt": ("total", "totais", "subtotal", "soma"),
    "it": ("totale", "totali", "subtotale", "somma"),
    "nl": ("totaal", "subtotaal", "som"),
}


def language(lang: str | None) -> str:
    """The primary subtag of a language tag, lower case; empty when there is none."""
    return lang.replace("_", "-").split("-", 1)[0].strip().lower() if lang else ""


def _words(table: dict[str, tuple[str, ...]], lang: str | None) -> frozenset[str]:
    found = table.get(language(lang))
    if found is not None:
        return frozenset(found)
    return frozenset(word for words in table.values() for word in words)


_CAPTION_SETS = {lang: _words(_CAPTION_WORDS, lang) for lang in (*_CAPTION_WORDS, "")}
_TOTAL_SETS = {lang: _words(_TOTAL_WORDS, lang) for lang in (*_TOTAL_WORDS, "")}


def looks_like_caption(text: str, lang: str | None) -> bool:
    """Whether a paragraph opens like a caption: a caption word of its language, then a number
    (``Table 3``, ``Chart A—Limits``, ``Abb. 4-1``, ``Figura A.1``), and is no running sentence such
    as ``Table 3 shows``. An unknown language is tried with the words of all known ones."""
    head = text[:40].split(None, 2)
    if len(head) < 2 or len(text) > 400:
        return False
    word = head[0].rstrip(".").lower()
    words = _CAPTION_SETS.get(language(lang)) or _CAPTION_SETS[""]
    if word not in words or not head[0][0].isupper():
        return False
    number = head[1].partition("—")[0].rstrip(":.–-)|")
    if not _is_number(number):
        return False
    rest = text[text.index(head[1]) + len(head[1]) :].lstrip()
    if not rest or head[1] != number:
        return True
    # "Table 3 shows …" is a sentence; a caption goes on with a mark or a capital or a digit.
    return not rest[0].islower()


def _is_number(text: str) -> bool:
    """1, 2.3, 4-1, A, A.1, IV."""
    if not text or len(text) > 8:
        return False
    parts = text.replace("-", ".").replace("–", ".").split(".")
    return all(
        p.isdecimal() or (len(p) == 1 and p.isalpha()) or (p != "" and not p.strip("IVXLC"))
        for p in parts
    )


def total_words(text: str, lang: str | None) -> int:
    """0 when a row header names no total, else the number of its words (1 for a bare ``Total``)."""
    words = text.split(None, 12)
    if not words:
        return 0
    known = _TOTAL_SETS.get(language(lang)) or _TOTAL_SETS[""]
    return len(words) if words[0].rstrip(":,.").lower() in known else 0
