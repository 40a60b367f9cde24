"""A locked file without its lock: what else reads it needs no password."""

from __future__ import annotations

import io

import pikepdf
import pytest

from dtaa_lint.errors import PasswordError
from dtaa_lint.pdf.read import read
from dtaa_lint.pdf.unlock import unlocked
from tests.make import Doc, el


def locked(data: bytes, user: str = "sesame") -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.save(out, encryption=pikepdf.Encryption(user=user, owner="owner"))
    return out.getvalue()


@pytest.fixture(scope="module")
def plain() -> bytes:
    return Doc(lang="en", title="T").add(el("H1", "Heading"), el("P", "Text of it.")).bytes()


def test_a_locked_file_reads_as_before_without_a_password(plain: bytes) -> None:
    data = locked(plain)
    made = unlocked(data, "t.pdf", "sesame")
    with pikepdf.open(io.BytesIO(made)) as pdf:
        assert not pdf.is_encrypted
    before, after = read(data, name="t.pdf", password="sesame"), read(made, name="t.pdf")
    assert after.text == before.text and "Text of it." in after.text
    assert [one.type for one in after.elements] == [one.type for one in before.elements]
    assert unlocked(data, "t.pdf", "sesame") == made, "the same for the same file"


def test_what_opens_without_a_password_stays_as_it_is(plain: bytes) -> None:
    for data in (plain, locked(plain, user="")):
        assert unlocked(data, "t.pdf", "sesame") is data
        assert unlocked(data, "t.pdf", None) is data


def test_a_wrong_password_is_said(plain: bytes) -> None:
    with pytest.raises(PasswordError, match="password is wrong"):
        unlocked(locked(plain), "t.pdf", "open")
