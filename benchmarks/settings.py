"""Settings of the measured web server: the benchmark sends more calls than the usual limit of a key."""

from config.settings import *  # noqa: F403  settings modules build on one another by design

INGEST_CALLS_PER_MINUTE = 100_000
