"""The command line: list, show, compare and check cards, play a game, and replay one.

Standard output is for results, and with `--json` holds nothing but JSON; whatever else there is to
say goes to standard error.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import click

import tilerules as tr
from tilerules.cli.cards import (
    card,
    difference_data,
    differences,
    exit_status,
    heading,
    load,
    problem_data,
    resolved_values,
    tally,
)
from tilerules.cli.drawing import picture, write_film
from tilerules.cli.files import BadArguments, about, check_name, read_record, write_new
from tilerules.cli.games import game_data, show_position
from tilerules.cli.group import Commands
from tilerules.cli.options import (
    as_json,
    by_workers,
    file_name,
    from_a_seed,
    known_game,
    number,
    one_of,
    or_fresh,
    with_policies,
    with_seats,
)
from tilerules.cli.playing import (
    PLAYERS,
    Table,
    asker,
    free_name,
    keep,
    play_at,
    play_out,
    seated,
)
from tilerules.cli.replaying import Replay, replay_data, show_at, step, tell
from tilerules.cli.simulating import (
    check_plots,
    common_seats,
    comparison_text,
    named,
    pool,
    progress_bar,
    summary_data,
    summary_text,
)
from tilerules.cli.starting import starting_card
from tilerules.cli.terminal import columns, numbers, write, write_json, write_text
from tilerules.data.text import written
from tilerules.registry import is_known, rules_schema
from tilerules.simulation.comparison import side_by_side
from tilerules.wording import counted


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0, done, with warnings or without; 1, a card has errors; 2, bad "
    "arguments, or a file that cannot be read or written; 3, a policy or a worker failed, and some "
    "games are missing; 130, interrupted.",
)
@click.version_option(package_name="tilerules", message="tilerules %(version)s")
def commands() -> None:
    """Tabletop games whose rules are YAML cards.

    An ID names a card: one of those that `list` shows, or a file, if it ends in .yaml or has a
    slash in it.
    """


def begun(ruleset: str, seats: int | None, named: int, seed: int) -> tr.Record:
    """A game that begins: with as many seats as are named, or else as few as the rules allow."""
    rules = load(ruleset)
    if seats is None:
        seats = named or rules.seat_counts[0]
        if seats not in rules.seat_counts:
            wrong = tr.WrongSeats(rules.id, seats, rules.seat_counts)
            raise BadArguments(f"{wrong}; --seat is said once for each seat")
    record = tr.Record.start(rules, seats, seed=seed)
    games = rules.values_for(seats).get("match", {}).get("games", 1)
    if games > 1:
        several = f"{rules.id} is for a match of {games} games"
        click.echo(f"note: {several}; this plays one, and tr.Match in Python all", err=True)
    return record


def tell_notice(record: tr.Record) -> None:
    """Say, on standard error, that the rules of a game have changed since."""
    if record.notice:
        click.echo(f"note: {record.notice}", err=True)


@commands.command("list")
@as_json
def list_rulesets(*, as_json: bool) -> None:
    """List the known cards: id, numbers of players, title."""
    rulesets = [tr.load(id) for id in tr.ruleset_ids()]
    if as_json:
        write_json([heading(rules) for rules in rulesets])
    else:
        table = columns("id", "players", "title")
        for rules in rulesets:
            table.add_row(rules.id, numbers(rules.seat_counts), rules.title)
        write(table)


@commands.command()
@click.argument("ruleset", metavar="ID")
@as_json
def show(ruleset: str, *, as_json: bool) -> None:
    """Show every value of a card, and where it is set."""
    rules = load(ruleset)
    if as_json:
        values = [value._asdict() for value in resolved_values(rules)]
        origin = {"sources": rules.sources, "lineage": rules.lineage}
        write_json({**heading(rules), **origin, "values": values})
    else:
        write(*card(rules))


@commands.command()
@click.argument("ruleset", metavar="ID")
def words(ruleset: str) -> None:
    """Tell the rules of a card in words.

    That is Markdown, in which what the card changes is marked.
    """
    write_text(tr.describe(load(ruleset)).rstrip())


@commands.command("diff")
@click.argument("one", metavar="ID")
@click.argument("other", metavar="ID")
@as_json
def show_differences(one: str, other: str, *, as_json: bool) -> None:
    """Show in which values two cards differ."""
    a, b = load(one), load(other)
    try:
        found = tr.diff(a, b)
    except ValueError as error:
        raise BadArguments(str(error)) from error
    if as_json:
        write_json(
            {"a": heading(a), "b": heading(b), "differences": list(map(difference_data, found))}
        )
    else:
        write(*differences(a, b, found))


@commands.command("schema")
@click.argument("game", metavar="GAME", type=known_game)
def print_schema(game: str) -> None:
    """Print the JSON Schema of a game's cards, for an editor."""
    write_text(json.dumps(rules_schema(game), indent=2, ensure_ascii=False))


