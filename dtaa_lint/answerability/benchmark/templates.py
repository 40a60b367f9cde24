"""Templated questions: Q0 in the document's own terms, and a lexical variant of it.

Deterministic: the retrieval tier needs no model. A question is asked in the language of the
element that it is about where templates are known for it, else in the document's own words with
signs between them. It names section and caption only when what it asks by recurs or is not clear by
itself, and never its answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from dtaa_lint.answerability.benchmark.checks import NO_CONSTRAINT, objections
from dtaa_lint.answerability.benchmark.lexicon import expansions, reworded
from dtaa_lint.answerability.benchmark.names import Names
from dtaa_lint.answerability.benchmark.naming import (
    lead,
    leans,
    parts,
    shortened,
    size,
    unbracketed,
)
from dtaa_lint.answerability.benchmark.sayings import stems
from dtaa_lint.answerability.benchmark.things import KIND, Things, Told
from dtaa_lint.answerability.benchmark.tongues import Tongues
from dtaa_lint.answerability.benchmark.wording import UNSPACED, spoken, wording
from dtaa_lint.answerability.model import Phrasing, Question
from dtaa_lint.graph.view import View
from dtaa_lint.universe.model import ComparisonGold, Motif, Task
from dtaa_lint.universe.motifs.common import PATH_SEPARATOR
from dtaa_lint.universe.validate import plain
from dtaa_lint.words import fold, mark

_KIND = {
    Motif.LOCAL_FACT: "fact",
    Motif.HEADING_SCOPE: "scope",
    Motif.HEADING_LIST: "list",
    Motif.NESTED_LIST: "nested",
    Motif.SECTION_SET: "set",
    Motif.LABEL_VALUE: "value",
    Motif.DEFINITION: "definition",
    Motif.TABLE_CELL: "cell",
    Motif.TABLE_COMPARE: "compare",
    Motif.TABLE_SERIES: "series",
    Motif.TABLE_SUMMARY: "table",
    Motif.FIGURE_ALT: "figure",
    Motif.FIGURE_CAPTION: "caption",
    Motif.NOTE_QUALIFICATION: "note",
    Motif.REFERENCE_TARGET: "reference",
}
_TABLES = frozenset({Motif.TABLE_CELL, Motif.TABLE_COMPARE, Motif.TABLE_SERIES, Motif.LABEL_VALUE})
_INTRODUCED = frozenset({Motif.HEADING_LIST, Motif.NESTED_LIST})
_STATED = frozenset(
    {Motif.NOTE_QUALIFICATION, Motif.REFERENCE_TARGET, Motif.LOCAL_FACT, *_INTRODUCED}
)
"""Motifs whose subject is a lead or a statement of the document."""
_BRIEF = 3
"""Words with a meaning up to which a lead, ``Key features include``, says too little of what."""
_HEADER = 12
"""Words of a header up to which it reads well without quotation marks."""

UNCLEAR = mark("is not clear without what stands before it, and no section names it")
"""Objection: nothing tells which of them it means."""
UNNAMED = mark("is about a table or figure that nothing printed tells from the others")
"""Objection: a reader of the pages cannot know which one is asked for."""


@dataclass(frozen=True, slots=True)
class Excluded:
    """A question that was not asked, and why."""

    task_id: str
    phrasing: Phrasing
    text: str
    objections: tuple[str, ...]


def questions(
    view: View, tasks: Iterable[Task]
) -> tuple[tuple[Question, ...], tuple[Excluded, ...]]:
    """Q0 of every task, and its lexical variant where the document or the lexicon has other words;
    and what the checks excluded."""
    writer = Writer(view)
    asked: list[Question] = []
    left: list[Excluded] = []
    for task in tasks:
        for phrasing in (Phrasing.Q0, Phrasing.LEXICAL):
            written = writer.question(task, phrasing)
            if isinstance(written, Question):
                asked.append(written)
            elif written is not None:
                left.append(written)
    return tuple(asked), tuple(left)


class Writer:
    """Writes the templated questions of one document."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._names = Names(view)
        self._tongues = Tongues(view)
        self._things = Things(view, self._tongues)
        self._expansions = expansions(view, self._tongues.document)

    def question(self, task: Task, phrasing: Phrasing) -> Question | Excluded | None:
        """The question in this phrasing; None where the lexical variant would say nothing new."""
        lang = self.language(task)
        lexical = phrasing is Phrasing.LEXICAL
        sentence = _Sentence(task, lang, lexical, self._names, self._things, self._expansions)
        said = lead(task.subject) if task.motif in _INTRODUCED else task.subject
        stated = task.motif in _STATED and not self._names.heading(task.subject)
        unclear = stated and leans(said, lang)
        brief = stated and task.motif in _INTRODUCED and len(stems(said)) <= _BRIEF
        told = self._names.recurs(task) or self._names.says_little(task)
        text = sentence.text(qualified=unclear or brief or told)
        wrong = objections(text, task)
        if sentence.unnamed:
            return None if lexical else Excluded(task.task_id, phrasing, text, (*wrong, UNNAMED))
        if unclear and (not sentence.placed or wrong):
            if not lexical:
                return Excluded(task.task_id, phrasing, text, (*wrong, UNCLEAR))
            return None
        if wrong and not lexical and not sentence.by_section:
            # What says where may be what gives the answer away.
            bare = sentence.text(qualified=False)
            if not objections(bare, task):
                text, wrong = bare, ()
        if lexical:
            # Other words for the constraint are the point of the variant.
            wrong = tuple([objection for objection in wrong if objection != NO_CONSTRAINT])
            if not sentence.reworded:
                return None
        if wrong:
            return Excluded(task.task_id, phrasing, text, wrong)
        return Question(question_id(text), task.task_id, phrasing, text, lang, templated=True)

    def language(self, task: Task) -> str:
        """The language to ask in, ``zh-Hant`` for Chinese in traditional characters; one without
        templates has the neutral ones."""
        node = task.slots[0].any_of[0][0] if task.slots else -1
        return spoken(self._tongues.tag(node), task.subject)


