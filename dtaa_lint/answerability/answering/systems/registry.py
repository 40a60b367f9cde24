"""Which systems there are: the built-in ones, and other people's by entry point."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import entry_points

from dtaa_lint.answerability.answering.checked import whole_number
from dtaa_lint.answerability.answering.embed import Embedder
from dtaa_lint.answerability.answering.interface import BUDGET, WINDOW, System
from dtaa_lint.answerability.urls import is_url as is_url
from dtaa_lint.errors import ConfigError

GROUP = "dtaa_lint.systems"
"""Entry point group: name -> class without arguments."""
DEFAULTS = ("chunk-hybrid", "egr-s", "egr-full")
"""Systems of a run that names none."""
LONG_CONTEXT = "long-context"
"""The built-in system that embeds nothing."""
BEGIN_EARLY = frozenset({*DEFAULTS, LONG_CONTEXT})
"""Systems that run nobody else's code and pass nothing on."""


def _chunk_hybrid(embedder: Embedder | None, budget: int) -> System:
    # Its chunks are of one size, and ranked: they are cut off where the budget ends.
    from dtaa_lint.answerability.answering.systems.chunk_hybrid import ChunkHybrid

    return ChunkHybrid(embedder)


def _egr_s(embedder: Embedder | None, budget: int) -> System:
    from dtaa_lint.answerability.answering.systems.egr_s import EgrS

    return EgrS(embedder, budget)


def _egr_full(embedder: Embedder | None, budget: int) -> System:
    from dtaa_lint.answerability.answering.systems.egr_full import EgrFull

    return EgrFull(embedder, budget)


def _reconstructed(embedder: Embedder | None, budget: int) -> System:
    from dtaa_lint.answerability.answering.systems.reconstructed import EgrSReconstructed

    return EgrSReconstructed(embedder, budget)


BUILT_IN: Mapping[str, Callable[[Embedder | None, int], System]] = {
    "chunk-hybrid": _chunk_hybrid,
    "egr-s": _egr_s,
    "egr-full": _egr_full,
    "egr-s-reconstructed": _reconstructed,
}


def names() -> tuple[str, ...]:
    """Every system that has a name, built-in ones first."""
    ours = (*BUILT_IN, LONG_CONTEXT)
    others = sorted({found.name for found in entry_points(group=GROUP)} - set(ours))
    return (*ours, *others)


def make_system(
    name: str, embedder: Embedder | None, window: int = WINDOW, budget: int = BUDGET
) -> System:
    """A system for one document: a built-in name, an http or https URL, or an entry point. Those
    that embed nothing need no embedder. ``window``: words that the long context may have;
    ``budget``: words that will be shown of any other, by which the built-in ones compose.

    Raises ConfigError for a name that nobody has, and for one that cannot be loaded.
    """
    if name in BUILT_IN:
        return BUILT_IN[name](embedder, budget)
    if name == LONG_CONTEXT:
        from dtaa_lint.answerability.answering.systems.long_context import LongContext

        return LongContext(window)
    if is_url(name):
        from dtaa_lint.answerability.answering.systems.http import HttpSystem

        return HttpSystem(name)
    for found in entry_points(group=GROUP):
        if found.name == name:
            try:
                made: System = found.load()()
            except Exception as error:
                raise ConfigError(f"the system {name!r} ({found.value}) fails: {error}") from error
            return made
    raise ConfigError(f"there is no system {name!r}; there are {', '.join(names())}, and a URL")


def embeds(name: str) -> bool:
    """Whether a system is given the embedder: other people's are not."""
    return name in BUILT_IN


def budget_of(system: System, budget: int = BUDGET) -> int:
    """Words that may be shown of a system: the common budget, or the window of one that has its
    own. Raises ValueError for a window that is no number of words."""
    own = getattr(system, "budget", None)
    return budget if own is None else whole_number(own, 1)
