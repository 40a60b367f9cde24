"""OpenAI's manner: chat completions, responses, files and batches."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.answerability.fakes.server import Fake, Seen


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "".join(str(part.get("text", "")) for part in content)


class OpenAIFake(Fake):
    """A batch ends when it has been looked at ``looks`` times; ``fates`` says for a request
    (by its number in the batch) what becomes of it: ``error``, ``busy``, ``expired``,
    ``cancelled``. It is used once."""

    schemas = True
    """Whether it knows ``response_format``."""
    looks = 1
    finish = "stop"
    """Why chats end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.files: dict[str, bytes] = {}
        self.batches: dict[str, dict[str, Any]] = {}
        self.fates: dict[int, str] = {}
        self.paid = 0
        """Requests that the model was asked."""

    def answer(self, seen: Seen) -> Any:
        if seen.path.endswith("/chat/completions"):
            return self._chat(seen.body)
        if seen.path.endswith("/responses"):
            return self._response(seen.body)
        if seen.path.endswith("/files") and seen.method == "POST":
            return self._upload(seen.body)
        if found := re.search(r"/files/([\w-]+)(/content)?$", seen.path):
            if seen.method == "DELETE":
                del self.files[found[1]]
                return {"id": found[1], "object": "file", "deleted": True}
            return self.files[found[1]]
        if seen.path.endswith("/batches"):
            if seen.method == "GET":
                data = list(reversed(self.batches.values()))
                return {"object": "list", "data": data, "has_more": False}
            return self._batch(seen.body)
        if found := re.search(r"/batches/([\w-]+)$", seen.path):
            return self._look(found[1])
        raise KeyError(seen.path)

    def _chat(self, body: Any) -> Any:
        messages = body["messages"]
        system = "".join(_text(one["content"]) for one in messages if one["role"] == "system")
        text = self.say(system, _text(messages[-1]["content"]))
        with self.lock:
            self.paid += 1
        return {
            "id": "chat-1", "object": "chat.completion", "created": 1, "model": body["model"],
            "choices": [
                {
                    "index": 0, "finish_reason": self.finish,
                    "message": {"role": "assistant", "content": text},
                }
            ],
            "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
        }  # fmt: skip

    def _response(self, body: Any) -> Any:
        last = body["input"][-1]["content"] if isinstance(body["input"], list) else body["input"]
        text = self.say(body.get("instructions") or "", _text(last))
        with self.lock:
            self.paid += 1
        part = {"type": "output_text", "text": text, "annotations": []}
        return {
            "id": "resp-1", "object": "response", "created_at": 1, "model": body["model"],
            "status": "completed", "parallel_tool_calls": True, "tool_choice": "auto",
            "tools": [],
            "output": [
                {
                    "type": "message", "id": "msg-1", "role": "assistant",
                    "status": "completed", "content": [part],
                }
            ],
            "usage": {
                "input_tokens": 100, "output_tokens": 10, "total_tokens": 110,
                "input_tokens_details": {"cached_tokens": 0},
                "output_tokens_details": {"reasoning_tokens": 0},
            },
        }  # fmt: skip

    def _upload(self, body: bytes) -> Any:
        content = re.search(
            rb'filename="[^"]*"[^\r]*\r\n(?:[^\r]+\r\n)*\r\n(.*?)\r\n--', body, re.S
        )
        assert content is not None
        name = f"file-{len(self.files) + 1}"
        self.files[name] = content[1]
        return {
            "id": name, "object": "file", "bytes": len(content[1]), "created_at": 1,
            "filename": "batch.jsonl", "purpose": "batch", "status": "processed",
        }  # fmt: skip

    def _batch(self, body: Any) -> Any:
        name = f"batch-{len(self.batches) + 1}"
        self.batches[name] = {
            "id": name, "object": "batch", "endpoint": body["endpoint"], "status": "validating",
            "completion_window": "24h", "created_at": 1, "input_file_id": body["input_file_id"],
            "output_file_id": None, "error_file_id": None, "looks": 0,
            "request_counts": {"total": 0, "completed": 0, "failed": 0},
        }  # fmt: skip
        return self.batches[name]

    def _look(self, name: str) -> Any:
        batch = self.batches[name]
        batch["looks"] += 1
        if batch["status"] in ("validating", "in_progress"):
            batch["status"] = "in_progress"
            if batch["looks"] >= self.looks:
                self._finish(batch)
        return batch

    def _finish(self, batch: dict[str, Any]) -> None:
        lines = self.files[batch["input_file_id"]].splitlines()
        done: list[str] = []
        failed: list[str] = []
        status = "completed"
        for number, line in enumerate(lines):
            request = json.loads(line)
            head = {"id": f"r{number}", "custom_id": request["custom_id"]}
            fate = self.fates.pop(number, "")
            if fate in ("expired", "cancelled"):
                status = fate
                error = {"code": f"batch_{fate}", "message": f"was {fate}"}
                failed.append(json.dumps({**head, "response": None, "error": error}))
            elif fate:
                code = 400 if fate == "error" else 503
                body = {"error": {"message": f"was {fate}", "type": "x", "code": None}}
                answer = {"status_code": code, "request_id": "q", "body": body}
                failed.append(json.dumps({**head, "response": answer, "error": None}))
            else:
                body = self._response(request["body"])
                answer = {"status_code": 200, "request_id": "q", "body": body}
                done.append(json.dumps({**head, "response": answer, "error": None}))
        batch["status"] = status
        for key, content in (("output_file_id", done), ("error_file_id", failed)):
            if content:
                batch[key] = f"{key}-{batch['id']}"
                self.files[batch[key]] = "\n".join(content).encode()
