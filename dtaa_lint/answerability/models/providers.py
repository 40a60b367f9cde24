"""Services that language models are asked at, through pydantic-ai.

``provider:model`` names a service (``anthropic:…``, ``openai:…``, and what else pydantic-ai knows
and is installed); ``endpoint:model`` whatever answers in OpenAI's manner at ``base-url``, such as a
model on this machine. Keys come from the environment: the services' own variables, and
``DTAA_LINT_MODEL_KEY`` for an endpoint. They stand in no error, reply or file.

pydantic-ai is imported when the first call is made, and not before.
"""

from __future__ import annotations

import asyncio
import json
import re
import warnings
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from dtaa_lint.answerability.models.budget import REPAIR_ROOM
from dtaa_lint.answerability.models.cache import key_of
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus
from dtaa_lint.answerability.models.parse import LARGEST, before_loop, read_reply
from dtaa_lint.answerability.models.retry import (
    ATTEMPTS,
    PATIENCE,
    TIMEOUTS,
    asked_wait,
    back_off,
    is_temporary,
)
from dtaa_lint.answerability.models.secrets import Redactor
from dtaa_lint.answerability.models.services import Service, Services
from dtaa_lint.answerability.models.settings import ModelSettings
from dtaa_lint.answerability.models.shape import is_closed, wire_schema
from dtaa_lint.answerability.plain import plain
from dtaa_lint.errors import ConfigError
from dtaa_lint.hidden import visible
from dtaa_lint.words import cut

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.settings import ModelSettings as Parameters

NEEDED = "models need the extra “models”: pip install 'dtaa-lint[models]'"
_SHOWN = 300
"""Characters of a service's own words in an error."""
_REPEATED = 40_000
"""Characters of a reply that does not fit which are sent back with what is wrong about it."""
_GRACE = 5.0
"""Seconds beyond its time after which a request is given up that the client has not ended."""
_CAUSES = 12
"""Errors that one error was made of."""
_LATE = "the answer was not whole in its time"
_VARIABLE = re.compile(r"`([A-Z][A-Z0-9_]{2,60})`(?= environment variable)")
"""A variable that a provider's software wants to be set."""
_OF_SCHEMAS = re.compile(
    r"schema|grammar|response.?format|output.?(?:format|config)|text\.format|structured|guided|"
    r"json.?(?:mode|object)",
    re.IGNORECASE,
)
"""What a service speaks of that does not take the form of the reply."""


class Failed(Exception):
    """A request that will not succeed; the text is for people."""


