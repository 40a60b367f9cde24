"""Writes what the docs take from the tool itself.

    python docs/generate.py            write it
    python docs/generate.py --check    exit 1 when something is out of date

``docs/rules.md``, the rule reference, is made from the files under ``rules/``: one section per
guideline, one per rule, under fixed headings. ``docs/tasks.md`` is made from the glossary of the
task universe, ``docs/motifs.md`` from the motifs' pages, ``docs/profiles.md`` from the files under
``rules/profiles/``, ``docs/derivation.md`` from the demo (``worked_example.py``). The samples in
``README.md`` and ``docs/start.md`` are what the commands in them print.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the checkout itself, which the imports below come from

import worked_example  # noqa: E402

from dtaa_lint._version import PROTOCOL  # noqa: E402
from dtaa_lint.findings.finding import Guideline, Rule  # noqa: E402
from dtaa_lint.findings.profiles import Profile, shipped_profiles  # noqa: E402
from dtaa_lint.findings.registry import load_guidelines, load_rules  # noqa: E402
from dtaa_lint.universe.glossary import (  # noqa: E402
    MOTIFS,
    OPERATIONS,
    REASONS,
    TOPOLOGIES,
    class_of,
    page_parts,
)
from dtaa_lint.universe.motif_pages import PAGES  # noqa: E402

PROFILES = ROOT / "docs" / "profiles.md"
RULES = ROOT / "docs" / "rules.md"
TASKS = ROOT / "docs" / "tasks.md"
MOTIF_PAGES = ROOT / "docs" / "motifs.md"
README = ROOT / "README.md"
START = ROOT / "docs" / "start.md"
DERIVATION = ROOT / "docs" / "derivation.md"
SAMPLE = re.compile(r"```console\n\$ dtaa-lint (.*)\n(?:.*\n)*?```\n")

HEAD = """\
# Rules

<!-- Made by docs/generate.py from rules/; do not edit. -->

Eighteen authoring guidelines (G01 to G18) and the input contract (G00). A rule's code is `DT`, its
guideline and a number; every rule has a name besides. Both, a beginning of a code (`DT01`) and a
guideline (`G01`) can be given to `--select`, `--ignore` and `dtaa-lint explain`.

*error*: tasks are certainly lost. *warning*: answers are probably lost, or a relation holds only
by assumption. *info*: a person must look, or an improvement.
"""

ASSESSED_HEAD = """\
## From an assessment

These rules rest on an [assessment](answerability.md): `dtaa-lint FILE --answerability`
asks questions about the document, and what no phrasing brings the evidence of becomes a finding
under the guideline that explains it. Without an assessment they find nothing. They are selected,
ignored, suppressed and weighed as the others are.
"""

PROFILES_HEAD = """\
# Profiles

<!-- Made by docs/generate.py from rules/profiles/; do not edit. -->

What documents of a class are held to: `dtaa-lint FILE --profile NAME`, `profile = "NAME"` or
`[per-file-profiles]` in the configuration ([config.md](config.md) says whose word counts).

A profile of one's own is a TOML file, named in place of NAME: `--profile own.toml`. It has the keys
`min-tasks-per-page`, `max-unresolved-relations`, `max-findings` and `severity` as the configuration
has them, and may have a `name`, a `description`, `reasons` (a table: key = why) and `answerability`
(a table: class = share, or phrasing = such a table, for `--answerability`).
`dtaa-lint calibrate FOLDER -o own.toml` proposes one from documents of the class.

Where a reason speaks of the corpus, it is one of 56 real tagged documents, sorted into classes by
`benchmarks/profiles.toml`; `benchmarks/profiles.py` prints what each class of it comes to. The
limit of errors is about the lower quartile there, those of warnings and of tasks a page about the
median: taken together, all but a handful of these documents are not accepted as they are. Shares of
unresolved relations are no quartiles: documents resolve nearly all of a kind or nearly none.
"""

TASKS_HEAD = """\
# Tasks

<!-- Made by docs/generate.py from dtaa_lint/universe/glossary.py; do not edit. -->

