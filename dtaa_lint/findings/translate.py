"""Rules and reports in the language of their reader.

Messages are filled in that language by the engine; here is what a report says besides. Codes,
names of rules, fingerprints, groups, statuses and keys are the same in every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from dtaa_lint.findings.finding import FileReport, Finding, Guideline, Ratio, Rule
from dtaa_lint.findings.profiles import Profile
from dtaa_lint.findings.registry import load_guidelines
from dtaa_lint.words import SOURCE, Words


@cache
def guidelines_in(lang: str) -> tuple[Guideline, ...]:
    """Every guideline with its rules, in a language that there is (see ``words.pick``)."""
    guidelines = load_guidelines()
    if lang == SOURCE:
        return guidelines
    words = Words(lang)
    say = words.translate
    return tuple(
        replace(
            guideline,
            name=say(guideline.name),
            group=say(guideline.group),
            text=say(guideline.text),
            test=say(guideline.test),
            rules=tuple(_rule(words, rule) for rule in guideline.rules),
        )
        for guideline in guidelines
    )


@cache
def rules_in(lang: str) -> Mapping[str, Rule]:
    """Code -> rule in a language, in order of code."""
    return {rule.code: rule for guideline in guidelines_in(lang) for rule in guideline.rules}


def _rule(words: Words, rule: Rule) -> Rule:
    say = words.translate

    def each(texts: Mapping[str, str]) -> dict[str, str]:
        return {key: say(text) for key, text in texts.items()}

    return replace(
        rule,
        summary=words.said(rule.summary),
        messages=each(rule.messages),
        why=say(rule.why),
        repair=say(rule.repair),
        repair_in=each(rule.repair_in),
        repairs=each(rule.repairs),
        repairs_in={variant: each(tools) for variant, tools in rule.repairs_in.items()},
        topic=say(rule.topic),
    )


def profile_in(lang: str, profile: Profile) -> Profile:
    """A profile with its description and reasons in a language; one's own profiles are as they
    were written."""
    if lang == SOURCE:
        return profile
    say = Words(lang).translate
    return replace(
        profile,
        description=say(profile.description),
        reasons=tuple((key, say(why)) for key, why in profile.reasons),
    )


def report_in(words: Words, report: FileReport) -> FileReport:
    """The report of a file with everything but the messages in the language of ``words``."""
    if words.lang == SOURCE:
        return report
    accepted, plan = report.acceptance, report.plan
    if accepted is not None:
        criteria = tuple(
            replace(criterion, label=words.said(criterion.label)) for criterion in accepted.criteria
        )
        accepted = replace(accepted, criteria=criteria)
    if plan is not None:
        plan = replace(plan, goal=words.said(plan.goal))
    return replace(
        report,
        findings=tuple([_finding(words, finding) for finding in report.findings]),
        ratios=_ratios(words, report.ratios),
        relations=_ratios(words, report.relations),
        unchecked=tuple([replace(item, why=words.said(item.why)) for item in report.unchecked]),
        acceptance=accepted,
        plan=plan,
    )


def _ratios(words: Words, ratios: tuple[Ratio, ...]) -> tuple[Ratio, ...]:
    return tuple(replace(ratio, label=words.said(ratio.label)) for ratio in ratios)


def _finding(words: Words, finding: Finding) -> Finding:
    if not (finding.related or finding.unlocked_why):
        return finding
    related = [replace(other, role=words.said(other.role)) for other in finding.related]
    return replace(
        finding,
        related=tuple(related),
        related_totals={words.said(role): n for role, n in finding.related_totals.items()},
        unlocked_why=words.said(finding.unlocked_why),
    )
