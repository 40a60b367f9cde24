"""The cache answers what was asked before, and nothing that it cannot trust."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dtaa_lint.answerability.models.cache import Cache, _sum, key_of, user_cache_dir
from dtaa_lint.answerability.models.interface import Reply, ReplyStatus, Role
from dtaa_lint.errors import ConfigError
from tests.answerability.model_support import call

GOOD = Reply(ReplyStatus.OK, {"answer": "ä"}, '{"answer": "ä"}', "", 7, 3)


def test_a_reply_comes_back_marked(tmp_path: Path) -> None:
    cache, key = Cache(tmp_path / "new" / "calls"), key_of(call())
    assert cache.get(key) is None
    cache.put(key, GOOD)
    assert cache.get(key) == replace(GOOD, cached=True)


def test_every_part_of_a_call_is_in_its_key() -> None:
    base = call()
    others = [
        replace(base, role=Role.JUDGE),
        replace(base, model="scripted:two"),
        replace(base, instructions="x"),
        replace(base, prompt="x"),
        replace(base, schema={"type": "object"}),
        replace(base, max_tokens=7),
        replace(base, temperature=0.5),
        replace(base, repeat=1),
    ]
    assert len({key_of(one) for one in [base, *others]}) == 9
    assert key_of(replace(base, temperature=0)) == key_of(base)
    assert key_of(replace(base, schema=dict(reversed(base.schema.items())))) == key_of(base)


def test_replies_that_do_not_fit_and_errors_are_not_kept(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put("a" * 64, Reply(ReplyStatus.INVALID, text="?", error="no object"))
    cache.put("b" * 64, Reply(ReplyStatus.ERROR, error="busy"))
    cache.put("c" * 64, GOOD)
    assert [cache.get(name * 64) is None for name in "abc"] == [True, True, False]
    cache.drop("c" * 64)
    cache.drop("d" * 64)
    assert cache.get("c" * 64) is None


def test_what_does_not_fit_is_not_read_from_a_cache_that_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache, key, path = entry(tmp_path)
    made = json.loads(path.read_text())
    content = {**made["reply"], "status": "invalid", "value": {}}
    made |= {"reply": content, "sum": _sum(content)}
    path.write_text(json.dumps(made))
    assert cache.get(key) is None


def entry(tmp_path: Path) -> tuple[Cache, str, Path]:
    cache, key = Cache(tmp_path), key_of(call())
    cache.put(key, GOOD)
    return cache, key, tmp_path / key[:2] / f"{key}.json"


def test_a_torn_entry_is_as_good_as_none(tmp_path: Path) -> None:
    cache, key, path = entry(tmp_path)
    whole = path.read_bytes()
    for length in range(0, len(whole), 7):
        path.write_bytes(whole[:length])
        assert cache.get(key) is None
    path.write_bytes(whole)
    assert cache.get(key) is not None


def test_a_foreign_or_altered_entry_is_as_good_as_none(tmp_path: Path) -> None:
    cache, key, path = entry(tmp_path)
    content = json.loads(path.read_bytes())
    altered = {**content["reply"], "value": {"answer": "forged"}}
    for wrong in (
        {**content, "key": "0" * 64},
        {**content, "version": 0},
        {**content, "reply": altered},
        {**content, "reply": []},
        [],
        None,
    ):
        path.write_text(json.dumps(wrong), "utf-8")
        assert cache.get(key) is None
    path.unlink()
    path.mkdir()
    assert cache.get(key) is None


def test_nothing_of_the_prompt_is_stored_and_only_the_user_reads_it(tmp_path: Path) -> None:
    cache, asked = Cache(tmp_path / "c"), call("the secret passage")
    cache.put(key_of(asked), GOOD)
    files = [path for path in (tmp_path / "c").rglob("*") if path.is_file()]
    assert len(files) == 1 and b"secret passage" not in files[0].read_bytes()
    if os.name == "posix":
        assert stat.S_IMODE(files[0].stat().st_mode) == 0o600
        assert stat.S_IMODE((tmp_path / "c").stat().st_mode) == 0o700


WRITER = """
import sys
from pathlib import Path
from dtaa_lint.answerability.models.cache import Cache
from dtaa_lint.answerability.models.interface import Reply, ReplyStatus
cache = Cache(Path(sys.argv[1]))
for _ in range(60):
    for name in "abc":
        cache.put(name * 64, Reply(ReplyStatus.OK, {"answer": "x" * 20000}, "", "", 1, 1))
        found = cache.get(name * 64)
        assert found is not None and len(found.value["answer"]) == 20000
assert cache.broken == 0
"""


def test_processes_share_it(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    writers = [subprocess.Popen(command) for _ in range(3)]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    assert sorted(path.name[0] for path in tmp_path.rglob("*.json")) == ["a", "b", "c"]
    assert not list(tmp_path.rglob("*.part"))


def test_a_disk_that_takes_nothing_does_not_end_the_run(tmp_path: Path) -> None:
    cache, key = Cache(tmp_path), key_of(call())
    (tmp_path / key[:2]).write_text("a file where a folder should be", "utf-8")
    cache.put(key, GOOD)
    assert cache.broken == 1 and cache.get(key) is None


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(ConfigError, match="cache cannot be kept"):
        Cache(tmp_path / "file" / "calls")


def test_where_it_lies_by_default() -> None:
    end = Path("dtaa-lint") / "calls"
    assert user_cache_dir({"HOME": "/h"}, "linux") == Path("/h/.cache") / end
    assert user_cache_dir({"HOME": "/h", "XDG_CACHE_HOME": "/x"}, "linux") == Path("/x") / end
    assert (
        user_cache_dir({"HOME": "/h", "XDG_CACHE_HOME": "rel"}, "linux") == Path("/h/.cache") / end
    )
    assert user_cache_dir({"HOME": "/h"}, "darwin") == Path("/h/Library/Caches") / end
    assert user_cache_dir({"LOCALAPPDATA": "C:/l"}, "win32") == Path("C:/l") / end
    with pytest.raises(ConfigError, match="--cache-dir"):
        user_cache_dir({}, "linux")
