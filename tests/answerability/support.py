"""Documents made by hand, as both sides of the assessment see them, and an embedder of our own."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from dtaa_lint.answerability.answering.embed import Vectors
from dtaa_lint.answerability.answering.interface import Document
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.read import read
from dtaa_lint.universe.model import Motif, Task
from dtaa_lint.universe.universe import Universe, enumerate_tasks
from tests.make import Doc, el


class WordEmbedder:
    """Texts as bags of hashed words: deterministic, without weights."""

    name = "words"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        self.asked += texts
        rows = np.zeros((len(texts), 64), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split():
                row[hashlib.sha256(word.encode()).digest()[0] % 64] += 1
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        lengths[lengths == 0] = 1
        return rows / lengths


def document(*top: Any, **options: Any) -> Document:
    """A document of these elements."""
    data = Doc(**options).add(*top).bytes()
    with TemporaryDirectory() as folder:
        path = Path(folder, "made.pdf")
        path.write_bytes(data)
        return Document(data, View(read(str(path))))


def tasks_of(made: Document, motif: Motif) -> list[Task]:
    """The eligible tasks of one motif, in order."""
    found: Universe = enumerate_tasks(made.view)
    return [task for task in found.tasks() if task.motif is motif]


def node_of(made: Document, text: str, kind: str = "") -> int:
    """The innermost element with this text; its type may be given."""
    found = [
        element.index
        for element in made.view.nodes
        if made.view.text(element.index) == text and kind in ("", element.type)
    ]
    assert found, f"no element says {text!r}"
    return found[-1]


def table(*rows: Sequence[str], caption: str = "") -> Any:
    """A table with a header row and a header column."""
    head = el("TR", *[el("TH", text, scope="Column") for text in rows[0]])
    body = [
        el("TR", el("TH", row[0], scope="Row"), *[el("TD", text) for text in row[1:]])
        for row in rows[1:]
    ]
    return el("Table", *([el("Caption", caption)] if caption else []), head, *body)


def prices(*, caption: str = "", second: str = "2.1") -> Any:
    """A table of prices, in which 2.1 stands more than once."""
    return table(
        ("Plan", "2023", "2024"),
        ("Basic", "2.1", second),
        ("Plus", "3.4", "3.9"),
        ("Family", "5.0", "2.1"),
        caption=caption,
    )


def items(*members: str) -> Any:
    """A list with bullets."""
    return el("L", *[el("LI", el("Lbl", "•"), el("LBody", text)) for text in members])
