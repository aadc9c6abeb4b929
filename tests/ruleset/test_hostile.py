"""Cards by strangers who want to do harm: each is judged within a second and 100 MB.

They are read in a process of its own, which nothing else slows down.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ruleset.cards import HEAD

pytestmark = pytest.mark.unmeasured

MOST = 64 * 1024 - len(HEAD)

HOSTILE = {
    "nested lists": HEAD + "summary: " + "[" * (MOST - 10),
    "nested blocks": HEAD + "summary: " + "{a: " * (MOST // 4 - 3),
    "nested by indentation": HEAD + "".join(" " * n + "a:\n" for n in range(350)),
    "lists closed": HEAD + "summary: " + "[" * 20_000 + "]" * 20_000,
    "aliases that multiply": HEAD
    + "a: &a [x, x]\n"
    + "".join(f"a{n}: &a{n} [*a{n - 1 or ''}, *a{n - 1 or ''}]\n" for n in range(1, 60)),
    "many keys": HEAD + "".join(f"k{n}: 1\n" for n in range(7_000)),
    "one key many times": HEAD + "board: 1\n" * 6_000,
    "a long list": HEAD + "players: [" + "2, " * (MOST // 3 - 10) + "2]",
    "a list of lists": HEAD + "players: [" + "[2], " * (MOST // 5 - 10) + "2]",
    "a long key": HEAD + "k" * (MOST - 10) + ": 1",
    "a long number": HEAD + "edition: " + "9" * (MOST - 20),
    "a long fraction": HEAD + "edition: 0." + "9" * (MOST - 20),
    "a long hexadecimal number": HEAD + "edition: 0x" + "f" * (MOST - 20),
    "signs of a number": HEAD + "edition: " + "1_" * (MOST // 2 - 20),
    "escapes": HEAD + 'summary: "' + "\\x41" * (MOST // 4 - 10) + '"',
    "open quotes": HEAD + "summary: '" + "''" * (MOST // 2 - 10),
    "many documents": HEAD + "---\n" * (MOST // 4 - 1),
    "tags": HEAD + "a: " + "!!python/object/apply:os.system [x]\n" * 10,
    "colons": HEAD + ": " * (MOST // 2 - 1),
    "question marks": HEAD + "? " * (MOST // 2 - 1),
    "dashes": HEAD + "- " * (MOST // 2 - 1),
    "spaces": HEAD + " " * MOST,
    "line feeds": HEAD + "\n" * MOST,
    "comments": HEAD + "#" * MOST,
    "a block of text": HEAD + "summary: |\n" + "  a\n" * (MOST // 4 - 10),
    "wide for players": HEAD
    + "for_players: {"
    + ", ".join(f"{n}: {{board: {{side: {n}}}}}" for n in range(2_000))
    + "}",
    "mistyped keys": HEAD + "scoring: {" + ", ".join(f"flowrs{n}: 1" for n in range(3_000)) + "}",
    "too large": HEAD + "x" * 10_000_000,
}

SOUND = {"spaces", "line feeds", "comments"}

PROBE = """
import json, sys, time
import tilerules as tr, yaml
from tilerules.ruleset import reading
try:
    from resource import RUSAGE_SELF, getrusage
    kibibytes = lambda: getrusage(RUSAGE_SELF).ru_maxrss
except ImportError:  # Windows does not tell
    kibibytes = lambda: 0
reading.LOADER = getattr(yaml, sys.argv[1])
tr.load("serendipity"); tr.check("id: x")
told = {}
before = kibibytes()
for name, text in json.load(sys.stdin).items():
    start = time.process_time()
    problems = tr.check(text)
    told[name] = [time.process_time() - start, len(problems)]
told["memory"] = kibibytes() - before
print(json.dumps(told))
"""


@pytest.mark.parametrize("loader", ["SafeLoader", "CSafeLoader"])
def test_a_hostile_card_takes_little_time_and_memory(loader: str) -> None:
    environment = {name: value for name, value in os.environ.items() if "COV" not in name}
    run = subprocess.run(
        [sys.executable, "-c", PROBE, loader],
        input=json.dumps(HOSTILE),
        capture_output=True,
        text=True,
        check=True,
        env=environment,
        cwd=Path(__file__).parents[2],
    )
    told = json.loads(run.stdout)
    assert told.pop("memory") < 100 * 1024  # KiB
    assert {name: each for name, each in told.items() if each[0] > 1} == {}
    assert {name for name, each in told.items() if not each[1]} == SOUND
