"""How far the text of each structure element agrees with two other readers.

    python benchmarks/text_agreement.py FOLDER [--pdfjs DIR] [--cache DIR] [--show N] [NAME ...]

FOLDER holds PDFs; NAME restricts the run to files whose name contains it. The readers:

- poppler's ``pdfinfo -struct-text`` prints the structure tree with the text of each content item.
  Install: ``apt-get install poppler-utils`` (Debian, Ubuntu) or ``brew install poppler``.
- pdf.js gives the text of each marked-content sequence of a page.
  Install: ``npm install pdfjs-dist@4`` in some folder, and name the folder with ``--pdfjs``
  (default: the current one); Node 20 or later.

What is compared is an element's own content (its MCIDs, not its descendants'), white space aside:
poppler puts no spaces between words that are parted by geometry. Property lists' ActualText
counts against poppler; pdf.js ignores it, so it is compared with what the fonts say. pdf.js keeps
a form's MCIDs and its page's apart nowhere; such elements count by poppler alone. Both readers
are run once for each file and remembered in the cache folder.

Kinds of difference, and why they remain:

- page is not in the file: /Pg names a page that was cut out of the file; poppler shows the text
  of whatever page has that MCID. Such elements have no text and count in no share.
- right-to-left order: poppler keeps the visual order; pdf.js reverses the letters inside a
  ligature's mapping too (lam-alef comes out as alef-lam).
- ActualText: poppler drops what follows a span inside a sequence; pdf.js drops or moves it.
- unmapped glyphs: a glyph without a mapping is U+FFFD here and nothing, or a guess, there.
- nested MCIDs: content in two MCIDs at once belongs to one of them here (the inner one, unless the
  tree lacks it or it also stands on its own), to the inner one in pdf.js, to both in poppler.
- neither reader has text: poppler ran out of time (it reads a page again for each element) or
  failed, and pdf.js has no such sequence.

The column "spaces" is the share of single content items whose text equals that of pdf.js with
white space collapsed but not removed.
"""

from __future__ import annotations

import argparse
import collections
import hashlib
import json
import re
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf

from dtaa_lint.errors import DtaaError
from dtaa_lint.pdf import read as reading
from dtaa_lint.pdf.content import ContentReader, PageContent
from dtaa_lint.pdf.model import ContentItem, RunFlag

PDFJS = r"""
import {getDocument} from 'pdfjs-dist/legacy/build/pdf.mjs';
import {readFileSync} from 'fs';
import {dirname} from 'path';
import {createRequire} from 'module';
const base = dirname(createRequire(process.cwd() + '/').resolve('pdfjs-dist/package.json'));
const data = new Uint8Array(readFileSync(process.argv[1]));
const doc = await getDocument({data, verbosity: 0, useSystemFonts: false,
  cMapUrl: base + '/cmaps/', cMapPacked: true,
  standardFontDataUrl: base + '/standard_fonts/'}).promise;
for (let n = 1; n <= doc.numPages; n++) {
  const found = {};
  try {
    const page = await doc.getPage(n);
    const content = await page.getTextContent({includeMarkedContent: true});
    const stack = [];
    for (const item of content.items) {
      if (item.type === 'beginMarkedContentProps' || item.type === 'beginMarkedContent') {
        stack.push(item.id ?? stack[stack.length - 1] ?? null);
      } else if (item.type === 'endMarkedContent') {
        stack.pop();
      } else if (item.str !== undefined) {
        const id = stack[stack.length - 1];
        if (id) found[id.slice(id.indexOf('_mc') + 3)] =
          (found[id.slice(id.indexOf('_mc') + 3)] ?? '') + item.str + (item.hasEOL ? '\n' : '');
      }
    }
    page.cleanup();
  } catch (error) { found.error = String(error); }
  console.log(JSON.stringify(found));
}
await doc.destroy();
"""
LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
)
_DROPPED = re.compile("[\\s\u200b\ufeff\u00ad\0-\x1f\x7f]+")


class Row(NamedTuple):
    """One file's figures."""

    name: str
    elements: int
    poppler: int
    pdfjs: int
    either: int
    items: int
    spaced: int
    kinds: collections.Counter[str]


def plain(text: str) -> str:
    """Text without white space and ligatures, in compatibility form."""
    return _DROPPED.sub("", unicodedata.normalize("NFKC", text.translate(LIGATURES)))


def collapsed(text: str) -> str:
    text = unicodedata.normalize("NFKC", text.translate(LIGATURES))
    return re.sub("[\\s\0-\x1f]+", " ", text).strip()


