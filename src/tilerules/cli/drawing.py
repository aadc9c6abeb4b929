"""The pictures of a record: one of them, or one for each move."""

from __future__ import annotations

from pathlib import Path

import tilerules as tr
from tilerules.cli.files import BadArguments
from tilerules.cli.replaying import Replay


def picture(replay: Replay, ply: int, scored: int | None) -> str:
    """The table after so many moves, with what a seat scores for if one is named."""
    seen = replay.seen(ply)
    if scored is None:
        return tr.draw_svg(seen)
    if not 0 <= scored < seen.seats:
        raise ValueError(f"there is no seat {scored}; they go from 0 to {seen.seats - 1}")
    return tr.draw_svg(seen, highlight=tr.score(seen)[scored])


def write_film(replay: Replay, folder: Path, scored: int | None) -> int:
    """Write a picture for the start and for each move, into a folder that is not there yet."""
    pictures = [picture(replay, ply, scored) for ply in range(replay.length + 1)]
    try:
        folder.mkdir(parents=True)
        for ply, text in enumerate(pictures):
            name = f"{ply:0{len(str(replay.length))}}.svg"
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadArguments(f"{folder} cannot be written: {error.strerror}") from error
    return len(pictures)
