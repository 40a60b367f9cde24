"""``--format xfdf``: the findings of one PDF as annotations to import into it (Acrobat: Comments,
Import Data File), after XFDF (ISO 19444-1).

The same marks as those of a review copy (``--annotate``). An XFDF is about one PDF.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dtaa_lint.errors import ConfigError
from dtaa_lint.findings.finding import FileReport, Report
from dtaa_lint.report.colours import colour
from dtaa_lint.report.escape import uri_path, xml
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.mark_places import Shape, sheet_of
from dtaa_lint.report.marks import AUTHOR, Kind, Mark, file_marks
from dtaa_lint.report.names import distinct, stem_of
from dtaa_lint.report.sheet import kept_inside
from dtaa_lint.words import Words

_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve">'
)

_ABOUT = f' name="{AUTHOR}-1-1" '
"""Of the note on the first page about the others."""


def render(report: Report, options: RenderOptions) -> bytes:
    """The annotations of the only file. Raises ConfigError when there are several."""
    if len(report.files) != 1:
        raise ConfigError(
            f"xfdf is about one PDF, and there are {len(report.files):,}; a folder takes one file "
            "for each: -o DIR/"
        )
    return _file(report, report.files[0], options.words)


def render_site(report: Report, options: RenderOptions) -> list[tuple[str, bytes]]:
    """A file for each PDF that could be read, under its name."""
    names = site_names([file.path for file in report.files])
    return [
        (name, _file(report, file, options.words))
        for name, file in zip(names, report.files, strict=True)
        if file.error is None
    ]


def site_names(paths: Sequence[str]) -> list[str]:
    """The name of the file of each PDF, no two alike in any case."""
    return [f"{stem}.xfdf" for stem in distinct([stem_of(path) for path in paths])]


def is_ours(data: bytes) -> bool:
    """Whether a file was made here: it has the note that says what the others are."""
    return data.startswith(_HEAD.encode()) and _ABOUT.encode() in data


def _file(report: Report, file: FileReport, words: Words) -> bytes:
    # Acrobat would read white space between elements as text.
    marks = "".join([_annotation(_inside(mark, file)) for mark in file_marks(report, file, words)])
    name = file.path.replace("\\", "/").rsplit("/", 1)[-1]
    source = f'<f href="{xml(uri_path(name))}"/>'
    return f"{_HEAD}<annots>{marks}</annots>{source}</xfdf>\n".encode()


def _inside(mark: Mark, file: FileReport) -> Mark:
    """Many notes on a small page would stand one below the other beyond its end."""
    if mark.shape is not Shape.NOTE:
        return mark
    return replace(mark, box=kept_inside(mark.box, sheet_of(file, mark.page).box))


def _annotation(mark: Mark) -> str:
    box = _numbers(mark.box)
    attributes = {
        "page": str(mark.page),
        "rect": box,
        "color": _hex(colour(mark)),
        "flags": "print,nozoom,norotate" if mark.shape is Shape.NOTE else "print",
        "name": mark.name,
        "subject": mark.subject,
        "title": AUTHOR,
    }
    match mark.shape:
        case Shape.HIGHLIGHT:
            x0, y0, x1, y1 = mark.box
            attributes["coords"] = _numbers((x0, y1, x1, y1, x0, y0, x1, y0))
        case Shape.SQUARE:
            attributes["width"] = "1.5"
            if mark.kind is Kind.RELATED:
                attributes |= {"width": "0.75", "style": "dash", "dashes": "3,2"}
        case Shape.NOTE:
            attributes["icon"] = "Comment"
    if mark.group:
        attributes |= {"inreplyto": mark.group, "replyType": "group"}
    written = "".join(f' {key}="{xml(value)}"' for key, value in attributes.items())
    said = xml("\n".join(mark.contents))
    return f"<{mark.shape.value}{written}><contents>{said}</contents></{mark.shape.value}>"


def _numbers(values: Sequence[float]) -> str:
    return ",".join(f"{value:.2f}" for value in values)


def _hex(values: Sequence[float]) -> str:
    return "#" + "".join(f"{round(value * 255):02X}" for value in values)
