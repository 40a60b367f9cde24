"""What was paid is written down, what would be paid is said before, and no price is invented."""

from __future__ import annotations

from pathlib import Path

import pytest

from dtaa_lint.answerability.models import prices
from dtaa_lint.answerability.models.estimate import Need, estimate, needs_of
from dtaa_lint.answerability.models.interface import Reply, ReplyStatus, Role
from dtaa_lint.answerability.models.ledger import Ledger, money, read_ledger
from dtaa_lint.answerability.models.prices import Prices, bytes_of, expected_input, most_input
from dtaa_lint.answerability.models.settings import Price, make_settings
from dtaa_lint.errors import ConfigError
from tests.answerability.model_support import SCHEMA, call

PAID = "openai:own"
SETTINGS = make_settings(
    {Role.GENERATOR: PAID, Role.ANSWERER: "endpoint:here", Role.JUDGE: "groq:nobody-knows"},
    base_url="http://localhost:1/v1",
    prices={PAID: Price(10, 20)},
)
PRICES = Prices(SETTINGS, {})


def reply(status: ReplyStatus = ReplyStatus.OK, **more: int | bool) -> Reply:
    return Reply(status, {}, "", "", **{"input_tokens": 1000, "output_tokens": 100, **more})  # type: ignore[arg-type]


def test_prices_of_the_users_own_go_first_and_batches_cost_half() -> None:
    assert PRICES.cost(PAID, 1000, 100) == pytest.approx(0.012)
    assert PRICES.cost(PAID, 1000, 100, batch=True) == pytest.approx(0.006)


def test_this_machine_is_free_and_a_service_behind_it_is_not() -> None:
    assert PRICES.cost("endpoint:here", 10**6, 10**6) == 0
    relayed = make_settings({Role.JUDGE: "openai:gpt-5-mini"})
    prices = Prices(relayed, {"OPENAI_BASE_URL": "http://localhost:1/v1"})
    assert prices.cost("openai:gpt-5-mini", 10**6, 0) != 0


def test_an_unknown_price_is_none_and_never_zero() -> None:
    assert PRICES.cost("groq:nobody-knows", 1, 1) is None
    assert not PRICES.knows("groq:nobody-knows") and PRICES.knows(PAID)
    away = make_settings({Role.JUDGE: "endpoint:m"}, base_url="http://box.local/v1")
    assert Prices(away, {}).cost("endpoint:m", 1, 1) is None


def test_listed_prices_need_no_network() -> None:
    usual = PRICES.cost("anthropic:claude-haiku-4-5", 1000, 1000)
    halved = PRICES.cost("anthropic:claude-haiku-4-5", 1000, 1000, batch=True)
    assert usual is not None and halved == pytest.approx(usual / 2)
    assert usual == pytest.approx(0.006)
    # The list has no price for batches there: half is the rule of both providers with batches.
    whole = PRICES.cost("groq:llama-3.3-70b-versatile", 1000, 1000)
    assert (
        whole and PRICES.cost("groq:llama-3.3-70b-versatile", 1000, 1000, batch=True) == whole / 2
    )


