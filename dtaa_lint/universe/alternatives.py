"""Whether an alternative text conveys something that could be asked for.

A type word, a file name, a number alone or the caption repeated conveys nothing, nor do a single
word or a type word and one common word (``telephone icon``). The name of a logo is all that its
alternative has to say, and no answer to anything. English, French, German and Spanish wording, and
the type words of Dutch, Portuguese and Italian.
"""

from __future__ import annotations

import re

from dtaa_lint.universe.validate import plain
from dtaa_lint.universe.wording import words as _words

_TYPES = _words(
    # English
    "image images picture pictures photo photos photograph photography figure figures fig chart",
    "charts graph graphs diagram diagrams icon icons illustration screenshot screen shot drawing",
    "graphic graphics infographic clipart clip art shape object textbox box symbol thumbnail",
    "barcode qr code formula equation plot flowchart placeholder bar pie line column area scatter",
    "rectangle circle triangle oval square arrow line lines rule divider separator bullet border",
    "frame background banner header footer watermark decoration decorative ornament pattern",
    "texture table text map interface user graphical application website page cover alternative",
    "alt description caption title untitled unnamed unknown img",
    # French
    "photographie graphique graphiques diagramme schéma icône icone illustration dessin capture",
    "écran tableau carte histogramme camembert courbe organigramme bandeau pictogramme forme",
    "rectangle cercle flèche ligne trait fond cadre bordure décoratif décorative texte",
    # German
    "bild bilder foto fotos fotografie abbildung abb grafik grafiken diagramm schaubild symbol",
    "zeichnung bildschirmfoto screenshot formel gleichung karte kreisdiagramm balkendiagramm",
    "säulendiagramm liniendiagramm flussdiagramm platzhalter symbolbild titelbild piktogramm form",
    "rechteck kreis pfeil linie trennlinie hintergrund rahmen dekorativ dekoration text tabelle",
    # Spanish
    "imagen imágenes fotografía figura gráfico gráfica diagrama icono ícono ilustración dibujo",
    "captura pantalla mapa fórmula ecuación tabla esquema forma rectángulo círculo flecha línea",
    "fondo marco borde decorativo decorativa texto pictograma barras sectores columnas líneas",
    # Dutch
    "afbeelding afbeeldingen beeld plaatje figuur grafiek grafieken schema kaart tabel pictogram",
    "icoon tekening illustratie schermafbeelding staafdiagram cirkeldiagram taartdiagram vorm",
    "lijndiagram stroomdiagram rechthoek cirkel vierkant pijl lijn achtergrond rand kader",
    "decoratief decoratieve tekst",
    # Portuguese
    "imagem imagens gráficos ícone ilustração desenho tela ecrã equação tabela retângulo seta",
    "linha fundo moldura borda fluxograma setores colunas linhas",
    # Italian
    "immagine immagini grafico grafici diagramma icona illustrazione disegno schermata mappa",
    "equazione tabella rettangolo cerchio freccia linea sfondo cornice bordo testo istogramma",
    "barre torta linee colonne",
)
"""What kind of thing it is, and what a picture consists of."""

_NAMING = _words(
    "portrait headshot map carte porträt karte retrato mapa kaart portret retrato ritratto mappa",
)
"""Kinds of things that one further name makes a statement of: ``Map of Spain``."""

_MARKS = _words(
    "logo logos logotype seal emblem crest signature flag coat arms badge wordmark",
    "logotype sceau signature drapeau armoiries emblème blason",
    "logo firmenlogo signet siegel unterschrift flagge wappen emblem",
    "logotipo sello firma bandera escudo emblema",
    "beeldmerk handtekening vlag wapen zegel",
    "logótipo logomarca assinatura bandeira brasão",
    "stemma sigillo bandiera firma",
)
"""Marks, which stand for whom they name and say nothing else: ``Siemens logo``."""

