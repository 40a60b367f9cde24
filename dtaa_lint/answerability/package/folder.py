"""Where things are in a run's folder, and whether a folder is one of this run.

RUN/run.json                                   what was run, of what, how far it is, all files
RUN/DOC/benchmark/{universe,frozen,control}.jsonl, manifest.json     as `tasks --freeze` writes
RUN/DOC/benchmark/elements.jsonl               what the elements that tasks rest on are called
RUN/DOC/benchmark/{controls,questions,validation,excluded,foreign,filters}.jsonl
RUN/DOC/answering/questions.jsonl              id and text: all that the answering side is told
RUN/DOC/answering/SYSTEM/{retrieval,answers}.jsonl
RUN/DOC/scores/SYSTEM.jsonl, judgments.jsonl
RUN/report.{json,html,txt}, ledger.jsonl
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from dtaa_lint._version import PROTOCOL, __version__
from dtaa_lint.answerability.answering.interface import WINDOW
from dtaa_lint.answerability.models.make import BATCHES, LEDGER
from dtaa_lint.answerability.package.files import (
    Line,
    hashed,
    page_of,
    read_page,
    tidy,
    write_whole,
)
from dtaa_lint.answerability.package.shapes import schema_check
from dtaa_lint.errors import ConfigError
from dtaa_lint.hidden import name_text
from dtaa_lint.words import cut

SCHEMA_VERSION = 1
MANIFEST = "run.json"
_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST = 60
_MOST_SHOWN = 80
_PARTS = ("benchmark", "answering", "scores")
"""Folders of a document."""
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


class Stage(StrEnum):
    """What a run goes through, in this order."""

    FREEZE = "freeze"
    QUESTIONS = "questions"
    CONTROLS = "controls"
    RETRIEVE = "retrieve"
    FILTER = "filter"
    ANSWER = "answer"
    JUDGE = "judge"
    SCORE = "score"
    REPORT = "report"

    @property
    def place(self) -> int:
        """0-based, in the order of the run."""
        return list(Stage).index(self)


@dataclass(frozen=True, slots=True)
class DocumentEntry:
    """A document of a run."""

    folder: str
    """Name of its folder in the run's."""
    name: str
    """The file as the user named it."""
    path: str
    """The file, relative to the run's folder, with slashes; absolute on another drive."""
    sha256: str
    bytes: int
    pages: int
    profile: str = ""
    """What the document is held to: its class."""
    profile_file: str = ""
    """The profile's file, relative to the run's folder; empty for one that ships, and in runs from
    before it was noted."""
    profile_first: bool | None = None
    """Whether the profile comes before the keys of the configuration; None where it was not
    noted."""

    def as_dict(self) -> dict[str, Any]:
        noted: dict[str, Any] = {}
        if name_text(self.path) != self.path:
            noted["pathBytes"] = os.fsencode(self.path).hex()
        if self.profile_file:
            noted["profileFile"] = self.profile_file
        if self.profile_first is not None:
            noted["profileFirst"] = self.profile_first
        return {
            "folder": self.folder,
            "name": name_text(self.name),
            "path": name_text(self.path),
            "sha256": self.sha256,
            "bytes": self.bytes,
            "pages": self.pages,
            "profile": self.profile,
            **noted,
        }


def _read_entry(value: Mapping[str, Any]) -> DocumentEntry:
    """A document of ``run.json``, which keeps to its schema."""
    path = value["path"]
    if "pathBytes" in value:
        path = os.fsdecode(bytes.fromhex(value["pathBytes"]))
    return DocumentEntry(
        value["folder"],
        value["name"],
        path,
        value["sha256"],
        value["bytes"],
        value["pages"],
        value["profile"],
        value.get("profileFile", ""),
        value.get("profileFirst"),
    )


