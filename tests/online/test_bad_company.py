"""Clients that mean no good, and others beside them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random

import tilerules as tr
from tests.online.expected import lines, own_moves, traffic, verdict
from tests.online.playing import move, plays, refused
from tests.online.tables import Wire, all_of, table, within_limit

FORM = 'expected {"move": "..."} in a line of at most 1000 bytes'
OTHERS = "it is another seat's move"
NOTHING_TO_MOVE_IN = "there is no game to move in"

GARBAGE = [
    b"\n",
    b"\x00\n",
    b"keep\n",
    b"\xff\xfe\x80 \xc3(\n",
    b'{"move": "\xff"}\n',
    b'\xef\xbb\xbf{"move": "keep"}\n',
    b'{"move": "keep"\n',
    b'{"move": "keep"}{"move": "keep"}\n',
    b'"keep"\n',
    b"[]\n",
    b'["move"]\n',
    b"{}\n",
    b"null\n",
    b"NaN\n",
    b"9" * 990 + b"\n",
    b"[" * 990 + b"\n",
    b'{"move":' * 110 + b"\n",
    b'{"moves": "keep"}\n',
    b'{"move": null}\n',
    b'{"move": 3}\n',
    b'{"move": ["keep"]}\n',
    b'{"move": {"kind": "keep"}}\n',
    b"x" * 1_100 + b"\n",
    b'{"move": "keep"' + b" " * 3_000 + b"}\n",
    b"x" * 500_000 + b'{"move": "keep"}\n',
]
NO_NOTATION = [
    "",
    "kepe",
    "keep it",
    "give 9",
    "give -1",
    "add",
    "\ud800",
    "start " * 99,
    "\x1b[2J",
]


async def no_end_of_a_line_is_a_line(wire: Wire, other: Wire, legal: tr.Move) -> None:
    """What a line too long ends with is not read alone, even if it comes by itself.

    After two answers to somebody else the server has read what was sent before.
    """
    wire.writer.write(b"x" * 2_000)
    for _ in range(2):
        assert await refused(other, b"\n") == FORM
    assert await refused(wire, move(legal)) == FORM


async def misbehave(wires: list[Wire], seen: list[tr.Observation]) -> None:
    """Seat 2 says what it should not, and so does seat 0, whose move it is."""
    for seat in (2, 0):
        for line in GARBAGE:
            assert await refused(wires[seat], line) == FORM, line[:40]
        for text in NO_NOTATION:
            assert "is not a move: expected" in await refused(wires[seat], move(text))
    await no_end_of_a_line_is_a_line(wires[0], wires[2], tr.legal_moves(seen[0])[0])
    for legal in ("keep", tr.legal_moves(seen[0])[0], f"start {seen[2].to_data()['hands'][2][0]}"):
        assert await refused(wires[2], move(legal)) == OTHERS
    for text in ("keep", "give 0", "add secret", "add open"):
        why = tr.why_illegal(seen[0], tr.parse_move(seen[0], text))
        assert await refused(wires[0], move(text)) == str(why)


def test_what_cannot_be_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, "tulips") as here:
            wires = await here.wires(2)
            for line in (*GARBAGE[::8], move("keep")):
                assert await refused(wires[0], line) == NOTHING_TO_MOVE_IN
            wires.append(await here.wire())
            await wires[2].hear()
            seen = [tr.Observation.from_data((await wire.hear())["observation"]) for wire in wires]
            await misbehave(wires, seen)
            first = tr.legal_moves(seen[0])[0]
            wires[0].say(first, first)
            assert [(await wire.hear())["observation"]["ply"] for wire in wires] == [1, 1, 1]
            assert await wires[0].hear() == {"refused": OTHERS}
            wires[2].writer.close()
            for wire in wires[:2]:
                await wire.rest()
                wire.writer.close()
            record = await here.record()
        assert list(map(str, record.moves)) == [str(first)]
        assert wires[1].heard == lines(record, 1)
        for seat, wire in enumerate(wires):
            shown = [line for line in wire.heard if "refused" not in line]
            assert shown == lines(record, seat)[: len(shown)]

    within_limit(scenario())


async def bad_company(wire: Wire) -> int:
    """Play at seat 0, but say something that cannot be before each move, and out of turn.

    How often it has been refused.
    """
    chance, said = Random(0), 0
    never = [*GARBAGE[:-1], *map(move, NO_NOTATION), move("give 0")]
    while "record" not in (data := await wire.hear()):
        if "observation" in data:
            wire.writer.write(never[said % len(never)])
            said += 1
            seen = tr.Observation.from_data(data["observation"])
            if seen.to_move == 0:
                wire.say(tr.uniform(seen, chance))
    while sum("refused" in line for line in wire.heard) < said:
        assert (await wire.hear()).keys() == {"refused"}
    wire.writer.close()
    return said


def test_others_play_on_beside_a_client_that_is_refused_all_the_time(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, "tulips") as here:
            [bad] = await here.wires(1)
            clients = [await here.client(seed) for seed in (1, 2)]
            assert await bad_company(bad) == 64
            verdicts = await all_of(client.verdict() for client in clients)
            record = await here.record()
        assert verdicts == [verdict(record)] * 2
        for client in clients:
            seat = json.loads(client.tap.heard[0])["seat"]
            assert client.tap.heard == traffic(record, seat)
            assert client.tap.said == own_moves(record, seat)
        assert [line for line in bad.heard if "refused" not in line] == lines(record, 0)

    within_limit(scenario())


def test_a_flood_holds_up_nobody(tmp_path: Path) -> None:
    """Seat 2 sends more than all buffers on the way can take."""

    async def scenario() -> None:
        async with table(tmp_path, "flowers") as here:
            wires, chance = await here.wires(2), Random(1)
            flood = await here.wire()
            flood.writer.write(b"\n" * 2**25)
            while len(flood.heard) < 5:
                await flood.hear()
            for ply in range(5):
                for wire in wires:
                    assert (await wire.hear())["observation"]["ply"] == ply
                mine = tr.Observation.from_data(wires[ply // 2 % 2].heard[-1]["observation"])
                if ply < 4:
                    wires[ply // 2].say(tr.uniform(mine, chance))
            assert flood.writer.transport.get_write_buffer_size() > 0
            flood.writer.transport.abort()
            for wire in wires:
                await wire.rest()
                wire.writer.close()
            record = await here.record()
        assert record.result == tr.Result(None, None, "seat 2 has left")
        assert [wire.heard for wire in wires] == [lines(record, 0), lines(record, 1)]

    within_limit(scenario())


NARROW = """
import asyncio, socket, sys
import server