_DESCRIBING = _words(
    "shows showing depicts depicting contains containing with",
    "montre montrant représente représentant avec",
    "zeigt mit muestra mostrando representa con toont mostra com",
)
"""Words behind which a mark is described and not only named."""
_MARK_WORDS, _MARK_NAME = 12, 7
"""Words of an alternative that merely names a mark, and those of the name, at most."""

_GENERIC = _words(
    "company corporate organisation organization our small large big containing contains shows",
    "showing shown automatically generated confidence low medium high person indoor outdoor black",
    "white blue red green yellow grey gray orange coloured colored color colour horizontal",
    "vertical",
    "left right top bottom middle first second next new empty blank example sample",
    "entreprise société petit petite grand grande noir noire blanc blanche bleu bleue rouge vert",
    "verte jaune gris grise horizontal horizontale exemple",
    "firma unternehmen klein kleine groß große schwarz weiß blau rot grün gelb grau beispiel zeigt",
    "empresa pequeño pequeña grande negro blanco azul rojo verde amarillo gris ejemplo muestra",
    "bedrijf kleine groot grote zwart zwarte wit witte blauw blauwe rood groen groene voorbeeld",
    "pequeno pequena preto branco vermelho amarelo cinza exemplo",
    "piccolo piccola nero nera bianco bianca blu rosso rossa giallo grigio esempio azienda",
)
"""Words that ask for nothing in a picture's description."""

_ORGANISATIONS = _words(
    "association society university college institute foundation ministry department agency",
    "corporation council committee commission federation union bank hospital inc ltd llc plc corp",
    "société université institut fondation ministère agence conseil comité fédération banque",
    "verein verband gesellschaft universität hochschule institut stiftung ministerium behörde",
    "kommission bundesamt gmbh ag",
    "asociación sociedad universidad instituto fundación ministerio agencia consejo comité",
    "comisión federación banco",
    "associação sociedade universidade fundação ministério agência associazione università",
    "fondazione ministero vereniging universiteit stichting ministerie",
)
"""Words in the names of organisations, whose marks are described by their names alone."""
_CALLS = _words(
    "choose visit call click learn join download scan contact follow discover subscribe",
    "choisissez visitez appelez cliquez rejoignez téléchargez scannez contactez suivez découvrez",
    "wählen besuchen klicken entdecken",
    "elija visite llame descargue escanee contacte descubra",
)
"""First words of what advertisements call upon their readers to do."""
_CALL = 5
"""Words of such a call, at most."""
_KEYWORDS, _KEYWORD = 4, 2
"""Parts of a list of keywords at least, and words of each at most."""

