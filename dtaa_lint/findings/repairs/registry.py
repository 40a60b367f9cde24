"""Rule code -> the repair that an issue of the rule implies, or why none can be computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import TypeAlias

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.repairs.edits import Repair

Repairer: TypeAlias = Callable[[Context, Issue], Repair | None]
"""The edits that repair an issue; None where nobody can say them without the author."""

_REPAIRERS: dict[str, Repairer] = {}
_UNREPAIRED: dict[str, str] = {}


def repairs(*codes: str) -> Callable[[Repairer], Repairer]:
    """Registers a repair under the codes of its rules."""

    def register(function: Repairer) -> Repairer:
        for code in codes:
            if code in _REPAIRERS or code in _UNREPAIRED:
                raise ValueError(f"two repairs claim {code}")
            _REPAIRERS[code] = function
        return function

    return register


def not_computed(code: str, why: str) -> None:
    """States why a rule has no computable repair."""
    if code in _REPAIRERS or code in _UNREPAIRED:
        raise ValueError(f"two repairs claim {code}")
    _UNREPAIRED[code] = why


def load() -> None:
    """Imports the module of every guideline, in order of name."""
    package = import_module("dtaa_lint.findings.repairs")
    for name in sorted(module.name for module in iter_modules(package.__path__)):
        if name.startswith("g"):
            import_module(f"{package.__name__}.{name}")


def repair_of(code: str, context: Context, issue: Issue) -> Repair | None:
    """The repair of an issue; None for none, also where its elements are not what they seemed."""
    repairer = _REPAIRERS.get(code)
    return repairer(context, issue) if repairer is not None else None


def repairers() -> Mapping[str, Repairer]:
    return MappingProxyType(_REPAIRERS)


def unrepaired() -> Mapping[str, str]:
    """Rule code -> why there is no computable repair."""
    return MappingProxyType(_UNREPAIRED)
