"""Structure trees that no sane producer writes: each is read as far as it goes, quickly."""

from __future__ import annotations

import pytest

from dtaa_lint.errors import InputError
from dtaa_lint.pdf import attributes
from dtaa_lint.pdf.model import ContentItem, IssueKind, PdfDocument
from dtaa_lint.pdf.open import Limits
from dtaa_lint.pdf.read import read
from tests.hostile.invariants import check
from tests.hostile.raw import CATALOG, PAGE, ROOT, assemble, tree

PG = f"/Pg {PAGE} 0 R"


def kinds(document: PdfDocument) -> dict[IssueKind, int]:
    found: dict[IssueKind, int] = {}
    for issue in document.issues:
        found[issue.kind] = found.get(issue.kind, 0) + issue.count
    return found


def test_a_hundred_thousand_levels() -> None:
    depth = 100_000
    objects = {1000 + n: f"<</S/Div/P {999 + n} 0 R/K {1001 + n} 0 R>>" for n in range(depth)}
    objects[1000] = "<</S/Div/K 1001 0 R>>"
    objects[1000 + depth] = f"<</S/P{PG}/K[0 1]>>"
    document = check(read(tree("1000 0 R", objects)))
    assert len(document.elements) == depth + 1
    assert document.elements[-1].depth == depth
    assert document.elements[0].end == depth + 1
    start, end = document.elements[0].text_start, document.elements[0].text_end
    assert document.text[start:end].split() == ["w0", "w1"]


def test_a_hundred_thousand_levels_without_pages_of_their_own() -> None:
    """Each level owns an MCID and names no page, so that each asks its ancestors."""
    depth = 100_000
    objects = {1000 + n: f"<</S/Div/K[{n} {1001 + n} 0 R]>>" for n in range(depth)}
    objects[1000 + depth] = "<</S/P/K 0>>"
    document = check(read(tree("1000 0 R", objects)))
    assert len(document.elements) == depth + 1


def test_a_million_null_kids() -> None:
    nulls = "null " * 1_000_000
    document = check(read(tree("3 0 R", {3: f"<</S/P{PG}/K[{nulls} 0]>>"})))
    assert document.elements[0].kids == (ContentItem(0, 0, 0),)
    assert kinds(document) == {IssueKind.MISSING_OBJECT: 1_000_000}
    assert len(document.issues) == 1


def test_kids_that_form_a_circle() -> None:
    objects = {
        3: "<</S/Sect/K[4 0 R 3 0 R]>>",
        4: f"<</S/Div/P 3 0 R/K[5 0 R 0]{PG}>>",
        5: "<</S/P/P 4 0 R/K[3 0 R 4 0 R 5 0 R]>>",
    }
    document = check(read(tree("[3 0 R]", objects)))
    assert [e.type for e in document.elements] == ["Sect", "Div", "P"]
    assert kinds(document) == {IssueKind.CYCLE: 4}


def test_the_root_as_its_own_kid() -> None:
    document = check(read(tree(f"[{ROOT} 0 R 3 0 R]", {3: f"<</S/P{PG}/K 0>>"})))
    assert [e.type for e in document.elements] == ["P"]


def test_shared_kids_stay_with_the_first() -> None:
    objects = {
        3: "<</S/Sect/K[5 0 R]>>",
        4: "<</S/Sect/K[5 0 R 5 0 R]>>",
        5: f"<</S/P/P 4 0 R{PG}/K 0>>",
    }
    document = check(read(tree("[3 0 R 4 0 R]", objects)))
    assert [(e.type, e.parent) for e in document.elements] == [("Sect", -1), ("P", 0), ("Sect", -1)]
    assert kinds(document) == {IssueKind.SHARED_KID: 2, IssueKind.WRONG_PARENT: 1}


def test_doubling_kids_do_not_explode() -> None:
    """Sixty levels, each with the next one twice: 2^60 paths, 61 elements."""
    objects = {10 + n: f"<</S/Div/K[{11 + n} 0 R {11 + n} 0 R]>>" for n in range(60)}
    objects[70] = f"<</S/P{PG}/K 0>>"
    document = check(read(tree("10 0 R", objects)))
    assert len(document.elements) == 61
    assert kinds(document) == {IssueKind.SHARED_KID: 60}


