"""What is wrong with an answer that came over the network, in plain words."""

from __future__ import annotations

import json
from http.client import BadStatusLine, HTTPException, LineTooLong, RemoteDisconnected

FORM = "the answer does not have the form of the interface"
_GZIP = b"\x1f\x8b"
_CAUSES = 12
"""Errors that one error was made of."""
_FORM = (TypeError, AttributeError, LookupError)
"""What software raises that takes an answer for granted."""


def plain(error: BaseException) -> str:
    """What an error of reading says of the answer; empty for one that says it itself, or that is
    about something else. The error may have been made of others."""
    found: BaseException | None = error
    for _ in range(_CAUSES):
        if found is None:
            break
        if said := _plain(found):
            return said
        found = found.__cause__ or found.__context__
    if "validation error" in str(error):
        # Of pydantic, on many lines and for programmers.
        return FORM
    if isinstance(error, _FORM):
        # The words are kept: they may tell of a mistake that is not the service's.
        return f"{FORM} ({type(error).__name__}: {error})"
    return ""


def _plain(error: BaseException) -> str:
    if isinstance(error, RecursionError):
        return "the answer is nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        if error.object.startswith(_GZIP):
            return "the answer is compressed (gzip), and should not be"
        return "the answer is not UTF-8 text"
    if isinstance(error, json.JSONDecodeError):
        if not error.doc.strip():
            return "the answer is empty"
        return f"the answer is no JSON (line {error.lineno:,}, column {error.colno:,})"
    if isinstance(error, ValueError) and "integer string conversion" in str(error):
        return "the answer has a number with too many digits"
    if isinstance(error, HTTPException):
        return _http(error)
    if type(error).__name__ == "DecodingError":
        # Of httpx, which is not imported for this; the words are ``bounded``'s.
        return str(error)
    return ""


def _http(error: HTTPException) -> str:
    if isinstance(error, LineTooLong):
        return "the answer has a header that is too long"
    if isinstance(error, BadStatusLine) and not isinstance(error, RemoteDisconnected):
        return "the answer is no HTTP"
    return "the answer has too many headers" if "headers" in str(error) else ""
