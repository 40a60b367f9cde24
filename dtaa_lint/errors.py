"""The one family of errors. A message says what, where, and what to do."""

from __future__ import annotations


class DtaaError(Exception):
    """Base of every error that dtaa-lint raises on purpose; its text is one line for people."""


class InputError(DtaaError):
    """A file that cannot be read at all: missing, empty, damaged beyond repair, locked.

    ``path`` is the file as the user named it; ``reason`` is the sentence without the file.
    """

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class PasswordError(InputError):
    """An encrypted file that neither the empty password nor the given one opens."""


class ConfigError(DtaaError):
    """A configuration file, option or pattern that cannot be honoured."""


class RuleError(DtaaError):
    """A rule file under ``rules/`` that is malformed, or a check without a rule."""


class ProviderError(DtaaError):
    """A service that was asked over the network, or a program that was started, gave no usable
    answer."""
