"""``--format xfdf``: the findings of one PDF as annotations to import into it (Acrobat: Comments,
Import Data File), after XFDF (ISO 19444-1).

The same marks as those of a review copy (``--annotate``). An XFDF is about one PDF.
"""

from __future__ import annotations

from collections.abc import Sequence

from dtaa_lint.errors import ConfigError
from dtaa_lint.findings.finding import FileReport, Report
from dtaa_lint.report.colours import colour
from dtaa_lint.report.escape import uri_path, xml
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.marks import AUTHOR, Kind, Mark, Shape, file_marks
from dtaa_lint.words import Words

_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve">'
)


def render(report: Report, options: RenderOptions) -> bytes:
    """The annotations of the only file. Raises ConfigError when there are several."""
    if len(report.files) != 1:
        raise ConfigError(
            f"xfdf is about one PDF, and there are {len(report.files):,}; a folder takes one file "
            "for each: -o DIR/"
        )
    return _file(report, report.files[0], options.words)


def render_site(report: Report, options: RenderOptions) -> list[tuple[str, bytes]]:
    """A file for each PDF that could be read, under its name. Raises ConfigError when two PDFs
    have one name."""
    made: dict[str, bytes] = {}
    for file in report.files:
        if file.error is not None:
            continue
        name = _name(file)
        stem = name[:-4] if name.lower().endswith(".pdf") else name
        if f"{stem}.xfdf" in made:
            raise ConfigError(f"{stem}.xfdf: the annotations of two files would go to this place")
        made[f"{stem}.xfdf"] = _file(report, file, options.words)
    return list(made.items())


def _name(file: FileReport) -> str:
    return file.path.replace("\\", "/").rsplit("/", 1)[-1]


def _file(report: Report, file: FileReport, words: Words) -> bytes:
    # Acrobat would read white space between elements as text.
    marks = "".join([_annotation(mark) for mark in file_marks(report, file, words)])
    source = f'<f href="{xml(uri_path(_name(file)))}"/>'
    return f"{_HEAD}<annots>{marks}</annots>{source}</xfdf>\n".encode()


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
