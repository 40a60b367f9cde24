"""Report formats: one module per format, each a pure function from a report to bytes.

A format's module is imported when it is asked for, so that a run pays for what it prints only.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple

from dtaa_lint.errors import ConfigError
from dtaa_lint.report.interface import Renderer, SiteRenderer
from dtaa_lint.suggest import did_you_mean


class Format(NamedTuple):
    module: str
    """Has its ``render``."""
    sketches: bool = False
    """It shows tables as the machine reads them (``FileReport.sketches``)."""
    task_lines: bool = False
    """It lists the tasks (``FileReport.task_lines``)."""
    pictures: bool = False
    """It shows pages (``RenderOptions.pictures``)."""
    binary: bool = False
    """It is no text: nothing for a terminal."""
    site: bool = False
    """It can also be a folder of files; then its module has a ``render_site``."""
    single: bool = False
    """One file of it is about one PDF."""
    plan: bool = False
    """It shows the order of repairs (``FileReport.plan``) without being asked for it."""


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "text": Format("dtaa_lint.report.text"),
        "html": Format("dtaa_lint.report.html", sketches=True, pictures=True, site=True, plan=True),
        "json": Format("dtaa_lint.report.json"),
        "jsonl": Format("dtaa_lint.report.jsonl"),
        "csv": Format("dtaa_lint.report.csv"),
        "xlsx": Format("dtaa_lint.report.xlsx", task_lines=True, binary=True, plan=True),
        "sarif": Format("dtaa_lint.report.sarif"),
        "github": Format("dtaa_lint.report.github"),
        "gitlab": Format("dtaa_lint.report.gitlab"),
        "junit": Format("dtaa_lint.report.junit"),
        "markdown": Format("dtaa_lint.report.markdown"),
        "xfdf": Format("dtaa_lint.report.xfdf", site=True, single=True),
    }
)
"""Name of the format -> what renders it, and what that needs besides findings."""


def renderer(name: str) -> Renderer:
    """The renderer of a format. Raises ConfigError for a name that is no format."""
    form = FORMATS.get(name)
    if form is None:
        raise ConfigError(
            f"unknown report format {name!r}{did_you_mean(name, FORMATS)}; "
            f"formats are {', '.join(FORMATS)}"
        )
    render: Renderer = import_module(form.module).render
    return render


def site_renderer(name: str) -> SiteRenderer:
    """The renderer of a format for a folder. Raises ConfigError for one that is one file only."""
    form = FORMATS.get(name)
    if form is None or not form.site:
        able = ", ".join(known for known, other in FORMATS.items() if other.site)
        raise ConfigError(f"{name} is one file: name a file; reports that fill a folder are {able}")
    render_site: SiteRenderer = import_module(form.module).render_site
    return render_site
