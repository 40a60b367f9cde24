"""Links with where they lead, and widgets with the fields they show."""

from __future__ import annotations

import pytest

from dtaa_lint.pdf.model import AnnotationKind, IssueKind, Target, TargetKind
from dtaa_lint.pdf.read import read
from tests.hostile.raw import PAGE, tree
from tests.make import Doc, el

ELEMENT = f"<</S/P/Pg {PAGE} 0 R/K 0>>"
NAMES = (
    f"/Names<</Dests<</Kids[20 0 R 20 0 R]>>>>/Dests<</old[{PAGE} 0 R/FitH 7]>>"
    "/URI<</Base(https://example.org/dir/)>>"
)
TREE = {
    20: "<</Kids[21 0 R 20 0 R]>>",
    21: f"<</Names[(array)[{PAGE} 0 R/XYZ 5 6 null](dict)<</D[{PAGE} 0 R/Fit]>>"
    f"(element)[3 0 R/Fit](both)<</D[{PAGE} 0 R/FitV 4]/SD[3 0 R/Fit]>>(bad)[905 0 R/Fit]]>>",
}


def target(entries: str) -> Target:
    annotation = f"<</Type/Annot/Subtype/Link/Rect[9 1 0 2]{entries}>>"
    objects = {3: ELEMENT, 4: annotation, **TREE}
    document = read(tree("3 0 R", objects, page="/Annots[4 0 R]", catalog=NAMES))
    (found,) = document.annotations
    assert found.kind is AnnotationKind.LINK
    assert found.box == (0.0, 1.0, 9.0, 2.0)
    assert found.target is not None
    return found.target


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ("", Target(TargetKind.NONE)),
        ("/Dest(array)", Target(TargetKind.PAGE, 0, 5.0, 6.0, name="array")),
        ("/Dest(dict)", Target(TargetKind.PAGE, 0, name="dict")),
        ("/Dest/old", Target(TargetKind.PAGE, 0, None, 7.0, name="old")),
        ("/Dest(old)", Target(TargetKind.PAGE, 0, None, 7.0, name="old")),
        ("/Dest/array", Target(TargetKind.PAGE, 0, 5.0, 6.0, name="array")),
        ("/Dest(element)", Target(TargetKind.STRUCTURE, 0, element=0, name="element")),
        ("/Dest(both)", Target(TargetKind.STRUCTURE, 0, 4.0, element=0, name="both")),
        ("/Dest(bad)", Target(TargetKind.MISSING, name="bad")),
        ("/Dest(nowhere)", Target(TargetKind.MISSING, name="nowhere")),
        (f"/Dest[{PAGE} 0 R/FitR 1 2 3 4]", Target(TargetKind.PAGE, 0, 1.0, 4.0)),
        ("/Dest[0/Fit]", Target(TargetKind.PAGE, 0)),
        ("/Dest[7/Fit]", Target(TargetKind.MISSING)),
        ("/Dest[]", Target(TargetKind.MISSING)),
        ("/Dest[null/Fit]", Target(TargetKind.MISSING)),
        ("/Dest 5", Target(TargetKind.MISSING)),
        ("/A<</S/GoTo/D(array)>>", Target(TargetKind.PAGE, 0, 5.0, 6.0, name="array")),
        ("/A<</S/GoTo/D[3 0 R/Fit]>>", Target(TargetKind.STRUCTURE, 0, element=0)),
        (
            f"/A<</S/GoTo/D[{PAGE} 0 R/FitH 8]/SD[3 0 R/Fit]>>",
            Target(TargetKind.STRUCTURE, 0, None, 8.0, element=0),
        ),
        (f"/A<</S/GoTo/D[{PAGE} 0 R/Fit]/SD[905 0 R]>>", Target(TargetKind.PAGE, 0)),
        ("/A<</S/GoTo>>", Target(TargetKind.MISSING)),
        ("/A<</S/URI/URI(https://a.b/\\351)>>", Target(TargetKind.URI, uri="https://a.b/é")),
        ("/A<</S/URI/URI(x.html)>>", Target(TargetKind.URI, uri="https://example.org/dir/x.html")),
        ("/A<</S/URI>>", Target(TargetKind.MISSING)),
        ("/A<</S/GoToR/F(other.pdf)/D[0/Fit]>>", Target(TargetKind.REMOTE, uri="other.pdf")),
        ("/A<</S/Launch/F<</F(a)/UF(b)>>>>", Target(TargetKind.REMOTE, uri="b")),
        ("/A<</S/Named/N/NextPage>>", Target(TargetKind.OTHER, uri="Named", name="NextPage")),
        ("/A<</S/JavaScript/JS(x)>>", Target(TargetKind.OTHER, uri="JavaScript")),
        (
            "/A<</S/JavaScript/JS(x)/Next[<</S/Hide>><</S/URI/URI(https://a/)>>]>>",
            Target(TargetKind.URI, uri="https://a/"),
        ),
        ("/A 7", Target(TargetKind.MISSING)),
    ],
)
def test_targets(entries: str, expected: Target) -> None:
    assert target(entries) == expected


