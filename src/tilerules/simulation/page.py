"""A comparison as one page of HTML: no script, and nothing from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from tilerules.ruleset.ruleset import Origin
from tilerules.ruleset.values import in_words
from tilerules.simulation.comparison import Change, Comparison
from tilerules.simulation.estimates import Estimate
from tilerules.simulation.measures import TITLES, decimals, interval_in_words, number_in_words
from tilerules.simulation.plots import Bars, distribution, forest
from tilerules.simulation.summary import Distribution
from tilerules.wording import counted, listed

STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #24292e; --soft: #5d666f;
  --faint: #a9afb5; --line: #e0dfda; --a: #3a6ea5; --b: #b8541a; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16191c; --ink: #e3e6e8; --soft: #a0a8af; --faint: #6b7379;
    --line: #2d3236; --a: #7cacdf; --b: #f0a06c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: clamp(1rem, 4vw, 3.5rem);
  overflow-wrap: anywhere; }
h1 { font-size: clamp(1.45rem, 1rem + 2vw, 2.1rem); line-height: 1.2; font-weight: 600;
  margin: 0 0 1.5rem; }
h2 { font-size: 1.2rem; font-weight: 600; margin: 3rem 0 .5rem; }
p { margin: .5rem 0; max-width: 44rem; }
.soft, small, figcaption, summary { color: var(--soft); font-size: .875rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; }
.a, .b { display: inline-block; min-width: 1.5em; padding: 0 .3em; border-radius: .25em;
  text-align: center; font-weight: 600; color: var(--paper); }
.a { background: var(--a); }
.b { background: var(--b); }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; line-height: 1.35;
  font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0;
  border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--soft); font-size: .875rem; vertical-align: bottom; }
th:last-child, td:last-child { padding-right: 0; }
small { font-weight: 400; }
td small { display: block; }
thead th, .measures { overflow-wrap: normal; }
.measures { overflow-x: auto; }
.clear { font-weight: 650; }
figure { margin: 0; }
svg { display: block; width: 100%; height: auto; }
.forest { max-width: 30rem; margin-top: 1.5rem; }
.plots { display: grid; gap: 2rem 2.5rem; margin-top: 1rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); }
.plots figure { max-width: 30rem; }
details table { width: auto; font-size: .875rem; margin: .25rem 0; }
details th, details td { padding: .15rem 1.5rem .15rem 0; }
summary { cursor: pointer; }
@media (max-width: 40rem) {
  table { font-size: .8125rem; }
  th, td { padding-right: .3rem; }
  small { font-size: .75rem; } }
@media print { details { display: none; } figure, tr { break-inside: avoid; } }
"""
A, B = ('<span class="a">A</span>', '<span class="b">B</span>')
NEXT = "\n"
READING = """<p>Below each number stands its interval. Of a hundred such intervals about 95 hold the
value that endless games would have, and about five miss it; where many differences are looked at,
some seem clear by chance. A difference is called clear if its interval leaves 0 out. It is B less
A; pp are percentage points.</p>
<p>An effect size is the difference in standard deviations (Hedges’ g), and for shares one of
angles (Cohen’s h): below 0.2 negligible, below 0.5 small, below 0.8 medium, otherwise large. A
clear difference can be negligible, and one that is not clear may be large in truth: more games
tell.</p>
<p>All this is about the play of these policies. People play otherwise, and change their play with
the rules.</p>"""


def page(comparison: Comparison) -> str:
    """The page of a comparison."""
    name = escape(" against ".join(comparison.titles[::-1]))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{name}</title>
