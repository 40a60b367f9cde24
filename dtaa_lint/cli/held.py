"""What a document of a kept run is held to, after the run."""

from __future__ import annotations

from pathlib import Path

from dtaa_lint.answerability.package.folder import DocumentEntry
from dtaa_lint.config import Config
from dtaa_lint.errors import ConfigError
from dtaa_lint.findings.profiles import Profile, find_profile, shipped_profiles


def profile_of(entry: DocumentEntry, root: Path, config: Config) -> tuple[Profile, bool]:
    """The profile that a document of a run is held to, and whether it comes before the keys of the
    configuration: the one in the file that the run notes, else one of its name that the
    configuration names, else one that ships. ``root``: the run's folder. Raises ConfigError for
    one that is none of these."""
    for found, first in _choices(entry, root, config):
        if found.name == entry.profile:
            return found, first if entry.profile_first is None else entry.profile_first
    gone = f"; {entry.profile_file} is gone" if entry.profile_file else ""
    raise ConfigError(
        f"{entry.name} is held to the profile {entry.profile}, which neither ships nor is "
        f"configured{gone}"
    )


def _choices(entry: DocumentEntry, root: Path, config: Config) -> list[tuple[Profile, bool]]:
    """Profiles that may be meant, and whether they would come before the configuration."""
    file = root / entry.profile_file
    found: list[tuple[Profile, bool]] = []
    if entry.profile_file and file.is_file():
        found.append((find_profile(str(file)), True))
    for _, name in config.per_file_profiles:
        found.append((find_profile(name, config.root), True))
    if config.profile is not None:
        found.append((find_profile(config.profile, config.root), False))
    found += [(profile, True) for profile in shipped_profiles().values()]
    return found
