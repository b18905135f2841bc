"""The test client, with middlewares that are made once: each time, WhiteNoise reads every file of the console."""

from typing import Any

from django.core.signals import setting_changed
from django.dispatch import receiver
from django.test import client

_HANDLER = client.ClientHandler(enforce_csrf_checks=False)


class Client(client.Client):
    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.handler = _HANDLER


@receiver(setting_changed)
def _make_middlewares_anew(**_: Any) -> None:
    """They read settings when they are made."""
    _HANDLER.load_middleware()
