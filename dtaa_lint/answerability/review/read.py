"""Filled sheets as judgments: forgiving in form, strict about what a judgment is of.

Rows may be empty, in another order, and among columns of people's own. A row that was changed, that
is not of the sample, or that one reviewer judged twice is left out, and told of.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from dtaa_lint.answerability.review.columns import COMMENT, DIFFERING, REVIEWER
from dtaa_lint.answerability.review.model import (
    CONTENT,
    OF_ANSWERS,
    OF_TASKS,
    ROW_ID,
    Criterion,
    Judgment,
    Kind,
    Verdict,
    row_id,
)
from dtaa_lint.answerability.review.tables import Table
from dtaa_lint.answerability.review.words_of_reviewers import phrasings_of, verdict_of
from dtaa_lint.words import ENGLISH, Words

_CODE = re.compile(r"\s*'?(J[1-6]b?|J7[abc]|[A-EKR])(?=[\s.:)]|$)")
_FEWEST = 3
"""Codes of a row of headings."""
_LISTED = re.compile(r"(?:^|\n| \| )(Q[0-3L]): ")
_TEXT = 120
"""Characters of a cell in a message."""
_CRITERIA: Mapping[str, Criterion] = {one.value: one for one in Criterion}


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a sheet, in one line."""

    source: str
    row: int | None
    """1-based row of the sheet; None for the sheet as a whole."""
    text: str
    left_out: bool
    """Whether judgments do not count for it."""

    def __str__(self) -> str:
        place = self.source if self.row is None else f"{self.source}, row {self.row:,}"
        return f"{place}: {self.text}"


@dataclass(frozen=True, slots=True)
class Filled:
    """What sheets say."""

    judgments: tuple[Judgment, ...]
    problems: tuple[Problem, ...]


def holds_rows(table: Table) -> bool:
    """Whether any cell is the id of a row."""
    return any(ROW_ID.fullmatch(cell.strip()) for row in table.rows for cell in row)


def read_sheets(
    found: Iterable[Table], known: Collection[str] | None = None, words: Words = ENGLISH
) -> Filled:
    """The judgments of all tables. ``known``: the rows of the sample, where its key is there."""
    judgments: list[Judgment] = []
    problems: list[Problem] = []
    for table in found:
        reader = _Reader(table, known, words)
        rows = reader.judgments()
        problems += reader.problems
        judgments += _of_new_reviewers(rows, judgments, table.source, problems, words)
    return Filled(tuple(judgments), tuple(problems))


def _of_new_reviewers(
    rows: Sequence[Judgment],
    before: Sequence[Judgment],
    source: str,
    problems: list[Problem],
    words: Words,
) -> list[Judgment]:
    """Those of reviewers who have not judged the same rows in an earlier sheet."""
    earlier: dict[tuple[str, Kind], dict[str, str]] = {}
    for one in before:
        earlier.setdefault((one.reviewer, one.kind), {})[one.row_id] = one.source
    own: dict[tuple[str, Kind], list[Judgment]] = {}
    for one in rows:
        own.setdefault((one.reviewer, one.kind), []).append(one)
    kept: list[Judgment] = []
    for name, found in own.items():
        twice = [one for one in found if one.row_id in earlier.get(name, {})]
        if not twice:
            kept += found
            continue
        text = words(
            "reviewer {reviewer} has judged {n:# row|rows} of this in {other} already; the "
            "sheet is left out (when another person filled it in, put the name in column R)",
            reviewer=name[0], n=len(twice), other=earlier[name][twice[0].row_id],
        )  # fmt: skip
        problems.append(Problem(source, None, text, True))
    return kept


