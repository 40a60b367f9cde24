"""When two cells say the same, as far as a reader of their texts can tell."""

from __future__ import annotations


def same_value(text: str) -> str:
    """The text without what does not make another value: case, spaces, currency and per cent signs,
    and the stop at its end."""
    kept = [c for c in text.casefold() if c.isalnum() or c in "()-−+.,/"]
    return "".join(kept).rstrip(".,")
