"""The settings of the web server that is measured: programs send more calls than a key may."""

from config.settings import *  # noqa: F403  settings modules build on one another by design

INGEST_CALLS_PER_MINUTE = 100_000
