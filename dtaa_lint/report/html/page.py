"""From views to pages: the templates' environment, and what is inlined."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib import resources

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from dtaa_lint.report.escape import scalar, visible
from dtaa_lint.report.html.charts import bar, picture
from dtaa_lint.report.html.documents import title_of
from dtaa_lint.report.text_summary import percent
from dtaa_lint.words import Words


def page(template: str, words: Words, values: Mapping[str, object]) -> bytes:
    """A page from a template. Every text that comes in is made visible and escaped; styles and
    script are inlined, and nothing but these two may run."""
    environment = Environment(
        loader=FunctionLoader(_template),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: _shown(value, words),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    style, script = _asset("report.css"), _asset("report.js")
    environment.globals.update(
        say=words,
        lang=words.lang,
        bar=bar,
        picture=picture,
        share=lambda ratio: percent(ratio.n, ratio.of, words),
        title_of=title_of,
        style=Markup(style),
        script=Markup(script),
        policy=(
            "default-src 'none'; img-src data:; "
            f"style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
            "base-uri 'none'; form-action 'none'"
        ),
    )
    environment.filters["number"] = words.number
    text = environment.get_template(template).render(values)
    # What a terminal or an old parser may stumble over is gone already; this is the last gate.
    return scalar(text).encode("utf-8")


def _shown(value: object, words: Words) -> object:
    """What a template prints: hidden and control characters of texts are spelled out."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return visible(words.of(value))
    return value


def _hash(text: str) -> str:
    """The source expression of an inline style or script (CSP level 3, 2.3.1)."""
    return f"sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}"


def _asset(name: str) -> str:
    return (resources.files("dtaa_lint.report.html") / name).read_text("utf-8")


def _template(name: str) -> str:
    return (resources.files("dtaa_lint.report.html") / "templates" / name).read_text("utf-8")
