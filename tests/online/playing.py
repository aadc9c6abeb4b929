"""What the test itself says on a wire."""

from __future__ import annotations

import json
from random import Random

import tilerules as tr
from tests.online.tables import Wire


def move(text: object) -> bytes:
    """The line that makes a move."""
    return json.dumps({"move": str(text)}).encode() + b"\n"


async def refused(wire: Wire, line: bytes) -> str:
    """The one answer to a line."""
    wire.writer.write(line)
    answer = await wire.hear()
    assert answer.keys() == {"refused"}
    return str(answer["refused"])


async def plays(wire: Wire, seat: int) -> None:
    """Play like an honest client, until the record comes."""
    chance = Random(seat)
    while "record" not in (data := await wire.hear()):
        if data.get("observation", {}).get("to_move") == seat:
            wire.say(tr.uniform(tr.Observation.from_data(data["observation"]), chance))
