"""A client without a model: replies are a function of the call."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus
from dtaa_lint.answerability.models.parse import read_reply

Script = Callable[[Call], Mapping[str, Any] | str | Reply]
"""A value, a text as a model would write it, or a whole reply."""


class ScriptedClient:
    """Answers calls by a script, one token for four characters. Sends nothing."""

    def __init__(self, script: Script | None = None, delay: float = 0.0) -> None:
        """``script`` is ``sample`` where none is given; ``delay`` is seconds before a reply."""
        self._script = script or (lambda call: sample(call.schema))
        self._delay = delay
        self.calls: list[Call] = []
        """What was asked, in the order in which it was."""
        self.most_at_once = 0
        self._flying = 0

    async def complete(self, call: Call) -> Reply:
        self.calls.append(call)
        self._flying += 1
        self.most_at_once = max(self.most_at_once, self._flying)
        try:
            await asyncio.sleep(self._delay)
            said = self._script(call)
        finally:
            self._flying -= 1
        if isinstance(said, Reply):
            return said
        text = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
        value, wrong = read_reply(text, call.schema)
        tokens = (len(call.instructions) + len(call.prompt)) // 4 + 1, len(text) // 4 + 1
        if value is None:
            return Reply(ReplyStatus.INVALID, {}, text, wrong, *tokens)
        return Reply(ReplyStatus.OK, value, text, "", *tokens)


def sample(schema: Mapping[str, Any]) -> Any:
    """The plainest value that fits a schema."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    kinds = schema.get("type", "object")
    kind = kinds if isinstance(kinds, str) else kinds[0]
    if kind == "object":
        required = schema.get("required", ())
        return {name: sample(schema["properties"][name]) for name in required}
    if kind == "array":
        return [sample(schema["items"]) for _ in range(schema.get("minItems", 0))]
    if kind == "string":
        return "x" * schema.get("minLength", 0)
    if kind in ("integer", "number"):
        return schema.get("minimum", 0)
    return False if kind == "boolean" else None
