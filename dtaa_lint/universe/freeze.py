"""The frozen canonical task set: a stratified sample that the document's bytes alone decide.

Strata are operation x topology x motif (specification section 4; paper 3.6). A universe of no more
than ``MAXIMUM`` tasks is frozen whole. Of a larger one every stratum gives ``MINIMUM`` tasks where
it has them; further seats up to ``TARGET`` go to the strata in proportion to what they have left.
The easy control band (LOCAL_FACT) is drawn by itself, and is no part of these numbers.

Which tasks of a stratum are taken is decided by the order of keyed hashes: SHA-256 over the seed
and the task's identity, the seed being SHA-256 over the file's bytes and the protocol's version.
No random generator is involved whose sequence another Python could change.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from dtaa_lint._version import PROTOCOL, __version__
from dtaa_lint.hidden import json_safe
from dtaa_lint.universe.export import Json, doc_id, dump, rejection_dict, task_dict
from dtaa_lint.universe.model import MOTIF_CLASS, Motif, Task
from dtaa_lint.universe.universe import Universe

SCHEMA_VERSION = 1
MINIMUM = 3
"""Tasks of every stratum, where it has as many."""
TARGET = 50
"""Tasks of a sample."""
MAXIMUM = 100
"""The largest universe that is frozen whole; also the most that a sample may hold."""
CONTROL = 20
"""The most tasks of the control band."""

UNIVERSE_FILE = "universe.jsonl"
FROZEN_FILE = "frozen.jsonl"
CONTROL_FILE = "control.jsonl"
MANIFEST_FILE = "manifest.json"

_CONTROL_MOTIF = Motif.LOCAL_FACT
Stratum: TypeAlias = str
"""``EXTRACT-L4-TABLE_CELL``."""


@dataclass(frozen=True, slots=True)
class Frozen:
    """What was drawn: candidates of the universe, in the order of their tasks' identities."""

    seed: str
    """64 hexadecimal digits."""
    tasks: tuple[tuple[str, int], ...]
    """(task identity, index into ``universe.candidates``)."""
    control: tuple[tuple[str, int], ...]
    """The same of the control band."""
    available: Mapping[Stratum, int]
    """Eligible tasks of each stratum, in the order of the motifs; the control band last."""
    drawn: Mapping[Stratum, int]
    """How many of them were drawn, same keys."""
    target: int = TARGET
    """The size of the sample that was wanted of a universe which is not frozen whole."""


def seed_of(sha256: str, protocol: str = PROTOCOL) -> str:
    """SHA-256 over the hash of the file's bytes and the protocol's version, in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(sha256) + protocol.encode("ascii")).hexdigest()


def stratum_of(motif: Motif) -> Stratum:
    """The stratum of a motif's tasks."""
    operation, topology = MOTIF_CLASS[motif]
    return f"{operation.value}-{topology}-{motif.value}"


def seats(
    available: Mapping[Stratum, int],
    minimum: int = MINIMUM,
    target: int = TARGET,
    maximum: int = MAXIMUM,
) -> dict[Stratum, int]:
    """How many tasks each stratum gives: ``available`` itself where all together are no more than
    ``maximum``; else its minimum and its share of the seats that are left, by largest remainders,
    equal ones in the order of the strata. ``maximum`` holds for any number of strata."""
    if sum(available.values()) <= maximum:
        return dict(available)
    given = {name: min(minimum, count) for name, count in available.items()}
    for name in reversed(list(given)):
        surplus = sum(given.values()) - maximum
        if surplus > 0:
            given[name] = max(0, given[name] - surplus)
    free = target - sum(given.values())
    left = {name: count - given[name] for name, count in available.items()}
    total = sum(left.values())
    if free <= 0 or not total:
        return given
    remainders = []
    spare = free
    for place, (name, count) in enumerate(left.items()):
        whole, rest = divmod(free * count, total)
        given[name] += whole
        spare -= whole
        remainders.append((-rest, place, name))
    for _, _, name in sorted(remainders)[:spare]:
        given[name] += 1
    return given


