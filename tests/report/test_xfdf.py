"""``--format xfdf``: valid after the part of ISO 19444-1 that is written, and the same marks as in
a review copy."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree

from dtaa_lint.errors import ConfigError
from dtaa_lint.findings.finding import Related, Report, Sheet
from dtaa_lint.pdf.model import PageBox
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.marks import file_marks
from dtaa_lint.report.xfdf import render, render_site
from dtaa_lint.words import ENGLISH
from tests.report.support import HEADING_RULE, file, finding, hostile, report, typical

NS = "{http://ns.adobe.com/xfdf/}"
SCHEMA = etree.XMLSchema(etree.parse(Path(__file__).with_name("xfdf.xsd")))
OPTIONS = RenderOptions()


def parsed(made: Report) -> etree._Element:
    root = etree.fromstring(render(made, OPTIONS))
    SCHEMA.assertValid(root)
    return root


def one(made: Report) -> Report:
    return replace(made, files=made.files[:1])


def example() -> Report:
    near = Related(8, "/Figure[1]", 0, "header", "H", (PageBox(0, (50, 650, 90, 770)),))
    table = finding(n=1, page=0, boxes=(PageBox(0, (50, 400, 300, 600)),), related=(near,))
    text = finding(HEADING_RULE, 2, page=1, path="/H1[1]", boxes=(PageBox(1, (50, 40, 90, 60)),))
    whole = finding(HEADING_RULE, 3, node=-1, path="/", page=-1, boxes=())
    sheets = (Sheet((0.0, 0.0, 595.0, 842.0), 0),) * 2
    return report(file((table, text, whole), (), pages=2, sheets=sheets, path="a/b & c.pdf"))


@pytest.mark.parametrize("made", [one(typical()), one(hostile()), example()])
def test_it_is_valid(made: Report) -> None:
    annots = parsed(made).find(f"{NS}annots")
    assert annots is not None
    assert len(annots) == len(file_marks(made, made.files[0], ENGLISH))


def test_the_attributes() -> None:
    root = parsed(example())
    assert root.find(f"{NS}f").get("href") == "b%20&%20c.pdf"  # type: ignore[union-attr]
    (highlight,) = root.iter(f"{NS}highlight")
    attributes = dict(highlight.attrib)
    assert attributes == {
        "page": "1",
        "rect": "50.00,40.00,90.00,60.00",
        "coords": "50.00,60.00,90.00,60.00,50.00,40.00,90.00,40.00",
        "color": "#FFD173",
        "flags": "print",
        "name": f"{2:032x}",
        "subject": "DT0502 heading-alone-in-wrapper",
        "title": "dtaa-lint",
    }
    frame, related = root.iter(f"{NS}square")
    assert related.get("inreplyto") == frame.get("name") == f"{1:032x}"
    assert related.get("replyType") == "group"
    assert (related.get("style"), frame.get("style")) == ("dash", None)
    about, whole = root.iter(f"{NS}text")
    assert (about.get("name"), whole.get("page")) == ("dtaa-lint-1-1", "0")
    assert whole.findtext(f"{NS}contents", "").startswith("Warning: DT0502 ")


def test_elements_are_not_separated_by_white_space() -> None:
    root = parsed(example())
    assert not any((element.tail or "").strip(" ") for element in root.iter())
    assert b">\n<annots" not in render(example(), OPTIONS)


def test_notes_stay_on_small_pages() -> None:
    made = example()
    wholes = tuple(
        finding(HEADING_RULE, n, node=-1, path="/", page=-1, boxes=()) for n in range(30)
    )
    small = replace(
        made.files[0], findings=wholes, sheets=(Sheet((50.0, 50.0, 100.0, 100.0), 0),) * 2
    )
    rectangles = [
        [float(value) for value in note.get("rect", "").split(",")]
        for note in parsed(replace(made, files=(small,))).iter(f"{NS}text")
    ]
    assert len(rectangles) == 31
    assert all(50 <= value <= 100 for rectangle in rectangles for value in rectangle)


def test_a_file_is_about_one_pdf() -> None:
    with pytest.raises(ConfigError, match=r"one PDF, and there are 3.*-o DIR/"):
        render(typical(), OPTIONS)


def test_a_folder_has_a_file_for_each_pdf_that_could_be_read() -> None:
    names = dict(render_site(typical(), OPTIONS))
    assert sorted(names) == ["annual report.xfdf", "clean.xfdf"]
    for data in names.values():
        SCHEMA.assertValid(etree.fromstring(data))


def test_two_files_of_one_name_have_two_names() -> None:
    made = one(typical())
    twice = replace(made, files=(made.files[0], replace(made.files[0], path="b/Annual Report.pdf")))
    names = [name for name, _ in render_site(twice, OPTIONS)]
    assert names == ["annual report.xfdf", "Annual Report-2.xfdf"]
