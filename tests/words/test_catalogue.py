"""The catalogue is complete, fresh, and what it says fits where it is said."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from dtaa_lint.findings.registry import load_rules
from dtaa_lint.words import SOURCE, Words, languages, template_fields, template_kinds

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))

import catalogue  # noqa: E402

OTHERS = [lang for lang in languages() if lang != SOURCE]
AGREES = "?"


@cache
def templates() -> frozenset[str]:
    """Texts whose fields are filled in."""
    return frozenset(text.text for text in catalogue.texts() if text.filled)


@cache
def translations(lang: str) -> dict[str, str]:
    """Text -> its translation; empty where there is none."""
    path = catalogue.LOCALE / lang / "LC_MESSAGES" / "dtaa_lint.po"
    found = read_po(io.BytesIO(path.read_bytes()), locale=lang)
    return {
        str(message.id): "" if message.fuzzy else str(message.string)
        for message in found
        if message.id
    }


def test_the_files_are_fresh() -> None:
    done = subprocess.run(
        [sys.executable, "docs/catalogue.py", "--check"], cwd=ROOT, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()


def test_there_is_french() -> None:
    assert OTHERS == ["fr"]


@pytest.mark.parametrize("lang", OTHERS)
def test_every_text_is_translated(lang: str) -> None:
    lacking = [text for text, said in translations(lang).items() if not said.strip()]
    assert not lacking, f"{len(lacking)} without a translation: {lacking[:5]}"
    assert set(translations(lang)) == {text.text for text in catalogue.texts()}


@pytest.mark.parametrize("lang", OTHERS)
def test_translations_have_the_fields_of_their_texts(lang: str) -> None:
    wrong = []
    for text, said in translations(lang).items():
        if text not in templates():
            continue
        asked, given = template_kinds(text), template_kinds(said)
        agreeing = {name for name, kind in given if kind == AGREES}
        same = {pair for pair in asked if pair[1] != AGREES} == {
            pair for pair in given if pair[1] != AGREES
        }
        if not same or not agreeing <= template_fields(text):
            wrong.append((text, said))
    assert not wrong, wrong[:5]


@pytest.mark.parametrize("lang", OTHERS)
def test_nouns_have_every_form(lang: str) -> None:
    path = catalogue.LOCALE / lang / "LC_MESSAGES" / "dtaa_lint.po"
    forms = int(re.findall(r"nplurals=(\d)", path.read_text("utf-8"))[0])
    wrong = [
        said
        for text, said in translations(lang).items()
        if text in templates()
        for spec in re.findall(r"\{\w+:[#?] ([^{}]*)\}", said)
        if len(spec.split("|")) != forms
    ]
    assert not wrong, wrong[:5]


@pytest.mark.parametrize("lang", OTHERS)
def test_ends_and_examples_are_kept(lang: str) -> None:
    """Spaces at an end join texts; the report looks for what leads to an example."""
    example = translations(lang)[", such as "]
    lacks = translations(lang)["the document has "]
    for text, said in translations(lang).items():
        # French has a space before a semicolon and the like.
        assert text[:1] in ";:!?" or text[:1].isspace() == said[:1].isspace(), text
        assert text[-1:].isspace() == said[-1:].isspace(), text
        if ", such as " in text and text in templates():
            assert example in said, text
        if text.startswith("the document has no "):
            assert said.startswith(lacks), text


def _sample(template: str) -> dict[str, object]:
    """Values that the fields of a template can have."""
    return {
        name: 2 if kind[:1] in ("#", "?", ".", "g", "d") else "Wert"
        for name, kind in sorted(template_kinds(template))
    }


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("code", sorted(load_rules()))
def test_every_message_can_be_filled(lang: str, code: str) -> None:
    words = Words(lang)
    for variant, template in load_rules()[code].messages.items():
        fields = _sample(template)
        counted = {name for name, kind in template_kinds(words.translate(template)) if kind == "?"}
        fields.update(dict.fromkeys(counted, 2))
        shown = words.fill(template, fields)
        assert shown and "{" not in shown, (code, variant, shown)
