"""Words that validation reads, in English, French, German and Spanish (some in a few more).

All entries are lower case. A test on wording only ever rejects; no task rests on it.
"""

from __future__ import annotations


def words(*lines: str) -> frozenset[str]:
    """The white-space separated words of all lines."""
    return frozenset(word for line in lines for word in line.split())


TRIVIAL = frozenset(
    {
        # English
        *("n/a", "na", "n.a.", "n. a.", "n/m", "nm", "not applicable", "tbd", "tba", "n/d", "nd"),
        *("to be determined", "not available", "n.d.", "intentionally blank"),
        # French
        *("s.o.", "s. o.", "s/o", "sans objet", "n.c.", "nc", "n. c.", "non applicable", "n.d"),
        *("non disponible", "n. d."),
        # German
        *("k.a.", "k. a.", "k.a", "k. a", "keine angabe", "keine angaben", "entfällt", "n.v."),
        *("nicht zutreffend", "nicht anwendbar", "n. v.", "n.z.", "n. z."),
        # Spanish
        *("no aplica", "n.a", "no aplicable", "no disponible", "s/d", "n/c"),
    }
)
"""Cells that say there is nothing to say."""

CODES = frozenset(
    {"*", "na", "nm", "nc", "nd", "n.c", "n.d", "n/c", "n/d", "not applicable", "non applicable"}
    | {"nicht zutreffend", "nicht anwendbar", "no aplica", "no aplicable"}
)
"""Those of them (and the lone asterisk) that are values like others among words: codes of a key,
labels of a box. They say nothing only among numbers."""

POINTERS = words(
    "see refer cf cf. please (see [see",  # English
    "voir (voir consulter",  # French
    "siehe (siehe vgl vgl. (vgl. s.",  # German
    "véase vease (véase ver (ver consulte consultar",  # Spanish
)
"""First words of a text that may only point elsewhere."""

SAME_AGAIN = words("ibid ibid. idem ídem id. ebd. ebenda ditto")
"""Pointers that are the whole text."""

POINTER_TAILS = words(
    # English
    "page pages p pp section sections table tables figure figures note notes footnote annex",
    "appendix chapter chapters attachment schedule exhibit item part above below overleaf attached",
    "instructions box fig paragraph clause article form worksheet line column row",
    # French
    "tableau annexe annexes chapitre ci-dessous ci-dessus ci-après rubrique paragraphe encadré",
    "alinéa",
    # German
    "seite seiten abschnitt abschnitte kapitel anlage anlagen anhang tabelle abbildung abb tab",
    "oben unten fußnote anmerkung ziffer nummer nr punkt absatz beiblatt rückseite",
    # Spanish
    "página páginas pág sección capítulo anexo anexos apéndice tabla cuadro figura nota notas",
    "apartado arriba abajo artículo punto",
)
"""What a pointer points at."""

POINTER_LINKS = words(
    "to the in on of at also and for details more information further please see refer a as per",
    "number our described noted stated set out shown listed defined letter roman next previous",
    "la le les l du de des à aux en et au no n° notre numéro",
    "die der das dem den im auf und auch bei zu zum zur weitere unter hierzu dazu",
    "el los las del y también más número nº",
)
"""Words of a pointer that say nothing by themselves."""

MONTHS = words(
    "january february march april may june july august september october november december",
    "jan feb mar apr jun jul aug sep sept oct nov dec",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "janv févr avr juil déc",
    "januar jänner februar märz juni juli oktober dezember okt dez mrz",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "ene abr ago dic",
)
DATE_LINKS = words("de del the of le den der am el to")

ABBREVIATIONS = words(
    "no nos vol fig figs sec ch art para pp ed eds dr mr mrs ms st jr sr inc co corp ltd dept gov",
    "gen rep sen etc al vs cf approx est ref refs tel eq app",
    "art. mme mlle al chap env réf éd p.ex",
    "nr bzw ca vgl abs art bd kap abb tab ggf evtl inkl exkl zzgl usw str prof hr fr gem sog ff",
    "núm pág cap sra sres aprox ej",
)
"""Words that end in a full stop within a sentence, without it."""

ANNOUNCING = words(
    "following follows below",
    "suivant suivante suivants suivantes ci-dessous ci-après",
    "folgend folgende folgenden folgender folgendes folgendem nachfolgend nachfolgende",
    "nachfolgenden nachstehend nachstehende nachstehenden",
    "siguiente siguientes continuación",
)
"""Words of a sentence that leads into a list, a table or a figure."""

CONTENTS = frozenset(
    {
        *("contents", "table of contents", "list of contents", "in this document"),
        *("sommaire", "table des matières", "contenu"),
        *("inhalt", "inhaltsverzeichnis", "inhaltsübersicht"),
        *("índice", "contenido", "contenidos", "tabla de contenido", "tabla de contenidos"),
        *("sumario", "índice general"),
    }
)
"""Headings of a table of contents."""

COMMA_DECIMALS = words(
    "af az be bg bs ca cs da de el es et eu fi fr gl hr hu hy id is it ka kk lt lv mk nb nl nn no",
    "pl pt ro ru sk sl sq sr sv tr uk vi",
)
"""Languages (primary subtags) that write a comma before decimals."""

IDENTIFIER_HEADERS = words(
    "no no. nr nr. n° nº # id code codes rank page pages line year years key ref ref. reference",
    "number item pos pos. position phone telephone tel tel. fax zip postcode version section date",
    "num num. serial cas isbn order",
    "année an numéro téléphone ligne",
    "jahr jahre seite rang zeile nummer telefon plz datum",
    "año página pág. número teléfono fecha código",
)
"""Headers over numbers that name things and measure nothing."""

GLOSSARY = words(
    "glossary definitions definition abbreviations acronyms terminology",
    "glossaire définitions abréviations sigles acronymes terminologie",
    "glossar begriffe begriffsbestimmungen abkürzungen abkürzungsverzeichnis definitionen",
    "glosario definiciones abreviaturas siglas acrónimos términos glossário definições glossario",
)
"""Words in a heading or lead sentence under which labels are terms and bodies are definitions."""
