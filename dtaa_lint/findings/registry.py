"""Rules as data: loads ``rules/gNN-*.toml`` and ties each rule to its check. No check stands behind
the rules of ``assessment.toml``, which rest on an assessment.

In a wheel the files lie in ``dtaa_lint/_rules``; in a checkout or an editable install in the
top-level ``rules`` folder. ``rules/README.md`` defines the keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli

from dtaa_lint.errors import ConfigError, RuleError
from dtaa_lint.findings.finding import Guideline, Reference, Rule, Severity
from dtaa_lint.findings.wording import template_fields
from dtaa_lint.universe.model import Reason
from dtaa_lint.words import Phrase

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_GUIDELINE_KEYS = frozenset({"id", "name", "group", "text", "test"})
_RULE_REQUIRED = {
    "code": str,
    "name": str,
    "severity": str,
    "confidence": str,
    "needs_person": bool,
    "summary": str,
    "why": str,
    "repair": str,
    "tags": list,
    "explains": list,
    "references": list,
    "messages": dict,
}
_RULE_OPTIONAL = {
    "repair_in": dict,
    "severities": dict,
    "needs_person_in": list,
    "repairs": dict,
    "repairs_in": dict,
}
_ASSESSMENT = "assessment.toml"
_ASSESSED_KEYS = dict.fromkeys(("code", "name", "topic", "repair"), str)
_TOOLS = frozenset(
    "Acrobat Word InDesign LaTeX Typst HTML LibreOffice PowerPoint Excel".split()  # noqa: SIM905
)
_CONFIDENCE = ("high", "medium", "low")
_FILE_NAME = re.compile(r"g(\d\d)-[a-z0-9-]+\.toml")
_CODE = re.compile(r"DT\d{4}")
_KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MAX_TAGS = 10
_MAX_SUMMARY = 300


def rules_folder() -> Path | Traversable:
    """Where the rule files are. Raises RuleError when they are nowhere."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_rules", package.parent / "rules"):
        if folder.is_dir():
            return folder
    # Not on the file system (an archive on the path). The import is slow, so it comes last.
    from importlib import resources

    shipped = resources.files("dtaa_lint") / "_rules"
    if shipped.is_dir():
        return shipped
    raise RuleError("the rule files are missing: reinstall dtaa-lint")


@cache
def load_guidelines() -> tuple[Guideline, ...]:
    """Every guideline with its rules, in order. Raises RuleError on the first malformed file."""
    files = sorted(
        (item for item in rules_folder().iterdir() if item.name.endswith(".toml")),
        key=lambda item: item.name,
    )
    parsed = {item.name: item.read_text("utf-8") for item in files}
    assessed = list(parse_assessed(_ASSESSMENT, parsed.pop(_ASSESSMENT, "")))
    guidelines = tuple(
        _with(parse_guideline(name, text), assessed) for name, text in parsed.items()
    )
    for rule in assessed:
        if rule.guideline not in {guideline.id for guideline in guidelines}:
            raise RuleError(f"rules/{_ASSESSMENT} {rule.code}: there is no {rule.guideline}")
    seen: dict[str, str] = {}
    for guideline in guidelines:
        for rule in guideline.rules:
            if rule.name in seen and seen[rule.name] != rule.code:
                raise RuleError(f"{rule.code} and {seen[rule.name]} are both named {rule.name!r}")
            seen[rule.name] = rule.code
    return guidelines


def _with(guideline: Guideline, assessed: Iterable[Rule]) -> Guideline:
    """The guideline with those of its rules that rest on an assessment, in order of code."""
    rules = [*guideline.rules, *(rule for rule in assessed if rule.guideline == guideline.id)]
    codes = [rule.code for rule in rules]
    if len(set(codes)) < len(codes):
        raise RuleError(f"rules/{_ASSESSMENT}: {guideline.id} has rules of these codes already")
    return replace(guideline, rules=tuple(sorted(rules, key=lambda rule: rule.code)))


@cache
def load_rules() -> Mapping[str, Rule]:
    """Code -> rule, in order of code."""
    return {rule.code: rule for guideline in load_guidelines() for rule in guideline.rules}


def load_checks() -> None:
    """Imports the module of every guideline that has rules, which fills ``check.CHECKS``."""
    import_module("dtaa_lint.findings.checks").load_all()


def find_rule(wanted: str) -> Rule:
    """The rule of a code or a name. Raises ConfigError with a suggestion."""
    rules = load_rules()
    found = rules.get(wanted.upper())
    if found is not None:
        return found
    for rule in rules.values():
        if rule.name == wanted.lower():
            return rule
    known = [*rules, *(rule.name for rule in rules.values())]
    raise ConfigError(f"unknown rule {wanted!r}{_suggest(wanted, known)}")


