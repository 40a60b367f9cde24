"""The key of a sample: what its rows are, and what the judge said of the answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dtaa_lint.answerability.package.shapes import schema_check, unsaid
from dtaa_lint.answerability.review.export import KEY_VERSION
from dtaa_lint.answerability.review.model import ROW_ID
from dtaa_lint.errors import ConfigError, InputError
from dtaa_lint.pdf.open import regular_file
from dtaa_lint.words import cut

_MOST_BYTES = 256 * 2**20


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """A run whose answer is in the sample, as the judge has it."""

    system: str
    weight: float
    passed: bool
    rest: bool
    """Whether all of PASS holds that no judge decides."""
    correct: bool
    complete: bool
    supported: bool | None


@dataclass(frozen=True, slots=True)
class SystemKey:
    tasks: tuple[tuple[int, int], ...]
    """(runs that pass, runs) of each task."""
    answers: int
    """Judged answers that were drawn from."""
    judged: float
    """Share of the weight of all runs that they have."""


@dataclass(frozen=True, slots=True)
class Key:
    documents: int
    strata: Mapping[str, int]
    """Stratum -> tasks that were drawn from."""
    tasks: Mapping[str, tuple[str, tuple[str, ...]]]
    """Row -> stratum and phrasings."""
    answers: Mapping[str, tuple[JudgedRun, ...]]
    systems: Mapping[str, SystemKey]

    @property
    def rows(self) -> frozenset[str]:
        return frozenset([*self.tasks, *self.answers])


def read_key(path: Path) -> Key:
    """Raises ConfigError for what is no key."""
    try:
        data = regular_file(path, str(path), _MOST_BYTES)
        if len(data) > _MOST_BYTES:
            raise ConfigError(f"{path}: is too large for the key of a review")
        value = json.loads(data)
        half = unsaid(value, data)
    except InputError as error:
        raise ConfigError(str(error)) from error
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path}: is no key of a review") from error
    try:
        version = value["schemaVersion"]
        if version != KEY_VERSION:
            raise ConfigError(f"{path}: is a key of unknown version {cut(str(version), 80)}")
        if wrong := schema_check("review-key")(value) or half:
            raise ConfigError(f"{path}: is no key of a review: {wrong}")
        key = _key(value)
        _consistent(key)
        return key
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise ConfigError(f"{path}: is no key of a review") from error


def _key(value: Mapping[str, Any]) -> Key:
    return Key(
        len(value["documents"]),
        {str(one["stratum"]): _count(one["tasks"]) for one in value["strata"]},
        {
            _row(one["id"]): (str(one["stratum"]), tuple(map(str, one["phrasings"])))
            for one in value["tasks"]
        },
        {_row(one["id"]): tuple(map(_run, one["runs"])) for one in value["answers"]},
        {str(one["system"]): _system(one) for one in value["systems"]},
    )


def _consistent(key: Key) -> None:
    """Raises ValueError where one part of a key names what the others do not have."""
    for row, (stratum, _) in key.tasks.items():
        if stratum not in key.strata:
            raise ValueError(f"{row} is of a stratum that is not listed")
    for row, runs in key.answers.items():
        if any(run.system not in key.systems for run in runs):
            raise ValueError(f"{row} is of a system that is not listed")


def _row(name: Any) -> str:
    if not isinstance(name, str) or ROW_ID.fullmatch(name) is None:
        raise ValueError("a row has no id")
    return name


def _count(number: Any) -> int:
    if type(number) is not int or number < 0:
        raise ValueError("a count is none")
    return number


def _share(number: Any) -> float:
    if type(number) not in (int, float) or not 0 <= number <= 1:
        raise ValueError("a share is none")
    return float(number)


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError("a verdict is none")
    return value


def _run(one: Mapping[str, Any]) -> JudgedRun:
    supported = one["supported"]
    return JudgedRun(
        str(one["system"]),
        _share(one["weight"]),
        _flag(one["passed"]),
        _flag(one["rest"]),
        _flag(one["correct"]),
        _flag(one["complete"]),
        None if supported is None else _flag(supported),
    )


def _system(one: Mapping[str, Any]) -> SystemKey:
    tasks = []
    for passed, runs in one["tasks"]:
        if _count(passed) > _count(runs) or not runs:
            raise ValueError("more runs pass than there are")
        tasks.append((passed, runs))
    return SystemKey(tuple(tasks), _count(one["answers"]), _share(one["judged"]))
