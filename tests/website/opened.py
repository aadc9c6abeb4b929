"""Pages as a browser shows them, and what is wrong with them there."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from tests.website.built import Fault

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response

HERE = Path(__file__).parent
HEIGHT = 900
NARROW, WIDE = 360, 1400
TIMEOUT = 20_000  # milliseconds

Scheme = Literal["light", "dark"]


# ---- where pages are opened from ------------------------------------------------------------


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files over connections that stay open, and writes nothing."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Generator[str, None, None]:
    """The address of a server of this machine that serves a folder."""
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def on_disk(folder: Path) -> str:
    """The address of a folder that is opened from disk."""
    return f"{folder.resolve().as_uri()}/"


# ---- what is wrong --------------------------------------------------------------------------


@cache
def script(name: str) -> str:
    """A script of this folder."""
    return (HERE / name).read_text("utf-8")


@cache
def axe() -> str:
    """The rules of accessibility of axe-core, as a script."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


class Reached(NamedTuple):
    """Where the keyboard has come: a part of a page, the words there, and whether one sees it."""

    part: str
    words: str
    seen: bool


class Opened:
    """A tab in which pages below one address are opened, and what has been wrong with them."""

    def __init__(self, page: Page, home: str) -> None:
        self.page, self.home = page, home
        self.path = ""
        self.faults: list[Fault] = []
        self._looks: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self._note("error", str(error)))
        page.on("request", self._asked)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def go(self, path: str) -> None:
        """Open a page."""
        self.path = path
        self.page.goto(self.home + path)

    def width(self, width: int) -> None:
        """Make the tab so wide."""
        self.page.set_viewport_size({"width": width, "height": HEIGHT})

    def look(self) -> None:
        """Note what does not fit the width of the tab, and pictures that are not shown."""
        size = self.page.viewport_size
        assert size
        for kind, what in self.page.evaluate(script("look.js")):
            self._note(kind, f"{what} at {size['width']}")

    def examine(self, *, contrast_alone: bool = False) -> None:
        """Note what breaks rules of accessibility seriously."""
        asked = [not contrast_alone, self._looks]
        answer = self.page.evaluate(script("examine.js"), asked)
        if answer is None:
            self.page.evaluate(axe())
            answer = self.page.evaluate(script("examine.js"), asked)
        found, self._looks = answer
        for rule, where, why in found:
            self._note(rule, f"{where}: {why}")

    def search(self, words: str) -> None:
        """Type words into the search, and wait for what is found."""
        self.page.keyboard.press("/")
        self.page.keyboard.type(words)
        self.page.locator(".md-search-result__meta", has_text="matching document").wait_for()

    def press(self, key: str) -> Reached | None:
        """What the keyboard has reached after a key."""
        self.page.keyboard.press(key)
        reached = self.page.evaluate(script("focus.js"))
        return Reached(*reached) if reached else None

    def walk(self) -> Iterator[Reached]:
        """All that Tab reaches, until it leaves the page."""
        while reached := self.press("Tab"):
            yield reached

    def _note(self, kind: str, what: str) -> None:
        self.faults.append(Fault(self.path, kind, what))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note("console", message.text)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.home, "data:", "blob:", "about:")):
            self._note("from elsewhere", request.url)

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # what is still loading when a page is left
            self._note("not loaded", f"{request.failure}: {request.url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._note("not loaded", f"{response.status}: {response.url}")


@contextmanager
def opened(
    browser: Browser, home: str, *, scheme: Scheme = "light", width: int = WIDE
) -> Generator[Opened, None, None]:
    """A tab of a fresh browser."""
    viewport: Any = {"width": width, "height": HEIGHT}
    with browser.new_context(
        viewport=viewport, color_scheme=scheme, reduced_motion="reduce"
    ) as context:
        context.set_default_timeout(TIMEOUT)
        yield Opened(context.new_page(), home)
