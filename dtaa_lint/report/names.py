"""Names of files that are made one for each document of a run."""

from __future__ import annotations

from collections.abc import Sequence


def distinct(stems: Sequence[str]) -> list[str]:
    """The stems in order, no two alike in any case: the second ``r`` is ``r-2``."""
    used: set[str] = set()
    names = []
    for stem in stems:
        name, count = stem, 1
        while name.casefold() in used:
            count += 1
            name = f"{stem}-{count}"
        used.add(name.casefold())
        names.append(name)
    return names


def stem_of(path: str) -> str:
    """The name of a PDF without its folder and ``.pdf``."""
    name = path.replace("\\", "/").rsplit("/", 1)[-1]
    return name[:-4] if name.lower().endswith(".pdf") else name