def freeze(universe: Universe, target: int = TARGET) -> Frozen:
    """Draws the frozen canonical task set of a document: ``target`` tasks of a universe that is not
    frozen whole, ``MAXIMUM`` at most."""
    seed = seed_of(universe.view.document.sha256)
    strata: dict[Motif, list[tuple[str, int]]] = {}
    for index, candidate in enumerate(universe.candidates):
        if candidate.reason is None:
            task = universe.task(index)
            strata.setdefault(candidate.motif, []).append((task.task_id, index))
    ordered = [motif for motif in Motif if motif in strata and motif is not _CONTROL_MOTIF]
    available = {stratum_of(motif): len(strata[motif]) for motif in ordered}
    target = min(target, MAXIMUM)
    drawn = seats(available, target=target)
    tasks: list[tuple[str, int]] = []
    for motif in ordered:
        tasks += _draw(seed, strata[motif], drawn[stratum_of(motif)])
    control: list[tuple[str, int]] = []
    if _CONTROL_MOTIF in strata:
        band = strata[_CONTROL_MOTIF]
        control = _draw(seed, band, min(CONTROL, len(band)))
        available[stratum_of(_CONTROL_MOTIF)] = len(band)
        drawn[stratum_of(_CONTROL_MOTIF)] = len(control)
    return Frozen(seed, tuple(sorted(tasks)), tuple(sorted(control)), available, drawn, target)


def _draw(seed: str, tasks: Sequence[tuple[str, int]], count: int) -> list[tuple[str, int]]:
    """The first ``count`` in the order of the keyed hashes of their identities."""
    key = bytes.fromhex(seed)

    def rank(task: tuple[str, int]) -> tuple[bytes, int]:
        return hashlib.sha256(key + task[0].encode("ascii")).digest(), task[1]

    return sorted(tasks, key=rank)[:count]


def universe_lines(universe: Universe) -> Iterator[bytes]:
    """The whole universe, one eligible task or rejected candidate a line, in the order of the
    candidates: no more than one of them is held at a time."""
    view = universe.view
    for index, candidate in enumerate(universe.candidates):
        if candidate.reason is None:
            yield _line({"status": "eligible", **task_dict(view, universe.task(index))})
        else:
            yield _line({"status": "rejected", **rejection_dict(view, candidate)})


def frozen_lines(universe: Universe, drawn: Sequence[tuple[str, int]], letter: str) -> list[bytes]:
    """Drawn tasks, one a line, numbered in their order: ``F001`` …, or another letter."""
    digits = max(3, len(str(len(drawn))))
    lines = []
    for number, (_, index) in enumerate(drawn, 1):
        task: Task = universe.task(index)
        name = f"{letter}{number:0{digits}}"
        lines.append(_line({"frozenId": name, **task_dict(universe.view, task)}))
    return lines


def manifest(universe: Universe, frozen: Frozen, files: Mapping[str, tuple[int, str]]) -> bytes:
    """What was frozen, of what, and by which rules.

    ``files``: name -> (lines, SHA-256 in hexadecimal) of what was written beside the manifest.
    Neither time nor place goes in: the same bytes give the same manifest.
    """
    view = universe.view
    summary = universe.summary()
    rejected: dict[str, Counter[str]] = {}
    for candidate in universe.rejections():
        assert candidate.reason is not None
        counts = rejected.setdefault(stratum_of(candidate.motif), Counter())
        counts[candidate.reason.value] += 1
    names = [stratum_of(motif) for motif in Motif]
    content: dict[str, Json] = {
        "schemaVersion": SCHEMA_VERSION,
        "protocol": PROTOCOL,
        "tool": {"name": "dtaa-lint", "version": __version__},
        "document": {
            "docId": doc_id(view),
            "sha256": view.document.sha256,
            "bytes": view.document.size,
            "pages": summary.pages,
        },
        "sampling": {
            "seed": frozen.seed,
            "minimumPerStratum": MINIMUM,
            "target": frozen.target,
            "maximum": MAXIMUM,
            "controlMaximum": CONTROL,
            "exhaustive": summary.eligible == len(frozen.tasks),
        },
        "counts": {
            "eligible": summary.eligible,
            "frozen": len(frozen.tasks),
            "controlEligible": summary.control,
            "controlFrozen": len(frozen.control),
            "rejected": sum(summary.rejected.values()),
        },
        "strata": [
            {
                "stratum": name,
                "eligible": frozen.available.get(name, 0),
                "frozen": frozen.drawn.get(name, 0),
                "rejected": dict(sorted(rejected.get(name, Counter()).items())),
            }
            for name in names
            if name in frozen.available or name in rejected
        ],
        "files": [
            {"name": name, "lines": lines, "sha256": digest}
            for name, (lines, digest) in files.items()
        ],
    }
    return (json_safe(json.dumps(content, ensure_ascii=False, indent=2)) + "\n").encode()


def _line(value: Mapping[str, Json]) -> bytes:
    return (dump(value) + "\n").encode()
