"""Numeric gold against what answers say: locales, units, signs, scales, markers, boundaries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtaa_lint.answerability.scoring.digits import decimal_separators, plain
from dtaa_lint.answerability.scoring.number_reader import read
from dtaa_lint.answerability.scoring.numbers import is_number, measure, stated

# (language of the document, gold, answer); an answer may name its own units in the document.
SAYS: list[tuple[str, str, str]] = [
    # Grouping and decimals
    ("en", "1,234.5", "1,234.5"),
    ("en", "1,234.5", "1234.5"),
    ("en", "1,234.5", "It is 1 234.5 in all."),
    ("en", "1,234.5", "1.234,5"),
    ("fr", "1 234,5", "1 234,5"),
    ("fr", "1\u00a0234,5", "1\u202f234,5"),
    ("fr", "1\u202f234,5", "Le total est de 1234,5."),
    ("fr", "1 234,5", "1,234.5"),
    ("de", "1.234,5", "1.234,5"),
    ("de", "1.234,5", "Es sind 1234,5."),
    ("de-CH", "1’234.5", "1'234.5"),
    ("de-CH", "1’234.5", "1234.5"),
    ("es-ES", "1.234,5", "1 234,5"),
    ("en", "1,234", "1234"),
    ("en", "1,234", "1 234"),
    ("de", "1.234", "1234"),
    ("de", "1,234", "1,2340"),
    ("en", "1.234", "1.2340"),
    ("de-CH", "1.234", "1,2340"),
    ("", "1.234", "1234"),
    ("", "1.234", "1,2340"),
    ("es", "1.234", "1234"),
    ("es-MX", "1,234", "1234"),
    ("en", "1,234,567", "1234567"),
    ("de", "1.234.567", "1 234 567"),
    ("en-IN", "1,23,456.78", "123456.78"),
    ("en", "0.5", ".5"),
    ("de", "0,5", "0,50"),
    ("en", "12.50", "12.5"),
    ("en", "0.125", "0,125"),
    ("en", "37.8", "The total for Arvik in 2024 was 37.8."),
    ("en", "37.8", "37.8, according to Table 1."),
    ("en", "3,400", "It is 3,400; see page 12."),
    ("ar", "١٬٢٣٤٫٥", "1,234.5"),
    ("ar", "1,234.5", "١٬٢٣٤٫٥"),
    ("fa", "۱۲", "12"),
    ("hi", "१२", "12"),
    ("ja", "１２３", "123"),
    # Signs
    ("en", "(3.2)", "-3.2"),
    ("en", "(3.2)", "−3.2"),
    ("en", "(3.2)", "–3.2"),
    ("en", "(3.2)", "minus 3.2"),
    ("en", "(3.2)", "(3.2)"),
    ("en", "−3.2", "(3.2)"),
    ("en", "-3.2", "‑3.2"),
    ("en", "-3.2", "－3.2"),
    ("en", "- 3.2", "-3.2"),
    ("en", "3.2-", "-3.2"),
    ("en", "(3.2)", "It fell by 3.2."),
    ("en", "(3.2)", "a loss of 3.2"),
    ("fr", "(3,2)", "une perte de 3,2"),
    ("fr", "−3,2", "moins 3,2"),
    ("de", "−3,2", "ein Rückgang um 3,2"),
    ("es-ES", "-3,2", "una caída de 3,2"),
    ("en", "+3.2", "3.2"),
    ("en", "39.7", "Bellmouth (39.7) is the greater one."),
    ("en", "$(1,234)", "-$1,234"),
    ("en", "$(1,234)", "−1,234 dollars"),
    ("en", "(3.2)%", "-3.2%"),
    ("en", "(3.2 %)", "−3.2 per cent"),
    # Percent
    ("en", "12%", "12 %"),
    ("en", "12 %", "12 per cent"),
    ("en", "12 %", "12 percent"),
    ("en", "12 %", "0.12"),
    ("en", "0.12", "12 %"),
    ("fr", "12 %", "12 pour cent"),
    ("de", "12,5 %", "12,5 Prozent"),
    ("es-ES", "12,5 %", "12,5 por ciento"),
    ("en", "3 percentage points", "3 pp"),
    ("de", "3 Prozentpunkte", "3 %-Punkte"),
    ("fr", "3 points de pourcentage", "3 points de pourcentage"),
    ("en", "25 bps", "25 basis points"),
    ("en", "5‰", "0.5 %"),
    ("en", "12٪", "12%"),
    # Currencies
    ("en", "€5", "5 €"),
    ("en", "€5", "EUR 5"),
    ("en", "EUR 5", "5 euros"),
    ("en", "$14,600", "14,600 dollars"),
    ("en", "$14,600", "USD 14,600"),
    ("en", "US$14,600", "$14,600"),
    ("en", "$14,600", "14,600"),
    ("en", "£3.50", "GBP 3.5"),
    ("fr", "12,50 €", "12,50 euros"),
    ("de-CH", "CHF 12.50", "12.50 Franken"),
    ("de-CH", "Fr. 1’200", "CHF 1200"),
    ("en", "Rs. 500", "₹500"),
    ("es-ES", "12,50 €", "€12,50"),
    # Scales
    ("en", "$3.5 million", "$3,500,000"),
    ("en", "€5m", "5 million euros"),
    ("en", "€5m", "EUR 5 million"),
    ("en", "€5k", "€5,000"),
    ("de", "5 Mio. €", "5 Millionen Euro"),
    ("de", "5 Mrd. €", "5.000 Mio. €"),
    ("de", "12 T€", "12.000 €"),
    ("fr", "12 k€", "12 000 €"),
    ("fr", "37,8 millions d’euros", "37,8 M€"),
    ("fr", "2 milliards d'euros", "2 Md€"),
    ("en", "2 bn", "2 billion"),
    ("de", "2 Milliarden", "2 Mrd."),
    ("de", "1 Billion", "1.000 Milliarden"),
    ("es-ES", "3 millones de euros", "3.000.000 €"),
    ("es-ES", "2 mil millones", "2.000 millones"),
    ("en", "685 thousand", "685,000"),
    ("de", "685 Tsd.", "685 Tausend"),
    ("en", "$3.5M", "$3.5 million"),
    ("en", "5 crore", "50,000,000"),
    # Fractions
    ("en", "1/2", "0.5"),
    ("en", "½", "1/2"),
    ("en", "¾", "0.75"),
    ("en", "1½", "1.5"),
    ("en", "3 1/2 hours", "3.5 hours"),
    ("en", "2¾", "2.75"),
    # Ranges
    ("en", "10–12", "10-12"),
    ("en", "10–12", "10 to 12"),
    ("en", "10–12", "between 10 and 12"),
    ("en", "10–12 %", "10 % to 12 %"),
    ("en", "10 – 12 %", "from 10 to 12 percent"),
    ("de", "10–12 Jahre", "10 bis 12 Jahre"),
    ("fr", "10 à 12 ans", "entre 10 et 12 ans"),
    ("es-ES", "10–12", "entre 10 y 12"),
    ("en", "-5 to -3", "−5 to −3"),
    # Bounds
    ("en", "< 5", "less than 5"),
    ("en", "≥ 18 years", "at least 18 years"),
    ("de", "< 5 %", "unter 5 %"),
    ("fr", "> 5", "plus de 5"),
    ("en", "5", "about 5"),
    ("en", "ca. 5", "approximately 5"),
    # Ordinals, words, units
    ("en", "3rd", "It came 3rd."),
    ("en", "3rd", "third"),
    ("fr", "2e", "2e"),
    ("en", "3", "three"),
    ("de", "5 Jahre", "fünf Jahre"),
    ("de", "5 Jahre", "5 Jahren"),
    ("en", "5 years", "5-year"),
    ("en", "20 mg", "20mg"),
    ("en", "37 m²", "37 m2"),
    ("en", "37 m²", "37 square metres"),
    ("en", "20 °C", "20°C"),
    ("fr", "30 jours", "30 jours"),
    ("en", "20mg & 12.5mg", "20 mg and 12.5 mg"),
    ("en", "2024", "in 2024"),
    ("en", "2,024", "2024"),
    # Lists
    ("en", "15.5", "- first half: 15.5\n- 2023 second half: 22.4"),
    ("en", "37.8", "1. Arvik: 37.8\n2. Bellmouth: 39.7"),
    # Markers of notes
    ("en", "12*", "12"),
    ("en", "12.5(a)", "12.5"),
    ("en", "12.5¹", "12.5"),
    ("en", "12.5 †", "12.5"),
    ("en", "12.5[3]", "12.5"),
    ("en", "12.5", "12.5¹"),
    ("en", "12 %²", "12 %"),
]  # fmt: skip
DOES_NOT: list[tuple[str, str, str]] = [
    # A number inside a longer one
    ("en", "2.1", "12.1"),
    ("en", "2.1", "2.15"),
    ("en", "2.1", "2.1.3"),
    ("en", "37", "37.8"),
    ("en", "234", "1,234"),
    ("en", "234", "1 234"),
    ("fr", "234", "1\u202f234"),
    ("en", "5", "0.5"),
    ("en", "5", "Q5"),
    ("en", "1", "form H-1"),
    ("en", "2", "H2O"),
    ("en", "3", "§ 1.3.2"),
    ("en", "5", "5a"),
    ("de-CH", "234", "1’234"),
    # Lines are apart
    ("en", "100200", "100\n200"),
    ("en", "3–5", "- a: 3\n- 5"),
    # Another value
    ("en", "37.8", "39.7"),
    ("en", "1,234", "1.234"),
    ("de", "1.234", "1,234"),
    ("en", "37.8", ""),
    ("en", "37.8", "The document does not say."),
    ("en", "37.8", "37.80001"),
    # Signs
    ("en", "(3.2)", "3.2"),
    ("en", "3.2", "-3.2"),
    ("en", "3.2", "minus 3.2"),
    ("en", "-3.2", "an increase of 3.2"),
    ("en", "3.2", "(3.2)"),
    # Units and scales
    ("en", "12 %", "12 pp"),
    ("en", "3 percentage points", "3 %"),
    ("en", "12 %", "12"),
    ("en", "12 %", "12 ‰"),
    ("en", "€5", "$5"),
    ("en", "CAD 5", "USD 5"),
    ("en", "5 kg", "5 mg"),
    ("en", "5", "5 %"),
    ("en", "5", "€5"),
    ("en", "$3.5 million", "$3.5 billion"),
    ("en", "$3.5 million", "$3.5"),
    ("en", "$3.5", "$3.5 million"),
    ("de", "5 Mio. €", "5 Mrd. €"),
    ("de", "1 Billion", "1 Milliarde"),
    ("en", "5 years", "5 months"),
    ("en", "0.12", "€12"),
    # Ranges, bounds, ordinals, years, dates
    ("en", "10–12", "10"),
    ("en", "10–12", "10–13"),
    ("en", "10", "10–12"),
    ("en", "10 and 12", "10"),
    ("en", "< 5", "5"),
    ("en", "5", "less than 5"),
    ("en", "< 5", "more than 5"),
    ("en", "3", "3rd"),
    ("en", "3rd", "3"),
    ("en", "2,024", "In 2024, it was 37.8."),
    ("en", "21", "21 November 2016"),
    ("en", "2016", "21 November 2016"),
    ("en", "12", "12:30"),
    ("en", "11", "2024-11-30"),
    ("de", "21", "am 21. November"),
    ("en", "2023", "2023/24"),
    ("en", "24", "24/7"),
    ("en", "20mg & 12.5mg", "20 mg"),
    ("en", "3", "thirteen"),
    ("en", "3,000,000", "three"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "gold", "answer"), SAYS)
def test_says_the_number(lang: str, gold: str, answer: str) -> None:
    assert stated(answer, gold, lang)


@pytest.mark.parametrize(("lang", "gold", "answer"), DOES_NOT)
def test_does_not_say_the_number(lang: str, gold: str, answer: str) -> None:
    assert not stated(answer, gold, lang)


def test_the_table_is_as_long_as_it_should_be() -> None:
    assert len(SAYS) + len(DOES_NOT) >= 150


# (gold, answer, what headers name, what question and evidence name, whether it matches)
MEASURED: list[tuple[str, str, tuple[str, ...], tuple[str, ...], bool]] = [
    ("37.8", "37.8 million euro", ("Receipts in million euro",), (), True),
    ("37.8", "€37.8m", ("Receipts in million euro",), (), True),
    ("37.8", "€37,800,000", ("Receipts in million euro",), (), True),
    ("37.8", "37.8", ("Receipts in million euro",), (), True),
    ("37.8", "€37.8 thousand", ("Receipts in million euro",), (), False),
    ("37.8", "37.8 billion", ("Receipts in million euro",), (), False),
    ("37.8", "$37.8 million", ("Receipts in million euro",), (), False),
    ("37.8", "37.8 %", ("Receipts in million euro",), (), False),
    ("1,234", "$1,234,000", ("in thousands of dollars",), (), True),
    ("1,234", "$1.234 million", ("in thousands of dollars",), (), True),
    ("1,234", "$1.234 billion", ("in thousands of dollars",), (), False),
    ("1,234", "$1,234 thousand", ("($000)",), (), True),
    ("12", "12 %", ("Share (%)",), (), True),
    ("12", "12", ("Share (%)",), (), True),
    ("12 %", "12", ("Share in percent",), (), True),
    ("12 %", "12", (), ("What percentage (in %) is it?",), True),
    ("5", "5 kg", (), ("The net weight is 5 kg.",), True),
    ("5", "5 kg", ("Weight (g)",), ("The net weight is 5 kg.",), False),
    ("$3.5 million", "3.5", (), ("in million dollars",), True),
    ("5", "5 years", ("Laufzeit in Jahren",), (), True),
    ("5", "5 boats", (), (), True),
]


@pytest.mark.parametrize(("gold", "answer", "near", "far", "matches"), MEASURED)
def test_units_and_scales_come_from_headers_first(
    gold: str, answer: str, near: tuple[str, ...], far: tuple[str, ...], matches: bool
) -> None:
    assert stated(answer, gold, "en", near=measure(near), far=measure(far)) is matches


@pytest.mark.parametrize(
    ("lang", "gold", "markers", "answer", "matches"),
    [
        ("en", "1,2343", ("3",), "1,234", True),
        ("en", "1,2343", ("3",), "1,2343", True),
        ("en", "1,2343", (), "1,234", False),
        ("en", "37.83", ("3",), "37.8", True),
        ("en", "37.83", ("3",), "37.83", True),
        ("en", "37.83", ("4",), "37.8", False),
        ("de", "1.2343", ("3",), "1.234", True),
        ("en", "123", ("3",), "12", False),
        ("en", "12*", ("*",), "12", True),
    ],
)
def test_known_markers_may_be_glued(
    lang: str, gold: str, markers: tuple[str, ...], answer: str, matches: bool
) -> None:
    assert stated(answer, gold, lang, markers=markers) is matches


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Harbour Act 2011, section 4", "en"),
        ("21. November 2016", "de"),
        ("31/12/2023", "fr"),
        ("2023/24", "en"),
        ("12:30", "en"),
        ("3-Tupel", "de"),
        ("www.irs.gov/Form1040SP", "es"),
        ("H-1", "en"),
        ("007", "en"),
        ("1.2.3", "en"),
        ("", "en"),
        ("—", "en"),
        ("n/a", "en"),
    ],
)
def test_dates_codes_and_words_are_no_numbers(text: str, lang: str) -> None:
    assert not is_number(text, lang)


def test_the_language_says_which_separator_it_writes() -> None:
    assert [decimal_separators(lang) for lang in ("en", "fr", "de-AT", "de-CH", "es-MX")] == [
        ".", ",", ",", ".", ".",
    ]  # fmt: skip
    assert {decimal_separators(lang) for lang in ("", "und", "es", "en-ZA")} == {".,"}


@given(st.text(max_size=200), st.sampled_from(["en", "fr", "de", ""]))
def test_any_text_is_read_within_its_bounds(text: str, lang: str) -> None:
    assert len(plain(text)) == len(text)
    last = 0
    for number in read(text, lang, ("3", "*"), words=True):
        assert 0 <= number.start < number.end <= len(text)
        assert number.values
        last = max(last, number.start)


@given(st.text(alphabet="0123456789.,'’ -–()%€kMm/½", max_size=60))
def test_strings_of_signs_are_read(text: str) -> None:
    for number in read(text, "en"):
        assert text[number.start : number.end].strip()


def test_long_texts_are_read_in_linear_time() -> None:
    assert len(read("12.5 million euro (3.2) " * 5_000, "en")) == 10_000
    assert read("1," * 50_000, "en") == read("1," * 50_000, "en")
    assert read("(" * 100_000 + "-" * 100_000 + " " * 1000, "en") == []
