"""Games that other distributions bring, by the entry-point group `tilerules.games`.

The name of an entry point is the id of its game; its value is a package with a module `game`, a
folder `rules` of cards, and the game's schema in a folder `schemas`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from threading import RLock
from typing import TYPE_CHECKING, Any

import attrs

from tilerules.errors import BrokenPlugin, PluginWarning

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from importlib.resources.abc import Traversable

GROUP = "tilerules.games"


@attrs.frozen(slots=False)
class Plugin:
    """A game of another distribution.

    Attributes:
        name: of the entry point, which is the id of the game.
        package: where the game lies.
        distribution: the name and version of what brings it.
    """

    name: str
    package: str
    distribution: str

    def file(self, *names: str) -> Traversable:
        """A file of the package, or a folder."""
        from importlib.resources import files

        return files(self.package).joinpath(*names)

    @cached_property
    def rulesets(self) -> tuple[str, ...]:
        """The ids of its cards, sorted."""
        names = [file.name for file in self.file("rules").iterdir()]
        return tuple(sorted(name[:-5] for name in names if name.endswith(".yaml")))


class Plugins:
    """The plug-ins that are installed, looked for when they are first asked for.

    Args:
        fault: what is wrong with a plug-in, which can be used meanwhile; None if nothing is.
    """

    def __init__(self, fault: Callable[[Plugin], str | None]) -> None:
        self._fault = fault
        self._lock = RLock()
        self._looked = False
        self._sound: dict[str, Plugin] = {}
        self._broken: dict[str, BrokenPlugin] = {}

    def games(self) -> dict[str, Plugin]:
        """Those that can be used, by their games."""
        self._look()
        return self._sound

    def of_ruleset(self, id: str) -> Plugin | None:
        """The one that brings a ruleset, if one does."""
        return next((each for each in self.games().values() if id in each.rulesets), None)

    def broken(self, id: str) -> BrokenPlugin | None:
        """Why a game, or a ruleset, cannot be used that a plug-in should bring; None if none does.

        The ids of rulesets are known only as far as their files could be listed.
        """
        self._look()
        return self._broken.get(id)

    def _look(self) -> None:
        """Look for all of them, once; who asks from within is told of those found so far."""
        with self._lock:
            if self._looked:
                return
            self._looked = True
            for plugin, problem in self._found():
                error = BrokenPlugin(plugin.name, plugin.distribution, problem)
                self._broken |= dict.fromkeys((plugin.name, *_listed(plugin)), error)
        for error in dict.fromkeys(self._broken.values()):
            warnings.warn(PluginWarning(str(error)), stacklevel=2)

    def _found(self) -> Iterator[tuple[Plugin, str]]:
        """The plug-ins that are broken, and why; the others are kept."""
        from importlib.metadata import entry_points

        entries = sorted(entry_points(group=GROUP), key=attrgetter("name", "value"))
        for _, group in groupby(entries, attrgetter("name")):
            plugins = [_plugin(entry) for entry in group]
            for plugin in plugins:
                problem = _several(plugins) or self._looked_at(plugin)
                if problem:
                    yield plugin, problem

    def _looked_at(self, plugin: Plugin) -> str | None:
        """What is wrong with a plug-in; while it is looked at, its own cards find it."""
        self._sound[plugin.name] = plugin
        try:
            problem = self._fault(plugin)
        except (Exception, SystemExit) as error:
            problem = f"{type(error).__name__}: {error}"
        if problem:
            del self._sound[plugin.name]
        return problem


def _plugin(entry: EntryPoint) -> Plugin:
    dist: Any = entry.dist
    return Plugin(entry.name, entry.value, f"{dist.name} {dist.version}")


def _several(plugins: Iterable[Plugin]) -> str | None:
    """The fault of plug-ins that have one name."""
    distributions = sorted(plugin.distribution for plugin in plugins)
    if len(distributions) == 1:
        return None
    return f"several distributions bring a game of this name: {', '.join(distributions)}"


def _listed(plugin: Plugin) -> tuple[str, ...]:
    """The ids of the cards of a broken plug-in, as far as they can be listed."""
    try:
        return plugin.rulesets
    except (Exception, SystemExit):
        return ()
