"""Pages of the HTML report, parsed, and pictures for them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from io import BytesIO

from lxml import etree, html
from PIL import Image

from dtaa_lint.report.interface import PageImage

WIDTH, HEIGHT = 612, 792
"""Pixels of the pictures, which are points of a page as well."""


@dataclass
class Drawn:
    """Pictures of white pages; ``asked`` is what was drawn."""

    pages: int = 1000
    """Those from this number on have none."""
    asked: list[tuple[int, int]] = field(default_factory=list)

    def page(self, file: int, page: int) -> PageImage | None:
        if page >= self.pages:
            return None
        self.asked.append((file, page))
        out = BytesIO()
        Image.new("L", (WIDTH, HEIGHT), 255).save(out, "PNG")
        return PageImage(out.getvalue(), "image/png", WIDTH, HEIGHT, (1, 0, 0, -1, 0, HEIGHT))


def parse(data: bytes) -> etree._Element:
    """The page as browsers take it, more or less."""
    return html.document_fromstring(data.decode("utf-8"))


def texts(page: etree._Element, css_class: str) -> list[str]:
    """The text of every element of a class."""
    found = page.xpath(f"//*[contains(concat(' ', @class, ' '), ' {css_class} ')]")
    return [" ".join(str(node.text_content()).split()) for node in found]


def broken_references(page: etree._Element) -> list[str]:
    """Ids that are there twice, and references to ids that are not there."""
    ids = [str(value) for value in page.xpath("//@id")]
    wrong = [value for value in sorted(set(ids)) if ids.count(value) > 1]
    known = set(ids)
    for name in ("for", "headers", "aria-labelledby", "aria-describedby"):
        for value in page.xpath(f"//@{name}"):
            wrong += [f"{name}={part}" for part in value.split() if part not in known]
    for value in page.xpath("//@href"):
        if value.startswith("#") and value[1:] not in known:
            wrong.append(f"href={value}")
    return wrong


def addresses(page: etree._Element) -> list[str]:
    """Everything that a browser could load or go to, but for places in the page itself and
    pictures in it."""
    found = page.xpath("//@href | //@src | //@srcset | //@action | //@formaction | //@poster")
    style = "".join(page.xpath("//style/text()"))
    found += re.findall(r"url\([^)]*\)|@import[^;]*", style)
    return [
        str(value)
        for value in found
        if not value.startswith("#")
        and not re.fullmatch(r"data:,|data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/=]*", value)
    ]
