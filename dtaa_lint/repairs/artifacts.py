"""Marks content of a page as artifact: what no structure element owns any more."""

from __future__ import annotations

from collections.abc import Collection

import pikepdf
from pikepdf import Dictionary, Name


def make_artifacts(pdf: pikepdf.Pdf, page: int, mcids: Collection[int]) -> None:
    """Marked-content sequences with these MCIDs in the page's own content become artifacts; what
    they show stays as it is. A page whose content cannot be parsed is left alone."""
    found = pdf.pages[page]
    properties = found.obj.get("/Resources", Dictionary()).get("/Properties", Dictionary())
    try:
        instructions = pikepdf.parse_content_stream(found)
    except pikepdf.PdfError:
        return
    changed = False
    result: list[pikepdf.ContentStreamInstruction | pikepdf.ContentStreamInlineImage] = []
    for instruction in instructions:
        if str(instruction.operator) == "BDC" and len(instruction.operands) == 2:
            given = instruction.operands[1]
            marks = properties.get(str(given)) if isinstance(given, Name) else given
            if isinstance(marks, Dictionary) and marks.get("/MCID") in mcids:
                operator = pikepdf.Operator("BMC")
                result.append(pikepdf.ContentStreamInstruction([Name.Artifact], operator))
                changed = True
                continue
        result.append(instruction)
    if changed:
        found.obj.Contents = pdf.make_stream(pikepdf.unparse_content_stream(result))
