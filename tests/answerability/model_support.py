"""Calls to models, as the tests make them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dtaa_lint.answerability.models.interface import Call, Role
from dtaa_lint.answerability.models.shape import SAID

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
    "additionalProperties": False,
}


_READ = frozenset(
    {
        "type", "properties", "required", "additionalProperties", "items", "enum", "const",
        "minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength",
    }
)  # fmt: skip
"""Keywords that ``shape.misfit`` honours."""


def call(
    prompt: str = "question", model: str = "scripted:one", role: Role = Role.ANSWERER, **more: Any
) -> Call:
    return Call(role, model, "Answer in JSON.", prompt, SCHEMA, **more)


def echo(_system: str, last: str) -> str:
    """A model that answers with what it was asked."""
    return json.dumps({"answer": last})


def check_schema(schema: Mapping[str, Any]) -> None:
    """Raises ``ValueError`` for a schema with a keyword that ``misfit`` would not honour: a check
    that is written and not made is worse than none."""
    waiting = [schema]
    while waiting:
        found = waiting.pop()
        unknown = sorted(set(found) - _READ - SAID)
        if unknown:
            raise ValueError(f"the schema keyword {unknown[0]!r} is not supported")
        waiting += found.get("properties", {}).values()
        waiting += [part for part in (found.get("items"),) if part is not None]
