"""What a caption says, apart from the label that it begins with, and how one asks for it.

A table or figure is asked for by the label of its caption (``Table 3``), else by the heading that
it stands under, with its place among those under that heading where there are several.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dtaa_lint.graph.wording import looks_like_caption
from dtaa_lint.universe.alternatives import conveys_nothing
from dtaa_lint.universe.model import Candidate, Reason
from dtaa_lint.universe.motifs.common import text_fault
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.validate import plain

_MARKS = " .:;–—-|)"
_LABELS = 3
"""Labels that a caption may begin with: writers and authors may each have set one."""


class Named(NamedTuple):
    """A table or figure with what names and what describes it."""

    node: int
    subject: str
    """The caption's label, else the heading above; empty for neither."""
    subject_node: int
    """The element that says the subject; -1 for none."""
    constraint: str
    """``table 2``: which one of those that have the subject; empty for the only one."""
    text: str
    """What is said of it."""


def parted(caption: str, lang: str | None) -> tuple[str, str]:
    """The label of a caption (``Table 3``) and what it says behind it."""
    label = ""
    rest = caption
    for _ in range(_LABELS):
        if not looks_like_caption(rest, lang):
            break
        word, number, *behind = rest.split(None, 2)
        number, _, close = number.partition("—")
        label = label or f"{word} {number}".rstrip(_MARKS)
        rest = " ".join([close, *behind]).lstrip(_MARKS)
    return label, rest


class Thing(NamedTuple):
    """A table or figure, captioned or not."""

    node: int
    label: str
    """That its caption begins with; empty for none."""
    caption: int
    text: str
    captioned: bool
    """Whether something is said of it; the others only count for the places."""


def name_all(survey: Survey, things: Sequence[Thing], kind: str) -> dict[int, Named]:
    """Captioned thing -> what it is asked by; ``kind`` is what they are called."""
    places: dict[int, int] = {}
    alike: dict[int, int] = {}
    contexts = [survey.context(thing.node, "") for thing in things]
    for context in contexts:
        alike[context] = alike.get(context, 0) + 1
    found: dict[int, Named] = {}
    for thing, context in zip(things, contexts, strict=True):
        places[context] = place = places.get(context, 0) + 1
        if not thing.captioned:
            continue
        if thing.label:
            found[thing.node] = Named(thing.node, thing.label, thing.caption, "", thing.text)
            continue
        heading = survey.view.heading_of(thing.node)
        named = heading >= 0 and heading not in survey.contents_headings
        subject = survey.heading_at[heading].text if named else ""
        constraint = f"{kind} {place}" if alike[context] > 1 else ""
        at = heading if subject else -1
        found[thing.node] = Named(thing.node, subject, at, constraint, thing.text)
    return found


def said_fault(survey: Survey, named: Named) -> tuple[Reason, str] | None:
    """Why what is said of a table or figure answers nothing; None when it can be asked for."""
    text = named.text
    if not text:
        return Reason.TRIVIAL, "number"
    fault = text_fault(text)
    if fault is not None:
        return fault
    nothing = conveys_nothing(text, "")
    if nothing and nothing != "word":
        return Reason.TRIVIAL, nothing
    own = plain(text)
    if own == plain(named.subject) or own in map(plain, survey.heading_texts(named.node)):
        return Reason.HEADING_ECHO, "heading"
    if nothing:
        return Reason.TRIVIAL, nothing
    if not named.subject:
        return Reason.INCOMPLETE_EVIDENCE, "heading"
    return None


def settle(survey: Survey, candidates: list[Candidate], named: dict[int, Named]) -> None:
    """The same words for two under the same headings: one task where nothing else is said of the
    same name, none where the name has two answers."""
    asked: dict[tuple[int, str, str], list[int]] = {}
    said: dict[tuple[int, str], int] = {}
    for place, candidate in enumerate(candidates):
        if candidate.reason is not None:
            continue
        found = named[candidate.anchor]
        context = survey.context(candidate.anchor, "")
        name = (context, plain(found.subject), found.constraint)
        asked.setdefault(name, []).append(place)
    for places in asked.values():
        texts = {plain(named[candidates[place].anchor].text) for place in places}
        if len(texts) > 1:
            fault = tuple([candidates[place].anchor for place in places[:4]])
            for place in places:
                candidates[place] = candidates[place]._replace(
                    reason=Reason.AMBIGUOUS, fault=fault, detail="caption"
                )
    for place, candidate in enumerate(candidates):
        if candidate.reason is None:
            found = named[candidate.anchor]
            key = (survey.context(candidate.anchor, ""), plain(found.text))
            first = said.setdefault(key, candidate.anchor)
            if first != candidate.anchor:
                candidates[place] = candidate._replace(
                    reason=Reason.DUPLICATE, fault=(first,), detail="caption"
                )
