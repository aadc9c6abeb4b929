"""A server and three clients as processes of their own, from the first line to the record."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import tilerules as tr
from tests.online.expected import lines, own_moves, traffic, verdict
from tests.online.playing import plays
from tests.online.tables import Change, Table, Wire, all_of, table, within_limit

# ---- an honest table ------------------------------------------------------------------------

HIDDEN_KEYS = ('"salt"', '"deal"', '"lottery"', '"left_out"', '"left_over"')
THINGS = r'"([a-z]+-\d(?:-[a-z]+)?|serendip|red|orange|yellow|green|blue|violet)"'


def seen_at_first(deal: Any, seat: int) -> set[str]:
    """The names of all cards or tiles that a seat may see when the game begins."""
    match deal["ruleset"]["id"]:
        case "flowers":
            return {*deal["starts"], deal["piles"][0][0], deal["piles"][1][0]}
        case "tulips":
            return {*deal["festival"], *deal["hands"][seat]}
        case _:
            return set()


@pytest.mark.parametrize("game", ["serendipity", "flowers", "tulips"])
def test_three_clients_play_and_agree(game: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, game) as here:
            clients = [await here.client(seed) for seed in (1, 2, 3)]
            verdicts = await all_of(client.verdict() for client in clients)
            record = await here.record()
        assert record.deal is not None
        assert verdicts == [verdict(record)] * 3
        heard = {json.loads(client.tap.heard[0])["seat"]: client.tap for client in clients}
        assert sorted(heard) == [0, 1, 2]
        for seat, tap in heard.items():
            assert tap.heard == traffic(record, seat)
            assert tap.said == own_moves(record, seat)
            before_the_end = b"".join(tap.heard[:-1])
            for secret in (record.deal.salt.hex(), *HIDDEN_KEYS):
                assert secret.encode() not in before_the_end
            named = re.findall(THINGS, tap.heard[1].decode())
            assert set(named) == seen_at_first(record.deal.to_data(), seat)

    within_limit(scenario())


# ---- a server that cheats -------------------------------------------------------------------


def of_the_record(change: Callable[[Any], Any]) -> Change:
    """A change of the published record alone."""

    def changed(line: Any) -> Any:
        if "record" in line:
            change(line["record"])
        return line

    return changed


def of_the_table(ply: int, change: Callable[[Any], Any]) -> Change:
    """A change of what is shown after so many moves."""

    def changed(line: Any) -> Any:
        if "observation" in line and line["observation"]["ply"] == ply:
            change(line)
        return line

    return changed


def another_commitment(line: Any) -> Any:
    if "commitment" in line:
        line["commitment"] = line["commitment"][::-1]
    return line


def no_record(line: Any) -> Any:
    if "record" in line:
        raise ConnectionError
    return line


def no_text(line: Any) -> Any:
    return b'{"record": \xff}\n' if "record" in line else line


def another_salt(record: Any) -> None:
    record["deal"]["salt"] = record["deal"]["salt"][::-1]


def another_lottery(record: Any) -> None:
    """Of its last number nobody has seen anything: the cards in the secret festival are fewer."""
    numbers = record["deal"]["lottery"]
    numbers[-1] = (numbers[-1] + 1) % len(numbers)


def a_position(record: Any) -> None:
    """The first state in place of the deal, from which all the same can be replayed."""
    state = tr.Record.from_data(record).at(0).to_data()
    del record["deal"]
    record["position"] = {
        key: value for key, value in state.items() if key not in ("format", "ruleset", "seats")
    }


def a_move_less(record: Any) -> None:
    del record["moves"][-1]
    record["result"] = None


def an_illegal_move(record: Any) -> None:
    record["moves"][7] = record["moves"][0]


def a_point_more(record: Any) -> None:
    record["result"]["points"][0] += 1


def no_events(line: Any) -> None:
    line["events"].pop()


def other_points(line: Any) -> None:
    line["observation"]["keeping"][0] += 1


NOT_PROMISED = "the deal is not the one that was promised"
NOT_SHOWN = "the game is not the one that was shown"
CHEATS: list[tuple[Change, str]] = [
    (of_the_record(another_lottery), NOT_PROMISED),
    (of_the_record(another_salt), NOT_PROMISED),
    (of_the_record(a_position), NOT_PROMISED),
    (another_commitment, NOT_PROMISED),
    (of_the_record(a_move_less), NOT_SHOWN),
    (of_the_table(9, other_points), NOT_SHOWN),
    (of_the_table(9, no_events), NOT_SHOWN),
    (of_the_record(an_illegal_move), "moves[7]"),
    (of_the_record(a_point_more), "result.points"),
    (no_record, "the server has gone"),
    (no_text, "utf-8"),
    (of_the_record(dict.clear), "ruleset"),
]


@pytest.mark.parametrize("first", range(0, len(CHEATS), 3))
def test_what_was_changed_is_noticed(first: int, tmp_path: Path) -> None:
    """Each client is sent something else that is not true; the game itself is honest."""
    cheats = CHEATS[first : first + 3]

    async def scenario() -> None:
        async with table(tmp_path, "tulips") as here:
            clients = [await here.client(first, change) for change, _ in cheats]
            complaints = await all_of(client.complaint() for client in clients)
            await here.record()
        for complaint, (_, expected) in zip(complaints, cheats, strict=True):
            assert complaint.startswith("not to be trusted: ")
            assert expected in complaint
            assert complaint.count("\n") == 1

    within_limit(scenario())


# ---- coming and going -----------------------------------------------------------------------


def hang_up(wire: Wire) -> None:
    wire.writer.close()


def reset(wire: Wire) -> None:
    """Hang up as a machine does that breaks down."""
    line = wire.writer.get_extra_info("socket")
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    wire.writer.transport.abort()


def half_a_line(wire: Wire) -> None:
    wire.writer.write(b'{"move": "place 1,0"}')
    wire.writer.close()


@pytest.mark.parametrize("leave", [hang_up, reset, half_a_line])
def test_who_leaves_ends_the_game_for_all(leave: Callable[[Wire], None], tmp_path: Path) -> None:
    """Seat 2 goes in the middle of its first turn."""

    async def scenario() -> None:
        async with table(tmp_path, "flowers") as here:
            wires = await here.wires(3)
            others = asyncio.gather(*(plays(wires[seat], seat) for seat in (0, 1)))
            while (await wires[2].hear())["observation"]["ply"] < 4:
                pass
            wires[2].say("take 1")
            await wires[2].hear()
            leave(wires[2])
            await others
            for wire in wires[:2]:
                wire.writer.close()
            record = await here.record()
        assert record.result == tr.Result(None, None, "seat 2 has left")
        assert len(record.moves) == 5
        assert [wire.heard for wire in wires[:2]] == [lines(record, 0), lines(record, 1)]
        assert wires[2].heard == lines(record, 2)[:-1]

    within_limit(scenario())


async def turned_away(here: Table, said: bytes = b"") -> None:
    """Come to a table where all seats are taken."""
    late = await here.wire()
    if said:
        late.writer.write(said)
        with suppress(ConnectionError):
            await late.reader.read()
    else:
        assert await late.hear() == {"refused": "all seats at this table are taken"}
        assert await late.hear() is None


def test_seats_are_free_until_the_game_begins_and_then_no_more(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, "tulips") as here:
            wires = await here.wires(2)
            wires[0].writer.write_eof()
            assert await wires[0].hear() is None
            wires[0] = await here.wire()
            assert (await wires[0].hear())["seat"] == 0
            wires.append(await here.wire())
            assert (await wires[2].hear())["seat"] == 2
            await turned_away(here)
            for _ in range(20):
                await turned_away(here, b"\n" * 100_000)
            await asyncio.gather(*(plays(wire, seat) for seat, wire in enumerate(wires)))
            for wire in wires:
                wire.writer.close()
            record = await here.record()
        assert record.result is not None
        assert record.result.remark is None
        assert [wire.heard for wire in wires] == [lines(record, seat) for seat in range(3)]

    within_limit(scenario())


def test_a_server_ends_when_all_have_left(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, "tulips") as here:
            for wire in await here.wires(3):
                wire.writer.close()
            record = await here.record()
        assert record.moves == ()
        assert record.result is not None
        assert "has left" in str(record.result.remark)

    within_limit(scenario())