class Providers:
    """The client of every model that has a provider: ``Client`` of the seam."""

    def __init__(
        self,
        settings: ModelSettings,
        environ: Mapping[str, str],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Raises ``ConfigError`` where the extra is missing."""
        try:
            import pydantic_ai.direct  # noqa: F401
        except ImportError as error:
            raise ConfigError(NEEDED) from error
        # Said once by ``check``, and not for every request.
        warnings.filterwarnings("ignore", "Sampling parameters", UserWarning)
        self._settings = settings
        self._sleep = sleep
        self._services = Services(settings, environ)
        self.redact = Redactor(environ)
        self.concurrency = settings.concurrency

    async def complete(self, call: Call) -> Reply:
        """One reply; the schema is enforced by the service where it can, else asked for in words.
        What does not fit is asked for once more. Raises nothing."""
        return await self._answer(call, None)

    async def repair(self, call: Call, first: Reply, was_cut: bool) -> Reply:
        """Asks once more for a reply that came and did not fit, with what is wrong about it; tokens
        of both are in the result. Raises nothing."""
        return await self._answer(call, (first, was_cut))

    def check(self) -> list[str]:
        """Opens every model that is named, and says what is to be known of them. Sends nothing.
        Raises ``ConfigError`` where one cannot be opened: no key, no such provider."""
        notes: list[str] = []
        for name in self._settings.models:
            try:
                service = self.service(name)
            except Failed as error:
                raise ConfigError(str(error)) from error
            if not service.steady:
                notes.append(
                    f"{name} takes no temperature while it reasons: asked again, it may answer "
                    "otherwise (repeated runs are answered from the cache)"
                )
        return notes

    async def close(self) -> None:
        await self._services.close()

    def service(self, name: str) -> Service:
        """How a model is reached. Raises ``Failed``."""
        try:
            return self._services.get(name)
        except ConfigError as error:
            raise Failed(str(error)) from error
        except Exception as error:
            # Whatever a provider's software finds wrong about its environment. What it says to
            # programmers is of no use here.
            wanted = " or ".join(dict.fromkeys(_VARIABLE.findall(str(error))))
            said = f"set {wanted} in the environment" if wanted else self.clean(error)
            raise Failed(f"{name}: {said}") from error

    def clean(self, error: object) -> str:
        """An error as people and files may have it: short, one line, without keys."""
        return cut(visible(self.redact(str(error))), _SHOWN)

    def messages(self, call: Call, structured: bool) -> list[ModelMessage]:
        """The call as pydantic-ai's messages."""
        from pydantic_ai.messages import ModelRequest, UserPromptPart

        text = _instructions(call, structured)
        return [ModelRequest(parts=[UserPromptPart(call.prompt)], instructions=text)]

    def parameters(self, call: Call, structured: bool) -> ModelRequestParameters:
        """What form the reply must have."""
        from pydantic_ai.messages import InstructionPart
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.output import OutputObjectDefinition

        # OpenAI enforces strict schemas alone; they must be closed and say nothing of lengths.
        # Others enforce what they are given.
        strict = True if call.model.startswith("openai") and is_closed(call.schema) else None
        # The batch interface reads the instructions here, the live one in the messages as well.
        parts = [InstructionPart(_instructions(call, structured))]
        if not structured:
            return ModelRequestParameters(output_mode="text", instruction_parts=parts)
        return ModelRequestParameters(
            output_mode="native",
            output_object=OutputObjectDefinition(
                json_schema=wire_schema(call.schema, lengths=strict is None),
                name="reply",
                strict=strict,
            ),
            allow_text_output=True,
            instruction_parts=parts,
        )

    def knobs(self, call: Call, max_tokens: int, *, live: bool = True) -> Parameters:
        """Length and temperature of the reply, and for a live request its time."""
        knobs: dict[str, Any] = {"max_tokens": max_tokens, "temperature": call.temperature}
        if live:
            knobs["timeout"] = self._settings.timeout
        return knobs  # type: ignore[return-value]

    def reply(self, call: Call, response: ModelResponse) -> tuple[Reply, bool]:
        """What came, read; and whether it was cut at its greatest length and would have ended with
        more room."""
        # One that is longer is not read, whatever it says.
        text = self.redact((response.text or "")[: LARGEST + 1])
        given, out = response.usage.input_tokens, response.usage.output_tokens
        if response.finish_reason == "content_filter":
            error = "the service refused to answer"
            return Reply(ReplyStatus.ERROR, {}, text, error, given, out), False
        value, wrong = read_reply(text, call.schema)
        if value is not None:
            return Reply(ReplyStatus.OK, value, text, "", given, out), False
        was_cut = response.finish_reason == "length"
        if was_cut:
            wrong = "the reply was cut at its greatest length"
            if before_loop(text) is not None:
                wrong, was_cut = "the reply said the same again and again until it was cut", False
        return Reply(ReplyStatus.INVALID, {}, text, wrong, given, out), was_cut

    async def _answer(self, call: Call, before: tuple[Reply, bool] | None) -> Reply:
        try:
            if before is None:
                first, was_cut = self.reply(call, await self._ask(call, None, call.max_tokens))
                if first.status is not ReplyStatus.INVALID:
                    return first
            else:
                first, was_cut = before
        except Failed as error:
            return Reply(ReplyStatus.ERROR, error=self.clean(error))
        room = call.max_tokens * (REPAIR_ROOM if was_cut else 1)
        try:
            second, _ = self.reply(call, await self._ask(call, first, room))
        except Failed as error:
            second = Reply(ReplyStatus.ERROR, text=first.text, error=self.clean(error))
        return Reply(
            second.status, second.value, second.text, second.error,
            first.input_tokens + second.input_tokens, first.output_tokens + second.output_tokens,
        )  # fmt: skip

    async def _ask(self, call: Call, wrong: Reply | None, max_tokens: int) -> ModelResponse:
        """The service's response, after retries. Raises ``Failed``."""
        service = self.service(call.model)
        structured = service.structured
        attempt = 0
        while True:
            attempt += 1
            if service.dead:
                raise Failed(service.dead)
            await self._wait(service)
            try:
                response = await self._send(service, call, wrong, max_tokens, structured)
            except Exception as error:
                wait = self._after(service, error, attempt, call)
                if wait is not None:
                    await self._sleep(wait)
                    continue
                if structured and _may_be_schema(error):
                    structured, attempt = False, 0
                    continue
                reason = service.dead or f"{call.model}: {self.said(error)}"
                raise Failed(reason) from error
            # That a server which would have no schema answers without one is the proof: it is
            # asked in words from now on.
            service.structured = structured and service.structured
            return response

    async def _send(
        self, service: Service, call: Call, wrong: Reply | None, max_tokens: int, structured: bool
    ) -> ModelResponse:
        from pydantic_ai.direct import model_request
        from pydantic_ai.exceptions import ModelTimeoutError

        messages = self.messages(call, structured)
        if wrong is not None:
            messages += _objection(wrong)
        try:
            async with asyncio.timeout(self._settings.timeout + _GRACE):
                return await model_request(
                    service.model,
                    messages,
                    model_settings=self.knobs(call, max_tokens),
                    model_request_parameters=self.parameters(call, structured),
                    instrument=False,
                )
        except TimeoutError as error:
            # Of software that has another client than ours.
            raise ModelTimeoutError(call.model, _LATE) from error

    async def _wait(self, service: Service) -> None:
        loop = asyncio.get_running_loop()
        while (left := service.not_before - loop.time()) > 0:
            await self._sleep(left)
            if self._sleep is not asyncio.sleep:
                return  # A clock of the caller's own: it has waited when it says so.

    def _after(self, service: Service, error: Exception, attempt: int, call: Call) -> float | None:
        """Seconds to wait before the request is sent again; None where that is of no use."""
        from pydantic_ai.exceptions import (
            ModelAPIError,
            ModelAuthenticationError,
            ModelConnectionError,
            ModelHTTPError,
            ModelNotFoundError,
            ModelQuotaExceededError,
            ModelTimeoutError,
        )

        if _too_large(error) is not None:
            return None
        fatal = (ModelAuthenticationError, ModelNotFoundError, ModelQuotaExceededError)
        if isinstance(error, fatal):
            service.dead = f"{call.model}: {self.said(error)}"
            return None
        if isinstance(error, ModelHTTPError):
            again = error.provider_retry_hint
            if not (is_temporary(error.status_code) if again is None else again):
                return None
            asked = asked_wait(error.headers or {}, datetime.now(UTC))
            asked = error.retry_after if asked is None else asked
            if asked is not None and asked > PATIENCE:
                service.dead = f"{call.model}: the service asks to wait {asked:,.0f} seconds"
                return None
        elif isinstance(error, ModelConnectionError):
            asked = error.retry_after
        else:
            return None
        if attempt >= (TIMEOUTS if isinstance(error, ModelTimeoutError) else ATTEMPTS):
            return None
        assert isinstance(error, ModelAPIError)
        wait = back_off(attempt, key_of(call))
        if asked is not None:
            # All calls to the service wait, and then do not come back in the same instant.
            loop = asyncio.get_running_loop()
            service.not_before = max(service.not_before, loop.time() + asked)
            wait = asked + wait / 10
        return wait

    def said(self, error: Exception) -> str:
        """A service's error as people and files may have it."""
        from pydantic_ai.exceptions import ModelHTTPError, ModelTimeoutError

        large = _too_large(error)
        if large is not None:
            return self.clean(large)
        if isinstance(error, ModelTimeoutError):
            return f"no answer within {self._settings.timeout:,.6g} seconds"
        if isinstance(error, ModelHTTPError):
            body = error.body
            for name in ("error", "message"):
                if isinstance(body, dict) and name in body:
                    body = body[name]
            return self.clean(f"HTTP {error.status_code}: {body or 'without a reason'}")
        return self.clean(plain(error) or f"{type(error).__name__}: {error}")


def _instructions(call: Call, structured: bool) -> str:
    if structured:
        return call.instructions
    schema = json.dumps(call.schema, ensure_ascii=False)
    return f"{call.instructions}\nThe object must fit this JSON Schema:\n{schema}"


def _objection(wrong: Reply) -> list[ModelMessage]:
    """The reply as it came, and what is wrong about it."""
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

    text = (
        f"This does not fit: {wrong.error}. Reply again with one JSON object that fits, "
        "and nothing else."
    )
    request = ModelRequest(parts=[UserPromptPart(text)])
    # A loop that is shown is gone on with.
    whole = wrong.text[:_REPEATED]
    said = (before_loop(whole) or whole).strip()
    return [ModelResponse(parts=[TextPart(said)]), request] if said else [request]


def _too_large(error: BaseException) -> BaseException | None:
    """What stopped the reading of an answer that had no end, if that is what went wrong."""
    from dtaa_lint.answerability.models.bounded import TooLarge

    found: BaseException | None = error
    for _ in range(_CAUSES):
        if found is None or isinstance(found, TooLarge):
            return found
        found = found.__cause__ or found.__context__
    return None


def _may_be_schema(error: Exception) -> bool:
    """Whether a refusal is about the schema: the request is called bad, and what is said of it
    names the form of the reply. A server that merely fails has not refused it."""
    from pydantic_ai.exceptions import (
        ModelAPIError,
        ModelContextWindowExceededError,
        ModelHTTPError,
    )

    if isinstance(error, ModelContextWindowExceededError) or _too_large(error) is not None:
        return False
    if isinstance(error, ModelHTTPError):
        return error.status_code in (400, 422) and bool(_OF_SCHEMAS.search(str(error.body)))
    # No service said so: its software could make nothing of the schema.
    return not isinstance(error, ModelAPIError)
