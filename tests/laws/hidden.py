"""What holds of the deals of every game."""

from __future__ import annotations

import tilerules as tr


def prints_its_commitment_alone(deal: tr.Deal) -> None:
    """A deal that is printed says what may be published before the game, and no more."""
    number, id = deal.seats, deal.ruleset.id
    assert repr(deal) == str(deal)
    assert repr(deal) == f"<Deal of {id} for {number} seats, commitment {deal.commitment}>"
    assert deal.salt.hex() not in repr(deal)
