"""``dtaa-lint review``: writes sheets for reviewers, and scores what they say."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dtaa_lint.cli.args.parser import COMMANDS
from dtaa_lint.cli.args.review import ReviewExportOptions, ReviewScoreOptions
from dtaa_lint.cli.discover import DEFAULT_INCLUDE, Pattern, discover, shown
from dtaa_lint.cli.output import STDOUT, deliver, refuse_collisions, say
from dtaa_lint.cli.password import password_of
from dtaa_lint.cli.single import internal_error
from dtaa_lint.errors import ConfigError, DtaaError, InputError
from dtaa_lint.words import ENGLISH, Words

if TYPE_CHECKING:
    from dtaa_lint.answerability.review.export import Sample
    from dtaa_lint.answerability.review.material import Material

MISSED, FAILURE = 1, 2
_KEY = "key.json"
_MANIFEST = "run.json"
_SUFFIXES = (".xlsx", ".csv")
_LOCKS = ("~$", ".~lock")


def export(options: ReviewExportOptions) -> int:
    """Runs the command; 2 when a document could not be read. Raises ConfigError."""
    _need()
    from dtaa_lint.answerability.review.export import sample

    material, inputs, status = _material(options)
    drawn = sample(material, options.size, options.answers, Words(options.lang))
    files = _files(options, drawn)
    refuse_collisions([place for place, _ in files], inputs)
    _refuse_filled(options, files)
    if options.folder:
        try:
            Path(options.output).mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise ConfigError(f"{options.output}: cannot be made: {reason}") from error
    deliver(files)
    if not options.quiet:
        answers = f" and {len(drawn.answers):,} answers" if drawn.answers else ""
        say(
            f"{len(drawn.tasks):,} tasks{answers} for {options.reviewers:,} "
            f"reviewer{'s' if options.reviewers > 1 else ''} in {shown(options.output)}; "
            f"keep {shown(_key_place(options))} from them"
        )
    return status


def _need() -> None:
    """Raises ConfigError without the extra."""
    try:
        import dtaa_lint.answerability.review.material  # noqa: F401
    except ImportError as error:
        if (error.name or "").startswith("dtaa_lint"):
            raise
        raise ConfigError(
            f"reviews need {error.name or 'further packages'}: "
            "pip install 'dtaa-lint[answerability]'"
        ) from None


def _material(options: ReviewExportOptions) -> tuple[Material, list[str], int]:
    """What there is to review, the files it comes from, and the status. Raises ConfigError."""
    from dtaa_lint.answerability.documents import Source
    from dtaa_lint.answerability.review.material import of_documents, of_run, together

    paths, password = options.paths, password_of(options.password)
    runs = [path for path in paths if (Path(path) / _MANIFEST).is_file()]
    if runs:
        if len(paths) > 1:
            raise ConfigError("name one run alone, or documents")
        return of_run(Path(runs[0])), [], 0
    if "-" in paths:
        raise ConfigError("a review is of files: not of standard input")
    include = [Pattern(glob, Path.cwd()) for glob in DEFAULT_INCLUDE]
    found: list[Material] = []
    names: list[str] = []
    status = 0
    for item in discover(paths, include, (), COMMANDS).items:
        try:
            if isinstance(item, InputError):
                raise item
            names.append(item.path)
            found += of_documents([Source(item.name, Path(item.path))], password)
        except InputError as error:
            say(str(error))
            status = FAILURE
        except DtaaError:
            raise
        except Exception as error:
            say(f"{item}: {internal_error(error)}")
            status = FAILURE
    return together(found), names, status


def _files(options: ReviewExportOptions, drawn: Sample) -> list[tuple[str, bytes]]:
    """(place, content) of all that is written, the key last."""
    from dtaa_lint.answerability.review.model import Kind
    from dtaa_lint.answerability.review.write import (
        csv_file,
        instructions_file,
        key_file,
        reviewer_names,
        xlsx_file,
    )

    words = Words(options.lang)
    names = reviewer_names(options.reviewers)
    place = Path(options.output)
    files: list[tuple[Path, bytes]] = []
    if not options.folder and options.format == "xlsx":
        files.append((place, xlsx_file(drawn, names, words)))
    elif not options.folder:
        files.append((place, csv_file(drawn, Kind.TASK, names[0], words)))
        text = place.with_name(f"{place.stem}-instructions.txt")
        files.append((text, instructions_file(drawn, words)))
    elif options.format == "xlsx":
        files += [(place / f"{name}.xlsx", xlsx_file(drawn, [name], words)) for name in names]
    else:
        for name in names:
            tasks = csv_file(drawn, Kind.TASK, name, words)
            files.append((place / f"{name}-tasks.csv", tasks))
            if drawn.answers:
                answers = csv_file(drawn, Kind.ANSWER, name, words)
                files.append((place / f"{name}-answers.csv", answers))
        files.append((place / "instructions.txt", instructions_file(drawn, words)))
    files.append((Path(_key_place(options)), key_file(drawn)))
    return [(str(path), data) for path, data in files]


def _refuse_filled(options: ReviewExportOptions, files: Sequence[tuple[str, bytes]]) -> None:
    """Raises ConfigError where a sheet that somebody may have filled in would be replaced, or left
    beside a key that is not its own."""
    made = {Path(place): data for place, data in files}
    there = [path for path in made if path.is_file()]
    if options.folder and Path(options.output).is_dir():
        there += [
            path
            for path in sorted(Path(options.output).iterdir())
            if path.suffix.lower() in _SUFFIXES and path not in made
        ]
    for path in there:
        same = made.get(path)
        try:
            if same is not None and path.read_bytes() == same:
                continue
        except OSError:
            pass
        raise ConfigError(
            f"{shown(str(path))}: is there already, and is not what would be written (somebody "
            "may have filled it in); name another place"
        )


def _key_place(options: ReviewExportOptions) -> str:
    place = Path(options.output)
    return str(place / _KEY if options.folder else place.with_name(f"{place.stem}-{_KEY}"))


def score(options: ReviewScoreOptions) -> int:
    """Runs the command; 2 when a sheet, or a part of one, had to be left out, else 1 when a
    target is missed. Raises ConfigError."""
    _need()
    from dtaa_lint.answerability.review.key import read_key
    from dtaa_lint.answerability.review.read import holds_rows, read_sheets
    from dtaa_lint.answerability.review.render import review_json, review_text
    from dtaa_lint.answerability.review.score import score as scored
    from dtaa_lint.answerability.review.tables import Table, tables

    place = options.output or STDOUT
    sheets = _sheets(options.sheets)
    refuse_collisions([place], sheets)
    found = _key_of(options.key, sheets)
    if found is not None:
        refuse_collisions([place], [str(found)])
    key = read_key(found) if found is not None else None
    status = 0
    read: list[Table] = []
    for path in sheets:
        try:
            own = tables(path)
            if not any(holds_rows(table) for table in own):
                raise InputError(path, "holds no row of a review")
            read += own
        except InputError as error:
            say(str(error))
            status = FAILURE
    if not read:
        # What there is to say is said.
        return FAILURE
    words = Words(options.lang)
    # Beside JSON, problems go to stderr, which is in English.
    told = ENGLISH if options.format == "json" else words
    filled = read_sheets(read, key.rows if key is not None else None, told)
    review = scored(filled, key)
    if options.format == "json":
        # Text has them at its end.
        for problem in review.problems:
            say(str(problem))
    data = review_json(review) if options.format == "json" else review_text(review, words)
    deliver([(place, data)])
    if status or review.left_out or not review.criteria:
        return FAILURE
    return MISSED if review.missed else 0


def _sheets(paths: Sequence[str]) -> list[str]:
    """The files that are named, and those of folders; without the locks that programs put beside
    what they have open. Raises ConfigError for a folder without any."""
    found: dict[str, None] = {}
    for path in paths:
        if not Path(path).is_dir():
            found[path] = None
            continue
        try:
            own = [one for one in sorted(Path(path).iterdir()) if one.suffix.lower() in _SUFFIXES]
        except OSError as error:
            raise ConfigError(f"{path}: cannot be read: {error.strerror or error}") from error
        if not own:
            raise ConfigError(f"{path}: no .xlsx or .csv file in this folder")
        found.update(dict.fromkeys(map(str, own)))
    return [path for path in found if not Path(path).name.startswith(_LOCKS)]


def _key_of(named: str | None, sheets: Sequence[str]) -> Path | None:
    """The key that was named, or the one beside the sheets. Raises ConfigError for two of them."""
    if named is not None:
        return Path(named)
    found: dict[Path, None] = {}
    for sheet in map(Path, sheets):
        for name in (f"{sheet.stem}-{_KEY}", _KEY):
            if sheet.with_name(name).is_file():
                found[sheet.with_name(name).resolve()] = None
                break
    if len(found) > 1:
        raise ConfigError("the sheets lie beside several keys: name theirs with --key")
    return next(iter(found), None)
