"""The answerer: a question and the shown items in, an answer with citations out.

A call is made of the question's text and the items, and of nothing else: whoever calls cannot hand
over a task, a gold answer or a phrasing. The reply quotes first and answers then, which small
models do better; citations are what the quotes are found in, and the ids that the model names only
where no quote is found (see ``benchmarks/README.md``: small models mistake ids more than words).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from dtaa_lint.answerability.answering.interface import Item
from dtaa_lint.answerability.model import Answer, Outcome
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus, Role
from dtaa_lint.answerability.models.prompts import evidence, fence, instructions, labels, sections

MAX_TOKENS = 1_024
LONGEST = 20_000
"""Characters of an answer that is read: more than the longest reply that is asked for can have."""
_LONGEST_QUOTES = 2 * LONGEST
"""Of all its quotes together."""
_QUOTES = 12
_CITATIONS = 24
_SHARE = 0.8
"""Share of a quote's words that an item must have, in their order, where none has it verbatim."""
_LEAST = 4
"""Words of a quote that may be found so."""
_GAP = re.compile(r"\s*(?:…|\.{3}|\[…\]|\[\.{3}\])\s*")
_WORD = re.compile(r"[^\W_]+")
_NAMED = re.compile(r"\A(?:<<<DATA )?(?:[0-9a-f]+ )?(?:item )?\[?(?P<name>[^\s\]>]+)\]?(?:>>>)?\Z")
"""An item as models name it: its id, or the line above it with more or less of what is around."""
_ANSWERED, _ABSTAINED = "answered", "not in the evidence"

_INSTRUCTIONS = instructions(
    "You answer a question about one document from the evidence that was found for it.",
    (
        "Use the evidence alone: no knowledge of your own, no guess.",
        "First copy into quotes, word for word, the shortest passages that the answer rests on; "
        "where a value stands in a table, its row and its headers.",
        "Then answer in the language of the question, complete and without anything else: a value "
        "with its unit, a list with every item, a comparison with both values.",
        "In citations name the items that the quotes are from, by the id in their first line.",
        "If the evidence does not answer the question, leave the answer empty and set the outcome "
        f"to {_ABSTAINED!r}; else set it to {_ANSWERED!r}.",
    ),
)

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "quotes": {"type": "array", "items": {"type": "string"}, "maxItems": _QUOTES},
        "answer": {"type": "string"},
        "citations": {"type": "array", "items": {"type": "string"}, "maxItems": _CITATIONS},
        # In words: small models say "true" to whatever is asked for at the end.
        "outcome": {"type": "string", "enum": [_ANSWERED, _ABSTAINED]},
    },
    "required": ["quotes", "answer", "citations", "outcome"],
    "additionalProperties": False,
}


def answer_call(question: str, shown: Sequence[Item], model: str, temperature: float = 0.0) -> Call:
    """The call for one question."""
    prompt = sections(
        ("Evidence", evidence(shown) if shown else "none was found"),
        ("Question", fence(question, "question")),
    )
    return Call(
        Role.ANSWERER, model, _INSTRUCTIONS, prompt, SCHEMA, MAX_TOKENS, temperature=temperature
    )


def read_answer_reply(reply: Reply, question_id: str, system: str, shown: Sequence[Item]) -> Answer:
    """What became of the question."""
    if reply.status is not ReplyStatus.OK:
        invalid = reply.status is ReplyStatus.INVALID
        outcome = Outcome.INVALID if invalid else Outcome.ERROR
        return Answer(question_id, system, outcome, error=reply.error or reply.text[:200])
    value = reply.value
    quotes = tuple([quote for quote in value["quotes"] if quote.strip()])
    text = value["answer"].strip()
    if len(text) > LONGEST or sum(map(len, quotes)) > _LONGEST_QUOTES:
        # Before anything looks into it: reading takes longer than it is long.
        part, most = ("answer", LONGEST) if len(text) > LONGEST else ("quotes", _LONGEST_QUOTES)
        error = f"the {part} of the reply: more than {most:,} characters"
        return Answer(question_id, system, Outcome.INVALID, error=error)
    if value["outcome"] == _ABSTAINED or not text:
        return Answer(question_id, system, Outcome.ABSTAINED, quotes=quotes)
    cited = citations(quotes, value["citations"], shown)
    return Answer(question_id, system, Outcome.ANSWERED, text, cited, quotes)


def citations(
    quotes: Sequence[str], named: Sequence[str], shown: Sequence[Item]
) -> tuple[str, ...]:
    """Ids of the items that the quotes are found in, in rank order; where none is found, those
    that were named and exist."""
    by_label = {label: item for item, label in labels(shown).items()}
    ids = {by_label.get(_label(name), name.strip()) for name in named}
    texts = [_words(item.text) for item in shown]
    cited: set[str] = set()
    for quote in quotes:
        for piece in filter(None, map(_words, _GAP.split(quote))):
            cited |= _holders(piece, shown, texts, ids)
    if not cited:
        cited = ids
    return tuple([item.id for item in shown if item.id in cited])


def _label(named: str) -> str:
    found = _NAMED.match(named.strip())
    return found["name"] if found else ""


def _holders(
    piece: list[str], shown: Sequence[Item], texts: Sequence[list[str]], named: set[str]
) -> set[str]:
    """The item that a passage is found in: of several that have it, the named ones, else the
    best-ranked."""
    wanted = _joined(piece)
    found = [item.id for item, text in zip(shown, texts, strict=True) if wanted in _joined(text)]
    if not found and len(piece) >= _LEAST:
        shares = [_share(piece, text) for text in texts]
        best = max(shares, default=0.0)
        if best >= _SHARE:
            found = [shown[shares.index(best)].id]
    chosen = [name for name in found if name in named] or found[:1]
    return set(chosen)


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def _joined(words: Sequence[str]) -> str:
    return f" {' '.join(words)} "


def _share(piece: Sequence[str], text: Sequence[str]) -> float:
    """Share of the words that a text has, in their order."""
    at = 0
    held = 0
    for word in piece:
        try:
            at = text.index(word, at) + 1
        except ValueError:
            continue
        held += 1
    return held / len(piece)
