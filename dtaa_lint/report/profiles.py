"""Profiles for people and for programs: the list of them, and one in full."""

from __future__ import annotations

from collections.abc import Sequence

from dtaa_lint.findings.profiles import Profile
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.layout import json_bytes
from dtaa_lint.report.terminal import Lines


def render_profiles(profiles: Sequence[Profile], options: RenderOptions) -> bytes:
    """Every profile: name, description, and what it sets."""
    lines = Lines(options.width, options.color, options.words)
    for profile in profiles:
        lines.blank()
        lines.line(("title", profile.name))
        lines.paragraph(profile.description, indent=2)
        said = " · ".join(f"{key}\N{NO-BREAK SPACE}{value}" for key, value in profile.settings())
        lines.paragraph(said, indent=2, style="dim")
    lines.blank()
    said = options.words(
        "{n:# profile|profiles}; dtaa-lint explain NAME gives the reasons of one",
        n=len(profiles),
    )
    lines.line(("dim", said))
    return lines.to_bytes()


def render_profile(profile: Profile, options: RenderOptions) -> bytes:
    """One profile with the reasons for its values."""
    lines = Lines(options.width, options.color, options.words)
    lines.line(("title", profile.name), ("dim", " · " + options.words("profile")))
    lines.paragraph(profile.description, indent=2)
    reasons = dict(profile.reasons)
    for key, value in profile.settings():
        lines.blank()
        lines.line(("code", key), ("", f" = {value}"))
        if key in reasons:
            lines.paragraph(reasons[key], indent=2)
    return lines.to_bytes()


def render_profiles_json(profiles: Sequence[Profile]) -> bytes:
    """The profiles as JSON: thresholds as numbers, severities by rule."""
    return json_bytes({"profiles": [_plain(profile) for profile in profiles]}, 3)


def _plain(profile: Profile) -> dict[str, object]:
    limits = profile.thresholds
    return {
        "name": profile.name,
        "description": profile.description,
        "minTasksPerPage": limits.min_tasks_per_page,
        "maxUnresolvedRelations": dict(limits.max_unresolved),
        "maxFindings": {level: int(most) for level, most in limits.max_findings if most < 1e9},
        "severity": dict(profile.severity),
        "reasons": dict(profile.reasons),
    }
