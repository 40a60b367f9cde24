"""A client of HTTP that reads no more than memory and patience allow.

What a service sends is bounded in bytes as they come and as they unpack, and a whole request in
time: httpx's own timeout begins anew with every byte. httpx unpacks a piece as a whole, a thousand
times its size where it was made for that; here it is unpacked step by step.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from datetime import timedelta
from typing import Any

from httpx2 import AsyncByteStream, AsyncClient, DecodingError, ReadTimeout, Request, Response

LARGEST = 16_000_000
"""Bytes of the answer to a POST: replies have 400,000 characters at most."""
LARGEST_RESULTS = 400_000_000
"""Bytes of what is fetched: the results of a batch."""
TRANSFER = 3_600.0
"""Seconds that fetching, and sending a file, may take at least: a batch's files are large."""
_STEP = 65_536
_SMALL = 1_000_000
"""Bytes of a request that is no file."""
_GZIP = 16 + zlib.MAX_WBITS


class TooLarge(Exception):
    """An answer with more bytes than any right one has."""


class BoundedClient(AsyncClient):
    """As httpx's own, bounded."""

    def __init__(self, *, seconds: float, **options: Any) -> None:
        """``seconds``: that a request may take, with its answer."""
        super().__init__(**options)
        self._seconds = seconds
        # Of what httpx may know to unpack, what is unpacked here.
        self.headers["Accept-Encoding"] = "gzip"

    async def send(self, request: Request, *, stream: bool = False, **options: Any) -> Response:
        """Raises what httpx raises, ReadTimeout for a request that took its time, and ``TooLarge``
        when the answer is read."""
        until = asyncio.get_running_loop().time() + self._allowed(request)
        async with _in_time(until, request):
            response = await super().send(request, stream=True, **options)
        try:
            packing = response.headers.pop("Content-Encoding", "")
            most = LARGEST_RESULTS if request.method == "GET" else LARGEST
            assert isinstance(response.stream, AsyncByteStream)
            response.stream = _Bounded(response.stream, request, packing, most, until)
            if not stream:
                await response.aread()
        except BaseException:
            await response.aclose()
            raise
        return response

    def _allowed(self, request: Request) -> float:
        length = request.headers.get("Content-Length", "")
        small = length.isdecimal() and int(length) <= _SMALL
        if request.method == "POST" and small:
            return self._seconds
        return max(self._seconds, TRANSFER)


class _Bounded(AsyncByteStream):
    """The bytes of an answer, unpacked."""

    def __init__(
        self, stream: AsyncByteStream, request: Request, packing: str, most: int, until: float
    ) -> None:
        self._stream = stream
        self._request = request
        self._packing = [name for name in packing.replace(" ", "").casefold().split(",") if name]
        self._most = most
        self._until = until

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async with aclosing(self._unpacked()) as pieces:
            async for piece in pieces:
                size += len(piece)
                if size > self._most:
                    raise TooLarge(f"the answer is larger than {self._most:,} bytes")
                yield piece

    @property
    def elapsed(self) -> timedelta | None:
        """The time of the request, which httpx asks its own stream for."""
        return getattr(self._stream, "elapsed", None)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def _unpacked(self) -> AsyncGenerator[bytes, None]:
        names = [name for name in self._packing if name != "identity"]
        if not names:
            async for piece in self._pieces():
                yield piece
            return
        if names not in (["gzip"], ["x-gzip"]):
            said = f"the answer is packed as was not asked for: {', '.join(names)[:60]}"
            raise DecodingError(said, request=self._request)
        unpacking = zlib.decompressobj(_GZIP)
        try:
            async for piece in self._pieces():
                while piece and not unpacking.eof:
                    yield unpacking.decompress(piece, _STEP)
                    piece = unpacking.unconsumed_tail
            while more := unpacking.decompress(unpacking.unconsumed_tail, _STEP):
                yield more
        except zlib.error as error:
            said = "the answer says that it is compressed (gzip), and cannot be unpacked"
            raise DecodingError(said, request=self._request) from error

    async def _pieces(self) -> AsyncGenerator[bytes, None]:
        pieces = aiter(self._stream)
        while True:
            async with _in_time(self._until, self._request):
                try:
                    piece = await anext(pieces)
                except StopAsyncIteration:
                    return
            yield piece


@asynccontextmanager
async def _in_time(until: float, request: Request) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout_at(until):
            yield
    except TimeoutError:
        raise ReadTimeout("the answer was not whole in its time", request=request) from None
