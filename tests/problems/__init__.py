"""Faulty cards, each with its exact problems."""
