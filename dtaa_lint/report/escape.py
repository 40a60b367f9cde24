"""One place for each target's escaping: what a PDF says must never become what a reader's terminal,
spreadsheet, browser or workflow runner does.

All functions are pure and linear. What other rooms need as well comes from ``dtaa_lint.hidden``.
"""

from __future__ import annotations

import re
from urllib.parse import quote

from dtaa_lint.hidden import json_safe, name_text, visible, xml_safe

__all__ = [
    "csv_cell",
    "json_safe",
    "markdown",
    "name_text",
    "sarif_text",
    "scalar",
    "uri_path",
    "visible",
    "workflow_data",
    "workflow_property",
    "xml",
]

_SURROGATE = re.compile("[\ud800-\udfff]")
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_MARKDOWN = str.maketrans(
    {char: f"\\{char}" for char in "\\`*_{}[]()#+-.!|~^:@$"}
    | {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
)
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


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
    """For XML 1.0 text and attribute values; characters that XML cannot hold become U+FFFD, and
    what a terminal would act on a character reference."""
    kept = _NOT_XML.sub("\ufffd", text)
    for char, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        kept = kept.replace(char, entity)
    return xml_safe(kept.replace("'", "&#39;").replace("\r", "&#13;"))


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
    ``./``; a colon is encoded, so that nothing reads as a scheme. Lone surrogates that stand for
    bytes of the name are encoded as those bytes."""
    relative = path.replace("\\", "/")
    while relative.startswith("./"):
        relative = relative[2:].lstrip("/")
    if relative.startswith("//"):
        relative = "/" + relative.lstrip("/")
    try:
        encoded = relative.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        encoded = scalar(relative).encode("utf-8")
    return quote(encoded, safe="/-._~!$&'()*+,;=@") or "."
