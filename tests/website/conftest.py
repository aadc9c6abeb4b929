"""The site as mkdocs builds it, once for all tests, and a browser to open it with."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.website.opened import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, built strictly; the workers of pytest-xdist share it."""
    room = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        room = room.parent
    with (room / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (room / "site").exists():
            _build(room / "unfinished")
            (room / "unfinished").rename(room / "site")
    return room / "site"


def _build(folder: Path) -> None:
    """Build the site, every warning an error."""
    mkdocs = [sys.executable, "-m", "mkdocs"]
    command = [*mkdocs, "build", "--quiet", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the site is served on this machine."""
    with served(site) as home:
        yield home


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's chromium, which finds no other host than this machine."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    assert chromium, "the site is looked at with Debian's package chromium"
    options = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=options)
        yield browser
        browser.close()
