"""Builds the documentation site, without network: ``./dev docs``.

    python docs/site/build.py [FOLDER]     FOLDER is build/docs unless given

Pages come from ``docs/``, ``rules/``, ``fixtures/`` and the schemas of the package; they are
written to FOLDER/src, built to FOLDER/site, and their links checked. The status is 1 when anything
is wrong. The same checkout gives the same bytes.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "docs")]  # the checkout itself, and its docs/generate.py

import check_links  # noqa: E402
import home  # noqa: E402
import rule_pages  # noqa: E402
import schema_pages  # noqa: E402
from precision import read_study  # noqa: E402
from staging import GENERATED, pages, with_links  # noqa: E402

from dtaa_lint.findings.registry import load_guidelines, load_rules  # noqa: E402

SITE = Path(__file__).resolve().parent
TOOLS = {
    "acrobat": "Acrobat",
    "word": "Word",
    "indesign": "InDesign",
    "libreoffice": "LibreOffice",
    "latex": "LaTeX",
    "typst": "Typst",
    "weasyprint": "HTML",
    "chromium": "HTML",
}
"""Recipe -> the authoring tool whose repairs it lists."""
ELSEWHERE = re.compile(r"https://(?:unpkg\.com|cdn\.jsdelivr\.net)/[^\"'`\s]*")
"""What the theme would fetch for features that no page here uses."""


def stage(folder: Path) -> None:
    """Writes the sources of all pages to ``folder``."""
    guidelines, rules = load_guidelines(), load_rules()
    site = pages()
    texts: dict[str, str] = {}
    attached: set[str] = set()
    for source, page in site.items():
        if source not in GENERATED:
            text = (ROOT / source).read_text("utf-8")
            texts[page] = with_links(text, source, page, site, attached)
    for recipe, tool in TOOLS.items():
        name = f"recipes/{recipe}.md"
        listed = rule_pages.hints(tool, rules)
        texts[name] += f"\n## Every repair in {tool}, rule by rule\n\n{listed}"
    for path in sorted((ROOT / "dtaa_lint").glob("*/schema/*.json")):
        source = path.relative_to(ROOT).as_posix()
        texts[f"schemas/{path.stem}.md"] = schema_pages.page(json.loads(path.read_bytes()), source)
    texts["rules/index.md"] = rule_pages.index_page(guidelines)
    images: dict[str, bytes] = {}
    study = read_study((ROOT / "docs/precision.md").read_text("utf-8"))
    for guideline in guidelines:
        texts[f"rules/{guideline.id}/index.md"] = rule_pages.guideline_page(guideline)
        for rule in guideline.rules:
            made = rule_pages.rule_page(rule, guideline, study)
            texts[f"rules/{rule.code}/index.md"] = made.text
            images |= {f"rules/{rule.code}/{name}": data for name, data in made.images.items()}
    front = home.page((SITE / "home.md").read_text("utf-8"))
    texts["index.md"] = front.text
    images |= front.images
    for name, text in texts.items():
        write(folder / name, text.encode("utf-8"))
    for name, data in images.items():
        write(folder / name, data)
    for name in sorted(attached):
        write(folder / "files" / name, (ROOT / name).read_bytes())
    shutil.copytree(SITE / "assets", folder / "assets")


def configuration() -> dict[str, object]:
    """The configuration, with the pages of rules and schemas in its navigation."""
    settings: dict[str, object] = yaml.safe_load((SITE / "mkdocs.yml").read_text("utf-8"))
    groups: dict[str, list[object]] = {}
    for guideline in load_guidelines():
        entries: list[object] = [f"rules/{guideline.id}/index.md"]
        entries += [
            {f"{rule.code} {rule.name}": f"rules/{rule.code}/index.md"} for rule in guideline.rules
        ]
        groups.setdefault(guideline.group, []).append({f"{guideline.id} {guideline.name}": entries})
    rules = [{name: entries} for name, entries in groups.items()]
    schemas = [
        {path.stem: f"schemas/{path.stem}.md"}
        for path in sorted((ROOT / "dtaa_lint").glob("*/schema/*.json"))
    ]
    made = {"RULES": rules, "SCHEMAS": schemas}

    def filled(entries: list[object]) -> list[object]:
        out: list[object] = []
        for entry in entries:
            if isinstance(entry, str) and entry in made:
                out += made[entry]
            elif isinstance(entry, dict):
                out.append({k: filled(v) if isinstance(v, list) else v for k, v in entry.items()})
            else:
                out.append(entry)
        return out

    navigation = settings["nav"]
    assert isinstance(navigation, list)
    return settings | {"nav": filled(navigation)}


def write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def finish(site: Path) -> None:
    """Takes out of the built site what would ask another server for something."""
    for path in (site / "assets").rglob("*.js"):
        text = path.read_text("utf-8")
        path.write_text(ELSEWHERE.sub("about:blank", text), "utf-8")
    for name in ("sitemap.xml", "404.html"):  # mean nothing without the site's address
        (site / name).unlink(missing_ok=True)


def main(argv: list[str]) -> int:
    folder = Path(argv[0]).resolve() if argv else ROOT / "build" / "docs"
    for part in ("src", "theme", "site"):  # and nothing else that may be there
        shutil.rmtree(folder / part, ignore_errors=True)
    stage(folder / "src")
    shutil.copytree(SITE / "theme", folder / "theme")
    write(
        folder / "mkdocs.yml", yaml.safe_dump(configuration(), allow_unicode=True).encode("utf-8")
    )
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    done = subprocess.run([*command, "-f", "mkdocs.yml"], cwd=folder, check=False)
    if done.returncode:
        return 1
    finish(folder / "site")
    return check_links.main([str(folder / "site")])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
