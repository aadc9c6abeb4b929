"""Tests of Flowers."""
