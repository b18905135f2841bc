"""A TCP proxy in front of a server. Closed, it cuts every connection and refuses new ones, like a stopped server;
held, it passes nothing on and cuts nothing, like a server that hangs.
"""

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from deploy.local.checks import reserve_port

CHUNK = 65_536


class Gate:
    def __init__(self, host: str, port: int) -> None:
        self._behind = (host, port)
        self._lock = threading.Lock()
        self._sockets: set[socket.socket] = set()
        self._listener: socket.socket | None = None
        self._flowing = threading.Event()
        self._flowing.set()
        self.port = reserve_port()
        self.open()

    def hold(self) -> None:
        """Delay all data until `let_go`."""
        self._flowing.clear()

    def let_go(self) -> None:
        self._flowing.set()

    def open(self) -> None:
        """Listen on the same port again."""
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._serve, args=(self._listener,), daemon=True).start()

    def close(self) -> None:
        with self._lock:
            listener, self._listener = self._listener, None
            if listener:
                self._end(listener)
            for opened in self._sockets:
                self._end(opened)
            self._sockets.clear()

    def _serve(self, listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(self._behind)
            except OSError:
                self._end(client)
                continue
            with self._lock:
                if self._listener is not listener:  # closed meanwhile
                    self._end(client)
                    self._end(server)
                    return
                self._sockets |= {client, server}
            for source, target in ((client, server), (server, client)):
                threading.Thread(target=self._carry, args=(source, target), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                self._flowing.wait()
                target.sendall(data)
        for opened in (source, target):
            self._end(opened)

    def _end(self, opened: socket.socket) -> None:
        with contextlib.suppress(OSError):
            opened.shutdown(socket.SHUT_RDWR)  # ends waiting reads; closing alone does not
        opened.close()


@contextmanager
def a_gate(host: str, port: int) -> Iterator[Gate]:
    gate = Gate(host, port)
    try:
        yield gate
    finally:
        gate.close()
