"""A language model on this machine, as a server that speaks OpenAI's manner on loopback.

    python benchmarks/local_model.py MODEL.gguf [--port 8765] [--context 8192] [--threads 1]

Needs the package ``xllamacpp`` and a model in the GGUF format, which is yours to choose. Prints the
address for ``base-url``; name the model ``endpoint:NAME`` after its weights. Ctrl-C ends it.
"""

from __future__ import annotations

import argparse
import signal
import socket
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

LOOPBACK = "127.0.0.1"


class LocalModel:
    """The server, while the context is open."""

    def __init__(self, path: Path, port: int = 0, context: int = 8_192, threads: int = 1) -> None:
        """Raises ImportError without xllamacpp, FileNotFoundError without the model."""
        import xllamacpp

        if not path.is_file():
            raise FileNotFoundError(f"there is no model {path}")
        params = xllamacpp.CommonParams()
        params.model.path = str(path)
        params.hostnames = [LOOPBACK]
        params.port = port or _free_port()
        params.n_ctx = context
        params.n_parallel = 1
        params.cpuparams.n_threads = threads
        params.cpuparams_batch.n_threads = threads
        params.use_jinja = True
        self._params = params
        self._server: Any = None

    @property
    def url(self) -> str:
        """What ``base-url`` is."""
        return f"http://{LOOPBACK}:{self._params.port}/v1"

    def __enter__(self) -> LocalModel:
        import xllamacpp

        self._server = xllamacpp.Server(self._params)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server = None


def _free_port() -> int:
    with socket.socket() as found:
        found.bind((LOOPBACK, 0))
        port: int = found.getsockname()[1]
        return port


def main() -> int:
    parser = argparse.ArgumentParser(description="Serve a GGUF model on loopback.")
    parser.add_argument("model", type=Path)
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--context", type=int, default=8_192, help="tokens")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    try:
        model = LocalModel(options.model, options.port, options.context, options.threads)
    except (ImportError, FileNotFoundError) as error:
        print(f"{error}", file=sys.stderr)
        return 2
    with model:
        print(model.url, flush=True)
        signal.sigwait({signal.SIGINT, signal.SIGTERM})
    return 0


if __name__ == "__main__":
    sys.exit(main())
