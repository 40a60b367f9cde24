"""What a model wrote -> the value that it was asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from dtaa_lint.answerability.models.shape import misfit

LARGEST = 400_000
"""Characters of a reply that are read."""
_THOUGHT = re.compile(r"\A\s*<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_FENCED = re.compile(r"```[a-zA-Z]*[ \t]*\n(.*?)```", re.DOTALL)
_TRIES = 20
"""Opening braces at which reading is tried."""
_LONE = re.compile("[\ud800-\udfff]")
_ROUNDS = 3
"""Times that a passage must stand at the end of a text, one after the other, for a loop."""
_LEAST = 120
"""Characters that all of them must have together."""
_TAIL = 12_000
"""Characters of the end in which a loop is looked for."""


def read_reply(text: str, schema: Mapping[str, Any]) -> tuple[Mapping[str, Any] | None, str]:
    """The object in a reply that fits the schema, else None and why not, for the model.

    Models that know no schema put thoughts before it, or a fence around it: the last fenced block
    goes first, then the whole text, then what begins at an opening brace.
    """
    if len(text) > LARGEST:
        return None, f"the reply is longer than {LARGEST:,} characters"
    text = _THOUGHT.sub("", text, count=1).strip()
    wrong = "the reply is no JSON object"
    for candidate in _candidates(text):
        if not isinstance(candidate, dict):
            continue
        reason = misfit(candidate, schema)
        if not reason:
            return candidate, ""
        wrong = reason
    return None, wrong


def before_loop(text: str) -> str | None:
    """A text that ends in one passage again and again, up to the end of its first round; None for
    any other. Small models end so, and more room would be more rounds."""
    tail = text[-_TAIL:]
    for length in range(1, len(tail) // _ROUNDS + 1):
        rounds = max(_ROUNDS, -(-_LEAST // length))
        begin = len(tail) - rounds * length
        if begin >= 0 and tail[begin + length :] == tail[begin:-length]:
            at = len(text) - rounds * length
            while at and text[at - 1] == text[at + length - 1]:
                at -= 1
            return text[: at + length]
    return None


def _candidates(text: str) -> list[Any]:
    found = [_whole(text)]
    found += [_whole(block) for block in reversed(_FENCED.findall(text))]
    if not any(isinstance(value, dict) for value in found):
        decoder = json.JSONDecoder(parse_constant=_refuse)
        start = text.find("{")
        for _ in range(_TRIES):
            if start < 0:
                break
            try:
                value, end = decoder.raw_decode(text, start)
                found.append(_clean(value))
                start = text.find("{", end)
            except (ValueError, RecursionError):
                start = text.find("{", start + 1)
    return found


def _whole(text: str) -> Any:
    try:
        return _clean(json.loads(text, parse_constant=_refuse))
    except (ValueError, RecursionError):
        return None


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _clean(value: Any) -> Any:
    """Without lone surrogates, which no file can hold."""
    text = json.dumps(value, ensure_ascii=False)
    return json.loads(_LONE.sub("\ufffd", text)) if _LONE.search(text) else value
