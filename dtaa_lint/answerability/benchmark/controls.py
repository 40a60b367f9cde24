"""Questions that a document does not answer, made deterministically from the document itself.

Three kinds: a row header crossed with a column header of another table, a heading made of the words
of two others, and an item beyond the end of a list. Each looks like a question that the document
answers, and is checked to be none; where a check could not tell, there is no control. Abstaining is
the only right answer. Which of them are asked is decided by keyed hashes, as for frozen tasks.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from dtaa_lint.answerability.answering.language import primary
from dtaa_lint.answerability.benchmark.crossings import Crossing, crossings
from dtaa_lint.answerability.benchmark.invented import Invented, invented_headings
from dtaa_lint.answerability.benchmark.names import Names
from dtaa_lint.answerability.benchmark.sayings import stems
from dtaa_lint.answerability.benchmark.templates import question_id
from dtaa_lint.answerability.benchmark.wording import LANGUAGES, QUOTES, SENTENCES
from dtaa_lint.answerability.model import Phrasing, Question
from dtaa_lint.universe.export import Json
from dtaa_lint.universe.freeze import seed_of
from dtaa_lint.universe.model import Motif, SetGold
from dtaa_lint.universe.motifs.common import PATH_SEPARATOR
from dtaa_lint.universe.universe import Universe
from dtaa_lint.words import fold

PER_KIND = 8
"""The most controls of a kind."""
_LOOKED_AT = 200
"""Lists that are looked at, in the order of their hashes."""
_ALIKE = 0.6
"""Share of the shorter lead's words from which on two lists may be taken for each other."""
_AFTER = 8
"""Elements behind a list that are looked at for more of its items."""
_LISTS = frozenset({"L", "LI", "Lbl", "LBody"})
_ITEM_BEGINS = re.compile(
    r"\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)]|[^\w\s\"'“”‘’«»„(\[<¿¡§€$£#@&*+]"
)
"""A number, a letter or a bullet."""
_LONGEST_LEAD = 30
"""Words by which a list is named."""

_ITEM = {
    "en": "What is item number {number} of the list under {subject}?",
    "fr": "Quel est l’élément numéro {number} de la liste sous {subject} ?",
    "de": "Was ist der Punkt Nummer {number} der Liste unter {subject}?",
    "es": "¿Cuál es el elemento número {number} de la lista en {subject}?",
}


class ControlKind(StrEnum):
    CROSSED_HEADERS = "crossed-headers"
    """A row header with a column header of another table."""
    MISSING_HEADING = "missing-heading"
    """A heading that the document does not have, of its own words."""
    BEYOND_LIST = "beyond-list"
    """The ninth item of eight."""


@dataclass(frozen=True, slots=True)
class Control:
    """A question that the document does not answer."""

    control_id: str
    """``U`` and 16 hexadecimal digits over kind and terms."""
    kind: ControlKind
    text: str
    lang: str
    """Primary subtag of the language it is asked in."""
    terms: tuple[str, ...]
    """The document's words that it is made of: row and column header; the heading and the two that
    it is made from; the lead of the list and the number of its items."""
    nodes: tuple[int, ...]
    """Elements that they come from."""

    def question(self) -> Question:
        """The question as it is asked."""
        return Question(
            question_id=question_id(self.text),
            task_id=self.control_id,
            phrasing=Phrasing.CONTROL,
            text=self.text,
            lang=self.lang,
            templated=True,
        )


def controls(universe: Universe, most: int | None = None) -> tuple[Control, ...]:
    """The controls of a document: at most ``PER_KIND`` of a kind, and no more of one than ``most``,
    the tasks that are asked for; in the order of their ids."""
    maker = _Maker(universe, PER_KIND if most is None else min(most, PER_KIND))
    found: list[Control] = []
    for several in (maker.crossed(), maker.headings(), maker.lists()):
        found += several
    texts = {control.text: control for control in found}
    return tuple(sorted(texts.values(), key=lambda control: control.control_id))


