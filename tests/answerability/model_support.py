"""Calls to models, as the tests make them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dtaa_lint.answerability.models.interface import Call, Role

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
    "additionalProperties": False,
}


def call(
    prompt: str = "question", model: str = "scripted:one", role: Role = Role.ANSWERER, **more: Any
) -> Call:
    return Call(role, model, "Answer in JSON.", prompt, SCHEMA, **more)


def echo(_system: str, last: str) -> str:
    """A model that answers with what it was asked."""
    return json.dumps({"answer": last})
