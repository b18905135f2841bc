"""A sign for those who watch from outside that a process without a port does its work."""

from pathlib import Path

from django.conf import settings


def say_alive() -> None:
    """Touch DOCKET_ALIVE_FILE, where it is set. Raises OSError when that cannot be written."""
    if settings.ALIVE_FILE:
        Path(settings.ALIVE_FILE).touch()
