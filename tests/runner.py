"""Runs a composite GitHub action as far as a machine without GitHub can: its ``run`` steps in real
shells, one after the other, with the files and variables that the runner gives them; of its
``uses`` steps it is noted with what they would be called."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

_EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}")
_NAME = re.compile(r"\b(?:inputs|steps)(?:\.[\w-]+)+")
_ENDLESS = {"success()": "ok", "!cancelled()": "True", "always()": "True"}


@dataclass
class Outcome:
    """What became of the action."""

    status: int = 0
    """Of the first step that failed; 0: success."""
    log: str = ""
    used: dict[str, dict[str, str]] = field(default_factory=dict)
    """``uses`` without its version -> what it was called with."""
    summary: str = ""
    outputs: dict[str, str] = field(default_factory=dict)


class Action:
    def __init__(self, path: Path) -> None:
        self.folder = path.parent
        self.metadata: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))

    def run(
        self,
        workspace: Path,
        temporary: Path,
        inputs: Mapping[str, str],
        uses_outputs: Mapping[str, Mapping[str, str]],
    ) -> Outcome:
        """``uses_outputs``: step -> what it would have put out, for steps that use others."""
        declared = self.metadata["inputs"]
        assert set(inputs) <= set(declared)
        given = {name: str(inputs.get(name, about["default"])) for name, about in declared.items()}
        outputs: dict[str, Mapping[str, str]] = dict(uses_outputs)
        outcome = Outcome()
        for number, step in enumerate(self.metadata["runs"]["steps"]):
            scope = _Scope(given, outputs, outcome.status == 0)
            if not scope.holds(step.get("if", "success()")):
                continue
            if "uses" in step:
                name = step["uses"].split("@")[0]
                outcome.used[name] = {
                    key: scope.fill(_spelled(value)) for key, value in step["with"].items()
                }
                continue
            place = temporary / f"step-{number}"
            place.mkdir()
            done = self._shell(step, scope, workspace, temporary, place)
            outcome.log += done.stdout + done.stderr
            outcome.status = outcome.status or done.returncode
            outcome.summary += (place / "summary").read_text("utf-8")
            lines = (place / "output").read_text("utf-8").splitlines()
            outputs[step.get("id", f"step-{number}")] = dict(line.split("=", 1) for line in lines)
        scope = _Scope(given, outputs, outcome.status == 0)
        for name, about in self.metadata["outputs"].items():
            outcome.outputs[name] = scope.fill(about["value"])
        return outcome

    def _shell(
        self, step: dict[str, Any], scope: _Scope, workspace: Path, temporary: Path, place: Path
    ) -> subprocess.CompletedProcess[str]:
        assert step["shell"] == "bash"
        script = place / "script.sh"
        script.write_text(step["run"], "utf-8")
        for name in ("summary", "output"):
            (place / name).touch()
        environment = {key: value for key, value in os.environ.items() if "PYTHON" not in key} | {
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": str(self.folder),
            "GITHUB_WORKSPACE": str(workspace),
            "GITHUB_STEP_SUMMARY": str(place / "summary"),
            "GITHUB_OUTPUT": str(place / "output"),
            "RUNNER_TEMP": str(temporary),
            **{key: scope.fill(_spelled(value)) for key, value in step.get("env", {}).items()},
        }
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=workspace, env=environment, capture_output=True, text=True, encoding="utf-8",
            timeout=600, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip


def _spelled(value: object) -> str:
    """A value of the metadata as the runner passes it on."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class _Scope:
    """Evaluates the few kinds of expressions that the action has."""

    def __init__(
        self, inputs: Mapping[str, str], outputs: Mapping[str, Mapping[str, str]], ok: bool
    ) -> None:
        self._inputs, self._outputs, self._ok = inputs, outputs, ok

    def fill(self, text: str) -> str:
        return _EXPRESSION.sub(lambda found: str(self._value(found[1])), text)

    def holds(self, condition: str) -> bool:
        """A condition without a status function holds only while nothing has failed."""
        body = _EXPRESSION.sub(lambda found: found[1], condition)
        if not any(function in body for function in _ENDLESS):
            body = f"success() && {body}"
        return bool(self._value(body))

    def _value(self, expression: str) -> object:
        for function, value in _ENDLESS.items():
            expression = expression.replace(function, value)
        python = _NAME.sub(lambda found: repr(self._look_up(found[0])), expression)
        python = python.replace("&&", " and ").replace("||", " or ")
        return eval(python.strip(), {"__builtins__": {}}, {"ok": self._ok})

    def _look_up(self, name: str) -> str:
        parts = name.split(".")
        if parts[0] == "inputs":
            return self._inputs[parts[1]]
        assert parts[2] == "outputs"
        return self._outputs.get(parts[1], {}).get(parts[3], "")