class _Reader:
    """Reads one table."""

    def __init__(self, table: Table, known: Collection[str] | None, words: Words) -> None:
        self._table = table
        self._words = words
        self._known = known
        self._columns: dict[str, int] = {}
        self._seen: set[tuple[str, str]] = set()
        self._lossy = False
        self.problems: list[Problem] = []

    def judgments(self) -> list[Judgment]:
        rows = self._table.rows
        head = next((at for at, row in enumerate(rows) if row and self._headings(row)), None)
        if head is None:
            if holds_rows(self._table):
                self._say(None, self._words("has no row of headings (J1 …); restore it"), True)
            return []
        found = []
        alone = self._only_reviewer(rows[head + 1 :])
        for number, row in enumerate(rows[head + 1 :], head + 2):
            one = self._row(number, row, alone) if row else None
            if one is not None:
                found.append(one)
        return found

    def _headings(self, row: tuple[str, ...]) -> bool:
        codes: dict[str, int] = {}
        for place, cell in enumerate(row):
            match = _CODE.match(cell)
            if match is not None:
                codes.setdefault(match[1], place)
        if len(codes) < _FEWEST or not any(code in _CRITERIA for code in codes):
            return False
        self._columns = codes
        return True

    def _only_reviewer(self, rows: Sequence[tuple[str, ...]]) -> str:
        """Who a row without a name is of."""
        names = {_name(self._cell(row, REVIEWER)) for row in rows if row} - {""}
        return names.pop() if len(names) == 1 else self._table.source

    def _cell(self, row: tuple[str, ...], code: str) -> str:
        place = self._columns.get(code)
        return row[place] if place is not None and place < len(row) else ""

    def _row(self, number: int, row: tuple[str, ...], alone: str) -> Judgment | None:
        said = {
            code: self._cell(row, code).strip()
            for code in self._columns
            if code in _CRITERIA or code == DIFFERING
        }
        said = {code: cell for code, cell in said.items() if cell}
        if not said:
            return None
        name = next((cell.strip() for cell in row if ROW_ID.fullmatch(cell.strip())), None)
        if name is None:
            self._say(number, self._words("has verdicts and no row id that is one; left out"), True)
            return None
        if self._known is not None and name not in self._known:
            self._say(number, self._words("{id} is no row of this sample; left out", id=name), True)
            return None
        content = [self._cell(row, code) for code in CONTENT]
        if not self._untouched(number, name, content):
            return None
        reviewer = _name(self._cell(row, REVIEWER)) or alone
        if (reviewer, name) in self._seen:
            text = self._words("{id} is there twice; the second one is left out", id=name)
            self._say(number, text, True)
            return None
        self._seen.add((reviewer, name))
        answers = ROW_ID.fullmatch(name)
        kind = OF_ANSWERS if answers is not None and answers[2] else OF_TASKS
        verdicts = self._verdicts(number, said, kind)
        differing = phrasings_of(said.get(DIFFERING, ""))
        if differing and kind is OF_TASKS and verdicts.get(Criterion.J5) is not Verdict.NO:
            if verdicts.get(Criterion.J5) is Verdict.YES:
                text = self._words("J5 is yes though J5b names phrasings; it counts as no")
                self._say(number, text, False)
            verdicts[Criterion.J5] = Verdict.NO
        if not verdicts:
            return None
        return Judgment(
            name, reviewer, verdicts, differing, tuple(dict.fromkeys(_LISTED.findall(content[4]))),
            content[0].strip(), self._cell(row, COMMENT).strip(), self._table.source,
        )  # fmt: skip

    def _untouched(self, number: int, name: str, content: list[str]) -> bool:
        match = ROW_ID.fullmatch(name)
        assert match is not None
        if row_id(match[1], match[2] or "", match[3], content) == name:
            return True
        if self._table.lossy and any("?" in cell or "\ufffd" in cell for cell in content):
            if not self._lossy:
                self._say(
                    None,
                    self._words(
                        "was saved in an encoding that lost letters, so that it cannot be told "
                        "whether rows were changed; save it as CSV UTF-8 or .xlsx"
                    ),
                    False,
                )
            self._lossy = True
            return True
        text = self._words("the text of {id} was changed (columns A to E); left out", id=name)
        self._say(number, text, True)
        return False

    def _verdicts(
        self, number: int, said: Mapping[str, str], kind: tuple[Criterion, ...]
    ) -> dict[Criterion, Verdict]:
        found: dict[Criterion, Verdict] = {}
        for code, cell in said.items():
            criterion = _CRITERIA.get(code)
            if criterion is None or criterion not in kind:
                continue
            verdict = verdict_of(cell)
            if verdict is None:
                text = self._words(
                    "{code} says {cell:q}, which is none of yes, no and cannot say; not counted",
                    code=code, cell=cell,
                )  # fmt: skip
                self._say(number, text, True)
            else:
                found[criterion] = verdict
        return found

    def _say(self, row: int | None, text: str, left_out: bool) -> None:
        self.problems.append(Problem(self._table.source, row, text, left_out))


def _name(cell: str) -> str:
    """A reviewer's name, whatever its case and spaces."""
    return " ".join(cell.split()).lstrip("'").upper()[:_TEXT]
