"""``dtaa-lint profiles``: lists what documents of a class are held to."""

from __future__ import annotations

from dtaa_lint.cli.args.inspect import ProfilesOptions
from dtaa_lint.cli.commands import screen_of
from dtaa_lint.cli.output import STDOUT, deliver
from dtaa_lint.findings.profiles import shipped_profiles
from dtaa_lint.findings.translate import profile_in
from dtaa_lint.words import SOURCE, pick


def profiles(options: ProfilesOptions) -> int:
    """Runs the command."""
    from dtaa_lint.report.profiles import render_profiles, render_profiles_json

    lang = pick(options.lang or SOURCE)
    found = [profile_in(lang, profile) for profile in shipped_profiles().values()]
    if options.format == "json":
        data = render_profiles_json(found)
    else:
        data = render_profiles(found, screen_of(options.color, lang=lang))
    deliver([(STDOUT, data)])
    return 0
