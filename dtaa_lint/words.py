"""The words that people read: templates, how they are filled, and the languages they come in.

A text for people is a template in English with ``{name}`` fields, filled by ``Words``; the English
template is its key in the catalogue of another language. Code that does not know the reader's
language makes a ``Phrase``: a text in English that ``Words`` can put into another language. Every
room may use this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, NamedTuple

from dtaa_lint.errors import ConfigError, RuleError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

QUOTE_LIMIT = 60
"""Characters of a quotation in a message before it is cut."""

SOURCE = "en"
"""The language that the templates are written in."""
DOMAIN = "dtaa_lint"
"""Name of the catalogues: ``locale/LANG/LC_MESSAGES/dtaa_lint.mo``."""


def fold(text: str) -> str:
    """White space runs become one space."""
    return " ".join(text.split())


def cut(text: str, limit: int = QUOTE_LIMIT) -> str:
    """The folded text, cut at a word before ``limit`` characters, with an ellipsis when cut."""
    # Folding only what can be shown keeps this cheap on the text of a whole document.
    folded = fold(text[: limit * 8])
    if len(folded) <= limit:
        return folded
    head = folded[:limit]
    space = head.rfind(" ")
    return (head[:space] if space > limit // 2 else head).rstrip(" ,;:.–-") + "…"


class Style(NamedTuple):
    """How a language writes what templates do not spell out."""

    thousands: str
    decimal: str
    quotes: tuple[tuple[str, str], ...]
    """Opening and closing marks, outermost first; the last pair holds for all levels below."""
    plural: Callable[[int], int] | None = None
    """Which of a noun's forms goes with a number; None asks the catalogue."""


STYLES: Mapping[str, Style] = {
    SOURCE: Style(",", ".", (("“", "”"),), lambda n: int(n != 1)),
    "fr": Style("\N{NARROW NO-BREAK SPACE}", ",", (("«\u202f", "\u202f»"), ("“", "”"))),
}
"""Language -> its style; one without an entry is written like English."""


class Phrase(str):
    """A text for people that was made without knowing their language: in English it is what it
    says, and ``Words.of`` gives it in another language.

    ``Phrase("column {n}", n=1)``; the template is literal, so that it can be extracted.
    """

    __slots__ = ("fields", "template")
    template: str
    fields: Mapping[str, object]

    def __new__(cls, template: str, /, **fields: object) -> Phrase:
        phrase = super().__new__(cls, fill(template, fields) if "{" in template else template)
        phrase.template = template
        phrase.fields = fields
        return phrase

    def render(self, words: Words, depth: int = 0) -> str:
        """In the language of ``words``; ``depth``: quotation marks around it."""
        return words.fill(self.template, self.fields, depth)

    def __reduce__(self) -> tuple[object, ...]:
        return (str, (str(self),))


