"""Opening the services that models are asked at: which software, which address, which key."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from dtaa_lint.answerability.models.privacy import destination, is_loopback
from dtaa_lint.answerability.models.retry import PATIENCE, spent_wait
from dtaa_lint.answerability.models.settings import (
    ENDPOINT,
    SCRIPTED,
    ModelSettings,
    check_address,
)
from dtaa_lint.answerability.urls import MODEL_KEY
from dtaa_lint.errors import ConfigError, ProviderError

if TYPE_CHECKING:
    from httpx2 import AsyncClient, Response
    from pydantic_ai.models import Model

KEY = MODEL_KEY
"""Environment variable of the key that an endpoint is given."""


@dataclass
class Service:
    """One model as it is reached."""

    model: Model
    structured: bool
    """Whether it is given the schema as such; else the schema stands in the instructions."""
    steady: bool
    """Whether it takes a temperature."""
    not_before: float = 0.0
    """Time of the event loop before which nothing is sent: what the service asked for."""
    dead: str = ""
    """Why nothing more is sent: a key that is refused, a model that is not there."""


class Services:
    """The services of a run, each opened when it is first asked."""

    def __init__(self, settings: ModelSettings, environ: Mapping[str, str]) -> None:
        self._settings = settings
        self._environ = environ
        self._services: dict[str, Service] = {}
        self._clients: list[AsyncClient] = []

    def get(self, name: str) -> Service:
        """The service of a model. Raises whatever the provider's software does."""
        if name not in self._services:
            self._services[name] = self._open(name)
        return self._services[name]

    async def close(self) -> None:
        for client in self._clients:
            await client.aclose()
        self._clients.clear()
        self._services.clear()

    def _open(self, name: str) -> Service:
        provider, _, model_name = name.partition(":")
        # Settings may be put together by other ways than those that check them.
        check_address([name], self._settings.base_url)
        place = destination(name, self._settings.base_url, self._environ)
        if provider == SCRIPTED:
            raise ConfigError(f"{name}: the scripted client is for tests, which give it a script")
        if provider == ENDPOINT:
            model = self._endpoint(model_name, self._settings.base_url or "", place.here)
        else:
            from pydantic_ai.models import infer_model

            model = infer_model(name, self._provider)
        url = model.base_url or ""
        if place.here and not is_loopback(url):
            raise ProviderError(f"{name}: its software asks elsewhere than on this machine")
        profile: Mapping[str, Any] = model.profile
        unsteady = ("anthropic_disallows_sampling_settings", "openai_supports_reasoning")
        service = Service(
            model,
            structured=bool(profile.get("supports_json_schema_output")),
            steady=not any(profile.get(name) for name in unsteady),
        )
        client: Any = getattr(model, "client", None)
        if hasattr(client, "max_retries"):
            # Retries are ours: they are bounded, and wait for all calls to a service together.
            client.max_retries = 0
        self._watch(service)
        return service

    def _endpoint(self, model_name: str, url: str, here: bool) -> Model:
        """A model at an address; without one the SDK would ask OpenAI."""
        from openai import AsyncOpenAI
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.openai import OpenAIProvider

        key = self._environ.get(KEY) or "none"
        client = AsyncOpenAI(
            base_url=url,
            api_key=key,
            http_client=self._http(here),
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
        """A client that stays where it was sent, within bounds: no redirects, and to this machine
        no proxy."""
        from httpx2 import Limits, Timeout

        from dtaa_lint.answerability.models.bounded import BoundedClient

        many = self._settings.concurrency
        client = BoundedClient(
            seconds=self._settings.timeout,
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