def select_rules(select: Iterable[str] = ("ALL",), ignore: Iterable[str] = ()) -> tuple[Rule, ...]:
    """Rules that ``select`` names and ``ignore`` does not, in order of code.

    A selector is ``ALL``, a code or its beginning (``DT``, ``DT01``, ``DT0102``), a guideline
    (``G01``) or a rule's name. Where both speak, the longer (more specific) one wins, and
    ``ignore`` wins a tie. A guideline that has no rule yet selects nothing. Rules that rest on an
    assessment are among them. Raises ConfigError for a selector that names neither a rule nor a
    guideline.
    """
    rank: dict[str, tuple[int, int]] = {}
    for order, selectors in enumerate((select, ignore)):
        for selector in selectors:
            matched, weight = _match(selector)
            for code in matched:
                rank[code] = max(rank.get(code, (-1, 1)), (weight, order))
    chosen = {code for code, (_, order) in rank.items() if order == 0}
    return tuple(rule for rule in load_rules().values() if rule.code in chosen)


def _match(selector: str) -> tuple[list[str], int]:
    """Codes that a selector names, and how specific it is (length of the code's beginning)."""
    rules = load_rules()
    wanted = selector.strip()
    upper = wanted.upper()
    if upper == "ALL":
        return list(rules), 0
    prefix = "DT" + upper[1:] if re.fullmatch(r"G\d\d", upper) else upper
    if prefix.startswith("DT"):
        matched = [code for code in rules if code.startswith(prefix)]
        if matched or f"G{prefix[2:]}" in {guideline.id for guideline in load_guidelines()}:
            return matched, len(prefix)
    matched = [rule.code for rule in rules.values() if rule.name == wanted.lower()]
    if matched:
        return matched, 6
    known = [*rules, *(rule.name for rule in rules.values())]
    raise ConfigError(f"no rule matches {selector!r}{_suggest(wanted, known)}")


def _suggest(wanted: str, known: list[str]) -> str:
    close = get_close_matches(wanted.lower(), [name.lower() for name in known], 1)
    if not close:
        return "; `dtaa-lint rules` lists them"
    best = close[0].upper() if close[0].startswith("dt") else close[0]
    return f"; did you mean {best!r}?"


def parse_guideline(file_name: str, text: str) -> Guideline:
    """One rule file. Raises RuleError that names the file, the rule and the key at fault."""
    match = _FILE_NAME.fullmatch(file_name)
    where = f"rules/{file_name}"
    if match is None:
        raise RuleError(f"{where}: the name must look like g01-header-paths.toml")
    data = _toml(where, text)
    _keys(where, data, {"guideline": dict, "rules": list}, {})
    head = data["guideline"]
    _keys(f"{where} [guideline]", head, dict.fromkeys(_GUIDELINE_KEYS, str), {})
    if head["id"] != f"G{match[1]}":
        raise RuleError(f"{where}: guideline id {head['id']!r} does not match the file name")
    rules = tuple(_rule(where, match[1], item) for item in data["rules"])
    codes = [rule.code for rule in rules]
    if codes != sorted(set(codes)):
        raise RuleError(f"{where}: rules must stand in order of code, each code once")
    return Guideline(
        id=head["id"],
        name=head["name"],
        group=head["group"],
        text=_prose(head["text"]),
        test=_prose(head["test"]),
        rules=rules,
    )


def parse_assessed(file_name: str, text: str) -> Iterator[Rule]:
    """The rules that rest on an assessment: what is ``shared`` between them, and what is each
    one's own. None in an empty file. Raises RuleError as ``parse_guideline`` does."""
    where = f"rules/{file_name}"
    data = _toml(where, text)
    if not data:
        return
    _keys(where, data, {"shared": dict, "rules": list}, {})
    for item in data["rules"]:
        if not isinstance(item, dict):
            raise RuleError(f"{where}: rules must be tables ([[rules]])")
        _keys(f"{where} {item.get('code', '(rule without code)')}", item, _ASSESSED_KEYS, {})
        own = {key: value for key, value in item.items() if key != "topic"}
        rule = _rule(where, item["code"][2:4], {**data["shared"], **own})
        topic = _prose(item["topic"])
        # Translators see the sentence once; what fills it is translated by itself.
        summary = Phrase(rule.summary, what=Phrase(topic))
        yield replace(rule, summary=summary, topic=topic)


def _toml(where: str, text: str) -> dict[str, Any]:
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise RuleError(f"{where}: {error}") from error


