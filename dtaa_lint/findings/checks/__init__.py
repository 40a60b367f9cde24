"""Modules ``gNN_name.py``, one guideline's checks in one or more; each check is registered under
its rule's code."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules


def load_all() -> None:
    """Imports every guideline's module, in order of name."""
    for name in sorted(module.name for module in iter_modules(__path__)):
        if name.startswith("g"):
            import_module(f"{__name__}.{name}")
