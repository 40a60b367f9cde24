"""The structure tree as it is read: order, kids, inheritance, types, attributes, IDs."""

from __future__ import annotations

import pytest

from dtaa_lint.pdf.model import ContentItem, IssueKind, ObjectItem, PdfDocument
from dtaa_lint.pdf.read import read
from tests.hostile.raw import PAGE, stream, tree
from tests.make import Doc, el, new_page

PG = f"/Pg {PAGE} 0 R"


def kinds(document: PdfDocument) -> dict[IssueKind, int]:
    found: dict[IssueKind, int] = {}
    for issue in document.issues:
        found[issue.kind] = found.get(issue.kind, 0) + issue.count
    return found


def test_preorder_with_parents_depths_and_ends() -> None:
    document = read(
        Doc().add(el("Sect", el("H1", "One"), el("P", "a", el("Span", "b"), "c")), el("P")).bytes()
    )
    seen = [(e.type, e.parent, e.depth, e.end) for e in document.elements]
    assert seen == [
        ("Document", -1, 0, 6),
        ("Sect", 0, 1, 5),
        ("H1", 1, 2, 3),
        ("P", 1, 2, 5),
        ("Span", 3, 3, 5),
        ("P", 0, 1, 6),
    ]
    paragraph = document.elements[3]
    assert paragraph.kids == (ContentItem(0, 0, 1), 4, ContentItem(0, 0, 3))
    assert document.issues == ()


def test_entries_of_an_element_and_inherited_language() -> None:
    document = read(
        Doc(lang="de")
        .add(
            el("Sect", el("Span", "x", lang="fr"), el("P", "y"), lang="es"),
            el("Figure", alt="A dog", actual="dog", e="expanded", title="T1", id="f1"),
            el("Span", "z", lang=""),
        )
        .bytes()
    )
    _, sect, span, p, figure, unknown = document.elements
    assert (sect.lang, span.lang, p.lang, figure.lang) == ("es", "fr", "es", "de")
    assert (p.own_lang, span.own_lang) == (None, "fr")
    assert (unknown.own_lang, unknown.lang) == ("", None)
    assert (figure.alt, figure.actual_text, figure.expansion) == ("A dog", "dog", "expanded")
    assert (figure.title, figure.id) == ("T1", "f1")
    assert document.ids == {"f1": (4,)}


def test_page_of_an_element_is_that_of_its_first_content() -> None:
    document = read(
        Doc().add(el("Sect", el("P", "one"), new_page(), el("P", "two")), el("P", "three")).bytes()
    )
    assert [e.page for e in document.elements] == [0, 0, 0, 1, 1]


def test_references_and_annotations() -> None:
    document = read(
        Doc()
        .add(
            el("P", el("Reference", "1", ref=["n1"])),
            el("Note", "text", id="n1"),
            el("Link", "go", uri="https://example.org"),
        )
        .bytes()
    )
    assert document.elements[2].refs == (3,)
    link = document.elements[4]
    assert link.kids[1] == ObjectItem(0, 0, document.annotations[0].objid)


@pytest.mark.parametrize(
    ("role_map", "raw", "type_", "issue"),
    [
        ("/Foo/P", "Foo", "P", None),
        ("/Foo/Bar/Bar/H1", "Foo", "H1", None),
        ("/P/P", "P", "P", None),
        ("/Table/Sect", "Table", "Sect", IssueKind.ROLE_REMAPS_STANDARD),
        ("/Title/P", "Title", "P", None),
        ("/Foo/Bar/Bar/Foo", "Foo", "Foo", IssueKind.ROLE_CYCLE),
        ("/Foo/Bar", "Foo", "Foo", IssueKind.ROLE_UNKNOWN),
        ("", "Foo", "Foo", IssueKind.ROLE_UNKNOWN),
        ("/H1/Strange", "H1", "H1", IssueKind.ROLE_REMAPS_STANDARD),
        ("", "H9", "H9", None),
    ],
)
def test_role_map(role_map: str, raw: str, type_: str, issue: IssueKind | None) -> None:
    document = read(tree("3 0 R", {3: f"<</S/{raw}{PG}/K 0>>"}, root=f"/RoleMap<<{role_map}>>"))
    assert (document.elements[0].type, document.elements[0].raw) == (type_, raw)
    assert [i.kind for i in document.issues] == ([issue] if issue else [])


