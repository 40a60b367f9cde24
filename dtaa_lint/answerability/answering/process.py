"""The answering side as a process of its own: it can read no file of a run.

It is given, over a pipe, the bytes of one document, questions as (id, text), and the names of the
systems under test; it gives back what each system shows. It starts in an empty folder, with an
environment of our own and no file but its three pipes, behind the fences of ``confine``. What it
sends is read as JSON and checked: a system cannot make this process run anything either.

Answers are made here, by ``answerer``, of a question's text and the shown items alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path, PurePath
from queue import Queue
from tempfile import TemporaryDirectory
from typing import IO, Any, TypeAlias

from dtaa_lint.answerability.answering.confine import Allowed, import_roots
from dtaa_lint.answerability.answering.embed import DEFAULT
from dtaa_lint.answerability.answering.interface import BUDGET, SEEDS
from dtaa_lint.answerability.answering.trace import Lost, read_retrieval
from dtaa_lint.answerability.model import Retrieval
from dtaa_lint.errors import ConfigError, ProviderError

RECONSTRUCTED = "egr-s-reconstructed"
"""The system that needs a part of its own: Java runs here, before, not behind the fences."""
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from dtaa_lint.answerability.answering.worker import main; main()"
)
_KEPT = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_FOR_NETWORK = (
    "DTAA_LINT_HTTP_TOKEN", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy",
    "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR",
)  # fmt: skip
"""Of the environment, where a system is an endpoint."""
_LAST = 5
"""Lines of a process's last words that are shown."""
_KINDS = {
    "egr-s": "tags", "egr-full": "tags", "chunk-hybrid": "pages", "long-context": "pages",
}  # fmt: skip
"""Systems that embed the same texts."""
_AT_ONCE = 2
"""Processes at the same time: each may need as much memory as a lint."""
_LINE = 64_000_000
"""Bytes of one answer of the process."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as the answering side gets it."""

    question_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Broken:
    """A system that cannot be measured on this document."""

    system: str
    error: str


@dataclass(frozen=True, slots=True)
class Setup:
    """What is the same for all documents."""

    embedder: str = DEFAULT
    seeds: int = SEEDS
    budget: int = BUDGET
    network: frozenset[str] = frozenset()
    """Other people's systems that may use the network; endpoints may anyway."""


_DEFAULT = Setup()
_Given: TypeAlias = Retrieval | Lost | Broken


def request(
    name: str,
    data: bytes,
    asked: Mapping[str, Sequence[Asked]],
    setup: Setup,
    allowed: Allowed,
    rebuilt: bytes | None = None,
    lang: str = "",
) -> bytes:
    """Everything that the process is told. ``name``: of the file, without its folder; ``asked``:
    system -> questions, which are asked in the order of their ids, whatever order they come in;
    ``lang``: the document's, so that who wants nothing else of its structure need not read it."""
    parts = [data] if rebuilt is None else [data, rebuilt]
    head = {
        "name": PurePath(name.replace("\\", "/")).name,
        "lang": lang,
        "embedder": setup.embedder,
        "seeds": setup.seeds,
        "budget": setup.budget,
        "questions": {
            system: [
                {"id": question.question_id, "text": question.text}
                for question in sorted(questions, key=lambda found: found.question_id)
            ]
            for system, questions in asked.items()
        },
        "allowed": allowed.as_dict(),
        "parts": [len(part) for part in parts],
    }
    text = json.dumps(head).encode()
    return b"".join((str(len(text)).encode(), b"\n", text, *parts))


def retrieve(
    name: str,
    data: bytes,
    asked: Mapping[str, Sequence[Asked]],
    setup: Setup = _DEFAULT,
    *,
    forbidden: Sequence[str] = (),
    lang: str = "",
) -> Iterator[_Given]:
    """Asks every system its questions about one document; what comes is given as it comes.

    ``forbidden``: folders of the run. They are not told of: that they lie in no folder that the
    process may read is made sure of here. ``lang``: the document's language, where it is known.

    Systems of one kind share a process, and everybody else's has one of its own; what ends a
    process costs its systems alone. Raises ConfigError for an embedder or a folder that cannot be
    had.
    """
    asked = {system: questions for system, questions in asked.items() if questions}
    if not asked:
        return
    rebuilt = None
    if RECONSTRUCTED in asked:
        try:
            rebuilt = _rebuilt(data)
        except (ConfigError, ProviderError) as error:
            yield Broken(RECONSTRUCTED, str(error))
            asked = {name: found for name, found in asked.items() if name != RECONSTRUCTED}
    with ExitStack() as stack:
        parts = []
        for group in _groups(asked):
            scratch = stack.enter_context(TemporaryDirectory(prefix="dtaa-lint-"))
            own = {system: asked[system] for system in group}
            network = any(_is_url(system) or system in setup.network for system in own)
            allowed = Allowed.of(scratch, _weights(setup.embedder), group, network)
            for folder in forbidden:
                if allowed.reads(folder):
                    raise ConfigError(
                        f"{folder}: a run cannot lie among the installed packages, which the "
                        "answering side may read; name another folder"
                    )
            made = rebuilt if RECONSTRUCTED in own else None
            sent = request(name, data, own, setup, allowed, made, lang)
            parts.append(_Process(sent, allowed, own))
        yield from _together(parts)


def _groups(systems: Iterable[str]) -> list[tuple[str, ...]]:
    """Systems that share a process: those of one kind, which embed the same texts. Everybody
    else's has one of its own."""
    groups: dict[str, list[str]] = {}
    for system in systems:
        groups.setdefault(_KINDS.get(system, system), []).append(system)
    return [tuple(group) for group in groups.values()]


