"""Plant faults in the library, one at a time, and see whether the tests find them.

    python -m tests.mutation table                              40 faults in this room
    python -m tests.mutation engine games/tulips --faults 100 --seed 2

Every place where a fault can be planted is as likely as another one. A fault is found if a test
fails, or if the tests take much longer than usual. Those that are not found are shown. The last
commit is looked at. Needs the extra `mutation`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.mutation.faults import Fault, places, planted
from tilerules.simulation.estimates import Sample, share

PLAYED = ["tests/records", "tests/perft", "tests/naive", "tests/house", "tests/examples"]
NEAR = {
    "table": ["tests/table", "tests/match", "tests/records", "tests/notation", "tests/fair"],
    "engine": ["tests/engine", "tests/test_library.py", *PLAYED, "tests/data", "tests/check_game"],
    "games/serendipity": ["tests/serendipity", *PLAYED, "tests/test_words.py", "tests/notation"],
    "games/flowers": ["tests/flowers", *PLAYED, "tests/test_words.py", "tests/notation"],
    "games/tulips": ["tests/tulips", *PLAYED, "tests/test_words.py", "tests/notation"],
}
"""For each room the tests that are to find its faults."""


class Planted(NamedTuple):
    """A fault in a file of a copy of the tree."""

    file: Path
    text: str
    fault: Fault

    def __str__(self) -> str:
        line = self.fault.line - 1
        old, new = self.text.splitlines()[line], planted(self.text, self.fault).splitlines()[line]
        return f"{self.file}:{line + 1}\n    {old.strip()}\n    {new.strip()}"


class Copies:
    """Copies of the tree, each of which one worker at a time may use."""

    def __init__(self, folder: Path, number: int) -> None:
        self._free = SimpleQueue[Path]()
        for each in range(number):
            copy = folder / str(each)
            subprocess.run(["git", "clone", "--quiet", ".", str(copy)], check=True)
            self._free.put(copy)
        self.first = folder / "0"

    def is_green(
        self, tests: Sequence[str], fault: Planted | None = None, most: float | None = None
    ) -> bool:
        """Whether the tests pass in a copy, with or without a fault, within so many seconds."""
        copy = self._free.get()
        if fault:
            (copy / fault.file).write_text(planted(fault.text, fault.fault), "utf-8")
        try:
            return _passes(copy, tests, most)
        finally:
            if fault:
                (copy / fault.file).write_text(fault.text, "utf-8")
            self._free.put(copy)


def _passes(copy: Path, tests: Sequence[str], most: float | None) -> bool:
    environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        run = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, timeout=most, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0


def drawn(tree: Path, room: str, number: int, random: Random) -> list[Planted]:
    """So many faults of a room, one in each of so many places."""
    there: list[tuple[Path, str, list[Fault]]] = []
    for file in sorted((tree / "src/tilerules" / room).rglob("*.py")):
        text = file.read_text("utf-8")
        there += [(file.relative_to(tree), text, faults) for faults in places(text)]
    some = random.sample(there, min(number, len(there)))
    return [Planted(file, text, random.choice(faults)) for file, text, faults in some]


def look(room: str, faults: Sequence[Planted], copies: Copies, workers: int) -> None:
    """Print the faults of a room that are not found, and how many are."""
    begun = time.monotonic()
    if not copies.is_green(NEAR[room]):
        sys.exit(f"the tests of {room} fail without any fault")
    most = 3 * (time.monotonic() - begun) + 60

    def is_found(fault: Planted) -> bool:
        found = not copies.is_green(NEAR[room], fault, most)
        if not found:
            print(fault, flush=True)
        return found

    with ThreadPoolExecutor(workers) as pool:
        found = sum(pool.map(is_found, faults))
    mean = found / len(faults)
    low, high = share(Sample(mean, mean * (1 - mean), len(faults))).ends or (0.0, 1.0)
    print(f"{room}: {found} of {len(faults)} found ({low:.0%} to {high:.0%} of all)", flush=True)


def main(given: Sequence[str] | None = None) -> None:
    """Look at some rooms."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("rooms", nargs="*", metavar="room", help=f"all by default: {[*NEAR]}")
    parser.add_argument("--faults", type=int, default=40, help="how many in each room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args(given)
    with TemporaryDirectory() as folder:
        copies = Copies(Path(folder), args.workers)
        for room in args.rooms or NEAR:
            faults = drawn(copies.first, room, args.faults, Random(args.seed))
            look(room, faults, copies, args.workers)


if __name__ == "__main__":
    main()