NAMESPACES = {
    10: "<</Type/Namespace/NS(http://iso.org/pdf2/ssn)>>",
    11: "<</NS(urn:mine)/RoleMapNS<</Head[/H2 10 0 R]/Inner[/Outer 12 0 R]/Loop[/Loop2 11 0 R]"
    "/Loop2[/Loop 11 0 R]/Plain/P/H1[/H2 10 0 R]>>>>",
    12: "<</NS(urn:other)/RoleMapNS<</Outer[/FENote 10 0 R]>>>>",
    13: "<</NS(http://www.w3.org/1998/Math/MathML)>>",
    14: "<</NS(http://iso.org/pdf2/other-spelling)>>",
}


@pytest.mark.parametrize(
    ("raw", "namespace", "type_", "issue"),
    [
        ("Em", 10, "Em", None),
        ("Head", 11, "H2", None),
        ("Inner", 11, "FENote", None),
        ("Plain", 11, "P", None),
        ("H1", 11, "H2", None),
        ("Loop", 11, "Loop", IssueKind.ROLE_CYCLE),
        ("Nope", 11, "Nope", IssueKind.ROLE_UNKNOWN),
        ("mrow", 13, "mrow", None),
        ("Title", 14, "Title", None),
    ],
)
def test_namespaces(raw: str, namespace: int, type_: str, issue: IssueKind | None) -> None:
    element = f"<</S/{raw}/NS {namespace} 0 R{PG}/K 0>>"
    document = read(tree("3 0 R", {3: element, **NAMESPACES}))
    assert document.elements[0].type == type_
    assert document.elements[0].namespace == NAMESPACES[namespace].split("(")[1].split(")")[0]
    assert [i.kind for i in document.issues] == ([issue] if issue else [])


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ("/A<</O/Table/Scope/Row>>", {"Table": {"Scope": "Row"}}),
        ("/A 5 0 R", {"Table": {"ColSpan": 2}}),
        ("/A[<</O/Table/Scope/Row>> 0 <</O/Table/RowSpan 3>>]",
         {"Table": {"Scope": "Row", "RowSpan": 3}}),
        ("/A[<</O/List/ListNumbering/Disc>><</O/Layout/Placement/Block>>]",
         {"List": {"ListNumbering": "Disc"}, "Layout": {"Placement": "Block"}}),
        ("/C/wide", {"Table": {"ColSpan": 4}}),
        ("/C[/wide 0/row 1]/A<</O/Table/ColSpan 7>>", {"Table": {"ColSpan": 7, "Scope": "Row"}}),
        ("/A<</O/NSO/NS 10 0 R/Key(v)>>", {"http://iso.org/pdf2/ssn": {"Key": "v"}}),
        ("/A 6 0 R", {"Table": {"Summary": "s"}}),
        ("/A<</O/Table/Headers[(a)(\\351)]>>", {"Table": {"Headers": ("a", "é")}}),
        ("/A<</O/Table/Headers[]>>", {"Table": {"Headers": ()}}),
        ("/A<</O/UserProperties/P[<</N(n)/V 1>>]>>",
         {"UserProperties": {"P": ((("N", "n"), ("V", 1)),)}}),
    ],
)  # fmt: skip
def test_attributes(entries: str, expected: dict[str, dict[str, object]]) -> None:
    objects = {
        3: f"<</S/TD{PG}/K 0{entries}>>",
        5: "<</O/Table/ColSpan 2>>",
        6: b"<</O/Table/Summary(s)/Length 0>>\nstream\n\nendstream",
        **NAMESPACES,
    }
    class_map = "/ClassMap<</wide<</O/Table/ColSpan 4>>/row[<</O/Table/Scope/Row>>]>>"
    document = read(tree("3 0 R", objects, root=class_map))
    found = {owner: dict(values) for owner, values in document.elements[0].attributes.items()}
    found.get("Table", {}).pop("Length", None)
    assert found == expected
    assert document.issues == ()


def test_unknown_class_is_noted() -> None:
    document = read(tree("3 0 R", {3: f"<</S/P{PG}/K 0/C/nope>>"}))
    assert kinds(document) == {IssueKind.MISSING_CLASS: 1}
    assert document.elements[0].attributes == {}


