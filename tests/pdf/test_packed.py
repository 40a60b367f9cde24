"""What is taken from object streams directly is what qpdf tells of the same objects."""

from __future__ import annotations

import io
import zlib

import pikepdf
import pytest

from dtaa_lint.pdf.objects import Objects, Value
from dtaa_lint.pdf.packed import MAX_OBJECTS, PackedObjects, packed_objects

PLAIN = [
    b"<</P 1 0 R/S/P/Pg 2 0 R/Type/StructElem/K[ 0 0 ]>>",
    b"<< /S /P /P 1 0 R /K 17 >>\r\n",
    b"<</S/H1/P 1 0 R/K[1 0 R 2 0 R 3]/ActualText( )/T(a\\(b\\051\\\\)>>",
    b"<</O/Table/Scope/Column/ColSpan 2/Width -1.50/Headers[(TH_1)(TH_2)]>>",
    b"<</A<</O/Layout/BBox[0 0.5 12. 7]>>/B true/C[null false]/D[]/E<<>>>>",
    b"[1 0 R null 2 0 R]",
]
ODD = [
    b"<</S/P/Pg 77 0 R/K 4>>",  # a reference to nothing
    b"<</S/P/Pg 9 0 R/K 4>>",  # a reference to null
    b"<</S/P/K null>>",
    b"<</S/A#42/K 4>>",
    b"<</S/P/S/Span/K 4>>",
    b"<</S/P/T(a(b)c)/Alt<FEFF0041>/K 4>>",
    b"<</S/P % a comment\n/K 4>>",
    b"<</S/P/P 1 5 R/K +4/L 99999999999 /M .5>>",
    b"<</S/P/K[77 0 R 1 0 R]>>",
    b"(text)",
    b"12",
    b"/Name",
    b"null",
]
FIRST = 10


def packed_file(objects: list[bytes], *, twice: bool = False, offsets: int = 0) -> bytes:
    """A file whose objects 10, 11 … stand in object stream 5; ``twice``: its header names the
    first of them two times; ``offsets``: added to the places that it says."""
    body, head = b"", b""
    for at, notation in enumerate(objects):
        number = FIRST if twice and at == 1 else FIRST + at
        head += b"%d %d " % (number, len(body) + (offsets if at else 0))
        body += notation + b" "
    stream = zlib.compress(head + body)
    made = b"%PDF-1.7\n"
    places: dict[int, int] = {}
    fixed = {
        1: b"<</Type/Catalog/Pages 3 0 R>>",
        2: b"<</Type/Page/Parent 3 0 R/MediaBox[0 0 9 9]>>",
        3: b"<</Type/Pages/Kids[2 0 R]/Count 1>>",
        5: b"<</Type/ObjStm/N %d/First %d/Filter/FlateDecode/Length %d>>stream\n%b\nendstream"
        % (len(objects), len(head), len(stream), stream),
        9: b"null",
    }
    for number, notation in fixed.items():
        places[number] = len(made)
        made += b"%d 0 obj\n%b\nendobj\n" % (number, notation)
    size = FIRST + len(objects) + 1
    places[size - 1] = start = len(made)
    rows = b""
    for number in range(size):
        if number in places:
            rows += b"\1" + places[number].to_bytes(4, "big") + b"\0"
        elif number >= FIRST:
            rows += b"\2" + (5).to_bytes(4, "big") + bytes((number - FIRST,))
        else:
            rows += bytes(6)
    made += b"%d 0 obj\n<</Type/XRef/Size %d/W[1 4 1]/Root 1 0 R/Length %d>>stream\n%b" % (
        size - 1, size, len(rows), rows,
    )  # fmt: skip
    return made + b"\nendstream\nendobj\nstartxref\n%d\n%%%%EOF" % start


def told(data: bytes, numbers: list[int]) -> tuple[list[Value], list[Value], list[bool]]:
    """For each object: what is told with and without the short cut, and whether it was taken."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        packed = PackedObjects(pdf)
        short = Objects(pdf, packed)
        found = [short.fetch((number, 0)) for number in numbers]
        taken = [packed.read((number, 0)) is not None for number in numbers]
        return found, [Objects(pdf).fetch((number, 0)) for number in numbers], taken


def test_plain_objects_are_taken_as_qpdf_tells_them() -> None:
    # Each three times: a shape is worked out when it comes again.
    objects = PLAIN * 3
    found, expected, taken = told(packed_file(objects), [FIRST + n for n in range(len(objects))])
    assert found == expected
    for value, other in zip(found, expected, strict=True):
        assert list(value) == list(other) or "S" in value
    assert all(taken)


def test_odd_objects_are_left_to_qpdf() -> None:
    objects = ODD * 3
    found, expected, taken = told(packed_file(objects), [FIRST + n for n in range(len(objects))])
    assert found == expected
    assert not any(taken)


def test_numbers_of_one_shape_are_told_apart() -> None:
    objects = [b"<</P 1 0 R/S/P/K[%d 0 R]/Pg 2 0 R/I %d>>" % (n % 3 + 1, 10 + n) for n in range(8)]
    found, expected, taken = told(packed_file(objects), [FIRST + n for n in range(8)])
    assert found == expected
    assert all(taken)


@pytest.mark.parametrize("fault", [{"twice": True}, {"offsets": -1000}, {"offsets": 10**6}])
def test_a_faulty_object_stream_is_left_to_qpdf(fault: dict[str, int]) -> None:
    data = packed_file([b"<</S/P/K 1>>", b"<</S/P/K 2>>", b"<</S/P/K 3>>"], **fault)  # type: ignore[arg-type]
    found, expected, taken = told(data, [FIRST, FIRST + 1, FIRST + 2])
    assert found == expected
    assert fault == {"offsets": 10**6} or not any(taken)


def test_encrypted_object_streams() -> None:
    data = packed_file([b"<</S/P/K %d/T(some text)>>" % n for n in range(4)])
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.Root.Elements = pikepdf.Array([pdf.get_object(FIRST + n, 0) for n in range(4)])
        out = io.BytesIO()
        pdf.save(
            out,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            encryption=pikepdf.Encryption(owner="o", user=""),
        )
    with pikepdf.open(io.BytesIO(out.getvalue())) as pdf:
        numbers = [element.objgen[0] for element in pdf.Root.Elements]
    found, expected, taken = told(out.getvalue(), numbers)
    assert found == expected == [{"K": n, "S": "P", "T": b"some text"} for n in range(4)]
    assert all(taken)


def test_an_update_takes_the_place_of_what_is_packed() -> None:
    data = packed_file([b"<</S/P/K 1>>", b"<</S/P/K 2>>"])
    start = data.rindex(b"startxref")
    previous = int(data[start:].split()[1])
    place = len(data) + 1
    data += b"\n10 0 obj\n<</S/Span/K 7>>\nendobj\n"
    table = len(data)
    data += (
        b"xref\n10 1\n%010d 00000 n \ntrailer\n<</Size 13/Root 1 0 R/Prev %d>>\n"
        b"startxref\n%d\n%%%%EOF" % (place, previous, table)
    )
    found, expected, taken = told(data, [10, 11])
    assert found == expected == [{"S": "Span", "K": 7}, {"S": "P", "K": 2}]
    assert taken == [False, True]


def test_a_table_of_absurd_size_is_left_to_qpdf() -> None:
    with pikepdf.open(io.BytesIO(packed_file([b"<</S/P/K 1>>"]))) as pdf:
        assert packed_objects(pdf) is not None
        pdf.trailer["/Size"] = MAX_OBJECTS + 1
        assert packed_objects(pdf) is None
