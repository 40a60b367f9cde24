"""The limit: the least that any tool must do. Raw text of every page by pdfium, and qpdf's open.

python benchmarks/limit.py FILE      prints the number of characters
"""

from __future__ import annotations

import ctypes
import sys

import pikepdf
import pypdfium2.raw as pdfium


def characters(path: str) -> int:
    """Characters that pdfium's text pages hold; the text itself is fetched too."""
    pdfium.FPDF_InitLibrary()
    document = pdfium.FPDF_LoadDocument(path.encode(), None)
    if not document:
        sys.exit(f"{path}: pdfium cannot open it")
    total = 0
    for index in range(pdfium.FPDF_GetPageCount(document)):
        page = pdfium.FPDF_LoadPage(document, index)
        text_page = pdfium.FPDFText_LoadPage(page)
        count = max(0, pdfium.FPDFText_CountChars(text_page))
        buffer = (ctypes.c_ushort * (count + 1))()
        pdfium.FPDFText_GetText(text_page, 0, count, buffer)
        total += count
        pdfium.FPDFText_ClosePage(text_page)
        pdfium.FPDF_ClosePage(page)
    pdfium.FPDF_CloseDocument(document)
    return total


def main(path: str) -> None:
    with pikepdf.open(path) as pdf:
        pages = len(pdf.pages)
    print(f"{pages} pages, {characters(path)} characters")


if __name__ == "__main__":
    main(sys.argv[1])
