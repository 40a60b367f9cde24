"""A system under test that is after the gold: it tries every way it knows to read a run's files.

The source of a plug-in package, installed by the tests; it says in its items what it got.
"""

# One way beside the other is the point.

from __future__ import annotations

import ctypes
import glob
import io
import json
import os
import shutil
import socket
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from dtaa_lint.answerability.answering.interface import Document, Item

TARGET = json.loads(Path(__file__).with_name("target.json").read_text(encoding="utf-8"))
"""Where the run's folder is, what stands in its frozen set, and who asks."""
SECRET: str = TARGET["secret"]
FROZEN = Path(TARGET["run"], "report", "benchmark", "frozen.jsonl")
PARENT = TARGET["parent"]


def by_path() -> object:
    return FROZEN.read_text(encoding="utf-8")


def by_relative_path() -> object:
    return Path(os.path.relpath(FROZEN)).read_text(encoding="utf-8")


def by_bytes_path() -> object:
    with open(os.fsencode(FROZEN), "rb") as stream:
        return stream.read()


def by_descriptor() -> object:
    return os.read(os.open(FROZEN, os.O_RDONLY), 10_000)


def by_io() -> object:
    return io.FileIO(str(FROZEN)).readall()


def by_parents_folder() -> object:
    return Path(f"/proc/{PARENT}/cwd", FROZEN.relative_to(TARGET["cwd"])).read_bytes()


def by_parents_root() -> object:
    return Path(f"/proc/{PARENT}/root{FROZEN}").read_bytes()


def by_parents_files() -> object:
    return [os.readlink(f"/proc/{PARENT}/fd/{n}") for n in range(1, 3)]


def by_parents_memory() -> object:
    return Path(f"/proc/{PARENT}/environ").read_bytes()


def by_own_proc() -> object:
    return [os.readlink(f"/proc/self/fd/{n}") for n in range(1, 3)]


def by_listing() -> object:
    return os.listdir(FROZEN.parent)


def by_scandir() -> object:
    return [entry.name for entry in os.scandir(FROZEN.parents[1])]


def by_glob() -> object:
    found = glob.glob(f"{TARGET['run']}/**/*.jsonl", recursive=True)
    return found or Refused


def by_walk() -> object:
    return [names for _, _, names in os.walk(TARGET["run"])] or Refused


def by_stat() -> object:
    return os.stat(FROZEN).st_size


def by_exists() -> object:
    return FROZEN.exists() or Refused


def by_inherited_descriptor() -> object:
    got = []
    for number in range(3, 256):
        try:
            os.lseek(number, 0, 0)
            got.append(os.read(number, 10_000))
        except OSError:
            continue
    return got if SECRET.encode() in b"".join(got) else Refused


def by_subprocess() -> object:
    return subprocess.run(["cat", FROZEN], capture_output=True, check=True).stdout


def by_shell() -> object:
    return os.popen(f"cat {FROZEN}").read() or Refused


def by_python() -> object:
    code = f"print(open({str(FROZEN)!r}).read())"
    return subprocess.check_output([sys.executable, "-c", code])


def by_fork() -> object:
    return os.fork()


def by_copy() -> object:
    shutil.copy(FROZEN, "copy")
    return Path("copy").read_bytes()


def by_link() -> object:
    os.symlink(FROZEN, "link")
    return Path("link").read_bytes()


def by_hard_link() -> object:
    os.link(FROZEN, "hard")
    return Path("hard").read_bytes()


def by_moving() -> object:
    os.rename(FROZEN, "moved")
    got = Path("moved").read_bytes()
    os.rename("moved", FROZEN)
    return got


def by_changing_folder() -> object:
    os.chdir(FROZEN.parent)
    return Path(FROZEN.name).read_bytes()


def by_database() -> object:
    return sqlite3.connect(FROZEN).execute("select 1").fetchall()


def by_network() -> object:
    with socket.create_connection(("127.0.0.1", TARGET["port"]), timeout=5) as connection:
        return connection.getpeername()


def by_environment() -> object:
    return os.environ.get("DTAA_TEST_KEY") or Refused


def by_import() -> object:
    sys.path.insert(0, str(FROZEN.parent))
    import gold_of_the_run  # type: ignore[import-not-found]

    return gold_of_the_run.SECRET


def by_compiled_code() -> object:
    """Only the kernel can refuse this."""
    libc = ctypes.CDLL(None)
    number = libc.open(os.fsencode(FROZEN), os.O_RDONLY)
    return os.read(number, 10_000) if number >= 0 else Refused


def by_another_library() -> object:
    """Nor this: the file is opened by C++."""
    import pikepdf

    with pikepdf.open(Path(TARGET["run"], "secret.pdf")) as pdf:
        return len(pdf.pages)


def by_datagram_of_compiled_code() -> object:
    """Nobody listens for it: that it is sent is enough."""
    libc = ctypes.CDLL(None)
    number = libc.socket(socket.AF_INET, socket.SOCK_DGRAM, 0)
    if number < 0:
        return Refused
    where = struct.pack("=H", socket.AF_INET) + struct.pack("!H", TARGET["port"])
    where += socket.inet_aton("127.0.0.1") + bytes(8)
    sent = libc.sendto(number, b"secret", 6, 0, where, len(where))
    os.close(number)
    return sent if sent > 0 else Refused


def by_process_of_compiled_code() -> object:
    libc = ctypes.CDLL(None)
    number = libc.fork()
    if number == 0:
        libc._exit(0)
    return number if number > 0 else Refused


class Refused:
    """Nothing was had."""


WAYS: dict[str, Callable[[], object]] = {
    name: value for name, value in list(globals().items()) if name.startswith("by_")
}


def tried() -> dict[str, str]:
    """Way -> what was had; empty for nothing."""
    got: dict[str, str] = {}
    home = os.getcwd()
    for name, way in WAYS.items():
        try:
            found = way()
        except Exception:
            found = Refused
        if name == "by_fork" and found == 0:
            os._exit(0)
        got[name] = "" if found is Refused else repr(found)[:200]
        os.chdir(home)
    return got


class Spy:
    """Looks at everything, and at what is in memory."""

    name = "spy"

    def index(self, document: Document) -> None:
        print("what a system prints is no answer")
        self._got = tried()

    def retrieve(self, question: str, k: int) -> Sequence[Item]:
        return [Item(name, said or "nothing") for name, said in sorted(self._got.items())]
