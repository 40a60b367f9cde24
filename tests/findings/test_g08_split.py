"""A numbered list that was cut, and whose first items stand elsewhere still."""

from __future__ import annotations

import pytest

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.checks.g08_lists import list_split
from tests.graph.support import el
from tests.universe.support import universe


def listed(sign: str, text: str) -> object:
    return el("L", el("LI", el("Lbl", sign), el("LBody", text)))


@pytest.mark.parametrize(("first", "second", "said"), [("5.", "6.", "with 5,"), ("1.", "2.", "")])
def test_a_list_that_begins_later_lacks_what_stands_before(
    first: str, second: str, said: str
) -> None:
    found = universe(el("H1", "Steps"), listed(first, "Open it"), listed(second, "Close it"))
    context = Context(found.view, found)
    (issue,) = [issue for issue in list_split(context) if isinstance(issue, Issue)]
    begin = str(issue.params["begin"])
    assert said in begin and bool(begin) == bool(said)
