"""What single things cost: imports and loads in fresh processes, calls, bytes per state.

python tests/benchmarks/costs.py
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import timeit
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import tilerules as tr

CARD = "id: mine\ntitle: Mine\nedition: 1\nextends: serendipity\ntie_breaks: [flowers]\n"


def fresh(code: str, before: str = "pass", rounds: int = 9) -> float:
    """Milliseconds that code takes in a new interpreter, after something else; the median."""
    probe = (
        f"{before}\nimport time as _t\n_s = _t.perf_counter()\n{code}\n"
        "print((_t.perf_counter() - _s) * 1e3)"
    )
    command = [sys.executable, "-c", probe]
    runs = [
        subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(rounds)
    ]
    return statistics.median(float(run.stdout) for run in runs)


def micros(call: Callable[[], object], number: int = 2000) -> float:
    """Microseconds of a call; the best of some rounds."""
    return min(timeit.repeat(call, number=number, repeat=7)) / number * 1e6


def states(ruleset: tr.Ruleset, seats: int) -> list[tr.State]:
    """All states of some random games."""
    out = []
    chooser = random.Random(1)
    for seed in range(20):
        state = tr.new_game(ruleset, seats, seed=seed)
        while not state.is_over:
            out.append(state)
            moves = tr.legal_moves(state)
            state = tr.apply_move(state, moves[chooser.randrange(len(moves))])
        out.append(state)
    return out


def kept_bytes(ruleset: tr.Ruleset, seats: int) -> float:
    """Bytes per state when all states of some games are kept."""
    states(ruleset, seats)
    tracemalloc.start()
    kept = states(ruleset, seats)
    size = tracemalloc.get_traced_memory()[0] / len(kept)
    tracemalloc.stop()
    return size


def starts() -> dict[str, float]:
    """Milliseconds of imports and loads."""
    ready = "import tilerules as tr, yaml, importlib.resources"
    library = f"{ready}\nimport tilerules.library, tilerules.games.serendipity.game"
    with TemporaryDirectory() as folder:
        card = Path(folder) / "mine.yaml"
        card.write_text(CARD)
        read = f"from pathlib import Path\npath = Path({str(card)!r})\n"
        return {
            "import tilerules": fresh("import tilerules"),
            "import attrs, for comparison": fresh("import attrs"),
            "a bundled ruleset, all of it fresh": fresh(
                "import tilerules as tr\ntr.load('serendipity')"
            ),
            "a bundled ruleset, everything imported": fresh("tr.load('serendipity')", library),
            "another bundled ruleset": fresh(
                "tr.load('serendipity-french')", f"{library}\ntr.load('serendipity')"
            ),
            "a user's card, the first": fresh("tr.load(path)", f"{library}\n{read}"),
            "a user's card, the second": fresh("tr.load(path)", f"{library}\n{read}tr.load(path)"),
        }


def calls(id: str, seats: int) -> dict[str, float]:
    """Microseconds of calls at the beginning, in the middle and at the end of a game."""
    ruleset = tr.load(id)
    game = states(ruleset, seats)
    first, over = game[0], next(state for state in game if state.is_over)
    middle = next(state for state in game if 2 * state.ply > over.ply)
    data, seen, at_first = middle.to_data(), tr.observe(middle, 0), tr.observe(first, 0)
    earlier = tr.observe(game[game.index(middle) - 1], 0)
    return {
        "deal": micros(lambda: tr.deal(ruleset, seats, seed=1)),
        "legal_moves": micros(lambda: tr.legal_moves(middle)),
        "observe": micros(lambda: tr.observe(middle, 0)),
        "events": micros(lambda: tr.events(earlier, seen)),
        "determinize, at the beginning": micros(lambda: tr.determinize(at_first, 1)),
        "determinize, in the middle": micros(lambda: tr.determinize(seen, 1)),
        "score, all seats of a finished game": micros(lambda: tr.score(over), 200),
        "State.to_data": micros(middle.to_data, 200),
        "State.from_data": micros(lambda: tr.State.from_data(data), 200),
    }


def main() -> None:
    """Measure and print."""
    for label, cost in starts().items():
        print(f"{label:45} {cost:10.1f} ms")
    for id, seats in (("serendipity", 6), ("flowers", 2), ("tulips", 4)):
        print(f"\n{id}, {seats} seats")
        for label, cost in calls(id, seats).items():
            print(f"{label:45} {cost:10.1f} µs")
        print(f"{'a kept state':45} {kept_bytes(tr.load(id), seats):10,.0f} bytes")


if __name__ == "__main__":
    main()
