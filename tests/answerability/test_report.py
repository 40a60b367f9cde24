"""Reports of a run: text, JSON, the page; the same bytes for the same run."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from operator import attrgetter
from pathlib import Path

import jsonschema
import pytest

from dtaa_lint.answerability.documents import Source
from dtaa_lint.answerability.model import Outcome
from dtaa_lint.answerability.report import html, text
from dtaa_lint.answerability.report import json as json_report
from dtaa_lint.answerability.report.found import Found, share, signed
from dtaa_lint.answerability.report.html.marks import snippet, span
from dtaa_lint.answerability.report.trace import traces
from dtaa_lint.answerability.report.write import write_reports
from dtaa_lint.answerability.scoring.profile import profile
from dtaa_lint.answerability.scoring.thresholds import Standing, held, thresholds_of
from dtaa_lint.words import Words
from tests.answerability.assessed import assessment, pdf
from tests.make import Doc, el

SYSTEMS = ("chunk-hybrid", "egr-s")
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}}'\"&lt;\x1b[31m"


def found_of(folder: Path, data: bytes, *, full: bool = False, limits: str = "", **more: object
             ) -> Found:  # fmt: skip
    """A run over one small document."""
    (folder / "plans.pdf").write_bytes(data)
    made, _ = assessment(folder / "run", folder / "cache" if full else None, **more)
    assessed = made.run([Source("plans.pdf", folder / "plans.pdf")])
    results = held(assessed.runs, thresholds_of(limits)) if limits else ()
    return Found(assessed, profile(assessed.runs), results)


@pytest.fixture(scope="module")
def retrieval(tmp_path_factory: pytest.TempPathFactory) -> Found:
    folder = tmp_path_factory.mktemp("retrieval")
    return found_of(
        folder, pdf(), limits="all=0.99,EXTRACT-L4=0.5,Q2.all=0.5", budget=8, systems=SYSTEMS
    )


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Found:
    return found_of(tmp_path_factory.mktemp("full"), pdf(), full=True)


def test_the_retrieval_tier_names_its_values_a_ceiling(retrieval: Found) -> None:
    said = text.render(retrieval).decode()
    assert "answerability (ceiling)" in said and "no model answered" in said
    assert "correct " not in said and "control" not in said
    for system in retrieval.profile.systems:
        value = f"{share(system.answerability.value)} ("
        assert system.system in said and value in said
        assert re.search(rf"{system.system}: with what it shows, at most \d+ % of the", said)
    assert "egr-s against chunk-hybrid" in said and "knows no tags" in said
    assert "R  required evidence not shown" in said


def test_thresholds_say_met_missed_or_too_small(retrieval: Found) -> None:
    said = text.render(retrieval).decode()
    standings = {result.standing.value for result in retrieval.results}
    assert "nothing to measure" in standings and len(standings) > 1
    for standing in standings - {"nothing to measure"}:
        assert standing in said
    assert "asked only with models  all tasks, Q2" in said
    assert "EXTRACT-L4  Give one value" in said and "Q2 in other words" in said


def test_a_limit_within_the_interval_is_met_or_missed_by_the_value_alone(retrieval: Found) -> None:
    result = next(one for one in retrieval.results if one.found.value is not None)
    near = replace(result.found, value=0.92, low=0.8, high=0.98)
    for least, standing, words in (
        (0.9, Standing.MET, "met by the value alone"),
        (0.7, Standing.MET, "met  "),
        (0.95, Standing.MISSED, "missed by the value alone"),
    ):
        own = replace(result, least=least, found=near, standing=standing)
        said = text.render(replace(retrieval, results=(own,))).decode()
        assert f"    {words}" in said
        assert ("The value decides" in said) is ("alone" in words)


def test_phrasings_are_counted_over_the_tasks_that_had_several(full: Found) -> None:
    said = text.render(full).decode()
    system = full.profile.systems[0]
    assert f"… in every phrasing ({system.robustness.tasks} tasks)" in said
    assert "which counts all" not in " ".join(said.split()), "every task had several"
    fewer = replace(system, robustness=replace(system.robustness, tasks=5))
    some = replace(full, profile=replace(full.profile, systems=(fewer,)))
    told = " ".join(text.render(some).decode().split())
    assert "counts the 5 tasks that had several phrasings alone" in told
    assert f"which counts all {system.tasks}." in told
    row = next(line for line in said.splitlines() if "… in at least one phrasing" in line)
    assert share(1 - (system.lost.value or 0)) in row


def test_systems_without_a_difference_are_the_same(retrieval: Found) -> None:
    one = retrieval.profile.systems[0]
    runs = [run for run in retrieval.assessed.runs if run.score.system == one.system]
    twin = [replace(run, score=replace(run.score, system="twin")) for run in runs]
    both = replace(retrieval, profile=profile([*runs, *twin], systems=(one.system, "twin")))
    said = text.render(both).decode()
    assert said.count(f"0.00 (same, {one.tasks} tasks)") == 3


def test_what_is_just_below_its_limit_does_not_read_as_met(retrieval: Found) -> None:
    result = retrieval.results[0]
    value = replace(result.found, value=0.5996)
    near = replace(retrieval, results=(replace(result, least=0.6, found=value),))
    assert "0.59 (" in text.render(near).decode()


def test_the_full_tier_has_every_layer_and_controls_apart(full: Found) -> None:
    said = text.render(full).decode()
    for layer in ("answerability", "correct", "complete", "grounded", "cited"):
        assert re.search(rf"^  {layer} ", said, re.MULTILINE), layer
    assert said.index("Counted apart") < said.index("controls: abstained")
    assert re.search(r"and, counted apart: .*\d+ controls? without an answer", said)
    assert "ceiling" not in said


def test_no_line_is_wider_than_the_terminal(full: Found) -> None:
    for width in (60, 80, 140):
        lines = text.render(full, width=width, place=False).decode().splitlines()
        profiles = [line for line in lines if line.startswith("  evidence shown")]
        assert profiles and max(map(len, profiles)) <= width


def test_colour_changes_nothing_but_colour(full: Found) -> None:
    coloured = text.render(full, color=True).decode()
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == text.render(full).decode() != coloured


def test_a_run_that_is_not_kept_says_how_to_keep_it(full: Found) -> None:
    root = str(full.assessed.folder.root)
    assert root in text.render(full).decode()
    said = text.render(replace(full, kept=False)).decode()
    assert root not in said and "--run-dir" in said


@pytest.mark.parametrize("name", ["retrieval", "full"])
def test_json_keeps_to_its_schema(name: str, request: pytest.FixtureRequest) -> None:
    found: Found = request.getfixturevalue(name)
    checker = jsonschema.Draft202012Validator(json.loads(json_report.schema()))
    checker.check_schema(checker.schema)
    value = json.loads(json_report.render(found, traces(found.assessed)))
    checker.validate(value)
    for key in checker.schema["required"]:
        assert not checker.is_valid({other: value[other] for other in value if other != key}), key
    assert not checker.is_valid({**value, "more": 1})


def test_json_has_every_run_once(full: Found) -> None:
    value = json.loads(json_report.render(full, traces(full.assessed)))
    runs = [
        (task["id"], variant["questionId"], run["system"])
        for document in value["documents"]
        for task in document["tasks"]
        for variant in task["variants"]
        for run in variant["runs"]
    ]
    assert len(runs) == len(set(runs)) == len(full.assessed.runs)
    kinds = {task["kind"] for task in value["documents"][0]["tasks"]}
    assert {"task", "control"} <= kinds
    items = value["documents"][0]["items"]
    assert len({(item["text"], tuple(item["nodes"]), item["page"]) for item in items}) == len(items)


def test_every_shown_text_is_on_the_page_once(full: Found) -> None:
    documents = traces(full.assessed)
    page = html.render(full, documents).decode()
    names = re.findall(r' id="([^"]+)"', page)
    assert len(names) == len(set(names))
    assert len(re.findall(r'<li id="d1-i\d+"', page)) == len(documents[0].items)
    for link in set(re.findall(r'href="#([^"]+)"', page)):
        assert link in names, link


def test_the_page_fetches_nothing(full: Found) -> None:
    page = html.render(full, traces(full.assessed)).decode()
    assert "default-src &#39;none&#39;" in page
    assert not re.findall(r'(?:src|href)="(?!#|data:)', page)


def test_texts_of_documents_are_no_markup(tmp_path: Path) -> None:
    data = (
        Doc(lang="en", title=HOSTILE)
        .add(el("H1", HOSTILE), el("P", f"It is said that {HOSTILE} is 12.5 % of everything."),
             el("L", *(el("LI", el("LBody", f"{HOSTILE} {word}")) for word in ("a", "b", "c"))))
        .bytes()
    )  # fmt: skip
    found = found_of(tmp_path, data)
    page = html.render(found, traces(found.assessed)).decode()
    assert (
        page.count("<script") == 1 and "<img" not in page and "49" not in page.split("</style>")[1]
    )
    assert "\x1b" not in page and "\x1b" not in text.render(found).decode()


def test_reports_in_the_folder_do_not_depend_on_where_it_is(tmp_path: Path) -> None:
    contents = []
    for name in ("one", "another-place"):
        (tmp_path / name).mkdir()
        found = found_of(tmp_path / name, pdf())
        write_reports(found)
        root = tmp_path / name / "run"
        contents.append(
            [(root / f"report.{kind}").read_bytes() for kind in ("txt", "json", "html")]
        )
        listed = json.loads((root / "run.json").read_text("utf-8"))
        assert "report" in listed["stages"]["done"]
        assert "report.html" in {file["name"] for file in listed["files"]}
    assert contents[0] == contents[1]


def test_the_trace_shows_what_was_scored(retrieval: Found) -> None:
    trace = traces(retrieval.assessed)[0]
    assert set(trace.systems) == set(SYSTEMS)
    runs = [run for task in trace.tasks for one in task.variants for run in one.runs]
    key = attrgetter("system", "task_id", "question_id")
    assert sorted([run.score for run in runs], key=key) == sorted(
        [run.score for run in retrieval.assessed.runs], key=key
    )
    assert all(run.score.outcome is Outcome.RETRIEVED and run.answer is None for run in runs)
    assert {run.state for run in runs} & {"R", "C"}


def test_evidence_is_found_whole_and_marked() -> None:
    assert span("costs 12.50 a month", "12.5") is None
    assert span("a 12.5\n  percent share", "12.5 percent") == (2, 16)
    marked = str(snippet("<b> " + "x " * 80 + "12.5 % of all", ("12.5 % of",)))
    assert marked.endswith("<mark>12.5 % of</mark> all") and "<b>" not in marked


@pytest.mark.parametrize("name", ["retrieval", "full"])
def test_reports_speak_french(name: str, request: pytest.FixtureRequest) -> None:
    found = request.getfixturevalue(name)
    words = Words("fr")
    said = text.render(found, place=False, words=words).decode()
    assert "Intervalles à 95\u202f%" in said and not re.search(r"\d\.\d", said)
    assert not re.search(r"\b(?:the|of|and|with|no|shown|met)\b", said)
    page = html.render(found, traces(found.assessed), words).decode()
    assert '<html lang="fr">' in page
    breakdowns = page.partition('<section id="breakdowns">')[2].partition("</section>")[0]
    shown = re.sub(r"<[^>]+>", " ", breakdowns)
    assert "jusqu’à" in shown and "Longueur de la réponse" in shown
    assert not re.search(r"\b(?:up to|words|characters|the|of|answer)\b", shown)


def test_shares_round_to_the_ends_only_at_the_ends() -> None:
    assert [share(value) for value in (0.9999, 1.0, 0.0001, 0.0, None)] == [
        "0.99", "1.00", "0.01", "0.00", "–",
    ]  # fmt: skip
    assert [signed(value) for value in (0.25, -0.25, 0.001)] == ["+0.25", "−0.25", "0.00"]


def test_tasks_are_titled_by_their_question_and_failures_come_first(retrieval: Found) -> None:
    page = html.render(retrieval, traces(retrieval.assessed)).decode()
    tasks = page.split('<details class="task"')[1:]
    shares = []
    for task in tasks:
        question = re.search(r"<h3><bdi>(.*?)</bdi>", task)
        assert question and f'<span dir="auto">{question[1]}</span>' in task
        states = re.findall(r"\d:Q\w:(\w+)", task.partition(">")[0])
        shares.append(sum(state == "pass" for state in states) / len(states))
    assert shares == sorted(shares) and shares[0] < 1


def test_elements_are_told_by_type_place_and_words(retrieval: Found) -> None:
    documents = traces(retrieval.assessed)
    page = html.render(retrieval, documents).decode()
    for node, element in documents[0].elements.items():
        assert element.path.startswith("/") and element.type in element.path
        if f"({node})" in page:
            assert f"{element.type}, page {element.page} " in page
    assert len(re.findall(r"\(s\d+\)", page)) > len(documents[0].tasks)


def test_a_failed_task_says_rule_and_repair(retrieval: Found) -> None:
    documents = traces(retrieval.assessed)
    page = html.render(retrieval, documents).decode()
    lost = [
        task
        for task in documents[0].tasks
        if task.kind == "task"
        and all(run.state in "RC" for one in task.variants for run in one.runs)
    ]
    assert lost and page.count('<div class="reason">') == len(lost)
    codes = re.findall(r"list of findings has it as (DT\d\d90) ", page)
    assert codes == re.findall(r"dtaa-lint explain (DT\d\d90) tells more", page) != []
    assert re.search(r"has it as DT\d\d90 unanswered-", page) and "<strong>Repair:</strong>" in page


def test_the_page_explains_its_words(full: Found) -> None:
    page = html.render(full, traces(full.assessed)).decode()
    legend = page.partition('<section id="words">')[2].partition("</section>")[0]
    for run in full.assessed.runs:
        for word in (run.labels.operation, run.labels.topology, run.labels.motif):
            assert not word or f"<dt>{word}</dt>" in legend, word
        assert f"<dt>{run.score.phrasing}</dt>" in legend
