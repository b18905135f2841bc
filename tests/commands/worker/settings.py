"""The settings of workers and schedulers that tests kill: what they had begun is soon delivered again."""

from datetime import timedelta

from config.settings import *  # noqa: F403  settings modules build on one another by design

OUTBOX_DELIVERY_LEASE = timedelta(seconds=2)
