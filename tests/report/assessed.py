"""Assessments built by hand, with every hostile string that a system or a document may bring."""

from __future__ import annotations

from dataclasses import replace

from dtaa_lint.findings.assessment import (
    AssessedSystem,
    AssessedThreshold,
    Assessment,
    Measured,
    NotMeasured,
    Remark,
    Standing,
)
from dtaa_lint.findings.finding import Report
from tests.report.support import HOSTILE, typical

DOCUMENT = "exports/annual report.pdf"
CLOSE = Measured(0.5951, 0.512, 0.67, 40)
SYSTEM = AssessedSystem(
    "egr-s", 40, 80, CLOSE, Measured(0.9961, 0.97, 1.0, 40), Measured(0.75, 0.61, 0.86, 40)
)


def threshold(standing: Standing = Standing.MISSED, **fields: object) -> AssessedThreshold:
    values: dict[str, object] = {
        "system": "egr-s",
        "document": DOCUMENT,
        "phrasing": "",
        "task_class": "EXTRACT-L4",
        "least": 0.6,
        "found": Measured(None) if standing is Standing.NOTHING else CLOSE,
        "standing": standing,
        "close": standing is Standing.MISSED,
        "status": int(standing is Standing.MISSED),
    }
    return AssessedThreshold(**(values | fields))  # type: ignore[arg-type]


def assessment(**fields: object) -> Assessment:
    """One system, a threshold of every standing, in the retrieval tier."""
    values: dict[str, object] = {
        "ceiling": True,
        "budget": 1400,
        "systems": (SYSTEM,),
        "thresholds": (
            threshold(),
            threshold(Standing.MET, task_class="all", least=0.5),
            threshold(Standing.TOO_SMALL, task_class="FIND-L1"),
            threshold(Standing.NOTHING, phrasing="Q2"),
        ),
        "remarks": (Remark("annual: 3 questions are excluded: too long (3)", False),),
        "status": 1,
        "folder": "runs/annual",
        "page": "runs/annual/report.html",
    }
    return Assessment(**(values | fields))  # type: ignore[arg-type]


def missed() -> Report:
    return replace(typical(), assessment=assessment())


def met() -> Report:
    found = assessment(thresholds=(threshold(Standing.MET, least=0.5),), status=0, remarks=())
    return replace(typical(), assessment=found)


def unmeasured() -> Report:
    """Nothing that a threshold holds could be measured, of systems that answer."""
    found = assessment(
        ceiling=False,
        systems=(replace(SYSTEM, abstention=Measured(0.875, 0.6, 0.97, 8), no_verdict=4),),
        thresholds=(threshold(Standing.NOTHING, status=2),),
        not_measured=(
            NotMeasured("long-context", DOCUMENT, "it does not fit"),
            NotMeasured("", "locked.pdf", "it is encrypted"),
        ),
        remarks=(Remark("4 runs have no verdict: no reply came (4)", True),),
        status=2,
        folder="",
        page="",
        elsewhere=True,
    )
    return replace(typical(), assessment=found)


def hostile() -> Report:
    """Every hostile string wherever a name or a reason may stand."""
    return replace(
        typical(),
        assessment=assessment(
            systems=tuple([replace(SYSTEM, system=text) for text in HOSTILE]),
            thresholds=tuple([threshold(system=text, document=text) for text in HOSTILE]),
            not_measured=tuple([NotMeasured(text, text, text) for text in HOSTILE]),
            remarks=tuple([Remark(text, n % 2 == 0) for n, text in enumerate(HOSTILE)]),
            status=2,
            folder=HOSTILE[7],
            page=HOSTILE[9],
        ),
    )


EVERY = {"missed": missed, "met": met, "unmeasured": unmeasured, "hostile": hostile}
