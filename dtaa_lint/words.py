"""The words that people read: templates, how they are filled, and the languages they come in.

A text for people is a template in English with ``{name}`` fields, filled by ``Words``; the English
template is its key in the catalogue of another language. Every room may use this.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from string import Formatter

from dtaa_lint.errors import RuleError

QUOTE_LIMIT = 60
"""Characters of a quotation in a message before it is cut."""


def fold(text: str) -> str:
    """White space runs become one space."""
    return " ".join(text.split())


def cut(text: str, limit: int = QUOTE_LIMIT) -> str:
    """The folded text, cut at a word before ``limit`` characters, with an ellipsis when cut."""
    # Folding only what can be shown keeps this cheap on the text of a whole document.
    folded = fold(text[: limit * 8])
    if len(folded) <= limit:
        return folded
    head = folded[:limit]
    space = head.rfind(" ")
    return (head[:space] if space > limit // 2 else head).rstrip(" ,;:.–-") + "…"


def quote(text: str, limit: int = QUOTE_LIMIT) -> str:
    """The text in curly quotation marks, folded and cut."""
    return f"“{cut(text, limit)}”"


def count(n: int, one: str, many: str) -> str:
    """``1 cell``, ``1,204 cells``."""
    return f"{n:,} {one if n == 1 else many}"


@cache
def _parts(template: str) -> tuple[tuple[str, str | None, str], ...]:
    try:
        return tuple(
            (literal, name, spec or "") for literal, name, spec, _ in Formatter().parse(template)
        )
    except ValueError as error:
        raise RuleError(f"message template {template!r}: {error}") from error


def template_fields(template: str) -> frozenset[str]:
    """Names of the fields of a template. Raises RuleError when it cannot be parsed."""
    return frozenset(name for _, name, _ in _parts(template) if name is not None)


def fill(template: str, params: Mapping[str, object]) -> str:
    """The template with its fields filled.

    Format specifications: ``q`` quotes the value, ``# one|many`` counts a noun, none shows the
    value. Raises RuleError for a field that ``params`` lacks or an unknown specification.
    """
    out: list[str] = []
    for literal, name, spec in _parts(template):
        out.append(literal)
        if name is None:
            continue
        if name not in params:
            raise RuleError(f"message template {template!r} needs {name!r}, which is not given")
        value = params[name]
        if not spec:
            out.append(f"{value:,}" if type(value) is int else str(value))
        elif spec == "q":
            out.append(quote(str(value)))
        elif spec.startswith("# ") and "|" in spec and isinstance(value, int):
            one, many = spec[2:].split("|", 1)
            out.append(count(value, one, many))
        else:
            raise RuleError(f"message template {template!r}: cannot format {name!r} as {spec!r}")
    return "".join(out)


@dataclass(frozen=True, slots=True)
class Words:
    """Texts for people in one language: ``words("{n:# finding|findings}", n=3)``."""

    lang: str = "en"
    """BCP 47 tag of the language."""

    def __call__(self, template: str, /, **fields: object) -> str:
        """The template in this language, with its fields filled."""
        return fill(template, fields)


ENGLISH = Words()
