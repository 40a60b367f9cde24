"""The pictures of a report: each page is asked for once and embedded once."""

from __future__ import annotations

from base64 import b64encode

from dtaa_lint.report.html.views import PictureView
from dtaa_lint.report.interface import PageImage, Pictures

_TYPES = frozenset({"image/png", "image/jpeg", "image/webp"})


class Album:
    """Pictures of pages, with those that the report has come to show."""

    def __init__(self, pictures: Pictures | None) -> None:
        self._pictures = pictures
        self._asked: dict[tuple[int, int], PageImage | None] = {}
        self._kept: set[tuple[int, int]] = set()

    @property
    def given(self) -> bool:
        """Whether there are pictures at all."""
        return self._pictures is not None

    def page(self, file: int, page: int) -> PageImage | None:
        """The picture of a 0-based page; None where there is none, or none that can be shown."""
        key = (file, page)
        if key not in self._asked:
            image = None if self._pictures is None else self._pictures.page(file, page)
            usable = image is not None and image.media_type in _TYPES
            usable = usable and image is not None and image.width > 0 and image.height > 0
            self._asked[key] = image if usable else None
        return self._asked[key]

    def picture_id(self, file: int, page: int) -> str:
        """Id of a page's picture in the report."""
        return f"d{file + 1}-p{page + 1}"

    def keep(self, file: int, page: int) -> None:
        """The page is shown, and must be embedded."""
        self._kept.add((file, page))

    def embedded(self) -> list[PictureView]:
        """Every page that is shown, in order."""
        views = []
        for file, page in sorted(self._kept):
            image = self._asked[file, page]
            if image is None:
                continue
            data = f"data:{image.media_type};base64,{b64encode(image.data).decode('ascii')}"
            views.append(PictureView(self.picture_id(file, page), image.width, image.height, data))
        return views