A **task** is something that a reader could ask and that the declared structure can answer: the
question without its wording, the elements that are needed as evidence, the relations between them,
and the answer. A **motif** is a pattern in the structure that a task is made from. Each place
where a motif fires is a **candidate**: it becomes a task, or is **rejected** for a reason that is
kept, with the elements at fault. The **class** of a task is its operation and its topology:
`EXTRACT-L4` takes a value out of elements that a relation binds. The **protocol** (now {protocol})
numbers these definitions: the same file and the same protocol give the same tasks.

`dtaa-lint tasks FILE` counts them, `dtaa-lint explain WORD` tells what a word of this page means.
"""


MOTIFS_HEAD = """\
# Motifs

<!-- Made by docs/generate.py from dtaa_lint/universe/motif_pages.py; do not edit. -->

What each motif fires on, what its tasks consist of, and when a candidate is rejected. The words
are explained in [tasks.md](tasks.md); `dtaa-lint explain MOTIF` prints a section of this page.
"""


def render(guidelines: tuple[Guideline, ...]) -> str:
    """The whole page."""
    page = [HEAD, *_index(guidelines), *_sections(guidelines), *_assessed(guidelines)]
    return "\n".join(page).rstrip() + "\n"


def render_tasks(guidelines: tuple[Guideline, ...]) -> str:
    """The page about tasks: every word of the glossary, and what explains a rejection."""
    rules = [rule for guideline in guidelines for rule in guideline.rules]
    page = [TASKS_HEAD.format(protocol=PROTOCOL), "## Operations\n"]
    page += [f"- `{word}`: {plain(text)}" for word, text in OPERATIONS.items()]
    page += ["\n## Topologies\n"]
    page += [f"- `{word}`: {plain(text)}" for word, text in TOPOLOGIES.items()]
    page += ["\n## Motifs\n", "| motif | class | fires on |", "|---|---|---|"]
    page += [
        f"| [`{word}`](motifs.md#{word.lower()}) | `{class_of(word)}` | {cell(text)} |"
        for word, text in MOTIFS.items()
    ]
    page += ["\n## Rejection reasons\n", "| reason | meaning | rules that can explain it |"]
    page += ["|---|---|---|"]
    for word, text in REASONS.items():
        explaining = [
            f"[{rule.code}](rules.md#{anchor(rule)})" for rule in rules if word in rule.explains
        ]
        page.append(f"| `{word}` | {cell(text)} | {', '.join(explaining)} |")
    return "\n".join(page) + "\n"


def render_motifs() -> str:
    """The page about motifs, a section for each."""
    page = [MOTIFS_HEAD]
    for motif, text in MOTIFS.items():
        page += [f'<a id="{motif.lower()}"></a>\n', f"## {plain(motif)}\n"]
        page += [f"{plain(text)} `{class_of(motif)}`\n"]
        page += [f"**{title}.** {plain(told)}\n" for title, told in page_parts(PAGES[motif])]
        page += ["**Rejections.**\n"]
        page += [f"- `{word}`: {plain(when)}" for word, when in PAGES[motif].rejected.items()]
        page += [""]
    return "\n".join(page).rstrip() + "\n"


def render_profiles(profiles: list[Profile]) -> str:
    """The page about profiles: each with its values and the reasons for them."""
    rules = load_rules()
    page = [PROFILES_HEAD]
    page += [f"- [{profile.name}](#{profile.name})" for profile in profiles]
    for profile in profiles:
        reasons = dict(profile.reasons)
        page += [f'\n<a id="{profile.name}"></a>\n', f"## {profile.name}\n"]
        page += [plain(profile.description), ""]
        page += ["| what | value | why |", "|---|---|---|"]
        for key, value in profile.settings():
            name = f"`{key}`"
            if key in rules:
                name = f"[{key}](rules.md#{anchor(rules[key])}) {rules[key].name}"
            page.append(f"| {name} | {value} | {cell(reasons.get(key, ''))} |")
    return "\n".join(page) + "\n"


def _index(guidelines: tuple[Guideline, ...]) -> Iterator[str]:
    yield "| rule | name | severity | finds |"
    yield "|---|---|---|---|"
    for guideline in guidelines:
        for rule in guideline.rules:
            summary = cell(rule.summary)
            yield f"| [{rule.code}](#{anchor(rule)}) | {rule.name} | {rule.severity} | {summary} |"
    yield ""


def _sections(guidelines: tuple[Guideline, ...]) -> Iterator[str]:
    group = ""
    for guideline in guidelines:
        if guideline.group != group:
            group = guideline.group
            yield f"## {plain(group)}\n"
        yield f"### {guideline.id}: {plain(guideline.name)}\n"
        yield plain(guideline.text) + "\n"
        yield f"Author's test: {plain(guideline.test)}\n"
        if not guideline.rules:
            yield "*No rule yet: the selector is accepted and selects nothing.*\n"
        for rule in guideline.rules:
            if not rule.assessed:
                yield from _rule(rule)


def _assessed(guidelines: tuple[Guideline, ...]) -> Iterator[str]:
    yield ASSESSED_HEAD
    for guideline in guidelines:
        for rule in guideline.rules:
            if rule.assessed:
                yield from _rule(rule)


def _rule(rule: Rule) -> Iterator[str]:
    yield f'<a id="{anchor(rule)}"></a>\n'
    yield f"#### {rule.code} {rule.name}\n"
    person = "; a person must judge" if rule.needs_person else ""
    rests = f"; under {rule.guideline}; rests on an assessment" if rule.assessed else ""
    yield f"*{rule.severity}, {rule.confidence} confidence{person}{rests}*\n"
    for variant, severity in rule.severities.items():
        yield f"*(the variant “{variant}”: {severity})*\n"
    yield f"**What it finds.** {plain(rule.summary)}\n"
    yield f"**Why it costs answers.** {plain(rule.why)}\n"
    yield f"**Repair.** {plain(rule.repair)}\n"
    if rule.repair_in:
        yield from (f"- {tool}: {plain(how)}" for tool, how in rule.repair_in.items())
        yield ""
    if rule.repairs:
        yield "Variants that are repaired in another way:\n"
        for name, how in rule.repairs.items():
            yield f"- {name}: {plain(how)}"
            yield from (f"  - {tool}: {plain(it)}" for tool, it in rule.hints(name).items())
        yield ""
    if rule.explains:
        yield f"**Rejections it can explain.** {', '.join(rule.explains)}\n"
    if rule.references:
        places = "; ".join(f"{item.standard} {item.clause}" for item in rule.references)
        yield f"**References.** {plain(places)}\n"
    if rule.tags:
        yield f"**Tags.** {', '.join(rule.tags)}\n"


def anchor(rule: Rule) -> str:
    return rule.code.lower()


def plain(text: str) -> str:
    """Plain text as Markdown that shows it as it is."""
    for character in "\\`*_<[#":
        text = text.replace(character, "\\" + character)
    return text


def cell(text: str) -> str:
    return plain(text).replace("|", "\\|")


def with_samples(page: str) -> str:
    """The page with what its sample commands print today. Raises ValueError without a sample."""
    if not SAMPLE.search(page):
        raise ValueError("the page has no sample: a console block that begins $ dtaa-lint")
    return SAMPLE.sub(_sample, page)


def _sample(found: re.Match[str]) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "dtaa_lint", "--isolated", *shlex.split(found[1])],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=False,
    )
    return f"```console\n$ dtaa-lint {found[1]}\n{done.stdout.decode('utf-8')}```\n"


def main(argv: list[str]) -> int:
    guidelines = load_guidelines()
    pages = {RULES: render(guidelines), TASKS: render_tasks(guidelines)}
    pages |= {PROFILES: render_profiles(list(shipped_profiles().values()))}
    pages |= {MOTIF_PAGES: render_motifs(), DERIVATION: worked_example.page()}
    pages |= {path: with_samples(path.read_text("utf-8")) for path in (README, START)}
    stale = [
        path
        for path, page in pages.items()
        if not path.exists() or path.read_bytes() != page.encode("utf-8")
    ]
    if argv != ["--check"]:
        for path in stale:
            path.write_bytes(pages[path].encode("utf-8"))
        return 0
    for path in stale:
        name = path.relative_to(ROOT).as_posix()
        print(f"{name} is out of date: run `python docs/generate.py`", file=sys.stderr)
    return int(bool(stale))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
