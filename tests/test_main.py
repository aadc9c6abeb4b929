"""The script as a process of its own, and what `main` does before and after the command line."""

from __future__ import annotations

import os
import runpy
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import pytest

import tilerules
from tilerules import __main__ as script

PLAY = ["play", "serendipity", "--seats", "3", "--seed", "7", "--bots"]
NEEDS = 'Error: the command line needs an extra: pip install "tilerules[cli]"\n'


def start(*arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
    )


def run(*arguments: str, **environment: str) -> tuple[int, bytes, bytes]:
    with start(*arguments, **environment) as process:
        out, err = process.communicate(timeout=60)
    return process.returncode, out.replace(b"\r\n", b"\n"), err.replace(b"\r\n", b"\n")


# ---- as a process ---------------------------------------------------------------------------


def test_the_module_runs() -> None:
    version = f"tilerules {tilerules.__version__}\n".encode()
    assert run("-m", "tilerules", "--version") == (0, version, b"")


def test_a_piped_game_is_plain_text() -> None:
    status, out, err = run("-m", "tilerules", *PLAY)
    assert (status, err) == (0, b"")
    assert b"\x1b" not in out
    assert b" wins with " in out


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "latin-1", "utf-8"])
@pytest.mark.parametrize("call", [PLAY, [*PLAY, "--json"], ["show", "serendipity"], ["list"]])
def test_every_console_can_be_written_to(encoding: str, call: list[str]) -> None:
    status, out, err = run("-m", "tilerules", *call, PYTHONIOENCODING=encoding)
    assert (status, err) == (0, b"")
    assert out.decode(encoding)


@pytest.mark.parametrize("name", ["click", "rich"])
@pytest.mark.parametrize("call", [[], ["--version"], PLAY])
def test_without_the_extra_one_sentence_names_it(name: str, call: list[str]) -> None:
    code = (
        f"import runpy, sys; sys.modules[{name!r}] = None; "
        "runpy.run_module('tilerules', run_name='__main__', alter_sys=True)"
    )
    assert run("-c", code, *call) == (2, b"", NEEDS.encode())


@pytest.mark.parametrize("call", [["list"], ["--help"], [*PLAY, "--json"]])
def test_a_closed_pipe_ends_the_script_quietly(call: list[str]) -> None:
    with start("-m", "tilerules", *call) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == (-signal.SIGPIPE if hasattr(signal, "SIGPIPE") else 1)


# ---- within this process --------------------------------------------------------------------


@pytest.fixture
def handlers(monkeypatch: pytest.MonkeyPatch) -> dict[int, Any]:
    """What handlers of signals are set; none is really set."""
    found: dict[int, Any] = {}
    monkeypatch.setattr(signal, "signal", found.__setitem__)
    return found


@pytest.fixture
def instead(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], None]:
    """Puts something in the place of the command line."""

    def put(commands: Callable[[], Any]) -> None:
        module = ModuleType("tilerules.cli")
        module.__dict__["commands"] = commands
        monkeypatch.setitem(sys.modules, "tilerules.cli", module)

    return put


def test_running_the_package_runs_main(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], handlers: dict[int, Any]
) -> None:
    monkeypatch.setattr(sys, "argv", ["tilerules", "list"])
    monkeypatch.delitem(sys.modules, "tilerules.__main__")
    with pytest.raises(SystemExit) as stop:
        runpy.run_module("tilerules", run_name="__main__")
    assert stop.value.code == 0
    assert "serendipity" in capsys.readouterr().out
    assert set(handlers.values()) <= {signal.SIG_DFL}


def test_a_system_without_pipe_signals(
    monkeypatch: pytest.MonkeyPatch,
    handlers: dict[int, Any],
    instead: Callable[[Callable[[], Any]], None],
) -> None:
    ran: list[bool] = []
    instead(lambda: ran.append(True))
    monkeypatch.delattr(signal, "SIGPIPE", raising=False)
    script.main()
    assert ran == [True]
    assert handlers == {}


@pytest.mark.parametrize("name", ["click", "rich"])
def test_a_missing_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    for module in [each for each in sys.modules if each.startswith("tilerules.cli")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(SystemExit) as stop:
        script.main()
    assert stop.value.code == 2
    assert capsys.readouterr() == ("", NEEDS)


class Stopped(ModuleType):
    """A command line during whose import something happens."""

    def __init__(self, error: BaseException) -> None:
        super().__init__("tilerules.cli")
        self.error = error

    def __getattr__(self, name: str) -> NoReturn:
        raise self.error


def test_another_missing_module_is_a_fault_of_the_installation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(
        sys.modules, "tilerules.cli", Stopped(ModuleNotFoundError("no attrs", name="attrs"))
    )
    with pytest.raises(ModuleNotFoundError, match="no attrs"):
        script.main()


def test_an_interrupt_while_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tilerules.cli", Stopped(KeyboardInterrupt()))
    with pytest.raises(SystemExit) as stop:
        script.main()
    assert stop.value.code == 130


def test_a_full_disk_is_one_clear_message(
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    handlers: dict[int, Any],
    instead: Callable[[Callable[[], Any]], None],
    tmp_path: Path,
) -> None:
    def full() -> NoReturn:
        raise OSError(28, "No space left on device")

    instead(full)
    with (tmp_path / "out").open("w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        with pytest.raises(SystemExit) as stop:
            script.main()
        out.write("the rest")
    assert stop.value.code == 2
    assert capfd.readouterr().err == (
        "Error: the output cannot be written (No space left on device)\n"
    )
    assert (tmp_path / "out").read_text() == ""
