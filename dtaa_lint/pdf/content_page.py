"""What is collected while one page is read: sequences, counts, limits."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeAlias

from dtaa_lint.pdf.content_sequence import (
    CONTENT,
    SPARE,
    STRAY,
    ActualText,
    Sequence,
)
from dtaa_lint.pdf.fonts import Font
from dtaa_lint.pdf.model import Box, RunFlag

if TYPE_CHECKING:
    from dtaa_lint.pdf.content import ContentReader

MAX_STRAY = 20

Mark: TypeAlias = tuple[Sequence, "ActualText | None", bool, bool, "ActualText | None"]
"""An open marked-content sequence: what holds after it (sequence, ActualText, hidden), whether it
is an artifact inside an MCID, and the ActualText span that it began."""


class PageRun:
    """What is collected while one page is read."""

    def __init__(self, reader: ContentReader, clip: Box, rotate: int) -> None:
        self.reader = reader
        self.clip = clip
        angle = math.radians(rotate)
        self.level = (math.cos(angle), math.sin(angle))
        """The direction that is horizontal on the page as displayed."""
        self.budget = reader.max_page_bytes
        self.sequences: dict[tuple[int, int], Sequence] = {}
        self.strays: list[Sequence] = []
        self.artifact_glyphs = 0
        self.duplicates: list[tuple[int, int]] = []
        self.damaged: str | None = None
        self.open_forms: set[Any] = set()
        self.done_forms: set[int] = set()
        """Forms whose own MCIDs have been read: a second use adds nothing to them."""
        self.reopened: set[tuple[int, int]] = set()

    def damage(self, what: str) -> None:
        if self.damaged is None:
            self.damaged = what

    def spend(self, amount: int) -> bool:
        """Takes ``amount`` bytes from the page's budget; False when that is used up."""
        self.budget -= amount
        self.reader.document_budget -= amount
        if self.budget < 0 or self.reader.document_budget < 0:
            self.damage("limit: content is too large to be read in whole")
            return False
        return True

    def stray(self) -> Sequence:
        """The sequence for content outside any MCID, from here on."""
        if self.strays and not self.strays[-1].drawn:
            return self.strays[-1]
        if len(self.strays) > MAX_STRAY:
            return self.strays[-1]
        self.strays.append(Sequence(STRAY))
        return self.strays[-1]

    def content(self, stream: int, mcid: int, nested_use: bool) -> Sequence:
        """The sequence of an MCID that begins here."""
        key = (stream, mcid)
        found = self.sequences.get(key)
        if found is None:
            found = self.sequences[key] = Sequence(CONTENT, stream, mcid)
        elif nested_use:
            return Sequence(SPARE)
        elif key not in self.reopened and len(self.duplicates) < 20:
            self.reopened.add(key)
            self.duplicates.append(key)
        return found

    def turned(self, current: Sequence, font: Font, dx: float, dy: float) -> None:
        """Notes the writing direction of text that is not plainly left to right."""
        if font.vertical:
            current.flags |= RunFlag.VERTICAL
        elif dx * self.level[0] + dy * self.level[1] < 0.99:
            current.angled = True

    def covered(self, current: Sequence, actual: ActualText | None, tag: bytes) -> None:
        """Notes what stands over a sequence that begins: an ActualText, an Artifact tag."""
        if tag == b"/Artifact":
            current.flags |= RunFlag.ARTIFACT_INSIDE
        if actual is not None and current.cover is None and not current.parts:
            current.cover = actual
            actual.claimed = actual.claimed or actual.untouched()

    def close(self, mark: Mark, current: Sequence) -> tuple[Sequence, ActualText | None, bool]:
        """Ends a marked-content sequence; what holds after it."""
        outer, actual, hidden, nested, span = mark
        if span is not None:
            span.close()
        if nested:
            self.artifact_glyphs += current.visible
            outer.hold_artifact(current.text())
        return outer, actual, hidden
