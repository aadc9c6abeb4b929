"""Write the files of the newest format that are missing. What is there is never written again.

    python -m tests.data.write

A file of a format that is released stays as it is for ever: it shows that what was written in that
format is still read. Before the first release, a file is taken away by hand to be written anew.
"""

from __future__ import annotations

from pathlib import Path

from tests.data.games import FORMATS, GAMES, file_name, played, text
from tilerules.data import formats


def write(folder: Path) -> None:
    """Write the files that a folder lacks, and leave the others alone."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        for kind, value in played(game, game.load()).items():
            file = folder / file_name(kind, game)
            if not file.exists():
                file.write_bytes(text(kind, value))


if __name__ == "__main__":
    write(FORMATS / str(formats.newest()))
