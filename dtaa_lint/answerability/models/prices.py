"""What calls cost, and how many tokens they are taken to have before they are sent.

Prices are US dollars. They come from the settings, else from the list that the extra ``models``
brings (``genai-prices``, read offline); a model on this machine costs nothing. A price that nobody
knows is None, never zero.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.util import find_spec

from dtaa_lint.answerability.models.interface import Call
from dtaa_lint.answerability.models.privacy import destination
from dtaa_lint.answerability.models.settings import ENDPOINT, SCRIPTED, ModelSettings

BYTES_PER_TOKEN = 4
"""Of an estimate: UTF-8 bytes of instructions, prompt and schema that are one token. English prose
has about 4.5 in current tokenizers, tables and other languages 2 to 4."""
EXPECTED_OUTPUT = 0.25
"""Of an estimate: share of the tokens that a reply may have which it is taken to have."""
BATCH_SHARE = 0.5
"""What a call in a batch costs of its usual price (Anthropic and OpenAI alike), where the list of
prices does not know."""

_LOCAL = (ENDPOINT, SCRIPTED, "ollama")
"""Providers that cost nothing where they are this machine."""
_FRAME = 64
"""Tokens around every request: roles, separators, the schema's wrapping."""


class Prices:
    """Model -> price of a call."""

    def __init__(self, settings: ModelSettings, environ: Mapping[str, str]) -> None:
        self._own = dict(settings.prices)
        # A paid service behind a relay on this machine is a paid service.
        self._free = {
            name
            for name in settings.models
            if name.partition(":")[0] in _LOCAL
            and destination(name, settings.base_url, environ).here
        }

    def cost(
        self, model: str, input_tokens: int, output_tokens: int, *, batch: bool = False
    ) -> float | None:
        """Dollars of one call; None when its price is unknown."""
        own = self._own.get(model)
        if own is not None:
            full = (input_tokens * own.input + output_tokens * own.output) / 1e6
            return full * BATCH_SHARE if batch else full
        if model in self._free:
            return 0.0
        return _listed(model, input_tokens, output_tokens, batch)

    def knows(self, model: str) -> bool:
        return self.cost(model, 1_000, 1_000) is not None


def could_be_listed(models: Iterable[str]) -> bool:
    """Whether the list that the extra brings is not there, and might know one of the models."""
    if find_spec("genai_prices") is not None:
        return False
    return any(name.partition(":")[0] not in _LOCAL for name in models)


@lru_cache(maxsize=4096)
def _listed(model: str, input_tokens: int, output_tokens: int, batch: bool) -> float | None:
    provider, _, name = model.partition(":")
    if provider == ENDPOINT:
        return None
    try:
        from genai_prices import Usage, calc_price
    except ImportError:
        return None
    usage = Usage(input_tokens=input_tokens, output_tokens=output_tokens)
    provider = provider.removesuffix("-chat").removesuffix("-responses")
    try:
        full = calc_price(usage, name, provider_id=provider).total_price
        if not batch:
            return float(full)
        context = {"processing": "batch"}
        halved = calc_price(usage, name, provider_id=provider, price_context=context).total_price
    except LookupError:
        return None
    # Where the list has no price for batches it answers with the usual one.
    return float(halved) if halved < full else float(full) * BATCH_SHARE


def bytes_of(call: Call) -> int:
    """UTF-8 bytes of what a call sends."""
    schema = json.dumps(call.schema, separators=(",", ":"))
    sent = (call.instructions, call.prompt, schema)
    return sum(len(part.encode("utf-8", "replace")) for part in sent)


def expected_input(size: int) -> int:
    """Tokens that so many bytes are taken to be."""
    return -(-size // BYTES_PER_TOKEN) + _FRAME


def expected_output(max_tokens: int) -> int:
    """Tokens that a reply is taken to have."""
    return max(1, round(max_tokens * EXPECTED_OUTPUT))


def most_input(size: int, tokens_per_byte: float = 1.0) -> int:
    """Tokens that so many bytes cannot exceed: no token is shorter than a byte."""
    return int(size * tokens_per_byte) + 1 + 8 * _FRAME