def test_missing_parents_are_tolerated_and_wrong_ones_noted() -> None:
    objects = {3: "<</S/Sect/K[4 0 R]>>", 4: f"<</S/P/P 7 0 R{PG}/K 0>>", 7: "<<>>"}
    document = check(read(tree("[3 0 R]", objects)))
    assert kinds(document) == {IssueKind.WRONG_PARENT: 1}


def test_arrays_that_hold_themselves() -> None:
    objects = {3: "<</S/P/K 5 0 R>>", 5: "[5 0 R [[[0]]] 6 0 R]", 6: "[5 0 R 6 0 R]"}
    check(read(tree("3 0 R", objects)))


VALUES = (
    "null", "true", "-1", "0", "9999999999999999", "1.5", "-.002", "/Name", "/#ff#fe#00a",
    "(text)", "<feff>", "<ffff00>", "[]", "[[[]]]", "[null 0 R (x) /y <<>>]", "<<>>",
    "<</K 0/S/P>>", "<</MCID 0>>", "<</MCID(x)>>", "<</Obj 3 0 R>>", "<</Obj 7>>", "3 0 R",
    "77 0 R", f"{PAGE} 0 R", f"{ROOT} 0 R", f"{CATALOG} 0 R", "904 0 R", "[3 0 R 3 0 R]",
)  # fmt: skip
KEYS = (
    "S",
    "P",
    "Pg",
    "K",
    "A",
    "C",
    "ID",
    "Alt",
    "ActualText",
    "E",
    "Lang",
    "T",
    "Ref",
    "NS",
    "R",
)


@pytest.mark.parametrize("key", KEYS)
def test_every_wrong_type_in_an_element(key: str) -> None:
    for value in VALUES:
        entries = {"S": "/P", "K": "[0 4 0 R]", "Pg": f"{PAGE} 0 R", "A": "<</O/List>>"}
        entries[key] = value
        body = "".join(f"/{k} {v}" for k, v in entries.items())
        objects = {3: f"<<{body}>>", 4: f"<</S/Span/{key} {value}>>"}
        check(read(tree("[3 0 R]", objects)))


@pytest.mark.parametrize(
    "key", ["RoleMap", "ClassMap", "ParentTree", "IDTree", "Namespaces", "ParentTreeNextKey", "K"]
)
def test_every_wrong_type_in_the_root(key: str) -> None:
    element = f"<</S/Foo{PG}/K 0/C/c/ID(i)>>"
    for value in VALUES:
        kids = value if key == "K" else "[3 0 R]"
        extra = "" if key == "K" else f"/{key} {value}"
        check(read(tree(kids, {3: element}, root=extra)))


@pytest.mark.parametrize(
    "entries",
    ["/StructTreeRoot", "/MarkInfo", "/Lang", "/Names", "/Dests", "/PageLabels", "/Metadata",
     "/ViewerPreferences", "/AcroForm", "/OCProperties", "/URI", "/Version", "/Pages"],
)  # fmt: skip
def test_every_wrong_type_in_the_catalog(entries: str) -> None:
    link = "<</Subtype/Link/Dest(x)>>"
    for value in VALUES:
        catalog = "<</Type/Catalog/Pages 903 0 R" if entries != "/Pages" else "<</Type/Catalog"
        made = tree(
            "3 0 R",
            {3: f"<</S/P{PG}/K 0>>", 4: link},
            page="/Annots[4 0 R]",
            replace={CATALOG: f"{catalog}{entries} {value}>>"},
        )
        try:
            check(read(made))
        except InputError as error:
            assert entries == "/Pages", error


@pytest.mark.parametrize(
    "key",
    ["MediaBox", "CropBox", "Rotate", "Resources", "Contents", "Annots", "StructParents", "Parent",
     "UserUnit", "Group", "Type"],
)  # fmt: skip
def test_every_wrong_type_in_a_page(key: str) -> None:
    for value in VALUES:
        entries = {
            "Type": "/Page", "Parent": "903 0 R", "MediaBox": "[0 0 9 9]", "Contents": "904 0 R",
            key: value,
        }  # fmt: skip
        body = "".join(f"/{k} {v}" for k, v in entries.items())
        made = tree("3 0 R", {3: f"<</S/P{PG}/K 0>>"}, replace={PAGE: f"<<{body}>>"})
        try:
            check(read(made))
        except InputError as error:
            assert key == "Type", error


