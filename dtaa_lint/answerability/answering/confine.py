"""The fences of the answering process: what it may read, list and look at, and nothing else.

Four of them, each for what the others do not see:

- an audit hook refuses to open, list or change files outside an allow-list, to start programs, to
  signal others and to use sockets, for all Python code, whoever wrote it;
- ``os.stat`` and its like, which raise no audit event, are wrapped: what is outside is not there;
- Landlock, where the kernel has it, holds compiled code too: its files, and TCP;
- seccomp, where there is a filter, holds compiled code from sockets of any kind, and from starting
  processes.

Allowed are the interpreter, the installed packages, the weights of the embedder, and an empty
folder of its own. ``Allowed.of`` is made by the parent, ``confine`` is called in the process.
"""

# Pathlib goes through the functions that are wrapped here.

from __future__ import annotations

import importlib.util
import os
import site
import stat
import sys
import sysconfig
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from dtaa_lint.answerability.answering import landlock, seccomp

_SYSTEM = (
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/nix/store",
    "/System/Library", "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo",
    "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system", "/dev/urandom", "/dev/null",
)  # fmt: skip
"""Libraries of the system, and what says how many processors there are."""
_NETWORK = (
    "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf",
    "/etc/services", "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/usr/share/ca-certificates",
)  # fmt: skip
"""Names of hosts, and whom to trust."""
_CODE = (".py", ".pyc", ".pyd", ".so", ".dylib", ".dll")
_METADATA = (".dist-info", ".egg-info")
_ENTRIES = 2_000
"""Entries of a folder of modules that the kernel's fence is told of."""

_OPENED = frozenset({"os.listdir", "os.scandir", "os.chdir", "os.getxattr", "os.listxattr"})
_CHANGED = frozenset(
    {
        "os.chflags", "os.chmod", "os.chown", "os.lockf", "os.mkdir", "os.remove", "os.removexattr",
        "os.rename", "os.rmdir", "os.setxattr", "os.truncate", "os.utime",
    }
)  # fmt: skip
_NEVER = frozenset(
    {
        "os.exec", "os.fork", "os.forkpty", "os.kill", "os.killpg", "os.link", "os.posix_spawn",
        "os.spawn", "os.startfile", "os.symlink", "os.system", "pty.spawn", "signal.pthread_kill",
        "subprocess.Popen", "_winapi.CreateJunction", "_winapi.CreateProcess",
        "_winapi.OpenProcess", "_winapi.TerminateProcess", "sqlite3.load_extension",
    }
)  # fmt: skip
_SOCKETS = frozenset(
    {
        "socket.bind", "socket.connect", "socket.getaddrinfo", "socket.gethostbyaddr",
        "socket.gethostbyname", "socket.getnameinfo", "socket.sendmsg", "socket.sendto",
    }
)  # fmt: skip
_FILES = frozenset({"open", "sqlite3.connect", "_winapi.CreateFile"})
_LOOKS = ("stat", "lstat", "access", "readlink", "statvfs", "pathconf")
"""Functions that tell of a file without an audit event."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a process may reach. All paths are absolute and without links."""

    trees: tuple[str, ...]
    """Files, and folders with everything in them, that may be read."""
    code: tuple[str, ...]
    """Other folders that modules are imported from: only modules, packages and their metadata may
    be read there."""
    scratch: str
    """Its own folder: may be written."""
    network: bool = False

    @staticmethod
    def of(scratch: str, weights: Iterable[str], plugins: Iterable[str], network: bool) -> Allowed:
        """The allow-list of this interpreter. ``weights``: further files and folders; ``plugins``:
        entry points' names whose packages may be read whole, with their data."""
        trees = {sys.executable, sys.base_prefix + "/lib", str(Path(__file__).parents[2]), *weights}
        trees |= {p for k, p in sysconfig.get_paths().items() if k in _INSTALLED}
        trees |= {*site.getsitepackages(), site.getusersitepackages()}
        trees |= {tree for name in plugins for tree in _packages_of(name)}
        trees |= {path for path in sys.path if path.endswith(".zip")}
        trees |= {*_SYSTEM, *(_NETWORK if network else ())}
        known = sorted({os.path.realpath(tree) for tree in trees if tree})
        # The shortest say it; "/" would say everything.
        known = [p for p in known if len(p) > 1 and not _inside(p, [q for q in known if q != p])]
        code = sorted(
            {os.path.realpath(p) for p in import_roots() if not _inside(os.path.realpath(p), known)}
        )
        return Allowed(tuple(known), tuple(code), os.path.realpath(scratch), network)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    def reads(self, path: str) -> bool:
        """Whether everything in a folder may be read: a run must not lie in one."""
        return _inside(os.path.realpath(path), self.trees)


_INSTALLED = ("stdlib", "platstdlib", "purelib", "platlib")


def import_roots() -> list[str]:
    """The folders that this process imports from, the working directory by its name only when it
    was given so."""
    return list(dict.fromkeys(str(Path(p).absolute()) for p in sys.path if p and Path(p).is_dir()))


def _packages_of(name: str) -> list[str]:
    """The folders of the package that an entry point is in; nothing is imported of it."""
    from dtaa_lint.answerability.answering.systems.registry import GROUP

    for found in entry_points(group=GROUP):
        if found.name == name:
            try:
                spec = importlib.util.find_spec(found.module.split(".", 1)[0])
            except (ImportError, ValueError):
                return []
            return list(spec.submodule_search_locations or ()) if spec is not None else []
    return []


def _inside(path: str, trees: Sequence[str]) -> bool:
    return any(path == tree or path.startswith(tree.rstrip(os.sep) + os.sep) for tree in trees)


