"""Plug-ins that are installed for a test alone, in this process."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tilerules import registry
from tilerules.engine import simple
from tilerules.plugins import Plugins

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "pebbles"
CACHES = (
    registry.ruleset_ids,
    registry.schema_text,
    registry.rules_schema,
    registry.bundled,
    registry._card,
    registry._language,
    simple._types,
)


def forget() -> None:
    """Let the registry look for plug-ins anew."""
    for cache in CACHES:
        cache.cache_clear()


def distribution(folder: Path, name: str, *entries: str, version: str = "1.0") -> None:
    """The metadata of a distribution in a folder, with these entry points."""
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "entry_points.txt").write_text("\n".join(["[tilerules.games]", *entries]) + "\n")


@contextmanager
def on_path(*folders: Path) -> Generator[None, None, None]:
    """What lies in these folders is installed; afterwards all is as it was."""
    with pytest.MonkeyPatch.context() as patch:
        modules = {*sys.modules}
        for folder in folders:
            patch.syspath_prepend(str(folder))
        patch.setattr(registry, "_PLUGINS", Plugins(registry._fault))
        forget()
        try:
            yield
        finally:
            for name in {*sys.modules} - modules:
                if str(getattr(sys.modules[name], "__file__", "")).startswith(
                    tuple(map(str, folders))
                ):
                    del sys.modules[name]
    forget()


def plugin(folder: Path, name: str, changes: Mapping[str, str | None] | None = None) -> None:
    """A plug-in like the example, under another name, some of whose files are others, or gone."""
    package = folder / f"plugin_{name.replace('-', '_')}"
    shutil.copytree(
        EXAMPLE / "src" / "tilerules_pebbles",
        package,
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    for file in [file for file in package.glob("**/*") if file.is_file()]:
        text = file.read_text("utf-8").replace("tilerules_pebbles", package.name)
        for before in ('id="', 'game = "', "\ngame: ", "id: "):
            text = text.replace(f"{before}pebbles", f"{before}{name}")
        file.unlink()
        file.with_name(file.name.replace("pebbles", name)).write_text(text, "utf-8")
    for path, content in (changes or {}).items():
        file = package / path
        if content is None:
            file.unlink()
        else:
            file.write_text(content, "utf-8")
    distribution(folder, f"some-{name}", f"{name} = {package.name}")


@contextmanager
def pebbles(folder: Path) -> Generator[None, None, None]:
    """The example is installed, its metadata in a folder."""
    distribution(folder, "tilerules-pebbles", "pebbles = tilerules_pebbles")
    with on_path(folder, EXAMPLE / "src"):
        yield