@pytest.mark.parametrize(
    "key",
    ["Subtype", "Rect", "F", "Contents", "A", "Dest", "Parent", "FT", "T", "TU", "V", "Ff", "AP"],
)
def test_every_wrong_type_in_an_annotation(key: str) -> None:
    for value in VALUES:
        for subtype in ("Link", "Widget"):
            entries = {"Subtype": f"/{subtype}", "Rect": "[0 0 1 1]", key: value}
            body = "".join(f"/{k} {v}" for k, v in entries.items())
            objects = {3: f"<</S/P{PG}/K 0>>", 4: f"<<{body}>>"}
            check(read(tree("3 0 R", objects, page="/Annots[4 0 R]")))


@pytest.mark.parametrize(
    "action",
    ["/S {}", "/S/GoTo/D {}", "/S/GoTo/SD {}", "/S/URI/URI {}", "/S/GoToR/F {}", "/S/Hide/Next {}"],
)
def test_every_wrong_type_in_an_action(action: str) -> None:
    for value in VALUES:
        objects = {
            3: f"<</S/P{PG}/K 0>>",
            4: f"<</Subtype/Link/A<<{action.format(value)}>>>>",
            5: f"<</Subtype/Link/A<</S/GoTo/D[{value} /XYZ {value} {value}]>>>>",
        }
        check(read(tree("3 0 R", objects, page="/Annots[4 0 R 5 0 R]")))


def test_kids_of_every_type() -> None:
    document = check(read(tree("3 0 R", {3: f"<</S/P{PG}/K[{' '.join(VALUES)} 0]>>"})))
    assert document.elements[0].type == "P"


def test_numbers_beyond_reason() -> None:
    kids = "[99999999999 2147483648 -5 -2147483649 0 1e400 0.5]"
    document = check(read(tree("3 0 R", {3: f"<</S/P{PG}/K {kids}>>"})))
    assert ContentItem(0, 0, 0) in document.elements[0].kids
    assert IssueKind.MCID_NOT_FOUND in kinds(document)


def test_mcids_claimed_twice_stay_with_the_first() -> None:
    objects = {3: f"<</S/P{PG}/K[0 1 1]>>", 4: f"<</S/P{PG}/K[1 2]>>"}
    document = check(read(tree("[3 0 R 4 0 R]", objects)))
    assert document.elements[0].kids == (ContentItem(0, 0, 0), ContentItem(0, 0, 1))
    assert document.elements[1].kids == (ContentItem(0, 0, 2),)
    assert kinds(document) == {IssueKind.MCID_SHARED: 1, IssueKind.MCID_REPEATED: 1}


def test_mcids_that_a_stream_uses_twice() -> None:
    content = b"BT /F1 9 Tf /P <</MCID 0>> BDC (a) Tj EMC /P <</MCID 0>> BDC (b) Tj EMC ET"
    document = check(read(tree("3 0 R", {3: f"<</S/P{PG}/K 0>>"}, content=content)))
    assert document.pages[0].duplicate_mcids == (0,)


def test_mcids_that_are_not_there_are_noted_and_kept() -> None:
    document = check(read(tree("3 0 R", {3: f"<</S/P{PG}/K[0 50 51]>>"})))
    assert kinds(document) == {IssueKind.MCID_NOT_FOUND: 2}
    assert len(document.elements[0].kids) == 3


def test_name_and_number_trees_that_form_circles() -> None:
    objects = {
        3: f"<</S/P{PG}/K 0/ID(a)>>",
        4: "<</Subtype/Link/Dest(x)>>",
        5: "<</Kids[5 0 R 6 0 R]/Names[(a) 3 0 R (b)]/Nums[0[3 0 R] 1]>>",
        6: "<</Kids[5 0 R 5 0 R 6 0 R null 7]>>",
    }
    document = check(
        read(
            tree(
                "3 0 R",
                objects,
                root="/IDTree 5 0 R/ParentTree 5 0 R",
                catalog="/Names<</Dests 5 0 R>>/PageLabels 5 0 R",
                page="/Annots[4 0 R]",
            )
        )
    )
    assert document.issues == ()


def test_page_tree_that_forms_a_circle() -> None:
    made = tree(
        "3 0 R",
        {3: f"<</S/P{PG}/K 0>>"},
        replace={903: f"<</Type/Pages/Kids[{PAGE} 0 R 903 0 R]/Count 2>>"},
    )
    document = check(read(made))
    assert len(document.pages) == 1
    assert IssueKind.REPAIRED in kinds(document)


