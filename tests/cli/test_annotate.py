"""``--annotate`` and reports that fill a folder: where they go, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from tests.cli.conftest import Run
from tests.make import Doc, el
from tests.review.support import changed, ours


def test_a_review_copy_of_one_file(run: Run, folder: Path) -> None:
    before = (folder / "bad.pdf").read_bytes()
    result = run("bad.pdf", "--annotate", "review.pdf")
    assert result.status == 1
    assert "cell-without-row-header" in result.out
    assert result.err == "dtaa-lint: bad.pdf: review copy in review.pdf\n"
    assert (folder / "bad.pdf").read_bytes() == before
    with pikepdf.open(folder / "review.pdf") as pdf:
        assert "DT0101 cell-without-row-header" in {str(item.Subj) for item in ours(pdf)}
    made = (folder / "review.pdf").read_bytes()
    assert run("bad.pdf", "--annotate", "review.pdf", "--quiet").err == ""
    assert (folder / "review.pdf").read_bytes() == made


def test_a_folder_for_several(run: Run, folder: Path) -> None:
    result = run("bad.pdf", "good.pdf", "--annotate", "out/copies/")
    assert "bad.pdf: review copy in out/copies/bad.review.pdf" in result.err
    assert sorted(path.name for path in (folder / "out" / "copies").iterdir()) == [
        "bad.review.pdf",
        "good.review.pdf",
    ]


def test_review_copies_get_none_themselves(run: Run, folder: Path) -> None:
    for _ in range(2):
        run(".", "--annotate", "./")
        names = sorted(path.name for path in folder.glob("*.pdf"))
        assert names == ["bad.pdf", "bad.review.pdf", "good.pdf", "good.review.pdf"]


def test_the_repaired_copy_is_annotated(run: Run, folder: Path) -> None:
    Doc(lang="en", title=None).add(el("H1", "Plan prices"), el("P", "One year.")).write(
        folder / "bad.pdf"
    )
    result = run("bad.pdf", "--fix", "--annotate", "out/")
    assert "repaired in bad.fixed.pdf" in result.err
    assert "bad.fixed.pdf: review copy in out/bad.fixed.review.pdf" in result.err


def test_what_was_linted_is_what_is_annotated(run: Run, folder: Path) -> None:
    run("bad.pdf", "--annotate", "some.pdf", "--select", "DT0101")
    with pikepdf.open(folder / "some.pdf") as pdf:
        assert {str(item.Subj).split(" ")[0] for item in ours(pdf)} == {"Review", "DT0101"}


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("bad.pdf", "good.pdf", "--annotate", "out.pdf"), "is for one file"),
        ((".", "--annotate", "out.pdf"), "is for one file"),
        (("bad.pdf", "--annotate", "out.txt"), "ends in .pdf"),
        (("bad.pdf", "--annotate", ""), "name a file"),
        (("bad.pdf", "--annotate", "bad.pdf"), "would replace the PDF that is to be read"),
        (("bad.pdf", "--annotate", "sub/../bad.pdf"), "would replace the PDF that is to be read"),
        (("bad.pdf", "--annotate", "x.pdf", "-o", "x.pdf"), "no report is a PDF"),
        (("-", "--annotate", "out.pdf"), "--annotate needs files"),
        (("bad.pdf", "--annotate", "out.pdf", "--watch"), "--watch only reads"),
    ],
)
def test_refused(run: Run, folder: Path, argv: tuple[str, ...], said: str) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "bad.pdf").write_bytes((folder / "good.pdf").read_bytes())
    before = (folder / "bad.pdf").read_bytes()
    result = run(*argv)
    assert result.status == 2
    assert said in result.err
    assert (folder / "bad.pdf").read_bytes() == before
    assert not (folder / "out.pdf").exists() and not (folder / "out").exists()


def test_only_a_review_copy_is_replaced(run: Run, folder: Path) -> None:
    good = (folder / "good.pdf").read_bytes()
    (folder / "text.pdf").write_text("notes")
    (folder / "link.pdf").symlink_to("good.pdf")
    for name, said in (
        ("good.pdf", "no review copy, and is not replaced"),
        ("text.pdf", "no review copy"),
        ("link.pdf", "is a link"),
    ):
        result = run("bad.pdf", "--annotate", name)
        assert result.status == 2 and said in result.err
        assert "cell-without-row-header" in result.out
    assert (folder / "good.pdf").read_bytes() == good
    assert (folder / "text.pdf").read_text() == "notes"


def test_a_place_that_cannot_be_written(run: Run, folder: Path) -> None:
    result = run("bad.pdf", "--annotate", "bad.pdf/x.pdf")
    assert result.status == 2
    assert "the folder does not exist" in result.err and "Traceback" not in result.err


def test_no_folder_is_made_for_a_single_file(run: Run, folder: Path) -> None:
    said = "dtaa-lint: error: missing/x.pdf: the folder does not exist; create it first\n"
    for option in ("--annotate", "-o"):
        result = run("bad.pdf", option, "missing/x.pdf" if option == "--annotate" else "missing/x")
        assert (result.status, result.out) == (2, "")
        assert result.err == (said if option == "--annotate" else said.replace("x.pdf", "x"))
        assert not (folder / "missing").exists()


def test_signed_and_encrypted_files(run: Run, folder: Path) -> None:
    def sign(pdf: pikepdf.Pdf) -> None:
        value = pikepdf.Dictionary(Type=pikepdf.Name.Sig)
        field = pikepdf.Dictionary(FT=pikepdf.Name.Sig, T="s", V=value)
        pdf.Root.AcroForm = pikepdf.Dictionary(Fields=[pdf.make_indirect(field)])

    data = (folder / "bad.pdf").read_bytes()
    (folder / "signed.pdf").write_bytes(changed(data, sign))
    result = run("signed.pdf", "--annotate", "copy.pdf")
    assert result.status == 1
    assert "the signature does not hold for the review copy" in result.err
    key = pikepdf.Encryption(user="secret", owner="owner")
    (folder / "locked.pdf").write_bytes(changed(data, lambda pdf: None, encryption=key))
    for _ in range(2):
        result = run("locked.pdf", "--annotate", "locked-copy.pdf", "--password", "secret")
        assert result.status == 1
    with pikepdf.open(folder / "locked-copy.pdf", password="secret") as pdf:
        assert ours(pdf)


def test_a_file_that_cannot_be_read_has_no_copy(run: Run, folder: Path) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\n")
    result = run("broken.pdf", "bad.pdf", "--annotate", "out/")
    assert result.status == 2
    assert [path.name for path in (folder / "out").iterdir()] == ["bad.review.pdf"]


def test_xfdf_of_several_files_needs_a_folder(run: Run, folder: Path) -> None:
    refused = run("bad.pdf", "good.pdf", "--format", "xfdf")
    assert refused.status == 2 and "-o DIR/ --format xfdf" in refused.err
    assert run("bad.pdf", "good.pdf", "--format", "xfdf", "-o", "notes/").status == 1
    names = sorted(path.name for path in (folder / "notes").iterdir())
    assert names == ["bad.xfdf", "good.xfdf"]
    run("bad.pdf", "-o", "one.xfdf")
    assert (folder / "one.xfdf").read_bytes() == (folder / "notes" / "bad.xfdf").read_bytes()


def test_formats_of_one_file_fill_no_folder(run: Run, folder: Path) -> None:
    result = run("bad.pdf", "--format", "csv", "-o", "out/")
    assert result.status == 2 and "csv is one file" in result.err
    assert not (folder / "out").exists()


def test_the_file_may_have_changed_meanwhile(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import dtaa_lint.pdf.open as opening

    load = opening.load
    read: list[bytes] = []

    def changing(source: Path | bytes, name: str, limits: opening.Limits) -> bytes:
        read.append(load(source, name, limits) + b"\n% again" * len(read))
        return read[-1]

    monkeypatch.setattr(opening, "load", changing)
    result = run("bad.pdf", "--annotate", "out.pdf", "--jobs", "1")
    assert "has changed since it was checked" in result.err
    assert result.status == 2


@pytest.mark.filterwarnings("ignore:This document has 1 form widget")
def test_no_warning_of_a_library_is_shown(spawn: Run, folder: Path) -> None:
    """pikepdf warns programmers of form fields that no form leads to."""

    def stray(pdf: pikepdf.Pdf) -> None:
        field = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, FT=pikepdf.Name.Tx, T="x",
            Rect=[0, 0, 9, 9],
        )  # fmt: skip
        pdf.pages[0].obj.Annots = pikepdf.Array([pdf.make_indirect(field)])
        pdf.Root.AcroForm = pikepdf.Dictionary(Fields=[])

    data = changed((folder / "bad.pdf").read_bytes(), stray)
    (folder / "form.pdf").write_bytes(data)
    result = spawn("form.pdf", "--annotate", "out.pdf", "--fix")
    assert result.err and all(line.startswith("dtaa-lint: ") for line in result.err.splitlines())
    strict = spawn("form.pdf", "--annotate", "out.pdf", env={"PYTHONWARNINGS": "error"})
    assert strict.err == "dtaa-lint: form.pdf: review copy in out.pdf\n"
