"""``--format sarif``: SARIF 2.1.0 as GitHub code scanning takes it without conversion.

A PDF is binary, and SARIF asks for byte-based regions of binary files; GitHub wants lines. So every
region says line 1, and the real place (page, boxes, object number, structure path) is in
properties and logical locations. One run; relative URIs; every result has a location and
fingerprints of its own, or GitHub would refuse the file or merge all findings of a rule. A file
that could not be read, or a rule whose check broke, is a notification of the invocation, which then
was not successful. What an assessment came to is in the properties of the run, and what makes its
status a notification as well.
"""

from __future__ import annotations

from sarif_om import (
    Artifact,
    ArtifactLocation,
    Invocation,
    Location,
    LogicalLocation,
    Message,
    MultiformatMessageString,
    Notification,
    PhysicalLocation,
    Region,
    ReportingDescriptor,
    ReportingDescriptorReference,
    Result,
    Run,
    RunAutomationDetails,
    Suppression,
    Tool,
    ToolComponent,
    ToolComponentReference,
)

from dtaa_lint.findings.finding import FileReport, Finding, Report, Rule
from dtaa_lint.findings.suppress import Status
from dtaa_lint.report.assessed_json import assessment
from dtaa_lint.report.escape import markdown, sarif_text, uri_path, visible
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.json import acceptance, boxes, page_number
from dtaa_lint.report.layout import json_bytes
from dtaa_lint.report.sarif_assessment import descriptors, notifications_of
from dtaa_lint.report.sarif_rules import LEVEL, TAXONOMY, descriptor, taxonomy
from dtaa_lint.report.sarif_serialise import to_plain
from dtaa_lint.words import SOURCE, Words

SCHEMA_URI = "https://json.schemastore.org/sarif-2.1.0.json"
MAX_RESULTS = 25_000
"""Results that GitHub takes in one run."""

_MAX_RELATED = 10
_MAX_EVIDENCE = 500
"""Characters of evidence in properties; the JSON format has all of it."""
_BASELINE_STATE = {Status.OPEN: "new", Status.KNOWN: "unchanged", Status.SUPPRESSED: "unchanged"}
_NOTIFICATIONS = ("file-not-checked", "results-left-out", "rule-not-checked")


def render(report: Report, options: RenderOptions) -> bytes:
    """The SARIF log as UTF-8 JSON, one result a line."""
    run = to_plain(_run(report, options.docs_url))
    return json_bytes({"$schema": SCHEMA_URI, "version": "2.1.0", "runs": [run]}, 4)


def _run(report: Report, docs_url: str | None) -> Run:
    words = Words(report.lang)
    codes = {rule.code: index for index, rule in enumerate(report.rules)}
    rules = {rule.code: rule for rule in report.rules}
    taxa = {guideline.id: index for index, guideline in enumerate(report.guidelines)}
    places = [(i, j) for i, file in enumerate(report.files) for j in range(len(file.findings))]
    kept = _most_severe(report, places)
    seen: dict[tuple[str, str, str], int] = {}
    located = [_physical(file, index) for index, file in enumerate(report.files)]
    compared = report.stale is not None
    results = [
        _result(report.files[i].findings[j], located[i], codes, rules, seen, compared, words)
        for i, j in kept
    ]
    driver = ToolComponent(
        name="dtaa-lint",
        version=report.tool_version,
        semantic_version=report.tool_version,
        rules=[descriptor(rule, taxa, docs_url, words) for rule in report.rules],
        notifications=[
            ReportingDescriptor(
                id=_NOTIFICATIONS[0],
                short_description=MultiformatMessageString(
                    text=words("A file could not be checked.")
                ),
            ),
            ReportingDescriptor(
                id=_NOTIFICATIONS[1],
                short_description=MultiformatMessageString(
                    text=words("There were more results than a run may hold.")
                ),
            ),
            ReportingDescriptor(
                id=_NOTIFICATIONS[2],
                short_description=MultiformatMessageString(
                    text=words("A rule could not be checked.")
                ),
            ),
            *([] if report.assessment is None else descriptors(words)),
        ],
        supported_taxonomies=[ToolComponentReference(name=TAXONOMY, index=0)],
        contents=["localizedData", "nonLocalizedData"],
    )
    return Run(
        tool=Tool(driver=driver),
        automation_details=RunAutomationDetails(id="dtaa-lint/"),
        invocations=[_invocation(report, len(places) - len(kept))],
        artifacts=[_artifact(file) for file in report.files],
        results=results,
        taxonomies=[taxonomy(report.guidelines, report.tool_version, words)],
        language="en-US" if report.lang == SOURCE else report.lang,
        column_kind="unicodeCodePoints",
        newline_sequences=None,
        properties={"protocol": report.protocol, **_acceptance(report), **_assessment(report)},
    )


def _acceptance(report: Report) -> dict[str, object]:
    """The verdict on each file that is held to thresholds."""
    verdicts = [
        {"uri": uri_path(file.path), **(acceptance(file.acceptance) or {})}
        for file in report.files
        if file.acceptance is not None
    ]
    return {"acceptance": verdicts} if verdicts else {}


def _assessment(report: Report) -> dict[str, object]:
    """What retrieval systems can answer, where that was asked."""
    value = assessment(report.assessment)
    return {"answerability": value} if value is not None else {}


