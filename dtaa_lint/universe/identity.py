"""The identity of a task: a hash over what it asks and what it rests on.

Neither node numbers nor pages nor the place in the document go in, so that two revisions of a
document can be compared task by task.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from dtaa_lint.universe.model import Gold, Motif, Operation, Slot, TaskRelation

_FIELD = "\x1f"
_GROUP = "\x1e"


def task_id(
    motif: Motif,
    operation: Operation,
    subject: str,
    constraint: str,
    heading_path: Iterable[str],
    caption: str,
    slots: Iterable[Slot],
    relations: Iterable[TaskRelation],
    gold: Gold,
) -> str:
    """``T`` and 16 hexadecimal digits of SHA-256. Of a slot that several nodes cover, the first
    node's text counts: all say the same."""
    parts = (
        motif.value,
        operation.value,
        subject,
        constraint,
        _FIELD.join(heading_path),
        caption,
        _FIELD.join([slot.any_of[0][1] for slot in slots]),
        _FIELD.join([relation.type for relation in relations]),
        gold.kind,
    )
    digest = hashlib.sha256(_GROUP.join(parts).encode("utf-8", "surrogatepass"))
    return "T" + digest.hexdigest()[:16]
