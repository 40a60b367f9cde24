"""Reports in another language: nothing stays in English, and nothing that machines read changes.

A language that writes everything in capitals takes the place of French: what is left in small
letters was said past the catalogue, however complete that is.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

import pytest

from dtaa_lint import words as room
from dtaa_lint.cli.main import main
from dtaa_lint.findings import translate
from dtaa_lint.findings.engine import LintOptions, lint_file
from dtaa_lint.words import _parts

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))

import catalogue  # noqa: E402

DEMO = ROOT / "fixtures" / "demo" / "harbour-levy.pdf"
FIXTURES = sorted((ROOT / "fixtures").glob("DT*/fail-*.pdf"))
QUOTED = re.compile(r"«[^»]*»|“[^”]*”")
ENGLISH = re.compile(
    r"\b(?:the|of|is|are|has|have|and|with|that|which|this|from|by|not|no|in|to)\b"
)


@cache
def _texts() -> dict[str, bool]:
    found: dict[str, bool] = {}
    for text in catalogue.texts():
        found[text.text] = found.get(text.text, False) or text.filled
    return found


def capitals(text: str) -> str:
    """The text in capitals, its fields as they are; unknown texts stay."""
    filled = _texts().get(text)
    if filled is None:
        return text
    if not filled:
        return text.upper()
    out = []
    for literal, name, spec in _parts(text):
        out.append(literal.upper().replace("{", "{{").replace("}", "}}"))
        if name is not None:
            shown = spec[:2] + spec[2:].upper() if spec[:2] in ("# ", "? ") else spec
            out.append(f"{{{name}:{shown}}}" if shown else f"{{{name}}}")
    return "".join(out)


@pytest.fixture
def capital_letters(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """French is the language of capitals."""
    monkeypatch.setattr(room, "_catalogue", lambda lang: (capitals, lambda n: int(n > 1)))
    for made in (translate.guidelines_in, translate.rules_in):
        made.cache_clear()
    yield
    for made in (translate.guidelines_in, translate.rules_in):
        made.cache_clear()


def _left(text: str, known: str = "") -> list[str]:
    """Words in small letters outside quotations, but for those of the document."""
    rest = QUOTED.sub("", text)
    return [word for word in re.findall(r"\b[a-z]{3,}\b", rest) if word not in known]


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.usefixtures("capital_letters")
def test_findings_say_nothing_past_the_catalogue(path: Path) -> None:
    report = lint_file(str(path), LintOptions(lang="fr", impact=False))
    # What the file itself has may be named without quotation marks: types, IDs, languages.
    known = path.read_bytes().decode("latin-1") + " ".join(
        str(value) for item in report.findings for value in (item.raw_type, item.evidence)
    )
    for finding in report.findings:
        assert not _left(finding.message, known), finding
        for other in finding.related:
            assert not _left(other.role, known), finding
    for item in report.unchecked:
        assert not _left(item.why, known + "ja fi"), item
    for ratio in (*report.ratios, *report.relations):
        assert not _left(ratio.label), ratio
    for group in report.groups:
        assert not _left(group.message, known), group


@pytest.mark.usefixtures("capital_letters")
def test_the_text_report_says_nothing_past_the_catalogue(
    capfd: pytest.CaptureFixture[str],
) -> None:
    options = ["--isolated", "--lang", "fr", "--places", "2", "--plan", "--fail-on", "never"]
    limits = ["--min-tasks-per-page", "20", "--max-findings", "error=0,warning=1", "--profile"]
    main([str(DEMO), *options, *limits, "report"])
    shown = capfd.readouterr().out
    names = {rule.name for rule in translate.rules_in("fr").values()}
    for line in QUOTED.sub("", shown).splitlines():
        rest = " ".join(word for word in line.split() if word.strip(",") not in names)
        assert not ENGLISH.search(rest) or "/Document" in rest or "»" in rest, line


@pytest.mark.parametrize(
    "command",
    [
        ("explain", "DT0101"), ("explain", "G01"), ("explain", "TABLE_CELL"),
        ("explain", "AMBIGUOUS"), ("explain", "EXTRACT-L4"), ("explain", "L4"), ("rules",),
        ("explain", "report"), ("profiles",), ("explain", "DT010"),
        ("tasks", "fixtures/demo/harbour-levy.pdf"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("capital_letters")
def test_other_commands_say_nothing_past_the_catalogue(
    command: tuple[str, ...], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main([*command, "--lang", "fr"]) == 0
    for line in capfd.readouterr().out.splitlines():
        assert not re.search(r"\b[a-z]{3,} [a-z]{2,}", line), line


def _shape(value: object, said: Callable[[str], bool]) -> object:
    """What machines read of a report: every text that is said to people is left out."""
    if is_dataclass(value) and not isinstance(value, type):
        return {
            item.name: _shape(getattr(value, item.name), said)
            for item in fields(value)
            if not said(item.name)
        }
    if isinstance(value, dict):
        return sorted((str(key), _shape(item, said)) for key, item in value.items())
    if isinstance(value, tuple | list):
        return [_shape(item, said) for item in value]
    return value


SAID = {"message", "label", "why", "role", "unlocked_why", "goal", "related_totals", "answer"}


@pytest.mark.parametrize("path", [DEMO, *FIXTURES[::7]], ids=lambda path: path.stem)
def test_nothing_that_machines_read_depends_on_the_language(path: Path) -> None:
    one = lint_file(str(path), LintOptions())
    other = lint_file(str(path), LintOptions(lang="fr"))
    assert [f.fingerprint for f in one.findings] == [f.fingerprint for f in other.findings]
    assert [g.id for g in one.groups] == [g.id for g in other.groups]
    assert _shape(one, SAID.__contains__) == _shape(other, SAID.__contains__)


def test_the_json_has_the_same_keys_and_says_its_language(
    capfd: pytest.CaptureFixture[str],
) -> None:
    shown = {}
    for lang in ("en", "fr"):
        main([str(DEMO), "--isolated", "--format", "json", "--fail-on", "never", "--lang", lang])
        shown[lang] = json.loads(capfd.readouterr().out)

    def keys(value: object) -> object:
        if isinstance(value, dict):
            return {key: keys(item) for key, item in value.items()}
        return [keys(item) for item in value] if isinstance(value, list) else None

    assert keys(shown["en"]) == keys(shown["fr"])


def test_english_needs_no_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(lang: str) -> None:
        raise AssertionError(lang)

    monkeypatch.setattr(room, "_catalogue", refuse)
    report = lint_file(str(DEMO), LintOptions())
    assert report.error is None and report.findings


def test_an_unknown_language_is_refused(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main([str(DEMO), "--isolated", "--lang", "tlh"]) == 2
    assert 'unknown language "tlh"; languages are en, fr' in capfd.readouterr().err
    assert main([str(DEMO), "--isolated", "--lang", ""]) == 2
    assert 'unknown language ""; languages are en, fr' in capfd.readouterr().err
    config = tmp_path / "dtaa-lint.toml"
    config.write_text('lang = "tlh"\n')
    assert main([str(DEMO), "--config", str(config)]) == 2
    assert f"{config}: lang: unknown language" in capfd.readouterr().err


@pytest.mark.parametrize(("asked", "word"), [([], "erreurs"), (["--lang", "en"], "errors")])
def test_the_option_comes_before_the_configuration(
    asked: list[str], word: str, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    config = tmp_path / "dtaa-lint.toml"
    config.write_text('lang = "fr-CA"\n')
    main([str(DEMO), "--config", str(config), "--fail-on", "never", *asked])
    assert word in capfd.readouterr().out


def test_the_demo_in_french_has_no_english_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    main([str(DEMO), "--isolated", "--lang", "fr", "--places", "1", "--fail-on", "never"])
    shown = QUOTED.sub("", capfd.readouterr().out)
    names = {rule.name for rule in translate.rules_in("fr").values()}
    for line in shown.splitlines():
        rest = " ".join(word for word in line.split() if word.strip(",") not in names)
        assert not ENGLISH.search(rest) or "»" in rest, line