class _Maker:
    """Makes the controls of one document."""

    def __init__(self, universe: Universe, most: int) -> None:
        self._universe = universe
        self._most = most
        self._view = universe.view
        self._key = bytes.fromhex(seed_of(universe.view.document.sha256))

    def rank(self, *parts: str) -> bytes:
        """The keyed hash that orders candidates."""
        said = "\x1f".join(parts).encode("utf-8", "surrogatepass")
        return hashlib.sha256(self._key + said).digest()

    def crossed(self) -> list[Control]:
        found: Iterator[Crossing] = crossings(self._universe, self.rank)
        kept = []
        for crossing in found:
            lang = self._language(crossing.row_node)
            fields = {
                "subject": self._quoted(crossing.row, lang),
                "constraint": self._quoted(crossing.column, lang),
            }
            text = SENTENCES[lang]["cell"][0].format(**fields)
            kept.append(
                self._control(
                    ControlKind.CROSSED_HEADERS,
                    text,
                    lang,
                    (crossing.row, crossing.column),
                    (crossing.row_node, crossing.column_node),
                )
            )
            if len(kept) >= self._most:
                break
        return kept

    def headings(self) -> list[Control]:
        found: Iterator[Invented] = invented_headings(self._view, self.rank)
        kept = []
        for made in found:
            lang = self._language(made.nodes[0])
            text = SENTENCES[lang]["scope"][0].format(subject=self._quoted(made.text, lang))
            terms = (made.text, *made.made_of)
            kept.append(self._control(ControlKind.MISSING_HEADING, text, lang, terms, made.nodes))
            if len(kept) >= self._most:
                break
        return kept

    def lists(self) -> list[Control]:
        """Of lists whose lead names them alone, whose items are counted without doubt: no lists
        within, nor any number beyond their count among the labels."""
        names = Names(self._view)
        by_node = {found.node: found for found in self._view.lists}
        leads = [
            (found.node, len(found.members), stems(self._view.text(found.anchor)))
            for found in self._view.lists
            if found.anchor >= 0
        ]
        ranked = []
        for index, candidate in enumerate(self._universe.candidates):
            if candidate.motif is Motif.HEADING_LIST and candidate.reason is None:
                name = "".join([self._view.text(node) for node in candidate.nodes])
                ranked.append((self.rank(ControlKind.BEYOND_LIST, name), index))
        kept: list[Control] = []
        for _, index in sorted(ranked)[:_LOOKED_AT]:
            task = self._universe.task(index)
            listed = by_node.get(self._universe.candidates[index].anchor)
            if listed is None or not isinstance(task.gold, SetGold) or names.recurs(task):
                continue
            labels = [member.label_text for member in listed.members]
            if any(member.nested for member in listed.members) or listed.nested_in >= 0:
                continue
            number = len(listed.members) + 1
            if number != len(task.gold.items) + 1 or _counts_otherwise(labels):
                continue
            if self._goes_on(listed.node):
                continue
            lead = stems(task.subject)
            if any(
                node != listed.node and members >= number and _alike(lead, other)
                for node, members, other in leads
            ):
                continue
            subject = fold(task.subject).rstrip(" :：.–—-")
            if not subject or len(subject.split()) > _LONGEST_LEAD:
                continue
            lang = self._language(listed.node)
            text = _ITEM[lang].format(number=number, subject=self._quoted(subject, lang))
            terms = (subject, str(number - 1))
            nodes = (self._universe.candidates[index].nodes[0], listed.node)
            kept.append(self._control(ControlKind.BEYOND_LIST, text, lang, terms, nodes))
            if len(kept) >= self._most:
                break
        return kept

    def _goes_on(self, node: int) -> bool:
        """Whether what follows a list may be more of its items, tagged otherwise."""
        nodes = self._view.nodes
        at = nodes[node].end
        for _ in range(_AFTER):
            if at >= len(nodes):
                return False
            if nodes[at].type in _LISTS:
                return True
            text = self._view.text(at)
            if text:
                return bool(_ITEM_BEGINS.match(text))
            at += 1
        return True

    def _control(
        self,
        kind: ControlKind,
        text: str,
        lang: str,
        terms: tuple[str, ...],
        nodes: tuple[int, ...],
    ) -> Control:
        said = "\x1f".join((kind.value, *terms)).encode("utf-8", "surrogatepass")
        identity = "U" + hashlib.sha256(said).hexdigest()[:16]
        return Control(identity, kind, fold(text), lang, terms, nodes)

    def _language(self, node: int) -> str:
        tag = self._view.nodes[node].lang or self._view.document.metadata.lang
        found = primary(tag)
        return found if found in LANGUAGES else "en"

    def _quoted(self, text: str, lang: str) -> str:
        begin, end = QUOTES[lang]
        return f"{begin}{fold(text.replace(PATH_SEPARATOR, ', '))}{end}"


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether one lead may be taken for another."""
    return len(one & other) > _ALIKE * min(len(one), len(other)) if one and other else False


def _counts_otherwise(labels: list[str]) -> bool:
    """Whether labels are numbers that do not count from one: "item number 9" may be the first."""
    numbers = [label.strip().strip("().:") for label in labels]
    if not any(number.isdecimal() for number in numbers):
        return False
    return numbers != [str(n) for n in range(1, len(numbers) + 1)]


def control_dict(control: Control) -> dict[str, Json]:
    """A line of ``controls.jsonl`` (``schema/controls-1.json``)."""
    return {
        "controlId": control.control_id,
        "kind": control.kind.value,
        "questionId": question_id(control.text),
        "text": control.text,
        "lang": control.lang,
        "terms": list(control.terms),
        "nodes": [f"s{node}" for node in control.nodes],
    }
