"""One place for each target's escaping: what a PDF says must never become what a reader's terminal,
spreadsheet, browser or workflow runner does.

All functions are pure and linear. Characters are chosen by explicit ranges, not by the Unicode
tables of the running Python, so that output does not depend on its version.
"""

from __future__ import annotations

import re
from urllib.parse import quote

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

_SURROGATE = re.compile("[\ud800-\udfff]")
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_MARKDOWN = str.maketrans(
    {char: f"\\{char}" for char in "\\`*_{}[]()#+-.!|~^:@$"}
    | {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
)
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def visible(text: str) -> str:
    """For a terminal: one line; line breaks and tabs are a space, and every control character,
    bidi override, invisible or private-use character and lone surrogate is spelled out
    (``\\x1b``, ``\\u202e``). Nothing else changes: ``[red]`` stays ``[red]``."""
    if text.isprintable():
        return text
    return _HIDDEN.sub(_spell, _WHITE.sub(" ", text))


def _spell(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def scalar(text: str) -> str:
    """For machine formats: lone surrogates become U+FFFD (they are no valid UTF-8 and many JSON
    readers refuse them); everything else is kept."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def csv_cell(text: str) -> str:
    """For a spreadsheet: visible text on one line (so that no cell begins with a tab or a line
    break), with an apostrophe before what would be taken for a formula."""
    shown = visible(text).strip(" ")
    return "'" + shown if shown.startswith(_FORMULA) else shown


def markdown(text: str) -> str:
    """For GitHub Flavored Markdown: the text literally, on one line, without markup, links,
    mentions or HTML."""
    return visible(text).strip(" ").translate(_MARKDOWN)


def xml(text: str) -> str:
    """For XML 1.0 text and attribute values; characters that XML cannot hold become U+FFFD."""
    kept = _NOT_XML.sub("\ufffd", text)
    for char, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        kept = kept.replace(char, entity)
    return kept.replace("'", "&#39;").replace("\r", "&#13;")


def workflow_data(text: str) -> str:
    """For the message of a GitHub workflow command."""
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def workflow_property(text: str) -> str:
    """For a property (``file=``, ``title=``) of a GitHub workflow command."""
    return workflow_data(text).replace(":", "%3A").replace(",", "%2C")


def sarif_text(text: str) -> str:
    """For a SARIF plain-text message: braces doubled (SARIF 2.1.0, 3.11.5) and nothing that reads
    as an embedded link (3.11.6)."""
    shown = visible(text).replace("{", "{{").replace("}", "}}")
    return shown.replace("](", "] (")


def uri_path(path: str) -> str:
    """A path as a relative URI reference (RFC 3986): percent-encoded, forward slashes, no leading
    ``./``; a colon is encoded, so that nothing reads as a scheme."""
    relative = path.replace("\\", "/")
    while relative.startswith("./"):
        relative = relative[2:].lstrip("/")
    if relative.startswith("//"):
        relative = "/" + relative.lstrip("/")
    return quote(scalar(relative), safe="/-._~!$&'()*+,;=@") or "."
