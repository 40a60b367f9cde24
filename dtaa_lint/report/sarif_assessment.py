"""What an assessment came to, as notifications of a SARIF run's invocation."""

from __future__ import annotations

from collections.abc import Mapping

from sarif_om import (
    Location,
    Message,
    MultiformatMessageString,
    Notification,
    PhysicalLocation,
    ReportingDescriptor,
    ReportingDescriptorReference,
)

from dtaa_lint.findings.assessment import Assessment, Standing
from dtaa_lint.report import assessed
from dtaa_lint.report.escape import sarif_text
from dtaa_lint.words import Words

_NOT_MEASURED, _THRESHOLD, _REMARK = range(3)
_IDS = ("answerability-not-measured", "answerability-threshold", "answerability-remark")


def descriptors(words: Words) -> list[ReportingDescriptor]:
    """What the notifications are, for the driver."""
    texts = (
        words("Answerability could not be measured."),
        words("A threshold on answerability is missed, or cannot be told."),
        words("Something was not asked, or has no verdict."),
    )
    return [
        ReportingDescriptor(id=name, short_description=MultiformatMessageString(text=text))
        for name, text in zip(_IDS, texts, strict=True)
    ]


def notifications_of(
    found: Assessment, places: Mapping[str, PhysicalLocation], first: int, words: Words
) -> list[Notification]:
    """``places``: file -> where it is; ``first``: the place of ``descriptors`` among those of the
    driver."""

    def made(kind: int, level: str, text: str, document: str = "") -> Notification:
        place = places.get(document)
        return Notification(
            message=Message(text=sarif_text(text)),
            level=level,
            descriptor=ReportingDescriptorReference(id=_IDS[kind], index=first + kind),
            locations=None if place is None else [Location(physical_location=place)],
        )

    notes = [
        made(_NOT_MEASURED, "error", assessed.unmeasured(one, words), one.document)
        for one in found.not_measured
    ]
    for one in found.thresholds:
        if one.standing is not Standing.MET:
            what = words(
                "{what}: {text}", what=assessed.title(one, words),
                text=assessed.sentence(one, words),
            )  # fmt: skip
            level = "error" if one.status else "note"
            notes.append(made(_THRESHOLD, level, what, one.document))
    notes += [
        made(_REMARK, "error" if remark.serious else "note", remark.text)
        for remark in found.remarks
    ]
    return notes
