"""How the tests run: Hypothesis profiles, and documents that have parts in common, as in commands."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

from onefold.kernel.remembered import share_parts

# Machines differ in speed, so no example has a deadline; and a change is judged by the same examples everywhere, so
# they are not drawn anew. `thorough` is for a long search by hand:
# HYPOTHESIS_PROFILE=thorough pytest tests/laws
_CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
settings.register_profile(
    "default", deadline=None, derandomize=True, max_examples=60, suppress_health_check=_CHECKS, print_blob=True
)
settings.register_profile("thorough", settings.get_profile("default"), derandomize=False, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
share_parts()
