"""What people write for yes, no and cannot say."""

from __future__ import annotations

import re
import unicodedata

from dtaa_lint.answerability.review.model import Verdict

_SAID = {
    Verdict.YES: (
        "yes", "y", "yeah", "yep", "true", "ok", "okay", "correct", "x", "✓", "✔", "☑", "oui", "o",
        "vrai", "ja", "j", "wahr", "stimmt", "sí", "si", "s", "verdadero", "sì", "vero", "sim",
        "verdadeiro", "tak", "да", "はい", "是",
    ),
    Verdict.NO: (
        "no", "n", "nope", "false", "not", "incorrect", "✗", "✘", "☒", "non", "faux", "nein",
        "falsch", "nee", "falso", "não", "nao", "nie", "нет", "いいえ", "否",
    ),
    Verdict.CANNOT: (
        "cannot say", "can't say", "cant say", "can not say", "cannot tell", "can't tell",
        "cannot judge", "don't know", "do not know", "dont know", "unsure", "not sure", "unclear",
        "maybe", "perhaps", "vielleicht", "peut-être", "quizás",
        "?", "??", "???", "na", "n/a", "n.a.", "-", "–", "—",
        "ne peut dire", "je ne sais pas", "ne sais pas", "ne sait pas", "nsp", "impossible à dire",
        "sans avis", "kann ich nicht sagen", "nicht zu sagen", "weiß nicht", "weiss nicht",
        "unklar", "k.a.", "no sé", "no se", "no sabe", "ns/nc", "weet niet", "não sei", "non so",
    ),
}  # fmt: skip
_KNOWN = {
    unicodedata.normalize("NFC", word): verdict for verdict, said in _SAID.items() for word in said
}
_AROUND = " \t\n\r\xa0\"'“”«».!;,:()[]"
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'"})
_PHRASING = re.compile(r"(?<![A-Za-z0-9])Q\s?([0-3L])(?![A-Za-z0-9])", re.IGNORECASE)


def verdict_of(cell: str) -> Verdict | None:
    """The verdict that a cell says. None for one that says none of the three; what is empty is
    to be told apart before."""
    text = unicodedata.normalize("NFC", cell).translate(_APOSTROPHES).casefold()
    text = " ".join(text.split())
    whole = _KNOWN.get(text)
    return whole if whole is not None else _KNOWN.get(text.strip(_AROUND))


def phrasings_of(cell: str) -> tuple[str, ...]:
    """The phrasings that a cell names: ``Q1 and q3`` gives Q1, Q3."""
    return tuple(dict.fromkeys([f"Q{found.upper()}" for found in _PHRASING.findall(cell)]))
