"""What every game has; knows no game by name."""
