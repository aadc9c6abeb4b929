"""What single things cost: imports and loads in fresh processes, and calls.

    python -m tests.benchmarks.costs

All is processor time: of imports and loads the median, of calls the best round.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
import timeit
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import tilerules as tr

CARD = "id: mine\ntitle: Mine\nedition: 1\nextends: serendipity\ntie_breaks: [flowers]\n"
PEERS = ("pyspiel", "chess", "pokerkit", "rlcard", "pettingzoo.classic.connect_four_v3")


def main(given: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--calls", type=int, default=1000, help="so many in each round")
    args = parser.parse_args(given)
    with TemporaryDirectory() as folder:
        card = Path(folder) / "mine.yaml"
        card.write_text(CARD)
        for label, cost in starts(card, args.rounds).items():
            told = f"{cost:10.1f} ms" if cost else "left out, since it is not installed"
            print(f"{label:48} {told}")
    for id, seats in (("serendipity", 6), ("flowers", 1), ("tulips", 4)):
        print(f"\n{id}, {seats} seat{'s' * (seats > 1)}")
        for label, call in calls(tr.load(id), seats).items():
            timer = timeit.Timer(call, timer=time.process_time)
            cost = min(timer.repeat(args.rounds, args.calls)) / args.calls
            print(f"{label:48} {cost * 1e6:10.1f} µs")


# ---- in fresh processes ---------------------------------------------------------------------


def starts(card: Path, rounds: int) -> dict[str, float | None]:
    """Milliseconds of imports and loads, the rounds interleaved; None of what is not installed."""
    library = (
        "import tilerules as tr, yaml, importlib.resources, tilerules.library\n"
        "import tilerules.games.serendipity.game\nfrom pathlib import Path\n"
        f"card = Path({str(card)!r})"
    )
    load, french = "tr.load('serendipity')", "tr.load('serendipity-french')"
    codes = {
        "import tilerules": ("", "import tilerules"),
        "import attrs, yaml, importlib.resources": ("", "import attrs, yaml, importlib.resources"),
        "a bundled ruleset, all of it fresh": ("", f"import tilerules as tr\n{load}"),
        "a bundled ruleset, these three imported before": (
            "import attrs, yaml, importlib.resources",
            f"import tilerules as tr\n{load}",
        ),
        "a bundled ruleset, everything imported before": (library, load),
        "another bundled ruleset": (f"{library}\n{load}", french),
        "a user's card, jsonschema imported before": (
            f"{library}\nimport jsonschema",
            "tr.load(card)",
        ),
        "a user's card, the second time": (f"{library}\ntr.load(card)", "tr.load(card)"),
        "check a user's card, the second time": (f"{library}\ntr.check(card)", "tr.check(card)"),
        **{f"import {name}": ("", f"import {name}") for name in PEERS},
    }
    spent: dict[str, list[float]] = {label: [] for label in codes}
    for counts in (False, *[True] * rounds):  # at first the bytecode is written
        for label, (before, code) in codes.items():
            cost = fresh(before, code, card.parent)
            if cost is not None and counts:
                spent[label].append(cost)
    return {label: statistics.median(each) if each else None for label, each in spent.items()}


def fresh(before: str, code: str, folder: Path) -> float | None:
    """Milliseconds that code takes in a new interpreter, after something else.

    None if a module is not there. The folder is for bytecode, as an installed package has it.
    """
    probe = (
        f"{before}\nfrom time import process_time as _time\n_start = _time()\n"
        f"try:\n    exec({code!r})\nexcept ImportError:\n    pass\nelse:\n"
        "    print((_time() - _start) * 1e3)"
    )
    environment = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder)}
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", probe],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    return float(run.stdout.split()[-1]) if run.stdout else None


# ---- in this one ----------------------------------------------------------------------------


def game(ruleset: tr.Ruleset, seats: int) -> list[tr.State]:
    """All states of a random game."""
    chooser, states = random.Random(1), [tr.new_game(ruleset, seats, seed=1)]
    while not states[-1].is_over:
        moves = tr.legal_moves(states[-1])
        states.append(tr.apply_move(states[-1], chooser.choice(moves)))
    return states


def calls(ruleset: tr.Ruleset, seats: int) -> dict[str, Callable[[], object]]:
    """Calls at the beginning, in the middle and at the end of a game."""
    states = game(ruleset, seats)
    first, middle, over = states[0], states[len(states) // 2], states[-1]
    data, seen, at_first = middle.to_data(), tr.observe(middle, 0), tr.observe(first, 0)
    earlier = tr.observe(states[middle.ply - 1], 0)
    return {
        "deal": lambda: tr.deal(ruleset, seats, seed=1),
        "legal_moves": lambda: tr.legal_moves(middle),
        "observe": lambda: tr.observe(middle, 0),
        "events": lambda: tr.events(earlier, seen),
        "determinize, at the beginning": lambda: tr.determinize(at_first, 1),
        "determinize, in the middle": lambda: tr.determinize(seen, 1),
        "score, all seats, in the middle": lambda: tr.score(middle),
        "score, all seats of a finished game": lambda: tr.score(over),
        "State.to_data": middle.to_data,
        "State.from_data": lambda: tr.State.from_data(data),
    }


if __name__ == "__main__":
    main()
