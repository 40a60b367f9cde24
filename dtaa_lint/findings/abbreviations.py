"""Abbreviations of a document: which its labels use, and whether anything says what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from dtaa_lint.graph.view import View
from dtaa_lint.universe.wording import words

TOKEN = re.compile(r"(?<![\w.&/’'\-–])[A-ZÀ-Þ]{2,6}(?![\w&’'/]|[.\-–]\w)")
"""Two to six capitals by themselves; no part of a code, a compound or a list of initials."""

COMMON = words(
    "A4 AI API ASCII BA BC BCE BSC CA CAD CAPTCHA CD CE CEO CET CEST CFO CHF CIO CMYK COO",
    "COVID CPU CSS CSV CTO CV DC DIN DIY DNA DNS DOI DOC DOCX DPI DVD EC ECB EDI EEA EEC EFTA",
    "EIN EMEA EN EPS EPUB ERP EST ET EU EUR FAQ FAQS FAX FTP GB GBP GDP GIF GMBH GMT GPS GUID",
    "HIV HTML HTTP HTTPS IBAN BIC ID IDS IEC IEEE II III IP IQ IRS ISBN ISO ISSN IT IV IX",
    "JPEG JPG JPY JSON KB KG LAN LED LLC LLP LTD MA MB MBA MD MIME MP MPH MSC MS NASA NATO NB",
    "NO NR OECD OK PC PDF PDFS PHD PIN PNG PO POBOX PPT PS PT QR RAM RDF RFC RGB RNA ROM RSS",
    "SA SARL SAS SIM SMS SQL SSN SUV SVG TB TBA TBD TCP TEL TIFF TIN TOC TV TVA UI UK UN",
    "UNESCO UNICEF URI URIS URL URLS US USA USB USD UTC UTF UV VAT VI VII VIII VIP VS WC WHO",
    "WIFI WWW XHTML XI XII XIII XIV XML XV XVI XX XXI YTD ZIP AG BGB DE DSGVO EG GG MWST NRW",
    "PLZ UG UST VO ES FR NL BE PME SNCF UE ONU RGPD SIRET SIREN OTAN EEUU IVA NIF DNI AL AK",
    "AZ AR CO CT FL GA HI IA IL KS KY LA ME MI MN MO MT NC ND NE NH NJ NM NV NY OH OR PA RI",
    "SC SD TN TX UT VA VT WA WI WV WY AM PM MON TUE WED THU FRI SAT SUN JAN FEB MAR APR MAY",
    "JUN JUL AUG SEP OCT NOV DEC FY CY NA YES NON OUI JA NEIN SI NOT AND THE FOR ALL NEW END",
)
"""Abbreviations that need no explanation, units and codes of countries, states, languages, money
and months, Roman numerals, and short words that are set in capitals."""

_ROMAN = frozenset("IVXLCDM")
_WORD, _GAP = r"[^\W\d_]", r"[\s\-–/’',]{1,3}"
_CLOSING = (")", "s)", ",", ";", " ")
_BEHIND = re.compile(r"\s?(\(|[:=–—]|-\s)\s?([^\W\d_]+)")
_LABEL = 16
"""Characters of a cell that may be an abbreviation or a code."""
_SHORT = 3
"""Letters of an abbreviation that initials in small letters spell by chance in any long text."""


def candidates(label: str) -> set[str]:
    """The abbreviations of a label that are not common; none where all of it is in capitals."""
    found = {token for token in TOKEN.findall(label) if token not in COMMON}
    found = {token for token in found if not _ROMAN.issuperset(token)}
    if found and label not in found:
        letters = [c for c in label if c.isalpha()]
        if 10 * sum(map(str.isupper, letters)) > 7 * len(letters):
            return set()
    return found


class Said:
    """A document's text as expansions are looked up in it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def is_word(self, token: str) -> bool:
        """The token also stands in the text in small letters: a word that is set in capitals."""
        return self._stands(token.lower()) or self._stands(token.capitalize())

    def _stands(self, word: str) -> bool:
        at = self.text.find(word)
        while at >= 0:
            end = at + len(word)
            if not self.text[at - 1 : at].isalpha() and not self.text[end : end + 1].isalpha():
                return True
            at = self.text.find(word, end)
        return False

    def in_sentence(self, token: str) -> bool:
        """The token stands behind a word in small letters, as words set in capitals do not."""
        at = self.text.find(token)
        while at >= 0:
            after = self.text[at + len(token) : at + len(token) + 1]
            behind = at > 1 and self.text[at - 1] in " -\n" and self.text[at - 2].islower()
            if behind and not after.isalnum():
                return True
            at = self.text.find(token, at + 1)
        return False

    def count(self, token: str) -> int:
        return self.text.count(token)

    def expands(self, token: str) -> bool:
        """The text says what the token means: ``Long Form (LF)``, ``LF (long form)``, ``LF: Long
        Form``, or words anywhere whose initials spell it."""
        if any(self.text.find(f"({token}{end}") >= 0 for end in _CLOSING):
            return True
        if self.text.find(f" {token})") >= 0 or self._said_behind(token):
            return True
        return _spelling(token).search(self.text) is not None

    def _said_behind(self, token: str) -> bool:
        """``LF (long form)``, or a mark and a word that begins like the token."""
        at = self.text.find(token)
        while at >= 0:
            end = at + len(token)
            behind = _BEHIND.match(self.text, end) if not self.text[at - 1 : at].isalnum() else None
            if behind is not None:
                first = behind[2][:1]
                if behind[1] == "(" or first.casefold() == token[0].casefold():
                    return True
            at = self.text.find(token, end)
        return False


def _spelling(token: str) -> re.Pattern[str]:
    """Words in a row whose initials spell the token, short ones in between left out. The initials
    of a short token must be capitals."""
    either = len(token) > _SHORT
    initials = [f"[{letter}{letter.lower()}]" if either else letter for letter in token]
    between = rf"{_WORD}*{_GAP}(?:{_WORD}{{1,4}}{_GAP}){{0,2}}?"
    return re.compile(rf"(?<!{_WORD})" + between.join(initials) + _WORD)


def label_pairs(view: View) -> list[tuple[str, str]]:
    """Labels of lists with their texts, and short cells with those right behind them."""
    pairs = [
        (member.label_text, member.text)
        for found in view.lists
        for member in found.members
        if member.label_text
    ]
    for table in view.tables:
        for one, other in pairwise(table.cells):
            if one.row == other.row and len(one.text) < _LABEL:
                pairs.append((one.text, other.text))
    return pairs


def says(text: str) -> bool:
    """Two words or more."""
    return " " in text.strip() and any(map(str.isalpha, text))


def is_listed(token: str, pairs: Iterable[tuple[str, str]]) -> bool:
    """A list or table of (label, text) pairs has the token as a label with a text in words."""
    return any(label.strip(":") == token and says(text) for label, text in pairs)
