"""Which refusals of a service are about the form of the reply, and which are not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dtaa_lint.answerability.models.interface import ReplyStatus
from dtaa_lint.answerability.models.retry import ATTEMPTS, is_temporary
from tests.answerability.fakes.openai_api import OpenAIFake
from tests.answerability.fakes.server import Fault
from tests.answerability.model_support import call, echo
from tests.answerability.test_providers import ENDPOINT, ask, environment, served

__all__ = ["environment", "served"]


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (400, {"error": {"message": "Invalid parameter: 'response_format' is not supported"}}),
        (400, {"error": {"message": "failed to parse grammar"}}),
        (422, {"detail": [{"loc": ["body", "output_format"], "msg": "Extra inputs"}]}),
    ],
)
def test_a_refusal_that_speaks_of_the_form_is_about_the_schema(status: int, body: Any) -> None:
    with OpenAIFake(lambda system, last: f"Sure: {echo(system, last)}") as fake:
        fake.faults = [Fault(status, body)]
        (reply,) = ask(ENDPOINT, fake, [call("a", ENDPOINT)])
    assert reply.value == {"answer": "a"} and len(fake.seen) == 2


@pytest.mark.parametrize("status", [400, 415, 422, 500, 501, 503])
def test_an_outage_does_not_take_the_schema_away(served: tuple[str, Any], status: int) -> None:
    model, fake = served
    attempts = ATTEMPTS if is_temporary(status) else 1
    fake.faults = [Fault(status, {"error": {"message": "out of memory"}})] * attempts
    lost, good = ask(model, fake, [call("a", model), call("b", model)])
    assert (lost.status, good.status) == (ReplyStatus.ERROR, ReplyStatus.OK)
    assert len(fake.seen) == attempts + 1
    assert all("json_schema" in json.dumps(one.body) for one in fake.seen)
