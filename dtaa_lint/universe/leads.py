"""Leads and headings that name nothing: what they introduce cannot be asked for by them."""

from __future__ import annotations

from collections.abc import Sequence

from dtaa_lint.universe.wording import words

EMPTY_WORDS = words(
    "where with note notes remark remarks example examples e g eg i ie for such as in including",
    "includes include the this these that it they is are of to a an and or but also namely please",
    "following follows below above notice nb n b important either both all if when who which",
    "avec où ou et note notes remarque remarques exemple exemples par p ex dont soit suivant",
    "suivante suivants suivantes le la les l un une des de du à savoir c'est-à-dire c’est-à-dire",
    "comme ci-dessous ci-après attention si est sont",
    "wobei mit hinweis hinweise anmerkung anmerkungen bemerkung bemerkungen beispiel beispiele zum",
    "beispielsweise z d h bzw nämlich dabei und oder folgend folgende folgenden folgendes der die",
    "das den dem ein eine wie für wenn ist sind achtung insbesondere",
    "donde con nota notas observación observaciones ejemplo ejemplos por p ej es decir siguiente",
    "siguientes el los las y o como si son aviso",
)
"""Words that name nothing in English, French, German and Spanish."""
_OPEN_WORDS = EMPTY_WORDS | words(
    "not no nor than by from shall must may can will cannot unless until whether that between",
    "pas que qui doit doivent peut peuvent sauf lorsque entre",
    "nicht kein keine muss müssen darf dürfen kann können soll sollen von durch dass zwischen",
    "no deben debe puede pueden que por salvo entre",
)
"""Words that no statement ends with."""
_ALTERNATIVES = words("soit entweder either ou oder or")
"""First words of alternatives, in which a sentence goes on."""
LONGEST_LEAD = 400
"""Characters of what introduces a list; more is a text and no lead."""
_LONGEST = 40
"""Characters of a lead of nothing but such words."""
_MARKS = '.,:;()«»"“” \u00a0'


def names_nothing(subject: str) -> bool:
    """Whether a lead or a heading names nothing by itself: ``Avec :``, ``Where:``, ``z. B.``,
    ``Remarque 2``. A lone letter is the name of an appendix or of a part of an index."""
    if not 1 < len(subject.strip(_MARKS)) <= _LONGEST:
        return False
    found = [word.strip(_MARKS) for word in subject.casefold().replace(".", ". ").split()]
    named = [word for word in found if word and not word.isdecimal()]
    return bool(named) and EMPTY_WORDS.issuperset(named)


def breaks_off(text: str) -> bool:
    """Whether a text stops where what it is about would begin: ``the members, including``,
    ``the applicant shall``."""
    last = text.rstrip(" :：,").rpartition(" ")[2]
    return last.casefold().strip(_MARKS) in _OPEN_WORDS


def set_of_alternatives(texts: Sequence[str]) -> bool:
    """Whether all items only go on with the sentence before them, as its alternatives: ``Soit par
    …``, ``Entweder …``, ``Oder …``."""
    return all(text.split(" ", 1)[0].casefold().strip(_MARKS) in _ALTERNATIVES for text in texts)