def remembered(cache: Path, kind: str, file: Path, command: list[str], cwd: Path | None) -> str:
    """Output of a reader, from the cache when it is there."""
    key = hashlib.sha256(file.read_bytes() + " ".join(command[:2]).encode()).hexdigest()[:24]
    place = cache / f"{kind}-{key}.txt"
    if not place.exists():
        try:
            done = subprocess.run(command, capture_output=True, timeout=900, cwd=cwd, check=False)
            output = done.stdout
        except subprocess.TimeoutExpired:
            output = b""
        place.write_bytes(output)
    return place.read_bytes().decode("utf-8", "replace")


_ELEMENT = re.compile(r"^( *)([A-Za-z][\w .#-]*?|Unknown)(?: <.*?>)?(?: \".*?\")?(?: r\d+)?"
                      r"(?: \((?:block|inline|group)\))?:?$")  # fmt: skip


def poppler_tree(output: str) -> list[tuple[int, str, list[str]]]:
    """(depth, type, texts of own content items) of each element that poppler prints, in order."""
    found: list[tuple[int, str, list[str]]] = []
    open_: list[tuple[int, list[str]]] = []
    lines = output.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        body = line.lstrip(" ")
        indent = len(line) - len(body)
        if body.startswith('"'):
            while not (body.endswith('"') and len(body) > 1) and at < len(lines):
                body += "\n" + lines[at]
                at += 1
            while open_ and open_[-1][0] >= indent:
                open_.pop()
            if open_:
                open_[-1][1].append(body[1:-1])
        elif body.startswith(("/", "Object ")) or not body:
            continue
        else:
            match = _ELEMENT.match(line)
            if match is None:
                continue
            while open_ and open_[-1][0] >= indent:
                open_.pop()
            texts: list[str] = []
            found.append((indent // 2, match[2], texts))
            open_.append((indent, texts))
    return found


def align(ours: list[Any], theirs: list[tuple[int, str, list[str]]]) -> dict[int, str]:
    """Element index -> poppler's text of its own content.

    Walks both preorders at once; where they part (poppler leaves out what it does not know), the
    next pair of like depth and type within reach brings them together again.
    """
    found: dict[int, str] = {}
    at = 0
    for element in ours:
        for ahead in range(at, min(at + 40, len(theirs))):
            depth, kind, texts = theirs[ahead]
            if depth == element.depth and kind in (element.type, element.raw):
                found[element.index] = "".join(texts)
                at = ahead + 1
                break
    return found


def own_items(element: Any) -> list[ContentItem]:
    return [kid for kid in element.kids if isinstance(kid, ContentItem)]


def kind_of(pieces: list[Any], mine: str, poppler: str | None, pdfjs: str | None) -> str:
    """What sort of difference this is; the first that applies."""
    flags = 0
    for piece in pieces:
        flags |= piece.flags
    if flags & RunFlag.ACTUAL_TEXT:
        return "ActualText"
    if any(piece.unmapped for piece in pieces):
        return "unmapped glyphs"
    if flags & RunFlag.RTL:
        return "right-to-left order"
    if flags & RunFlag.ARTIFACT_INSIDE:
        return "artifact inside"
    if not (poppler or "") and not (pdfjs or ""):
        return "neither reader has text"
    if poppler and mine in poppler and pdfjs is None:
        return "nested MCIDs"
    if not mine:
        return "only they have text"
    if sorted(mine) in (sorted(poppler or ""), sorted(pdfjs or "")):
        return "order"
    return "other"


def compare(file: Path, cache: Path, pdfjs_folder: Path, show: int) -> Row | None:
    """The figures of one file; None when it cannot be read or has no text in elements."""
    try:
        document = reading.read(file)
    except DtaaError:
        return None
    owned: list[dict[tuple[int, int], bool]] = [{} for _ in document.pages]
    for run in document.runs:
        owned[run.item.page][run.item.stream, run.item.mcid] = False
    with pikepdf.open(file) as pdf:
        reader = ContentReader(pdf)
        contents: list[PageContent] = []
        for index, page in enumerate(pdf.pages):
            contents.append(reader.read_page(index, page.obj, owned=owned[index]))
    theirs = poppler_tree(
        remembered(cache, "poppler", file, ["pdfinfo", "-struct-text", str(file)], None)
    )
    command = ["node", "--input-type=module", "-e", PDFJS, str(file.resolve())]
    pages: list[dict[str, str]] = []
    for line in remembered(cache, "pdfjs", file, command, pdfjs_folder).splitlines():
        pages.append(json.loads(line))
    by_poppler = align(list(document.elements), theirs)
    kinds: collections.Counter[str] = collections.Counter()
    counts = collections.Counter[str]()
    for element in document.elements:
        items = own_items(element)
        pieces = [
            piece
            for item in items
            if 0 <= item.page < len(contents)
            and (piece := contents[item.page].pieces.get((item.stream, item.mcid))) is not None
        ]
        mine = plain("".join(piece.text for piece in pieces))
        raw = plain("".join(p.text if p.raw is None else p.raw for p in pieces))
        poppler = by_poppler.get(element.index)
        other = None if poppler is None else plain(poppler)
        in_page = [i for i in items if i.stream == 0 and 0 <= i.page < len(pages)]
        third: str | None = None
        if pages and len(in_page) == len(items) and items:
            third = plain("".join(pages[i.page].get(str(i.mcid), "") for i in in_page))
        if not mine and not raw and not other:
            continue
        if not any(item.page >= 0 for item in items):
            kinds["page is not in the file"] += 1
            continue
        counts["elements"] += 1
        counts["poppler"] += mine == other
        counts["pdfjs"] += third in (raw, mine)
        if mine == other or third in (raw, mine):
            counts["either"] += 1
        else:
            kind = kind_of(pieces, mine, other, third)
            kinds[kind] += 1
            if kinds[kind] <= show:
                print(f"    {kind}: s{element.index} {element.type} {items[:2]}")
                print(f"      ours    {mine[:150]!r}\n      poppler {(other or '')[:150]!r}")
                print(f"      pdf.js  {(third or '')[:150]!r}")
        for item in in_page:
            piece = contents[item.page].pieces.get((0, item.mcid))
            if piece is not None and piece.raw is None and piece.text.strip():
                counts["items"] += 1
                same = collapsed(pages[item.page].get(str(item.mcid), ""))
                text = collapsed(piece.text)
                counts["spaced"] += same == text
                if same != text and counts["items"] - counts["spaced"] <= show:
                    pairs = enumerate(zip(text, same, strict=False))
                    at = max(0, next((n for n, (a, b) in pairs if a != b), 0) - 30)
                    print(f"      spaces {text[at : at + 60]!r}")
                    print(f"      pdf.js {same[at : at + 60]!r}")
    if not counts["elements"]:
        return None
    return Row(
        file.name,
        counts["elements"],
        counts["poppler"],
        counts["pdfjs"],
        counts["either"],
        counts["items"],
        counts["spaced"],
        kinds,
    )


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:6.2f}" if whole else "     -"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--pdfjs", type=Path, default=Path())
    parser.add_argument("--cache", type=Path, default=Path("out/readers"))
    parser.add_argument("--show", type=int, default=0, help="examples to print of each kind")
    chosen = parser.parse_args()
    chosen.cache.mkdir(parents=True, exist_ok=True)
    print(f"{'file':58} {'elements':>8} {'poppler':>7} {'pdf.js':>6} {'either':>6} {'spaces':>6}")
    rows: list[Row] = []
    for file in sorted(chosen.folder.glob("*.pdf")):
        if chosen.names and not any(name in file.name for name in chosen.names):
            continue
        row = compare(file, chosen.cache, chosen.pdfjs, chosen.show)
        if row is None:
            continue
        rows.append(row)
        print(
            f"{row.name[:58]:58} {row.elements:8} {share(row.poppler, row.elements):>7}"
            f" {share(row.pdfjs, row.elements)} {share(row.either, row.elements)}"
            f" {share(row.spaced, row.items)}  "
            + ", ".join(f"{kind} {count}" for kind, count in row.kinds.most_common()),
            flush=True,
        )
    total = sum(row.elements for row in rows)
    either = sum(row.either for row in rows)
    print(
        f"{len(rows)} files, {total} elements with text: poppler"
        f" {share(sum(r.poppler for r in rows), total).strip()} %, pdf.js"
        f" {share(sum(r.pdfjs for r in rows), total).strip()} %, either"
        f" {share(either, total).strip()} %; content items equal to pdf.js with spaces"
        f" {share(sum(r.spaced for r in rows), sum(r.items for r in rows)).strip()} %"
    )
    below = [row.name for row in rows if row.either < 0.99 * row.elements]
    print(f"files below 99 %: {len(below)}" + "".join(f"\n  {name}" for name in below))
    return 0


if __name__ == "__main__":
    sys.exit(main())
