"""Configuration files: which one holds, what it may say, and what is said about a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from dtaa_lint.config import FORMATS, KEYS, Config, find_config, load_config
from dtaa_lint.errors import ConfigError


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def refused(tmp_path: Path, text: str) -> str:
    path = write(tmp_path / "dtaa-lint.toml", text)
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message


def test_every_key_is_read(tmp_path: Path) -> None:
    path = write(
        tmp_path / "dtaa-lint.toml",
        """
        select = ["G01"]
        extend-select = ["scope-missing"]
        ignore = ["DT0102"]
        fail-on = "error"
        format = "sarif"
        include = ["*.PDF"]
        exclude = ["drafts"]
        per-file-ignores = { "forms/*" = ["DT01", "G02"] }
        severity = { DT0101 = "info", "scope-missing" = "off" }
        """,
    )
    assert load_config(path) == Config(
        source=path,
        root=tmp_path,
        select=("G01",),
        extend_select=("scope-missing",),
        ignore=("DT0102",),
        fail_on="error",
        format="sarif",
        include=("*.PDF",),
        exclude=("drafts",),
        per_file_ignores=(("forms/*", ("DT01", "G02")),),
        severity=(("DT0101", "info"), ("scope-missing", "off")),
    )


def test_an_empty_file_says_nothing(tmp_path: Path) -> None:
    path = write(tmp_path / "dtaa-lint.toml", "")
    assert load_config(path) == Config(source=path, root=tmp_path)


def test_windows_line_ends_and_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "dtaa-lint.toml"
    path.write_bytes(b'\xef\xbb\xbffail-on = "info"\r\nselect = [\r\n "DT01",\r\n]\r\n')
    config = load_config(path)
    assert (config.fail_on, config.select) == ("info", ("DT01",))


def test_the_nearest_folder_upwards_wins(tmp_path: Path) -> None:
    write(tmp_path / "dtaa-lint.toml", 'fail-on = "error"')
    near = write(tmp_path / "a" / "pyproject.toml", '[tool.dtaa-lint]\nfail-on = "info"')
    deep = tmp_path / "a" / "b"
    deep.mkdir()
    assert find_config(deep).source == near
    assert find_config(tmp_path).fail_on == "error"


def test_own_file_beats_pyproject_beside_it(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", '[tool.dtaa-lint]\nfail-on = "info"')
    own = write(tmp_path / "dtaa-lint.toml", "")
    assert find_config(tmp_path).source == own


def test_a_pyproject_without_the_table_is_passed_over(tmp_path: Path) -> None:
    above = write(tmp_path / "dtaa-lint.toml", "")
    write(tmp_path / "a" / "pyproject.toml", '[project]\ndependencies = ["dtaa-lint"]')
    write(tmp_path / "b" / "pyproject.toml", "this is no TOML, and none of our business")
    assert find_config(tmp_path / "a").source == above
    assert find_config(tmp_path / "b").source == above


def test_a_pyproject_named_by_hand_must_have_the_table(tmp_path: Path) -> None:
    path = write(tmp_path / "pyproject.toml", "[project]\nname = 'x'")
    with pytest.raises(ConfigError, match=r"has no table \[tool\.dtaa-lint\]"):
        load_config(path)


@pytest.mark.parametrize("key", KEYS)
def test_a_misspelt_key_is_refused_with_a_suggestion(tmp_path: Path, key: str) -> None:
    message = refused(tmp_path, f"{key}s = 1")
    assert f'unknown key "{key}s"' in message
    assert f'did you mean "{key}"?' in message


def test_an_unlike_key_is_refused_without_a_guess(tmp_path: Path) -> None:
    assert "did you mean" not in refused(tmp_path, "zzzz = 1")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('select = "DT01"', '"select" must be a list of strings'),
        ("ignore = [1]", '"ignore" must be a list of strings'),
        ('per-file-ignores = ["DT01"]', '"per-file-ignores" must be a table'),
        ('per-file-ignores = { "a" = "DT01" }', '"per-file-ignores.a" must be a list of strings'),
        ('severity = { DT01 = "eror" }', 'not "eror" (did you mean "error"?)'),
        ('fail-on = "warn"', 'one of error, warning, info, never, not "warn"'),
        ("fail-on = 1", "one of error, warning, info, never, not 1"),
        ('format = "jsn"', 'did you mean "json"?'),
        ('docs-url = "javascript:alert(1)"', '"docs-url" must be an address of 1000 characters'),
        ('docs-url = "https://example.org/a b"', '"docs-url" must be an address'),
        ('docs-url = "https://example.org/?v=1"', '"docs-url" must be an address without ?'),
        ('docs-url = "https://example.org/#top"', '"docs-url" must be an address without ?'),
        ("select = [", "is not valid TOML"),
        ("[tool.dtaa-lint]\nselect = []", "top level"),
    ],
)
def test_a_wrong_value_is_refused(tmp_path: Path, text: str, said: str) -> None:
    assert said in refused(tmp_path, text)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path / "nowhere.toml")
    path = tmp_path / "dtaa-lint.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="is not UTF-8 text"):
        load_config(path)


def test_the_formats_are_those_that_reports_have() -> None:
    from dtaa_lint.report import FORMATS as RENDERERS

    assert sorted(FORMATS) == sorted(RENDERERS)
