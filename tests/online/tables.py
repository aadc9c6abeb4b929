"""A table over sockets: the programs of the page as processes, and wires that tell what went by.

Nothing waits for ever: every scenario runs within `LIMIT`, and all processes end with their table.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

import tilerules as tr

PAGE = Path(__file__).parents[2] / "docs" / "guides" / "online.md"
LIMIT = 60.0
"""So many seconds may a scenario take, on however busy a machine."""
LONGEST = 2**23

Change: TypeAlias = Callable[[Any], Any]
"""What becomes of a line from the server on its way: data, or bytes; `ConnectionError` cuts it."""


def programs(folder: Path) -> None:
    """Write the programs of the page into a folder."""
    pattern = r"^<!-- file: (\w+\.py) -->\n```python\n(.*?)^```$"
    found = re.findall(pattern, PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert [name for name, _ in found] == ["server.py", "client.py"]
    for name, text in found:
        (folder / name).write_text(text, "utf-8")


def within_limit(scenario: Coroutine[Any, Any, None]) -> None:
    """Run a scenario; `TimeoutError` if it takes too long."""

    async def limited() -> None:
        async with asyncio.timeout(LIMIT):
            await scenario

    asyncio.run(limited())


@asynccontextmanager
async def process(folder: Path, *arguments: str) -> AsyncGenerator[Process, None]:
    """A Python process, which is dead afterwards."""
    started = await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        cwd=folder,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        yield started
    finally:
        with suppress(ProcessLookupError):
            started.kill()
        await started.communicate()


class Wire:
    """A connection to the server that the test itself speaks on."""

    def __init__(self, reader: StreamReader, writer: StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.heard: list[Any] = []

    async def hear(self) -> Any:
        """The next line from the server, as data; None when there is no more."""
        line = await self.reader.readline()
        if not line:
            return None
        self.heard.append(json.loads(line))
        return self.heard[-1]

    async def rest(self) -> Any:
        """The last line, once the server has sent a record or hung up."""
        while (data := await self.hear()) is not None and "record" not in data:
            pass
        return self.heard[-1]

    def hang_up(self) -> None:
        """Leave at once, whatever is still to be sent."""
        self.writer.transport.abort()
        self.writer.close()

    def say(self, *moves: object) -> None:
        """Send moves."""
        for move in moves:
            self.writer.write(json.dumps({"move": str(move)}).encode() + b"\n")


class Tap:
    """A wire between a client and the server, which keeps what goes by and may change it.

    Attributes:
        heard: what the server has sent, as it sent it, line by line.
        said: what the client has sent.
        task: passes all this on.
    """

    def __init__(self, port: int, change: Change | None) -> None:
        self.port, self.change = port, change
        self.heard: list[bytes] = []
        self.said: list[bytes] = []
        self.task: asyncio.Task[None] | None = None

    async def done(self) -> None:
        """Wait until both ends have hung up."""
        if self.task:
            await self.task

    async def serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Connect a client with the server."""
        self.task = asyncio.current_task()
        server, to_server = await asyncio.open_connection("127.0.0.1", self.port, limit=LONGEST)
        await asyncio.gather(
            self._pass(server, writer, self._down), self._pass(reader, to_server, self._up)
        )

    async def _pass(
        self, source: StreamReader, sink: StreamWriter, kept: Callable[[bytes], bytes]
    ) -> None:
        try:
            while line := await source.readline():
                sink.write(kept(line))
                await sink.drain()
        except ConnectionError:
            pass
        finally:
            sink.close()

    def _up(self, line: bytes) -> bytes:
        self.said.append(line)
        return line

    def _down(self, line: bytes) -> bytes:
        self.heard.append(line)
        if self.change is None:
            return line
        data = self.change(json.loads(line))
        return data if isinstance(data, bytes) else json.dumps(data).encode() + b"\n"


class Client:
    """A process that runs the client of the page, and the tap between it and the server."""

    def __init__(self, process: Process, tap: Tap) -> None:
        self.process, self.tap = process, tap

    async def verdict(self) -> str:
        """What it prints when it has checked the game."""
        out, err = await self.process.communicate()
        assert (self.process.returncode, err) == (0, b""), err.decode()
        return out.decode()

    async def complaint(self) -> str:
        """What it complains of; it prints nothing else."""
        out, err = await self.process.communicate()
        assert (self.process.returncode, out) == (1, b""), (out + err).decode()
        return err.decode()


async def all_of(waiting: Iterable[Coroutine[Any, Any, str]]) -> list[str]:
    """What all these come to; none is waited for any longer when one has failed."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(each) for each in waiting]
    return [task.result() for task in tasks]


class Table:
    """A running server."""

    def __init__(self, folder: Path, server: Process, port: int, stack: AsyncExitStack) -> None:
        self.folder, self.server, self.port, self.stack = folder, server, port, stack

    async def client(self, seed: object, change: Change | None = None) -> Client:
        """A client of the page, started and on its way to a seat."""
        tap = Tap(self.port, change)
        between = await asyncio.start_server(tap.serve, "127.0.0.1", 0, limit=LONGEST)
        self.stack.callback(between.close)
        self.stack.push_async_callback(tap.done)
        port = str(between.sockets[0].getsockname()[1])
        started = process(self.folder, "client.py", port, str(seed))
        return Client(await self.stack.enter_async_context(started), tap)

    async def plain(self, *, buffer: int = 0) -> socket.socket:
        """A socket that is connected with the server, with a buffer for what is not read."""
        out = socket.socket()
        self.stack.callback(out.close)
        if buffer:
            out.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        out.setblocking(False)
        await asyncio.get_running_loop().sock_connect(out, ("127.0.0.1", self.port))
        return out

    async def wire(self) -> Wire:
        """A connection of the test's own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=LONGEST)
        wire = Wire(reader, writer)
        self.stack.callback(wire.hang_up)
        return wire

    async def wires(self, number: int) -> list[Wire]:
        """Connections that sit at the seats 0, 1 and so on, and have been welcomed."""
        seated = []
        for seat in range(number):
            seated.append(await self.wire())
            assert (await seated[-1].hear())["seat"] == seat
        return seated

    async def record(self) -> tr.Record:
        """What the server prints when the game is over; it has had nothing to complain of."""
        out, err = await self.server.communicate()
        assert (self.server.returncode, err) == (0, b""), err.decode()
        return tr.Record.from_json(out)


@asynccontextmanager
async def table(
    folder: Path, game: str, patience: float = 2 * LIMIT, program: str = "server.py"
) -> AsyncGenerator[Table, None]:
    """A server of a game for three, and an end to all that has to do with it."""
    programs(folder)
    async with AsyncExitStack() as stack:
        started = process(folder, program, game, "3", str(patience))
        server = await stack.enter_async_context(started)
        assert server.stdout is not None
        if not (port := await server.stdout.readline()):
            raise ChildProcessError((await server.communicate())[1].decode())
        yield Table(folder, server, int(port), stack)