def test_the_book_survives_and_counts_on(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    first = Ledger(PRICES, path)
    first.add(call(model=PAID, role=Role.GENERATOR), "k1", reply())
    first.add(call(model=PAID, role=Role.GENERATOR), "k2", reply(ReplyStatus.INVALID), batch=True)
    first.close()
    with path.open("a", encoding="utf-8") as file:
        file.write('{"key": "torn')
    second = Ledger(PRICES, path)
    assert second.total.calls == 2 and second.total.cost == pytest.approx(0.018)
    second.add(call(model="groq:nobody-knows", role=Role.JUDGE), "k3", reply())
    second.close()
    entries = read_ledger(path)
    assert [entry.key for entry in entries] == ["k1", "k2", "k3"]
    assert [entry.batch for entry in entries] == [False, True, False]
    assert entries[2].cost is None


def test_what_was_not_paid_is_not_booked() -> None:
    ledger = Ledger(PRICES)
    free = [reply(cached=True), Reply(ReplyStatus.ERROR, error="busy")]
    assert [ledger.add(call(model=PAID), "k", one) for one in free] == [None, None]
    assert ledger.add(call(model=PAID), "k", reply(ReplyStatus.ERROR)) is not None


def test_lines_that_are_no_entries_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    ledger = Ledger(PRICES, path)
    ledger.add(call(model=PAID), "k", reply())
    ledger.close()
    good = path.read_text("utf-8").strip()
    bad = [
        "[]", "{}", "no", good.replace('"input_tokens": 1000', '"input_tokens": -1'),
        good.replace('"cost": ', '"cost": 1e999, "x": '), good.replace("answerer", "cook"),
    ]  # fmt: skip
    path.write_text("\n".join([*bad, good, ""]), "utf-8")
    assert len(read_ledger(path)) == 1


def test_it_is_said_by_role_and_what_has_no_price() -> None:
    ledger = Ledger(PRICES)
    ledger.add(call(model="groq:nobody-knows", role=Role.JUDGE), "k", reply())
    ledger.add(call(model=PAID, role=Role.GENERATOR), "k", reply())
    assert ledger.lines() == [
        "generator openai:own: 1 call, 1,000 + 100 tokens, $0.0120",
        "judge groq:nobody-knows: 1 call, 1,000 + 100 tokens, price unknown",
        "spent: $0.0120",
        "and 1 call whose price is unknown",
    ]
    assert (money(0), money(1234.5), money(None)) == ("$0.00", "$1,234.50", "price unknown")


def test_a_ledger_that_cannot_be_kept_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="ledger"):
        Ledger(PRICES, tmp_path)


def test_an_estimate_follows_its_rule() -> None:
    asked = call("x" * 4000, PAID, Role.GENERATOR, max_tokens=1000)
    needs, cached = needs_of([asked, call("y", PAID)], lambda one: one.prompt == "y")
    found = estimate(needs, PRICES, cached=cached)
    size = bytes_of(asked)
    (row,) = found.rows
    assert (found.calls, found.cached) == (1, 1)
    assert (row.input_tokens, row.output_tokens) == (expected_input(size), 250)
    assert row.cost == pytest.approx((expected_input(size) * 10 + 250 * 20) / 1e6)
    assert row.most == pytest.approx((most_input(size) * 10 + 1000 * 20) / 1e6)
    assert any("1 call is answered from the cache" in line for line in found.lines())


def test_bytes_are_counted_in_utf_8() -> None:
    assert bytes_of(call("ä")) == bytes_of(call("aa"))
    assert bytes_of(call("")) == len("Answer in JSON.") + len(str(SCHEMA).replace(" ", ""))


def test_planned_calls_are_estimated_too_and_batches_halve_them() -> None:
    need = Need(Role.GENERATOR, PAID, 10, 4000, 1000)
    whole, half = (estimate([need], PRICES, batched=lambda _, b=b: b) for b in (False, True))
    assert whole.calls == 10 and whole.cost is not None
    assert half.cost == pytest.approx(whole.cost / 2)


def test_an_estimate_without_a_price_says_so() -> None:
    needs = [Need(Role.JUDGE, "groq:nobody-knows", 2, 10, 10), Need(Role.GENERATOR, PAID, 1, 1, 1)]
    found = estimate(needs, PRICES)
    assert found.cost is None and found.most is None
    assert "no price is known for groq:nobody-knows" in "\n".join(found.lines())


def test_without_the_extra_it_is_said_that_it_brings_prices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lines(model: str) -> str:
        return "\n".join(estimate([Need(Role.JUDGE, model, 2, 10, 10)], PRICES).lines())

    extra = "pip install 'dtaa-lint[models]'"
    assert extra not in lines("groq:nobody-knows")
    monkeypatch.setattr(prices, "find_spec", lambda _: None)
    assert extra in lines("groq:nobody-knows")
    # What is asked at an endpoint stands in no list, and what has a price needs none.
    assert extra not in lines("endpoint:m") and extra not in lines(PAID)