def _rule(where: str, digits: str, item: object) -> Rule:
    if not isinstance(item, dict):
        raise RuleError(f"{where}: rules must be tables ([[rules]])")
    where = f"{where} {item.get('code', '(rule without code)')}"
    _keys(where, item, _RULE_REQUIRED, _RULE_OPTIONAL)
    code, name = item["code"], item["name"]
    if not _CODE.fullmatch(code) or code[2:4] != digits:
        raise RuleError(f"{where}: code must be DT{digits} and two digits")
    if not _KEBAB.fullmatch(name):
        raise RuleError(f"{where}: name {name!r} must be kebab-case")
    if item["severity"] not in Severity._value2member_map_:
        raise RuleError(f"{where}: severity must be error, warning or info")
    if item["confidence"] not in _CONFIDENCE:
        raise RuleError(f"{where}: confidence must be high, medium or low")
    if len(item["summary"]) > _MAX_SUMMARY:
        raise RuleError(f"{where}: summary must have at most {_MAX_SUMMARY} characters")
    if len(item["tags"]) > _MAX_TAGS:
        raise RuleError(f"{where}: at most {_MAX_TAGS} tags")
    for key in ("tags", "explains"):
        if not all(isinstance(entry, str) for entry in item[key]):
            raise RuleError(f"{where}: {key} must be a list of strings")
    for reason in item["explains"]:
        if reason not in Reason._value2member_map_:
            raise RuleError(f"{where}: explains names {reason!r}, which is no rejection reason")
    repair_in = _hints(where, "repair_in", item.get("repair_in", {}))
    messages = _strings(where, "messages", item["messages"])
    if "default" not in messages:
        raise RuleError(f"{where}: messages.default is missing")
    for template in messages.values():
        template_fields(template)
    severities = _strings(where, "severities", item.get("severities", {}))
    for variant, severity in severities.items():
        if variant not in messages or severity not in Severity._value2member_map_:
            raise RuleError(f"{where}: severities.{variant} needs such a message and a severity")
    asks = item.get("needs_person_in", [])
    if not all(isinstance(variant, str) and variant in messages for variant in asks):
        raise RuleError(f"{where}: needs_person_in must list variants that have a message")
    repairs = _strings(where, "repairs", item.get("repairs", {}))
    for variant in repairs:
        if variant not in messages or variant == "default":
            raise RuleError(f"{where}: repairs.{variant} needs a message of that variant")
    repairs_in: dict[str, Mapping[str, str]] = {}
    for variant, tools in item.get("repairs_in", {}).items():
        if variant not in repairs or not isinstance(tools, dict):
            raise RuleError(f"{where}: repairs_in.{variant} needs a repair of that variant")
        repairs_in[variant] = _hints(where, f"repairs_in.{variant}", tools)
    return Rule(
        code=code,
        name=name,
        guideline=f"G{digits}",
        severity=Severity(item["severity"]),
        confidence=item["confidence"],
        needs_person=item["needs_person"],
        summary=_prose(item["summary"]),
        messages=messages,
        why=_prose(item["why"]),
        repair=_prose(item["repair"]),
        repair_in=repair_in,
        tags=tuple(item["tags"]),
        references=tuple(_reference(where, entry) for entry in item["references"]),
        explains=tuple(item["explains"]),
        severities={variant: Severity(severity) for variant, severity in severities.items()},
        repairs=repairs,
        repairs_in=repairs_in,
        needs_person_in=tuple(asks),
    )


def _reference(where: str, entry: object) -> Reference:
    if (
        not isinstance(entry, dict)
        or set(entry) != {"standard", "clause"}
        or not all(isinstance(value, str) and value for value in entry.values())
    ):
        raise RuleError(f"{where}: a reference has a standard and a clause, both strings")
    return Reference(entry["standard"], entry["clause"])


def _hints(where: str, key: str, table: Mapping[str, object]) -> dict[str, str]:
    """Authoring tool -> how."""
    for tool in table:
        if tool not in _TOOLS:
            raise RuleError(f"{where}: {key}.{tool} is no known authoring tool")
    return _strings(where, key, table)


def _strings(where: str, key: str, table: Mapping[str, object]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in table.items():
        if not isinstance(value, str) or not value.strip():
            raise RuleError(f"{where}: {key}.{name} must be a string that says something")
        found[name] = _prose(value)
    return found


def _prose(text: str) -> str:
    """Multi-line TOML strings become one paragraph."""
    return " ".join(text.split())


def _keys(
    where: str,
    table: Mapping[str, object],
    required: Mapping[str, type],
    optional: Mapping[str, type],
) -> None:
    """Every required key there, no unknown one, each of its type, no empty string."""
    for key in table:
        if key not in required and key not in optional:
            close = get_close_matches(key, [*required, *optional], 1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise RuleError(f"{where}: unknown key {key!r}{hint}")
    for key, kind in (*required.items(), *optional.items()):
        if key not in table:
            if key in required:
                raise RuleError(f"{where}: {key!r} is missing")
            continue
        value = table[key]
        if not isinstance(value, kind):
            raise RuleError(f"{where}: {key!r} must be a {kind.__name__}")
        if isinstance(value, str) and not value.strip():
            raise RuleError(f"{where}: {key!r} is empty")
