"""What mkdocs calls while it builds the site, to bring in what `docs/making` makes.

A page asks for a block by a line `<!-- made: NAME WORDS -->`, and for a picture by its path; before
a fence that is a whole file stands `<!-- file: NAME -->`. Where the navigation names a folder, the
pages that are made in it follow.
"""

from __future__ import annotations

import re
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from making.everything import BLOCKS, pages, pictures

ASKED = re.compile(r"^<!-- made: (\S+)(.*) -->$", re.MULTILINE)
FILE = re.compile(r"^<!-- file: (\S+) -->\n```(\w+)$", re.MULTILINE)
LISTS = ("reference/schemas/", "reference/problems.md", "reference/refusals.md")
BUTTON = 'role="button" tabindex="0"'
NAMED = {
    'data-md-component="search" role="dialog"': 'aria-label="Search"',
    'class="md-header__button md-icon" for="__drawer"': f'aria-label="Menu" {BUTTON}',
    'class="md-header__button md-icon" for="__search"': f'aria-label="Search" {BUTTON}',
}
"""What the theme leaves without a name on each page, and the attributes that give it one."""


def on_config(config: MkDocsConfig) -> None:
    """Put pages where the navigation names their folder, and leave the theme's error page out.

    That page would find its styles only on a server, and there only at the root.
    """
    config.nav = _filled(config.nav)
    config.theme.static_templates.discard("404.html")


def on_files(files: Files, *, config: MkDocsConfig) -> None:
    """Add pages and pictures to the files of the site."""
    for page in pages():
        files.append(File.generated(config, page.path, content=page.text))
    for path, svg in pictures().items():
        files.append(File.generated(config, path, content=svg))


def on_page_markdown(markdown: str, *, page: Page, **_: object) -> str:
    """Make the blocks that a page asks for, and show the names of files.

    A search finds what tells before what lists.
    """
    if page.file.src_uri.startswith(LISTS):
        page.meta.setdefault("search", {"boost": 0.5})
    made = ASKED.sub(lambda asked: BLOCKS[asked[1]](*asked[2].split()), markdown)
    return FILE.sub(r'```\2 title="\1"', made)


def on_post_page(output: str, **_: object) -> str:
    """Name what the theme leaves without a name."""
    for place, name in NAMED.items():
        if place not in output:
            raise PluginError(f"the theme has changed: no {place}")
        output = output.replace(place, f"{place} {name}")
    return output


def _filled(nav: Any) -> Any:
    """A part of the navigation, in which no folder stands any more."""
    match nav:
        case str() if nav.endswith("/"):
            return [{page.title: page.path} for page in pages() if page.path.startswith(nav)]
        case dict():
            return {title: _filled(below) for title, below in nav.items()}
        case list():
            return [_filled(each) for each in nav]
    return nav
