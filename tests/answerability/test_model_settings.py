"""Settings of models hold together, and say where documents go."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import tomli

from dtaa_lint.answerability.models.interface import Role
from dtaa_lint.answerability.models.privacy import destination, is_loopback, notice
from dtaa_lint.answerability.models.settings import (
    ModelSettings,
    Price,
    make_settings,
    read_model_settings,
)
from dtaa_lint.errors import ConfigError
from dtaa_lint.settings.reader import Reader


def read(text: str) -> ModelSettings:
    return read_model_settings(Reader(tomli.loads(text), "dtaa.toml", "models."))


def test_a_whole_table() -> None:
    settings = read(
        """
        generator = "anthropic:claude-sonnet-5"
        validator = "openai:gpt-5-mini"
        answerer = "endpoint:qwen"
        judge = "openai:gpt-5-mini"
        base-url = "http://localhost:8080/v1"
        concurrency = 3
        max-cost = 2.5
        cache-dir = "calls"
        batch = true
        temperature = 0.2
        timeout = 60
        [prices."endpoint:qwen"]
        input = 0.5
        output = 1
        """
    )
    assert settings.model(Role.GENERATOR) == "anthropic:claude-sonnet-5"
    assert settings.models == ("anthropic:claude-sonnet-5", "endpoint:qwen", "openai:gpt-5-mini")
    assert settings.cache_dir == Path("calls")
    assert (settings.concurrency, settings.max_cost, settings.batch) == (3, 2.5, True)
    assert (settings.temperature, settings.timeout) == (0.2, 60)
    assert settings.prices == (("endpoint:qwen", Price(0.5, 1)),)


def test_nothing_is_named_by_default() -> None:
    assert not read("") and read("").model(Role.JUDGE) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('judge = "gpt-5"', "provider:model"),
        ('judge = "openai:"', "provider:model"),
        ('judge = "endpoint:m"', "base-url"),
        ('judge = "openai:a b\\n"', "provider:model"),
        ('judgge = "openai:m"', "did you mean"),
        ('generator = "openai:m"\nvalidator = "openai:m"', "another model"),
        ('generator = "openai:m"\nvalidator = "openai:M"', "another model"),
        ('base-url = "ftp://x/"', "http or https"),
        ('base-url = "nowhere"', "http or https"),
        ("concurrency = 0", "from 1 to 256"),
        ("concurrency = 1.5", "whole number"),
        ("max-cost = -1", "from 0"),
        ("max-cost = nan", "from 0"),
        ("max-cost = true", "from 0"),
        ('batch = "yes"', "true or false"),
        ("temperature = 3", "from 0 to 2"),
        ("[prices.m]\ninput = 1", "dollars for a million"),
        ("[prices.m]\ninput = 1\noutput = inf", "dollars for a million"),
        ("[prices]\nm = 1", "dollars for a million"),
    ],
)
def test_what_cannot_be_honoured_is_refused(text: str, why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        read(text)


@pytest.mark.parametrize("url", ["http://me:hunter22@host/v1", "https://h/v1?key=hunter22"])
def test_an_address_with_a_key_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(ConfigError) as caught:
        make_settings({Role.JUDGE: "endpoint:m"}, base_url=url)
    assert "hunter22" not in str(caught.value) and "environment" in str(caught.value)


@pytest.mark.parametrize(
    ("url", "here"),
    [
        ("http://localhost:80/v1", True),
        ("http://127.0.0.1/", True),
        ("http://127.9.9.9:1/", True),
        ("http://[::1]:8080/", True),
        ("http://localhost.", True),
        ("http://0.0.0.0/", False),
        ("http://localhost.evil.example/", False),
        ("http://127.0.0.1.evil.example/", False),
        ("http://127.0.0.1@evil.example/", False),
        ("http://192.168.1.2/", False),
        ("https://api.openai.com/", False),
        ("http://[bad", False),
        ("", False),
    ],
)
def test_loopback_is_here_and_everything_else_is_elsewhere(url: str, here: bool) -> None:
    assert is_loopback(url) is here


def test_where_models_are_asked() -> None:
    def place(model: str, base: str | None = None, **environ: str) -> tuple[str, bool]:
        found = destination(model, base, environ)
        return found.name, found.here

    assert place("openai:m") == ("api.openai.com", False)
    assert place("openai:m", OPENAI_BASE_URL="http://127.0.0.1:9/v1") == ("127.0.0.1:9", True)
    assert place("anthropic:m", ANTHROPIC_BASE_URL="https://relay.example") == (
        "relay.example",
        False,
    )
    assert place("endpoint:m", "http://box.local:8/v1") == ("box.local:8", False)
    assert place("groq:m") == ("the service groq", False)
    assert place("ollama:m") == ("the service ollama", False)
    assert place("scripted:m") == ("this process", True)


def say(roles: dict[Role, str], **more: Any) -> str:
    return "\n".join(notice(make_settings(roles, **more), {}, ["a.pdf", "b.pdf"]))


def test_the_notice_says_what_goes_where() -> None:
    assert "nothing leaves" in "\n".join(notice(ModelSettings(), {}, []))
    text = say({Role.GENERATOR: "openai:m", Role.JUDGE: "anthropic:j"}, batch=True)
    assert "api.openai.com is sent passages of the document and the expected answers" in text
    assert "api.anthropic.com is sent questions, expected answers, given answers" in text
    assert "2 documents: a.pdf, b.pdf" in text and "Batches lie at the provider" in text
    local = say({Role.ANSWERER: "endpoint:m"}, base_url="http://localhost:1/v1")
    assert "on this machine (localhost:1" in local and local.endswith("leaves this machine.")


def test_the_notice_says_what_services_under_test_are_sent() -> None:
    def said(*services: str, **roles: str) -> str:
        settings = make_settings({Role(role): name for role, name in roles.items()})
        return "\n".join(notice(settings, {}, ["a.pdf"], services=services))

    away = said("https://name:secret@assistant.example/ask")
    assert away == (
        "assistant.example, a system under test, is elsewhere: it is sent the questions, and of "
        "each document the file's name, its hash and its number of pages."
    )
    here = said("http://127.0.0.1:8000/ask")
    assert "is asked on this machine" in here and here.endswith("nothing leaves this machine.")
    both = said("https://assistant.example/ask", answerer="openai:m")
    assert "names and paths are not sent" not in both and "api.openai.com" in both
