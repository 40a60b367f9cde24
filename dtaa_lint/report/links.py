"""Links from reports to the documentation, where a run knows its address."""

from __future__ import annotations


def rule_page(docs_url: str | None, code: str) -> str | None:
    """Address of the page of a rule (``DT0101``); None without documentation to link to."""
    return None if docs_url is None else f"{docs_url.rstrip('/')}/rules/{code}/"
