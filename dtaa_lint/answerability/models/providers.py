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
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from dtaa_lint.answerability.models.budget import REPAIR_ROOM
from dtaa_lint.answerability.models.cache import key_of
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus
from dtaa_lint.answerability.models.parse import read_reply
from dtaa_lint.answerability.models.privacy import destination, is_loopback
from dtaa_lint.answerability.models.retry import (
    ATTEMPTS,
    PATIENCE,
    asked_wait,
    back_off,
    is_temporary,
    spent_wait,
)
from dtaa_lint.answerability.models.secrets import Redactor
from dtaa_lint.answerability.models.settings import ENDPOINT, SCRIPTED, ModelSettings
from dtaa_lint.errors import ConfigError, ProviderError
from dtaa_lint.hidden import visible
from dtaa_lint.words import cut

if TYPE_CHECKING:
    from httpx2 import AsyncClient, Response
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model, ModelRequestParameters
    from pydantic_ai.settings import ModelSettings as Parameters

KEY = "DTAA_LINT_MODEL_KEY"
"""Environment variable of the key that an endpoint is given."""
NEEDED = "models need the extra “models”: pip install 'dtaa-lint[models]'"
_SHOWN = 300
"""Characters of a service's own words in an error."""


@dataclass
class Service:
    """One model as it is reached."""

    model: Model
    structured: bool
    """Whether it is given the schema as such; else the schema stands in the instructions."""
    not_before: float = 0.0
    """Time of the event loop before which nothing is sent: what the service asked for."""
    dead: str = ""
    """Why nothing more is sent: a key that is refused, a model that is not there."""


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
        self._settings = settings
        self._environ = environ
        self._sleep = sleep
        self._services: dict[str, Service] = {}
        self._clients: list[AsyncClient] = []
        self.redact = Redactor(environ)

    async def complete(self, call: Call) -> Reply:
        """One reply; the schema is enforced by the service where it can, else asked for in words.
        What does not fit is asked for once more. Raises nothing."""
        return await self._answer(call, None)

    async def repair(self, call: Call, first: Reply, was_cut: bool) -> Reply:
        """Asks once more for a reply that came and did not fit, with what is wrong about it; tokens
        of both are in the result. Raises nothing."""
        return await self._answer(call, (first, was_cut))

    async def close(self) -> None:
        for client in self._clients:
            await client.aclose()
        self._clients.clear()
        self._services.clear()

    def service(self, name: str) -> Service:
        """How a model is reached. Raises ``Failed``."""
        found = self._services.get(name)
        if found is None:
            try:
                found = self._open(name)
            except ConfigError as error:
                raise Failed(str(error)) from error
            except Exception as error:
                # Whatever a provider's software finds wrong about its environment.
                raise Failed(f"{name}: {self.clean(error)}") from error
            self._services[name] = found
        return found

    def clean(self, error: object) -> str:
        """An error as people and files may have it: short, one line, without keys."""
        return cut(visible(self.redact(str(error))), _SHOWN)

    def messages(self, call: Call, structured: bool) -> list[ModelMessage]:
        """The call as pydantic-ai's messages."""
        from pydantic_ai.messages import ModelRequest, UserPromptPart

        text = call.instructions
        if not structured:
            schema = json.dumps(call.schema, ensure_ascii=False)
            text += f"\nThe object must fit this JSON Schema:\n{schema}"
        return [ModelRequest(parts=[UserPromptPart(call.prompt)], instructions=text)]

    def parameters(self, call: Call, structured: bool) -> ModelRequestParameters:
        """What form the reply must have."""
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.output import OutputObjectDefinition

        if not structured:
            return ModelRequestParameters(output_mode="text")
        output = OutputObjectDefinition(json_schema=dict(call.schema), name="reply")
        return ModelRequestParameters(
            output_mode="native", output_object=output, allow_text_output=True
        )

    def knobs(self, call: Call, max_tokens: int, *, live: bool = True) -> Parameters:
        """Length and temperature of the reply, and for a live request its time."""
        knobs: dict[str, Any] = {"max_tokens": max_tokens, "temperature": call.temperature}
        if live:
            # Retries are ours: they are counted, and wait for all calls to a service together.
            knobs |= {"timeout": self._settings.timeout, "max_retries": 0}
        return knobs  # type: ignore[return-value]

    def reply(self, call: Call, response: ModelResponse) -> tuple[Reply, bool]:
        """What came, read; and whether it was cut at its greatest length."""
        text = self.redact(response.text or "")
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
        key = key_of(call)
        attempt = 0
        while True:
            attempt += 1
            if service.dead:
                raise Failed(service.dead)
            await self._wait(service)
            try:
                return await self._send(service, call, wrong, max_tokens)
            except Exception as error:
                wait = self._after(service, error, attempt, key)
                if wait is not None:
                    await self._sleep(wait)
                    continue
                if service.structured and _may_be_schema(error):
                    # A server that knows no schemas says so in many ways: ask in words, from now.
                    service.structured = False
                    attempt = 0
                    continue
                raise Failed(f"{call.model}: {self._said(error)}") from error

    async def _send(
        self, service: Service, call: Call, wrong: Reply | None, max_tokens: int
    ) -> ModelResponse:
        from pydantic_ai.direct import model_request

        messages = self.messages(call, service.structured)
        if wrong is not None:
            messages += _objection(wrong)
        return await model_request(
            service.model,
            messages,
            model_settings=self.knobs(call, max_tokens),
            model_request_parameters=self.parameters(call, service.structured),
            instrument=False,
        )

    async def _wait(self, service: Service) -> None:
        loop = asyncio.get_running_loop()
        while (left := service.not_before - loop.time()) > 0:
            await self._sleep(left)
            if self._sleep is not asyncio.sleep:
                return  # A clock of the caller's own: it has waited when it says so.

    def _after(self, service: Service, error: Exception, attempt: int, key: str) -> float | None:
        """Seconds to wait before the request is sent again; None where that is of no use."""
        from pydantic_ai.exceptions import (
            ModelAPIError,
            ModelAuthenticationError,
            ModelConnectionError,
            ModelHTTPError,
            ModelNotFoundError,
            ModelQuotaExceededError,
        )

        fatal = (ModelAuthenticationError, ModelNotFoundError, ModelQuotaExceededError)
        if isinstance(error, fatal):
            service.dead = f"{service.model.model_name}: {self._said(error)}"
            return None
        if isinstance(error, ModelHTTPError):
            again = error.provider_retry_hint
            if not (is_temporary(error.status_code) if again is None else again):
                return None
            asked = asked_wait(error.headers or {}, datetime.now(UTC))
            asked = error.retry_after if asked is None else asked
            if asked is not None and asked > PATIENCE:
                service.dead = (
                    f"{service.model.model_name}: the service asks to wait {asked:,.0f} seconds"
                )
                return None
        elif isinstance(error, ModelConnectionError):
            asked = error.retry_after
        else:
            return None
        if attempt >= ATTEMPTS:
            return None
        assert isinstance(error, ModelAPIError)
        wait = back_off(attempt, key)
        if asked is not None:
            # All calls to the service wait, and then do not come back in the same instant.
            loop = asyncio.get_running_loop()
            service.not_before = max(service.not_before, loop.time() + asked)
            wait = asked + wait / 10
        return wait

    def _said(self, error: Exception) -> str:
        from pydantic_ai.exceptions import ModelHTTPError

        if isinstance(error, ModelHTTPError):
            body = error.body
            for name in ("error", "message"):
                if isinstance(body, dict) and name in body:
                    body = body[name]
            return self.clean(f"HTTP {error.status_code}: {body or 'without a reason'}")
        return self.clean(f"{type(error).__name__}: {error}")

    def _open(self, name: str) -> Service:
        """Raises whatever the provider's software does."""
        provider, _, model_name = name.partition(":")
        place = destination(name, self._settings.base_url, self._environ)
        if provider == SCRIPTED:
            raise ConfigError(f"{name}: the scripted client is for tests, which give it a script")
        if provider == ENDPOINT:
            model = self._endpoint(model_name, place.here)
        else:
            from pydantic_ai.models import infer_model

            model = infer_model(name, self._provider)
        url = model.base_url or ""
        if place.here and not is_loopback(url):
            raise ProviderError(f"{name}: {url} is not on this machine, as was said")
        service = Service(model, bool(model.profile.get("supports_json_schema_output")))
        self._watch(service)
        return service

    def _endpoint(self, model_name: str, here: bool) -> Model:
        from openai import AsyncOpenAI
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.openai import OpenAIProvider

        key = self._environ.get(KEY) or "none"
        client = AsyncOpenAI(
            base_url=self._settings.base_url,
            api_key=key,
            http_client=self._http(here),
            max_retries=0,
        )
        # The SDK takes these from variables that are meant for OpenAI, and would send them here.
        client.organization = client.project = None
        return OpenAIChatModel(model_name, provider=OpenAIProvider(openai_client=client))

    def _provider(self, name: str) -> Any:
        from pydantic_ai.providers import infer_provider

        if name == "anthropic":
            from pydantic_ai.providers.anthropic import AnthropicProvider

            here = destination("anthropic:", None, self._environ).here
            return AnthropicProvider(http_client=self._http(here))
        if name in ("openai", "openai-chat", "openai-responses"):
            from pydantic_ai.providers.openai import OpenAIProvider

            here = destination("openai:", None, self._environ).here
            return OpenAIProvider(http_client=self._http(here))
        if name == "ollama":
            from pydantic_ai.providers.ollama import OllamaProvider

            here = destination("ollama:", None, self._environ).here
            return OllamaProvider(http_client=self._http(here))
        return infer_provider(name)

    def _http(self, here: bool) -> AsyncClient:
        """A client that stays where it was sent: no redirects, and to this machine no proxy."""
        from httpx2 import AsyncClient, Limits, Timeout

        many = self._settings.concurrency
        client = AsyncClient(
            timeout=Timeout(self._settings.timeout, connect=10.0),
            limits=Limits(max_connections=many + 2, max_keepalive_connections=many),
            follow_redirects=False,
            trust_env=not here,
        )
        self._clients.append(client)
        return client

    def _watch(self, service: Service) -> None:
        """Heeds rate limits before they are hit: a response with which nothing remains makes all
        calls to the service wait until something does."""
        client = getattr(getattr(service.model, "client", None), "_client", None)
        if client not in self._clients:
            return

        async def heed(response: Response) -> None:
            wait = spent_wait(response.headers, datetime.now(UTC))
            if wait is not None:
                until = asyncio.get_running_loop().time() + min(wait, PATIENCE)
                service.not_before = max(service.not_before, until)

        client.event_hooks = {"request": [], "response": [heed]}


def _objection(wrong: Reply) -> list[ModelMessage]:
    """The reply as it came, and what is wrong about it."""
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

    text = (
        f"This does not fit: {wrong.error}. Reply again with one JSON object that fits, "
        "and nothing else."
    )
    request = ModelRequest(parts=[UserPromptPart(text)])
    said = wrong.text.strip()
    return [ModelResponse(parts=[TextPart(said)]), request] if said else [request]


def _may_be_schema(error: Exception) -> bool:
    """Whether a refusal may be about the schema: a request that is bad, and not too long."""
    from pydantic_ai.exceptions import ModelContextWindowExceededError, ModelHTTPError, UserError

    if isinstance(error, ModelContextWindowExceededError):
        return False
    if isinstance(error, ModelHTTPError):
        return error.status_code in (400, 415, 422, 500, 501)
    return isinstance(error, UserError)
