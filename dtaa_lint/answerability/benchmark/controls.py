"""Questions that a document does not answer, made deterministically from the document itself.

Four kinds: a row header crossed with a column header of a table like its own, a heading made of the
words of two others, an item beyond the end of a list, and a section, table or figure by a number
beyond the last. Each looks like a question that the document answers, and is checked to be none;
where a check could not tell, there is no control. Abstaining is the only right answer. Which of
them are asked is decided by keyed hashes, as for frozen tasks; no kind is more than half of them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from dtaa_lint.answerability.benchmark.beyond_numbers import Beyond, beyond_numbers
from dtaa_lint.answerability.benchmark.crossings import Crossing, crossings
from dtaa_lint.answerability.benchmark.invented import Invented, invented_headings
from dtaa_lint.answerability.benchmark.names import Names
from dtaa_lint.answerability.benchmark.naming import CLOSING, LEAD, leans, parts, size, unbracketed
from dtaa_lint.answerability.benchmark.sayings import names_something, stems
from dtaa_lint.answerability.benchmark.spoken_language import FUNCTION_WORDS
from dtaa_lint.answerability.benchmark.templates import placed, question_id
from dtaa_lint.answerability.benchmark.tongues import Tongues
from dtaa_lint.answerability.benchmark.wording import UNSPACED, spoken, wording
from dtaa_lint.answerability.model import Phrasing, Question
from dtaa_lint.graph.model import ListView
from dtaa_lint.universe.export import Json
from dtaa_lint.universe.freeze import seed_of
from dtaa_lint.universe.model import Motif, SetGold
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
_LIST_MOTIFS = frozenset({Motif.HEADING_LIST, Motif.NESTED_LIST})
_ITEM_BEGINS = re.compile(
    r"\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)]|[^\w\s\"'“”‘’«»„(\[<¿¡§€$£#@&*+]"
)
"""A number, a letter or a bullet."""
_CITATION = re.compile(r"[(\[]\s?\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\s?[)\]]|[¹²³⁰-⁹*†‡]")
_LEAST_LEAD = 3
"""Words of a lead."""
_NUMBERS = 4
"""The most that ask by a number: every document that counts its sections has many."""
_ALONE = 3
"""Controls of one kind where there are none of another."""


class ControlKind(StrEnum):
    CROSSED_HEADERS = "crossed-headers"
    """A row header with a column header of a table like its own."""
    MISSING_HEADING = "missing-heading"
    """A heading that the document does not have, of its own words."""
    BEYOND_LIST = "beyond-list"
    """The ninth item of eight."""
    MISSING_NUMBER = "missing-number"
    """A section, table or figure by the number after the last."""


@dataclass(frozen=True, slots=True)
class Control:
    """A question that the document does not answer."""

    control_id: str
    """``U`` and 16 hexadecimal digits over kind and terms."""
    kind: ControlKind
    text: str
    lang: str
    """Tag of the language it is asked in."""
    terms: tuple[str, ...]
    """The document's words that it is made of: row and column header; the heading and the two that
    it is made from; the lead of the list and the number of its items; the number and the last one
    that exists."""
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
    the tasks that are asked for, nor than of all others together; in the order of their ids."""
    maker = _Maker(universe, PER_KIND)
    kinds = (maker.crossed(), maker.headings(), maker.lists(), maker.numbers())
    texts: dict[str, Control] = {}
    for kept in _shared([len(kind) for kind in kinds], PER_KIND if most is None else most, kinds):
        texts.setdefault(kept.text, kept)
    return tuple(sorted(texts.values(), key=lambda control: control.control_id))


def _shared(sizes: list[int], most: int, kinds: tuple[list[Control], ...]) -> Iterator[Control]:
    """Fair shares of each kind, the first by their hashes."""
    shares = [min(size, most) for size in sizes]
    largest = max(range(len(shares)), key=lambda kind: (shares[kind], -kind))
    rest = sum(shares) - shares[largest]
    shares[largest] = min(shares[largest], max(rest, _ALONE))
    for kind, share in zip(kinds, shares, strict=True):
        yield from kind[:share]


