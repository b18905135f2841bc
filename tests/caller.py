"""The test client, with middlewares that are made once: each time, WhiteNoise reads every file of the console."""

from threading import Lock
from typing import Any

from django.core.signals import setting_changed
from django.dispatch import receiver
from django.test import client


class Handler(client.ClientHandler):
    """For all clients. Middlewares read settings when they are made: anew for the first request after a change."""

    def __init__(self) -> None:
        super().__init__(enforce_csrf_checks=False)
        self.is_outdated, self._making = True, Lock()

    def __call__(self, environ: dict[str, Any]) -> Any:
        with self._making:
            if self.is_outdated:
                self.load_middleware()
                self.is_outdated = False
        return super().__call__(environ)


_HANDLER = Handler()


class Client(client.Client):
    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.handler = _HANDLER


@receiver(setting_changed)
def _make_middlewares_anew(**_: Any) -> None:
    _HANDLER.is_outdated = True
