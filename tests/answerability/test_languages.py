"""One question for each motif and language: quotes of the language, and no words glued."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from dtaa_lint.answerability.benchmark.naming import lead, leans, shortened, size
from dtaa_lint.answerability.benchmark.spoken_language import another_language
from dtaa_lint.answerability.benchmark.templates import UNCLEAR, Excluded, Writer
from dtaa_lint.answerability.benchmark.wording import LANGUAGES, UNSPACED, spoken, wording
from dtaa_lint.answerability.model import Phrasing, Question
from dtaa_lint.universe.model import MOTIF_CLASS, ComparisonGold, Gold, Motif, Task, ValueGold
from tests.answerability.support import document
from tests.make import el

TABLE = Path(__file__).parents[1] / "golden" / "questions.json"
NEUTRAL = "cy"
ASKED_IN = (*LANGUAGES, NEUTRAL)
SUBJECTS: dict[Motif, tuple[str, str]] = {
    Motif.LOCAL_FACT: ("Arvik pays … each year", ""),
    Motif.HEADING_SCOPE: ("Arvik", ""),
    Motif.HEADING_LIST: ("Ports of Arvik and Bellmouth in winter", ""),
    Motif.NESTED_LIST: ("Ports of Arvik and Bellmouth in winter", "Ports"),
    Motif.SECTION_SET: ("Arvik", ""),
    Motif.LABEL_VALUE: ("Arvik", ""),
    Motif.DEFINITION: ("Arvik", ""),
    Motif.TABLE_CELL: ("Arvik", "2023"),
    Motif.TABLE_COMPARE: ("Arvik", "2023 › 2024"),
    Motif.TABLE_SERIES: ("Arvik", ""),
    Motif.TABLE_SUMMARY: ("", "Table 2"),
    Motif.FIGURE_ALT: ("Arvik", ""),
    Motif.FIGURE_CAPTION: ("Arvik", ""),
    Motif.NOTE_QUALIFICATION: ("Arvik pays half", ""),
    Motif.REFERENCE_TARGET: ("Arvik pays half", "Bellmouth 4"),
}


def task(motif: Motif, subject: str = "", path: tuple[str, ...] = ("Rates",)) -> Task:
    operation, topology = MOTIF_CLASS[motif]
    gold: Gold = ValueGold("77")
    if motif is Motif.TABLE_COMPARE:
        gold = ComparisonGold(("2023", "77"), ("2024", "78"), "less")
    known, constraint = SUBJECTS[motif]
    return Task("T" + "0" * 16, motif, operation, topology, subject or known, constraint, path, "",
                4, (), (), gold)  # fmt: skip


def writer(lang: str) -> Writer:
    return Writer(document(el("H1", "Rates"), el("P", "Told."), lang=lang).view)


def asked(lang: str, one: Task) -> str:
    question = writer(lang).question(one, Phrasing.Q0)
    assert isinstance(question, Question) and question.lang == lang
    return question.text


def test_every_motif_has_its_question_in_every_language() -> None:
    found = {
        lang: {motif.value: asked(lang, task(motif)) for motif in SUBJECTS} for lang in ASKED_IN
    }
    if os.environ.get("DTAA_RENEW_GOLDEN"):
        TABLE.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    assert found == json.loads(TABLE.read_text("utf-8"))
    assert SUBJECTS.keys() == set(Motif)


@pytest.mark.parametrize("lang", ASKED_IN)
def test_words_are_not_glued_and_quotes_are_the_languages(lang: str) -> None:
    begin, end = wording(lang).quotes
    for motif in SUBJECTS:
        text = asked(lang, task(motif))
        assert text.count(begin.strip()) == text.count(end.strip()) > 0
        assert "{" not in text and "  " not in text and text[-1] in "?？。."
        if lang in UNSPACED:
            # Nothing but the document's own words is in Latin letters.
            assert not re.search("[A-Za-z]", re.sub(f"{begin}[^{end}]*{end}|Ports", "", text))
        else:
            assert not re.search(rf"[^\W_]{re.escape(begin)}|{re.escape(end)}[^\W_]", text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_wordings_have_the_same_fields_and_are_of_the_language(lang: str) -> None:
    said, english = wording(lang), wording("en")
    assert said.sentences.keys() == english.sentences.keys()
    for kind, wordings in said.sentences.items():
        for text, other in zip(wordings, english.sentences[kind], strict=True):
            assert sorted(re.findall(r"{\w+}", text)) == sorted(re.findall(r"{\w+}", other))
            if lang != "en" and len(text) > 20:
                assert not another_language(re.sub(r"{\w+}", "", text), lang.split("-")[0])
    assert said.leaning and said.links and "{number}" in said.item and "{subject}" in said.item


def test_the_neutral_wording_has_hardly_a_word() -> None:
    neutral = wording(NEUTRAL)
    words = {word for pair in neutral.sentences.values() for text in pair
             for word in re.findall(r"[a-z]+", re.sub(r"{\w+}", "", text.lower()))}  # fmt: skip
    assert words == {"table", "figure"}
    assert neutral.sentences.keys() == wording("en").sentences.keys()


@pytest.mark.parametrize(
    ("tag", "text", "expected"),
    [
        ("en-GB", "", "en"),
        (None, "", "en"),
        ("zh-CN", "", "zh"),
        ("zh-cn", "這", "zh"),
        ("zh-TW", "", "zh-Hant"),
        ("zh-Hant-HK", "", "zh-Hant"),
        ("zh-Hans-HK", "", "zh"),
        ("yue", "", "zh-Hant"),
        ("zh", "這個國家的說明", "zh-Hant"),
        ("zh", "这个国家的说明", "zh"),
        ("Chinese", "这个国家", "zh"),
        ("pt_BR", "", "pt"),
        ("ja-JP", "", "ja"),
        ("fi", "", "fi"),
    ],
)
def test_the_language_to_ask_in(tag: str | None, text: str, expected: str) -> None:
    assert spoken(tag, text) == expected


LEANING = [
    ("en", "This model includes"),
    ("en", "It is made of"),
    ("en", "Includes the following"),
    ("en", "and has to pay"),
    ("en", "(1) These conditions are as follows"),
    ("fr", "Il va donc être nécessaire de"),
    ("fr", "Il est composé de trois documents"),
    ("fr", "Cette liste comprend"),
    ("de", "Diese Ausdrücke haben die folgende Bedeutung"),
    ("de", "Hierbei bestehen die folgenden Anforderungen"),
    ("es", "Estos incluyen"),
    ("pt", "Nesse exemplo temos os seguintes valores"),
    ("it", "Questi documenti sono"),
    ("nl", "Deze maatregelen helpen"),
    ("zh", "这些表格包括"),
    ("zh-Hant", "這些表格包括"),
    ("ja", "これらの項目は次のとおりです"),
]


@pytest.mark.parametrize(("lang", "text"), LEANING)
def test_what_leans_on_what_stands_before(lang: str, text: str) -> None:
    assert leans(text, lang)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Reasonable adjustments can include"),
        ("en", "Is it due in March?"),
        ("en", "The levy is due on"),
        ("fr", "Le RGAA pourra être utilisé dans les contextes suivants"),
        ("fr", "En cas de retard"),
        ("de", "Der Hafen erhebt"),
        ("es", "Los puertos son"),
        ("zh", "判决债务人必须提供"),
        ("ja", "港の料金は次のとおりです"),
        ("cy", "hwn yw"),
    ],
)
def test_what_is_clear_by_itself(lang: str, text: str) -> None:
    assert not leans(text, lang)


@pytest.mark.parametrize("motif", [Motif.HEADING_LIST, Motif.NOTE_QUALIFICATION, Motif.LOCAL_FACT])
def test_what_leans_names_its_section_or_is_excluded_with_a_reason(motif: Motif) -> None:
    leaning = "It consists of three very different documents …"
    placed = writer("en").question(task(motif, leaning, ("Rates",)), Phrasing.Q0)
    assert isinstance(placed, Question) and "(section “Rates”)" in placed.text
    lost = writer("en").question(task(motif, leaning, ()), Phrasing.Q0)
    assert isinstance(lost, Excluded) and lost.objections == (UNCLEAR,)


def test_a_lead_that_says_little_names_its_section() -> None:
    assert asked("en", task(Motif.HEADING_LIST, "Key features include", ("Plans",))) == (
        "Which items are listed under “Key features include” (section “Plans”)?"
    )
    assert asked("en", task(Motif.HEADING_LIST, "Key features include", ())) == (
        "Which items are listed under “Key features include”?"
    )


def test_long_leads_are_their_last_sentences() -> None:
    text = " ".join(["The port has many rules."] * 8) + " Bring the papers that are listed here"
    assert lead(text).endswith("rules. Bring the papers that are listed here")
    assert size(lead(text)) <= 30
    chinese = "判决债务人必须提供财务信息。" * 12 + "请按照以下步骤操作"
    assert lead(chinese).endswith("信息。请按照以下步骤操作") and " " not in lead(chinese)
    assert len(shortened("判" * 1000)) < 130 and size("判决债务人") == 3
    assert lead("Bring these") == "Bring these"
