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

ANAPHORS = words(
    "this these that those it they them he she such its their his her here there then thus hence",
    "therefore however otherwise also both neither either another others same moreover",
    "furthermore additionally similarly consequently accordingly",
    "ce cet cette ces cela ceci ça il elle ils elles leur leurs celui celle ceux celles cependant",
    "toutefois ainsi donc",
    "dies diese dieser dieses diesen diesem das es er sie jene jener jenes solche solcher dabei",
    "dazu dafür damit daher deshalb hier hierzu hierbei jedoch",
    "este esta estos estas esto ese esa esos esas eso ello ellos ellas dicho dicha dichos dichas",
    "aquel aquella así",
    "isso isto esse essa esses essas ele ela eles elas",
    "deze dit daarom bovendien zo hij zij",
)
"""First words of a sentence that speaks of something said before it."""

ELSEWHERE = words(
    "above below following preceding previous aforementioned former latter thereof herein hereof",
    "hereinafter overleaf",
    "ci-dessus ci-dessous ci-après ci-contre précédent précédente suivant suivante suivants",
    "suivantes susmentionné",
    "oben unten folgende folgenden folgender folgendes vorstehend vorstehende nachfolgend",
    "nachfolgende nachstehend nachstehende obige obigen genannten",
    "arriba abajo anterior anteriores siguiente siguientes mencionado mencionada continuación",
    "acima abaixo seguinte seguintes",
)
"""Words of a sentence that leans on what stands before or behind it."""

POINTING = words(
    "this these that those such ce cet cette ces diese dieser dieses diesen diesem este esta estos",
    "estas esse essa esses essas deze dit said same",
)
"""Words before a value that point at things said before."""

BEFORE_YEARS = words(
    "in since until before after by from during through of for year fiscal early late mid",
    "en depuis avant après dès année exercice",
    "im seit bis vor nach ab jahr jahre jahres ende anfang",
    "desde hasta antes año ejercicio",
)
"""Words before four digits that are a year."""

NAMING_NUMBERS = words(
    "form line step lines forms phase level grade class type version release series rule act code",
    "part parts group day week category tier model unit room building floor route highway bus",
    "question answer option appendix division title chapter volume issue edition lot zone district",
    "region quarter top no nº n° number numbers numéro numéros key figure",
    "formulaire ligne étape phase niveau type classe partie catégorie jour point question règle",
    "formular zeile schritt stufe klasse typ teil gruppe kategorie frage tag regel § §§ paragraf",
    "formulario línea paso fase nivel clase tipo parte grupo categoría pregunta regla día",
    "seção artigo capítulo tabela parágrafo linha campo grupo anexo página subitem inciso",
    "paragraaf hoofdstuk tabel figuur bijlage artikel pagina",
    "rev revision versión versão condition conditions critère critères criterion test tests",
    "bedingung kriterium condición criterio teste critério",
)
"""Words before a number that names and does not count, beside those a pointer points at."""

COUNT_STOPPERS = words(
    "and or to of is are was were be has have had in on at by for with from as if the a an that",
    "which who will shall may must can should not but than per through until after before when",
    "et ou de du des est sont à au aux en par pour avec sur si qui que ne le la les dans",
    "und oder bis von ist sind war wird werden in im am an auf für mit bei zu zum zur der die das",
    "wenn als nicht",
    "y o es son en por para con si que no el los las se del al",
    "e ou é são em com os as",
)
"""Words behind a number that are not what it counts."""

UNITS_IN_TEXT = words(
    "day days week weeks month months year years hour hours minute minutes second seconds",
    "mile miles foot feet inch inches meter meters metre metres kilometer kilometers kilometre",
    "kilometres acre acres ton tons tonne tonnes pound pounds gallon gallons litre litres liter",
    "liters degrees people persons",
    "km m cm mm kg g mg t l ml ha kw mw gw kwh mwh gwh gb mb kb tb hz khz mhz ghz ms °c °f",
    "jour jours semaine semaines mois an ans année années heure heures minute minutes mètres",
    "kilomètres personnes habitants",
    "tag tage tagen woche wochen monat monate monaten jahr jahre jahren stunde stunden minuten",
    "personen einwohner meter",
    "día días semana semanas mes meses año años hora horas minutos metros kilómetros personas",
    "habitantes",
)
"""What a number in running text is counted in."""

BACK_LINKS = (
    *("back to", "return to", "go back", "retour", "zurück", "nach oben", "volver", "voltar"),
    *("↩", "↑", "^", "⇑", "▲"),
)
"""Beginnings of links that lead back to where a reader came from."""
