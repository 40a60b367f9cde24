"""Retrievals and answers as lines of JSON: between the processes, and in a run's folder.

Pages are 1-based there, null where they are not known; elements are called as in tasks: ``s12``.
What was read from outside is checked: a shape that does not fit raises ValueError.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dtaa_lint.answerability.answering.checked import checked_item, whole_number
from dtaa_lint.answerability.answering.interface import Item
from dtaa_lint.answerability.model import Answer, Outcome, Retrieval
from dtaa_lint.hidden import whole_text
from dtaa_lint.pdf.model import PageBox


@dataclass(frozen=True, slots=True)
class Lost:
    """A question for which a system gave nothing."""

    question_id: str
    system: str
    error: str


def item_dict(item: Item) -> dict[str, Any]:
    """A shown item."""
    made: dict[str, Any] = {
        "id": item.id,
        "text": item.text,
        "nodes": [f"s{node}" for node in item.nodes],
        "page": item.page + 1 if item.page >= 0 else None,
    }
    if item.boxes:
        made["boxes"] = [{"page": box.page + 1, "box": list(box.box)} for box in item.boxes]
    return made


def read_item(value: Mapping[str, Any]) -> Item:
    """The other way round. Raises ValueError, KeyError or TypeError for what is no item."""
    page = value["page"]
    nodes = tuple([int(_text(node)[1:]) for node in _list(value["nodes"])])
    boxes = []
    for box in _list(value.get("boxes", [])):
        x0, y0, x1, y1 = box["box"]
        boxes.append(PageBox(whole_number(box["page"], 1) - 1, (x0, y0, x1, y1)))
    at = -1 if page is None else whole_number(page, 1) - 1
    return checked_item(Item(_text(value["id"]), _text(value["text"]), nodes, at, tuple(boxes)))


def retrieval_dict(found: Retrieval | Lost) -> dict[str, Any]:
    """What was shown for a question, or that nothing was given."""
    if isinstance(found, Lost):
        return {"questionId": found.question_id, "system": found.system, "error": found.error}
    return {
        "questionId": found.question_id,
        "system": found.system,
        "shown": [item_dict(item) for item in found.shown],
        "leftOut": found.left_out,
    }


def read_retrieval(value: Mapping[str, Any]) -> Retrieval | Lost:
    """The other way round. Raises ValueError for what is no such line."""
    try:
        asked, system = _text(value["questionId"]), _text(value["system"])
        if "error" in value:
            return Lost(asked, system, whole_text(_text(value["error"])))
        shown = tuple([read_item(item) for item in _list(value["shown"])])
        return Retrieval(asked, system, shown, whole_number(value["leftOut"]))
    except (KeyError, TypeError) as error:
        raise ValueError(f"no retrieval: {error}") from error


def answer_dict(answer: Answer) -> dict[str, Any]:
    """What became of a question at the answerer."""
    made: dict[str, Any] = {
        "questionId": answer.question_id,
        "system": answer.system,
        "outcome": answer.outcome.value,
        "answer": answer.text,
        "citations": list(answer.citations),
        "quotes": list(answer.quotes),
    }
    if answer.error:
        made["error"] = answer.error
    return made


def read_answer(value: Mapping[str, Any]) -> Answer:
    """The other way round. Raises ValueError for what is no such line."""
    try:
        return Answer(
            _text(value["questionId"]),
            _text(value["system"]),
            Outcome(value["outcome"]),
            _text(value["answer"]),
            tuple(map(_text, _list(value["citations"]))),
            tuple(map(_text, _list(value["quotes"]))),
            _text(value.get("error", "")),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"no answer: {error}") from error


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("no text where one belongs")
    return value


def _list(value: object) -> Sequence[Any]:
    if not isinstance(value, list):
        raise ValueError("no list where one belongs")
    return value
