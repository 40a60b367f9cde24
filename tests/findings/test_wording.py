"""Messages: quoting, counting, listing, and templates that refuse what they do not know."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtaa_lint.errors import RuleError
from dtaa_lint.findings.wording import QUOTE_LIMIT, cut, fill, listing, page_ranges, template_fields


def test_fill() -> None:
    template = "{cells:# cell|cells} under {header:q} on page {page}"
    assert fill(template, {"cells": 1, "header": " A  b\n", "page": 3}) == (
        "1 cell under “A b” on page 3"
    )
    assert fill("{n:# cell|cells}", {"n": 1204}) == "1,204 cells"
    assert fill("{{{n}}}", {"n": 1204}) == "{1,204}"
    assert template_fields(template) == {"cells", "header", "page"}


@pytest.mark.parametrize("template", ["{gone}", "{n:>8}", "{text:# one|many}", "{"])
def test_templates_that_cannot_be_filled(template: str) -> None:
    with pytest.raises(RuleError, match="template"):
        fill(template, {"n": 1, "text": "x"})


def test_braces_in_the_document_are_text() -> None:
    assert fill("{evidence:q}", {"evidence": "{cells} {0}"}) == "“{cells} {0}”"


def test_listing_and_pages() -> None:
    assert listing(["a"]) == "a"
    assert listing(["a", "b"]) == "a and b"
    assert listing(["a", "b", "c", "d", "e"]) == "a, b, c and 2 more"
    labels = ["i", "ii", "1", "2", "3", "4"]
    assert page_ranges([2], labels) == "page 1"
    assert page_ranges([0, 1, 2, 5, 5], labels) == "pages i–1 and 4"
    assert page_ranges([-1, 99], labels) == "no page"


@given(st.text(max_size=400))
def test_cut_is_short_folded_and_stable(text: str) -> None:
    shown = cut(text)
    assert len(shown) <= QUOTE_LIMIT + 1
    assert shown == " ".join(shown.split())
    if not shown.endswith("…"):
        assert shown == " ".join(text.split())
