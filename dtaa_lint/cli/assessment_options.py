"""The options of a run: from the command line and the configuration, or of a run that is kept."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from dtaa_lint.answerability.answering.systems.registry import names as system_names
from dtaa_lint.answerability.models.interface import Role
from dtaa_lint.answerability.models.privacy import destinations
from dtaa_lint.answerability.models.settings import (
    ModelSettings,
    check_address,
    read_model_settings,
)
from dtaa_lint.answerability.options import RULES, RunOptions
from dtaa_lint.answerability.urls import check_system, is_url
from dtaa_lint.cli.args.answerability import AnswerabilityOptions
from dtaa_lint.config import Config
from dtaa_lint.errors import ConfigError
from dtaa_lint.settings.reader import Reader
from dtaa_lint.suggest import did_you_mean
from dtaa_lint.universe.freeze import MAXIMUM


def known_systems(names: Sequence[str]) -> None:
    """Raises ConfigError for a system that nobody has, and for a URL that cannot be asked, before
    anything is read."""
    known = system_names()
    for name in names:
        if name in known:
            continue
        if is_url(name) or "://" in name or "@" in name:
            check_system(name)
        else:
            raise ConfigError(
                f"there is no system {name!r}{did_you_mean(name, known)}; there are "
                f"{', '.join(known)}, and a URL"
            )


def run_options(options: AnswerabilityOptions, config: Config) -> RunOptions:
    """The command line laid over the configuration. Raises ConfigError."""
    name = config.source or "the command line"
    reader = Reader(config.answerability, name, "answerability.")
    table: dict[str, Any] = dict(reader.mapping("models"))
    typed = {
        **dict(options.roles),
        "base-url": options.base_url,
        "cache-dir": options.cache_dir,
        "max-cost": options.max_cost,
        "batch": options.batch or None,
    }
    table.update({key: value for key, value in typed.items() if value is not None})
    rules = table.get("judge") == RULES
    if rules:
        del table["judge"]
    models = read_model_settings(Reader(table, name, "answerability.models."))
    if options.cache_dir is None and models.cache_dir is not None:
        models = replace(models, cache_dir=config.root / models.cache_dir)
    # Addresses of services, which the environment may move, are checked before anything is read.
    destinations(models, os.environ)
    base = RunOptions()
    # Of the configuration it is what holds whenever there are questions.
    wanted = flag(reader, "filter-questions")
    return RunOptions(
        systems=options.systems or reader.strings("systems") or base.systems,
        embedder=options.embedder or reader.text("embedder") or base.embedder,
        budget=options.budget_words or _number(reader, "budget-words") or base.budget,
        window=options.window_words or _number(reader, "window-words") or base.window,
        tasks=_tasks(options.tasks, reader),
        models=models,
        rules=rules,
        repeats=_number(reader, "judge-repeats") or base.repeats,
        questions=options.questions,
        filters=options.filter_questions or (wanted and options.questions is not None),
        network=frozenset(reader.strings("network") or ()),
    )


def check_idle(options: AnswerabilityOptions, run: RunOptions) -> None:
    """Raises ConfigError for what was typed for models where none is named."""
    typed = {
        "--base-url": options.base_url, "--batch": options.batch, "--max-cost": options.max_cost,
    }  # fmt: skip
    for option, value in typed.items():
        if value and not run.models.roles:
            raise ConfigError(f"{option} is for models, and none is named: name an answerer")


def of_manifest(stored: Mapping[str, Any], models: ModelSettings, *, asks: bool) -> RunOptions:
    """The options of a run that is gone on with: what decides its results is the run's own, how
    models are reached is what is configured now. ``asks``: models may be asked, so that they must
    have an address. Raises ConfigError."""
    try:
        roles = {role: stored[role.value] for role in Role if stored[role.value] is not None}
        rules = roles.get(Role.JUDGE) == RULES
        if rules:
            del roles[Role.JUDGE]
        known = tuple((role, str(roles[role])) for role in Role if role in roles)
        temperature = stored["temperature"]
        made = RunOptions(
            systems=tuple(stored["systems"]),
            embedder=stored["embedder"],
            seeds=stored["seeds"],
            budget=stored["budgetWords"],
            window=stored.get("windowWords") or RunOptions().window,
            tasks=stored["tasks"],
            models=replace(
                models,
                roles=known,
                temperature=models.temperature if temperature is None else float(temperature),
            ),
            rules=rules,
            repeats=stored["judgeRepeats"] or 1,
            filters=bool(stored.get("filterQuestions")),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ConfigError(f"run.json: its options are none: {error}") from error
    # The file of somebody else's questions is in the run's folder, and is not named.
    replace(made, filters=False).check()
    if made.tier.value != stored["tier"]:
        raise ConfigError(
            f"run.json: is of the tier {stored['tier']}, and its models make it {made.tier.value}"
        )
    if asks:
        check_address(made.models.models, made.models.base_url)
        destinations(made.models, os.environ)
        for name in filter(is_url, made.systems):
            check_system(name)
    return made


def _tasks(typed: int | None, reader: Reader) -> int | None:
    """Tasks of each document at most. Raises ConfigError for more than are ever frozen."""
    found = _number(reader, "tasks")
    if found is not None and found > MAXIMUM:
        raise reader.wrong("tasks", f"a whole number from 1 to {MAXIMUM}: no more are frozen")
    if typed is not None and typed > MAXIMUM:
        raise ConfigError(
            f"--tasks must be a whole number from 1 to {MAXIMUM}, not {typed:,}: no more of a "
            "document are frozen"
        )
    return typed or found


def _number(reader: Reader, key: str) -> int | None:
    value = reader.table.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value < 10**7:
        raise reader.wrong(key, "a whole number from 1 on")
    return value


def flag(reader: Reader, key: str) -> bool:
    """A key that is true or false; false unless set. Raises ConfigError."""
    value = reader.table.get(key, False)
    if not isinstance(value, bool):
        raise reader.wrong(key, "true or false")
    return value
