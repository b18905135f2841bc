"""An application whose answers show what the web server does with them. One worker serves it: `served_peculiarly`."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from deploy.local.checks import reserve_port
from tests.live import address_of, answers, child_environment, wait_until

MEGABYTE = b"x" * 1024 * 1024
PATIENCE = 300  # s
_go, _working = Event(), Event()
_closed = 0  # streams


class Streamed:
    """As Django's streaming answers."""

    streaming = True

    def __init__(self, parts: Iterator[bytes], *, rests: bool = False) -> None:
        self._parts = parts
        self.rests = rests

    def __iter__(self) -> Iterator[bytes]:
        return self._parts

    def close(self) -> None:
        global _closed  # noqa: PLW0603 (the number of a process that serves one test)
        _closed += 1


class Whole(list[bytes]):
    def close(self) -> None:
        pass


def peculiar(environ: WSGIEnvironment, start_response: StartResponse) -> Any:
    start_response("200 OK", [("Content-Type", "text/plain")])
    name, _, number = environ["PATH_INFO"][1:].partition("/")
    return ANSWERS[name](environ, int(number or 0))


def in_two_parts() -> Iterator[bytes]:
    yield b"first"
    _go.wait(PATIENCE)
    yield b", second"


def breaks(size: int) -> Iterator[bytes]:
    yield b"x" * size
    raise ValueError("as it is meant")


def go() -> Whole:
    _go.set()
    return text("ok")


def late(seconds: int) -> Whole:
    _working.set()
    time.sleep(seconds)
    return text("late")


def fail() -> Any:
    raise ValueError("as it is meant")


def text(value: object) -> Whole:
    return Whole([str(value).encode()])


ANSWERS: dict[str, Callable[[WSGIEnvironment, int], Any]] = {
    "": lambda _, __: text("ok"),
    "go": lambda _, __: go(),
    "closed": lambda _, __: text(_closed),
    "two-parts": lambda _, __: Streamed(in_two_parts()),
    "breaks": lambda _, size: Streamed(breaks(size)),
    "large": lambda _, megabytes: Streamed(MEGABYTE for _ in range(megabytes)),
    "resting": lambda _, megabytes: Streamed((MEGABYTE for _ in range(megabytes)), rests=True),
    "whole": lambda _, megabytes: Whole([MEGABYTE] * megabytes),
    "body": lambda environ, _: Whole([environ["wsgi.input"].read()]),
    "header": lambda environ, _: text(environ.get("HTTP_X_PECULIAR", "none")),
    "working": lambda _, __: text(_working.is_set()),
    "late": lambda _, seconds: late(seconds),
    "memory": lambda _, __: text(int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")),
    "raises": lambda _, __: fail(),
}


@contextmanager
def served_peculiarly() -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Yields the port, and the process."""
    port = reserve_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.server.serve_peculiarly", str(port)],
        env={**child_environment(), "DOCKET_ENV": "test"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wait_until(lambda: answers(address_of(port)), PATIENCE)
        yield port, process
    finally:
        process.terminate()
        process.wait(PATIENCE)
