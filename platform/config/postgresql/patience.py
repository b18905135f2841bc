"""Connections that detect a hanging server, so that callers get a 503 in time (figures.md, rule 9).

A waiting client cannot distinguish a long statement from a hanging server. So after a while it opens a second
connection and checks that the server answers. If it does, the statement may continue. A pooler would answer for a
hanging server, so the server behind it is checked as well (DATABASE_DIRECT_URL).
"""

import math
import select
import socket
import struct
import time
from collections.abc import Generator
from typing import Any, ClassVar, TypeVar

import psycopg
from django.conf import settings

_PORT = 5432

T = TypeVar("T")
Place = tuple[str, int]  # host and port
Waiting = Generator[Any, Any, T]

FIRST_QUIET_SECONDS = 0.5
DEFAULT_PATIENCE_SECONDS = 0.8  # for the answer to a check; settings.DATABASE_PATIENCE_SECONDS
LONGEST_QUIET_SECONDS = 5.0  # between two checks during a long statement
# For KNOWN_SECONDS after a hang was detected, further calls fail without their own check, because one request may try
# several connections, and each check takes time.
KNOWN_SECONDS, SHORT_QUIET_SECONDS = 1.0, 0.1
# The server cancels a statement at its timeout. If it has not done so after these seconds, it is stuck.
GRACE_SECONDS = 5.0

# SSLRequest of PostgreSQL's protocol; the server answers it with one byte, before authentication
_SSL_REQUEST = struct.pack("!ii", 8, 80877103)


class PatientConnection(psycopg.Connection[Any]):
    """A pooled connection. If its server hangs, it closes and raises OperationalError."""

    hung_at: ClassVar[dict[Place, float]] = {}  # by server
    may_be_pooler: ClassVar[bool] = True

    @property
    def place(self) -> Place:
        return self.info.hostaddr or self.info.host, self.info.port

    def is_known_to_hang(self) -> bool:
        return bool(self.hung_at) and time.monotonic() - self.hung_at.get(self.place, -math.inf) < KNOWN_SECONDS

    def execute(self, query: Any, params: Any = None, **named: Any) -> Any:
        """Like psycopg's, but the pool's check before each use (an empty query) only polls the socket.

        If the server has closed the connection, there is something to read: then the query is sent, and fails.
        """
        if query == "" and not _has_something_to_read(self.pgconn.socket):
            return None
        return super().execute(query, params, **named)

    def wait(self, gen: Waiting[T], *arguments: Any, **named: Any) -> T:
        return super().wait(_attended(gen, self), *arguments, **named)


class ReplicaConnection(PatientConnection):
    """A connection to a replica, which has no pooler in front of it."""

    may_be_pooler = False


def _has_something_to_read(socket_number: int) -> bool:
    watched = select.poll()
    watched.register(socket_number, select.POLLIN)
    return bool(watched.poll(0))


def _attended(waiting: Waiting[T], connection: PatientConnection) -> Waiting[T]:
    """Wraps psycopg's wait generator and checks the server during long waits. psycopg resumes it at least ten times a
    second.
    """
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
    elif _answers(connection):
        return
    else:
        problem = "the server hangs"
        connection.hung_at[connection.place] = time.monotonic()
    connection.pgconn.finish()  # so that no later call waits for it
    raise psycopg.OperationalError(problem)


def _answers(connection: PatientConnection) -> bool:
    until = time.monotonic() + settings.DATABASE_PATIENCE_SECONDS
    places = [connection.place]
    if connection.may_be_pooler and (direct := settings.DATABASE_POOLER and settings.DATABASE_DIRECT):
        places.append((direct["HOST"], direct["PORT"] or _PORT))
    try:
        for host, port in places:
            with _reach(host, port, max(0.01, until - time.monotonic())) as line:
                line.settimeout(max(0.01, until - time.monotonic()))
                line.sendall(_SSL_REQUEST)
                if not line.recv(1):
                    return False
    except OSError:
        return False
    return True


def _reach(host: str, port: int, seconds: float) -> socket.socket:
    if not host.startswith("/"):
        line = socket.create_connection((host, port), timeout=seconds)
    else:
        line = socket.socket(socket.AF_UNIX)
        line.settimeout(seconds)
        line.connect(f"{host}/.s.PGSQL.{port}")
    return line
