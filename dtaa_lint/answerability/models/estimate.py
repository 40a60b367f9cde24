"""What a run would cost, before anything is sent.

Rule: a token is ``BYTES_PER_TOKEN`` bytes of what is sent; a reply has ``EXPECTED_OUTPUT`` of the
tokens that it may have. Repairs and questions that are written again are not foreseen. "At most"
takes a token for a byte and every reply for as long as it may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from dtaa_lint.answerability.models.interface import Call, Role
from dtaa_lint.answerability.models.ledger import money
from dtaa_lint.answerability.models.prices import (
    BYTES_PER_TOKEN,
    Prices,
    bytes_of,
    could_be_listed,
    expected_input,
    expected_output,
    most_input,
)
from dtaa_lint.words import ENGLISH, Words


@dataclass(frozen=True, slots=True)
class Need:
    """Calls of one kind that a stage will make, where the calls themselves are not known yet."""

    role: Role
    model: str
    calls: int
    size: int
    """UTF-8 bytes that one of them sends."""
    max_tokens: int
    """Tokens that one reply may have."""


@dataclass(frozen=True, slots=True)
class Row:
    """The calls of one role to one model."""

    role: Role
    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    """US dollars expected; None when the price is unknown."""
    most: float | None
    """US dollars at most, without repairs."""


@dataclass(frozen=True, slots=True)
class Estimate:
    rows: tuple[Row, ...]
    """In the order of roles; models sorted."""
    cached: int
    """Calls that the cache answers: nothing is paid for them, and they are in no row."""
    unforeseen: int = 0
    """Calls in the rows of which nothing but their number is known, so that nobody can tell whether
    the cache has them."""

    @property
    def calls(self) -> int:
        return sum(row.calls for row in self.rows)

    @property
    def cost(self) -> float | None:
        """None where any price is unknown."""
        known = [row.cost for row in self.rows if row.cost is not None]
        return sum(known) if len(known) == len(self.rows) else None

    @property
    def most(self) -> float | None:
        known = [row.most for row in self.rows if row.most is not None]
        return sum(known) if len(known) == len(self.rows) else None

    def lines(self, words: Words = ENGLISH) -> list[str]:
        """For people: a line a row, the sum, what is unknown, and the rule."""
        lines = [
            words(
                "{role} {model}: {calls:# call|calls}, about {inputs} + {outputs} tokens, {cost}",
                role=row.role.value, model=row.model, calls=row.calls, inputs=row.input_tokens,
                outputs=row.output_tokens, cost=money(row.cost, words),
            )
            for row in self.rows
        ]  # fmt: skip
        if self.cost is not None:
            lines.append(
                words(
                    "in all: {calls:# call|calls}, about {cost}, at most {most}",
                    calls=self.calls, cost=money(self.cost, words), most=money(self.most, words),
                )
            )  # fmt: skip
        else:
            names = sorted({row.model for row in self.rows if row.cost is None})
            lines.append(
                words(
                    "in all: {calls:# call|calls}; no price is known for {names}: set it under "
                    "models.prices",
                    calls=self.calls, names=", ".join(names),
                )
            )  # fmt: skip
            if could_be_listed(names):
                lines.append(
                    words(
                        "the extra “models” brings a list of prices: pip install "
                        "'dtaa-lint[models]'"
                    )
                )
        if self.cached:
            lines.append(words("{n:# call is|calls are} answered from the cache", n=self.cached))
        if self.unforeseen:
            lines.append(
                words(
                    "{n:# of these calls is|of these calls are} not known before the run: what the "
                    "cache has of them is not asked again",
                    n=self.unforeseen,
                )
            )
        lines.append(
            words(
                "(one token for {n} bytes; a quarter of the length that a reply may have)",
                n=BYTES_PER_TOKEN,
            )
        )
        return lines


def needs_of(
    calls: Sequence[Call], in_cache: Callable[[Call], bool] = lambda _: False
) -> tuple[list[Need], int]:
    """The calls as needs, equal ones once, and how many the cache answers."""
    needs: list[Need] = []
    cached = 0
    for call in calls:
        if in_cache(call):
            cached += 1
        else:
            needs.append(Need(call.role, call.model, 1, bytes_of(call), call.max_tokens))
    return needs, cached


def estimate(
    needs: Iterable[Need],
    prices: Prices,
    *,
    cached: int = 0,
    unforeseen: int = 0,
    batched: Callable[[str], bool] = lambda _: False,
) -> Estimate:
    """Calls, tokens and cost of a run. ``batched`` says whether a model is asked in batches."""
    found: dict[tuple[Role, str], tuple[int, int, int, float | None, float | None]] = {}
    for need in needs:
        if need.calls <= 0:
            continue
        at = (need.role, need.model)
        given, out = expected_input(need.size), expected_output(need.max_tokens)
        batch = batched(need.model)
        cost = prices.cost(need.model, given, out, batch=batch)
        most = prices.cost(need.model, most_input(need.size), need.max_tokens, batch=batch)
        before = found.get(at, (0, 0, 0, 0.0, 0.0))
        found[at] = (
            before[0] + need.calls,
            before[1] + given * need.calls,
            before[2] + out * need.calls,
            _plus(before[3], cost, need.calls),
            _plus(before[4], most, need.calls),
        )
    order = {role: number for number, role in enumerate(Role)}
    rows = sorted(found.items(), key=lambda item: (order[item[0][0]], item[0][1]))
    made = tuple(Row(role, model, *sums) for (role, model), sums in rows)
    return Estimate(made, cached, unforeseen)


def _plus(total: float | None, one: float | None, times: int) -> float | None:
    return None if total is None or one is None else total + one * times
