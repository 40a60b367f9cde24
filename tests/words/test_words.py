"""How texts are filled in English and in French, and how a language is found."""

from __future__ import annotations

import pickle

import pytest

from dtaa_lint import words as room
from dtaa_lint.errors import ConfigError, RuleError
from dtaa_lint.words import (
    ENGLISH,
    Phrase,
    Words,
    alternatives,
    joined,
    listing,
    page_ranges,
    pick,
    quote,
)

NARROW = "\N{NARROW NO-BREAK SPACE}"
FRENCH = Words("fr")


@pytest.fixture
def french(monkeypatch: pytest.MonkeyPatch) -> Words:
    """French with a catalogue of its own."""
    known = {
        "{n:# cell|cells} of {of}": "{n:# cellule|cellules} sur {of} {n:? vide|vides}",
        "the {place} column": "la {place} colonne",
        "first": "première",
        "{first} and {last}": "{first} et {last}",
        "{first} and {n:# more|more}": "{first} et {n:# autre|autres}",
        "{first} or {last}": "{first} ou {last}",
        "page {page}": "page {page}",
        "pages {page}": "pages {page}",
        "under {text}": "sous {text}",
    }
    catalogue = (lambda text: known.get(text, text), lambda n: int(n > 1))
    monkeypatch.setattr(room, "_catalogue", lambda lang: catalogue)
    return FRENCH


@pytest.mark.parametrize(
    ("n", "english", "shown"),
    [
        (0, "0 cells of 1,204", f"0 cellule sur 1{NARROW}204 vide"),
        (1, "1 cell of 1,204", f"1 cellule sur 1{NARROW}204 vide"),
        (2, "2 cells of 1,204", f"2 cellules sur 1{NARROW}204 vides"),
    ],
)
def test_nouns_and_what_agrees_with_them(french: Words, n: int, english: str, shown: str) -> None:
    template = "{n:# cell|cells} of {of}"
    assert ENGLISH(template, n=n, of=1204) == english
    assert french(template, n=n, of=1204) == shown


@pytest.mark.parametrize(
    ("spec", "value", "english", "shown"),
    [
        (".1f", 12.34, "12.3", "12,3"),
        ("g", 0.5, "0.5", "0,5"),
        ("d", 12345, "12345", "12345"),
        ("", 12345, "12,345", f"12{NARROW}345"),
        (".0f", 80.0, "80", "80"),
    ],
)
def test_numbers(french: Words, spec: str, value: float, english: str, shown: str) -> None:
    template = f"{{x:{spec}}}" if spec else "{x}"
    assert ENGLISH(template, x=value) == english
    assert french(template, x=value) == shown


def test_a_phrase_is_english_and_can_be_told_in_french(french: Words) -> None:
    phrase = Phrase("the {place} column", place=Phrase("first"))
    assert phrase == "the first column"
    assert french.of(phrase) == "la première colonne"
    assert french("{x}, {y}", x=phrase, y="first") == "la première colonne, first", "no document's"
    assert ENGLISH.of(phrase) == "the first column"


def test_phrases_are_plain_texts_once_they_leave_the_process() -> None:
    copy = pickle.loads(pickle.dumps(Phrase("the {place} column", place="first")))
    assert copy == "the first column"
    assert type(copy) is str


def test_quotation_marks_by_language_and_depth(french: Words) -> None:
    said = Phrase("under {text}", text=quote("Plan  prices"))
    assert said == "under “Plan prices”"
    assert french.of(said) == f"sous «{NARROW}Plan prices{NARROW}»"
    assert french("{x:q}", x=said) == f"«{NARROW}sous “Plan prices”{NARROW}»"
    assert ENGLISH("{x:q}", x=said) == "“under “Plan prices””"


def test_lists(french: Words) -> None:
    parts = [Phrase("first"), "b", "c", "d", "e"]
    assert listing(parts[:1]) == "first"
    assert listing(parts[:3]) == "first, b and c"
    assert listing(parts, 3) == "first, b and 3 more"
    assert french.of(listing(parts[:3])) == "première, b et c"
    assert french.of(listing(parts, 4)) == "première, b, c et 2 autres"
    assert french.of(alternatives(parts[:2])) == "première ou b"
    assert french.of(joined(parts[:2], " × ")) == "première × b"
    assert listing([]) == french.of(listing([])) == ""


def test_pages(french: Words) -> None:
    labels = ["i", "1", "2", "3", "4"]
    assert page_ranges([1], labels) == "page 1"
    assert page_ranges([4, 1, 0, 2], labels) == "pages i–2 and 4"
    assert french.of(page_ranges([4, 1, 0, 2], labels)) == "pages i–2 et 4"
    assert page_ranges([9], labels) == "no page"


def test_what_a_template_must_have() -> None:
    with pytest.raises(RuleError, match="not given"):
        ENGLISH("{x}", y=1)
    with pytest.raises(RuleError, match="cannot format"):
        ENGLISH("{x:# cell|cells}", x="1")
    with pytest.raises(RuleError, match="cannot format"):
        ENGLISH("{x:>5}", x="1")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("en", "en"), ("EN-gb", "en"), ("fr", "fr"), ("fr-CA", "fr"), ("fr_CA", "fr"),
        (" FR-latn-ca ", "fr"),
    ],
)  # fmt: skip
def test_the_language_that_serves(asked: str, found: str) -> None:
    assert pick(asked) == found


@pytest.mark.parametrize("asked", ["xx", "frr", "", "../fr", "-fr", "fr" * 999])
def test_a_language_that_there_is_not(asked: str) -> None:
    with pytest.raises(ConfigError, match="languages are en, fr"):
        pick(asked)
