"""The seam of language models.

A stage (writing questions, validating them, answering, judging) is two pure functions around one
``Runner``: one makes calls, one reads replies. Cache, price, budget, concurrency, retries and
batches are the runner's business; a provider is a ``Client``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol


class Role(StrEnum):
    GENERATOR = "generator"
    """Writes questions."""
    VALIDATOR = "validator"
    """Checks them; never the generator's model."""
    ANSWERER = "answerer"
    JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class Call:
    """One request to a model. Its content alone decides the cache's key."""

    role: Role
    model: str
    """``provider:name``, such as ``anthropic:claude-sonnet-5`` or ``openai:gpt-…``."""
    instructions: str
    """The system prompt: ours, never a document's."""
    prompt: str
    """What is asked; document text in it is fenced (``prompts.fence``)."""
    schema: Mapping[str, Any]
    """JSON schema of the reply (an object)."""
    max_tokens: int = 1_024
    temperature: float = 0.0
    repeat: int = 0
    """Number of the repetition, where the same call is made several times on purpose."""


class ReplyStatus(StrEnum):
    OK = "ok"
    INVALID = "invalid"
    """Text came that does not fit the schema, after one repair."""
    ERROR = "error"
    """The provider gave nothing: refused, timed out, out of budget."""


@dataclass(frozen=True, slots=True)
class Reply:
    status: ReplyStatus
    value: Mapping[str, Any] = field(default_factory=dict)
    """Fits the schema; empty unless ``status`` is OK."""
    text: str = ""
    """As it came."""
    error: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    cached: bool = False
    """Came from the cache: nothing was sent and nothing paid."""


class Client(Protocol):
    """A provider. Raises nothing: what goes wrong is a Reply."""

    async def complete(self, call: Call) -> Reply: ...


class Runner(Protocol):
    """Answers calls, in their order, from the cache or a provider."""

    def run(
        self, calls: Sequence[Call], progress: Callable[[int, int], None] | None = None
    ) -> list[Reply]: ...

    def forget(self, calls: Iterable[Call]) -> None:
        """What these calls were answered is of no use: they are made anew when they are run."""
        ...
