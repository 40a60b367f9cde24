"""What is collected while one page is read: sequences, counts, limits."""

from __future__ import annotations

import math
from collections.abc import Mapping
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
LIMIT = "limit: content is too large to be read in whole"

Mark: TypeAlias = tuple[Sequence, "ActualText | None", bool, bool, "ActualText | None"]
"""An open marked-content sequence: what holds after it (sequence, ActualText, hidden), whether it
is an artifact inside an MCID, and the ActualText span that it began."""


class PageRun:
    """What is collected while one page is read."""

    def __init__(
        self,
        reader: ContentReader,
        clip: Box,
        rotate: int,
        owned: Mapping[tuple[int, int], bool],
        echoes: frozenset[tuple[int, int]] = frozenset(),
    ) -> None:
        self.reader = reader
        self.owned = owned
        self.echoes = echoes
        """See ``find_echoes``."""
        self.nested: dict[tuple[int, int], int] = {}
        """How often each (stream, MCID) began inside another MCID."""
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
        self.reopened: dict[tuple[int, int], int] = {}
        """How often each (stream, MCID) began again."""

    def damage(self, what: str) -> None:
        if self.damaged is None:
            self.damaged = what

    def spend(self, amount: int) -> bool:
        """Takes ``amount`` bytes from the page's budget; False when that is used up."""
        self.budget -= amount
        self.reader.document_budget -= amount
        if self.budget < 0 or self.reader.document_budget < 0:
            self.damage(LIMIT)
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

    def within(self, current: Sequence, stream: int, mcid: int) -> bool:
        """Whether an MCID that begins inside ``current`` is no content of its own: the structure
        tree owns the outer one and not the inner one, or the inner one is an echo."""
        key, outer = (stream, mcid), (current.stream, current.mcid)
        if key != outer and stream not in self.done_forms:
            self.nested[key] = self.nested.get(key, 0) + 1
        return key in self.echoes or (key not in self.owned and outer in self.owned)

    def find_echoes(self) -> frozenset[tuple[int, int]]:
        """MCIDs that begin both on their own and inside another MCID.

        A producer that tags what is tagged already counts MCIDs twice over: what stands on its own
        is what the structure tree means, what stands inside is left over. Known only once the page
        has been read, which must then be read again.
        """
        return frozenset(
            key for key, times in self.nested.items() if self.reopened.get(key, 0) >= times
        )

    def content(self, stream: int, mcid: int, nested_use: bool) -> Sequence:
        """The sequence of an MCID that begins here."""
        key = (stream, mcid)
        found = self.sequences.get(key)
        if found is None:
            found = self.sequences[key] = Sequence(CONTENT, stream, mcid)
        elif nested_use:
            return Sequence(SPARE)
        else:
            times = self.reopened[key] = self.reopened.get(key, 0) + 1
            if times == 1 and len(self.duplicates) < 20:
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