class _Fence:
    """Decides. Holds the functions of ``os`` as they were."""

    def __init__(self, allowed: Allowed) -> None:
        self._allowed = allowed
        self._above = frozenset(
            str(parent)
            for path in (*allowed.trees, *allowed.code, allowed.scratch)
            for parent in Path(path).parents
        )
        self.read = lru_cache(maxsize=None)(self._read)
        self.looked_at = lru_cache(maxsize=None)(self._looked_at)

    def own(self, path: str) -> bool:
        """Whether it is in the process's own folder."""
        scratch = self._allowed.scratch
        return _inside(path, (scratch,)) and _inside(_realpath(path), (scratch,))

    def _read(self, path: str) -> bool:
        """Whether a file may be read, or a folder listed, outside the own folder."""
        real = _realpath(path)
        if _inside(real, self._allowed.trees):
            return True
        return any(self._module(real, root) for root in self._allowed.code)

    def _module(self, real: str, root: str) -> bool:
        if not _inside(real, (root,)):
            return False
        if real == root:
            return True
        parts = real[len(root.rstrip(os.sep)) + 1 :].split(os.sep)
        if parts[0].endswith(_METADATA):
            return True
        folder = root
        for part in parts[:-1]:
            folder = f"{folder}{os.sep}{part}"
            if part != "__pycache__" and not self._package(folder):
                return False
        last = parts[-1]
        return last.endswith(_CODE) or last == "__pycache__" or self._package(real)

    def _package(self, folder: str) -> bool:
        return _isfile(f"{folder}{os.sep}__init__.py")

    def _looked_at(self, path: str) -> bool:
        real = _realpath(path)
        if real in self._above or _inside(real, self._allowed.trees):
            return True
        # The importer looks at names that may be there; those are no secret where modules are.
        return any(
            self._module(real, root) or os.path.dirname(real) == root for root in self._allowed.code
        )

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        if event in _FILES:
            path = _path(args[0])
            if path is None or self.own(path):
                return
            if not self.read(path) or (event == "open" and _writes(args) and path != os.devnull):
                raise PermissionError(f"the answering side may not open {path}")
        elif event in _OPENED:
            path = _path(args[0] if args[0] is not None else ".")
            if path is not None and not self.own(path) and not self.read(path):
                raise PermissionError(f"the answering side may not look into {path}")
        elif event in _CHANGED:
            count = 2 if event == "os.rename" else 1
            for path in map(_path, args[:count]):
                if path is not None and not self.own(path):
                    raise PermissionError(f"the answering side may not change {path}")
        elif event in _NEVER:
            raise PermissionError(f"the answering side may not do this: {event}")
        elif event in _SOCKETS and not self._allowed.network:
            raise PermissionError("the answering side may not use the network")

    def wrapped(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function of ``os`` for which what is outside is not there."""

        def look(path: Any, *args: Any, **options: Any) -> Any:
            said = _path(path)
            if said is not None and not self.own(said) and not self.looked_at(said):
                raise FileNotFoundError(2, "not there for the answering side", path)
            return function(path, *args, **options)

        return look


def _path(value: Any) -> str | None:
    """An absolute path; None for a file descriptor."""
    if isinstance(value, int) or value is None:
        return None
    try:
        path = os.fsdecode(value)
    except TypeError:
        return None
    return path if os.path.isabs(path) else os.path.join(os.getcwd(), path)


def _writes(args: tuple[Any, ...]) -> bool:
    mode, flags = args[1], args[2]
    if isinstance(mode, str):
        return any(letter in mode for letter in "wax+")
    return bool(isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


_stat, _readlink = os.stat, os.readlink
_LINKS = 40
"""Links that one path may lead through."""


def _isfile(path: str) -> bool:
    try:
        return stat.S_ISREG(_stat(path).st_mode)
    except (OSError, ValueError):
        return False


def _realpath(path: str) -> str:
    """As ``os.path.realpath``, by the functions that are not wrapped."""
    pending = path.replace(os.altsep or os.sep, os.sep).split(os.sep)[::-1]
    real = ""
    links = 0
    while pending:
        part = pending.pop()
        if part in ("", "."):
            real = real or os.sep
            continue
        if part == "..":
            real = os.path.dirname(real)
            continue
        here = os.path.join(real, part) if real else part + os.sep
        try:
            link = _readlink(here) if links < _LINKS else ""
        except (OSError, ValueError):
            link = ""
        if link:
            links += 1
            if os.path.isabs(link):
                real = ""
            pending += link.split(os.sep)[::-1]
        else:
            real = here
    return real or os.sep


@dataclass(frozen=True, slots=True)
class InForce:
    """What the kernel holds, beside what is held here."""

    landlock: int
    """The version; 0 where there is none."""
    seccomp: bool


def confine(allowed: Allowed) -> InForce:
    """Puts up the fences around this process, for good. It has one thread."""
    fence = _Fence(allowed)
    version = landlock.restrict(
        [*allowed.trees, *[entry for root in allowed.code for entry in _modules(root)]],
        allowed.code,
        [allowed.scratch, os.devnull],
        network=allowed.network,
    )
    for module in {os, sys.modules[os.name], sys.modules.get("posix", os)}:
        for name in _LOOKS:
            function = getattr(module, name, None)
            if function is not None:
                setattr(module, name, fence.wrapped(function))
    filtered = seccomp.restrict(network=allowed.network)
    sys.addaudithook(fence)
    return InForce(version, filtered)


def _modules(root: str) -> list[str]:
    """The modules, packages and metadata in a folder of modules."""
    found = []
    for entry in sorted(os.listdir(root))[:_ENTRIES]:
        path = os.path.join(root, entry)
        if entry.endswith((*_CODE, *_METADATA)) or _isfile(f"{path}{os.sep}__init__.py"):
            found.append(path)
    return found
