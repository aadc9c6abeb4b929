"""How Hypothesis looks for counterexamples: alike at every run, or long and at random."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "long",
    derandomize=False,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=5_000,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
