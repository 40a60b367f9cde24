"""Replies are read and checked, whatever a model puts around them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtaa_lint.answerability.models.parse import LARGEST, before_loop, read_reply
from dtaa_lint.answerability.models.shape import is_closed, misfit, wire_schema
from tests.answerability.model_support import SCHEMA, check_schema

JUDGED: dict[str, Any] = {
    "type": "object",
    "properties": {
        "share": {"type": "number", "minimum": 0, "maximum": 1},
        "claims": {"type": "array", "items": {"type": "string"}, "maxItems": 2},
        "grade": {"type": "integer", "enum": [1, 2, 3]},
        "note": {"type": ["string", "null"], "maxLength": 5},
    },
    "required": ["share"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    "value",
    [
        {"share": 0},
        {"share": 1.0, "claims": ["a", "b"], "grade": 2, "note": None},
        {"share": 0.5, "note": "short"},
    ],
)
def test_what_fits(value: Any) -> None:
    assert misfit(value, JUDGED) == ""


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ([], "must be of type object"),
        ({}, "lacks 'share'"),
        ({"share": "1"}, "type number"),
        ({"share": True}, "type number"),
        ({"share": float("nan")}, "type number"),
        ({"share": 1.5}, "at most 1"),
        ({"share": -1}, "at least 0"),
        ({"share": 1, "claims": ["a", 2]}, "item 2"),
        ({"share": 1, "claims": ["a"] * 3}, "number of items"),
        ({"share": 1, "grade": 4}, "one of 1, 2, 3"),
        ({"share": 1, "grade": True}, "type integer"),
        ({"share": 1, "note": "longer"}, "length"),
        ({"share": 1, "extra": 1}, "must not have 'extra'"),
    ],
)
def test_what_does_not_fit_and_why(value: Any, why: str) -> None:
    assert why in misfit(value, JUDGED)


def test_a_keyword_that_would_not_be_checked_is_refused() -> None:
    check_schema(JUDGED)
    with pytest.raises(ValueError, match="pattern"):
        check_schema({"type": "object", "properties": {"a": {"type": "string", "pattern": "x"}}})


@pytest.mark.parametrize(
    "text",
    [
        '{"answer": "a"}',
        '  {"answer": "a"}\n',
        '```json\n{"answer": "a"}\n```',
        'Here it is:\n```\n{"answer": "a"}\n```\nGood luck!',
        '<think>{"answer": "no"} or so</think>\n{"answer": "a"}',
        'I say {"answer": "a"} and that is all.',
        'Set {x} then {"answer": "a"}',
        '{"other": 1} {"answer": "a"}',
    ],
)
def test_the_object_is_found(text: str) -> None:
    assert read_reply(text, SCHEMA) == ({"answer": "a"}, "")


@pytest.mark.parametrize(
    "text", ["", "no", "[1]", '{"answer": NaN}', '{"answer": 1}', "{" * 5000, "[" * 100_000]
)
def test_none_is_found(text: str) -> None:
    value, why = read_reply(text, SCHEMA)
    assert value is None and why


def test_an_endless_reply_is_not_read() -> None:
    assert read_reply('{"answer": "' + "a" * LARGEST + '"}', SCHEMA)[0] is None


@pytest.mark.parametrize(
    ("before", "passage", "rounds", "cut"),
    [
        ('{"quotes": [', '"The fee is due in March of each year.", ', 9, '"The fee'),
        ("", "So it is said. ", 40, ""),
        ('{"answer": "a"', "\n", 200, ""),
        ("Begin:\n", "one and two and three and four and five; and so on, and on. ", 3, "one a"),
    ],
)
def test_a_reply_that_loops_is_known_up_to_its_second_round(
    before: str, passage: str, rounds: int, cut: str
) -> None:
    assert before_loop(before + passage * rounds + cut) == before + passage


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no",
        "ha ha ha",
        '{"answer": "' + ", ".join(f"row {n} has {n * 7} euros" for n in range(90)),
        # Said twice only, and three times with an end behind.
        "The fee is due in March of each year, and late fees are due in May. " * 2,
        "The fee is due in March of each year, and late fees are due in May. " * 3 + "That is all.",
        "-" * 60,
    ],
)
def test_a_reply_that_goes_on_is_no_loop(text: str) -> None:
    assert before_loop(text) is None


def test_lone_surrogates_become_files_can_hold() -> None:
    value, _ = read_reply('{"answer": "a\\ud800"}', SCHEMA)
    assert value == {"answer": "a\ufffd"}


@given(st.text(max_size=200))
def test_any_text_is_survived(text: str) -> None:
    value, why = read_reply(text, SCHEMA)
    assert (value is None) == bool(why)


@given(st.text(max_size=40))
def test_any_string_comes_back(answer: str) -> None:
    assert read_reply(json.dumps({"answer": answer}), SCHEMA)[0] == {"answer": answer}


def test_providers_are_sent_a_form_that_they_take() -> None:
    sent = wire_schema(JUDGED, lengths=False)
    assert sent["properties"]["note"] == {"anyOf": [{"type": "string"}, {"type": "null"}]}
    kept = wire_schema(JUDGED)["properties"]
    assert kept["note"]["anyOf"][0] == {"type": "string", "maxLength": 5}
    assert kept["claims"] == JUDGED["properties"]["claims"]
    mixed = {"type": ["integer", "string"], "enum": [1, "a"], "title": "T", "minimum": 0}
    assert wire_schema(mixed) == {
        "title": "T",
        "anyOf": [
            {"type": "integer", "minimum": 0, "enum": [1]},
            {"type": "string", "enum": ["a"]},
        ],
    }


def test_closed_schemas_require_all_that_they_know() -> None:
    assert is_closed(SCHEMA) and not is_closed(JUDGED)
    assert not is_closed({**SCHEMA, "additionalProperties": True})
    assert not is_closed({"type": "array", "items": JUDGED})
