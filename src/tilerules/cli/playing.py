"""A table at which people sit, alone or with policies, at one keyboard."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count, pairwise
from pathlib import Path
from random import Random

import attrs
import click
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn

import tilerules as tr
from tilerules.bots.policies import POLICIES
from tilerules.cli.games import show_position
from tilerules.cli.terminal import table_text, write_text
from tilerules.wording import plain

PERSON = "you"
PLAYERS = (PERSON, *POLICIES)
COMMANDS = ("moves", "why", "score", "table", "undo", "save", "quit")
LISTED = 20
"""So many moves are listed with numbers; of more only the kinds are told."""
WORLDS = 8
"""In so many guesses a move must look the same, so that it has shown nothing that was hidden."""

HELP = """\
A move in notation, as the list shows it, or its number there. Besides:
  moves      list all legal moves
  why MOVE   why a move is not legal, and which rule forbids it
  score      the score sheet so far
  table      the table once more
  undo       take back the last move of a person, unless it has shown something hidden
  save FILE  keep the game; without FILE where it will be kept when you quit
  quit       keep the game, and leave"""

Ask = Callable[[str, Sequence[str]], str]
"""Ask a person: the question, and what it may begin with; `EOFError` at the end of input."""


class Left(Exception):
    """A person has left the table."""


@attrs.define
class Table:
    """A game that is going on, with who sits where and where it is kept.

    Attributes:
        kept: whether it is kept when it is over, too.
        shown_to: the seat whose view the screen shows.
        private: whether that seat knows more than all others.
        looked: for each person the ply at which it has last looked at the table.
    """

    record: tr.Record
    players: Sequence[str]
    file: Path
    chance: Random
    ask: Ask
    kept: bool = False
    shown_to: int | None = None
    private: bool = False
    looked: dict[int, int] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        """What has happened before the people sat down is no news to them."""
        self.looked = dict.fromkeys(self.people, len(self.record.moves))

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.players) if player == PERSON]


def seated(seats: int, named: Sequence[str], *, bots: bool) -> tuple[str, ...]:
    """Who sits where: as named, or else one person, and the policy greedy at the other seats."""
    if bots:
        return ("uniform",) * seats
    if not named or not {*named} <= {*PLAYERS}:
        return (PERSON, *("greedy",) * (seats - 1))
    if len(named) != seats:
        raise click.UsageError(f"there are {seats} seats: --seat is needed {seats} times, or never")
    return tuple(named)


def free_name(id: str) -> Path:
    """The name of a file in this folder that is not there yet."""
    names = (Path(f"{id}-{number}.json") for number in count(1))
    return next(name for name in names if not name.exists())


def play_at(table: Table) -> None:
    """Play until the game is over, or a person leaves; then the game is kept."""
    try:
        while (seat := table.record.state.to_move) is not None:
            if table.players[seat] == PERSON:
                _turn(table, seat)
            else:
                table.record = _bot_move(table, seat)
    except (EOFError, KeyboardInterrupt, Left):
        write_text("")
        if table.record.moves and _kept(table):
            file = shlex.quote(str(table.file))
            write_text(f"kept as {table.file}; to go on: tilerules play {file}")
        return
    if table.kept:
        _kept(table)
    _tell_news(table, table.people[0])
    show_position(tr.observe(table.record.state, table.people[0]))


def play_out(table: Table) -> None:
    """Let the policies play to the end; a terminal sees how far they are."""
    console = Console(stderr=True)
    console.quiet = not console.file.isatty()
    with Progress(
        SpinnerColumn("line"),
        TextColumn("{task.description}"),
        console=console,
        transient=True,
        disable=console.quiet,
    ) as progress:
        task = progress.add_task("")
        while (seat := (state := table.record.state).to_move) is not None:
            table.record = _bot_move(table, seat)
            progress.update(task, description=f"turn {state.turns + 1}, move {state.ply}")


def _bot_move(table: Table, seat: int) -> tr.Record:
    policy = POLICIES[table.players[seat]]
    return table.record.play(policy(tr.observe(table.record.state, seat), table.chance))


def keep(record: tr.Record, file: Path) -> None:
    """Write a record; the file is the old one or the new one, whatever happens meanwhile."""
    beside = file.with_name(f"{file.name}.part")
    try:
        beside.write_text(record.to_json(), encoding="ascii")
        beside.replace(file)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def _kept(table: Table) -> bool:
    """Keep a game, or tell that it cannot be."""
    try:
        keep(table.record, table.file)
    except OSError as error:
        write_text(f"{table.file} cannot be written: {error.strerror}")
        return False
    return True


# ---- a turn ---------------------------------------------------------------------------------


def _turn(table: Table, seat: int) -> None:
    """Show a person the table, and do what it says until it has moved or taken a move back."""
    _hand_over(table, seat)
    _tell_news(table, seat)
    seen = tr.observe(table.record.state, seat)
    write_text(f"\n{table_text(seen)}\n\n{_choices(seen)}")
    before = table.record
    while table.record is before:
        answer = table.ask(f"seat {seat}> ", _completions(seen))
        _do(table, seen, answer.strip())


def _do(table: Table, seen: tr.Observation, answer: str) -> None:
    """Do what a person says: one of the commands, or else a move."""
    word, _, rest = answer.partition(" ")
    match word.lower():
        case "?" | "help":
            write_text(HELP)
        case "moves":
            write_text("\n".join(_numbered(tr.legal_moves(seen))))
        case "why":
            write_text(_why(seen, rest))
        case "score":
            show_position(seen)
        case "table":
            write_text(f"\n{table_text(seen)}\n\n{_choices(seen)}")
        case "undo":
            _undo(table)
        case "save":
            _save(table, rest.strip())
        case "quit" | "q":
            raise Left
        case "":
            write_text("? for help")
        case _:
            _move(table, seen, answer)


def _move(table: Table, seen: tr.Observation, answer: str) -> None:
    """Make a move, given in notation or by its number; or say why not."""
    moves = tr.legal_moves(seen)
    try:
        if answer.isdecimal() and len(answer) < 9:
            number = int(answer)
            if not 1 <= number <= len(moves):
                write_text(f"the numbers go from 1 to {len(moves)}")
                return
            move = moves[number - 1]
        else:
            move = tr.parse_move(seen, answer)
    except tr.NotationError as fault:
        write_text(f"{fault}; ? for help")
        return
    if refusal := tr.why_illegal(seen, move):
        write_text(f"not legal: {refusal}")
    else:
        table.record = table.record.play(move)


def _why(seen: tr.Observation, text: str) -> str:
    try:
        refusal = tr.why_illegal(seen, tr.parse_move(seen, text))
    except tr.NotationError as fault:
        return str(fault)
    return f"not legal: {refusal}" if refusal else "this move is legal"


def _save(table: Table, name: str) -> None:
    """Keep the game under a name, which ends in .json, so that it can go on."""
    file = Path(name if name.endswith(".json") else f"{name}.json") if name else table.file
    try:
        if file != table.file and file.exists():
            write_text(f"{file} is there already; another name, please")
            return
        keep(table.record, file)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no file can have this name"
        write_text(plain(f"{file} cannot be written: {reason}"))
    else:
        table.file, table.kept = file, True
        write_text(f"kept as {file}")


# ---- what a person is shown -----------------------------------------------------------------


def _hand_over(table: Table, seat: int) -> None:
    """Between two people the screen is cleared, if one of them knows more than the other."""
    state = table.record.state
    private = _knows_more(state, seat)
    if table.shown_to not in (None, seat) and (table.private or private):
        if sys.stdout.isatty():
            click.echo("\x1b[H\x1b[2J\x1b[3J", nl=False)
        table.ask(f"Seat {seat} is to move. Others look away; then press Enter. ", ())
    table.shown_to, table.private = seat, private


def _knows_more(state: tr.State, seat: int) -> bool:
    """Whether a seat knows something that not everybody knows."""
    mine, all_know = (tr.observe(state, viewer).to_data() for viewer in (seat, None))
    return mine != {**all_know, "viewer": seat}


def _tell_news(table: Table, seat: int) -> None:
    """What has happened since a person last moved."""
    states = table.record.states()
    first = min(table.looked.get(seat, 0), len(states) - 1)
    seen = [tr.observe(state, seat) for state in states[first:]]
    for before, after in pairwise(seen):
        for event in tr.events(before, after):
            write_text(str(event))
    table.looked[seat] = len(states) - 1


def _choices(seen: tr.Observation) -> str:
    """The legal moves with their numbers if they are few; else one of each kind."""
    moves = tr.legal_moves(seen)
    if len(moves) <= LISTED:
        return "\n".join(_numbered(moves))
    examples = ", ".join(f"`{move}`" for move in {move.kind: move for move in moves}.values())
    return f"{len(moves)} legal moves, as {examples}; ? for help"


def _numbered(moves: Sequence[tr.Move]) -> Iterator[str]:
    digits = len(str(len(moves)))
    return (f"{number:{digits}}  {move}" for number, move in enumerate(moves, 1))


def _completions(seen: tr.Observation) -> list[str]:
    return [*COMMANDS, *map(str, tr.legal_moves(seen))]


# ---- moves taken back -----------------------------------------------------------------------


def _undo(table: Table) -> None:
    """Take back the last move of a person, and what policies have done since."""
    states = table.record.states()
    mine = [ply for ply, state in enumerate(states[:-1]) if state.to_move in table.people]
    if not mine:
        write_text("no person has moved yet")
    elif any(_has_shown(table, *plies) for plies in pairwise(states[mine[-1] :])):
        write_text("that cannot be taken back: something hidden has been shown since")
    else:
        table.record = table.record.back(len(states) - 1 - mine[-1])


def _has_shown(table: Table, before: tr.State, after: tr.State) -> bool:
    """Whether a move has shown a person what it could not know, as other guesses look otherwise."""
    move = after.last_move
    assert move is not None, "it led to this state"
    for seat in table.people:
        seen, told = tr.observe(before, seat), tr.observe(after, seat)
        for guess in range(WORLDS):
            world = tr.determinize(seen, guess)
            others = [each for each in tr.legal_moves(world) if each.kind == move.kind]
            moves = [move] if move in tr.legal_moves(world) else others  # it names what is hidden
            if all(tr.observe(tr.apply_move(world, each), seat) != told for each in moves):
                return True
    return False


# ---- what a person says ---------------------------------------------------------------------


def asker() -> Ask:
    """What asks the person at the terminal, or reads the lines of a pipe."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _read_line
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter

    sessions: dict[str, PromptSession[str]] = {}  # nobody gets at what another seat has typed

    def ask(question: str, completions: Sequence[str]) -> str:
        session = sessions.setdefault(question, PromptSession())
        completer = WordCompleter(list(completions), sentence=True, ignore_case=True)
        return session.prompt(question, completer=completer, complete_while_typing=False)

    return ask


def _read_line(question: str, completions: Sequence[str]) -> str:
    click.echo(question, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
