"""Reports built by hand, with every hostile string that a PDF may bring along."""

from __future__ import annotations

import os
from pathlib import Path

from dtaa_lint.findings.finding import (
    FileReport,
    Finding,
    Group,
    Guideline,
    Ratio,
    Reference,
    Related,
    Report,
    Rule,
    Severity,
    TaskSummary,
    Unchecked,
)
from dtaa_lint.pdf.model import PageBox

GOLDEN = Path(__file__).parents[1] / "golden" / "report"
UPDATE = os.environ.get("DTAA_UPDATE_GOLDEN") == "1"

HOSTILE = (
    "[red]alert[/red]",
    "[link=https://example.org]here[/link]",
    "\x1b[31mred\x1b[0m",
    "\x1b]8;;https://example.org\x07click\x1b]8;;\x07",
    "\x9b31m C1",
    "abc\u202egnp.exe\u202c",
    "\u2066isolate\u2069 \u200bzero\u200f width",
    'two\r\nlines, "quoted"\tand tabbed',
    "a | b | `c` *d* _e_ # f",
    "<script>alert(1)</script> &amp;",
    '=HYPERLINK("https://example.org","x")',
    "+1+1",
    "-2",
    "@SUM(A1)",
    "\t=1+1",
    " =1+1",
    "＝1+1",
    "lone \ud800 and \udcff surrogates",
    "NUL \x00 and BEL \x07",
    "[text](https://example.org) and {0} {braces}",
    "::error file=x::y",
    "%0A100 %",
    "soft\u00adhyphen, private \uf0b7, unmapped \ufffd",
    "漢字かな交じり文",
    "line\u2028separator",
)

TABLE_RULE = Rule(
    code="DT0101",
    name="cell-without-row-header",
    guideline="G01",
    severity=Severity.ERROR,
    confidence="high",
    needs_person=False,
    summary="Data cells that have no row header.",
    messages={"default": "{cells:# data cell has|data cells have} no row header ({sample:q})."},
    why="A value without a row header has no subject. Nobody can ask for it.",
    repair="Change the TD that names each row to TH with Scope=Row.",
    repair_in={"Word": "Table Design: First Column.", "HTML": '<th scope="row"> in {braces}.'},
    tags=("table", "headers"),
    references=(Reference("PDF/UA-2", "8.2.5.26"), Reference("WCAG technique", "PDF6")),
    explains=("INCOMPLETE_EVIDENCE",),
)
HEADING_RULE = Rule(
    code="DT0502",
    name="heading-alone-in-wrapper",
    guideline="G05",
    severity=Severity.WARNING,
    confidence="medium",
    needs_person=False,
    summary="A heading that stands alone in a wrapper.",
    messages={"default": "{evidence:q} stands alone in {path}."},
    why="Its scope holds by assumption only.",
    repair="Move the content into the wrapper.",
    repair_in={},
    tags=(),
    references=(),
    explains=(),
)
FIGURE_RULE = Rule(
    code="DT1303",
    name="alt-only-fact",
    guideline="G13",
    severity=Severity.INFO,
    confidence="low",
    needs_person=True,
    summary="A fact that only the alternative text states.",
    messages={"default": "The figure says {evidence:q} and the text does not."},
    why="Readers of the page miss it.",
    repair="State the fact in the text, too.",
    repair_in={},
    tags=tuple(f"tag{n}" for n in range(12)),
    references=(Reference("PDF/UA-1", "7.3"),),
    explains=(),
    severities={"other": Severity.WARNING},
)
RULES = (TABLE_RULE, HEADING_RULE, FIGURE_RULE)
GUIDELINES = (
    Guideline("G01", "Header paths", "Tables", "Each data cell has headers.", "Ask.", RULES[:1]),
    Guideline("G05", "Sections", "Headings", "Each heading has a scope.", "Look.", RULES[1:2]),
    Guideline(
        "G13", "Alternatives", "Figures", "Each figure says what it shows.", "Read.", RULES[2:]
    ),
)


def finding(rule: Rule = TABLE_RULE, n: int = 1, **fields: object) -> Finding:
    """A finding of a rule on element ``n``, on page ``n`` (0-based) unless told otherwise."""
    values: dict[str, object] = {
        "code": rule.code,
        "rule": rule.name,
        "guideline": rule.guideline,
        "severity": rule.severity,
        "confidence": rule.confidence,
        "needs_person": rule.needs_person,
        "message": f"Fault {n} of {rule.name}.",
        "evidence": f"Evidence {n}",
        "node": n,
        "element_id": f"s{n}",
        "native_id": None,
        "path": f"/Document/Sect[{n}]/Table[1]",
        "raw_type": "Table",
        "object_number": 100 + n,
        "page": n,
        "page_label": str(n + 1),
        "boxes": (PageBox(n, (72.0, 100.123456, 540.5, 300.0)),),
        "related": (),
        "explains": {},
        "tasks_blocked": 0,
        "tasks_unlocked": None,
        "fingerprint": f"{n:032x}",
        "group": f"{rule.code}-one",
        "variant": "default",
    }
    values.update(fields)
    return Finding(**values)  # type: ignore[arg-type]


