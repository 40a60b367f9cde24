"""Writes the message catalogue: every text for people, ready for translation.

    python docs/catalogue.py            write it
    python docs/catalogue.py --check    exit 1 when something is out of date

``dtaa_lint/locale/dtaa_lint.pot`` is the template: the texts of ``rules/``, of the code and of the
HTML report's templates, with what a translator has to know of each. For each language
``LANG/LC_MESSAGES/dtaa_lint.po`` (which translators edit) gets the texts that are new and loses
those that are no more, and ``dtaa_lint.mo`` (which the tool reads) is made from it. Nothing in the
files depends on the time or the place, so the same texts give the same bytes.

``docs/translating.md`` says how a language is added.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the checkout itself, which the imports below come from

from dtaa_lint.errors import RuleError  # noqa: E402
from dtaa_lint.findings.finding import Rule  # noqa: E402
from dtaa_lint.findings.profiles import shipped_profiles  # noqa: E402
from dtaa_lint.findings.registry import load_guidelines  # noqa: E402
from dtaa_lint.universe import glossary  # noqa: E402
from dtaa_lint.universe.motif_pages import PAGES  # noqa: E402
from dtaa_lint.words import DOMAIN, Phrase, template_fields  # noqa: E402

LOCALE = ROOT / "dtaa_lint" / "locale"
TEMPLATE = LOCALE / f"{DOMAIN}.pot"
PACKAGE = ROOT / "dtaa_lint"
PLURALS: Mapping[str, str] = {"fr": "nplurals=2; plural=(n > 1);"}
"""Language -> its forms of counted nouns, as gettext writes them; others bring theirs along in
their ``.po``."""

HEAD = """\
# Texts of dtaa-lint. The msgid is the English text as it stands in rules/ or in the code.
#
# {name} is filled in: keep every one, in any place. {name:q} puts it in quotation marks.
# {name:# cell|cells} counts a noun: the number and then the form that goes with it; give as
# many forms as the language has, with | between them. {name:? is|are} gives the form alone,
# without the number: add it wherever words have to agree. {name:.1f} and the like format a
# number. docs/translating.md says more.
"""

_SAID: Mapping[str, int] = {
    "Phrase": 0,
    "mark": 0,
    "mark_text": 0,
    "Inapplicable": 0,
    "InputError": 1,
    "PasswordError": 1,
    "Ratio": 1,
    "Criterion": 1,
    "not_computed": 1,
}
"""Function or class -> which of its arguments is a text for people."""
_SAYING = ("words", "_words", "say")
"""What a renderer calls with such a text."""
_SAYS = (
    "report", "answerability/report", "answerability/review",
    "universe/export.py", "universe/sweep.py", "universe/glossary.py",
)  # fmt: skip
_SAYS_TOO = (
    "words.py", "findings/group.py", "findings/translate.py", "findings/unexplained.py",
    "answerability/findings.py",
)  # fmt: skip
"""Where these are such calls, and no others of that name."""
_ROLES = ("findings/checks", "findings/missing_headers.py", "findings/collisions.py")
"""Where a pair of an element and a text is a related element and its role."""
_STDERR = ("fix", "review")
"""What these say of a file goes to stderr, which is in English."""
_NOTE = "# Translators:"


class Text(NamedTuple):
    """One text for people."""

    text: str
    place: str
    """File, relative to the checkout."""
    notes: tuple[str, ...]
    """What a translator has to know."""
    filled: bool = False
    """Whether it is a template: its fields are filled in."""


def texts() -> Iterator[Text]:
    """Every text, those of the rules first; a text that is used twice comes twice."""
    yield from _rules()
    yield from _profiles()
    yield from _glossary()
    for path in sorted(PACKAGE.rglob("*.py")):
        yield from _code(path)
    for path in sorted(PACKAGE.rglob("*.j2")):
        yield from _page(path)


def _rules() -> Iterator[Text]:
    names = {path.name[:3].upper(): path for path in (ROOT / "rules").glob("g*.toml")}
    for guideline in load_guidelines():
        place = _place(names[guideline.id])
        yield Text(guideline.group, place, ("group of guidelines",))
        yield Text(guideline.name, place, (f"{guideline.id}: name of the guideline",))
        yield Text(guideline.text, place, (f"{guideline.id}: the guideline",))
        yield Text(guideline.test, place, (f"{guideline.id}: the test for authors",))
        for rule in guideline.rules:
            if rule.assessed:
                yield from _assessed(rule)
                continue
            what = f"{rule.code} {rule.name}"
            yield Text(rule.summary, place, (f"{what}: what it finds",))
            for variant, message in rule.messages.items():
                about = "message" if variant == "default" else f"message, variant {variant}"
                if variant == "group" or variant.startswith("group-"):
                    about += " (one for many findings)"
                yield Text(message, place, (f"{what}: {about}",), True)
            yield Text(rule.why, place, (f"{what}: why it costs answers",))
            yield Text(rule.repair, place, (f"{what}: repair",))
            for tool, how in rule.repair_in.items():
                yield Text(how, place, (f"{what}: repair in {tool}",))
            for variant, repair in rule.repairs.items():
                yield Text(repair, place, (f"{what}: repair, variant {variant}",))
                for tool, how in rule.repairs_in.get(variant, {}).items():
                    yield Text(how, place, (f"{what}: repair in {tool}, variant {variant}",))


def _assessed(rule: Rule) -> Iterator[Text]:
    """A rule that rests on an assessment: most of its texts are those of all of them."""
    place = "rules/assessment.toml"
    what = "rules from an assessment"
    if isinstance(rule.summary, Phrase):
        yield Text(rule.summary.template, place, (f"{what}: what they find",), True)
    for variant, message in rule.messages.items():
        yield Text(message, place, (f"{what}: message, variant {variant}",), True)
    yield Text(rule.why, place, (f"{what}: why it costs answers",))
    for variant, repair in rule.repairs.items():
        yield Text(repair, place, (f"{what}: repair, variant {variant}",))
    what = f"{rule.code} {rule.name}"
    yield Text(rule.topic, place, (f"{what}: what its questions are about",))
    yield Text(rule.repair, place, (f"{what}: repair",))


def _profiles() -> Iterator[Text]:
    for name, profile in shipped_profiles().items():
        place = f"rules/profiles/{name}.toml"
        yield Text(profile.description, place, (f"profile {name}",))
        for key, why in profile.reasons:
            yield Text(why, place, (f"profile {name}: why {key} has its value",))


def _glossary() -> Iterator[Text]:
    place = "dtaa_lint/universe/glossary.py"
    for title, entries in (
        ("operation", glossary.OPERATIONS),
        ("topology", glossary.TOPOLOGIES),
        ("motif", glossary.MOTIFS),
        ("rejection reason", glossary.REASONS),
    ):
        for word, text in entries.items():
            yield Text(text, place, (f"{title} {word}",))
    place = "dtaa_lint/universe/motif_pages.py"
    for motif, page in PAGES.items():
        for title, text in glossary.page_parts(page):
            yield Text(text, place, (f"motif {motif}: {title}",))
        for reason, when in page.rejected.items():
            yield Text(when, place, (f"motif {motif}: rejected as {reason} when …",))


def _code(path: Path) -> Iterator[Text]:
    name = path.relative_to(PACKAGE).as_posix()
    source = path.read_text("utf-8")
    if name.startswith(_STDERR) or not any(word in source for word in (*_SAID, *_SAYING)):
        return
    lines = source.splitlines()
    says = name.startswith(_SAYS) or name in _SAYS_TOO
    for node, about in _walk(ast.parse(source)):
        found: Iterable[str] = ()
        notes = (about,) if about else ()
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            called = node.func.id if isinstance(node.func, ast.Name) else called
            at = _SAID.get(called, 0 if says and called in _SAYING else -1)
            if 0 <= at < len(node.args):
                found = _literals(node.args[at])
        elif isinstance(node, ast.Tuple) and name.startswith(_ROLES) and len(node.elts) == 2:
            first, second = node.elts
            if isinstance(first, ast.Name | ast.Subscript) or (
                isinstance(first, ast.Attribute) and getattr(first.value, "id", "") != "Reason"
            ):
                found = _literals(second)
                notes += ("what a related element is to the finding",)
        for text in found:
            if text.strip():
                yield Text(text, _place(path), (*notes, *_noted(lines, node.lineno)), True)


def _walk(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """Every expression, with the rule whose check it stands in."""
    stack: list[tuple[ast.AST, str]] = [(tree, "")]
    while stack:
        node, about = stack.pop()
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "check":
                    about = next(iter(_literals(mark.args[0])), "")
        if isinstance(node, ast.expr):
            yield node, about
        stack.extend((child, about) for child in reversed(list(ast.iter_child_nodes(node))))


def _literals(node: ast.expr) -> Iterator[str]:
    """The literal, or all those that a condition decides between."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)