def _most_severe(report: Report, places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """At most ``MAX_RESULTS`` places, the most severe and costly ones, in their own order."""
    if len(places) <= MAX_RESULTS:
        return places

    def cost(place: tuple[int, int]) -> tuple[int, int]:
        finding = report.files[place[0]].findings[place[1]]
        return -finding.severity.rank, -finding.tasks_blocked

    return sorted(sorted(places, key=cost)[:MAX_RESULTS])


def _failure(file: FileReport, index: int, kind: int, text: str) -> Notification:
    """What went wrong with a file; ``kind`` is its place in ``_NOTIFICATIONS``."""
    return Notification(
        message=Message(text=sarif_text(f"{file.path}: {text}")),
        level="error",
        descriptor=ReportingDescriptorReference(id=_NOTIFICATIONS[kind], index=kind),
        locations=[Location(physical_location=_physical(file, index))],
    )


def _invocation(report: Report, left_out: int) -> Invocation:
    notifications = [
        _failure(file, index, 0, file.error)
        for index, file in enumerate(report.files)
        if file.error is not None
    ]
    notifications += [
        _failure(file, index, 2, f"{failure.code}: {failure.why}")
        for index, file in enumerate(report.files)
        for failure in file.failures
    ]
    failed = bool(notifications)
    if report.assessment is not None:
        places = {file.path: _physical(file, index) for index, file in enumerate(report.files)}
        words = Words(report.lang)
        notifications += notifications_of(report.assessment, places, len(_NOTIFICATIONS), words)
        failed = failed or report.assessment.status == 2
    if left_out:
        notifications.append(
            Notification(
                message=Message(
                    text=Words(report.lang)(
                        "{n:# results|results} were left out: a run holds {most}, and the most "
                        "severe were kept. The JSON and CSV formats have all of them.",
                        n=left_out,
                        most=MAX_RESULTS,
                    )
                ),
                level="warning",
                descriptor=ReportingDescriptorReference(id=_NOTIFICATIONS[1], index=1),
            )
        )
    return Invocation(
        execution_successful=not failed, tool_execution_notifications=notifications or None
    )


def _artifact(file: FileReport) -> Artifact:
    return Artifact(
        location=ArtifactLocation(uri=uri_path(file.path)),
        mime_type="application/pdf",
        roles=["analysisTarget"],
        hashes={"sha-256": file.sha256} if file.sha256 else None,
    )


def _result(
    finding: Finding,
    physical: PhysicalLocation,
    codes: dict[str, int],
    rules: dict[str, Rule],
    seen: dict[tuple[str, str, str], int],
    compared: bool,
    words: Words,
) -> Result:
    key = (physical.artifact_location.uri, finding.code, finding.fingerprint)
    seen[key] = seen.get(key, 0) + 1
    rule = rules.get(finding.code)
    return Result(
        rule_id=finding.code,
        rule_index=codes.get(finding.code, -1),
        kind="fail",
        level=LEVEL[finding.severity],
        message=Message(text=sarif_text(finding.message), markdown=_markdown(finding, rule, words)),
        locations=[
            Location(
                physical_location=physical,
                logical_locations=[_logical(finding.path)],
            )
        ],
        related_locations=_related(finding, physical, words),
        partial_fingerprints={
            "primaryLocationLineHash": f"{finding.fingerprint}:{seen[key]}",
            "dtaaFinding/v1": finding.fingerprint,
        },
        properties=_properties(finding),
        rank=None,
        baseline_state=_BASELINE_STATE[finding.status] if compared else None,
        suppressions=_suppressions(finding),
    )


def _suppressions(finding: Finding) -> list[Suppression] | None:
    if finding.status is not Status.SUPPRESSED:
        return None
    said = sarif_text(finding.justification)
    return [Suppression(kind="external", state="accepted", justification=said)]


def _markdown(finding: Finding, rule: Rule | None, words: Words) -> str:
    text = markdown(finding.message)
    if rule is not None:
        text += f"\n\n**{words('Repair:')}** {markdown(rule.repair_of(finding.variant))}"
    return text


def _physical(file: FileReport, artifact: int) -> PhysicalLocation:
    return PhysicalLocation(
        artifact_location=ArtifactLocation(uri=uri_path(file.path), index=artifact),
        region=Region(start_line=1),
    )


def _logical(path: str) -> LogicalLocation:
    name = path.rsplit("/", 1)[-1]
    return LogicalLocation(
        name=visible(name) or "document", fully_qualified_name=visible(path), kind="element"
    )


def _related(finding: Finding, physical: PhysicalLocation, words: Words) -> list[Location] | None:
    locations: list[Location] = []
    for number, item in enumerate(finding.related[:_MAX_RELATED], 1):
        quoted = words(": {text}", text=words.quoted(item.snippet)) if item.snippet else ""
        locations.append(
            Location(
                id=number,
                message=Message(text=sarif_text(item.role + quoted)),
                physical_location=physical,
                logical_locations=[_logical(item.path)],
                properties=_set(page=page_number(item.page), boxes=boxes(item.boxes)),
            )
        )
    return locations or None


def _properties(finding: Finding) -> dict[str, object]:
    return _set(
        page=page_number(finding.page),
        pageLabel=finding.page_label,
        boxes=boxes(finding.boxes),
        structurePath=finding.path,
        elementId=finding.element_id,
        nativeId=finding.native_id,
        rawType=finding.raw_type,
        objectNumber=finding.object_number or None,
        evidence=finding.evidence[:_MAX_EVIDENCE],
        confidence=finding.confidence,
        needsPerson=finding.needs_person,
        explains=dict(finding.explains),
        tasksBlocked=finding.tasks_blocked,
        tasksUnlocked=finding.tasks_unlocked,
        group=finding.group,
    )


def _set(**values: object) -> dict[str, object]:
    """Those of the values that say something."""
    return {
        key: value
        for key, value in values.items()
        if value is not None and value not in ("", [], {})
    }
