"""Many games, summed up and compared."""
