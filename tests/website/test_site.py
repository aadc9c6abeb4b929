"""The whole site as its readers get it: each page is sound, and search and keyboard work."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from tests.website.built import Site
from tests.website.opened import NARROW, WIDE, Opened, Scheme, on_disk, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.unmeasured]

Way = Literal["served", "on disk"]
SEARCHED = {
    "PettingZoo": "guides/pettingzoo.html",
    "OpenSpiel": "guides/openspiel.html",
    "Notation": "guides/notation.html",
    "Gift of Tulips": "games/tulips.html",
    "glossary": "glossary.html",
}
"""Words, and the page where the first result leads."""


@pytest.fixture(params=["served", "on disk"])
def way(request: pytest.FixtureRequest) -> Way:
    """How the site is opened."""
    param: Way = request.param
    return param


@pytest.fixture
def home(way: Way, site: Path, request: pytest.FixtureRequest) -> str:
    """The address of the site, opened in one way."""
    return on_disk(site) if way == "on disk" else request.getfixturevalue("address")


# ---- every page -----------------------------------------------------------------------------


def test_files_are_sound(site: Path) -> None:
    built = Site(site)
    assert {"index.html", "reference/schemas/state.html", "changelog.html"} <= built.pages.keys()
    assert sum(len(page.links) for page in built.pages.values()) > 1000
    assert list(built.faults()) == []


@pytest.mark.parametrize(
    ("way", "scheme"), [("served", "light"), ("on disk", "dark")], indirect=["way"]
)
def test_pages_are_sound(site: Path, home: str, scheme: Scheme, browser: Browser) -> None:
    """Of rules of accessibility, contrast alone is another matter on dark pages."""
    with opened(browser, home, scheme=scheme) as tab:
        for path in Site(site).pages:
            tab.width(WIDE)
            tab.go(path)
            tab.look()
            tab.examine(contrast_alone=scheme == "dark")
            tab.width(NARROW)
            tab.look()
    assert tab.faults == []


# ---- search ---------------------------------------------------------------------------------


def where(tab: Opened) -> str:
    """The page that is open, without the words that were searched and the place on it."""
    return tab.page.url.removeprefix(tab.home).partition("?")[0].partition("#")[0]


def test_search_leads_to_pages(home: str, browser: Browser) -> None:
    with opened(browser, home) as tab:
        for word, path in SEARCHED.items():
            tab.go("guides/planes.html")
            tab.search(word)
            tab.page.keyboard.press("Enter")
            tab.page.wait_for_url(lambda url: "planes" not in url)
            assert (word, where(tab)) == (word, path)
    assert tab.faults == []


def test_search_finds_nothing_where_nothing_is(home: str, browser: Browser) -> None:
    with opened(browser, home) as tab:
        tab.go("index.html")
        tab.page.keyboard.press("f")
        tab.page.keyboard.type("zyxwv")
        tab.page.get_by_text("No matching documents").wait_for()
        assert tab.page.locator(".md-search-result__link").count() == 0


# ---- keyboard -------------------------------------------------------------------------------


GUIDE = "guides/hidden-information.html"


@pytest.fixture
def guide(address: str, browser: Browser) -> Iterator[Opened]:
    """A guide as it is served."""
    with opened(browser, address) as tab:
        tab.go(GUIDE)
        yield tab
        assert tab.faults == []


@pytest.mark.parametrize(
    ("width", "parts"),
    [
        (WIDE, ["skip link", "header", "search", "tabs", "navigation", "contents", "text"]),
        (NARROW, ["skip link", "header", "text"]),
    ],
)
def test_tab_reaches_every_part(guide: Opened, width: int, parts: list[str]) -> None:
    guide.width(width)
    reached = list(guide.walk())
    assert [part for part, _ in groupby(each.part for each in reached)] == [*parts, "footer"]
    assert [each for each in reached if not each.seen] == []


def test_the_skip_link_leads_to_the_text(guide: Opened) -> None:
    assert guide.press("Tab") == ("skip link", "Skip to content", True)
    guide.press("Enter")
    reached = guide.press("Tab")
    assert reached
    assert (reached.part, reached.seen) == ("text", True)


@pytest.mark.parametrize("key", ["/", "f", "s"])
def test_keys_open_the_search(guide: Opened, key: str) -> None:
    assert guide.press(key) == ("search", "Search", True)
    guide.press("Escape")
    assert not guide.page.locator(".md-search__output").is_visible()


@pytest.mark.parametrize("key", ["Enter", " "])
def test_the_menu_of_a_phone_opens_by_keyboard(guide: Opened, key: str) -> None:
    guide.width(NARROW)
    menu = guide.page.locator(".md-sidebar--primary")
    assert not menu.is_visible()
    assert next(each for each in guide.walk() if each.words == "Menu").seen
    guide.press(key)
    menu.wait_for()
    assert any(each.part == "navigation" and each.seen for each in guide.walk())


@pytest.mark.parametrize("key", ["Enter", " "])
def test_the_search_of_a_phone_opens_by_keyboard(guide: Opened, key: str) -> None:
    guide.width(NARROW)
    assert next(each for each in guide.walk() if each.words == "Search").part == "header"
    guide.press(key)
    guide.page.wait_for_function("document.activeElement.name === 'query'")
    assert guide.page.locator(".md-search__input").is_visible()


def test_what_comes_late_scrolls_by_keyboard(guide: Opened) -> None:
    """The theme may wrap a table after all else has its place."""
    guide.width(NARROW)
    number = guide.page.evaluate(
        """async () => {
          const wide = [...document.querySelectorAll("article [tabindex='0']")];
          for (const each of wide) {
            const late = each.cloneNode(true);
            late.removeAttribute("tabindex");
            each.replaceWith(late);
          }
          return wide.length;
        }"""
    )
    guide.look()
    assert number


# ---- colours --------------------------------------------------------------------------------


def is_dark(tab: Opened) -> bool:
    """Whether the first picture of a page looks dark."""
    from PIL import Image

    picture = tab.page.locator("article img").first.screenshot()
    return Image.open(BytesIO(picture)).convert("L").resize((1, 1)).tobytes()[0] < 128


def test_colours_can_be_switched(address: str, browser: Browser) -> None:
    """From those of the system to light, to dark, and back; pages that are opened later agree."""
    with opened(browser, address, scheme="dark") as tab:
        tab.go("games/tulips.html")
        assert is_dark(tab)
    with opened(browser, address) as tab:
        body = tab.page.locator("body")
        shown: list[str | None] = []
        for _ in range(3):
            tab.go("games/tulips.html")
            shown.append(body.get_attribute("data-md-color-scheme"))
            assert is_dark(tab) == (shown[-1] == "slate")
            tab.page.locator(".md-header__option label:visible").click()
        assert shown == ["default", "default", "slate"]
        assert body.get_attribute("data-md-color-scheme") == "default"


def test_colours_can_be_switched_by_keyboard(guide: Opened) -> None:
    assert next(each for each in guide.walk() if each.words.startswith("Switch to")).seen
    guide.press("ArrowRight")
    guide.press("ArrowRight")
    assert guide.page.locator("body").get_attribute("data-md-color-scheme") == "slate"


# ---- samples --------------------------------------------------------------------------------


def test_a_button_copies_of_a_console_what_is_typed(address: str, browser: Browser) -> None:
    typed = "tilerules check open-meadow.yaml"
    with opened(browser, address) as tab:
        tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        tab.go("tutorial/house-rule.html")
        sample = tab.page.locator(".highlight", has_text=f"$ {typed}")
        assert "open-meadow.yaml: clean" in sample.inner_text()
        sample.locator(".md-code__button").click()
        tab.page.get_by_text("Copied to clipboard").wait_for()
        assert tab.page.evaluate("navigator.clipboard.readText()") == typed
