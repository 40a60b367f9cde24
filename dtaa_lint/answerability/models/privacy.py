"""What leaves the machine, and for where: said in words before anything is sent."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from dtaa_lint.answerability.models.interface import Role
from dtaa_lint.answerability.models.settings import ENDPOINT, SCRIPTED, ModelSettings
from dtaa_lint.answerability.urls import check_url
from dtaa_lint.words import ENGLISH, Words

_HOSTS: Mapping[str, tuple[str, str]] = {
    "anthropic": ("ANTHROPIC_BASE_URL", "https://api.anthropic.com"),
    "openai": ("OPENAI_BASE_URL", "https://api.openai.com/v1/"),
    "openai-chat": ("OPENAI_BASE_URL", "https://api.openai.com/v1/"),
    "openai-responses": ("OPENAI_BASE_URL", "https://api.openai.com/v1/"),
    "ollama": ("OLLAMA_BASE_URL", ""),
}
"""Provider -> environment variable that moves it, and where it is otherwise."""

_SENT: Mapping[Role, str] = {
    Role.GENERATOR: "passages of the document and the expected answers, to write questions",
    Role.VALIDATOR: "questions, passages and headings, to check the questions",
    Role.ANSWERER: "questions and the passages that a system retrieved (for long-context: the "
    "whole text), to answer",
    Role.JUDGE: "questions, expected answers, given answers and passages, to judge",
}


_FILTERED: Mapping[Role, str] = {
    Role.VALIDATOR: "other people's questions and answers with their sources and passages, to "
    "filter them",
    Role.ANSWERER: "the whole text with other people's questions, to filter them",
}
"""What the filters send as well."""


_ASKED = "the questions, and of each document the file's name, its hash and its number of pages"
"""What a service under test is sent."""


@dataclass(frozen=True, slots=True)
class Destination:
    """Where the calls of a model go."""

    model: str
    url: str
    """Empty where only the provider's own software knows it, and where nothing is sent."""
    here: bool
    """Whether it stays on this machine: loopback, or no sending at all."""

    @property
    def name(self) -> str:
        """For people: the host with its port, or the service's name."""
        if self.model.partition(":")[0] == SCRIPTED:
            return "this process"
        return urlsplit(self.url).netloc or f"the service {self.model.partition(':')[0]}"


def is_loopback(url: str) -> bool:
    """Whether an address is this machine: ``localhost``, 127.0.0.0/8 or ::1. A name that merely
    resolves so today may resolve otherwise tomorrow: it is elsewhere."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return False
    host = host.rstrip(".").lower()
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def destination(model: str, base_url: str | None, environ: Mapping[str, str]) -> Destination:
    """Where a model's calls go, as far as settings and environment say. What they do not say is
    taken for elsewhere. Raises ``ConfigError`` for an address in the environment that is none."""
    provider = model.partition(":")[0]
    if provider == SCRIPTED:
        return Destination(model, "", True)
    if provider == ENDPOINT:
        url = base_url or ""
    else:
        variable, usual = _HOSTS.get(provider, ("", ""))
        moved = environ.get(variable)
        if moved:
            check_url(moved, variable, "the service's own variable", query=True)
        url = moved or usual
    return Destination(model, url, is_loopback(url))


def destinations(settings: ModelSettings, environ: Mapping[str, str]) -> tuple[Destination, ...]:
    """Of every model that is named, sorted by name."""
    return tuple(destination(name, settings.base_url, environ) for name in settings.models)


def notice(
    settings: ModelSettings,
    environ: Mapping[str, str],
    documents: Sequence[str],
    words: Words = ENGLISH,
    *,
    filters: bool = False,
    services: Sequence[str] = (),
) -> list[str]:
    """What the first run says before it sends anything, one sentence a line: what goes where, and
    what stays. ``documents`` are the files as the user named them; ``filters``: whether other
    people's questions are filtered; ``services``: URLs of systems under test."""
    lines: list[str] = []
    for url in services:
        host = urlsplit(url).netloc.rpartition("@")[2]
        template = (
            "{place}, a system under test, is asked on this machine (whether that passes anything "
            "on is up to it). It is given {sent}."
            if is_loopback(url)
            else "{place}, a system under test, is elsewhere: it is sent {sent}."
        )
        lines.append(words(template, place=host, sent=words(_ASKED)))
    if not settings:
        if all(map(is_loopback, services)):
            lines.append(words("No model is named: nothing leaves this machine."))
        return lines
    for place in destinations(settings, environ):
        roles = [role for role, name in settings.roles if name == place.model]
        more = [_FILTERED[role] for role in roles if filters and role in _FILTERED]
        sent = "; ".join(map(words, [*(_SENT[role] for role in roles), *more]))
        template = (
            "{model} is asked on this machine ({place}; whether that passes anything on is up to "
            "it). It is given {sent}."
            if place.here
            else "{model} is elsewhere: {place} is sent {sent}."
        )
        lines.append(words(template, model=place.model, place=place.name, sent=sent))
    if any(not place.here for place in destinations(settings, environ)):
        lines.append(
            words(
                "This concerns {n:# document|documents}: {names}.",
                n=len(documents), names=", ".join(documents),
            )
        )  # fmt: skip
        if all(map(is_loopback, services)):
            lines.append(words("The files themselves, their names and paths are not sent."))
        if settings.batch:
            lines.append(
                words(
                    "Batches lie at the provider until they are collected, and for as long as it "
                    "keeps them."
                )
            )
    elif all(map(is_loopback, services)):
        lines.append(words("Nothing leaves this machine."))
    return lines