class _Quoted(Phrase):
    """A quotation, folded and cut already."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> _Quoted:
        phrase = str.__new__(cls, f"“{text}”")
        phrase.text = text
        return phrase

    def render(self, words: Words, depth: int = 0) -> str:
        return words.quoted(self.text, depth)


class _Listed(Phrase):
    """Parts as a list in running text."""

    __slots__ = ("compose", "parts")
    parts: tuple[str, ...]
    compose: Callable[[Words, list[str]], str]

    def __new__(cls, parts: Sequence[str], join: Callable[[Words, list[str]], str]) -> _Listed:
        phrase = str.__new__(cls, join(ENGLISH, list(parts)))
        phrase.parts = tuple(parts)
        phrase.compose = join
        return phrase

    def render(self, words: Words, depth: int = 0) -> str:
        return self.compose(words, [words.of(part, depth) for part in self.parts])


def mark(text: str) -> str:
    """The text itself: says that it is shown to people and has to be translated, where it is used
    as a template, or shown by ``Words.said``, elsewhere."""
    return text


def quote(text: str, limit: int = QUOTE_LIMIT, lead: str = "") -> Phrase:
    """The text in quotation marks, folded and cut; ``lead`` stands before it within them."""
    return _Quoted(lead + cut(text, limit))


def listing(parts: Sequence[str], limit: int = 4) -> Phrase:
    """``a``, ``a and b``, ``a, b and c``, ``a, b, c and 5 more``."""

    def join(words: Words, shown: list[str]) -> str:
        if len(shown) > limit:
            first = ", ".join(shown[: limit - 1])
            return words("{first} and {n:# more|more}", first=first, n=len(shown) - limit + 1)
        if len(shown) > 1:
            return words("{first} and {last}", first=", ".join(shown[:-1]), last=shown[-1])
        return shown[0] if shown else ""

    return _Listed(parts, join)


def alternatives(parts: Sequence[str]) -> Phrase:
    """``a``, ``a or b``, ``a, b or c``."""

    def join(words: Words, shown: list[str]) -> str:
        if len(shown) > 1:
            return words("{first} or {last}", first=", ".join(shown[:-1]), last=shown[-1])
        return shown[0] if shown else ""

    return _Listed(parts, join)


def joined(parts: Sequence[str], separator: str) -> Phrase:
    """The parts with a sign between them that is the same in every language."""
    return _Listed(parts, lambda _, shown: separator.join(shown))


def page_ranges(pages: Sequence[int], labels: Sequence[str]) -> Phrase:
    """``page 3``, ``pages 3–9 and 12``: 0-based indices, shown by their labels."""
    indices = sorted({page for page in pages if 0 <= page < len(labels)})
    if not indices:
        return Phrase("no page")
    runs: list[tuple[int, int]] = []
    for page in indices:
        if runs and runs[-1][1] == page - 1:
            runs[-1] = (runs[-1][0], page)
        else:
            runs.append((page, page))
    shown = listing([labels[a] if a == b else f"{labels[a]}–{labels[b]}" for a, b in runs], 6)
    return Phrase("page {page}" if len(indices) == 1 else "pages {page}", page=shown)


@cache
def _parts(template: str) -> tuple[tuple[str, str | None, str], ...]:
    try:
        return tuple(
            (literal, name, spec or "") for literal, name, spec, _ in Formatter().parse(template)
        )
    except ValueError as error:
        raise RuleError(f"message template {template!r}: {error}") from error


def template_fields(template: str) -> frozenset[str]:
    """Names of the fields of a template. Raises RuleError when it cannot be parsed."""
    return frozenset(name for _, name, _ in _parts(template) if name is not None)


def template_kinds(template: str) -> frozenset[tuple[str, str]]:
    """(field, kind of its format): ``#`` for a counted noun, ``?`` for words that agree with a
    number, ``q`` for a quotation, a number's format, or nothing."""
    return frozenset(
        (name, spec[0] if spec[:2] in ("# ", "? ") else spec)
        for _, name, spec in _parts(template)
        if name is not None
    )


def fill(template: str, params: Mapping[str, object]) -> str:
    """The template with its fields filled, in English.

    Format specifications: ``q`` quotes the value, ``# one|many`` counts a noun, ``? one|many``
    gives the word alone that agrees with the number, ``.1f`` (any decimals), ``g`` and ``d``
    (without separators) format numbers, none shows the value. Raises RuleError for a field that
    ``params`` lacks or an unknown specification.
    """
    return _fill(ENGLISH, template, template, params, 0)


def _fill(words: Words, template: str, shown: str, params: Mapping[str, object], depth: int) -> str:
    """``shown`` is the template in the language of ``words``."""
    out: list[str] = []
    for literal, name, spec in _parts(shown):
        out.append(literal)
        if name is None:
            continue
        if name not in params:
            raise RuleError(f"message template {template!r} needs {name!r}, which is not given")
        value = params[name]
        if not spec:
            if type(value) is int:
                out.append(words.number(value, ","))
            else:
                out.append(words.of(value, depth) if isinstance(value, str) else str(value))
        elif spec == "q":
            out.append(words.quoted(_quotable(words, value, depth + 1), depth))
        elif spec[:2] in ("# ", "? ") and "|" in spec and isinstance(value, int):
            forms = spec[2:].split("|")
            form = forms[min(words.plural(value), len(forms) - 1)]
            out.append(f"{words.number(value, ',')} {form}" if spec[0] == "#" else form)
        elif spec[-1] in "dfg" and isinstance(value, int | float):
            out.append(words.number(value, spec))
        else:
            raise RuleError(f"message template {template!r}: cannot format {name!r} as {spec!r}")
    return "".join(out)


def _quotable(words: Words, value: object, depth: int) -> str:
    """A value as it stands in quotation marks."""
    if not isinstance(value, Phrase):
        return cut(str(value))
    shown = words.of(value, depth)
    # Folding would make the spaces of the language plain ones.
    return shown if len(shown) <= QUOTE_LIMIT else cut(shown)