def test_page_tree_a_thousand_levels_deep() -> None:
    objects: dict[int, str] = {
        10 + n: f"<</Type/Pages/Parent {9 + n} 0 R/Kids[{11 + n} 0 R]/Count 1>>"
        for n in range(1000)
    }
    objects[1010] = "<</Type/Page/Parent 1009 0 R/MediaBox[0 0 9 9]>>"
    objects[9000] = "<</Type/Catalog/Pages 10 0 R>>"
    data = assemble(objects).replace(b"/Root 902 0 R", b"/Root 9000 0 R")
    try:
        assert len(check(read(data)).pages) == 1
    except InputError as error:
        assert "Traceback" not in str(error)


def test_one_page_many_times() -> None:
    kids = f"{PAGE} 0 R " * 500
    made = tree(
        "3 0 R",
        {3: f"<</S/P{PG}/K 0>>"},
        replace={903: f"<</Type/Pages/Kids[{kids}]/Count 500>>"},
    )
    document = check(read(made))
    assert document.elements[0].page == 0


def test_role_maps_and_class_maps_out_of_hand() -> None:
    roles = "".join(f"/r{n}/r{n + 1}" for n in range(5000))
    element = f"<</S/r0{PG}/K 0/C[{'/c0 ' * 3000}]>>"
    document = check(
        read(tree("3 0 R", {3: element}, root=f"/RoleMap<<{roles}>>/ClassMap<</c0 7 0 R>>"))
    )
    assert document.elements[0].type == "r0"


def test_limits_are_said() -> None:
    objects = {3 + n: f"<</S/P{PG}/K[0 1 2]>>" for n in range(20)}
    kids = " ".join(f"{3 + n} 0 R" for n in range(20))
    made = tree(f"[{kids}]", objects, page="/Annots[<<>><<>><<>>]")
    few = check(read(made, limits=Limits(elements=5)))
    assert len(few.elements) == 5
    assert kinds(few)[IssueKind.LIMIT] == 1
    fewer = check(read(made, limits=Limits(kids=21, annotations=2)))
    assert len(fewer.annotations) == 2
    assert kinds(fewer)[IssueKind.LIMIT] >= 2


def test_ten_thousand_annotations_with_one_name_tree() -> None:
    links = "".join(f"<</Subtype/Link/Dest(d{n})>>" for n in range(10_000))
    names = "".join(f"(d{n})[{PAGE} 0 R/Fit]" for n in range(10_000))
    made = tree(
        "3 0 R",
        {3: f"<</S/P{PG}/K 0>>"},
        page=f"/Annots[{links}]",
        catalog=f"/Names<</Dests<</Names[{names}]>>>>",
    )
    document = check(read(made))
    assert {a.target.page for a in document.annotations if a.target} == {0}


def test_pages_that_share_one_large_parent_tree_array() -> None:
    count = 500
    kids = " ".join(f"{1000 + n} 0 R" for n in range(count))
    objects = {
        1000 + n: f"<</Type/Page/Parent 903 0 R/MediaBox[0 0 9 9]/StructParents {n}>>"
        for n in range(count)
    }
    objects[3] = "<</S/P/K 0>>"
    objects[5] = f"[{'3 0 R ' * 20_000}]"
    numbers = " ".join(f"{n} 5 0 R" for n in range(count))
    made = tree(
        "3 0 R",
        objects,
        root=f"/ParentTree<</Nums[{numbers}]>>",
        replace={903: f"<</Type/Pages/Kids[{kids}]/Count {count}>>"},
    )
    document = check(read(made))
    assert len(document.pages) == count


def test_classes_that_multiply(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many elements, each with its own list of classes, each class a long array: the attributes of
    all elements together are bounded."""
    monkeypatch.setattr(attributes, "_STEPS", 20_000)
    names = [f"c{n}" for n in range(30)]
    classes = "".join(f"/{name} 5 0 R" for name in names)
    objects = {
        1000 + n: f"<</S/P{PG}/C[{' '.join('/' + name for name in names)} {n}]>>"
        for n in range(100)
    }
    objects[5] = f"[{'6 0 R ' * 300}]"
    objects[6] = "<</O/Layout/Placement/Block>>"
    kids = " ".join(f"{1000 + n} 0 R" for n in range(100))
    document = check(read(tree(f"[{kids}]", objects, root=f"/ClassMap<<{classes}>>")))
    assert document.elements[0].attributes == {"Layout": {"Placement": "Block"}}
    assert IssueKind.LIMIT in kinds(document)
