"""The text format: causes first, nothing twice, no markup interpreted, the same on every run."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace

import pytest

from dtaa_lint.findings.finding import Report
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.terminal import cells, clip, wrap
from dtaa_lint.report.text import authoring_tool, render
from dtaa_lint.report.text_summary import code_list, percent
from tests.report.support import (
    HOSTILE,
    TABLE_RULE,
    check_golden,
    failed,
    file,
    finding,
    group,
    hostile,
    report,
    typical,
)


def text(made: object, **options: object) -> str:
    return render(made, RenderOptions(**options)).decode("utf-8")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("text.txt", {}),
        ("text-narrow.txt", {"width": 60}),
        ("text-color.txt", {"color": True}),
        ("text-quiet.txt", {"quiet": True}),
        ("text-statistics.txt", {"statistics": True}),
        ("text-all-places.txt", {"places": 0}),
    ],
)
def test_golden(name: str, options: dict[str, object]) -> None:
    check_golden(name, render(typical(), RenderOptions(**options)))  # type: ignore[arg-type]


def test_golden_hostile() -> None:
    check_golden("text-hostile.txt", render(hostile(), RenderOptions()))


def test_markup_of_the_document_is_printed_literally() -> None:
    shown = text(hostile(), color=True)
    assert "[red]alert[/red]" in shown
    assert "[link=https://example.org]here[/link]" in shown


def test_only_own_escape_codes_reach_the_terminal() -> None:
    plain = text(hostile())
    assert "\x1b" not in plain
    colored = text(hostile(), color=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain


def test_every_place_counts_and_only_some_are_shown() -> None:
    shown = text(typical())
    assert "· 7 places · blocks 75 tasks" in shown
    assert "pages 3–6, 10–11, 15" in shown
    assert "and 2 more (csv and json list every place)" in shown
    assert text(typical(), places=0).count("/Table[1]") == shown.count("/Table[1]") + 2


def test_repair_is_told_once_per_file() -> None:
    assert text(typical()).count("→ Move the content into the wrapper.") == 1
    assert "→ repair as for DT0502 above" in text(typical())


def with_repair(*variants: str) -> Report:
    """A cause of one rule for each variant, of which ``other`` is repaired in another way."""
    rule = replace(TABLE_RULE, repairs={"other": "Take the empty row out."})
    found = tuple(
        finding(rule, n, variant=variant, group=f"g{n}", message=f"Fault {n}.")
        for n, variant in enumerate(variants, 1)
    )
    made = report(file(found, tuple(group(found, n) for n in range(len(found)))))
    return replace(made, rules=(rule,))


def test_the_repair_above_is_that_of_the_same_variant() -> None:
    shown = text(with_repair("default", "default", "other", "default"))
    assert shown.count("→ Change the TD that names each row") == 2
    assert shown.count("→ Take the empty row out.") == 1
    assert shown.count("repair as for") == 1


def test_a_variant_has_a_repair_of_its_own_and_no_hint_of_the_rule() -> None:
    shown = text(with_repair("default", "other"))
    assert "→ Change the TD that names each row" in shown
    assert "→ Take the empty row out." in shown
    assert "repair as for" not in shown
    assert text(with_repair("other", "other")).count("Take the empty row out.") == 1
    assert "Table Design" not in text(with_repair("other", "other"))


def test_causes_with_one_message_are_told_apart_by_type() -> None:
    found = (
        finding(path="/Document/Div[1]/H1[1]", group="a", message="2 headings, such as “A”."),
        finding(n=2, path="/Document/Div[1]/H2[1]", group="b", message="2 headings, such as “B”."),
    )
    shown = text(report(file(found, (group(found, 0), group(found, 1)))))
    assert "cell-without-row-header · on H1" in shown
    assert "cell-without-row-header · on H2" in shown
    assert " · on " not in text(report(file(found[:1], (group(found, 0),))))


def test_evidence_that_the_message_quotes_is_not_repeated() -> None:
    section = text(typical()).split("“Results” stands alone")[1].split("→")[0]
    assert "Results" not in section


def test_unlocked_tasks_speak_when_known() -> None:
    found = (replace(finding(), tasks_unlocked=1),)
    assert "repair unlocks 1 task" in text(report(file(found, (group(found, 0),))))


def test_quiet_file_without_findings_says_nothing() -> None:
    assert text(report(file((), ())), quiet=True) == ""
    assert "could not be checked" in text(report(failed()), quiet=True)


def test_lines_keep_the_width_except_paths() -> None:
    shown = text(typical(), width=60)
    for line in shown.splitlines():
        assert cells(line) <= 60 or re.search(r"/Document|could|DT\d{4}|of [\d,]+ ", line), line


def test_no_files() -> None:
    assert text(report()) == "no file to check: every one is excluded\n"


@pytest.mark.parametrize(
    ("n", "of", "shown"),
    [(7, 7, "100 %"), (9999, 10000, "99.9 %"), (0, 3, "0.0 %"), (1, 3, "33.3 %"), (0, 0, "–")],
)
def test_percent_is_cut(n: int, of: int, shown: str) -> None:
    assert percent(n, of) == shown


def test_code_list() -> None:
    codes = ["DT0103", "DT0101", "DT0102", "DT0105", "DT0106", "DT0201"]
    assert code_list(codes) == "DT0101–DT0103, DT0105, DT0106, DT0201"


@pytest.mark.parametrize(
    ("producer", "tool"),
    [
        ("Microsoft® Word for Microsoft 365", "Word"),
        ("LibreOffice 24.2", "LibreOffice"),
        ("luahbtex-1.22.0", "LaTeX"),
        ("LuaTeX-1.18", "LaTeX"),
        ("WeasyPrint 62", "HTML"),
        ("Adobe PDF Library 17", ""),
        (None, ""),
    ],
)
def test_authoring_tool(producer: str | None, tool: str) -> None:
    assert authoring_tool(producer) == tool


def test_wrap_and_clip_count_wide_characters() -> None:
    assert cells("漢字a") == 5
    assert cells("e\u0301") == 1
    assert clip("漢字かな", 5) == "漢字…"
    assert clip("short", 5) == "short"
    assert wrap("漢字 漢字 漢字", 9, 4) == ["漢字 漢字", "漢字"]
    assert wrap("unbreakable", 4, 4) == ["unbreakable"]


def test_rich_is_imported_for_colour_only() -> None:
    code = (
        "import sys; from dtaa_lint.report.text import render;"
        "from dtaa_lint.report.interface import RenderOptions;"
        "from tests.report.support import typical;"
        "render(typical(), RenderOptions(color={}));"
        "print(any(name.split('.')[0] == 'rich' for name in sys.modules))"
    )
    for color in (False, True):
        run = subprocess.run(
            [sys.executable, "-c", code.format(color)], capture_output=True, text=True, check=True
        )
        assert run.stdout.strip() == str(color)


def test_five_thousand_causes_are_all_printed() -> None:
    found = tuple(
        finding(TABLE_RULE, n, group=f"g{n}", message=f"{HOSTILE[n % len(HOSTILE)]} " * 8)
        for n in range(5000)
    )
    made = report(file(found, tuple(group(found, n) for n in range(5000))))
    text = render(made, RenderOptions()).decode()
    assert "5,000 errors, from 5,000 causes" in text
    assert all(f"“Evidence {n}”" in text for n in range(0, 5000, 499))
