"""Damages PDFs at random, the same way for the same seed.

    for data in mutants(files, count=2000): …

Half of the mutants are damaged as bytes (flips, deletions, insertions, copies, cuts), half as
objects (types swapped, keys dropped, references led elsewhere, numbers made absurd).
"""

from __future__ import annotations

import io
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from tests.make import Doc, artifact, el, new_page, untagged


def originals() -> list[bytes]:
    """Small files that between them have everything the reader looks at."""
    table = el(
        "Table",
        el("Caption", "Prices"),
        el("TR", el("TH", "Plan", scope="Column", id="c1"), el("TH", "Price", scope="Both")),
        el("TR", el("TH", "Basic", scope="Row", id="r1"), el("TD", "12.50", headers=["c1", "r1"])),
        el("TR", el("TD", "Both", col_span=2, row_span=1)),
        summary="All plans",
    )
    rich = Doc(lang="en", title="Everything", role_map={"Chapter": "Sect", "Loop": "Loop"}).add(
        artifact("Running head"),
        el("Chapter", el("H1", "Plans", id="h"), el("P", "See", el("Reference", "1", ref=["n"]))),
        table,
        el("L", el("LI", el("Lbl", "1."), el("LBody", "One")), numbering="Decimal"),
        el("Note", el("Lbl", "1"), "Without tax.", id="n"),
        el("Figure", alt="A chart that rises"),
        untagged("Loose text"),
        new_page(),
        el("Link", "home", uri="https://example.org/"),
        el("Link", "up", dest="#h"),
        el("Link", "named", dest="nowhere"),
        el("Link", "page", dest=(0, 700)),
        el("Form", field={"T": "name", "TU": "Your name", "V": "x"}),
        el("Span", "Haus", lang="de", actual="house", e="expanded", title="T"),
    )
    plain = rich.bytes()
    packed = io.BytesIO()
    with pikepdf.open(io.BytesIO(plain)) as pdf:
        pdf.Root.PageLabels = Dictionary(Nums=Array([0, Dictionary(S=Name.r)]))
        pdf.save(
            packed, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True
        )
    small = Doc(lang="fr", title=None, root=None).add(el("P", "un"), el("P", "deux")).bytes()
    return [plain, packed.getvalue(), small]


def mutants(files: Sequence[bytes], *, count: int, seed: int = 0) -> Iterator[tuple[int, bytes]]:
    """(seed of the mutant, damaged file) pairs."""
    for number in range(seed, seed + count):
        yield number, mutant(files[number % len(files)], number)


def mutant(data: bytes, seed: int) -> bytes:
    """One damaged copy of ``data``."""
    chance = random.Random(seed)
    if chance.random() < 0.5:
        return _damaged_bytes(data, chance)
    return _damaged_objects(data, chance)


def _damaged_bytes(data: bytes, chance: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(chance.choice((1, 2, 5, 20, 100))):
        at = chance.randrange(len(out) or 1)
        length = chance.choice((1, 1, 4, 30, 300))
        kind = chance.randrange(6)
        if kind == 0 and out:
            out[at % len(out)] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del out[at : at + length]
        elif kind == 2:
            out[at:at] = chance.randbytes(length)
        elif kind == 3:
            out[at:at] = out[at : at + length]
        elif kind == 4:
            digits = [i for i in range(at, min(at + 400, len(out))) if 48 <= out[i] <= 57]
            if digits:
                out[chance.choice(digits)] = 48 + chance.randrange(10)
        elif chance.random() < 0.05:
            del out[at:]
    return bytes(out)


def _strange(pdf: pikepdf.Pdf, chance: random.Random) -> Any:
    """A value that is likely to be out of place."""
    objects = len(pdf.objects)
    kind = chance.randrange(12)
    if kind < 4:
        return pdf.get_object((chance.randint(1, objects), 0))
    return (
        None, True, -1, 2**31, 2**62, 0.5, Name("/Strange"), String(b"\xfe\xff\xd8"),
        Array([]), Dictionary(), Array([None, 7, Dictionary(S=Name.P)]),
        Dictionary(MCID=3, Type=Name.MCR), pikepdf.Stream(pdf, b"\xff\x00 BT (", Length=99),
    )[chance.randrange(13)]  # fmt: skip


def _damaged_objects(data: bytes, chance: random.Random) -> bytes:
    """Damages some objects; where qpdf would not go on or not write the result, bytes instead."""
    try:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            for _ in range(chance.choice((1, 2, 4, 8, 30))):
                _damage_one(pdf, chance)
            out = io.BytesIO()
            modes = pikepdf.ObjectStreamMode
            mode = chance.choice((modes.disable, modes.generate))
            pdf.save(out, object_stream_mode=mode, static_id=True)
    except (pikepdf.PdfError, RuntimeError):
        return _damaged_bytes(data, chance)
    return out.getvalue()


def _damage_one(pdf: pikepdf.Pdf, chance: random.Random) -> None:
    target = pdf.get_object((chance.randint(1, len(pdf.objects)), 0))
    if isinstance(target, pikepdf.Stream):
        if chance.random() < 0.3:
            target.write(_damaged_bytes(target.read_bytes(), chance))
            return
        target = target.stream_dict
    if isinstance(target, pikepdf.Dictionary):
        keys = sorted(target.keys())
        if not keys:
            return
        key = chance.choice(keys)
        value = None if chance.random() < 0.3 else _strange(pdf, chance)
        if value is None:
            del target[key]
        else:
            target[key] = value
    elif isinstance(target, pikepdf.Array) and len(target):
        at = chance.randrange(len(target))
        if chance.random() < 0.3:
            target.append(target[at])
        else:
            target[at] = _strange(pdf, chance)
