"""A way to the database that a test can cut."""

import socket
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.db import connection

from tests.live import free_port


class DatabaseProxy:
    """Listens on a port of its own and passes everything on to the tests' database, until it is cut."""

    def __init__(self) -> None:
        settings: dict[str, Any] = connection.settings_dict
        self.host, self.database_port = str(settings["HOST"] or "127.0.0.1"), int(settings["PORT"] or 5432)
        self.port = free_port()
        self._listener: socket.socket | None = None
        self._open: list[socket.socket] = []

    def address_of(self, url: str) -> str:
        """The same address by way of the proxy."""
        user = urlsplit(url).netloc.rpartition("@")[0]
        return urlsplit(url)._replace(netloc=f"{user}@127.0.0.1:{self.port}").geturl()

    def let_through(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def cut(self) -> None:
        """Refuse new connections and end those that are open."""
        if self._listener:
            with suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
        for end in self._open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._open.clear()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = self._reach()
                self._open += [near, far]
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=_pass_on, args=ends, daemon=True).start()

    def _reach(self) -> socket.socket:
        if self.host.startswith("/"):
            far = socket.socket(socket.AF_UNIX)
            far.connect(str(Path(self.host) / f".s.PGSQL.{self.database_port}"))
            return far
        return socket.create_connection((self.host, self.database_port))


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