def _together(parts: Sequence[_Process]) -> Iterator[_Given]:
    """What several processes give, as it comes, a few of them at a time."""
    given: Queue[_Given | Exception | None] = Queue()
    waiting = deque(parts)

    def work() -> None:
        while waiting:
            try:
                part = waiting.popleft()
            except IndexError:
                break
            try:
                for found in part.exchange():
                    given.put(found)
            except Exception as error:
                given.put(error)
        given.put(None)

    workers = [
        threading.Thread(target=work, daemon=True)
        for _ in range(min(len(parts), _AT_ONCE, os.cpu_count() or 1))
    ]
    for worker in workers:
        worker.start()
    try:
        ended = 0
        while ended < len(workers):
            found = given.get()
            if isinstance(found, Exception):
                raise found
            if found is None:
                ended += 1
            else:
                yield found
    finally:
        waiting.clear()
        for part in parts:
            part.kill()
        for worker in workers:
            worker.join()


class _Process:
    """One process: a document, and the systems that are asked in it."""

    def __init__(self, sent: bytes, allowed: Allowed, asked: Mapping[str, Sequence[Asked]]) -> None:
        self._sent = sent
        self._allowed = allowed
        self._asked = {name: {one.question_id for one in found} for name, found in asked.items()}
        self._process: subprocess.Popen[bytes] | None = None
        self._killed = False

    def exchange(self) -> Iterator[_Given]:
        """Starts it, and gives what it gives. What ends it costs the systems that are asked in
        it. Raises ConfigError for an embedder that cannot be had."""
        left = {system: set(names) for system, names in self._asked.items()}
        try:
            for found in self._exchange():
                yield found
                if isinstance(found, Broken):
                    del left[found.system]
                else:
                    left[found.system].discard(found.question_id)
        except ProviderError as error:
            for system, names in left.items():
                if names:
                    yield Broken(system, str(error))

    def kill(self) -> None:
        """Ends it, or keeps it from being started."""
        self._killed = True
        if self._process is not None:
            self._process.kill()

    def _exchange(self) -> Iterator[_Given]:
        self._process = process = subprocess.Popen(
            [sys.executable, "-I", "-c", _START, json.dumps(_search_path())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self._allowed.scratch,
            env=environment(self._allowed),
            close_fds=True,
            # Ctrl-C is this process's business.
            start_new_session=True,
        )
        assert process.stdin and process.stdout and process.stderr
        last: deque[bytes] = deque(maxlen=_LAST)
        reader = threading.Thread(target=_drain, args=(process.stderr, last), daemon=True)
        reader.start()
        try:
            if self._killed:
                return
            with suppress(OSError):
                process.stdin.write(self._sent)
            with suppress(OSError):
                process.stdin.close()
            ended = False
            while line := process.stdout.readline(_LINE):
                message = _message(line)
                kind = message.get("kind")
                if kind == "end":
                    ended = True
                elif kind == "config":
                    raise ConfigError(str(message.get("error")))
                elif kind == "failed":
                    raise ProviderError(str(message.get("error")))
                elif kind != "confined":
                    yield _found(message, self._asked)
            if not ended:
                process.wait()
                reader.join(1)
                said = b" ".join(last).decode(errors="replace").strip()
                raise ProviderError(
                    f"the answering process ended with status {process.returncode}"
                    + (f": {said[-500:]}" if said else "")
                )
        finally:
            process.kill()
            process.wait()
            reader.join(1)
            for pipe in (process.stdout, process.stderr):
                pipe.close()


def _message(line: bytes) -> Mapping[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ProviderError(f"the answering process does not write JSON: {error}") from error
    if not isinstance(message, dict):
        raise ProviderError("the answering process does not write what was agreed")
    return message


def _found(message: Mapping[str, Any], asked: Mapping[str, set[str]]) -> _Given:
    system = message.get("system")
    if not isinstance(system, str) or system not in asked:
        raise ProviderError("the answering process speaks for a system that was not asked")
    if message.get("kind") == "broken":
        return Broken(system, str(message.get("error")))
    try:
        found = read_retrieval(message)
    except ValueError as error:
        raise ProviderError(f"the answering process does not keep to the form: {error}") from error
    if found.question_id not in asked[system]:
        raise ProviderError("the answering process answers what was not asked")
    return found


def _drain(stream: IO[bytes], last: deque[bytes]) -> None:
    with suppress(OSError, ValueError):
        while line := stream.readline(4_096):
            last.append(line.strip())


def environment(allowed: Allowed) -> dict[str, str]:
    """The variables that the process gets: none of this process's keys."""
    names = (*_KEPT, *(_FOR_NETWORK if allowed.network else ()))
    kept = {name: os.environ[name] for name in names if name in os.environ}
    own = dict.fromkeys(("HOME", "TMPDIR", "TEMP", "TMP", "USERPROFILE"), allowed.scratch)
    return {**kept, **own, "LC_ALL": "C.UTF-8", "OMP_NUM_THREADS": "1"}


def _search_path() -> list[str]:
    """Where modules are imported from, as here, without the working directory's empty name."""
    zips = [path for path in sys.path if path.endswith(".zip")]
    return list(dict.fromkeys([*zips, *import_roots(), str(Path(__file__).parents[3])]))


def _weights(embedder: str) -> list[str]:
    _, _, path = embedder.partition(":")
    return [path] if path else []


def _is_url(system: str) -> bool:
    return system.startswith(("http://", "https://"))


def _rebuilt(data: bytes) -> bytes:
    """The file with the tags of a layout analysis. Raises ConfigError, ProviderError."""
    from dtaa_lint.answerability.answering.systems import reconstructed

    return reconstructed.rebuilt_file(data)
