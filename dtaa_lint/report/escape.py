"""One place for each target's escaping: what a PDF says must never become what a reader's terminal,
spreadsheet, browser or workflow runner does.

All functions are pure and linear. What other rooms need as well comes from ``dtaa_lint.hidden``.
"""

from __future__ import annotations

import re
from urllib.parse import quote

from dtaa_lint.hidden import json_safe, name_text, visible, xml_safe

__all__ = [
    "code_span",
    "csv_cell",
    "github_markdown",
    "json_safe",
    "markdown",
    "name_text",
    "sarif_text",
    "scalar",
    "sheet_text",
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
_REFERENCE = re.compile(
    r"\\?[@#!~$%](?=\\?\w)|&amp;(?=\\?\w)|\\:(?=//)|(?<=www)\\\.|(?<=gh)\\-(?=\d)", re.IGNORECASE
)
"""What begins a mention (@), a reference (#1, !1, ~label, $1, %1, &1, GH-1) or an address, as
``markdown`` leaves it."""
_BACKTICKS = re.compile("`+")
_MAX_CELL = 32_767
"""UTF-16 code units of a cell of a workbook."""
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


def sheet_text(text: str) -> str:
    """For a text cell of a workbook: visible text, line breaks kept, as long as a cell may be. (No
    cell that is written as text is ever a formula.)"""
    shown = "\n".join(visible(line) for line in text.split("\n")) if "\n" in text else visible(text)
    # Writers of workbooks take text between these for rich text, and write it as it is.
    if shown.startswith("<r>"):
        shown = " " + shown
    if len(shown) * 2 > _MAX_CELL:
        # Excel counts UTF-16.
        units = shown.encode("utf-16-le")
        if len(units) > _MAX_CELL * 2:
            shown = units[: (_MAX_CELL - 1) * 2].decode("utf-16-le", "ignore") + "…"
    return shown


def markdown(text: str) -> str:
    """For GitHub Flavored Markdown: the text literally, on one line, without markup, links or
    HTML; for places where mentions are looked for, ``github_markdown``."""
    return visible(text).strip(" ").translate(_MARKDOWN)


def github_markdown(text: str) -> str:
    """As ``markdown``, for comments and job summaries: also safe from what GitHub and GitLab look
    for after the markup is gone (mentions, references, bare addresses), which a backslash does not
    keep them from; an empty comment, which nobody sees, does."""
    return _REFERENCE.sub(r"\g<0><!-- -->", markdown(text))


def code_span(text: str) -> str:
    """For Markdown: the text as code, on one line, outside of tables."""
    shown = visible(text) or " "
    fence = "`" * (max((len(run) for run in _BACKTICKS.findall(shown)), default=0) + 1)
    return f"{fence} {shown} {fence}" if "`" in shown else f"{fence}{shown}{fence}"


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
