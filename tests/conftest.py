"""What makes every run of the tests like the last, and which tests count for the coverage."""

import os
import pkgutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from random import Random

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

import tilerules

# ---- what is drawn --------------------------------------------------------------------------

# Hypothesis looks for counterexamples alike at every run, or long and at random.
settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "long",
    derandomize=False,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=5_000,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture(autouse=True)
def no_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fresh seeds are drawn alike at every run: what is green once is green tomorrow."""
    random = Random(request.node.nodeid)
    monkeypatch.setattr("secrets.token_bytes", random.randbytes)
    monkeypatch.setattr("secrets.randbelow", random.randrange)


# ---- what counts for no coverage ------------------------------------------------------------


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "unmeasured: counts for no coverage, and so is quick")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is drawn counts for no coverage, so that this never rests on luck."""
    for item in items:
        if is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker("unmeasured")


def pytest_collection_finish() -> None:
    """Import the whole library: an unmeasured test may be the first to need a module."""
    for info in pkgutil.walk_packages(tilerules.__path__, "tilerules."):
        if not info.name.endswith("__main__"):
            with suppress(ModuleNotFoundError):  # what needs an extra that is not there
                import_module(info.name)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Nothing is traced in an unmeasured test: tracing takes more than half of the time.

    `no_cover` of pytest-cov does not do that in the workers of pytest-xdist.
    """
    tracing = sys.gettrace()
    untraced = item.config.pluginmanager.hasplugin("_cov") and item.get_closest_marker("unmeasured")
    if untraced:
        sys.settrace(None)
    try:
        return (yield)
    finally:
        if untraced:
            sys.settrace(tracing)
