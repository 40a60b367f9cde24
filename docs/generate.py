"""Writes the rule reference, ``docs/rules.md``, from the files under ``rules/``.

    python docs/generate.py            write it
    python docs/generate.py --check    exit 1 when it is out of date

One section per guideline, one per rule, under fixed headings.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from dtaa_lint.lint.finding import Guideline, Rule  # noqa: E402
from dtaa_lint.lint.registry import load_guidelines  # noqa: E402

TARGET = ROOT / "docs" / "rules.md"

HEAD = """\
# Rules

<!-- Made by docs/generate.py from rules/; do not edit. -->

Eighteen authoring guidelines (G01 to G18) and the input contract (G00). A rule's code is `DT`, its
guideline and a number; every rule has a name besides. Both, a beginning of a code (`DT01`) and a
guideline (`G01`) can be given to `--select`, `--ignore` and `dtaa-lint explain`.

*error*: tasks are certainly lost. *warning*: answers are probably lost, or a relation holds only
by assumption. *info*: a person must look, or an improvement.
"""


def render(guidelines: tuple[Guideline, ...]) -> str:
    """The whole page."""
    return "\n".join([HEAD, *_index(guidelines), *_sections(guidelines)]).rstrip() + "\n"


def _index(guidelines: tuple[Guideline, ...]) -> Iterator[str]:
    yield "| rule | name | severity | finds |"
    yield "|---|---|---|---|"
    for guideline in guidelines:
        for rule in guideline.rules:
            summary = _cell(rule.summary)
            yield f"| [{rule.code}](#{_anchor(rule)}) | {rule.name} | {rule.severity} | {summary} |"
    yield ""


def _sections(guidelines: tuple[Guideline, ...]) -> Iterator[str]:
    group = ""
    for guideline in guidelines:
        if guideline.group != group:
            group = guideline.group
            yield f"## {_text(group)}\n"
        yield f"### {guideline.id}: {_text(guideline.name)}\n"
        yield _text(guideline.text) + "\n"
        yield f"Author's test: {_text(guideline.test)}\n"
        for rule in guideline.rules:
            yield from _rule(rule)


def _rule(rule: Rule) -> Iterator[str]:
    yield f'<a id="{_anchor(rule)}"></a>\n'
    yield f"#### {rule.code} {rule.name}\n"
    person = "; a person must judge" if rule.needs_person else ""
    yield f"*{rule.severity}, {rule.confidence} confidence{person}*\n"
    for variant, severity in rule.severities.items():
        yield f"*(the variant “{variant}”: {severity})*\n"
    yield f"**What it finds.** {_text(rule.summary)}\n"
    yield f"**Why it costs answers.** {_text(rule.why)}\n"
    yield f"**Repair.** {_text(rule.repair)}\n"
    if rule.repair_in:
        yield from (f"- {tool}: {_text(how)}" for tool, how in rule.repair_in.items())
        yield ""
    if rule.explains:
        yield f"**Rejections it can explain.** {', '.join(rule.explains)}\n"
    if rule.references:
        places = "; ".join(f"{item.standard} {item.clause}" for item in rule.references)
        yield f"**References.** {_text(places)}\n"
    if rule.tags:
        yield f"**Tags.** {', '.join(rule.tags)}\n"


def _anchor(rule: Rule) -> str:
    return rule.code.lower()


def _text(text: str) -> str:
    """Plain text as Markdown that shows it as it is."""
    for character in "\\`*_<[#":
        text = text.replace(character, "\\" + character)
    return text


def _cell(text: str) -> str:
    return _text(text).replace("|", "\\|")


def main(argv: list[str]) -> int:
    page = render(load_guidelines()).encode("utf-8")
    if argv == ["--check"]:
        if TARGET.exists() and TARGET.read_bytes() == page:
            return 0
        print("docs/rules.md is out of date: run `python docs/generate.py`", file=sys.stderr)
        return 1
    TARGET.write_bytes(page)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