<style>{STYLE}</style>
</head>
<body><main>
<h1>{name}</h1>
{_compared(comparison)}
<h2>Rules that differ</h2>
{_rules(comparison)}
<h2>What changes</h2>
<div class="measures">
{_measures(comparison.changes)}
</div>
{_effects([each for each in comparison.changes if each.effect])}
<h2>How games are spread</h2>
<p>The share of games with each result; {A} is filled, {B} drawn as a line.</p>
<div class="plots">
{NEXT.join(_spread(comparison))}
</div>
<h2>How to read this</h2>
{READING}
</main></body>
</html>
"""


def _compared(comparison: Comparison) -> str:
    """What was compared, and how."""
    sides = zip((A, B), comparison.titles, (comparison.a, comparison.b), strict=True)
    entries = [
        *(
            (letter, f"{title} ({summary.ruleset}), {counted(summary.games, 'game')}")
            for letter, title, summary in sides
        ),
        ("seats", comparison.a.seats),
        ("players", comparison.players),
        ("seed", comparison.seed),
    ]
    return f"<dl>{''.join(f'<dt>{a}</dt><dd>{escape(str(b))}</dd>' for a, b in entries)}</dl>"


def _rules(comparison: Comparison) -> str:
    """The rules that differ, each with where it was set."""
    if not comparison.differences:
        return f"<p>None: with {counted(comparison.a.seats, 'seat')} both play alike.</p>"
    rows = (
        (
            escape(each.key).replace(".", ".<wbr>"),
            _value(each.a, each.a_origin),
            _value(each.b, each.b_origin),
        )
        for each in comparison.differences
    )
    return _table(("rule", A, B), rows)


def _value(value: Any, origin: Origin | None) -> str:
    """A value of a card, and where it was set."""
    if origin is None:
        return "–"
    return _with(in_words(value), str(origin))


# ---- measures -------------------------------------------------------------------------------


def _measures(changes: Sequence[Change]) -> str:
    """All measures side by side; differences that are clear stand out."""
    clear = [each.a.title for each in changes if each.is_clear]
    are = "is" if len(clear) == 1 else "are"
    which = f": {listed(clear)}" if clear else ""
    return (
        f"<p>{len(clear) or 'No'} of {len(changes)} differences {are} clear{which}.</p>"
        f"{_table(('measure', A, B, 'difference', 'effect'), map(_measure, changes))}"
    )


def _measure(change: Change) -> tuple[str, ...]:
    share, digits = change.a.is_share, decimals(change.difference)

    def told(estimate: Estimate, *, signed: bool = False) -> str:
        number = number_in_words(estimate.value, share=share, signed=signed, decimals=digits)
        interval = interval_in_words(estimate, share=share, signed=signed, decimals=digits)
        return re.sub(" (?=to |%|pp)", "&nbsp;", _with(number, interval))

    difference = told(change.difference, signed=True)
    return (
        change.a.title,
        told(change.a.estimate),
        told(change.b.estimate),
        f'<div class="clear">{difference}</div>' if change.is_clear else difference,
        _with(f"{change.effect.value:+z.2f}", change.size or "") if change.effect else "–",
    )


def _effects(changes: Sequence[Change]) -> str:
    """Effect sizes as a picture; the table beside it has them in numbers."""
    told = (f"{change.a.title} {change.effect.value:+z.2f}" for change in changes if change.effect)
    return _figure(
        forest("forest", changes, f"Effect sizes: {listed(told)}."),
        "Effect sizes with their intervals. A full dot is a clear difference; within the grey band "
        "an effect is negligible.",
        "forest",
    )


# ---- distributions --------------------------------------------------------------------------


def _spread(comparison: Comparison) -> Iterator[str]:
    """How long games were, and how many points each seat had."""
    a, b = comparison.a, comparison.b
    yield _distribution("plies", TITLES["plies"], a.plies, b.plies)
    for seat, both in enumerate(zip(a.points, b.points, strict=True)):
        yield _distribution(f"points-{seat}", f"points of seat {seat}", *both)


def _distribution(name: str, title: str, a: Distribution, b: Distribution) -> str:
    """A distribution under both rulesets: a picture, and the same as a table."""
    bars = Bars.of(a, b)
    spans = [
        f"{letter} from {each[0][0]} to {each[-1][0]}" for letter, each in (("A", a), ("B", b))
    ]
    picture = distribution(name, bars, title, f"The shares of {title}: {listed(spans)}.")
    rows = ((values, f"{one:.1%}", f"{other:.1%}") for values, one, other in bars.rows)
    numbers = f"<details><summary>in numbers</summary>{_table((title, A, B), rows)}</details>"
    return _figure(picture, numbers)


# ---- pieces ---------------------------------------------------------------------------------


def _figure(picture: str, caption: str, kind: str = "") -> str:
    return f'<figure class="{kind}">{picture}<figcaption>{caption}</figcaption></figure>'


def _with(text: str, more: str) -> str:
    """A text, and what there is to say besides, small."""
    return f"{escape(text)} <small>{escape(more)}</small>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of pieces of HTML, whose rows have heads as well."""
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    body = NEXT.join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{each}</td>" for each in others)}</tr>'
        for first, *others in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{NEXT}{body}{NEXT}</tbody></table>"
