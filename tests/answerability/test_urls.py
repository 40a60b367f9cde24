"""Addresses that are configured: one check for models and for systems under test."""

from __future__ import annotations

from pathlib import Path

import pytest

from dtaa_lint.answerability.answering.systems.http import HttpSystem
from dtaa_lint.answerability.models.interface import Role
from dtaa_lint.answerability.models.settings import make_settings
from dtaa_lint.answerability.urls import check_system
from dtaa_lint.cli.main import main
from dtaa_lint.errors import ConfigError
from tests.answerability.assessed import pdf

SECRET = "hunter22"
NO_HOST = ["http://", "https:///ask", "http://:80/", "http://[::1", "http://[]/", "http://../x",
           "http://a\\b/", "HTTP://", "ftp://example.org/", "http:example.org"]  # fmt: skip
SECRETS = [f"http://me:{SECRET}@h/ask", f"http://{SECRET}@h/", f"HTTPS://me:{SECRET}@h/",
           f"ftp://me:{SECRET}@h/", f"me:{SECRET}@h/ask", f"http://me:{SECRET}@/",
           f"http://me:{SECRET}", f"htp://me:a/{SECRET}@h"]  # fmt: skip
"""The last but one is what is left of a password with a comma."""
UNSENT = ["http://h/a\nb", "http://h/\x00", "\x1b[31mhttp://h/", "http://h/a b", "http://h/\u00fc",
          "http://h/#part", "http://h:99999/", "http://h:port/"]  # fmt: skip
GOOD = ["http://h", "https://h/v1/", "HTTP://h/", "http://127.0.0.1:9491/ask", "http://[::1]:80/",
        "http://my_service.local.:8080/@team/", "http://xn--bcher-kva.example/%C3%BC"]  # fmt: skip


@pytest.mark.parametrize("url", [*NO_HOST, *SECRETS, *UNSENT])
def test_an_address_that_cannot_be_asked_is_refused_for_both_and_secrets_not_repeated(
    url: str,
) -> None:
    said = []
    with pytest.raises(ConfigError) as caught:
        HttpSystem(url)
    said.append(str(caught.value))
    with pytest.raises(ConfigError) as caught:
        make_settings({Role.JUDGE: "endpoint:m"}, base_url=url)
    said.append(str(caught.value))
    for text, what in zip(said, ("a system's URL", "base-url"), strict=True):
        assert text.startswith(what) and SECRET not in text and text.isprintable()


@pytest.mark.parametrize("url", GOOD)
def test_others_are_taken_for_both(url: str) -> None:
    HttpSystem(f"{url}?index=faq")
    assert make_settings({Role.JUDGE: "endpoint:m"}, base_url=url).base_url == url


def test_who_types_a_password_is_told_where_it_belongs() -> None:
    with pytest.raises(ConfigError, match="DTAA_LINT_HTTP_TOKEN"):
        check_system(SECRETS[0])
    with pytest.raises(ConfigError, match="DTAA_LINT_MODEL_KEY"):
        make_settings({Role.JUDGE: "endpoint:m"}, base_url=SECRETS[0])


@pytest.mark.parametrize("url", ["http://", "HTTP://me:hunter22@h/", "ftp://me:hunter22@h/",
                                 "me:hunter22@h", "http://h/#x"])  # fmt: skip
@pytest.mark.parametrize("configured", [False, True])
def test_a_run_refuses_it_before_it_reads_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    url: str, configured: bool,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("plans.pdf").write_bytes(pdf())
    options = ["plans.pdf", "--answerability", "--run-dir", "run"]
    if configured:
        Path("dtaa-lint.toml").write_text(f'[answerability]\nsystems = ["{url}"]\n')
    else:
        options += ["--systems", url]
    assert main(options) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and "a system's URL" in said.err
    assert SECRET not in said.err and not Path("run").exists()


@pytest.mark.parametrize("moved", ["http://me:hunter22@h/v1", "http://", "http://[", "http://h/\n"])
def test_an_address_in_the_environment_is_held_to_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], moved: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_BASE_URL", moved)
    Path("plans.pdf").write_bytes(pdf())
    command = ["plans.pdf", "--answerability", "--run-dir", "run", "--judge", "rules"]
    assert main([*command, "--answerer", "openai:gpt-4.1-mini"]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and "OPENAI_BASE_URL" in said.err
    assert SECRET not in said.err and not Path("run").exists()


@pytest.mark.parametrize("token", [f"{SECRET}\nX: y", f"{SECRET}\r\u20ac", f"{SECRET}\x00"])
def test_a_token_that_no_header_can_hold_is_not_repeated(token: str) -> None:
    with pytest.raises(ConfigError, match="DTAA_LINT_HTTP_TOKEN") as caught:
        HttpSystem("http://h/", token=token)
    assert SECRET not in str(caught.value)
