"""From a document to its graph."""

from __future__ import annotations

from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import PdfDocument


def compile_document(document: PdfDocument) -> View:
    """The view over the document's graph. Nothing is computed yet: each part is, when it is first
    asked for."""
    return View(document)
