"""The sentences of templated questions, by language.

Two wordings for each kind of question: that of Q0, and a second one for the lexical variant.
Fields are ``{subject}``, ``{constraint}``, ``{left}``, ``{right}``: the document's words, quoted.
"""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES = ("en", "fr", "de", "es")

SENTENCES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "en": {
        "cell": (
            "What is {constraint} for {subject}?",
            "Which entry is given under {constraint} for {subject}?",
        ),
        "value": ("What is given for {subject}?", "What does the document state as {subject}?"),
        "compare": (
            "For {subject}, which is greater: {left} or {right}?",
            "How do {left} and {right} compare for {subject}, and which is the higher one?",
        ),
        "series": (
            "What are all the values of {subject}, and what does each stand for?",
            "List every entry given for {subject} with its name.",
        ),
        "table": ("What does {subject} show?", "What is presented in {subject}?"),
        "figure": ("What does the figure {subject} show?", "What can be seen in {subject}?"),
        "some_figure": ("What does {subject} show?", "What can be seen in {subject}?"),
        "caption": (
            "What does {subject} show, according to its caption?",
            "How is {subject} described?",
        ),
        "scope": (
            "What does the section {subject} say?",
            "What is stated under the heading {subject}?",
        ),
        "list": (
            "Which items are listed under {subject}?",
            "Name everything that {subject} lists.",
        ),
        "nested": (
            "Which items are listed under {subject}?",
            "Name everything that {subject} includes.",
        ),
        "set": (
            "What are all the points that the section {subject} covers?",
            "Summarise everything under the heading {subject}.",
        ),
        "definition": ("What does {subject} mean?", "How is {subject} defined?"),
        "note": (
            "Which note qualifies {subject}, and what does it say?",
            "What restriction or source does the footnote give for {subject}?",
        ),
        "reference": (
            "What does the reference {constraint} lead to in the statement {subject}?",
            "Where {subject} points to {constraint}: what is said there?",
        ),
        "fact": (
            "Which value completes this statement: {subject}?",
            "What is missing in this sentence: {subject}?",
        ),
        "of": ("{subject} ({constraint})", "{subject} ({constraint})"),
        "section": (" (section {section})", " (under the heading {section})"),
        "caption_of": (" (table {caption})", " (in {caption})"),
        "page": ("the figure on page {page}", "the picture on page {page}"),
        "the_table": ("the table", "the table"),
        "the_figure": ("the figure", "the figure"),
        "table_n": ("table {number}", "table {number}"),
        "figure_n": ("figure {number}", "figure {number}"),
    },
    "fr": {
        "cell": (
            "Quelle est la valeur de {constraint} pour {subject} ?",
            "Quelle indication figure sous {constraint} pour {subject} ?",
        ),
        "value": (
            "Qu’est-il indiqué pour {subject} ?",
            "Que mentionne le document comme {subject} ?",
        ),
        "compare": (
            "Pour {subject}, lequel est le plus élevé : {left} ou {right} ?",
            "Comment se comparent {left} et {right} pour {subject}, et lequel est supérieur ?",
        ),
        "series": (
            "Quelles sont toutes les valeurs de {subject}, et à quoi correspond chacune ?",
            "Énumérez chaque indication donnée pour {subject}, avec son nom.",
        ),
        "table": ("Que montre {subject} ?", "Qu’est-il présenté dans {subject} ?"),
        "figure": ("Que montre la figure {subject} ?", "Que voit-on dans {subject} ?"),
        "some_figure": ("Que montre {subject} ?", "Que voit-on dans {subject} ?"),
        "caption": ("Que montre {subject}, selon sa légende ?", "Comment est décrit {subject} ?"),
        "scope": (
            "Que dit la section {subject} ?",
            "Qu’est-il énoncé sous le titre {subject} ?",
        ),
        "list": (
            "Quels éléments sont énumérés sous {subject} ?",
            "Nommez tout ce que {subject} énumère.",
        ),
        "nested": (
            "Quels éléments sont énumérés sous {subject} ?",
            "Nommez tout ce que {subject} comprend.",
        ),
        "set": (
            "Quels sont tous les points que traite la section {subject} ?",
            "Résumez tout ce qui figure sous le titre {subject}.",
        ),
        "definition": ("Que signifie {subject} ?", "Comment {subject} est-il défini ?"),
        "note": (
            "Quelle note précise {subject}, et que dit-elle ?",
            "Quelle restriction ou source la note de bas de page donne-t-elle pour {subject} ?",
        ),
        "reference": (
            "À quoi mène le renvoi {constraint} dans l’énoncé {subject} ?",
            "Là où {subject} renvoie à {constraint}, que lit-on ?",
        ),
        "fact": (
            "Quelle valeur complète cet énoncé : {subject} ?",
            "Que manque-t-il dans cette phrase : {subject} ?",
        ),
        "of": ("{subject} ({constraint})", "{subject} ({constraint})"),
        "section": (" (section {section})", " (sous le titre {section})"),
        "caption_of": (" (tableau {caption})", " (dans {caption})"),
        "page": ("la figure de la page {page}", "l’image de la page {page}"),
        "the_table": ("le tableau", "le tableau"),
        "the_figure": ("la figure", "la figure"),
        "table_n": ("tableau {number}", "tableau {number}"),
        "figure_n": ("figure {number}", "figure {number}"),
    },
    "de": {
        "cell": (
            "Was ist {constraint} für {subject}?",
            "Welche Angabe steht unter {constraint} für {subject}?",
        ),
        "value": ("Was ist für {subject} angegeben?", "Was nennt das Dokument als {subject}?"),
        "compare": (
            "Was ist für {subject} größer: {left} oder {right}?",
            "Wie verhalten sich {left} und {right} für {subject}, und was ist höher?",
        ),
        "series": (
            "Welche Werte hat {subject} insgesamt, und wofür steht jeder?",
            "Nenne jede Angabe, die für {subject} gemacht wird, mit ihrem Namen.",
        ),
        "table": ("Was zeigt {subject}?", "Was wird in {subject} dargestellt?"),
        "figure": ("Was zeigt die Abbildung {subject}?", "Was ist auf {subject} zu sehen?"),
        "some_figure": ("Was zeigt {subject}?", "Was ist auf {subject} zu sehen?"),
        "caption": (
            "Was zeigt {subject} laut Beschriftung?",
            "Wie wird {subject} beschrieben?",
        ),
        "scope": (
            "Was steht im Abschnitt {subject}?",
            "Was wird unter der Überschrift {subject} gesagt?",
        ),
        "list": (
            "Welche Punkte sind unter {subject} aufgeführt?",
            "Nenne alles, was {subject} aufzählt.",
        ),
        "nested": (
            "Welche Punkte sind unter {subject} aufgeführt?",
            "Nenne alles, was {subject} umfasst.",
        ),
        "set": (
            "Welche Punkte behandelt der Abschnitt {subject} insgesamt?",
            "Fasse alles unter der Überschrift {subject} zusammen.",
        ),
        "definition": ("Was bedeutet {subject}?", "Wie ist {subject} definiert?"),
        "note": (
            "Welche Anmerkung schränkt {subject} ein, und was besagt sie?",
            "Welche Einschränkung oder Quelle nennt die Fußnote zu {subject}?",
        ),
        "reference": (
            "Wohin führt der Verweis {constraint} in der Aussage {subject}?",
            "Wo {subject} auf {constraint} verweist: was steht dort?",
        ),
        "fact": (
            "Welcher Wert ergänzt diese Aussage: {subject}?",
            "Was fehlt in diesem Satz: {subject}?",
        ),
        "of": ("{subject} ({constraint})", "{subject} ({constraint})"),
        "section": (" (Abschnitt {section})", " (unter der Überschrift {section})"),
        "caption_of": (" (Tabelle {caption})", " (in {caption})"),
        "page": ("die Abbildung auf Seite {page}", "das Bild auf Seite {page}"),
        "the_table": ("die Tabelle", "die Tabelle"),
        "the_figure": ("die Abbildung", "die Abbildung"),
        "table_n": ("Tabelle {number}", "Tabelle {number}"),
        "figure_n": ("Abbildung {number}", "Abbildung {number}"),
    },
    "es": {
        "cell": (
            "¿Cuál es el valor de {constraint} para {subject}?",
            "¿Qué dato figura bajo {constraint} para {subject}?",
        ),
        "value": (
            "¿Qué se indica para {subject}?",
            "¿Qué menciona el documento como {subject}?",
        ),
        "compare": (
            "Para {subject}, ¿cuál es mayor: {left} o {right}?",
            "¿Cómo se comparan {left} y {right} para {subject}, y cuál es superior?",
        ),
        "series": (
            "¿Cuáles son todos los valores de {subject} y a qué corresponde cada uno?",
            "Enumere cada dato que se da para {subject}, con su nombre.",
        ),
        "table": ("¿Qué muestra {subject}?", "¿Qué se presenta en {subject}?"),
        "figure": ("¿Qué muestra la figura {subject}?", "¿Qué se ve en {subject}?"),
        "some_figure": ("¿Qué muestra {subject}?", "¿Qué se ve en {subject}?"),
        "caption": ("¿Qué muestra {subject} según su leyenda?", "¿Cómo se describe {subject}?"),
        "scope": (
            "¿Qué dice la sección {subject}?",
            "¿Qué se expone bajo el título {subject}?",
        ),
        "list": (
            "¿Qué elementos se enumeran en {subject}?",
            "Nombre todo lo que enumera {subject}.",
        ),
        "nested": (
            "¿Qué elementos se enumeran en {subject}?",
            "Nombre todo lo que incluye {subject}.",
        ),
        "set": (
            "¿Cuáles son todos los puntos que trata la sección {subject}?",
            "Resuma todo lo que figura bajo el título {subject}.",
        ),
        "definition": ("¿Qué significa {subject}?", "¿Cómo se define {subject}?"),
        "note": (
            "¿Qué nota precisa {subject} y qué dice?",
            "¿Qué restricción o fuente da la nota al pie sobre {subject}?",
        ),
        "reference": (
            "¿A qué lleva la referencia {constraint} en la afirmación {subject}?",
            "Donde {subject} remite a {constraint}, ¿qué se dice?",
        ),
        "fact": (
            "¿Qué valor completa esta afirmación: {subject}?",
            "¿Qué falta en esta frase: {subject}?",
        ),
        "of": ("{subject} ({constraint})", "{subject} ({constraint})"),
        "section": (" (sección {section})", " (bajo el título {section})"),
        "caption_of": (" (tabla {caption})", " (en {caption})"),
        "page": ("la figura de la página {page}", "la imagen de la página {page}"),
        "the_table": ("la tabla", "la tabla"),
        "the_figure": ("la figura", "la figura"),
        "table_n": ("tabla {number}", "tabla {number}"),
        "figure_n": ("figura {number}", "figura {number}"),
    },
}
"""Language -> kind -> (Q0, lexical variant)."""

QUOTES: Mapping[str, tuple[str, str]] = {
    "en": ("“", "”"),
    "fr": ("« ", " »"),
    "de": ("„", "“"),
    "es": ("«", "»"),
}
