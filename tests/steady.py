"""Settings of property tests: the same examples on every run, no time limit, nothing left on disk."""

from hypothesis import HealthCheck, settings

# a fixture's folder may be used again by the next example: each writes its file anew
steady = settings(
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
