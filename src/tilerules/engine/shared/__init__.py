"""Blocks of a card that several games share: each stands here once."""
