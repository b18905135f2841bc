"""A TCP proxy in front of a server. Closed, it cuts every connection and refuses new ones, like a stopped server;
held, it passes nothing on and cuts nothing, like a server that hangs. One for PostgreSQL can refuse as a server that
starts does, and drop or refuse settings as a pooler does.
"""

import contextlib
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

from deploy.local.checks import reserve_port

AnyGate = TypeVar("AnyGate", bound="Gate")
CHUNK = 65_536
_ENCRYPTION = (struct.pack("!i", 80877103), struct.pack("!i", 80877104))  # asked for TLS, or GSSAPI


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
            threading.Thread(target=self._greet, args=(client, server), daemon=True).start()

    def _greet(self, client: socket.socket, server: socket.socket) -> None:
        threading.Thread(target=self._carry, args=(server, client), daemon=True).start()
        self._carry(client, server)

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


class PostgresGate(Gate):
    """It reads how a client of PostgreSQL begins.

    `refusal`: the SQLSTATE and the words with which every client is sent away. `options`: whether the settings that a
    client sends are `kept`, or `dropped` or `refused`, both as PgBouncer does.
    """

    refusal: tuple[str, str] | None = None
    options = "kept"

    def _greet(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            begin = self._startup(client)
            names = begin[4:].split(b"\0")  # the version, then names and values in turn
            place = names.index(b"options") if b"options" in names[::2] else None
            if place is not None and self.options == "dropped":
                del names[place : place + 2]
            refused = place is not None and self.options == "refused"
            refusal = ("08P01", "unsupported startup parameter: options") if refused else self.refusal
            if refusal is None:
                begin = begin[:4] + b"\0".join(names)
                server.sendall(struct.pack("!i", len(begin) + 4) + begin)
                return super()._greet(client, server)
            state, words = (part.encode() for part in refusal)
            fields = b"SFATAL\0VFATAL\0C" + state + b"\0M" + words + b"\0\0"
            client.sendall(b"E" + struct.pack("!i", len(fields) + 4) + fields)
        self._end(client)
        self._end(server)
        return None

    def _startup(self, client: socket.socket) -> bytes:
        """The first message that is no question for encryption, which is answered with no. Raises OSError."""
        while True:
            self._flowing.wait()
            (length,) = struct.unpack("!i", self._exactly(client, 4))
            message = self._exactly(client, length - 4)
            if message not in _ENCRYPTION:
                return message
            self._flowing.wait()
            client.sendall(b"N")

    @staticmethod
    def _exactly(client: socket.socket, length: int) -> bytes:
        read = b""
        while len(read) < length:
            if not (part := client.recv(length - len(read))):
                raise ConnectionResetError
            read += part
        return read


@contextmanager
def closing(gate: AnyGate) -> Iterator[AnyGate]:
    try:
        yield gate
    finally:
        gate.close()
        gate.let_go()  # the threads that hold data back


def a_gate(host: str, port: int) -> AbstractContextManager[Gate]:
    return closing(Gate(host, port))
