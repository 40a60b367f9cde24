"""A run that is killed, and gone on with, again and again.

    python -m tests.answerability.killed RUN CACHE STAGE:DONE …

runs the full tier once for each point, in a process that ends, as by a power cut, when so much of
a stage is done. Beside a file ``theirs.jsonl`` its questions are asked as well, and filtered. Says
by line how each ended and which stage the run is in.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from dtaa_lint.answerability.documents import Source
from tests.answerability.assessed import assessment
from tests.answerability.here import answer_apart, answer_here

KILLED = 9


def go(run: Path, cache: Path, stage: str, done: int) -> None:
    """Ends the process at the point."""

    def progress(at: str, so_far: int, whole: int, cost: float) -> None:
        if at == stage and so_far >= done:
            os._exit(KILLED)

    theirs = run.parent / "theirs.jsonl"
    more = {"questions": str(theirs), "filters": True} if theirs.exists() else {}
    made, _ = assessment(run, cache, progress, **more)
    made.run([Source("plans.pdf", run.parent / "plans.pdf")])


def main() -> None:
    run, cache = Path(sys.argv[1]), Path(sys.argv[2])
    # A part of this process, which has imported everything, is as good a victim as a new one.
    patch = pytest.MonkeyPatch()
    answer_here(patch)
    for point in sys.argv[3:]:
        stage, _, done = point.partition(":")
        victim = os.fork()
        if victim == 0:
            if stage == "retrieve":
                # There it leaves a process of the answering side behind.
                answer_apart(patch)
            go(run, cache, stage, int(done))
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(victim, 0)[1])
        stages = json.loads((run / "run.json").read_text(encoding="utf-8"))["stages"]
        print(status, stages["open"][0])


if __name__ == "__main__":
    main()
