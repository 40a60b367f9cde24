"""The commands beside the lint: ``tree``, ``rules``, ``explain``."""

from __future__ import annotations

import re
from dataclasses import replace

from dtaa_lint._version import __version__
from dtaa_lint.cli.args.inspect import ExplainOptions, RulesOptions, TreeOptions
from dtaa_lint.cli.discover import NAMELESS, NO_NAME, STDIN, shown
from dtaa_lint.cli.output import (
    STDOUT,
    deliver,
    refuse_collisions,
    terminal_width,
    wants_color,
)
from dtaa_lint.cli.password import password_of
from dtaa_lint.cli.single import read_stdin
from dtaa_lint.errors import ConfigError, InputError
from dtaa_lint.findings.profiles import shipped_profiles
from dtaa_lint.findings.registry import find_rule
from dtaa_lint.findings.translate import guidelines_in, profile_in, rules_in
from dtaa_lint.graph.view import View
from dtaa_lint.hidden import name_text
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.suggest import did_you_mean
from dtaa_lint.words import SOURCE, Words, pick


def rules(options: RulesOptions) -> int:
    """Lists the rules."""
    lang = pick(options.lang or SOURCE)
    guidelines = guidelines_in(lang)
    if options.format == "json":
        from dtaa_lint.report.catalog_json import render_rules_json

        data = render_rules_json(guidelines, __version__)
    else:
        from dtaa_lint.report.catalog import render_rules

        data = render_rules(guidelines, screen_of(options.color, lang=lang))
    deliver([(STDOUT, data)])
    return 0


def explain(options: ExplainOptions) -> int:
    """Tells all of one rule, guideline, profile or word of the tasks, and lists the rules that a
    beginning of a code stands for. Raises ``ConfigError`` for what is none of these."""
    screen = screen_of(options.color, lang=pick(options.lang or SOURCE))
    deliver([(STDOUT, _explanation(options.subject.strip(), screen))])
    return 0


def _explanation(subject: str, screen: RenderOptions) -> bytes:
    from dtaa_lint.report.catalog import render_entry, render_guideline, render_rule, render_rules
    from dtaa_lint.universe.glossary import look_up, words

    lang = screen.words.lang
    guidelines = {guideline.id: guideline for guideline in guidelines_in(lang)}
    upper = subject.upper()
    as_guideline = re.fullmatch(r"(?:G|DT(?=[0-9]{2}))([0-9]{1,2})", upper)
    if as_guideline is not None:
        wanted = guidelines.get(f"G{as_guideline[1]:0>2}")
        if wanted is None:
            raise ConfigError(f"there is no guideline {subject}; they are G00 to G18")
        return render_guideline(wanted, screen)
    entry = look_up(subject)
    if entry is not None:
        return render_entry(entry, list(rules_in(lang).values()), screen)
    if re.fullmatch(r"DT[0-9]{0,3}", upper):
        parts = [
            replace(item, rules=tuple(rule for rule in item.rules if rule.code.startswith(upper)))
            for item in guidelines.values()
        ]
        if any(part.rules for part in parts):
            return render_rules(parts, screen)
    profiles = shipped_profiles()
    if subject.lower() in profiles:
        from dtaa_lint.report.profiles import render_profile

        return render_profile(profile_in(lang, profiles[subject.lower()]), screen)
    try:
        rule = find_rule(subject)
    except ConfigError:
        near = did_you_mean(subject, [*words(), *profiles])
        if near:
            raise ConfigError(f"nothing is called {subject!r}{near}") from None
        raise
    return render_rule(rules_in(lang)[rule.code], guidelines[rule.guideline], screen)


def tree(options: TreeOptions) -> int:
    """Prints the compiled tag tree."""
    place = options.output or STDOUT
    refuse_collisions([place], [options.path])
    view = compile_file(options.path, options.password)
    if options.format == "text":
        from dtaa_lint.graph.tree import render_tree

        screen = screen_of(options.color, place)
        data = render_tree(view, width=screen.width, color=screen.color)
    else:
        from dtaa_lint.graph.export import export_json, export_xml

        data = export_json(view) if options.format == "json" else export_xml(view)
    deliver([(place, data)])
    return 0


def compile_file(path: str, password: str | None) -> View:
    """The compiled document. Raises ``InputError``."""
    from dtaa_lint.graph.view import View
    from dtaa_lint.pdf.read import read

    if not path:
        raise InputError(NAMELESS, NO_NAME)
    source = read_stdin() if path == STDIN else path
    return View(read(source, name=name_text(shown(path)), password=password_of(password)))


def screen_of(color: str, place: str = STDOUT, lang: str = SOURCE) -> RenderOptions:
    """How to render for a place: colours and width of the terminal only on stdout; ``lang``: a
    language that there is."""
    words = Words(lang)
    if place != STDOUT:
        return RenderOptions(color=color == "always", words=words)
    return RenderOptions(color=wants_color(color), width=terminal_width(), words=words)
