"""Huge data by strangers, read as every kind: judged within seconds and some 300 MB.

They are read in processes of their own, which nothing else slows down.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.unmeasured

ROOT = Path(__file__).parents[2]
SECONDS = 5
MEBIBYTES = 300

# Texts near the most that is read, 4 MiB, and beyond; each is made in the process that reads it.
TEXTS = {
    "open lists": '"[" * M',
    "lists in one another": '"[" * 100_000 + "]" * 100_000',
    "objects in one another": """ '{"a":' * 100_000 + "0" + "}" * 100_000 """,
    "known keys in one another": """ '{"ruleset":' * 100_000 + "0" + "}" * 100_000 """,
    "empty lists": '"[" + "[]," * (M // 3 - 2) + "[]]"',
    "empty objects": '"[" + "{}," * (M // 3 - 2) + "{}]"',
    "small objects": """ "[" + '{"a":0},' * (M // 8 - 2) + "{}]" """,
    "numbers": '"[" + "1," * (M // 2 - 2) + "1]"',
    "a number of 5,000 digits": '"9" * 5_000',
    "a number of 4 million digits": '"9" * M',
    "numbers of 4,300 digits": '"[" + ("9" * 4_300 + ",") * 900 + "1]"',
    "a fraction of many digits": '"0." + "9" * (M - 2)',
    "an exponent of many digits": '"1e" + "9" * (M - 2)',
    "a long text": """ '"' + "x" * (M - 2) + '"' """,
    "escapes": """ '"' + r"\\u0101" * (M // 6 - 1) + '"' """,
    "half escapes": """ '"' + r"\\ud83d" * (M // 6 - 1) + '"' """,
    "open text": """ '"' + "x" * (M - 1) """,
    "blanks": '" " * M',
    "line breaks": r'"\\n" * (M - 1) + "]"',
    "many keys": """ "{" + ",".join(f'"{n:x}":0' for n in range(M // 11)) + "}" """,
    "one key many times": """ "{" + ",".join(['"seats":2'] * (M // 10)) + "}" """,
    "many keys, the last one twice": """
        "{" + ",".join(f'"{n:x}":0' for n in range(M // 11)) + ',"%x":0}' % (M // 11 - 1) """,
    "many tags": """ record(tags={f"{n:x}": "" for n in range(100_000)}) """,
    "many moves": """ record(moves=["keep"] * 300_000) """,
    "many long moves": """ record(moves=["keep " + "x" * 190] * 20_000) """,
    "many names": """ record(names=["Ann"] * 300_000) """,
    "many points": """ record(result={"points": [1] * 300_000}) """,
    "a long ranking": """ record(result={"outcome": {"ranking": [[n] for n in range(300_000)],
        "decided_by": "points", "cut_short": False}}) """,
    "many origins": """ ruled(origins={f"k{n}": ["x", 1] for n in range(100_000)}) """,
    "a long lineage": """ ruled(lineage=["x"] * 300_000) """,
    "many ways": """ ruled(ways={f"k{n}": [["x", 1]] for n in range(100_000)}) """,
    "many values": """ ruled(values={f"k{n}": 0 for n in range(100_000)}) """,
    "many sources": """ ruled(sources={f"k{n}": "x" for n in range(100_000)}) """,
    "many players": """ ruled(values={"players": [*range(100_000)]}) """,
    "a long summary": """ ruled(summary="x" * 3_000_000) """,
    "a long id": """ ruled(id="x" * 3_000_000) """,
    "many games": """ summed(played=[[2 * n, 2 * n + 1] for n in range(200_000)]) """,
    "many plies": """ summed(played=[[0, 300_000]], plies=[[n, 1] for n in range(300_000)]) """,
    "too long": '"[" + "0," * 30_000_000 + "0]"',
    "too long by one": '"[" + " " * (M - 1) + "]"',
}

PROBE = """
import _thread, json, sys, threading, time
import tilerules as tr
from tests.saving.games import game
try:
    from resource import RUSAGE_SELF, getrusage
    mebibytes = lambda: getrusage(RUSAGE_SELF).ru_maxrss // 1024
except ImportError:  # Windows does not tell
    mebibytes = lambda: 0
M = 4 * 2**20
sound = game("tulips", plies=5).to_data()
kinds = (tr.State, tr.Observation, tr.Move, tr.Deal, tr.Event, tr.ScoreBreakdown, tr.Outcome,
    tr.Ruleset, tr.Record, tr.Summary)
def record(**changed):
    return json.dumps({**sound, **changed})
def summed(**changed):
    done = tr.simulate(tr.load("tulips"), 2, 1, tr.uniform, seed=1)
    return json.dumps({**done.to_data(), **changed})
def ruled(**changed):
    return record(ruleset={**sound["ruleset"], **changed})
def tried(kind, text):
    start = time.process_time()
    try:
        value = kind.from_json(text)
        value.to_json(), hash(value), repr(value)
        if kind is tr.Record:
            value.states()
        fault = f"{kind.__name__} was read"
    except tr.InvalidData as error:
        message = str(error)
        said_well = len(message) < 500 and message.isprintable()
        fault = "" if said_well else f"{kind.__name__}, {len(message)} signs: {message[:100]!a}"
    except KeyboardInterrupt:
        fault = "it does not come to an end"
    except Exception as error:
        fault = f"{kind.__name__}, {type(error).__name__}: {str(error)[:200]}"
    return time.process_time() - start, fault
told = {}
for name, code in json.load(sys.stdin).items():
    text = eval(code.strip())
    whole = "record(" in code or "ruled(" in code
    todo = [(tr.Record if whole else kinds[len(name) % 9], text)]
    if "ruled(" in code:
        todo.append((tr.Ruleset, json.dumps(json.loads(text)["ruleset"])))
    before, seconds, faults = mebibytes(), 0, []
    for kind, each in todo:
        timer = threading.Timer(30, _thread.interrupt_main)
        timer.start()
        took, fault = tried(kind, each.encode() if len(name) % 2 else each)
        timer.cancel()
        seconds = max(took, seconds)
        faults += [fault] if fault else []
    told[name] = seconds, mebibytes() - before, faults
print(json.dumps(told))
"""

READ = {"Record was read", "Ruleset was read"}
HARMLESS = {"many tags", "many origins", "many ways", "a long lineage"}
"""What may be read: it has no bound but that of the text, and does no harm."""


def probed(texts: dict[str, str]) -> dict[str, tuple[float, int, list[str]]]:
    """For each text the seconds of its longest reading, what memory it added to the most so far,
    and what came of it.
    """
    environment = {name: value for name, value in os.environ.items() if "COV" not in name}
    run = subprocess.run(
        [sys.executable, "-c", PROBE],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        cwd=ROOT,
    )
    assert run.returncode == 0, run.stderr
    told: dict[str, tuple[float, int, list[str]]] = json.loads(run.stdout)
    return told


@pytest.mark.parametrize("part", range(2))
def test_huge_texts_take_little_time_and_memory(part: int) -> None:
    texts = dict(list(TEXTS.items())[part::2])
    told = probed(texts)
    faults = {
        name: [each for each in faults if not (name in HARMLESS and each in READ)]
        for name, (_, _, faults) in told.items()
    }
    assert {name: found for name, found in faults.items() if found} == {}
    assert {name: seconds for name, (seconds, _, _) in told.items() if seconds > SECONDS} == {}
    assert sum(memory for _, memory, _ in told.values()) < MEBIBYTES
