"""Texts that state nothing: names under which anything may be said, boxes, feet of pages."""

from __future__ import annotations

from itertools import pairwise

from dtaa_lint.universe.leads import names_nothing
from dtaa_lint.universe.validate import plain
from dtaa_lint.universe.wording import words

_EMPTY = words(
    "continued cont cont'd cont’d page tip caution warning",
    "suite conseil nota bene fortsetzung wichtig seite",
    "continuación atención importante obs observação observações atenção página onde com",
)
"""Further names under which anything may be said."""
_YES_NO = frozenset(
    {("yes", "no"), ("oui", "non"), ("ja", "nein"), ("sí", "no"), ("si", "no"), ("sim", "não")}
)
"""Labels of two boxes to tick."""
_PAGES = words("page seite página")
_STRIP = "()[]{}.,;:!?\"'“”‘’«»*†‡§"
_FOOT = 80
"""Characters of what stands at the foot of a page."""


def empty_name(name: str) -> bool:
    """A heading or label that names nothing: ``Notes:``, ``Avec :``, ``(continued)``, ``12``,
    ``(a)``, ``M``, ``Page 3``; not a year."""
    bare = plain(name)
    if not bare or bare in _EMPTY or names_nothing(name):
        return True
    if not any(map(str.isalpha, bare)):
        return not (bare.isdecimal() and len(bare) == 4) and "/" not in bare and "-" not in bare
    if len(bare) == 1:
        return bare.isascii()
    return is_page_foot(name) and bare.split(" ", 1)[0] in _PAGES


def is_enumerator(header: str) -> bool:
    """The number of a list's item, read as a header: ``83.``, ``(1.)``, ``2)``."""
    bare = header.strip("().")
    return len(header) < _ENUMERATOR and bare.isdecimal() and header[-1:] in (".", ")")


_ENUMERATOR = 7


def boxes_to_tick(text: str) -> bool:
    """The labels of boxes in one text: ``Employed? Yes No``, ``Checked Yes Unchecked No``."""
    folded = text.casefold()
    if " no" not in folded and "nein" not in folded and "não" not in folded:
        return False
    parts = [word.strip(_STRIP) for word in folded.split()]
    parts = [word for word in parts if word not in ("checked", "unchecked")]
    return any(pair in _YES_NO for pair in pairwise(parts))


def is_page_foot(text: str) -> bool:
    """What a form repeats at the foot of its pages: ``Form 1040 (2024) Page 2``, ``Cat. No. 5``."""
    if len(text) > _FOOT:
        return False
    folded = text.casefold()
    if "cat. no." in folded:
        return True
    parts = [word.strip(_STRIP) for word in folded.split()]
    if len(parts) < 2 or (parts[0] not in _PAGES and parts[-2] not in _PAGES):
        return False
    return any(word in _PAGES and number.isdecimal() for word, number in pairwise(parts))


def is_caption_line(text: str) -> bool:
    """The name or source of a figure or table, tagged as a paragraph: ``Figure 5: Receipts``,
    ``Source: Statistical Office``."""
    first, _, rest = text.partition(" ")
    word = first.casefold().rstrip(".:")
    if word in _SOURCES:
        return first[-1] == ":" and text.count(" ") < _CAPTION
    return word in _FLOATS and rest[:1].isdecimal() and text.count(" ") < _CAPTION


def is_note_line(text: str) -> bool:
    """What is said below a table or figure about its values, tagged as a paragraph: ``Note.
    Percentages are of the row's total``, ``Source: Statistical Office``."""
    first = text.partition(" ")[0]
    return first[-1:] in (".", ":", "：") and first[:-1].casefold() in _NOTES


_CAPTION = 20
"""Words of such a line, at most."""
_FLOATS = words(
    "figure fig table chart exhibit graph figura tabla cuadro gráfico tabela quadro tableau",
    "graphique schéma abbildung abb tabelle tab diagramm",
)
_SOURCES = words("source sources quelle quellen fuente fuentes fonte fontes bron")
_NOTES = _SOURCES | words(
    "note notes remarque remarques anmerkung anmerkungen hinweis hinweise anm nota notas noot noten"
)
