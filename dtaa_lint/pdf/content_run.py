"""The content-stream interpreter: one page, its forms and its annotations' appearances.

One loop reads instructions, keeps the graphics and text state in local variables, and shows
strings into the current ``Sequence``. The pen lives in default user space: moving it costs one
multiplication a coordinate, and nothing is transformed afterwards. (``u`` is the text space's
unit vector along the line in user space, ``v`` the one across it.)

Marked-content state (14.6): the innermost MCID owns what is shown, of those that the structure
tree owns, or of all where it owns none; content without one belongs to the one around it; a form's
content inherits the MCID that its Do stands in, until its own begins. An Artifact sequence takes
what is in it, MCIDs inside excepted; an Artifact with an MCID of its own is content, and flagged.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

# isort: off
from dtaa_lint.pdf.content_ops import (
    AC, AW, B1, B2, B3, B4, B5, B6, BDC, BEGINS, BFONT, BLOCKS, BMC, BSIZE, BT, BT_PLACE, CLIP, CM,
    DO, DQUOTE, EMC, EMC_BDC, ETAG, FRAMED, GS, LINES, MCID, MOVES, N1, N2, N3, N4, N5, N6, NAME,
    NEXT, PLACE, PROPERTIES, QCLIP, QX, RESTORE, SAVE_CLIP, SAVE_SHIFT, SAVES, SETTING, SHIFT,
    SHOWS, SIZE, SPACED, TC, TD_LEAD, TD_MOVE, TD_TJ, TF, TL, TM, TR, TS, TSTAR, TW, TX, TY, TZ, W5,
    W6,
)  # fmt: skip

# isort: on
from dtaa_lint.pdf.content_line import line_of, slanted_box
from dtaa_lint.pdf.content_page import Mark, PageRun
from dtaa_lint.pdf.content_scan import instruction_pattern, read_instruction, real
from dtaa_lint.pdf.content_sequence import (
    ARTIFACT,
    CONTENT,
    NESTED,
    STRAY,
    ActualText,
    Sequence,
)
from dtaa_lint.pdf.fonts import Font
from dtaa_lint.pdf.geometry import IDENTITY, Matrix, intersect, multiply, transform_box
from dtaa_lint.pdf.model import Box

if TYPE_CHECKING:
    from dtaa_lint.pdf.content_resources import Form, Resources

MAX_FORM_DEPTH = 24
ODD_COST = 7
"""Times that a byte of odd notation costs what another does, besides."""
OPEN_PATH = re.compile(rb"(?<![^\0\s\d.])(?:[mlcvyh]|re)[\0\s]*+\Z")
"""What stands before an instruction that is not the first of its path."""


def run(
    page: PageRun,
    data: bytes,
    resources: Resources,
    base: Matrix = IDENTITY,
    stream: int = 0,
    host: Sequence | None = None,
    actual: ActualText | None = None,
    clip: Box | None = None,
    hidden: bool = False,
    state: tuple[Any, ...] | None = None,
) -> None:
    """Reads one content stream.

    ``base``: its CTM at the start. ``host``: the sequence its content belongs to until an
    MCID of its own begins (None: none). ``actual``: an ActualText that covers it all.
    ``state``: text state that a form inherits (font, size, spacings).

    Raises ValueError for an odd number unless the reader is ``strict``.
    """
    if not page.spend(len(data) + 64):
        return
    pattern = instruction_pattern(resources.silent_gs, page.reader.strict)
    match_next = pattern.scanner(data).match  # type: ignore[attr-defined]
    end = len(data)
    position = 0
    last: re.Match[bytes] | None = None
    fonts = resources.fonts
    repeated = stream in page.done_forms and stream != 0
    artifact = Sequence(ARTIFACT)

    A, B, C, D, X0, Y0 = base
    if clip is None:
        clip = page.clip
    cx0, cy0, cx1, cy1 = clip
    font: Font = page.reader.fallback_font
    fs, tc, tw, th, leading, rise, mode = 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0
    if state is not None:
        font, fs, tc, tw, th, leading, rise, mode = state
    show_memo = font.memo
    # Text space in user space: u along the line, v across it; (x, y) pen, (lx, ly) line start.
    ux, uy, vx, vy = A, B, C, D
    x = lx = X0
    y = ly = Y0
    stale = True
    flat = True
    size = 0.0
    rx = ry = up = down = 0.0
    dx, dy = 1.0, 0.0
    stack: list[tuple[Any, ...]] = []
    marks: list[Mark] = []
    framed_lines: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    outside: tuple[Any, ...] | None = None
    cut_key: tuple[Any, ...] = ()
    cut: Box = clip
    current: Sequence = host if host is not None else page.stray()

    while True:
        m = match_next()
        if m is None:
            if last is not None:
                position = last.end()
                last = None
            start = position
            plain, position = read_instruction(data, position)
            if position >= end and not plain:
                break
            # Taking odd notation apart is much slower; an inline image is skipped in one go.
            if plain != b"n" and not page.spend(ODD_COST * (position - start)):
                break
            match_next = pattern.scanner(data, position).match  # type: ignore[attr-defined]
            m = pattern.match(plain)
            if m is None or m.end() != len(plain):
                continue
        else:
            last = m
        op = m.lastindex
        if op in SHOWS:
            operand = m[op]
        elif op in FRAMED:
            # Nothing of it lasts: what holds outside is put back once the string is shown.
            outside = (font, fs, cx0, cy0, cx1, cy1)
            key = (m[QCLIP], A, B, C, D, X0, Y0)
            if key != cut_key:
                cut_key = key
                rx0, ry0, wide, high = map(float, m[QCLIP].replace(b"\0", b" ").split())
                cut = transform_box((rx0, ry0, rx0 + wide, ry0 + high), (A, B, C, D, X0, Y0))
            if cut[0] > cx0 or cut[1] > cy0 or cut[2] < cx1 or cut[3] < cy1:
                cx0, cy0, cx1, cy1 = intersect((cx0, cy0, cx1, cy1), cut)
            text_key = (m[SETTING], A, B, C, D, rise)
            line = framed_lines.get(text_key)
            if line is None:
                name, *numbers = m[SETTING].replace(b"\0", b" ").split()
                fs, a, b, c, d = map(float, (numbers[0], *numbers[2:]))
                font = fonts[name]
                ux, uy, vx, vy = a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D
                line = framed_lines[text_key] = (
                    font, fs, font.memo, ux, uy, vx, vy,
                    *line_of(font, fs, rise, ux, uy, vx, vy),
                )  # fmt: skip
            (font, fs, show_memo, ux, uy, vx, vy,
             flat, size, dx, dy, rx, ry, up, down) = line  # fmt: skip
            stale = False
            e, f = float(m[W5]), float(m[W6])
            x = lx = e * A + f * C + X0
            y = ly = e * B + f * D + Y0
            operand = m[op]
        elif op in BLOCKS:
            a, b, c, d, e, f = (
                float(m[B1]), float(m[B2]), float(m[B3]),
                float(m[B4]), float(m[B5]), float(m[B6]),
            )  # fmt: skip
            x = lx = e * A + f * C + X0
            y = ly = e * B + f * D + Y0
            ux = a * A + b * C
            uy = a * B + b * D
            vx = c * A + d * C
            vy = c * B + d * D
            font = fonts[m[BFONT]]
            fs = float(m[BSIZE])
            show_memo = font.memo
            stale = True
            if op == BT_PLACE:
                continue
            operand = m[op]
        elif op in SAVES:
            stack.append(
                (A, B, C, D, X0, Y0, font, fs, tc, tw, th, leading, rise, mode,
                 cx0, cy0, cx1, cy1)
            )  # fmt: skip
            if op == SAVE_SHIFT:
                e, f = float(m[QX]), float(m[SAVE_SHIFT])
                X0 += e * A + f * C
                Y0 += e * B + f * D
            elif op == SAVE_CLIP:
                key = (m[QCLIP], A, B, C, D, X0, Y0)
                if key != cut_key:
                    cut_key = key
                    rx0, ry0, wide, high = map(float, m[QCLIP].replace(b"\0", b" ").split())
                    cut = transform_box((rx0, ry0, rx0 + wide, ry0 + high), (A, B, C, D, X0, Y0))
                if cut[0] > cx0 or cut[1] > cy0 or cut[2] < cx1 or cut[3] < cy1:
                    cx0, cy0, cx1, cy1 = intersect((cx0, cy0, cx1, cy1), cut)
            continue
        elif op == RESTORE:
            if stack:
                (A, B, C, D, X0, Y0, font, fs, tc, tw, th, leading, rise, mode,
                 cx0, cy0, cx1, cy1) = stack.pop()  # fmt: skip
                show_memo = font.memo
                stale = True
            continue
        elif op == EMC_BDC:
            if marks:
                current, actual, hidden = page.close(marks.pop(), current)
            marks.append((current, actual, hidden, False, None))
            mcid = int(m[EMC_BDC])
            if current.kind == CONTENT and page.within(current, stream, mcid):
                if m[ETAG] == b"/Artifact":
                    marks[-1] = (current, actual, hidden, True, None)
                    current = Sequence(NESTED)
                continue
            current = page.content(stream, mcid, repeated)
            if actual is not None or m[ETAG] == b"/Artifact":
                page.covered(current, actual, m[ETAG])
            continue
        elif op == PLACE:
            e, f = float(m[TX]), float(m[TY])
            x = lx = e * A + f * C + X0
            y = ly = e * B + f * D + Y0
            if ux != A or vy != D or uy != B or vx != C:
                ux, uy, vx, vy = A, B, C, D
                stale = True
            continue
        elif op == SHIFT:
            e, f = float(m[TX]), float(m[TY])
            X0 += e * A + f * C
            Y0 += e * B + f * D
            continue
        elif op == TM:
            a, b, c, d, e, f = (
                float(m[N1]), float(m[N2]), float(m[N3]),
                float(m[N4]), float(m[N5]), float(m[N6]),
            )  # fmt: skip
            x = lx = e * A + f * C + X0
            y = ly = e * B + f * D + Y0
            ux = a * A + b * C
            uy = a * B + b * D
            vx = c * A + d * C
            vy = c * B + d * D
            stale = True
            continue
        elif op in MOVES:
            tx, ty = float(m[N1]), float(m[N2])
            x = lx = lx + tx * ux + ty * vx
            y = ly = ly + tx * uy + ty * vy
            if op == TD_MOVE:
                continue
            operand = m[TD_TJ]
        elif op == TF:
            font = fonts[m[NAME]]
            fs = float(m[SIZE])
            show_memo = font.memo
            stale = True
            continue
        elif op == BT:
            x = lx = X0
            y = ly = Y0
            if ux != A or vy != D or uy != B or vx != C:
                ux, uy, vx, vy = A, B, C, D
                stale = True
            continue
        elif op == CM:
            matrix = (
                float(m[N1]), float(m[N2]), float(m[N3]),
                float(m[N4]), float(m[N5]), float(m[N6]),
            )  # fmt: skip
            A, B, C, D, X0, Y0 = multiply(matrix, (A, B, C, D, X0, Y0))
            stale = True
            continue
        elif op == CLIP:
            # A rectangle alone in its path clips; after other path parts it does not say all.
            at = m.start()
            if m is not last or not OPEN_PATH.search(data, max(0, at - 12), at):
                rx0, ry0 = float(m[N1]), float(m[N2])
                rx1, ry1 = rx0 + float(m[N3]), ry0 + float(m[N4])
                cut = transform_box((rx0, ry0, rx1, ry1), (A, B, C, D, X0, Y0))
                cx0, cy0, cx1, cy1 = intersect((cx0, cy0, cx1, cy1), cut)
            continue
        elif op in BEGINS:
            outer = (current, actual, hidden)
            nested = False
            tag = m[NAME]
            if op == BDC:
                mcid, replacement, layer = int(m[MCID]), None, None
            elif op == BMC:
                mcid, replacement, layer = -1, None, None
            else:
                mcid, replacement, layer = page.reader.properties(m[PROPERTIES], resources, tag)
            if mcid >= 0 and not (current.kind == CONTENT and page.within(current, stream, mcid)):
                current = page.content(stream, mcid, repeated)
                if actual is not None or tag == b"/Artifact":
                    page.covered(current, actual, tag)
            elif tag == b"/Artifact":
                if current.kind == CONTENT:
                    nested = True
                    current = Sequence(NESTED)
                elif current.kind == STRAY:
                    current = artifact
            if layer is not None and page.reader.is_hidden(layer):
                hidden = True
            span: ActualText | None = None
            if replacement is not None and actual is None:
                span = actual = ActualText(replacement, current)
            marks.append((*outer, nested, span))
            continue
        elif op == EMC:
            if marks:
                current, actual, hidden = page.close(marks.pop(), current)
                if current.kind == STRAY:
                    current = page.stray()
            continue
        elif op == DO:
            form = resources.forms[m[NAME]]
            if form is not None:
                draw(
                    page,
                    form,
                    resources,
                    (A, B, C, D, X0, Y0),
                    current,
                    actual,
                    (cx0, cy0, cx1, cy1),
                    hidden,
                    (font, fs, tc, tw, th, leading, rise, mode),
                )
                if current.kind == STRAY:
                    current = page.stray()
            continue
        elif op == TSTAR:
            x = lx = lx - leading * vx
            y = ly = ly - leading * vy
            continue
        elif op == TD_LEAD:
            tx, ty = float(m[N1]), float(m[N2])
            leading = -ty
            x = lx = lx + tx * ux + ty * vx
            y = ly = ly + tx * uy + ty * vy
            continue
        elif op == TC:
            tc = float(m[N1])
            continue
        elif op == TW:
            tw = float(m[N1])
            continue
        elif op == TR:
            mode = int(real(m[N1]))
            continue
        elif op == TZ:
            th = float(m[N1]) / 100
            continue
        elif op == TL:
            leading = float(m[N1])
            continue
        elif op == TS:
            rise = float(m[N1])
            stale = True
            continue
        elif op == GS:
            setting = resources.font_settings[m[NAME]]
            if setting is not None:
                font, fs = setting
                show_memo = font.memo
                stale = True
            continue
        elif op in LINES:
            x = lx = lx - leading * vx
            y = ly = ly - leading * vy
            if op == DQUOTE:
                tw, tc = float(m[AW]), float(m[AC])
                operand = m[SPACED]
            else:
                operand = m[NEXT]
        else:
            continue

        # A string is shown.
        shown = show_memo.get(operand) or font.show(operand)
        text, width, codes, spaces, visible, unmapped, rtl, lead, trail = shown
        if stale:
            stale = False
            flat, size, dx, dy, rx, ry, up, down = line_of(font, fs, rise, ux, uy, vx, vy)
        if font.vertical:
            advance = width * fs + codes * tc + spaces * tw
            nx, ny = x + advance * vx, y + advance * vy
        else:
            advance = (width * fs + codes * tc + spaces * tw) * th
            nx, ny = x + advance * ux, y + advance * uy
        kind = current.kind
        if kind >= ARTIFACT:
            if kind == ARTIFACT:
                page.artifact_glyphs += visible
            x, y = nx, ny
            if outside is not None:
                font, fs, cx0, cy0, cx1, cy1 = outside
                show_memo, outside, stale = font.memo, None, True
            continue
        sx, sy = x + rx, y + ry
        ex, ey = nx + rx, ny + ry
        if lead or trail:
            # Adjustments before the first and after the last glyph move the pen, not the text.
            if font.vertical:
                lead, trail = lead * fs, trail * fs
                sx, sy, ex, ey = sx + lead * vx, sy + lead * vy, ex - trail * vx, ey - trail * vy
            else:
                lead, trail = lead * fs * th, trail * fs * th
                sx, sy, ex, ey = sx + lead * ux, sy + lead * uy, ex - trail * ux, ey - trail * uy
        x, y = nx, ny
        current.drawn += 1
        # The box, and whether any of it lies inside the clip.
        if visible:
            if flat:
                bx0, bx1 = (sx, ex) if sx <= ex else (ex, sx)
                by0, by1 = sy + down, sy + up
            else:
                bx0, by0, bx1, by1 = slanted_box(sx, sy, ex, ey, vx, vy, fs, font)
            if (
                mode == 3
                or mode == 7
                or hidden
                or bx0 > cx1
                or bx1 < cx0
                or by0 > cy1
                or by1 < cy0
                or cx1 - cx0 < 0.01
                or cy1 - cy0 < 0.01
            ):
                pass
            else:
                current.visible += visible
            if bx0 < current.x0:
                current.x0 = bx0
            if bx1 > current.x1:
                current.x1 = bx1
            if by0 < current.y0:
                current.y0 = by0
            if by1 > current.y1:
                current.y1 = by1
            current.sizes[size] = current.sizes.get(size, 0) + visible
            if font.bold or mode == 2:
                current.bold += visible
            current.unmapped += unmapped
            if not flat:
                page.turned(current, font, dx, dy)
            elif page.level[0] < 0.99:
                current.angled = True
        current.glyphs += codes
        current.say(text, rtl, sx, sy, ex, ey, size, dx, dy)
        if outside is not None:
            font, fs, cx0, cy0, cx1, cy1 = outside
            show_memo, outside, stale = font.memo, None, True

    # What was left open ends with the stream; a form's marks must not leak to its page.
    while marks:
        current, actual, hidden = page.close(marks.pop(), current)


def draw(
    page: PageRun,
    form: Form,
    resources: Resources,
    ctm: Matrix,
    host: Sequence,
    actual: ActualText | None,
    clip: Box,
    hidden: bool,
    state: tuple[Any, ...],
) -> None:
    """Reads a Form XObject where Do names it (8.10)."""
    ref = form.ref
    if ref in page.open_forms or len(page.open_forms) >= MAX_FORM_DEPTH:
        page.damage("a form that contains itself")
        return
    if not page.spend(256):
        return
    data, problem = form.data(page.reader)
    if problem:
        page.damage(problem)
    if not data or form.textless(page.reader):
        return
    matrix = multiply(form.matrix, ctm)
    if form.box is not None:
        clip = intersect(clip, transform_box(form.box, matrix))
    if form.layer is not None and page.reader.is_hidden(form.layer):
        hidden = True
    page.open_forms.add(ref)
    stream = ref[0]
    inner = form.resources(page.reader) or resources
    run(
        page,
        data,
        inner,
        matrix,
        stream,
        None if host.kind == STRAY else host,
        actual,
        clip,
        hidden,
        state,
    )
    page.open_forms.discard(ref)
    page.done_forms.add(stream)
