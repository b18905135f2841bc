"""A sign of life for the supervisor, from a process that listens on no port."""

from pathlib import Path

from django.conf import settings


def signal_alive() -> None:
    """Touch DOCKET_ALIVE_FILE, if it is set. Raises OSError if it cannot be written."""
    if settings.ALIVE_FILE:
        Path(settings.ALIVE_FILE).touch()
