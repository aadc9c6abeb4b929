"""A built site as it lies on the disk: what its pages hold, and what is wrong with them."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urldefrag, urlsplit

VAGUE = {"", "here", "this", "this page", "link", "read more", "see here"}
"""Texts of links that do not say where they lead."""
LOADING = {"src": None, "poster": None, "data": {"object"}, "href": {"link", "image", "use"}}
"""The attributes that make a browser load something, and the elements where they do."""
CSS = re.compile(r"url\(\s*[\"']?(?!data:|#)([^\"')\s]+)|@import\s+[\"']([^\"']+)")


class Fault(NamedTuple):
    """Something wrong with a page; `kind` is a word of the tests."""

    page: str
    kind: str
    what: str


class Link(NamedTuple):
    """A link of a page, and whether it stands in what the page itself says."""

    href: str
    text: str
    within: bool


class Page(HTMLParser):
    """What a page holds."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.lang = ""
        self.title = ""
        self.ids = Counter[str]()
        self.headings: list[int] = []
        self.loads: list[str] = []
        self.unseen: list[str] = []
        self.links: list[Link] = []
        self._open: list[tuple[str | None, list[str]]] = []
        self._articles = 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        self.loads += _loaded(tag, has)
        if "id" in has:
            self.ids[has["id"]] += 1
        if tag == "html":
            self.lang = has.get("lang", "")
        elif tag == "article":
            self._articles += 1
        elif tag == "img":
            self._picture(has.get("src", ""), has.get("alt", "").strip())
        elif tag in ("a", "title"):
            self._open.append((has.get("href"), [has.get("aria-label", "")]))
        elif re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))

    def _picture(self, src: str, alt: str) -> None:
        """Note a picture, whose text is also that of a link round it."""
        if not alt:
            self.unseen.append(src)
        self.handle_data(alt)

    def handle_data(self, data: str) -> None:
        for _, texts in self._open:
            texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._articles -= tag == "article"
        if tag in ("a", "title") and self._open:
            href, texts = self._open.pop()
            text = " ".join("".join(texts).split())
            if tag == "title":
                self.title = self.title or text
            elif href is not None:
                self.links.append(Link(href, text, within=self._articles > 0))


def _loaded(tag: str, has: Mapping[str, str]) -> Iterator[str]:
    """What an element makes a browser load."""
    for name, tags in LOADING.items():
        if name in has and (tags is None or tag in tags):
            yield has[name]
    for each in has.get("srcset", "").split(","):
        yield from each.split()[:1]
    yield from _named(has.get("style", ""))


def _named(css: str) -> Iterator[str]:
    """What a stylesheet makes a browser load."""
    return ("".join(found) for found in CSS.findall(css))


class Site:
    """A built site.

    Attributes:
        pages: by their path below its folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pages = {
            file.relative_to(folder).as_posix(): Page(file.read_text("utf-8"))
            for file in sorted(folder.rglob("*.html"))
        }

    def faults(self) -> Iterator[Fault]:
        """All that is wrong with its files."""
        for path, page in self.pages.items():
            yield from _of_structure(path, page)
            fault = partial(Fault, path)
            yield from (fault("picture without a text", name) for name in page.unseen)
            yield from (fault(*found) for name in page.loads for found in self._load(path, name))
            yield from (fault(*found) for link in page.links for found in self._link(path, link))
        for file in sorted(self.folder.rglob("*.css")):
            path = file.relative_to(self.folder).as_posix()
            named = _named(file.read_text("utf-8"))
            yield from (Fault(path, *found) for name in named for found in self._load(path, name))

    def _load(self, path: str, name: str) -> Iterator[tuple[str, str]]:
        """What is wrong with something that a browser loads."""
        if name.startswith("data:"):
            return
        if urlsplit(name).scheme or name.startswith("/"):
            yield "from elsewhere", name
        elif not self._there(path, name):
            yield "missing file", name

    def _link(self, path: str, link: Link) -> Iterator[tuple[str, str]]:
        """What is wrong with a link."""
        if link.text.lower() in VAGUE:
            yield "vague link", f"{link.text!r} to {link.href}"
        if urlsplit(link.href).scheme:
            if not link.within or not link.href.startswith("https://"):
                yield "link elsewhere", link.href
        elif link.href.startswith("/"):
            yield "link from the root", link.href
        elif not (target := self._there(path, link.href)):
            yield "broken link", link.href
        elif target in self.pages:
            anchor = unquote(urldefrag(link.href)[1])
            if anchor and anchor not in self.pages[target].ids:
                yield "broken anchor", link.href

    def _there(self, path: str, name: str) -> str | None:
        """The path of the file that is meant by a name on a page, if it is in the folder."""
        below = unquote(urlsplit(name).path)
        if not below:
            return path
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), below))
        return target if target[:3] != "../" and (self.folder / target).is_file() else None


def _of_structure(path: str, page: Page) -> Iterator[Fault]:
    """What is wrong with the language, the title, the headings and the ids of a page."""
    if page.lang != "en":
        yield Fault(path, "language", page.lang)
    if not page.title:
        yield Fault(path, "title", "")
    if page.headings.count(1) != 1:
        yield Fault(path, "h1", str(page.headings.count(1)))
    for above, below in zip([0, *page.headings], page.headings, strict=False):
        if below > above + 1:
            yield Fault(path, "order of headings", f"h{below} after h{above}")
    yield from (Fault(path, "id twice", name) for name, times in page.ids.items() if times > 1)
