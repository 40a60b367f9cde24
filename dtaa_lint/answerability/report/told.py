"""What a reader of the profile must know of what is not in it: not asked, or without a verdict."""

from __future__ import annotations

from dtaa_lint.answerability.left_out import UNMEASURED, Kind
from dtaa_lint.answerability.report.found import Found
from dtaa_lint.answerability.scoring.profile import why_undecided
from dtaa_lint.answerability.scoring.thresholds import unmeasured
from dtaa_lint.words import Words, cut

_REASONS = 3
_LONGEST = 200
_SERIOUS = UNMEASURED | {Kind.NO_TASK}


def told(found: Found, words: Words) -> list[tuple[bool, str]]:
    """(whether something could not be measured for it, sentence)."""
    said = [(one.kind in _SERIOUS, words.of(one.text)) for one in found.assessed.left_out]
    assessed = found.assessed
    reasons = why_undecided((*assessed.runs, *assessed.foreign))
    if reasons:
        listed = [
            words("{reason} ({n})", reason=cut(reason, _LONGEST), n=n)
            for reason, n in reasons[:_REASONS]
        ]
        if len(reasons) > _REASONS:
            listed.append(words("{n} more reasons", n=len(reasons) - _REASONS))
        text = words(
            "{n:# run has|runs have} no verdict: {reasons}",
            n=sum(n for _, n in reasons), reasons="; ".join(listed),
        )  # fmt: skip
        said.append((True, text))
    if unmeasured(found.results):
        said.append((True, words("Nothing could be measured that the thresholds hold.")))
    return said
