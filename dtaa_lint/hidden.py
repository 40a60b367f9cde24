"""Characters that are not seen, or do something when they are shown, spelled out.

Every room may use this: what a file or its name says reaches messages and exports from all of
them. Characters are chosen by explicit ranges, not by the Unicode tables of the running Python, so
that output does not depend on its version.
"""

from __future__ import annotations

import re

_WHITE = re.compile(r"[\t\n\v\f\r\x85\u2028\u2029]+")
"""Line breaks and tabs: shown as one space."""

_HIDDEN = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # C0 and C1 controls, the escape character among them
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e"  # soft hyphen, fillers, marks
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"  # zero width space, bidi controls
    "\u3164\ufeff\uffa0\ufff0-\ufffb"
    "\ud800-\udfff"  # surrogates: no character by themselves
    "\ue000-\uf8ff"  # private use: what an unmapped symbol font leaves
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff"
    "]"
)
"""What is invisible, reorders text, drives a terminal, or has no shape of its own."""

_SYMBOLS = {
    "\uf06c": "●", "\uf06e": "■", "\uf06f": "□", "\uf071": "❑", "\uf072": "❒", "\uf076": "❖",
    "\uf0a7": "▪", "\uf0a8": "◻", "\uf0b7": "•", "\uf0d8": "➢", "\uf0e0": "→", "\uf0fc": "✓",
    "\uf0fd": "☒", "\uf0fe": "☑",
}  # fmt: skip
"""Bullets and boxes of Symbol and Wingdings, which office programs write at U+F000 and their code:
the characters that look so."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_ACTIVE = re.compile(
    "[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\U000e0000-\U000e0fff]"
)
"""What data formats may hold as it is, though it drives terminals (DEL, C1), reorders what people
see (bidi controls), ends lines (U+2028, U+2029) or is a hidden message (tags)."""


def visible(text: str) -> str:
    """For a terminal: one line; line breaks and tabs are a space, and every control character,
    bidi override, invisible character and lone surrogate is spelled out (``\\x1b``, ``\\u202e``);
    private-use characters as ``private_use`` says. Nothing else changes: ``[red]`` stays so."""
    if text.isprintable():
        return text
    return _HIDDEN.sub(_spell, _WHITE.sub(" ", text))


def private_use(char: str) -> str:
    """What people read for a private-use character, which has a shape in its own font only: the
    bullet or box that it is in the usual symbol fonts, else its number (``<U+E123>``)."""
    return _SYMBOLS.get(char) or f"<U+{ord(char):04X}>"


def is_private(char: str) -> bool:
    """Whether the character is of a private-use area; surrogates and all others are not."""
    return "\ue000" <= char <= "\uf8ff" or char >= "\U000f0000"


def _spell(match: re.Match[str]) -> str:
    if is_private(match[0]):
        return private_use(match[0])
    code = ord(match[0])
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def name_text(path: str) -> str:
    """A file name as text: bytes that are no UTF-8, which Python holds as lone surrogates, are
    spelled out (``\\xff``), so that two names stay two names."""
    if path.isascii():
        return path
    text = path.encode("utf-8", "surrogateescape" if _is_name(path) else "surrogatepass")
    return text.decode("utf-8", "backslashreplace")


def _is_name(path: str) -> bool:
    """Whether its lone surrogates are those that stand for bytes."""
    return all("\udc80" <= char <= "\udcff" for char in _SURROGATE.findall(path))


def whole_text(text: str) -> str:
    """Text that every file and pipe can hold: lone surrogates become U+FFFD."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def json_safe(document: str) -> str:
    """A JSON document that a terminal may show: what is active becomes ``\\uXXXX``, which means
    the same; lone surrogates, which are no valid UTF-8, become U+FFFD."""
    if document.isascii() and "\x7f" not in document:
        return document
    return _ACTIVE.sub(_json, _SURROGATE.sub("\ufffd", document))


def _json(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def xml_safe(escaped: str) -> str:
    """Escaped XML text that a terminal may show: what is active becomes a character reference."""
    if escaped.isprintable():
        return escaped
    return _ACTIVE.sub(lambda match: f"&#x{ord(match[0]):x};", escaped)