@dataclass(frozen=True, slots=True)
class Words:
    """Texts for people in one language: ``words("{n:# finding|findings}", n=3)``."""

    lang: str = SOURCE
    """BCP 47 tag of the language: ``en``, or one that has a catalogue (see ``pick``)."""

    def __call__(self, template: str, /, **fields: object) -> str:
        """The template in this language, with its fields filled."""
        return self.fill(template, fields)

    def fill(self, template: str, fields: Mapping[str, object], depth: int = 0) -> str:
        """The template in this language, with its fields filled; ``depth``: quotation marks that
        it stands in. Raises RuleError as the function of that name does."""
        return _fill(self, template, self.translate(template), fields, depth)

    def translate(self, template: str) -> str:
        """The template itself in this language; as it is where the catalogue lacks it."""
        if self.lang == SOURCE or not template:
            return template
        return _catalogue(self.lang)[0](template)

    def of(self, text: str, depth: int = 0) -> str:
        """A ``Phrase`` in this language; any other text as it is."""
        if isinstance(text, Phrase):
            return str(text) if self.lang == SOURCE else text.render(self, depth)
        return text

    def said(self, text: str) -> str:
        """What this tool says by itself, a ``Phrase`` or a literal, in this language; not for what
        documents say."""
        return self.of(text) if isinstance(text, Phrase) else self.translate(text)

    @property
    def quotes(self) -> tuple[str, str]:
        """The quotation marks of this language."""
        return _style(self.lang).quotes[0]

    def quoted(self, text: str, depth: int = 0) -> str:
        """The text in quotation marks of this language, those for ``depth`` others around."""
        quotes = _style(self.lang).quotes
        left, right = quotes[min(depth, len(quotes) - 1)]
        return f"{left}{text}{right}"

    def number(self, value: float, spec: str = ",") -> str:
        """A number by a format specification of Python, with this language's separators."""
        text = format(value, spec)
        if self.lang == SOURCE:
            return text
        style = _style(self.lang)
        return text.translate({ord(","): style.thousands, ord("."): style.decimal})

    def plural(self, n: int) -> int:
        """Which form of a counted noun goes with ``n``: 0 for the first."""
        style = _style(self.lang)
        return (style.plural or _catalogue(self.lang)[1])(n)


ENGLISH = Words()


def _style(lang: str) -> Style:
    return STYLES.get(lang) or STYLES.get(lang.partition("-")[0]) or STYLES[SOURCE]


def _folder() -> Path | Traversable:
    """Where the catalogues are."""
    folder = Path(__file__).resolve().parent / "locale"
    if folder.is_dir():
        return folder
    # Not on the file system (an archive on the path). The import is slow, so it comes last.
    from importlib import resources

    return resources.files("dtaa_lint") / "locale"


def _file(lang: str) -> Path | Traversable:
    return _folder() / lang.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.mo"


def languages() -> tuple[str, ...]:
    """The languages that there are, BCP 47; English first."""
    folder = _folder()
    found = [item.name.replace("_", "-") for item in folder.iterdir()] if folder.is_dir() else []
    return (SOURCE, *sorted(lang for lang in found if _file(lang).is_file()))


def pick(wanted: str) -> str:
    """The language that serves who asks for ``wanted`` (BCP 47, any case, ``_`` for ``-``): itself,
    or what is left of it when regions and the like are taken off. Raises ConfigError with those
    that there are."""
    tag = wanted.strip().replace("_", "-").lower()
    if tag == SOURCE or tag.startswith(f"{SOURCE}-"):
        return SOURCE
    known = {lang.lower(): lang for lang in languages()}
    asked = tag
    while tag:
        if tag in known:
            return known[tag]
        tag = tag.rpartition("-")[0]
    raise ConfigError(f'unknown language "{asked[:40]}"; languages are {", ".join(known.values())}')


@cache
def _catalogue(lang: str) -> tuple[Callable[[str], str], Callable[[int], int]]:
    """How a language's catalogue translates, and which form it gives to a number."""
    from gettext import GNUTranslations

    try:
        with _file(lang).open("rb") as file:
            found = GNUTranslations(file)
    except OSError as error:
        raise ConfigError(f'there is no catalogue of the language "{lang[:40]}"') from error
    plural: Callable[[int], int] = found.plural  # type: ignore[attr-defined]
    return found.gettext, plural
