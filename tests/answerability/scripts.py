"""Models that say what a test wants: a runner over a function from a call to a reply."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus
from dtaa_lint.answerability.models.parse import read_reply

Said = Mapping[str, Any] | str | Reply


class ScriptedRunner:
    """Answers calls by a script, and keeps them. Replies are held to the schema."""

    def __init__(self, script: Callable[[Call], Said]) -> None:
        self._script = script
        self.calls: list[Call] = []
        self.batches: list[int] = []

    def run(
        self, calls: Sequence[Call], progress: Callable[[int, int], None] | None = None
    ) -> list[Reply]:
        self.batches.append(len(calls))
        replies = []
        for call in calls:
            self.calls.append(call)
            replies.append(_reply(self._script(call), call))
        return replies

    def forget(self, calls: Iterable[Call]) -> None:
        """It has no cache."""


def _reply(said: Said, call: Call) -> Reply:
    if isinstance(said, Reply):
        return said
    text = said if isinstance(said, str) else json.dumps(said)
    value, wrong = read_reply(text, call.schema)
    if value is None:
        return Reply(ReplyStatus.INVALID, {}, text, wrong)
    return Reply(ReplyStatus.OK, value, text)


def outside(prompt: str) -> str:
    """What of a prompt no fence holds."""
    return re.sub(r"<<<DATA (\w+) [^\n]*>>>\n.*?\n<<<END \1>>>", "", prompt, flags=re.DOTALL)
