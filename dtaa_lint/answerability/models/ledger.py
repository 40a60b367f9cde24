"""What was paid, for whom: one line a call that reached a provider.

The file is appended to line by line and never rewritten; a last line that a crash tore is left
out. Calls that were answered from the cache cost nothing and stand in no line.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TextIO

from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus, Role
from dtaa_lint.answerability.models.prices import Prices
from dtaa_lint.errors import ConfigError
from dtaa_lint.words import ENGLISH, Words


@dataclass(frozen=True, slots=True)
class Entry:
    """One call that was sent."""

    key: str
    """Of the call (``cache.key_of``)."""
    role: str
    model: str
    status: str
    input_tokens: int
    output_tokens: int
    cost: float | None
    """US dollars; None when the price is unknown."""
    batch: bool
    """Sent in a batch, at a batch's price."""


@dataclass(slots=True)
class Total:
    """Sums over entries."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    """US dollars of the calls whose price is known."""
    unpriced: int = 0
    """Calls whose price is not."""

    def add(self, entry: Entry) -> None:
        self.calls += 1
        self.input_tokens += entry.input_tokens
        self.output_tokens += entry.output_tokens
        if entry.cost is None:
            self.unpriced += 1
        else:
            self.cost += entry.cost


class Ledger:
    """The book of a run. With a path, what earlier runs into the same folder paid counts too."""

    def __init__(self, prices: Prices, path: Path | None = None) -> None:
        """Raises ``ConfigError`` for a file that cannot be read or written."""
        self._prices = prices
        self._file: TextIO | None = None
        self.entries: list[Entry] = []
        self.total = Total()
        if path is not None:
            try:
                for entry in read_ledger(path):
                    self._count(entry)
                torn = path.exists() and path.read_bytes()[-1:] not in (b"", b"\n")
                self._file = path.open("a", encoding="utf-8", newline="\n")
                if torn:
                    self._file.write("\n")
            except OSError as error:
                raise ConfigError(f"{path}: the ledger cannot be kept here: {error}") from error

    def add(self, call: Call, key: str, reply: Reply, *, batch: bool = False) -> Entry | None:
        """Books a reply that was not from the cache; None where nothing was spent on it."""
        spent = reply.input_tokens or reply.output_tokens
        if reply.cached or (reply.status is ReplyStatus.ERROR and not spent):
            return None
        cost = self._prices.cost(call.model, reply.input_tokens, reply.output_tokens, batch=batch)
        entry = Entry(
            key, call.role.value, call.model, reply.status.value,
            reply.input_tokens, reply.output_tokens, cost, batch,
        )  # fmt: skip
        self._count(entry)
        if self._file is not None:
            self._file.write(json.dumps(asdict(entry), sort_keys=True) + "\n")
            self._file.flush()
        return entry

    def by_role(self) -> Mapping[tuple[Role, str], Total]:
        """(role, model) -> sums, in the order of roles, models sorted."""
        order = {role: number for number, role in enumerate(Role)}
        found: dict[tuple[Role, str], Total] = {}
        for entry in self.entries:
            found.setdefault((Role(entry.role), entry.model), Total()).add(entry)
        return dict(sorted(found.items(), key=lambda item: (order[item[0][0]], item[0][1])))

    def lines(self, words: Words = ENGLISH) -> list[str]:
        """What was spent, a line a role and one for all, for people."""
        lines = [
            words(
                "{role} {model}: {calls:# call|calls}, {inputs} + {outputs} tokens, {cost}",
                role=role.value, model=model, calls=total.calls, inputs=total.input_tokens,
                outputs=total.output_tokens,
                cost=money(None if total.unpriced else total.cost, words),
            )
            for (role, model), total in self.by_role().items()
        ]  # fmt: skip
        lines.append(words("spent: {cost}", cost=money(self.total.cost, words)))
        if self.total.unpriced:
            lines.append(
                words("and {n:# call|calls} whose price is unknown", n=self.total.unpriced)
            )
        return lines

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _count(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.total.add(entry)


def read_ledger(path: Path) -> list[Entry]:
    """The entries of a ledger; lines that are none are left out. Raises ``OSError``."""
    if not path.exists():
        return []
    lines = path.read_text("utf-8", errors="replace").split("\n")
    return list(_entries(lines))


def money(cost: float | None, words: Words = ENGLISH) -> str:
    """``$0.0123``, ``$4.20``; words where it is unknown."""
    if cost is None:
        return words("price unknown")
    return f"${cost:,.2f}" if cost >= 1 or cost == 0 else f"${cost:.4f}"


def _entries(lines: Iterable[str]) -> Iterable[Entry]:
    for line in lines:
        try:
            found = json.loads(line)
            entry = Entry(**found) if isinstance(found, dict) else None
        except (ValueError, TypeError, RecursionError):
            continue
        if entry is not None and _sane(entry):
            yield entry


def _sane(entry: Entry) -> bool:
    numbers: list[Any] = [entry.input_tokens, entry.output_tokens]
    known = all(type(number) is int and number >= 0 for number in numbers)
    cost: Any = entry.cost
    priced = cost is None or (type(cost) in (int, float) and math.isfinite(cost) and cost >= 0)
    return known and priced and entry.role in tuple(role.value for role in Role)
