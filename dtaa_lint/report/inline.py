"""Pages that need nothing else: the environment of their templates, and what is inlined.

Every text that comes in is made visible and escaped; styles and one script are inlined, and nothing
but these may run or be fetched.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from hashlib import sha256
from importlib import resources
from types import CodeType

from jinja2 import BytecodeCache, Environment, FunctionLoader, StrictUndefined, pass_context
from jinja2.bccache import Bucket
from jinja2.runtime import Context
from markupsafe import Markup

from dtaa_lint.report.escape import visible


def asset(package: str, *names: str) -> str:
    """A text file of a package."""
    return resources.files(package).joinpath(*names).read_text("utf-8")


def base_style() -> str:
    """The style that every page of this tool shares."""
    return asset("dtaa_lint.report", "html", "report.css")


def environment(
    template: Callable[[str], str],
    styles: Sequence[str],
    script: str,
    shown: Callable[[str], str] = str,
) -> Environment:
    """The environment of a page's templates, with ``style``, ``script`` and ``policy`` for its
    head. ``template``: name -> text; ``shown``: what becomes of a text before it is made
    visible."""

    # With the context, though not used: no text of a template becomes a constant of its code,
    # which is shared by languages.
    @pass_context
    def finalize(context: Context, value: object) -> object:
        if isinstance(value, str) and not isinstance(value, Markup):
            return visible(shown(value))
        return value

    made = Environment(
        loader=FunctionLoader(template),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=_COMPILED,
    )
    style = "".join(styles)
    made.globals.update(
        style=Markup(style),
        script=Markup(script),
        policy=(
            f"default-src 'none'; img-src data:; style-src '{_hash(style)}'; "
            f"script-src '{_hash(script)}'; base-uri 'none'; form-action 'none'"
        ),
    )
    return made


class _Compiled(BytecodeCache):
    """Templates that this process has compiled, which takes longer than to render most pages: a
    folder's pages, and those of a watch, are of the same ones."""

    def __init__(self) -> None:
        self._known: dict[str, CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._known.get(bucket.key + bucket.checksum)

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._known[bucket.key + bucket.checksum] = bucket.code


_COMPILED = _Compiled()


def _hash(text: str) -> str:
    """The source expression of an inline style or script (CSP level 3, 2.3.1)."""
    return f"sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}"
