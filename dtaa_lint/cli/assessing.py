"""The way to assessments, which need packages that the lint does not."""

from __future__ import annotations

from types import ModuleType

from dtaa_lint.cli.args.answerability import RunCommandOptions
from dtaa_lint.errors import ConfigError


def load() -> ModuleType:
    """``dtaa_lint.cli.answerability``. Raises ConfigError without the extra."""
    try:
        from dtaa_lint.cli import answerability
    except ImportError as error:
        if (error.name or "").startswith("dtaa_lint"):
            raise
        raise ConfigError(
            f"assessments need {error.name or 'further packages'}: "
            "pip install 'dtaa-lint[answerability]'"
        ) from None
    return answerability


def command(options: RunCommandOptions) -> int:
    """``dtaa-lint answerability ACTION DIR``."""
    status: int = load().command(options)
    return status
