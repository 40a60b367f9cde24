"""Other people's questions from files: shapes by their keys, gold by its form, errors by line."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from dtaa_lint.answerability.benchmark.foreign import (
    ForeignQuestion,
    NoDocument,
    Shape,
    assign,
)
from dtaa_lint.answerability.benchmark.foreign_files import read_questions
from dtaa_lint.answerability.benchmark.foreign_gold import gold_of, sentences
from dtaa_lint.answerability.model import Phrasing
from dtaa_lint.errors import InputError
from dtaa_lint.universe.model import SetGold, SpanGold, ValueGold
from tests.cost import within

PDFQA_REAL = {
    "dataset": "FinQA",
    "file_name": "ACME_2015",
    "question": "what is the return?",
    "answer": "32%",
    "source_text": ["doc1{|  | 2015 |\n| --- | --- |\n| Return | $132 |}", None, "doc2{}"],
}
PDFQA_SYN = {
    "file_type": "books",
    "file_name": "book-7",
    "question": "Is the harbour open?",
    "answer": "Yes",
    "sources": ["Source_1"],
    "source_text": ['<table style="x"><tr><td>Harbour</td><td>open &amp; lit</td></tr></table>'],
    "answer_type": "yes-no-question",
    "answer_length": 3,
    "sources_position": 25,
    "source_spread": 12,
}
FINANCEBENCH = {
    "financebench_id": "x1",
    "doc_name": "ACME_2022_10K",
    "question": "How much was paid?",
    "answer": "$1577.00",
    "question_type": "metrics-generated",
    "evidence": [{"evidence_text": "Purchases (1,577)", "evidence_page_num": 55}],
}
TATQA = {
    "doc": {"uid": "u", "page": 4, "source": "acme_2019.pdf"},
    "table": {"uid": "t", "table": [["", "2019"], ["Revenue", "1,234"]]},
    "paragraphs": [{"uid": "p", "order": 2, "text": "Revenue is in thousands."}],
    "questions": [
        {
            "uid": "q1", "question": "What was the revenue?", "answer": "1,234",
            "answer_type": "span", "answer_from": "table", "scale": "thousand",
        },
        {
            "uid": "q2", "question": "Which segments are there?", "answer": ["East", "West"],
            "answer_type": "multi-span", "answer_from": "table-text", "rel_paragraphs": ["2"],
            "scale": "",
        },
        {
            "uid": "q3", "question": "What is the change?", "answer": 12.5,
            "answer_from": "text", "rel_paragraphs": ["2"], "scale": "percent",
        },
    ],
}  # fmt: skip
PLAIN = {
    "question": "Who signs?",
    "answer": "The chair.",
    "document": "rules.pdf",
    "sources": [{"text": "The chair signs.", "page": 3}, "Signed by the chair."],
}


def lines(folder: Path, *records: Any, name: str = "q.jsonl") -> str:
    path = folder / name
    path.write_text("\n".join([json.dumps(record) for record in records]) + "\n", "utf-8")
    return str(path)


def read(folder: Path, *records: Any) -> tuple[ForeignQuestion, ...]:
    return read_questions(lines(folder, *records))


def test_shapes_are_known_by_their_keys(tmp_path: Path) -> None:
    found = read(tmp_path, PDFQA_REAL, PDFQA_SYN, FINANCEBENCH, TATQA, PLAIN)
    assert [question.shape for question in found] == [
        Shape.PDFQA_REAL, Shape.PDFQA_SYN, Shape.FINANCEBENCH, *[Shape.TATQA] * 3, Shape.PLAIN,
    ]  # fmt: skip
    assert [question.line for question in found] == [1, 2, 3, 4, 4, 4, 5]
    assert len({question.foreign_id for question in found}) == 7
    assert found[0].question("en").phrasing is Phrasing.FOREIGN


def test_sources_lose_the_markup_of_their_data_set(tmp_path: Path) -> None:
    real, syn, finance, *tatqa, plain = read(
        tmp_path, PDFQA_REAL, PDFQA_SYN, FINANCEBENCH, TATQA, PLAIN
    )
    assert [source.table for source in real.sources] == [True]
    assert "---" not in real.sources[0].text and "doc1" not in real.sources[0].text
    assert syn.sources[0].text.split() == ["Harbour", "open", "&", "lit"]
    assert syn.sources[0].table and syn.given["sources_position"] == 25
    assert [(s.text, s.page) for s in finance.sources] == [("Purchases (1,577)", 55)]
    assert [len(question.sources) for question in tatqa] == [1, 2, 1]
    assert {s.page for question in tatqa for s in question.sources} == {3}
    assert [(s.text, s.page) for s in plain.sources] == [
        ("The chair signs.", 2),
        ("Signed by the chair.", None),
    ]


def test_tatqa_answers_have_their_scale(tmp_path: Path) -> None:
    one, two, three = read(tmp_path, TATQA)
    assert one.gold == ValueGold("1,234 thousand")
    assert two.gold == SetGold((("", "East"), ("", "West")))
    assert three.gold == ValueGold("12.5%")
    assert {q.document for q in (one, two, three)} == {"acme_2019.pdf"}


@pytest.mark.parametrize(
    ("answers", "gold"),
    [
        (["5.4%"], ValueGold("5.4%")),
        (["(3.2)"], ValueGold("(3.2)")),
        (["No"], ValueGold("No")),
        (["Paraphrase Identification"], ValueGold("Paraphrase Identification")),
        (["Paris, France"], ValueGold("Paris, France")),
        (["Trillium, Array, and Therachon"], ["Trillium", "Array", "Therachon"]),
        (["These are:\n-100% of A\n-5 shares"], ["100% of A", "5 shares"]),
        (["- tea\n- milk"], ["tea", "milk"]),
        (["1. tea\n2. milk"], ["tea", "milk"]),
        (["-0.02\n"], ValueGold("-0.02")),
        (["a", "b"], ["a", "b"]),
        (["No. The ratio was 0.54, not more. It fell."],
         SpanGold(("No", "The ratio was 0.54, not more.", "It fell."))),
        (["On March 3, 2020, the board of the company agreed to the plan."],
         SpanGold(("On March 3, 2020, the board of the company agreed to the plan.",))),
        (["Not available in the retrieved information.\n \n"], None),
        ([], None),
    ],
)  # fmt: skip
def test_gold_by_its_form(answers: list[str], gold: Any) -> None:
    wanted = SetGold(tuple([("", item) for item in gold])) if isinstance(gold, list) else gold
    assert gold_of(answers) == wanted


def test_sentences_do_not_end_at_abbreviations() -> None:
    text = "Acme Inc. of the U.S. Treasury paid No. 3 first. It was e.g. The Big One."
    assert sentences(text)[0] == "Acme Inc. of the U.S. Treasury paid No. 3 first."


def test_unanswerable_questions_are_told_by_the_file(tmp_path: Path) -> None:
    (question,) = read(tmp_path, {"question": "Who?", "answer": "", "answerable": False})
    assert question.gold is None
    (stated,) = read(
        tmp_path, {**PDFQA_REAL, "answer": "Not available in the retrieved information."}
    )
    assert stated.gold is None


def test_json_files_hold_lists_or_keep_them(tmp_path: Path) -> None:
    for content in ([PLAIN, PDFQA_REAL], {"data": [PLAIN, PDFQA_REAL]}):
        path = tmp_path / "q.json"
        path.write_text(json.dumps(content, indent=1), "utf-8")
        assert [question.line for question in read_questions(str(path))] == [1, 2]
    path.write_text(json.dumps([TATQA]), "utf-8")
    assert len(read_questions(str(path))) == 3
    assert len(read_questions(lines(tmp_path, PLAIN, PDFQA_REAL, name="l.json"))) == 2


def test_csv_cells_hold_lists_as_json_or_python(tmp_path: Path) -> None:
    path = tmp_path / "q.csv"
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(["question", "answer", "sources", "page"])
        rows.writerow(["Who signs?", "The chair", '["The chair signs.", "So it is."]', "3"])
        rows.writerow(["Who reads?", "(3.2)", "['Nobody reads.']", ""])
        rows.writerow(["Who\nwrites?", "[sic]", "Everybody\nwrites.", ""])
    first, second, third = read_questions(str(path))
    assert [(s.text, s.page) for s in first.sources] == [("The chair signs.", 2), ("So it is.", 2)]
    assert [s.text for s in second.sources] == ["Nobody reads."] and second.answer == "(3.2)"
    assert third.text == "Who writes?" and third.answer == "[sic]"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ('{"question": "Q?"}', "line 1: key “answer”: missing"),
        ('{"answer": "A"}', "line 1: key “question”: missing"),
        ('{"question": "", "answer": "A"}', "line 1: key “question”: is empty"),
        (
            '{"question": ["Q"], "answer": "A"}',
            "line 1: key “question”: expected a text, found a list",
        ),
        (
            '{"question": "Q", "answer": {}}',
            "key “answer”: expected a text, a number or a list, found an object",
        ),
        (
            '{"question": "Q", "answer": "A", "sources": 3}',
            "key “sources”: expected a list, found a number",
        ),
        ('{"question": "Q", "answer": "A", "sources": [{"text": "t", "page": 0}]}', "key “page”"),
        ('{"question": "Q", "answer": "A", "doc_name": "d", "evidence": [1]}', "key “evidence”"),
        ("\n[1]", "line 2: expected an object, found a list"),
        ("{", "line 1: is no JSON"),
        ('{"question": "Q", "answer": NaN}', "line 1: is no JSON"),
        ("[" * 100_000, "line 1: is no JSON"),
        (f'{{"question": "Q", "answer": {"9" * 400}}}', "a number that is too large"),
        (
            '\n{"question": "levy \\ud800?", "answer": "A"}',
            "line 2: holds half a character (\\ud800)",
        ),
        (
            '{"question": 5, "answer": "A"}',
            "line 1: key “question”: expected a text, found a number",
        ),
        ('{"question": "Q", "answer": 1e999}', "line 1: key “answer”: a number that is too large"),
        ("", "has no questions"),
    ],
)
def test_errors_name_line_and_key(tmp_path: Path, content: str, says: str) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text(content, "utf-8")
    with pytest.raises(InputError) as caught:
        read_questions(str(path))
    assert says in str(caught.value) and "q.jsonl" in str(caught.value)


def test_files_that_are_none_of_these(tmp_path: Path) -> None:
    parquet = tmp_path / "q.parquet"
    parquet.write_bytes(b"PAR1")
    with pytest.raises(InputError, match="pyarrow"):
        read_questions(str(parquet))
    renamed = tmp_path / "p.jsonl"
    renamed.write_bytes(b"PAR1\x00\x00")
    with pytest.raises(InputError, match="Parquet"):
        read_questions(str(renamed))
    with pytest.raises(InputError, match="no such file"):
        read_questions(str(tmp_path / "none.jsonl"))
    latin = tmp_path / "l.jsonl"
    latin.write_bytes(b'{"question": "x"}\n\xe9')
    with pytest.raises(InputError, match="line 2: is not UTF-8"):
        read_questions(str(latin))
    other = tmp_path / "q.txt"
    other.write_text("x")
    with pytest.raises(InputError, match="jsonl"):
        read_questions(str(other))


def test_the_same_question_twice_has_two_identities(tmp_path: Path) -> None:
    one, other = read(tmp_path, PLAIN, PLAIN)
    assert one.foreign_id != other.foreign_id


@pytest.mark.parametrize(
    ("name", "documents", "expected"),
    [
        ("ACME_2022_10K", ["acme-2022-10k", "other"], "acme-2022-10k"),
        (
            "ACME_2022_10K.pdf",
            ["real__filings__ACME_2022_10K", "x"],
            "real__filings__ACME_2022_10K",
        ),
        ("folder/Rules 2024.PDF", ["rules_2024"], "rules_2024"),
        ("ACME_2022", ["ACME_2022_10K", "ACME_2022_10Q"], NoDocument.SEVERAL),
        ("ACME_2021", ["ACME_2022_10K", "ACME_20211"], NoDocument.NONE),
        ("10", ["form-10-k"], NoDocument.NONE),
        ("", ["only"], "only"),
        ("", ["one", "two"], NoDocument.UNNAMED),
    ],
)
def test_questions_belong_to_the_document_of_their_name(
    tmp_path: Path, name: str, documents: list[str], expected: str
) -> None:
    (question,) = read(tmp_path, {**PLAIN, "document": name})
    found = assign([question], documents)
    if isinstance(expected, NoDocument):
        assert found.left == ((question, expected),) and not found.by_document
    else:
        assert found.by_document == {expected: (question,)} and not found.left


@pytest.mark.parametrize(
    "text", ["\n" * 300_000 + "x", "<a" * 100_000, "| " * 100_000, "| a |\n" * 50_000, "<td" * 9]
)
def test_hostile_sources_are_read_in_no_time(tmp_path: Path, text: str) -> None:
    def run() -> None:
        (question,) = read(tmp_path, {**PDFQA_REAL, "source_text": [text], "answer": text})
        assert len(question.sources) <= 1

    assert within(2, run)
