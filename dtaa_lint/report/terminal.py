"""Lines for a terminal: styles, widths, wrapping.

Text is laid out here rather than by rich, which takes seconds for some thousand findings; rich
turns the few style names into the terminal's codes and is imported only when there is colour.
No markup is ever interpreted, and every text is made ``visible`` on its way in.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias
from unicodedata import combining

from dtaa_lint.report.escape import visible
from dtaa_lint.words import ENGLISH, Words

Span: TypeAlias = tuple[str, str]
"""(style name, text); the empty style is plain."""

STYLES = {
    "error": "bold red",
    "warning": "bold yellow",
    "info": "bold cyan",
    "title": "bold underline",
    "strong": "bold",
    "code": "bold",
    "good": "green",
    "quote": "italic",
    "repair": "green",
    "dim": "dim",
}

_LEAST_WIDE = "\u1100"
_WIDE = (
    "[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f"
    "\uff00-\uff60\uffe0-\uffe6\U0001f300-\U0001faff\U00020000-\U0003fffd]"
)
_MIN_WIDTH = 40


class Lines:
    """Collects output line by line."""

    def __init__(self, width: int, color: bool, words: Words = ENGLISH) -> None:
        self.words = words
        """The language of what is said on them."""
        self.width = max(width, _MIN_WIDTH)
        self._paint = _painter() if color else _plain
        self._out: list[str] = []

    def blank(self) -> None:
        """An empty line, unless it would be the first or follow another."""
        if self._out and self._out[-1]:
            self._out.append("")

    def line(self, *spans: Span, indent: int = 0) -> None:
        """One line as it is, however long (structure paths must survive copying)."""
        paint = self._paint
        text = "".join(paint(style, visible(text)) for style, text in spans if text)
        self._out.append(" " * indent + text)

    def paragraph(
        self, text: str, *, indent: int = 0, hang: int = 0, lead: Span = ("", ""), style: str = ""
    ) -> None:
        """Text wrapped at spaces; ``lead`` stands before it, and the lines after the first are
        indented by ``hang`` more. A word that fits on no line keeps a line of its own."""
        lead_text = visible(lead[1])
        room = self.width - indent
        lines = wrap(visible(text), room - cells(lead_text), room - hang)
        paint = self._paint
        first = paint(lead[0], lead_text) if lead_text else ""
        self._out.append(" " * indent + first + paint(style, lines[0]))
        for line in lines[1:]:
            self._out.append(" " * (indent + hang) + paint(style, line))

    def to_bytes(self) -> bytes:
        """UTF-8, with a final newline unless empty."""
        while self._out and not self._out[-1]:
            self._out.pop()
        return "".join(line + "\n" for line in self._out).encode("utf-8")


def cells(text: str) -> int:
    """Columns that a text takes: two for East Asian wide characters and emoji, none for combining
    marks."""
    if text.isascii():
        return len(text)
    # Compiling the pattern takes longer than many a report, which has no such characters.
    wide = len(re.findall(_WIDE, text)) if max(text) >= _LEAST_WIDE else 0
    return len(text) + wide - sum(1 for char in text if combining(char))


def clip(text: str, room: int) -> str:
    """Visible text of at most ``room`` columns (at least one), with an ellipsis when cut."""
    shown = visible(text[: room * 8])
    if len(text) <= room * 8 and cells(shown) <= room:
        return shown
    used = 0
    for index, char in enumerate(shown):
        used += cells(char)
        if used > room - 1:
            return shown[:index].rstrip() + "…"
    return shown.rstrip() + "…"


def wrap(text: str, first: int, rest: int) -> list[str]:
    """Lines of at most ``first`` and then ``rest`` columns, broken at spaces; never empty."""
    if cells(text) <= first:
        return [text]
    lines: list[str] = []
    line: list[str] = []
    used, room = 0, first
    for word in text.split(" "):
        size = cells(word)
        if line and used + 1 + size > room:
            lines.append(" ".join(line))
            line, used, room = [], 0, rest
        used += size + (1 if line else 0)
        line.append(word)
    lines.append(" ".join(line))
    return lines


def _plain(style: str, text: str) -> str:
    return text


def _painter() -> Callable[[str, str], str]:
    """Paints with ANSI codes of the standard sixteen colours, which every terminal has."""
    from rich.color import ColorSystem
    from rich.style import Style

    codes: dict[str, tuple[str, str]] = {"": ("", "")}
    for name, definition in STYLES.items():
        before, _, after = (
            Style.parse(definition).render("|", color_system=ColorSystem.STANDARD).partition("|")
        )
        codes[name] = before, after

    def paint(style: str, text: str) -> str:
        before, after = codes[style]
        return before + text + after if text else text

    return paint
