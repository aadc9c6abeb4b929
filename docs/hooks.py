"""What mkdocs calls while it builds the site, to bring in what `docs/making` makes.

A page asks for a block by a line `<!-- made: NAME WORDS -->`, and for a picture by its path. Where
the navigation names a folder, the pages that are made in it follow.
"""

from __future__ import annotations

import re
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from making.everything import BLOCKS, pages, pictures

ASKED = re.compile(r"^<!-- made: (\S+)(.*) -->$", re.MULTILINE)


def on_config(config: MkDocsConfig) -> None:
    """Put pages where the navigation names their folder."""
    config.nav = _filled(config.nav)


def on_files(files: Files, *, config: MkDocsConfig) -> None:
    """Add pages and pictures to the files of the site."""
    for page in pages():
        files.append(File.generated(config, page.path, content=page.text))
    for path, svg in pictures().items():
        files.append(File.generated(config, path, content=svg))


def on_page_markdown(markdown: str, **_: object) -> str:
    """Make the blocks that a page asks for."""
    return ASKED.sub(lambda asked: BLOCKS[asked[1]](*asked[2].split()), markdown)


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
