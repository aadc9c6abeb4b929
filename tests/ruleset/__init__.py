"""Rules files: reading, layers, checks, rulesets."""
