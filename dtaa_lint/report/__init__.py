"""Report formats: one module per format, each a pure function from a report to bytes.

A format's module is imported when it is asked for, so that a run pays for what it prints only.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from dtaa_lint.errors import ConfigError
from dtaa_lint.report.interface import Renderer
from dtaa_lint.suggest import did_you_mean

FORMATS: Mapping[str, str] = MappingProxyType(
    {
        "text": "dtaa_lint.report.text",
        "json": "dtaa_lint.report.json",
        "csv": "dtaa_lint.report.csv",
        "sarif": "dtaa_lint.report.sarif",
        "github": "dtaa_lint.report.github",
    }
)
"""Name of the format -> module that has its ``render``."""


def renderer(name: str) -> Renderer:
    """The renderer of a format. Raises ConfigError for a name that is no format."""
    module = FORMATS.get(name)
    if module is None:
        raise ConfigError(
            f"unknown report format {name!r}{did_you_mean(name, FORMATS)}; "
            f"formats are {', '.join(FORMATS)}"
        )
    render: Renderer = import_module(module).render
    return render
