"""Observations as numbers, and what they mean, read back by the description of the planes."""
