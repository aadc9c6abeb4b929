"""What holds of every game: laws of positions and moves that know no game.

A game describes itself by small frozen values: `Beside` for its naive model, `Secrets` for what its
viewers are told, `World` for arguments of every public function.
"""
