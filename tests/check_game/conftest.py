"""The example of a plug-in, installed for the tests of the battery."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from tests.plugins.installed import pebbles


@pytest.fixture(scope="package")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The module of the game of Pebbles."""
    with pebbles(tmp_path_factory.mktemp("pebbles")):
        yield import_module("tilerules_pebbles.game")
