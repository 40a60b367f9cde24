"""What other people's systems give, held to the form: whatever passes can be written and read.

A system is code of somebody else's. Its items are checked where they are taken from it, and again
where they come out of its process, which may write what it likes.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from dtaa_lint.answerability.answering.interface import Item
from dtaa_lint.hidden import whole_text
from dtaa_lint.pdf.model import PageBox

MOST_ITEMS = 100_000
"""Items for one question."""
MOST_TEXT = 4_000_000
"""Characters that are shown for one question, however few words they are."""
LARGEST = 10**7
"""Pages and elements are numbered below: more than any document has."""
_FURTHEST = 1e15
"""Coordinates, in points."""
LONGEST_ID = 1_000
"""Characters of an id."""


def checked_items(given: object) -> list[Item]:
    """What ``retrieve`` returned. Raises ValueError for what are no items."""
    if not isinstance(given, Iterable):
        raise ValueError(f"gives no items but {type(given).__name__}")
    items = list(islice(given, MOST_ITEMS + 1))
    if len(items) > MOST_ITEMS:
        raise ValueError(f"gives more than {MOST_ITEMS:,} items for one question")
    return [checked_item(item, number) for number, item in enumerate(items, 1)]


def checked_item(item: object, number: int = 1) -> Item:
    """The item. Raises ValueError for what is none."""
    what = f"item {number}"
    if not isinstance(item, Item):
        raise ValueError(f"{what} is no Item but {type(item).__name__}")
    if not isinstance(item.id, str) or not 0 < len(item.id) <= LONGEST_ID:
        raise ValueError(f"the id of {what} is no text of at most {LONGEST_ID:,} characters")
    if not isinstance(item.text, str):
        raise ValueError(f"the text of {what} is {type(item.text).__name__}")
    for values, name in ((item.nodes, "nodes"), (item.boxes, "boxes")):
        if not isinstance(values, tuple | list):
            raise ValueError(f"the {name} of {what} are {type(values).__name__}")
    if not all(_is_number(node, 0) for node in item.nodes):
        raise ValueError(f"the nodes of {what} are no numbers of elements")
    if not _is_number(item.page, -1):
        raise ValueError(f"the page of {what} is no number of a page")
    boxes = []
    for box in item.boxes:
        if not isinstance(box, PageBox) or not _is_number(box.page, 0) or not _is_box(box.box):
            raise ValueError(f"a box of {what} is none")
        x0, y0, x1, y1 = map(float, box.box)
        boxes.append(PageBox(int(box.page), (x0, y0, x1, y1)))
    return Item(
        whole_text(item.id), whole_text(item.text), tuple(map(int, item.nodes)), int(item.page),
        tuple(boxes),
    )  # fmt: skip


def check_shown(items: Iterable[Item]) -> None:
    """Raises ValueError for more text than words can be."""
    if sum(len(item.text) for item in items) > MOST_TEXT:
        raise ValueError(f"shows more than {MOST_TEXT:,} characters for one question")


def whole_number(value: object, least: int = 0) -> int:
    """A number of something. Raises ValueError for what is none, and for what nothing has so many
    of."""
    if not isinstance(value, int) or not _is_number(value, least):
        raise ValueError("no number where one belongs")
    return int(value)


def _is_number(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value < LARGEST


def _is_box(value: object) -> bool:
    return (
        isinstance(value, tuple | list)
        and len(value) == 4
        and all(
            isinstance(number, int | float)
            and not isinstance(number, bool)
            # Neither infinity nor what is no number is.
            and abs(number) < _FURTHEST
            for number in value
        )
    )
