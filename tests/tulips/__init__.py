"""Tests of Gift of Tulips."""
