"""What is no readable PDF is refused with one sentence that says why; what is repaired, is said."""

from __future__ import annotations

import gc
import io
from pathlib import Path

import pikepdf
import pytest

from dtaa_lint.errors import InputError, PasswordError
from dtaa_lint.pdf.model import IssueKind
from dtaa_lint.pdf.open import Limits
from dtaa_lint.pdf.read import read
from tests.hostile.raw import assemble, tree
from tests.make import Doc, el, new_page

LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:0123\nsize 12345\n"


def refusal(source: Path | bytes, **options: str) -> str:
    with pytest.raises(InputError) as caught:
        read(source, name="in.pdf", **options)  # type: ignore[arg-type]
    message = str(caught.value)
    assert message.startswith("in.pdf: ")
    assert "\n" not in message
    return caught.value.reason


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is empty"),
        (b"hello, this is text", "is not a PDF"),
        (b"\x89PNG\r\n\x1a\n" + bytes(500), "is not a PDF"),
        (LFS, "this is a Git LFS pointer, not the PDF itself; run: git lfs pull"),
        (b"%PDF-1.7\nnothing else", "is damaged beyond repair"),
        (b"%PDF-", "is damaged beyond repair"),
    ],
)
def test_no_pdf(data: bytes, reason: str, tmp_path: Path) -> None:
    assert refusal(data).startswith(reason)
    path = tmp_path / "file.pdf"
    path.write_bytes(data)
    said = refusal(path)
    assert said.startswith(reason)
    assert str(tmp_path) not in said


def test_paths_that_are_no_files(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "is a directory, not a file"
    assert refusal(tmp_path / "nowhere.pdf") == "no such file"
    assert refusal(Path("a\0b")).startswith("cannot be read")
    assert refusal(Path("x" * 5000)).startswith("cannot be read")


def test_no_permission(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(b"%PDF-1.7")

    def deny(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", deny)
    assert refusal(path) == "no permission to read it"


def test_too_large() -> None:
    with pytest.raises(InputError, match="larger than"):
        read(b"%PDF-1.7" + bytes(2 * 2**20), limits=Limits(file_bytes=2**20))


def locked(user: str) -> bytes:
    pdf = pikepdf.open(io.BytesIO(Doc(title="Secret").add(el("P", "x", alt="hidden")).bytes()))
    out = io.BytesIO()
    pdf.save(out, encryption=pikepdf.Encryption(owner="owner", user=user))
    return out.getvalue()


def test_passwords() -> None:
    document = read(locked(""))
    assert document.metadata.encrypted
    assert document.metadata.title == "Secret"
    assert document.elements[1].alt == "hidden"
    assert read(locked("user"), password="user").metadata.title == "Secret"
    assert read(locked("user"), password="owner").metadata.title == "Secret"
    assert read(locked(""), password="needless").metadata.title == "Secret"
    with pytest.raises(PasswordError, match="needs a password"):
        read(locked("user"))
    with pytest.raises(PasswordError, match="password is wrong"):
        read(locked("user"), password="guess")
    with pytest.raises(PasswordError, match="password is wrong"):
        read(locked("user"), password="guèß\0\ud800")


def test_no_pages() -> None:
    objects = {902: "<</Type/Catalog/Pages 4 0 R>>", 4: "<</Type/Pages/Kids[]/Count 0>>"}
    assert refusal(assemble(objects)) == "has no pages"


def test_pages_that_cannot_be_read() -> None:
    """qpdf drops a page with a number of more than 64 bits in it."""
    page = "<</Type/Page/Parent 4 0 R/MediaBox[0 0 99999999999999999999 9]>>"
    objects = {
        902: "<</Type/Catalog/Pages 4 0 R>>",
        4: "<</Type/Pages/Kids[5 0 R]/Count 1>>",
        5: page,
    }
    assert refusal(assemble(objects)) == (
        "has pages, but none can be read: a number, as of a page box, is too large"
    )
    assert refusal(assemble({**objects, 5: "(no page)"})) == "has pages, but none can be read"
    fitting = page.replace("99999999999999999999", "1e30")
    (only,) = read(assemble({**objects, 5: fitting})).pages
    assert only.media_box == (0.0, 0.0, 612.0, 792.0)


def test_name_hash_and_size(tmp_path: Path) -> None:
    import hashlib

    data = Doc().add(el("P", "x")).bytes()
    path = tmp_path / "a.pdf"
    path.write_bytes(data)
    by_path, by_bytes, by_text = read(path), read(data), read(str(path))
    assert (by_path.path, by_bytes.path, by_text.path) == (str(path), "<bytes>", str(path))
    assert by_path.sha256 == by_bytes.sha256 == hashlib.sha256(data).hexdigest()
    assert by_path.size == len(data)
    assert by_path.elements == by_bytes.elements


def test_truncated_file_says_how_many_pages_were_recovered() -> None:
    document = Doc()
    for number in range(12):
        document.add(el("P", f"Paragraph {number}"), new_page())
    data = document.bytes()
    seen = set()
    for share in range(50, 100, 10):
        try:
            found = read(data[: len(data) * share // 100])
        except InputError:
            continue
        repaired = [i for i in found.issues if i.kind is IssueKind.REPAIRED]
        assert len(repaired) == 1
        pages = len(found.pages)
        assert f"rebuilt; {pages} page" in repaired[0].detail
        seen.add(pages)
    assert seen


def test_damaged_cross_reference_is_rebuilt() -> None:
    data = Doc().add(el("P", "x")).bytes()
    at = data.rindex(b"startxref")
    found = read(data[:at] + b"startxref\n77\n%%EOF")
    assert [i.kind for i in found.issues] == [IssueKind.REPAIRED]
    assert [e.type for e in found.elements] == ["Document", "P"]


def test_junk_before_the_header_is_tolerated() -> None:
    found = read(b"From: somebody\r\n\r\n" + Doc().add(el("P", "x")).bytes())
    assert [e.type for e in found.elements] == ["Document", "P"]


def test_progress_is_told_for_every_page() -> None:
    told: list[tuple[int, int]] = []
    data = Doc().add(el("P", "a"), new_page(), el("P", "b")).bytes()
    read(data, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]


def test_the_garbage_collector_is_left_as_it_was() -> None:
    gc.enable()
    read(tree("null"))
    assert gc.isenabled()
    with pytest.raises(InputError):
        read(b"no")
    assert gc.isenabled()
    gc.disable()
    try:
        read(tree("null"))
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    data = Doc().add(el("P", "x")).bytes()
    read(data[: data.rindex(b"startxref")])
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("revision", [3, 4, 6])
def test_passwords_beyond_ascii(tmp_path: Path, revision: int) -> None:
    secret = "p\u00e4\u00df"
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        modern = revision > 3
        lock = pikepdf.Encryption(
            user=secret,
            owner="o",
            R=revision,
            aes=modern,
            metadata=modern,  # type: ignore[arg-type]
        )
        pdf.save(tmp_path / "a.pdf", encryption=lock)
    assert len(read(tmp_path / "a.pdf", password=secret).pages) == 1
    with pytest.raises(PasswordError, match="password is wrong"):
        read(tmp_path / "a.pdf", password=secret + "x")