@commands.command("new")
@click.argument("game", metavar="GAME", type=known_game)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
def new_card(game: str, file: Path) -> None:
    """Write a card to begin a house rule with.

    All that it could change stands in it, commented out. FILE ends in .yaml and is not there yet.
    """
    try:
        text = starting_card(game, file)
    except ValueError as error:
        raise BadArguments(f"{file} cannot be written: {error}") from error
    write_new(file, text)
    click.echo(f"{file} is there; change it, and then: tilerules check {file}")


@commands.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@as_json
def check(files: tuple[str, ...], *, as_json: bool) -> None:
    """Check cards: list what is wrong or strange in each."""
    for file in files:
        if is_known(file) and not Path(file).exists():
            raise BadArguments(
                f"{file} is the id of a known card, which is sound; check takes files"
            )
    found = [(file, tr.check(Path(file))) for file in files]
    if as_json:
        listed = [
            {"file": file, "problems": list(map(problem_data, problems))}
            for file, problems in found
        ]
        write_json({"files": listed})
    else:
        for file, problems in found:
            write_text("\n".join([*map(str, problems), f"{file}: {tally(problems)}"]))
    sys.exit(max(exit_status(problems) for _, problems in found))


@commands.command()
@click.argument("ruleset", metavar="ID")
@with_seats
@number("--seed", "With the same number the deal is the same; by default a fresh one.")
@click.option(
    "--seat",
    "players",
    multiple=True,
    type=one_of(PLAYERS),
    metavar="WHO",
    help="Who sits there: you, uniform, greedy or search; once for each seat, from seat 0 on. By "
    "default you, and greedy at the others.",
)
@click.option("--bots", is_flag=True, help="Let uniform play at every seat.")
@file_name("--save", metavar="FILE.json", help="Keep the game as FILE.json.")
@as_json
def play(
    ruleset: str,
    *,
    seats: int | None,
    seed: int | None,
    players: tuple[str, ...],
    bots: bool,
    save: Path | None,
    as_json: bool,
) -> None:
    """Play a game at the keyboard, or let policies play it.

    In place of ID may stand the FILE.json of a game that was kept; it goes on from there.

    The policy uniform makes any legal move, greedy the one that pays most at once, and search looks
    ahead. A game that a person leaves is kept, even without --save.
    """
    if save:
        check_name(save, "game", ".json")
    if bots and players:
        raise BadArguments("--bots says who sits where, and so does --seat; one of them is enough")
    goes_on = Path(ruleset) if ruleset.endswith(".json") else None
    if goes_on:
        if seats is not None or seed is not None:
            raise BadArguments("a game that goes on has its seats and its deal")
        record = read_record(goes_on)
        tell_notice(record)
    else:
        seed = or_fresh(seed)
        record = begun(ruleset, seats, len(players), seed)
    players = seated(record.seats, players or record.names, bots=bots)
    record = record if record.names else record.noted(names=players)
    file = save or goes_on or free_name(record.ruleset.id)
    chance = Random(f"uniform {seed}")
    table = Table(record, players, file, chance, asker(), kept=bool(save or goes_on))
    if table.people and as_json:
        raise BadArguments("with --json nobody can be asked; add --bots, or a --seat for each")
    if table.people:
        play_at(table)
        return
    play_out(table)
    if save:
        keep(table.record, save)
    if as_json:
        write_json(game_data(table.record, seed))
    else:
        heading = f"{record.ruleset.title}: {counted(record.seats, 'seat')}"
        write(f"{heading}, seed {seed}, {len(table.record.moves)} moves")
        show_position(table.record.state)


