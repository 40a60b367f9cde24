"""Pages as people name them: the printed label, with the number of the page where it differs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dtaa_lint.findings.finding import FileReport
from dtaa_lint.words import cut

_LABEL = 16
"""Characters of a label."""
_RUNS = 12
"""Runs of pages that are listed."""


class PageNames:
    """Names of the pages of a document that findings are on."""

    def __init__(self, file: FileReport) -> None:
        self._labels: Mapping[int, str] = {
            finding.page: finding.page_label for finding in file.findings if finding.page >= 0
        }
        self._plain = all(text == str(page + 1) for page, text in self._labels.items())

    def name(self, page: int) -> str:
        """``7``, or ``iii [3]`` where the printed label is another; empty for no page."""
        if page < 0:
            return ""
        number = str(page + 1)
        label = self._labels.get(page)
        if label is None:
            return number if self._plain else f"[{number}]"
        return number if not label or label == number else f"{cut(label, _LABEL)} [{number}]"

    def runs(self, pages: Iterable[int]) -> str:
        """``3, 5–7``: numbers of pages in order, with an ellipsis where more follow."""
        runs: list[list[int]] = []
        for page in sorted({page + 1 for page in pages if page >= 0}):
            if runs and runs[-1][1] == page - 1:
                runs[-1][1] = page
            else:
                runs.append([page, page])
        shown = [f"{a}" if a == b else f"{a}–{b}" for a, b in runs[:_RUNS]]
        return ", ".join([*shown, *(["…"] if len(runs) > _RUNS else [])])