def question_id(text: str) -> str:
    """The question's identity: of its text alone."""
    return "Q" + hashlib.sha256(text.encode()).hexdigest()[:16]


def placed(text: str, where: str) -> str:
    """A question that says where, before the sign that ends it."""
    if not where:
        return text
    gap = text[-2] if text[-2:-1] in (" ", "\u00a0") else ""
    return f"{text[:-1].rstrip()}{where}{gap}{text[-1]}"


class _Sentence:
    """The question of one task in one wording."""

    def __init__(
        self,
        task: Task,
        lang: str,
        lexical: bool,
        names: Names,
        things: Things,
        known: dict[str, str],
    ) -> None:
        self._task = task
        self._lang = lang
        self._wording = wording(lang)
        self._lexical = lexical
        self._names = names
        self._things = things
        self._known = known
        self.reworded = False
        """Whether other words were found for one of the document's."""
        self.placed = False
        """Whether the question says where."""
        self.by_section = False
        """Whether nothing but the section tells what it is about."""
        self.unnamed = False
        """Whether nothing does."""

    def text(self, *, qualified: bool) -> str:
        """The whole question; ``qualified``: it says where."""
        task = self._task
        fields = {
            "subject": self._subject(),
            "constraint": self._quoted(task.constraint, header=task.motif in _TABLES),
        }
        kind = _KIND[task.motif]
        if task.motif is Motif.FIGURE_ALT and not task.subject:
            kind = "some_figure"
        if task.motif is Motif.HEADING_LIST and self._names.heading(task.subject):
            kind = "heading_list"
        if task.motif is Motif.HEADING_SCOPE and self._names.parted(task):
            kind = "scope_itself"
        if task.motif is Motif.HEADING_SCOPE and self._names.shows(task):
            kind = "scope_text"
        if task.motif is Motif.SECTION_SET and self._names.titles(task):
            kind = "set_document"
        if isinstance(task.gold, ComparisonGold):
            shared, left, right = _apart(task.gold.left[0], task.gold.right[0])
            fields |= {
                "left": self._quoted(left, header=True),
                "right": self._quoted(right, header=True),
            }
            if shared:
                subject, narrower = fields["subject"], unbracketed(self._words(shared, header=True))
                fields["subject"] = self._say("of", subject=subject, constraint=narrower)
        text = self._say(kind, **fields)
        if qualified:
            where = self._where()
            self.placed = bool(where)
            text = placed(text, where)
        return fold(text)

    def _say(self, kind: str, **fields: str) -> str:
        return self._wording.sentences[kind][self._lexical].format(**fields)

    def _quoted(self, text: str, *, header: bool = False) -> str:
        """The document's words in quotation marks; ``header``: of a table, or a label, which the
        lexical variant says in other words where there are some, and then without these."""
        begin, end = self._wording.quotes
        own = parts(text)
        if header and self._lexical and size(text) <= _HEADER:
            said = [self._other(part, whole=True) for part in own]
            if said != own:
                pairs = zip(said, own, strict=True)
                return self._joined([s if s != part else f"{begin}{s}{end}" for s, part in pairs])
        return f"{begin}{shortened(self._joined(own))}{end}"

    def _words(self, text: str, *, header: bool = False) -> str:
        """The document's words as they stand in a question, unquoted."""
        said = parts(text)
        if self._lexical:
            said = [self._other(part, whole=header) for part in said]
        return shortened(self._joined(said))

    def _joined(self, said: list[str]) -> str:
        return ("，" if self._lang in UNSPACED else ", ").join(said)

    def _other(self, part: str, *, whole: bool) -> str:
        """The part in other words, where there are some that mean nothing else here."""
        other = reworded(part, self._lang, self._known, whole=whole)
        if other == part or self._names.stands(other):
            return part
        self.reworded = True
        return other

    def _subject(self) -> str:
        task = self._task
        if task.motif in KIND:
            return self._thing()
        said = lead(task.subject) if task.motif in _INTRODUCED else task.subject
        subject = self._quoted(said, header=task.motif in _TABLES)
        narrowed = task.motif in (Motif.NOTE_QUALIFICATION, Motif.LABEL_VALUE, Motif.NESTED_LIST)
        if narrowed and task.constraint:
            narrower = unbracketed(self._words(lead(task.constraint)))
            return self._say("of", subject=subject, constraint=narrower)
        return subject

    def _thing(self) -> str:
        """A table or figure: by its label or caption, else by where it stands alone."""
        task = self._task
        by_heading = bool(task.heading_path) and task.subject == task.heading_path[-1]
        label = task.subject if task.subject and not by_heading else self._things.label(task)
        if label:
            return self._quoted(label)
        told = self._things.told(task)
        self.by_section, self.unnamed = told is Told.SECTION, told is None
        kind = KIND[task.motif]
        if told in (Told.SECTION, None):
            return self._say(f"the_{kind}")
        return self._say("table_page" if kind == "table" else "page", page=str(task.page + 1))

    def _where(self) -> str:
        """Section and caption, as far as they tell the task from others of its name."""
        task = self._task
        # A section of the subject's own name tells nothing; a table or figure is in it.
        own = plain(task.subject) if task.motif not in KIND else ""
        path = [heading for heading in task.heading_path if plain(heading) != own]
        where = ""
        caption = task.caption if task.motif in _TABLES else ""
        if caption and caption not in path and self._names.captioned(caption):
            where += self._say("caption_of", caption=self._quoted(caption))
            if self._lexical or not self._names.recurs(task):
                return where
        if path:
            sections = path[-1:]
            if len(path) > 1 and self._names.heading_recurs(path[-1]):
                sections = path[-2:]
            section = self._quoted(PATH_SEPARATOR.join(sections))
            where += self._say("section", section=section)
        elif (
            not where
            and task.motif not in KIND
            and (self._names.heading_recurs(task.subject) or self._names.says_little(task))
        ):
            where = self._say("on_page", page=str(task.page + 1))
        return where


def _apart(left: str, right: str) -> tuple[str, str, str]:
    """The headers that two paths begin with alike, and the rest of each."""
    one, other = left.split(PATH_SEPARATOR), right.split(PATH_SEPARATOR)
    shared = []
    while len(one) > 1 and len(other) > 1 and one[0] == other[0]:
        shared.append(one[0])
        one, other = one[1:], other[1:]
    return PATH_SEPARATOR.join(shared), PATH_SEPARATOR.join(one), PATH_SEPARATOR.join(other)
