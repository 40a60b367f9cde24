"""The commands beside the lint: ``tree``, ``tasks``, ``rules``, ``explain``."""

from __future__ import annotations

import os
import re

from dtaa_lint._version import __version__
from dtaa_lint.cli.args import ExplainOptions, RulesOptions, TasksOptions, TreeOptions
from dtaa_lint.cli.discover import NAMELESS, NO_NAME, STDIN, shown
from dtaa_lint.cli.output import (
    STDOUT,
    deliver,
    refuse_collisions,
    say,
    terminal_width,
    wants_color,
)
from dtaa_lint.cli.single import internal_error, read_stdin
from dtaa_lint.errors import ConfigError, DtaaError, InputError
from dtaa_lint.findings.registry import find_rule, load_guidelines
from dtaa_lint.graph.view import View
from dtaa_lint.hidden import name_text
from dtaa_lint.report.interface import RenderOptions

_FAILURE = 2


def rules(options: RulesOptions) -> int:
    """Lists the rules."""
    guidelines = load_guidelines()
    if options.format == "json":
        from dtaa_lint.report.catalog_json import render_rules_json

        data = render_rules_json(guidelines, __version__)
    else:
        from dtaa_lint.report.catalog import render_rules

        data = render_rules(guidelines, _screen(options.color))
    deliver([(STDOUT, data)])
    return 0


def explain(options: ExplainOptions) -> int:
    """Tells all of one rule or one guideline. Raises ``ConfigError`` for one that is none."""
    from dtaa_lint.report.catalog import render_guideline, render_rule

    guidelines = {guideline.id: guideline for guideline in load_guidelines()}
    subject = options.subject.strip()
    as_guideline = re.fullmatch(r"(?:G|DT)(\d\d)", subject.upper())
    if as_guideline is not None:
        wanted = guidelines.get(f"G{as_guideline[1]}")
        if wanted is None:
            raise ConfigError(f"there is no guideline {subject}; they are G00 to G18")
        data = render_guideline(wanted, _screen(options.color))
    else:
        rule = find_rule(subject)
        data = render_rule(rule, guidelines[rule.guideline], _screen(options.color))
    deliver([(STDOUT, data)])
    return 0


def tree(options: TreeOptions) -> int:
    """Prints the compiled tag tree."""
    place = options.output or STDOUT
    refuse_collisions([place], [options.path])
    view = _compile(options.path, options.password)
    if options.format == "text":
        from dtaa_lint.graph.tree import render_tree

        screen = _screen(options.color, place)
        data = render_tree(view, width=screen.width, color=screen.color)
    else:
        from dtaa_lint.graph.export import export_json, export_xml

        data = export_json(view) if options.format == "json" else export_xml(view)
    deliver([(place, data)])
    return 0


def tasks(options: TasksOptions) -> int:
    """Counts or lists the information tasks; 2 when a file could not be read."""
    from dtaa_lint.universe.universe import enumerate_tasks

    place = options.output or STDOUT
    refuse_collisions([place], list(options.paths))
    status = 0
    universes = []
    for path in options.paths:
        try:
            universes.append(enumerate_tasks(_compile(path, options.password)))
        except InputError as error:
            say(str(error))
            status = _FAILURE
        except DtaaError:
            raise
        except Exception as error:
            say(f"{shown(path)}: {internal_error(error)}")
            status = _FAILURE
    if options.format == "json":
        from dtaa_lint.universe.export import export_json

        data = export_json(universes)
    else:
        from dtaa_lint.universe.export import export_text

        data = export_text(universes)
    deliver([(place, data)])
    return status


def _compile(path: str, password: str | None) -> View:
    """The compiled document. Raises ``InputError``."""
    from dtaa_lint.graph.view import View
    from dtaa_lint.pdf.read import read

    if password is None:
        password = os.environ.get("DTAA_PASSWORD")
    if not path:
        raise InputError(NAMELESS, NO_NAME)
    source = read_stdin() if path == STDIN else path
    return View(read(source, name=name_text(shown(path)), password=password))


def _screen(color: str, place: str = STDOUT) -> RenderOptions:
    """How to render for a place: colours and width of the terminal only on stdout."""
    if place != STDOUT:
        return RenderOptions(color=color == "always")
    return RenderOptions(color=wants_color(color), width=terminal_width())
