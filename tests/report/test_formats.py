"""The registry: formats are imported when asked for, and a misspelt one gets a suggestion."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from dtaa_lint.errors import ConfigError
from dtaa_lint.report import FORMATS, renderer
from dtaa_lint.report.interface import RenderOptions
from tests.report.support import hostile, typical


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_renders_the_same_bytes_twice(name: str) -> None:
    render = renderer(name)
    for made in (typical(), hostile()):
        if FORMATS[name].single:
            made = replace(made, files=made.files[:1])
        data = render(made, RenderOptions())
        assert data == render(made, RenderOptions())
        assert FORMATS[name].binary or data.endswith(b"\n")


def test_unknown_format() -> None:
    with pytest.raises(ConfigError, match=r'"sarif".*formats are text, html'):
        renderer("sarrif")


def test_formats_are_imported_lazily() -> None:
    code = "import sys, dtaa_lint.report; print(sorted(m for m in sys.modules if 'sarif' in m))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
