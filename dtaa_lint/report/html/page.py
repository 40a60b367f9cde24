"""From views to pages: what the templates of the report may use."""

from __future__ import annotations

from collections.abc import Mapping

from dtaa_lint.report.escape import scalar
from dtaa_lint.report.html.charts import bar, picture
from dtaa_lint.report.html.documents import title_of
from dtaa_lint.report.inline import asset, base_style, environment
from dtaa_lint.report.text_summary import percent
from dtaa_lint.words import Words

_PACKAGE = "dtaa_lint.report.html"


def page(template: str, words: Words, values: Mapping[str, object]) -> bytes:
    """A page from a template. Every text that comes in is made visible and escaped; styles and
    script are inlined, and nothing but these two may run."""
    made = environment(_template, [base_style()], asset(_PACKAGE, "report.js"), words.of)
    made.globals.update(
        say=words,
        lang=words.lang,
        bar=bar,
        picture=picture,
        share=lambda ratio: percent(ratio.n, ratio.of, words),
        title_of=title_of,
    )
    made.filters["number"] = words.number
    text = made.get_template(template).render(values)
    # What a terminal or an old parser may stumble over is gone already; this is the last gate.
    return scalar(text).encode("utf-8")


def _template(name: str) -> str:
    return asset(_PACKAGE, "templates", name)