async def start(serve, host, port, limit):
    door = socket.create_server((host, port))
    door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
    return await start_server(serve, sock=door, limit=limit)

start_server, asyncio.start_server = asyncio.start_server, start
server.BEHIND, server.PAUSE, server.GRACE = 8_000, 0.002, 1.0
asyncio.run(server.main(*sys.argv[1:]))
"""


def test_who_never_reads_is_given_up(tmp_path: Path) -> None:
    """Seat 2 reads not even its many refusals; and in the end the others do not hang up."""
    (tmp_path / "narrow.py").write_text(NARROW, "utf-8")

    async def scenario() -> None:
        async with table(tmp_path, "serendipity", program="narrow.py") as here:
            wires = await here.wires(2)
            mute = await here.plain(buffer=2_048)
            await asyncio.get_running_loop().sock_sendall(mute, b"\n" * 200_000)
            await asyncio.gather(*(plays(wire, seat) for seat, wire in enumerate(wires)))
            record = await here.record()
        assert record.result == tr.Result(None, None, "seat 2 has left")
        assert len(record.moves) <= 2
        assert [wire.heard for wire in wires] == [lines(record, 0), lines(record, 1)]

    within_limit(scenario())


def test_who_does_not_move_is_waited_for_so_long(tmp_path: Path) -> None:
    """Seat 0 makes its move, and then it is seat 1 that says nothing."""

    async def scenario() -> None:
        async with table(tmp_path, "serendipity", patience=2.0) as here:
            wires = await here.wires(2)
            client = await here.client(2)
            await wires[0].hear()
            wires[0].say("choose red")
            said = await client.verdict()
            for wire in wires:
                await wire.rest()
            assert await refused(wires[1], move("choose blue")) == NOTHING_TO_MOVE_IN
            for wire in wires:
                wire.writer.close()
            record = await here.record()
        remark = "seat 1 has not moved in time"
        assert said == f"1 moves, seat 0: 0, seat 1: 0, seat 2: 0, {remark}\n"
        assert record.result == tr.Result(None, None, remark)
        assert client.tap.heard == traffic(record, 2)
        assert wires[0].heard == lines(record, 0)
        assert wires[1].heard[:-1] == lines(record, 1)

    within_limit(scenario())