def test_an_action_chain_that_bites_its_tail_ends() -> None:
    objects = {
        3: ELEMENT,
        4: "<</Subtype/Link/A 5 0 R>>",
        5: "<</S/Hide/Next 6 0 R>>",
        6: "<</S/Hide/Next[5 0 R 6 0 R]>>",
    }
    document = read(tree("3 0 R", objects, page="/Annots[4 0 R]"))
    assert document.annotations[0].target == Target(TargetKind.OTHER, uri="Hide")


def test_link_made_by_the_builder() -> None:
    data = Doc().add(el("H1", "Here", id="h"), el("Link", "there", dest="#h")).bytes()
    document = read(data)
    found = document.annotations[0].target
    assert found is not None
    assert (found.kind, found.element, found.page) == (TargetKind.STRUCTURE, 1, 0)


def field_of(entries: str, objects: dict[int, str]) -> object:
    annotation = f"<</Subtype/Widget{entries}>>"
    made = {3: ELEMENT, 4: annotation, **objects}
    return read(tree("3 0 R", made, page="/Annots[4 0 R]")).annotations[0].field


def test_fields_inherit_from_their_ancestors() -> None:
    found = field_of(
        "/T(last)/Parent 5 0 R",
        {5: "<</T(middle)/FT/Tx/Ff 2/Parent 6 0 R/TU(Name)>>", 6: "<</T(first)/V(value)/Ff 1>>"},
    )
    assert (found.name, found.kind, found.label) == ("first.middle.last", "Tx", "Name")  # type: ignore[attr-defined]
    assert (found.value, found.flags) == ("value", 2)  # type: ignore[attr-defined]


def test_fields_whose_ancestors_form_a_circle() -> None:
    found = field_of("/T(a)/Parent 5 0 R", {5: "<</T(b)/Parent 6 0 R>>", 6: "<</Parent 5 0 R>>"})
    assert found.name == "b.a"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("value", "expected"),
    [("/Yes", "Yes"), ("[(a)(b)]", "a, b"), ("3", "3"), ("null", None), ("<<>>", None)],
)
def test_field_values(value: str, expected: str | None) -> None:
    assert field_of(f"/FT/Ch/V {value}", {}).value == expected  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("flags", "hidden"), [("2", True), ("32", True), ("4", False), ("(x)", False)]
)
def test_hidden(flags: str, hidden: bool) -> None:
    objects = {3: ELEMENT, 4: f"<</Subtype/Text/F {flags}/Contents(note)>>"}
    (found,) = read(tree("3 0 R", objects, page="/Annots[4 0 R]")).annotations
    assert (found.kind, found.subtype, found.contents) == (AnnotationKind.OTHER, "Text", "note")
    assert found.hidden is hidden


def test_annotations_that_are_not_there_are_noted() -> None:
    document = read(tree("3 0 R", {3: ELEMENT}, page="/Annots[88 0 R 7 <</Subtype/Text>>]"))
    assert [a.subtype for a in document.annotations] == ["Text"]
    assert [(i.kind, i.count) for i in document.issues] == [(IssueKind.MISSING_OBJECT, 2)]


def test_object_reference_to_an_annotation_gives_its_page_and_index() -> None:
    objects = {
        3: "<</S/Link/K[<</Type/OBJR/Obj 4 0 R>><</Type/OBJR/Obj 905 0 R>>]>>",
        4: "<</Subtype/Link>>",
    }
    document = read(tree("3 0 R", objects, page="/Annots[4 0 R]"))
    assert document.elements[0].kids == ((0, 0, 4), (-1, -1, 905))
    assert document.elements[0].page == 0
