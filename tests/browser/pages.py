"""Pages of pictures, and what a browser measures on them."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import attrs

MEASURE = Path(__file__).with_name("measure.js")
WIDTHS = (320, 800, 1600)


class Complaint(NamedTuple):
    """Something wrong with a picture, shown at a width in pixels."""

    picture: str
    width: int
    fault: str
    what: str
    much: float


@attrs.frozen
class Found:
    """What a browser has found on a page: whether it is dark, and how many texts it measured."""

    dark: bool
    texts: int
    complaints: tuple[Complaint, ...]


def page(pictures: Mapping[str, str]) -> str:
    """A page that lays out each picture at each width, and says what is wrong with them."""
    data = json.dumps(pictures).replace("</", "<\\/")
    return f"""<!DOCTYPE html>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<body><div id="room"></div><script>
const PICTURES = {data};
const WIDTHS = {json.dumps(WIDTHS)};
{MEASURE.read_text(encoding="utf-8")}
</script>
"""


def measured(pictures: Mapping[str, str], folder: Path, *, dark: bool = False) -> Found:
    """What a browser finds on a page with pictures."""
    file = folder / f"pictures-{'dark' if dark else 'light'}.html"
    file.write_text(page(pictures), encoding="utf-8")
    match = re.search('<pre id="found">(.*)</pre>', _dumped(file, folder, dark), re.DOTALL)
    assert match, "the page has measured nothing"
    found = json.loads(html.unescape(match[1]))
    complaints = tuple(Complaint(*each) for each in found["complaints"])
    return Found(found["dark"], found["texts"], complaints)


def _dumped(file: Path, folder: Path, dark: bool) -> str:
    """A page as it stands after its script."""
    browser = shutil.which("chromium")
    assert browser, "the pictures are looked at with Debian's package chromium"
    done = subprocess.run(
        [
            browser,
            *("--headless", "--no-sandbox", "--disable-gpu", "--window-size=1700,1000"),
            f"--user-data-dir={folder / 'profile'}",
            f"--blink-settings=preferredColorScheme={0 if dark else 1}",
            "--dump-dom",
            file.as_uri(),
        ],
        capture_output=True,
        check=True,
        encoding="utf-8",
        timeout=60,
    )
    return done.stdout