_FILLERS = _words(
    "a an the of with in on and or for this is to no nr by at as from it its are",
    "un une le la les de du des d l avec sur et ceci est en à au aux par pour",
    "ein eine einer eines der die das dem den des von mit und im am zu auf für ist",
    "el los las una del con y por para es al",
    "een het van voor met op um uma o os do da dos das com em no na",
    "uno il lo i gli della dei delle di e su per",
)
_GENERATED = (
    "description automatically generated",
    "description générée automatiquement",
    "automatisch generierte beschreibung",
    "descripción generada automáticamente",
    "automatisch gegenereerde beschrijving",
    "descrição gerada automaticamente",
    "descrizione generata automaticamente",
)
"""What an authoring program adds to its own guesses."""
_FILE = re.compile(
    r"(?:[a-z]:\\|https?://|\.{0,2}/)?[^\n]{0,200}\.(?:png|jpe?g|gif|svg|eps|tiff?|bmp|pdf|emf|wmf|"
    r"webp|ai|psd|indd|heic)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"[^\W\d_]{0,12}[_\- ]?\d[\d_\-]*", re.IGNORECASE)
_TOKEN = re.compile(r"(?!(?:[dl]|qu)['’])[^\W_]+(?:['’.,][^\W_]+)*", re.IGNORECASE)
"""A word or number, without the article or preposition that French writes in front of it."""


def conveys_nothing(alt: str, caption: str) -> str:
    """Why the alternative is no more than a label: ``file-name``, ``generated`` (by a program, or
    keywords of a stock of pictures), ``number``, ``caption``, ``type`` (kinds of pictures),
    ``word`` (one name or common word), or ``logo``: a mark that is named, which suffices as its
    alternative. Empty when something can be asked of it. White space is folded."""
    if not any(map(str.isalnum, alt)):
        return "type"
    folded = alt.casefold()
    if any(phrase in folded for phrase in _GENERATED) or _keywords(alt):
        return "generated"
    if _FILE.fullmatch(alt) and alt.count(" ") < 6:
        return "file-name"
    if caption and plain(alt) == plain(caption):
        return "caption"
    if _NUMBERED.fullmatch(alt):
        return "number"
    tokens = _TOKEN.findall(alt)
    naming = mark = describing = False
    content: list[str] = []
    numbers = 0
    for token in tokens:
        word = token.casefold()
        describing = describing or word in _DESCRIBING
        if word[0].isdigit():
            numbers += 1
        elif word in _NAMING:
            naming = True
        elif word in _MARKS:
            mark = True
        elif word not in _TYPES and word not in _GENERIC and word not in _FILLERS and len(word) > 1:
            content.append(token)
            if len(word) > 3 and _unspaced(word[0]):
                # Several words that no space parts.
                return ""
    if mark and content and not (describing or numbers) and _names_only(alt, tokens, content):
        return "logo"
    if len(content) >= 2 or (content and numbers):
        return ""
    if content and naming and content[0][0].isupper():
        return ""
    if numbers and not content:
        return "number" if len(tokens) == numbers else "type"
    words = [token.casefold() for token in tokens]
    kinds = any(word in _TYPES or word in _GENERIC for word in words)
    return "type" if naming or mark or (kinds and not content) else "word"


def _names_only(alt: str, tokens: list[str], content: list[str]) -> bool:
    """The words beside the kind of mark are a name, and not a description."""
    if len(tokens) > _MARK_WORDS or len(content) > _MARK_NAME or ":" in alt or ";" in alt:
        return False
    return len(content) == 1 or content[0][0].isupper()


def _keywords(alt: str) -> bool:
    """Names of things in a row, as stocks of pictures list them: ``Factory, Industrial,
    Manufacturer, Production Plant``."""
    if alt.count(",") < _KEYWORDS - 1 or alt[-1] == ".":
        return False
    parts = [part.strip() for part in alt.split(",")]
    return len({part.casefold() for part in parts}) == len(parts) and all(
        part[:1].isupper()
        and len(names := part.split(" ")) <= _KEYWORD
        and all(map(str.isalpha, names))
        for part in parts
    )


def names_owner(alt: str) -> bool:
    """Whether an alternative is the name of an organisation and nothing else, as that of its logo
    is, or what a banner calls upon its readers to do (``Choose Direct Deposit``)."""
    if any(sign in alt for sign in ":;,") or any(map(str.isdecimal, alt)):
        return False
    tokens = _TOKEN.findall(alt)
    words = [token.casefold() for token in tokens]
    if not 1 < len(words) <= _MARK_NAME:
        return False
    if len(words) <= _CALL and words[0] in _CALLS:
        return True
    return not _ORGANISATIONS.isdisjoint(words) and all(
        token[0].isupper() or word in _FILLERS for token, word in zip(tokens, words, strict=True)
    )


def names_kinds_only(alt: str) -> bool:
    """Whether every word is a kind of picture, or a small word between such."""
    words = [token.casefold() for token in _TOKEN.findall(alt)]
    return any(word in _TYPES for word in words) and all(
        word in _TYPES or word in _FILLERS for word in words
    )


def _unspaced(character: str) -> bool:
    """Scripts that part no words: Thai and its neighbours, Chinese, Japanese."""
    return "\u0e00" <= character < "\u0f00" or "\u2e80" <= character < "\uac00"
