"""The inside of the answering process: fences first, then a document, then questions.

It reads everything that it is given, from standard input, and writes one line of JSON for each
question and system. What it is given is a document's bytes, texts of questions with their ids, and
names of systems: see ``process.request``.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Mapping
from typing import Any, BinaryIO

from dtaa_lint.answerability.answering.confine import Allowed, confine


def main() -> None:
    """Serves one document, and ends."""
    source, sink = sys.stdin.buffer, _own_output()
    asked = json.loads(source.read(int(source.readline())))
    parts = [source.read(length) for length in asked["parts"]]
    source.close()
    allowed = asked["allowed"]
    fences = Allowed(
        tuple(allowed["trees"]), tuple(allowed["code"]), allowed["scratch"], allowed["network"]
    )
    _say(sink, {"kind": "confined", "landlock": confine(fences)})
    gc.disable()
    # Only now: whatever is imported from here on is inside the fences.
    from dtaa_lint.errors import ConfigError, DtaaError

    try:
        _serve(asked, parts, sink)
    except DtaaError as error:
        kind = "config" if isinstance(error, ConfigError) else "failed"
        _say(sink, {"kind": kind, "error": str(error)})
    _say(sink, {"kind": "end"})
    sink.close()


def _own_output() -> BinaryIO:
    """Standard output for the answers alone: what a system prints goes to standard error."""
    kept = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(kept, "wb")


def _say(sink: BinaryIO, value: Mapping[str, Any]) -> None:
    sink.write(json.dumps(value, ensure_ascii=True).encode() + b"\n")
    sink.flush()


def _serve(asked: Mapping[str, Any], parts: list[bytes], sink: BinaryIO) -> None:
    from dtaa_lint.answerability.answering.embed import Remembering, make_embedder
    from dtaa_lint.answerability.answering.interface import Document
    from dtaa_lint.graph.view import View
    from dtaa_lint.pdf.read import read

    data = parts[0]
    if len(parts) > 1:
        from dtaa_lint.answerability.answering.systems import reconstructed

        reconstructed.supply(data, parts[1])
    document = Document(data, lambda: View(read(data, name=asked["name"])), asked["lang"])
    embedder = Remembering(make_embedder(asked["embedder"]))
    for name, questions in asked["questions"].items():
        try:
            _ask(name, questions, asked, document, embedder, sink)
        except Exception as error:
            # Whatever another's system does, it costs that system alone.
            _say(sink, {"kind": "broken", "system": name, "error": _said(error)})


def _ask(
    name: str,
    questions: list[Mapping[str, str]],
    asked: Mapping[str, Any],
    document: Any,
    embedder: Any,
    sink: BinaryIO,
) -> None:
    from dtaa_lint.answerability.answering.interface import shown
    from dtaa_lint.answerability.answering.systems.registry import budget_of, make_system
    from dtaa_lint.answerability.answering.trace import Lost, retrieval_dict
    from dtaa_lint.answerability.model import Retrieval
    from dtaa_lint.errors import ProviderError

    system = make_system(name, embedder)
    system.index(document)
    budget = budget_of(system, asked["budget"])
    for question in questions:
        found: Retrieval | Lost
        try:
            items = system.retrieve(question["text"], asked["seeds"])
        except ProviderError as error:
            found = Lost(question["id"], name, str(error))
        else:
            seen = shown(items, budget)
            found = Retrieval(question["id"], name, seen, len(items) - len(seen))
        _say(sink, {"kind": "retrieval", **retrieval_dict(found)})


def _said(error: Exception) -> str:
    from dtaa_lint.errors import DtaaError

    lines = str(error).strip().splitlines()
    if isinstance(error, DtaaError):
        return str(error)
    return type(error).__name__ + (f": {lines[0][:300]}" if lines else "")
