"""Each check of the site finds the fault that is planted for it, and nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.website.built import Site
from tests.website.opened import NARROW, Opened, on_disk, opened, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SOUND = """<!DOCTYPE html>
<html lang="en">
<head><title>Sound</title><link rel="stylesheet" href="styles/look.css"></head>
<body><header><a href="#top">Skip to the text</a></header>
<main><article><h1 id="top">Sound</h1><p>Words.</p>
<h2>A picture</h2><p><img src="dot.svg" alt="A dot"></p>
<h2>Links</h2><p>Somebody who has read all this may go on to the
<a href="sub/other.html#there">other page</a>, or look at
<a href="https://example.org/">an example</a>, if that is wanted.</p>
</article></main></body></html>
"""
OTHER = """<!DOCTYPE html>
<html lang="en"><head><title>Other</title></head><body><main><article><h1 id="there">Other</h1>
<p>Back to the <a href="../index.html">first page</a>.</p></article></main></body></html>
"""
DOT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="9"/></svg>'
STYLE = "a { color: #00c; text-decoration: underline; } .p { background: url(../dot.svg); }"


def planted(folder: Path, old: str, new: str) -> Path:
    """A small site in which something is put in the place of something."""
    assert old in SOUND + STYLE
    files = {"index.html": SOUND, "sub/other.html": OTHER, "dot.svg": DOT, "styles/look.css": STYLE}
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text.replace(old, new), "utf-8")
    return folder


# ---- files ----------------------------------------------------------------------------------

IN_FILES = {
    "nothing": ("Words", "Words", set[str]()),
    "no language": (' lang="en"', "", {"language"}),
    "no title": ("<title>Sound</title>", "", {"title"}),
    "two h1": ("<p>Words.", "<h1>Words", {"h1"}),
    "no h1": ("h1", "h2", {"h1", "order of headings"}),
    "a level left out": ("<h2>A", "<h3>A", {"order of headings"}),
    "an id twice": ("<p>Words", '<p id="top">Words', {"id twice"}),
    "no alt": (' alt="A dot"', "", {"picture without a text"}),
    "empty alt": ("A dot", " ", {"picture without a text"}),
    "no such page": ("sub/other", "other", {"broken link"}),
    "a folder": ("sub/other.html#there", "sub/", {"broken link"}),
    "out of the site": ("sub/other.html#there", "../site.lock", {"broken link"}),
    "no such place": ("#there", "#nowhere", {"broken anchor"}),
    "no such place here": ("#top", "#nowhere", {"broken anchor"}),
    "no such picture": ("dot.svg", "dash.svg", {"missing file"}),
    "from the root": ("sub/other.html#there", "/sub/other.html", {"link from the root"}),
    "a link that says nothing": ("other page", "here", {"vague link"}),
    "a link without words": ("other page", "", {"vague link"}),
    "a link without a lock": ("https://example", "http://example", {"link elsewhere"}),
    "a link of the frame": ("#top", "https://example.org", {"link elsewhere"}),
    "a font from elsewhere": (
        "<title>",
        '<link rel="stylesheet" href="https://fonts.invalid/font.css"><title>',
        {"from elsewhere"},
    ),
    "a script from elsewhere": ("<p>W", '<script src="//x.invalid"></script>W', {"from elsewhere"}),
    "a style from elsewhere": ("a {", "@import 'https://x.invalid/a.css'; a {", {"from elsewhere"}),
    "a ground from elsewhere": ("../dot.svg", "https://x.invalid/a.svg", {"from elsewhere"}),
    "no such ground": ("../dot.svg", "dot.svg", {"missing file"}),
}


@pytest.mark.parametrize(("old", "new", "kinds"), IN_FILES.values(), ids=IN_FILES)
def test_faults_of_files_are_found(old: str, new: str, kinds: set[str], tmp_path: Path) -> None:
    (tmp_path / "site.lock").touch()
    (tmp_path / "site").mkdir()
    site = Site(planted(tmp_path / "site", old, new))
    assert {fault.kind for fault in site.faults()} == kinds


# ---- in the browser -------------------------------------------------------------------------

IN_BROWSER = {
    "nothing": ("Words", "Words", set[str]()),
    "a complaint": ("Words.", "<script>console.error('no')</script>", {"console"}),
    "a warning": ("Words.", "<script>console.warn('no')</script>", {"console"}),
    "an error": ("Words.", "<script>throw Error('no')</script>", {"error"}),
    "a file that is not there": ("dot.svg", "dash.svg", {"not loaded", "picture not shown"}),
    "a font from elsewhere": (
        "a {",
        "@font-face {font-family: x; src: url(https://x.invalid/x.woff2)} h1 {font-family: x} a {",
        {"from elsewhere", "not loaded"},
    ),
    "a broad page": ("<p>Words", '<p style="width: 500px">Words', {"overflow"}),
    "a long word": ("Words", "Words" * 50, {"overflow"}),
    "what is cut off": (
        "<p>Words",
        '<p style="overflow: hidden"><span style="display: block; width: 500px">Words</span>',
        {"overflow"},
    ),
    "what the keyboard cannot scroll": (
        "<p>Words",
        '<p style="overflow: auto"><span style="display: block; width: 500px">Words</span>',
        {"out of reach", "scrollable-region-focusable"},
    ),
    "what the keyboard can scroll": (
        "<p>Words",
        '<p tabindex="0" style="overflow: auto"><span style="padding-right: 500px">W</span>',
        set(),
    ),
    "pale words": ("<p>Words", '<p style="color: #999">Words', {"color-contrast"}),
    "words on a grey ground": ("<p>W", '<p style="background: #555">W', {"color-contrast"}),
    "a link like its text": (
        "#00c; text-decoration: underline",
        "#333; text-decoration: none",
        {"link-in-text-block"},
    ),
    "a field without a name": ("Words", "<input>", {"label"}),
    "a picture without a text": (' alt="A dot"', "", {"image-alt"}),
}


def kinds_of(tab: Opened) -> set[str]:
    """The kinds of all faults of a tab; what the browser itself says of one in passing is left."""
    loading = "Failed to load resource"
    return {fault.kind for fault in tab.faults if not fault.what.startswith(loading)}


@pytest.mark.browser
@pytest.mark.parametrize(("old", "new", "kinds"), IN_BROWSER.values(), ids=IN_BROWSER)
def test_faults_in_the_browser_are_found(
    old: str, new: str, kinds: set[str], browser: Browser, tmp_path: Path
) -> None:
    with served(planted(tmp_path, old, new)) as home, opened(browser, home, width=NARROW) as tab:
        tab.go("index.html")
        tab.look()
        tab.examine()
        assert kinds_of(tab) == kinds


@pytest.mark.browser
@pytest.mark.parametrize("contrast_alone", [False, True])
def test_contrast_is_examined_once_for_texts_that_look_alike(
    contrast_alone: bool, browser: Browser, tmp_path: Path
) -> None:
    pale = '<p style="color: #999">Words</p><p style="color: #999">More'
    with opened(browser, on_disk(planted(tmp_path, "<p>Words", pale))) as tab:
        tab.go("index.html")
        tab.examine(contrast_alone=contrast_alone)
        tab.examine(contrast_alone=contrast_alone)
        assert [fault.kind for fault in tab.faults] == ["color-contrast"]


@pytest.mark.browser
def test_what_the_keyboard_reaches_unseen_is_found(browser: Browser, tmp_path: Path) -> None:
    hidden = "a { outline: none; } a[href='sub/other.html#there'] { outline: 2px solid; } a {"
    with opened(browser, on_disk(planted(tmp_path, "a {", hidden))) as tab:
        tab.go("index.html")
        assert [(each.words, each.seen) for each in tab.walk()] == [
            ("Skip to the text", False),
            ("other page", True),
            ("an example", False),
        ]


@pytest.mark.browser
def test_a_search_that_cannot_start_is_found(site: Path, browser: Browser, tmp_path: Path) -> None:
    """Without the script for pages on a disk, a search there finds nothing."""
    from playwright.sync_api import TimeoutError as Late

    copy = shutil.copytree(site, tmp_path / "site")
    (copy / "javascripts" / "iframe-worker.js").write_text("", "utf-8")
    with opened(browser, on_disk(copy)) as tab:
        tab.page.set_default_timeout(2_000)
        tab.go("index.html")
        with pytest.raises(Late):
            tab.search("Notation")
