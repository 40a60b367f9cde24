"""What a run is told about models: names by role, endpoint, prices, limits."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dtaa_lint.answerability.models.interface import Role
from dtaa_lint.answerability.urls import MODEL_KEY, check_url
from dtaa_lint.errors import ConfigError
from dtaa_lint.settings.reader import Reader, shown

ROLE_KEYS = tuple(role.value for role in Role)
"""Keys whose value is a model's name."""
MODEL_KEYS = (
    *ROLE_KEYS,
    "base-url",
    "concurrency",
    "max-cost",
    "cache-dir",
    "batch",
    "temperature",
    "timeout",
    "prices",
)
"""Keys of the table ``[models]``."""
ENDPOINT = "endpoint"
"""Provider name of whatever answers at ``base-url``: ``endpoint:NAME``."""
SCRIPTED = "scripted"
"""Provider name of the deterministic client for tests."""

_PRICE_KEYS = ("input", "output")
_MOST_CONCURRENT = 256
_MOST_MONEY = 1e6
_MOST_SECONDS = 86_400.0


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens."""

    input: float
    output: float


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Models and how they are asked. Without a model's name nothing is ever sent. Keys of services
    are no setting: they come from the environment alone."""

    roles: tuple[tuple[Role, str], ...] = ()
    """Role and ``provider:name``, in the order of ``Role``."""
    base_url: str | None = None
    """Where ``endpoint:NAME`` is asked: any OpenAI-compatible interface, with its ``/v1``."""
    concurrency: int = 8
    """Calls in flight at once."""
    max_cost: float | None = None
    """US dollars that a run may cost, resumed or not; None is no limit."""
    cache_dir: Path | None = None
    """Folder of the cache of calls; None is the user's cache folder."""
    batch: bool = False
    """Whether batch interfaces are used where a provider has one."""
    temperature: float = 0.0
    timeout: float = 300.0
    """Seconds that one request may take."""
    prices: tuple[tuple[str, Price], ...] = ()
    """Prices of the user's own, by ``provider:name``; they go before the known ones."""

    def model(self, role: Role) -> str | None:
        """The model of a role, if one was named."""
        return dict(self.roles).get(role)

    @property
    def models(self) -> tuple[str, ...]:
        """Every model that is named, once, sorted."""
        return tuple(sorted({name for _, name in self.roles}))

    def __bool__(self) -> bool:
        """Whether any model is named."""
        return bool(self.roles)


def make_settings(
    roles: Mapping[Role, str],
    *,
    base_url: str | None = None,
    concurrency: int = 8,
    max_cost: float | None = None,
    cache_dir: Path | None = None,
    batch: bool = False,
    temperature: float = 0.0,
    timeout: float = 300.0,
    prices: Mapping[str, Price] | None = None,
) -> ModelSettings:
    """Settings that hold together. Raises ``ConfigError``."""
    for role, name in roles.items():
        provider, colon, rest = name.partition(":")
        if not (provider and colon and rest) or name != name.strip() or not name.isprintable():
            raise ConfigError(
                f"the {role.value} must be named provider:model, such as openai:gpt-5-mini, "
                f"not {shown(name)}"
            )
    check_address(roles.values(), base_url)
    writer, checker = roles.get(Role.GENERATOR), roles.get(Role.VALIDATOR)
    if writer is not None and _same(writer, checker):
        raise ConfigError(
            f"the validator must be another model than the generator, not {shown(checker)} too"
        )
    if base_url is not None:
        check_url(base_url, "base-url", MODEL_KEY)
    return ModelSettings(
        tuple((role, roles[role]) for role in Role if role in roles),
        base_url, concurrency, max_cost, cache_dir, batch, temperature, timeout,
        tuple(sorted((prices or {}).items())),
    )  # fmt: skip


def check_address(names: Iterable[str], base_url: str | None) -> None:
    """Raises ``ConfigError`` for an endpoint without an address: it must never be asked at one that
    somebody's software takes instead."""
    for name in names:
        if not base_url and name.partition(":")[0] == ENDPOINT:
            raise ConfigError(f"{shown(name)} needs base-url, the address that it is asked at")


def read_model_settings(reader: Reader) -> ModelSettings:
    """The table ``[models]``. Raises ``ConfigError``."""
    reader.refuse_unknown(MODEL_KEYS, "models")
    roles: dict[Role, str] = {}
    for role in Role:
        name = reader.text(role.value)
        if name is not None:
            roles[role] = name
    defaults = ModelSettings()
    concurrency = _number(reader, "concurrency", 1, _MOST_CONCURRENT)
    if concurrency is not None and concurrency != int(concurrency):
        raise reader.wrong("concurrency", "a whole number")
    batch = reader.table.get("batch", False)
    if not isinstance(batch, bool):
        raise reader.wrong("batch", f"true or false, not {shown(batch)}")
    folder = reader.text("cache-dir")
    temperature = _number(reader, "temperature", 0.0, 2.0)
    timeout = _number(reader, "timeout", 1.0, _MOST_SECONDS)
    return make_settings(
        roles,
        base_url=reader.text("base-url"),
        concurrency=defaults.concurrency if concurrency is None else int(concurrency),
        max_cost=_number(reader, "max-cost", 0.0, _MOST_MONEY),
        cache_dir=None if folder is None else Path(folder),
        batch=batch,
        temperature=defaults.temperature if temperature is None else temperature,
        timeout=defaults.timeout if timeout is None else timeout,
        prices=_prices(reader),
    )


def _prices(reader: Reader) -> dict[str, Price]:
    found: dict[str, Price] = {}
    for name, table in reader.mapping("prices").items():
        key = f"prices.{name}"
        if not isinstance(table, dict) or sorted(table) != sorted(_PRICE_KEYS):
            raise reader.wrong(key, "{ input = …, output = … }: dollars for a million tokens")
        numbers = [_in_range(table[part], 0.0, _MOST_MONEY) for part in _PRICE_KEYS]
        if numbers[0] is None or numbers[1] is None:
            raise reader.wrong(key, "{ input = …, output = … }: dollars for a million tokens")
        found[name] = Price(numbers[0], numbers[1])
    return found


def _number(reader: Reader, key: str, least: float, most: float) -> float | None:
    if key not in reader.table:
        return None
    found = _in_range(reader.table[key], least, most)
    if found is None:
        value = shown(reader.table[key])
        raise reader.wrong(key, f"a number from {least:g} to {most:g}, not {value}")
    return found


def _in_range(value: Any, least: float, most: float) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) and least <= value <= most else None


def _same(one: str, other: str | None) -> bool:
    """Whether two names mean one model: providers may write upper or lower case as they like."""
    return other is not None and one.casefold() == other.casefold()
