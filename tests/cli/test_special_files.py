"""Pipes, devices and sockets: nothing waits for them, nothing reads them without end."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from tests.cli.conftest import Run

pytestmark = pytest.mark.skipif(os.name == "nt", reason="special files are POSIX")


def test_a_pipe_is_no_document_and_the_others_are_read(spawn: Run, folder: Path) -> None:
    os.mkfifo(folder / "pipe.pdf")
    for command in ([], ["tasks"]):
        result = spawn(*command, "pipe.pdf", "good.pdf")
        assert result.status == 2
        assert result.err == (
            "dtaa-lint: pipe.pdf: is a pipe, not a file; standard input is named -\n"
        )
        assert "good.pdf" in result.out
    assert spawn("tree", "pipe.pdf").status == 2


def test_folders_are_searched_for_files_only(spawn: Run, folder: Path) -> None:
    os.mkfifo(folder / "pipe.pdf")
    (folder / "null.pdf").symlink_to("/dev/null")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.pdf")
        result = spawn(".")
    assert result.err == ""
    assert result.status == 1  # of bad.pdf


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/null"])
def test_devices_are_not_read(spawn: Run, device: str) -> None:
    result = spawn(device, "good.pdf")
    assert (result.status, result.err) == (2, f"dtaa-lint: {device}: is no regular file\n")


def test_a_pipe_is_no_configuration(spawn: Run, folder: Path) -> None:
    os.mkfifo(folder / "c.toml")
    result = spawn("good.pdf", "--config", "c.toml")
    assert (result.status, result.err) == (2, "dtaa-lint: error: c.toml: is no regular file\n")
    result = spawn("good.pdf", "--config", "/dev/zero")
    assert (result.status, result.err) == (2, "dtaa-lint: error: /dev/zero: is no regular file\n")


def test_a_pipe_that_nobody_reads_is_not_waited_for(spawn: Run, folder: Path) -> None:
    os.mkfifo(folder / "out.json")
    result = spawn("good.pdf", "-o", "out.json")
    assert result.status == 2
    assert "out.json: cannot be written: nobody reads from this pipe" in result.err


def test_a_pipe_that_somebody_reads_gets_the_report(spawn: Run, folder: Path) -> None:
    os.mkfifo(folder / "out.csv")
    reading = os.open("out.csv", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert spawn("bad.pdf", "-o", "out.csv").status == 1
        assert b"DT0101" in os.read(reading, 60_000)
    finally:
        os.close(reading)