@commands.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@number("--at", "Draw the table after N moves; by default after the last.")
@number("--seat", "Draw what this seat sees; by default what a spectator sees.")
@number("--score", "Mark what this seat scores for.", metavar="SEAT")
@file_name("-o", "out", metavar="FILE.svg", help="Write it into a new file.")
@file_name("--film", metavar="DIR", help="Write a picture of every move into a new folder.")
def draw(
    file: Path,
    *,
    at: int | None,
    seat: int | None,
    score: int | None,
    out: Path | None,
    film: Path | None,
) -> None:
    """Draw the table of a kept game as SVG."""
    if film and (at is not None or out):
        raise BadArguments("--film draws every move; leave --at and -o away")
    if out:
        check_name(out, "picture", ".svg")
    with about(file):
        drawn = Replay(read_record(file), seat)
        if film:
            write_text(f"{counted(write_film(drawn, film, score), 'picture')} in {film}")
            return
        text = picture(drawn, drawn.length if at is None else at, score)
        if out:
            write_new(out, text)
        else:
            write_text(text)


@commands.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@number("--game", "Of a match: the game N, counted from 0.")
@number("--at", "Show the table after N moves.")
@number("--seat", "Show what this seat sees; by default what a spectator sees.")
@as_json
def replay(
    file: Path, *, game: int | None, at: int | None, seat: int | None, as_json: bool
) -> None:
    """Replay a kept game: in a terminal step by step, else as a log.

    Every move is checked by the rules that the record holds.
    """
    with about(file):
        replayed = Replay(read_record(file, game), seat)
        tell_notice(replayed.record)
        if as_json:
            write_json(replay_data(replayed, replayed.length if at is None else at))
        elif at is not None:
            show_at(replayed, at)
        elif sys.stdin.isatty() and sys.stdout.isatty():
            step(replayed)
        else:
            tell(replayed)


@commands.command()
@click.argument("ruleset", metavar="ID")
@with_seats
@number("--games", "How many are played.", default=100, show_default=True)
@with_policies
@by_workers
@from_a_seed
@as_json
def simulate(
    ruleset: str,
    *,
    seats: int | None,
    games: int,
    policies: tuple[str, ...],
    workers: int | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Play many games, and show what they came to.

    If that is interrupted, or fails, the games that were finished are shown.
    """
    rules = load(ruleset)
    seats = rules.seat_counts[0] if seats is None else seats
    seed = or_fresh(seed)
    chosen = named(policies)
    ended = None
    try:
        with pool(workers) as executor, progress_bar() as progress:
            done = tr.simulate(
                *(rules, seats, games, chosen), seed=seed, executor=executor, progress=progress
            )
    except ValueError as error:
        raise BadArguments(str(error)) from error
    except tr.SimulationInterrupted as error:
        done, ended = error.summary, error
    if as_json:
        write_text(written(summary_data(rules, done, games, ended)).rstrip())
    else:
        write(*summary_text(rules, done))
    if ended:
        raise ended


@commands.command("compare")
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@number("--seats", "How many seats; by default as few as both rules allow.")
@number("--games", "How many are played by each.", default=100, show_default=True)
@with_policies
@by_workers
@from_a_seed
@as_json
@file_name("--html", metavar="FILE.html", help="Write a page, too.")
def compare(
    one: str,
    other: str,
    *,
    seats: int | None,
    games: int,
    policies: tuple[str, ...],
    workers: int | None,
    seed: int | None,
    as_json: bool,
    html: Path | None,
) -> None:
    """Play games by two cards, and compare them.

    So it shows what a house rule does. A and B are IDs. A hundred games by greedy take some minutes
    in Serendipity, and less than one in the other games. If the games by B are interrupted, those
    that were finished are shown.
    """
    if html:
        check_name(html, "page", ".html")
    a, b = load(one), load(other)
    seed = or_fresh(seed)
    chosen = named(policies)
    ended = None
    try:
        if html:
            check_plots()
        seats = common_seats(a, b) if seats is None else seats
        with pool(workers) as executor, progress_bar() as progress:
            found = tr.compare(
                *(a, b, seats, games, chosen), seed=seed, executor=executor, progress=progress
            )
    except ValueError as error:
        raise BadArguments(str(error)) from error
    except tr.SimulationInterrupted as error:
        if error.earlier is None or not error.summary.games:
            raise
        found, ended = side_by_side(a, b, error.earlier, error.summary, seed), error
    if html:
        write_new(html, found.html())
    if as_json:
        write_text(found.to_json().rstrip())
    else:
        write(*comparison_text(a, b, found))
    if ended:
        raise ended
