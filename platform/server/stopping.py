"""The end of a worker process, and of connections that granian does not close by itself."""

import asyncio
import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType


def on_stop(loop: asyncio.AbstractEventLoop, stop: Callable[[], None]) -> None:
    """Call `stop` on the loop at SIGTERM or SIGINT, in addition to granian's own handling.

    Granian's handling stays: the loop learns of signals through a file descriptor, which this handler leaves in place.
    """

    def handle(_number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(stop)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, handle)
        signal.siginterrupt(number, False)


def close_connections(server: str, client: str = "") -> None:
    """Close this process's connections to the port of `server` (HOST:PORT); with `client`, only that of this peer.

    An answer whose head is sent can be ended by granian only as if it were complete. A closed connection shows that
    it is not.
    """
    port = server.rpartition(":")[2]
    for file in Path("/dev/fd").iterdir():
        with suppress(OSError):
            if not file.is_socket():
                continue
            with socket.socket(fileno=os.dup(int(file.name))) as connection:
                if _spelled(connection.getsockname()).rpartition(":")[2] != port:
                    continue
                if client in ("", _spelled(connection.getpeername())):
                    connection.shutdown(socket.SHUT_RDWR)


def _spelled(address: object) -> str:
    """A socket address as RSGI writes it (HOST:PORT); empty if it has no port."""
    match address:
        case (str(host), int(port), *_):
            return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    return ""
