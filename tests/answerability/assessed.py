"""A small document, models that say what they are told to, and runs over them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dtaa_lint.answerability.benchmark.validate import CHECKS
from dtaa_lint.answerability.context import Progress, silent
from dtaa_lint.answerability.models.interface import Call, Role
from dtaa_lint.answerability.models.settings import make_settings
from dtaa_lint.answerability.options import RunOptions
from dtaa_lint.answerability.package.folder import RunFolder
from dtaa_lint.answerability.run import Assessment
from tests.answerability.fakes.scripted import ScriptedClient, sample
from tests.answerability.support import items, prices
from tests.make import Doc, el

SYSTEMS = ("egr-full", "egr-s")
SUBJECTS = ("Basic", "Plus", "Family", "coffee", "tea", "Plans", "Drinks", "2023", "2024")


def pdf(word: str = "coffee") -> bytes:
    """A table, two lists and some text."""
    return (
        Doc(lang="en", title="Plans")
        .add(
            el("H1", "Plans"),
            el("P", "Every plan is billed by month, and can be ended by the end of each month."),
            prices(caption="Prices in euros"),
            el("H1", "Drinks"),
            el("P", "Members are served these drinks without pay:"),
            items(f"{word} with milk", "tea with lemon", "water without gas", "juice of apples"),
            el("H1", "Rules"),
            el("P", "Guests must be registered by the member who brings them before noon."),
        )
        .bytes()
    )


def script(call: Call) -> Mapping[str, Any]:
    """Writes plain questions, passes all, answers with the first item, finds it complete."""
    if call.role is Role.GENERATOR:
        code = hashlib.sha256(call.prompt.encode()).hexdigest()[:4]
        terms = [word for word in SUBJECTS if word in call.prompt]
        return {
            name: f"{name} {code}: what is said of {' and '.join(terms[:6])} here?"
            for name in call.schema["required"]
        }
    if call.role is Role.VALIDATOR and "objection" in call.schema["required"]:
        return {**dict.fromkeys(call.schema["required"], True), "objection": ""}
    if call.role is Role.VALIDATOR:
        verdict = {"objection": "", **dict.fromkeys(CHECKS, True)}
        return dict.fromkeys(call.schema["required"], verdict)
    if call.role is Role.ANSWERER and "answered" in call.schema["required"]:
        return {"answered": True, "answer": "coffee"}
    if call.role is Role.ANSWERER:
        body = call.prompt.split(">>>\n", 1)[-1].split("\n<<<END", 1)[0]
        return {"quotes": [body], "answer": body, "citations": [], "outcome": "answered"}
    found: dict[str, Any] = sample(call.schema)
    for number, element in enumerate(found.get("elements", ()), 1):
        element["number"] = number
    return found


def models(cache: Path, **more: Any) -> Any:
    roles = {role: f"scripted:{role.value}" for role in Role}
    return make_settings(roles, cache_dir=cache, concurrency=1, **more)


def assessment(
    run: Path, cache: Path | None = None, progress: Progress = silent, **options: Any
) -> tuple[Assessment, ScriptedClient]:
    """A run of these systems; with a cache the full tier."""
    client = ScriptedClient(script)
    chosen = {"systems": SYSTEMS, **options}
    if cache is not None:
        chosen.setdefault("models", models(cache))
    made = Assessment(RunOptions(**chosen), RunFolder(run), {}, client, progress=progress)
    return made, client