def _noted(lines: list[str], line: int) -> tuple[str, ...]:
    """The comment for translators right above a line."""
    above = lines[line - 2].strip() if line > 1 else ""
    return (above.removeprefix(_NOTE).strip(),) if above.startswith(_NOTE) else ()


def _page(path: Path) -> Iterator[Text]:
    from jinja2.ext import babel_extract

    with path.open("rb") as file:
        for _, _, said, _ in babel_extract(file, _SAYING, (), {}):
            text = said[0] if isinstance(said, tuple) else said
            if text and text.strip():
                yield Text(text, _place(path), (), True)


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


class _Timeless(Catalog):
    """A catalogue whose header names no time and no person."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:  # type: ignore[override]
        headers = [
            ("Project-Id-Version", "dtaa-lint"),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]
        if self.locale is not None:
            headers.append(("Language", str(self.locale)))
            headers.append(("Plural-Forms", self.forms))
        return headers

    forms = ""


def template() -> Catalog:
    """The catalogue without translations. Raises RuleError for a text that is no template."""
    catalogue = _Timeless(fuzzy=False)
    catalogue.header_comment = HEAD.rstrip()
    for text, place, notes, filled in texts():
        if filled:
            template_fields(text)
        elif "{" in text:
            notes += ("nothing is filled in: braces stay as they are",)
        catalogue.add(text, locations=[(place, 0)], auto_comments=notes)
    for message in catalogue:
        message.locations = list(dict.fromkeys(message.locations))
        message.auto_comments = list(dict.fromkeys(message.auto_comments))
        # Babel takes what has a % for a template of printf.
        message.flags.clear()
    return catalogue


def merged(new: Catalog, lang: str, old: bytes) -> Catalog:
    """The template with the translations that ``old``, a ``.po``, has."""
    known = read_po(io.BytesIO(old), locale=lang)
    catalogue = _Timeless(locale=lang, fuzzy=False)
    catalogue.header_comment = HEAD.rstrip()
    catalogue.forms = PLURALS.get(lang) or known.plural_forms
    for message in new:
        if message.id:
            before = known.get(message.id)
            catalogue.add(
                message.id,
                before.string if before is not None and not before.fuzzy else "",
                locations=message.locations,
                auto_comments=message.auto_comments,
                user_comments=before.user_comments if before is not None else (),
            ).flags.clear()
    return catalogue


def as_po(catalogue: Catalog) -> bytes:
    file = io.BytesIO()
    write_po(file, catalogue, width=96, include_lineno=False)
    return file.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def files() -> dict[Path, bytes]:
    """Every file of the catalogue as it has to be."""
    new = template()
    found = {TEMPLATE: as_po(new)}
    for path in sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        lang = path.parents[1].name
        catalogue = merged(new, lang, path.read_bytes())
        found[path] = as_po(catalogue)
        found[path.with_suffix(".mo")] = as_mo(catalogue)
    return found


def main(argv: list[str]) -> int:
    try:
        wanted = files()
    except RuleError as error:
        print(error, file=sys.stderr)
        return 1
    stale = [
        path for path, data in wanted.items() if not path.exists() or path.read_bytes() != data
    ]
    if argv != ["--check"]:
        for path in stale:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(wanted[path])
        return 0
    for path in stale:
        print(f"{_place(path)} is out of date: run `python docs/catalogue.py`", file=sys.stderr)
    return int(bool(stale))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
