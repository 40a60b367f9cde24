"""What a run is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from dtaa_lint.answerability.answering.embed import DEFAULT, NAMES
from dtaa_lint.answerability.answering.interface import BUDGET, SEEDS, WINDOW
from dtaa_lint.answerability.answering.process import Setup
from dtaa_lint.answerability.answering.systems.registry import DEFAULTS
from dtaa_lint.answerability.models.interface import Role
from dtaa_lint.answerability.models.settings import ModelSettings
from dtaa_lint.errors import ConfigError

RULES = "rules"
"""The judge's name where words and numbers judge instead of a model."""


class Tier(StrEnum):
    RETRIEVAL = "retrieval"
    """Nobody is asked: evidence and relations, a ceiling."""
    FULL = "full"


@dataclass(frozen=True, slots=True)
class RunOptions:
    """One run, over any number of documents."""

    systems: tuple[str, ...] = DEFAULTS
    embedder: str = DEFAULT
    seeds: int = SEEDS
    budget: int = BUDGET
    """Words of evidence that are shown."""
    window: int = WINDOW
    """Words that the answering model takes at once: what ``long-context`` shows of a document, and
    how long one may be whose whole text the difficulty filter asks about."""
    tasks: int | None = None
    """Tasks of each document at most, of the frozen set, which grows up to 100 for more than its
    usual 50; None is all of the usual one."""
    models: ModelSettings = field(default_factory=ModelSettings)
    rules: bool = False
    """Whether words and numbers judge, in place of a model."""
    repeats: int = 1
    """Times that the judge is asked."""
    questions: str | None = None
    """File of somebody else's questions."""
    filters: bool = False
    """Whether these are marked by pdfQA's filters of quality and difficulty."""
    network: frozenset[str] = frozenset()
    """Other people's systems that may use the network."""

    @property
    def tier(self) -> Tier:
        return Tier.FULL if self.models.model(Role.ANSWERER) is not None else Tier.RETRIEVAL

    @property
    def setup(self) -> Setup:
        """What the answering side is told of them."""
        return Setup(self.embedder, self.seeds, self.budget, self.window, self.network)

    @property
    def judge(self) -> str:
        """The judge's name; ``rules`` for none."""
        return RULES if self.rules else self.models.model(Role.JUDGE) or RULES

    @property
    def written(self) -> bool:
        """Whether questions are written by a model, not by templates."""
        return self.models.model(Role.GENERATOR) is not None

    def check(self) -> None:
        """Raises ConfigError for what does not go together."""
        if not self.systems:
            raise ConfigError("name at least one system to assess")
        if len(set(self.systems)) < len(self.systems):
            raise ConfigError("a system is named twice")
        if self.filters:
            self._check_filters()
        kind = self.embedder.partition(":")[0]
        if kind not in NAMES:
            raise ConfigError(f"there is no embedder {kind!r}; there are {', '.join(NAMES)}")
        if self.written and self.models.model(Role.VALIDATOR) is None:
            raise ConfigError("a generator needs a validator, which is another model")
        if self.models and self.tier is Tier.RETRIEVAL:
            raise ConfigError("models are named, and none that answers: name an answerer")
        judged = self.rules or self.models.model(Role.JUDGE) is not None
        if self.tier is Tier.FULL and not judged:
            raise ConfigError(
                "an answerer needs a judge: name a model, or rules for words and numbers alone"
            )

    def _check_filters(self) -> None:
        judge = None if self.rules else self.models.model(Role.JUDGE)
        needed = (
            ("--questions", self.questions),
            ("a validator", self.models.model(Role.VALIDATOR)),
            ("an answerer", self.models.model(Role.ANSWERER)),
            ("a judge that is a model", judge),
        )
        missing = [name for name, found in needed if found is None]
        if missing:
            raise ConfigError(
                "filter-questions marks somebody else's questions: a validator asks for their "
                "quality, an answerer and a judge for their difficulty; name " + ", ".join(missing)
            )

    def identity(self, questions_hash: str | None = None) -> Mapping[str, Any]:
        """What decides the results, as the manifest has it. ``questions_hash``: SHA-256 of the
        file of somebody else's questions."""
        return {
            "tier": self.tier.value,
            "systems": list(self.systems),
            "embedder": self.embedder,
            "seeds": self.seeds,
            "budgetWords": self.budget,
            "tasks": self.tasks,
            "generator": self.models.model(Role.GENERATOR),
            "validator": self.models.model(Role.VALIDATOR),
            "answerer": self.models.model(Role.ANSWERER),
            "judge": self.judge if self.tier is Tier.FULL else None,
            "judgeRepeats": self.repeats if self.tier is Tier.FULL else None,
            "temperature": self.models.temperature if self.tier is Tier.FULL else None,
            "questions": questions_hash,
            "filterQuestions": self.filters,
            "windowWords": self.window,
        }
