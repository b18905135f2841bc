"""Connections that hold a server up: each is opened again as soon as the server ends it."""

import selectors
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Thread

SMALL_WINDOW = 4096  # bytes that a slow reader's system takes for it

Opener = Callable[[], socket.socket]


def silent(port: int) -> Opener:
    return lambda: _connected(port, b"")


def half_head(port: int) -> Opener:
    return lambda: _connected(port, b"GET /api/cms/counts HTTP/1.1\r\nHost: localhost\r\nX-A")


def half_body(port: int, path: str) -> Opener:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
    return lambda: _connected(port, head.encode() + b"{")


def slow_reader(port: int, path: str, **headers: str) -> Opener:
    """Reads nothing of the answer."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return lambda: _connected(port, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n".encode())


@contextmanager
def held_open(openers: Sequence[Opener]) -> Iterator[list[socket.socket]]:
    """All connections are open, and stay so: what the server ends is opened again."""
    stopped, crowd = Event(), [opener() for opener in openers]
    keeper = Thread(target=_keep, args=(openers, crowd, stopped))
    keeper.start()
    with ExitStack() as stack:
        stack.callback(_close, crowd)
        stack.callback(keeper.join)
        stack.callback(stopped.set)
        yield crowd


def _keep(openers: Sequence[Opener], crowd: list[socket.socket], stopped: Event) -> None:
    with selectors.DefaultSelector() as ended:
        for number, peer in enumerate(crowd):
            ended.register(peer, selectors.EVENT_READ, number)
        while not stopped.is_set():
            for key, _ in ended.select(0.1):
                number = key.data
                ended.unregister(crowd[number])
                if _has_answer(crowd[number]):
                    continue  # a slow reader, whose answer has begun
                crowd[number].close()
                crowd[number] = openers[number]()
                ended.register(crowd[number], selectors.EVENT_READ, number)


def _close(crowd: Sequence[socket.socket]) -> None:
    for peer in crowd:
        peer.close()


def _has_answer(peer: socket.socket) -> bool:
    with suppress(OSError):
        return peer.recv(12, socket.MSG_PEEK) == b"HTTP/1.1 200"
    return False


def _connected(port: int, sent: bytes) -> socket.socket:
    peer = socket.socket()
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_WINDOW)
    peer.settimeout(120)
    peer.connect(("127.0.0.1", port))
    peer.sendall(sent)
    return peer
