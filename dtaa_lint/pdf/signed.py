"""Whether a file is signed."""

from __future__ import annotations

import pikepdf

_FIELDS = 100_000
"""Form fields that are asked for a signature."""


def is_signed(pdf: pikepdf.Pdf) -> bool:
    """Whether there is a signature, of the document (a field, with or without a widget) or for
    what it may be used for (/Perms)."""
    if "/Perms" in pdf.Root:
        return True
    form = pdf.Root.get("/AcroForm")
    if not isinstance(form, pikepdf.Dictionary):
        return False
    pending = _listed(form.get("/Fields"))
    for _ in range(_FIELDS):
        if not pending:
            break
        field = pending.pop()
        if not isinstance(field, pikepdf.Dictionary):
            continue
        if "/V" in field and field.get("/FT") == pikepdf.Name.Sig:
            return True
        pending += _listed(field.get("/Kids"))
    return False


def _listed(value: pikepdf.Object | None) -> list[pikepdf.Object]:
    return list(value) if isinstance(value, pikepdf.Array) else []
