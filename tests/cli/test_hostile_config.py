"""Configuration files that mean harm: one line that names the file, never an internal error."""

from __future__ import annotations

from pathlib import Path

import pytest

from dtaa_lint.config import load_config
from dtaa_lint.errors import ConfigError
from tests.cli.conftest import Run

HOSTILE = {
    "arrays": "select=" + "[" * 100_000 + "]" * 100_000,
    "tables": "x=" + "{a=" * 5000 + "1" + "}" * 5000,
    "dotted key": "a." * 5000 + "b=1",
    "integer": "select=" + "9" * 5000,
    "hexadecimal": "fail-on=0x" + "f" * 20_000,
    "list": "fail-on=[[[[1]]]]",
    "long key": "k" * 50_000 + "=1",
    "long value": 'fail-on="' + "v" * 50_000 + '"',
    "large": "#" * 2_000_000,
    "globs": "exclude=[" + ",".join(f'"**/*a*a*{n}"' for n in range(20_000)) + "]",
    "nul": "\0",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_one_line_that_names_the_file(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "c.toml"
    path.write_text(HOSTILE[kind])
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert len(message.splitlines()) == 1
    assert len(message) < len(str(path)) + 500


def test_it_is_said_as_an_error_of_the_configuration(run: Run, folder: Path) -> None:
    (folder / "c.toml").write_text(HOSTILE["arrays"])
    result = run("good.pdf", "--config", "c.toml")
    assert (result.status, result.out) == (2, "")
    assert result.err == "dtaa-lint: error: c.toml: is nested too deeply\n"


@pytest.mark.parametrize("kind", ["folder", "nowhere"])
def test_a_configuration_that_is_no_file_is_told(run: Run, folder: Path, kind: str) -> None:
    own = folder / "dtaa-lint.toml"
    if kind == "folder":
        own.mkdir()
    else:
        own.symlink_to(folder / "missing.toml")
    result = run("good.pdf")
    assert (result.status, result.out) == (2, "")
    assert "dtaa-lint.toml" in result.err
    assert result.err.count("\n") == 1
