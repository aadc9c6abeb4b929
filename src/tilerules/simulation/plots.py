"""Plots as SVG that stands in a page, drawn by matplotlib, which is an extra.

Colours are variables of the page, so that plots follow it from light to dark. A plot holds no text
of any card, and is the same at every run.
"""

from __future__ import annotations

import io
import re
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import Any

import attrs

from tilerules.simulation.comparison import Change
from tilerules.simulation.estimates import EFFECTS
from tilerules.simulation.summary import Distribution

try:
    from matplotlib import rc_context, rcdefaults, rcParams
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        'plots need an extra: pip install "tilerules[plots]"', name=missing.name
    ) from missing

VARIABLES = {
    "#010101": "ink",
    "#020202": "faint",
    "#030303": "paper",
    "#040404": "a",
    "#050505": "b",
}
"""Signs that stand in for the colours of the page in what matplotlib writes."""
INK, FAINT, PAPER, A, B = VARIABLES
SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "tilerules",
    "font.size": 11.0,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "text.color": INK,
    "xtick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.color": FAINT,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
}
NOT_OURS = "<metadata>.*?</metadata>|<defs>\\s*<style.*?</style>\\s*</defs>| font-family: [^;]*;"
"""What is said of the file, rules for the whole page, and fonts: those of the page are ours."""
UNIT = 72
"""So many units of a picture are an inch of matplotlib's."""
WIDTH = 330
"""In units: on a small screen a picture has about as many pixels."""
LEAST_BARS, MOST_BARS = 6, 30
"""A picture is as wide as so many bars at least, and they are not many more than so many."""


@attrs.frozen
class Bars:
    """How often values were in each of several ranges, under both rulesets.

    Attributes:
        first: the smallest value of the first range.
        step: how many values next to each other are one range.
        a, b: the share of games for each range.
    """

    first: int
    step: int
    a: tuple[float, ...]
    b: tuple[float, ...]

    @classmethod
    def of(cls, a: Distribution, b: Distribution) -> Bars:
        """The ranges of two distributions, not too many of them."""
        values = [value for value, _ in (*a, *b)]
        step = _step(max(values) - min(values) + 1)
        first, last = min(values) // step, max(values) // step
        return cls(first * step, step, *(_shares(each, first, last, step) for each in (a, b)))

    @property
    def rows(self) -> Iterator[tuple[str, float, float]]:
        """Each range in words, with its shares."""
        for number, (a, b) in enumerate(zip(self.a, self.b, strict=True)):
            start = self.first + number * self.step
            end = start + self.step - 1
            yield (str(start) if start == end else f"{start} to {end}"), a, b


def _step(reach: int) -> int:
    """A round number of values for one range, so that so many values are few ranges."""
    powers = (int(10**power) for power in range(len(str(reach))))
    steps = (power * step for power in powers for step in (1, 2, 5))
    return next(step for step in steps if reach <= MOST_BARS * step)


def _shares(counted: Distribution, first: int, last: int, step: int) -> tuple[float, ...]:
    games = [0] * (last - first + 1)
    for value, number in counted:
        games[value // step - first] += number
    return tuple(number / sum(games) for number in games)


# ---- pictures -------------------------------------------------------------------------------


def distribution(name: str, bars: Bars, label: str, alternative: str) -> str:
    """How often each value was had under both rulesets."""
    with _axes(200) as (figure, axes):
        half = 0.5 if bars.step == 1 else 0
        edges = [bars.first + n * bars.step - half for n in range(len(bars.a) + 1)]
        axes.stairs(bars.a, edges, fill=True, color=A, alpha=0.45, label="A")
        axes.stairs(bars.b, edges, color=B, linewidth=1.8, label="B")
        axes.set_xlabel(label)
        axes.set_ylabel("share of games")
        middle, reach = (
            (edges[0] + edges[-1]) / 2,
            max(LEAST_BARS * bars.step, edges[-1] - edges[0]),
        )
        axes.set_xlim(middle - 0.52 * reach, middle + 0.52 * reach)
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True, min_n_ticks=1))
        axes.yaxis.set_major_locator(MaxNLocator(4))
        axes.yaxis.set_major_formatter(lambda share, _: f"{share * 100:g} %")
        figure.legend(loc="outside upper right", ncols=2)
        return _embedded(figure, name, alternative)


def forest(name: str, changes: Sequence[Change], alternative: str) -> str:
    """Effect sizes with their intervals, one below the other."""
    with _axes(70 + 24 * len(changes)) as (figure, axes):
        axes.axvspan(-EFFECTS[0][0], EFFECTS[0][0], color=FAINT, alpha=0.25, linewidth=0)
        axes.axvline(0, color=FAINT, linewidth=1)
        farthest = 1.0
        for row, change in enumerate(changes):
            effect = change.effect
            assert effect, "what has no effect size is left out"
            assert effect.ends, "an effect size has an interval"
            low, high = effect.ends
            farthest = max(farthest, -low, high)
            axes.plot([low, high], [row, row], color=INK, linewidth=1.6)
            fill = INK if change.is_clear else PAPER
            axes.plot(effect.value, row, "o", color=INK, markerfacecolor=fill)
        axes.set_xlim(-1.05 * farthest, 1.05 * farthest)
        axes.set_yticks(range(len(changes)), [change.a.title for change in changes])
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_ylim(len(changes) - 0.5, -0.5)
        axes.set_xlabel("effect size, B against A")
        return _embedded(figure, name, alternative)


@contextmanager
def _axes(height: int) -> Generator[tuple[Figure, Axes], None, None]:
    """An empty picture so many units high; what a user has set for other pictures is left out."""
    with rc_context():
        rcdefaults()
        rcParams.update(SETTINGS)
        figure = Figure(figsize=(WIDTH / UNIT, height / UNIT), layout="constrained")
        yield figure, figure.add_subplot()


def _embedded(figure: Figure, name: str, alternative: str) -> str:
    """A picture as an element of a page; its ids begin with a name, which no other has."""
    out = io.StringIO()
    figure.savefig(out, format="svg", transparent=True)
    start = rf'<svg \1 role="img" aria-label="{escape(alternative)}">'
    text = re.sub(r'^.*?<svg .*?(viewBox="[^"]*").*?>', start, out.getvalue(), flags=re.DOTALL)
    text = re.sub(NOT_OURS, "", text, flags=re.DOTALL)
    text = re.sub(r'( id="| xlink:href="#|url\(#)', rf"\1{name}-", text).replace(
        "xlink:href", "href"
    )
    for sign, variable in VARIABLES.items():
        text = text.replace(sign, f"var(--{variable})")
    return text.strip()