class _Maker:
    """Makes the controls of one document."""

    def __init__(self, universe: Universe, most: int) -> None:
        self._universe = universe
        self._most = most
        self._view = universe.view
        self._tongues = Tongues(universe.view)
        self._key = bytes.fromhex(seed_of(universe.view.document.sha256))

    def rank(self, *parts: str) -> bytes:
        """The keyed hash that orders candidates."""
        said = "\x1f".join(parts).encode("utf-8", "surrogatepass")
        return hashlib.sha256(self._key + said).digest()

    def crossed(self) -> list[Control]:
        found: Iterator[Crossing] = crossings(self._universe, self.rank)
        kept = []
        for crossing in found:
            lang = self._language(crossing.row_node, crossing.row)
            fields = {
                "subject": self._quoted(crossing.row, lang),
                "constraint": self._quoted(crossing.column, lang),
            }
            text = wording(lang).sentences["cell"][0].format(**fields)
            text = placed(text, self._where(crossing.row_node, lang))
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

    def _where(self, node: int, lang: str) -> str:
        """The table that a header is of, as questions about its cells name it."""
        table = self._view.tables[self._view.cell_places[node][0]]
        sentences = wording(lang).sentences
        if table.caption_text:
            return sentences["caption_of"][0].format(caption=self._quoted(table.caption_text, lang))
        heading = self._view.heading_of(table.node)
        if heading < 0:
            return ""
        said = self._quoted(self._view.normalised(heading), lang)
        return sentences["section"][0].format(section=said)

    def headings(self) -> list[Control]:
        found: Iterator[Invented] = invented_headings(self._view, self._tongues, self.rank)
        kept = []
        for made in found:
            lang = self._language(made.nodes[0], made.text)
            text = wording(lang).sentences["scope"][0].format(subject=self._quoted(made.text, lang))
            terms = (made.text, *made.made_of)
            kept.append(self._control(ControlKind.MISSING_HEADING, text, lang, terms, made.nodes))
            if len(kept) >= self._most:
                break
        return kept

    def numbers(self) -> list[Control]:
        found: Iterator[Beyond] = beyond_numbers(self._view, self.rank)
        kept = []
        for beyond in found:
            lang = self._language(beyond.nodes[1], beyond.last)
            sentence = wording(lang).sentences["scope" if beyond.section else "table"][0]
            text = sentence.format(subject=self._quoted(beyond.name, lang))
            terms = (beyond.name, beyond.last)
            kept.append(self._control(ControlKind.MISSING_NUMBER, text, lang, terms, beyond.nodes))
            if len(kept) >= _NUMBERS:
                break
        return kept

    def lists(self) -> list[Control]:
        """Of lists whose lead names them alone and is clear by itself, whose items are counted
        without doubt: no lists within, nor any number beyond their count among the labels."""
        names = Names(self._view)
        by_node = {found.node: found for found in self._view.lists}
        ranked = []
        for index, candidate in enumerate(self._universe.candidates):
            if candidate.motif in _LIST_MOTIFS and candidate.reason is None:
                name = "".join([self._view.text(node) for node in candidate.nodes])
                ranked.append((self.rank(ControlKind.BEYOND_LIST, name), index))
        leads = [
            (found.node, len(found.members), stems(self._lead(found)))
            for found in self._view.lists
            if found.anchor >= 0
        ]
        kept: list[Control] = []
        for _, index in sorted(ranked)[:_LOOKED_AT]:
            task = self._universe.task(index)
            listed = by_node.get(self._universe.candidates[index].anchor)
            if listed is None or not isinstance(task.gold, SetGold) or names.recurs(task):
                continue
            labels = [member.label_text for member in listed.members]
            if any(member.nested for member in listed.members):
                continue
            number = len(listed.members) + 1
            if number != len(task.gold.items) + 1 or _counts_otherwise(labels):
                continue
            if self._goes_on(listed):
                continue
            raw = self._lead(listed)
            heads = names.heading(task.subject)
            if not heads and not _introduces(raw, of_item=listed.nested_in >= 0):
                continue
            lead = stems(task.subject)
            if any(
                node != listed.node and members >= number and _alike(lead, other)
                for node, members, other in leads
            ):
                continue
            subject = fold(task.subject).rstrip(CLOSING)
            lang = self._language(listed.node, subject)
            if not subject or size(subject) > LEAD or leans(subject, lang):
                continue
            if unbracketed(subject) != subject or not names_something(subject):
                continue
            text = wording(lang).item.format(number=number, subject=self._quoted(subject, lang))
            terms = (subject, str(number - 1))
            nodes = (self._universe.candidates[index].nodes[0], listed.node)
            kept.append(self._control(ControlKind.BEYOND_LIST, text, lang, terms, nodes))
            if len(kept) >= self._most:
                break
        return kept

    def _lead(self, found: ListView) -> str:
        """What introduces a list; of an item that holds it, what stands before it."""
        anchor, nodes = self._view.nodes[found.anchor], self._view.nodes
        if found.anchor < found.node < anchor.end:
            return self._view.document.text[anchor.text_start : nodes[found.node].text_start]
        return self._view.text(found.anchor)

    def _goes_on(self, listed: ListView) -> bool:
        """Whether what follows a list may be more of its items, tagged otherwise. What follows a
        list in an item may be the next item of the list around it."""
        nodes = self._view.nodes
        at = nodes[listed.node].end
        for _ in range(_AFTER):
            if at >= len(nodes):
                return False
            if nodes[at].type in _LISTS:
                return not (nodes[at].type == "LI" and nodes[at].parent == listed.nested_in)
            if listed.nested_in >= 0 and at >= nodes[listed.nested_in].end:
                return False
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

    def _language(self, node: int, text: str) -> str:
        return spoken(self._tongues.tag(node), text)

    def _quoted(self, text: str, lang: str) -> str:
        begin, end = wording(lang).quotes
        return f"{begin}{('，' if lang in UNSPACED else ', ').join(parts(text))}{end}"


def _introduces(lead: str, *, of_item: bool) -> bool:
    """Whether a lead is a sentence that ends in a colon, or, of an item with a list in it, a plain
    phrase (``Pay the levy``): no rest of one, and without the mark of a citation or of a note,
    which would be taken for part of it."""
    said = fold(lead)
    if _CITATION.search(said) or size(said) < _LEAST_LEAD:
        return False
    last = said.rsplit(None, 1)[-1].casefold()
    return said.endswith((":", "：")) or (
        of_item and said[-1:].isalnum() and last not in FUNCTION_WORDS
    )


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
