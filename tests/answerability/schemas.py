"""The schemas of what a run writes."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def schema(name: str) -> dict[str, Any]:
    text = files("dtaa_lint.answerability").joinpath("schema", f"{name}-1.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
