"""How messages are filled and how the document is quoted in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


_CONTEXT = 3
"""Words that two quoted texts share and that are shown before the first difference."""


def contrast(one: str, other: str, limit: int = QUOTE_LIMIT) -> tuple[str, str]:
    """Both texts in quotation marks, cut so that their first difference is seen: long common
    beginnings are left out, whole words and a few before it are kept."""
    words, others = one.split(), other.split()
    same = 0
    while same < min(len(words), len(others)) and words[same] == others[same]:
        same += 1
    shared = " ".join(words[:same])
    if same <= _CONTEXT or len(shared) + _CONTEXT * 8 <= limit:
        return quote(one, limit), quote(other, limit)
    begin = same - _CONTEXT
    return (
        f"“…{cut(' '.join(words[begin:]), limit)}”",
        f"“…{cut(' '.join(others[begin:]), limit)}”",
    )


def count(n: int, one: str, many: str) -> str:
    """``1 cell``, ``1,204 cells``."""
    return f"{n:,} {one if n == 1 else many}"


def listing(parts: Sequence[str], limit: int = 4) -> str:
    """``a``, ``a and b``, ``a, b and c``, ``a, b, c and 5 more``."""
    if len(parts) > limit:
        return ", ".join(parts[: limit - 1]) + f" and {len(parts) - limit + 1} more"
    if len(parts) > 1:
        return ", ".join(parts[:-1]) + " and " + parts[-1]
    return parts[0] if parts else ""


def page_ranges(pages: Sequence[int], labels: Sequence[str]) -> str:
    """``page 3``, ``pages 3–9 and 12``: 0-based indices, shown by their labels."""
    indices = sorted({page for page in pages if 0 <= page < len(labels)})
    if not indices:
        return "no page"
    runs: list[tuple[int, int]] = []
    for page in indices:
        if runs and runs[-1][1] == page - 1:
            runs[-1] = (runs[-1][0], page)
        else:
            runs.append((page, page))
    shown = [labels[a] if a == b else f"{labels[a]}–{labels[b]}" for a, b in runs]
    return ("page " if len(indices) == 1 else "pages ") + listing(shown, 6)


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