def group(findings: tuple[Finding, ...], *indices: int, message: str = "") -> Group:
    """The group of the findings at ``indices``."""
    first = findings[indices[0]]
    return Group(
        id=first.group,
        code=first.code,
        severity=first.severity,
        message=message or first.message,
        findings=indices,
        tasks_blocked=sum(findings[i].tasks_blocked for i in indices),
        tasks_unlocked=first.tasks_unlocked,
    )


def file(findings: tuple[Finding, ...], groups: tuple[Group, ...], **fields: object) -> FileReport:
    """The report of a file with plausible facts about it."""
    values: dict[str, object] = {
        "path": "exports/annual report.pdf",
        "sha256": "ab" * 32,
        "pages": 24,
        "title": "Annual Report",
        "lang": "en-US",
        "producer": "Microsoft® Word for Microsoft 365",
        "elements": 1234,
        "findings": findings,
        "groups": groups,
        "ratios": (
            Ratio("cells", "data cells with one row path and one column path", 1199, 1200),
            Ratio("notes", "notes bound to a reference", 7, 7),
        ),
        "unchecked": (
            Unchecked("DT0801", "inapplicable", "no lists"),
            Unchecked("DT0802", "inapplicable", "no lists"),
            Unchecked("DT0803", "inapplicable", "no lists"),
            Unchecked("DT1001", "not-checked", "a damaged page"),
            Unchecked("DT1801", "disabled", "not selected"),
        ),
        "tasks": TaskSummary(
            pages=24,
            eligible=312,
            control=20,
            by_class={"EXTRACT-L4": 300, "FIND-L1": 12},
            by_motif={"TABLE_CELL": 300, "HEADING_SCOPE": 12},
            rejected={"AMBIGUOUS": 5, "INCOMPLETE_EVIDENCE": 61},
            per_page=13.0,
        ),
        "error": None,
    }
    values.update(fields)
    return FileReport(**values)  # type: ignore[arg-type]


def failed(path: str = "broken.pdf", reason: str = "the file is empty") -> FileReport:
    """The report of a file that could not be read."""
    return FileReport(path, "", 0, None, None, None, 0, (), (), (), (), None, reason)


def report(*files: FileReport) -> Report:
    return Report(files, RULES, GUIDELINES, "0.1.0", "0.2")


def typical() -> Report:
    """Three files: one with findings of every severity, a clean one, one that cannot be read."""
    tables = tuple(
        finding(
            n=n,
            tasks_blocked=4 + n,
            explains={"INCOMPLETE_EVIDENCE": 4 + n},
            native_id="T1" if n == 3 else None,
        )
        for n in (2, 3, 4, 5, 9, 10, 14)
    )
    heading = finding(
        HEADING_RULE,
        11,
        message="“Results” stands alone in /Document/Sect[4]/Div[1].",
        evidence="Results",
        path="/Document/Sect[4]/Div[1]/H2[1]",
        page_label="x",
        related=(Related(12, "/Document/Sect[4]/P[1]", 12, "content", "In the year under review"),),
    )
    figure = finding(
        FIGURE_RULE,
        20,
        native_id="fig",
        evidence="Sales rose by 12 %",
        page=-1,
        page_label="",
        boxes=(),
    )
    whole = finding(
        HEADING_RULE, 0, node=-1, element_id="", path="/", raw_type="", object_number=0, page=-1,
        page_label="", boxes=(), evidence="", message="The document has no headings.",
        group="DT0502-none",
    )  # fmt: skip
    found = (whole, *tables, heading, figure)
    groups = (
        group(found, 1, 2, 3, 4, 5, 6, 7, message="7 tables have data cells without a row header."),
        group(found, 0),
        group(found, 8),
        group(found, 9),
    )
    return report(
        file(found, groups),
        file((), (), path="clean.pdf", title=None, lang=None, producer=None, unchecked=()),
        failed(),
    )


def hostile() -> Report:
    """Every hostile string in every field that can carry the document's text."""
    found = tuple(
        finding(
            RULES[n % 3],
            n,
            message=f"It says “{text}”.",
            evidence=text,
            native_id=text,
            page_label=text,
            path=f"/Document/{text}[1]",
            raw_type=text,
            group=f"g{n}",
            related=(Related(n, f"/{text}[1]", n, "same text", text),),
        )
        for n, text in enumerate(HOSTILE)
    )
    groups = tuple(group(found, n) for n in range(len(found)))
    return report(
        file(
            found,
            groups,
            path="odd, name:%[b].pdf",
            title=HOSTILE[0],
            producer=HOSTILE[2],
            lang=HOSTILE[5],
        ),
        failed("bad\nname.pdf", HOSTILE[2]),
    )


def check_golden(name: str, data: bytes) -> None:
    """Compares byte for byte with ``tests/golden/report/NAME``; with DTAA_UPDATE_GOLDEN=1 in the
    environment the file is written instead."""
    path = GOLDEN / name
    if UPDATE:
        path.write_bytes(data)
    assert data == path.read_bytes(), f"{name} differs; DTAA_UPDATE_GOLDEN=1 accepts the new one"
