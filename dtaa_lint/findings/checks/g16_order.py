"""G16: the order of the tags does not contradict the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.checks.g15_content import running_lines
from dtaa_lint.findings.page_blocks import Block, page_blocks
from dtaa_lint.findings.wording import fold
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import Box

_JUMP = 36.0
"""Points that the second of two texts must stand above the first."""
_TOUCH = 1.0
"""Points by which boxes that do not overlap may."""
_COLUMN = 0.7
"""Share of the narrower text's width that two texts of one column have in common."""
_SAID = 15
"""Characters of text; shorter ones are marks, numbers and the words of icons."""
_WORDS = 3
_SMALL, _LARGE = 0.9, 1.15
"""Times the other text's size: a footnote is smaller, a title that may be read first is larger."""
_SHOWN = 400
"""Characters of a block that are read and shown."""
_FEW = 3
"""Blocks of a page of which the first or the last may be out of place."""
_PROSE = 60
"""Characters of a text that runs on in the next one."""
_LEADING = 30.0
"""Points between two texts of which the second goes on with the sentence of the first."""
_BROKEN = 2
"""Sentences that must be broken by another column's text for columns to be called interleaved."""
_ENDS = frozenset('.!?:;…)”"»]-–—,/')
_LOOKED = 60
"""Blocks of a page among which the rest of a sentence is looked for."""


@check("DT1601")
def reading_order_contradicts_layout(context: Context) -> Iterator[Issue | Inapplicable]:
    """A text that comes after one far below it in the same column, or columns whose sentences
    are cut by the text of the other one. One issue per page.

    Passes: the next column, footnotes, titles, tables, figures, icons with a word, running lines
    (DT1504), turned pages and text, text from right to left.
    """
    view = context.view
    pages = page_blocks(context)
    if not any(len(blocks) > 1 for blocks in pages.values()):
        yield Inapplicable("no page has two blocks of text")
        return
    furniture = {line.node for lines in running_lines(context) for line in lines}
    for page in sorted(pages):
        blocks = [block for block in pages[page] if block.node not in furniture]
        found = _jump(view, blocks) or _interleaved(view, blocks)
        if found is not None:
            variant, first, second, times = found
            shown = _text(view, second)
            yield Issue(
                second.node,
                shown,
                variant,
                {"before": _text(view, first), "times": times},
                related=((first.node, "comes before it in the tags"),),
                page=page,
            )


def _text(view: View, block: Block) -> str:
    """The beginning of what the block says on the page."""
    return fold(view.document.text[block.start : min(block.end, block.start + _SHOWN)])


def _jump(view: View, blocks: Sequence[Block]) -> tuple[str, Block, Block, int] | None:
    """(variant, the text that stands below, the one above it that comes next, how often)."""
    jumps = [at for at in range(len(blocks) - 1) if _jumps_up(view, blocks[at], blocks[at + 1])]
    if not jumps:
        return None
    at = jumps[0]
    below, above = blocks[at], blocks[at + 1]
    variant = "default"
    if len(blocks) > _FEW:
        if at == 0 and all(other.box[1] >= below.box[3] - _TOUCH for other in blocks[1:]):
            variant = "foot-first"
        elif at == len(blocks) - 2 and all(
            other.box[3] <= above.box[1] + _TOUCH for other in blocks[:-1]
        ):
            variant = "head-last"
    return variant, below, above, len(jumps)


def _jumps_up(view: View, below: Block, above: Block) -> bool:
    """Whether the second block stands wholly and well above the first, in its column, and both are
    texts of one kind."""
    if above.box[1] < below.box[3] - _TOUCH or above.box[3] - below.box[3] < _JUMP:
        return False
    if not _one_column(below.box, above.box):
        return False
    if not _SMALL * above.size <= below.size <= _LARGE * above.size:
        return False
    return _says(view, below) and _says(view, above)


def _one_column(one: Box, other: Box) -> bool:
    common = min(one[2], other[2]) - max(one[0], other[0])
    return common > 0 and common >= _COLUMN * min(one[2] - one[0], other[2] - other[0])


def _says(view: View, block: Block) -> bool:
    text = _text(view, block)
    return len(text) >= _SAID and text.count(" ") >= _WORDS - 1


def _interleaved(view: View, blocks: Sequence[Block]) -> tuple[str, Block, Block, int] | None:
    """Sentences that go on in the next block of the column, while the tags have a text of another
    column in between."""
    found: list[tuple[Block, Block]] = []
    last = len(blocks) - 2
    for at, block in enumerate(blocks[: last + 1]):
        following = blocks[at + 1]
        if not _apart(block.box, following.box) or not _runs_on(view, block):
            continue
        rest = _continuation(view, block, blocks[at + 2 : at + 2 + _LOOKED])
        if rest is not None and len(_text(view, following)) >= _PROSE:
            found.append((following, rest))
    if len(found) < _BROKEN:
        return None
    first, second = found[0]
    return "interleaved", first, second, len(found)


def _apart(one: Box, other: Box) -> bool:
    """Side by side, with nothing in common across."""
    return one[2] <= other[0] + _TOUCH or other[2] <= one[0] + _TOUCH


def _runs_on(view: View, block: Block) -> bool:
    """Long enough to be prose, and without an end."""
    text = view.document.text[max(block.start, block.end - _PROSE) : block.end].rstrip()
    return block.end - block.start >= _PROSE and text[-1:] not in _ENDS


def _continuation(view: View, block: Block, others: Sequence[Block]) -> Block | None:
    """The block right below in the column that goes on with the sentence; None for none."""
    below = [
        other
        for other in others
        if -_LEADING <= other.box[3] - block.box[1] <= _TOUCH and _one_column(block.box, other.box)
    ]
    for other in below:
        text = _text(view, other)
        if text[:1].islower() and len(text) >= _PROSE:
            return other
    return None