@pytest.mark.parametrize(
    "kids",
    [
        "0",
        "[0]",
        "5 0 R",
        f"<</Type/MCR{PG}/MCID 0>>",
        f"[<<{PG}/MCID 0>>]",
        "6 0 R",
        "[6 0 R]",
        "0.0",
    ],
)
def test_content_in_every_spelling(kids: str) -> None:
    objects = {3: f"<</S/P{PG}/K {kids}>>", 5: "[0]", 6: f"<</Type/MCR/MCID 0{PG}>>"}
    document = read(tree("3 0 R", objects))
    assert document.elements[0].kids == (ContentItem(0, 0, 0),)
    assert document.issues == ()


def test_page_from_parent_tree_then_from_ancestor() -> None:
    objects = {
        3: f"<</S/Sect{PG}/K[4 0 R 5 0 R]>>",
        4: "<</S/P/P 3 0 R/K 0>>",
        5: "<</S/P/P 3 0 R/K<</Type/MCR/MCID 1>>>>",
    }
    document = read(tree("3 0 R", objects))
    assert [e.page for e in document.elements] == [0, 0, 0]
    objects[3] = "<</S/Sect/K[4 0 R 5 0 R]>>"
    parents = "/ParentTree<</Nums[0[4 0 R 5 0 R]]>>"
    document = read(tree("3 0 R", objects, root=parents))
    assert [e.page for e in document.elements] == [0, 0, 0]
    assert document.elements[2].kids == (ContentItem(0, 0, 1),)
    document = read(tree("3 0 R", objects))
    assert document.elements[2].kids == (ContentItem(-1, 0, 1),)


def test_a_named_page_that_is_missing_is_not_replaced_by_the_ancestors() -> None:
    objects = {3: f"<</S/Sect{PG}/K[4 0 R]>>", 4: "<</S/P/P 3 0 R/Pg 905 0 R/K 0>>"}
    document = read(tree("3 0 R", objects))
    assert document.elements[1].kids == (ContentItem(-1, 0, 0),)
    assert kinds(document)[IssueKind.MISSING_OBJECT] == 1


def test_form_xobject_content_is_a_scope_of_its_own() -> None:
    kid = f"[0 <</Type/MCR{PG}/Stm 5 0 R/MCID 0>>]"
    form = stream(b"", "/Subtype/Form/BBox[0 0 9 9]")
    document = read(tree("3 0 R", {3: f"<</S/P{PG}/K {kid}>>", 5: form}))
    assert document.elements[0].kids == (ContentItem(0, 0, 0), ContentItem(0, 5, 0))


def test_parent_tree_is_checked() -> None:
    objects = {3: f"<</S/P{PG}/K 0>>", 4: f"<</S/P{PG}/K 1>>"}
    good = read(tree("[3 0 R 4 0 R]", objects, root="/ParentTree<</Nums[0[3 0 R 4 0 R]]>>"))
    assert good.issues == ()
    swapped = read(tree("[3 0 R 4 0 R]", objects, root="/ParentTree<</Nums[0[4 0 R 3 0 R]]>>"))
    assert kinds(swapped) == {IssueKind.PARENT_TREE: 2}
    short = read(tree("[3 0 R 4 0 R]", objects, root="/ParentTree<</Nums[0[3 0 R]]>>"))
    assert kinds(short) == {IssueKind.PARENT_TREE: 1}
    assert [e.kids for e in swapped.elements] == [e.kids for e in good.elements]


def test_id_tree_is_checked() -> None:
    objects = {3: f"<</S/P{PG}/K 0/ID(a)>>", 4: f"<</S/P{PG}/K 1/ID(b)>>"}

    def issues(names: str) -> dict[IssueKind, int]:
        return kinds(read(tree("[3 0 R 4 0 R]", objects, root=f"/IDTree<</Names[{names}]>>")))

    assert issues("(a) 3 0 R (b) 4 0 R") == {}
    assert issues("(a) 3 0 R") == {IssueKind.ID_TREE: 1}
    assert issues("(a) 3 0 R (b) 3 0 R") == {IssueKind.ID_TREE: 1}
    assert issues("(a) 3 0 R (b) 4 0 R (c) 9 0 R") == {IssueKind.ID_TREE: 1}


def test_duplicate_ids_are_all_kept() -> None:
    objects = {3: f"<</S/P{PG}/K 0/ID(a)>>", 4: f"<</S/P{PG}/K 1/ID(a)>>"}
    assert read(tree("[3 0 R 4 0 R]", objects)).ids == {"a": (0, 1)}
