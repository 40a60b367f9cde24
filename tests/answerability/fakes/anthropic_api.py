"""Anthropic's manner: messages and message batches."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.answerability.fakes.server import Fake, Seen


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "".join(str(part.get("text", "")) for part in content)


class AnthropicFake(Fake):
    """A batch ends when it has been looked at ``looks`` times; ``fates`` says for a request
    (by its number in the batch) what becomes of it: ``error``, ``busy``, ``expired``,
    ``canceled``. It is used once."""

    looks = 1

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.batches: dict[str, dict[str, Any]] = {}
        self.requests: dict[str, list[Any]] = {}
        self.results: dict[str, bytes] = {}
        self.looked: dict[str, int] = {}
        self.fates: dict[int, str] = {}
        self.paid = 0
        """Requests that the model was asked."""

    def answer(self, seen: Seen) -> Any:
        if seen.path.endswith("/messages"):
            return self._message(seen.body)
        if seen.path.endswith("/messages/batches"):
            if seen.method == "GET":
                data = list(reversed(self.batches.values()))
                return {"data": data, "has_more": False, "first_id": None, "last_id": None}
            return self._batch(seen.body)
        if found := re.search(r"/batches/([\w-]+)(/results)?$", seen.path):
            return self.results[found[1]] if found[2] else self._look(found[1])
        raise KeyError(seen.path)

    def _message(self, body: Any) -> Any:
        text = self.say(_text(body.get("system") or ""), _text(body["messages"][-1]["content"]))
        with self.lock:
            self.paid += 1
        return {
            "id": "msg-1", "type": "message", "role": "assistant", "model": body["model"],
            "content": [{"type": "text", "text": text}], "stop_reason": "end_turn",
            "stop_sequence": None, "usage": {"input_tokens": 100, "output_tokens": 10},
        }  # fmt: skip

    def _batch(self, body: Any) -> Any:
        name = f"msgbatch_{len(self.batches) + 1}"
        self.requests[name] = body["requests"]
        self.looked[name] = 0
        counts = {"processing": len(body["requests"])}
        counts |= dict.fromkeys(("succeeded", "errored", "canceled", "expired"), 0)
        self.batches[name] = {
            "id": name, "type": "message_batch", "processing_status": "in_progress",
            "request_counts": counts, "ended_at": None, "archived_at": None,
            "created_at": "2026-01-01T00:00:00Z", "expires_at": "2026-01-02T00:00:00Z",
            "cancel_initiated_at": None, "results_url": None,
        }  # fmt: skip
        return self.batches[name]

    def _look(self, name: str) -> Any:
        self.looked[name] += 1
        batch = self.batches[name]
        if self.looked[name] >= self.looks and name not in self.results:
            lines = [
                json.dumps({"custom_id": one["custom_id"], "result": self._result(number, one)})
                for number, one in enumerate(self.requests[name])
            ]
            self.results[name] = "\n".join(lines).encode()
            batch["processing_status"] = "ended"
            batch["ended_at"] = "2026-01-01T01:00:00Z"
            batch["results_url"] = f"{self.url}/v1/messages/batches/{name}/results"
        return batch

    def _result(self, number: int, one: Any) -> Any:
        fate = self.fates.pop(number, "")
        if fate in ("expired", "canceled"):
            return {"type": fate}
        if fate:
            kind = "invalid_request_error" if fate == "error" else "overloaded_error"
            error = {"type": kind, "message": f"was {fate}"}
            return {
                "type": "errored",
                "error": {"type": "error", "error": error, "request_id": "q"},
            }
        return {"type": "succeeded", "message": self._message(one["params"])}