@dataclass
class Manifest:
    """``run.json``."""

    options: Mapping[str, Any]
    """What decides the results: a run with others is another run."""
    documents: list[DocumentEntry] = field(default_factory=list)
    done: list[Stage] = field(default_factory=list)
    """Stages that are done for all documents."""
    broken: list[dict[str, str]] = field(default_factory=list)
    """Systems that could not be measured: document, system, error."""
    files: list[Line] = field(default_factory=list)
    """Name, lines and hash of each file, as it was when the last stage was done."""


def safe_name(name: str, taken: Iterable[str] = ()) -> str:
    """A name that every file system takes, told from those that are taken."""
    made = _UNFIT.sub("_", name).strip("._-")[:_LONGEST].rstrip("._-") or "document"
    if made != name or _DEVICES.fullmatch(made) or made.casefold() in {t.casefold() for t in taken}:
        made = f"{made}-{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
    return made


class DocumentFolder:
    """The files of one document."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.benchmark = root / "benchmark"
        self.elements = self.benchmark / "elements.jsonl"
        self.controls = self.benchmark / "controls.jsonl"
        self.questions = self.benchmark / "questions.jsonl"
        self.validation = self.benchmark / "validation.jsonl"
        self.excluded = self.benchmark / "excluded.jsonl"
        self.foreign = self.benchmark / "foreign.jsonl"
        self.filters = self.benchmark / "filters.jsonl"
        self.rubric = root / "scores" / "rubric.jsonl"
        self.asked = root / "answering" / "questions.jsonl"
        self.judgments = root / "scores" / "judgments.jsonl"

    def retrieval(self, system: str) -> Path:
        return self.root / "answering" / safe_name(system) / "retrieval.jsonl"

    def answers(self, system: str) -> Path:
        return self.root / "answering" / safe_name(system) / "answers.jsonl"

    def scores(self, system: str) -> Path:
        return self.root / "scores" / f"{safe_name(system)}.jsonl"


class RunFolder:
    """A run's folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.manifest = root / MANIFEST

    def given(self) -> Path | None:
        """The file of somebody else's questions; None when there is none."""
        found = sorted(self.root.glob("given.*"))
        return found[0] if found else None

    def document(self, entry: DocumentEntry) -> DocumentFolder:
        return DocumentFolder(self.root / entry.folder)

    def read(self) -> Manifest | None:
        """The manifest; None for a folder without one. Raises ConfigError for one of another
        protocol or version, and for what is none."""
        value = read_page(self.manifest)
        if value is None:
            return None
        version, protocol = value.get("schemaVersion"), value.get("protocol")
        if version != SCHEMA_VERSION:
            raise ConfigError(f"{self.root}: holds a run of unknown version {_shown(version)}")
        if protocol is None:
            raise ConfigError(f"{self.manifest}: is no manifest of a run: it names no protocol")
        if protocol != PROTOCOL:
            raise ConfigError(
                f"{self.root}: holds a run of task protocol {_shown(protocol)}, and this is "
                f"{PROTOCOL}; name another folder"
            )
        if wrong := schema_check("run")(value):
            raise ConfigError(f"{self.manifest}: is no manifest of a run: {wrong}")
        options = dict(value["options"])
        documents = [_read_entry(entry) for entry in value["documents"]]
        self._plain(documents)
        return Manifest(
            options,
            documents,
            _done([Stage(name) for name in dict.fromkeys(value["stages"]["done"])], options),
            [{key: one[key] for key in ("document", "system", "error")} for one in value["broken"]],
            list(value["files"]),
        )

    def _plain(self, documents: Sequence[DocumentEntry]) -> None:
        """Raises ConfigError where what is written into a document's folder would go elsewhere,
        or into that of another one."""
        taken: set[str] = set()
        for entry in documents:
            if entry.folder.casefold() in taken:
                raise ConfigError(f"{self.manifest}: two documents have the folder {entry.folder}")
            taken.add(entry.folder.casefold())
            root = self.document(entry).root
            for folder in (root, *(root / part for part in _PARTS)):
                if folder.is_symlink():
                    raise ConfigError(f"{folder}: is a link, and a run keeps to its folder")

    def tidy(self) -> None:
        """Removes what earlier processes have left half written."""
        tidy(self.root)

    def write(self, manifest: Manifest, *, files: bool = False) -> None:
        """Writes the manifest; ``files``: notes the hashes of all files anew, but of the accounts
        of what was sent and paid. These tell when, and are others where a cache answers."""
        if files:
            manifest.files = list(hashed(self.root, [MANIFEST, LEDGER, BATCHES]))
        value = {
            "schemaVersion": SCHEMA_VERSION,
            "tool": {"name": "dtaa-lint", "version": __version__},
            "protocol": PROTOCOL,
            "options": dict(manifest.options),
            "documents": [entry.as_dict() for entry in manifest.documents],
            "stages": {
                "done": [stage.value for stage in manifest.done],
                "open": [stage.value for stage in Stage if stage not in manifest.done],
            },
            "broken": manifest.broken,
            "files": manifest.files,
        }
        write_whole(self.manifest, page_of(value))

    def started(self, options: Mapping[str, Any], documents: Sequence[DocumentEntry]) -> Manifest:
        """The manifest to go on with: that of the folder when it is of the same run, else a new
        one in a folder that is empty. Raises ConfigError with what is different."""
        found = self.read()
        if found is None:
            if self.root.is_dir() and any(self.root.iterdir()):
                raise ConfigError(
                    f"{self.root}: is not empty and holds no run; name a new folder for it"
                )
            return Manifest(options, list(documents))
        self._same_documents(found, documents)
        # Where they are, and what they are held to, is of today.
        now_known = {entry.sha256: entry for entry in documents}
        found.documents = [
            replace(now_known[entry.sha256], folder=entry.folder) for entry in found.documents
        ]
        for name in sorted({*found.options, *options} - {"systems"}):
            unsaid = _UNSAID.get(name)
            before, now = found.options.get(name, unsaid), options.get(name, unsaid)
            if before != now:
                raise ConfigError(
                    f"{self.root}: holds a run with {name} = {_shown(before)}, not "
                    f"{_shown(now)}; name another folder"
                )
        systems = list(dict.fromkeys([*found.options["systems"], *options["systems"]]))
        if systems != found.options["systems"]:
            found.done = [stage for stage in found.done if stage in _BEFORE_SYSTEMS]
        found.options = {**options, "systems": systems}
        return found

    def _same_documents(self, found: Manifest, documents: Sequence[DocumentEntry]) -> None:
        before = {entry.sha256 for entry in found.documents}
        stems = {_stem(entry.name) for entry in found.documents}
        for entry in documents:
            if entry.sha256 not in before:
                what = "another revision of" if _stem(entry.name) in stems else "no"
                raise ConfigError(
                    f"{self.root}: holds a run of {what} {entry.name}; name another folder"
                )
        if len(before) != len(documents):
            raise ConfigError(
                f"{self.root}: holds a run of {len(before)} documents, not of {len(documents)}; "
                "name another folder"
            )


def _stem(name: str) -> str:
    """A file's name without its folder."""
    return name.replace("\\", "/").rsplit("/", 1)[-1]


def _done(stages: list[Stage], options: Mapping[str, Any]) -> list[Stage]:
    """The stages that are done; runs from before there were filters had nothing to do for them."""
    later = [stage for stage in stages if stage.place > Stage.FILTER.place]
    if later and Stage.FILTER not in stages and not options.get("filterQuestions"):
        stages.insert(stages.index(later[0]), Stage.FILTER)
    return stages


_UNSAID: Mapping[str, Any] = {"filterQuestions": False, "windowWords": WINDOW}
"""Options that older runs do not have, with what held in them."""
_BEFORE_SYSTEMS = (Stage.FREEZE, Stage.QUESTIONS, Stage.CONTROLS)


def _shown(value: object) -> str:
    return "nothing" if value is None else cut(str(value), _MOST_SHOWN)
