"""When two cells say the same, as far as a reader of their texts can tell."""

from __future__ import annotations


def same_value(text: str) -> str:
    """The text without what does not make another value: spaces, currency and per cent signs."""
    return "".join(c for c in text if c.isalnum() or c in "()-−+.,/")
