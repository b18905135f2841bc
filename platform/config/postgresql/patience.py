"""Connections that notice a server which says nothing more: its calls are answered 503 in time (figures.md, rule 9).

A statement that takes long and a server that hangs look the same to who waits. So whoever has waited for a while asks
the server, on a way of its own, whether it is there: if it is, the statement is let run.
"""

import socket
import struct
import time
from collections.abc import Generator
from typing import Any, ClassVar, TypeVar

import psycopg
from django.conf import settings

T = TypeVar("T")
Waiting = Generator[Any, Any, T]

FIRST_QUIET_SECONDS = 0.5
LONGEST_QUIET_SECONDS = 5.0  # between the questions about a statement that takes long
ANSWER_SECONDS = 0.8  # a busy machine may take a while to begin a process that answers
# Who comes within this time after a server was found to hang waits for no answer of their own: one call may try several
# connections, each of which would take its time.
KNOWN_SECONDS, SHORT_QUIET_SECONDS = 1.0, 0.1
# The server ends a statement by itself when its time is over; where it does not, it was stopped in the middle.
GRACE_SECONDS = 5.0

# "Do you speak TLS?" is answered with one byte before anybody signs in (PostgreSQL's protocol, SSLRequest)
_ARE_YOU_THERE = struct.pack("!ii", 8, 80877103)


class PatientConnection(psycopg.Connection[Any]):
    """A connection of the pool. Raises OperationalError, and is broken from then on, when its server hangs."""

    hung_at: ClassVar[float] = float("-inf")

    @classmethod
    def is_known_to_hang(cls) -> bool:
        return time.monotonic() - cls.hung_at < KNOWN_SECONDS

    def wait(self, gen: Waiting[T], *arguments: Any, **named: Any) -> T:
        return super().wait(_attended(gen, self), *arguments, **named)


def _attended(waiting: Waiting[T], connection: PatientConnection) -> Waiting[T]:
    """What psycopg waits for, unchanged; it is told that nothing is ready ten times a second."""
    begun = heard = time.monotonic()
    patience = SHORT_QUIET_SECONDS if connection.is_known_to_hang() else FIRST_QUIET_SECONDS
    try:
        wanted = next(waiting)
        while True:
            ready = yield wanted
            if ready:
                begun = heard = time.monotonic()
            elif time.monotonic() - heard > patience:
                _require_an_answer(connection, time.monotonic() - begun)
                heard, patience = time.monotonic(), min(2 * patience, LONGEST_QUIET_SECONDS)
            wanted = waiting.send(ready)
    except StopIteration as end:
        result: T = end.value
        return result


def _require_an_answer(connection: PatientConnection, waited: float) -> None:
    limit = settings.STATEMENT_TIMEOUT_MS / 1_000
    if limit and waited > limit + GRACE_SECONDS:
        problem = "the server has stopped in the middle of a statement"
    elif connection.is_known_to_hang():
        problem = "the server hung a moment ago"
    elif _answers(connection.info):
        return
    else:
        problem = "the server hangs"
        PatientConnection.hung_at = time.monotonic()
    connection.pgconn.finish()  # nobody is to wait on it again
    raise psycopg.OperationalError(problem)


def _answers(server: psycopg.ConnectionInfo) -> bool:
    until = time.monotonic() + ANSWER_SECONDS
    try:
        with _reach(server) as line:
            line.settimeout(max(0.01, until - time.monotonic()))
            line.sendall(_ARE_YOU_THERE)
            return bool(line.recv(1))
    except OSError:
        return False


def _reach(server: psycopg.ConnectionInfo) -> socket.socket:
    if not server.host.startswith("/"):
        line = socket.create_connection((server.hostaddr or server.host, server.port), timeout=ANSWER_SECONDS)
    else:
        line = socket.socket(socket.AF_UNIX)
        line.settimeout(ANSWER_SECONDS)
        line.connect(f"{server.host}/.s.PGSQL.{server.port}")
    return line
