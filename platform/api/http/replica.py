"""Sends reads to a replica, but never shows people a state from before their own last change.

Each session stores the position of its account's last change in the write-ahead log. If the replica has not replayed
this position, is late or unreachable, the primary database reads.
"""

import logging
from collections.abc import Callable, Iterator
from functools import wraps
from itertools import chain
from typing import Any, ParamSpec

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from psycopg.errors import QueryCanceled

from accounts.models import AccessToken
from accounts.sessions import note_change
from api.http.errors import UnavailableError, problem
from api.http.idempotency import READING_PATHS, pattern_of
from kit.database import AWAY, short_reason
from kit.replica import each_on_replica, has_replayed, on_replica

logger = logging.getLogger(__name__)
P = ParamSpec("P")
AHEAD = 256_000  # bytes
READS = ("GET", "HEAD", "OPTIONS")
# they change nothing that is read from a replica
_UNNOTED = pattern_of([*READING_PATHS, "/api/presence/{kind}/{number}"])


class PositionMiddleware:
    """Stores the log position of each change before the change is answered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.DATABASE_REPLICA:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        is_change = request.method not in READS and not _UNNOTED.fullmatch(request.path)
        if is_change and scheme.lower() == "bearer":
            try:
                note_change(token.strip())
            except AWAY as error:
                logger.error("the position of a change was not noted: %s", short_reason(error))
                return problem(UnavailableError())
        return response


def from_replica(view: Callable[P, Any]) -> Callable[P, Any]:
    """Let an operation that only reads read from the replica, also while it streams.

    A file is sent once `AHEAD` bytes of it are there: if the replica ends before that, the primary makes it.

    Callers with API keys read from the primary: positions are not stored for them.
    """

    @wraps(view)
    def read(*args: P.args, **kwargs: P.kwargs) -> Any:
        if not settings.DATABASE_REPLICA or not _may_read_by_replica(args[0]):
            return view(*args, **kwargs)
        try:
            with on_replica():
                answer = view(*args, **kwargs)
            if getattr(answer, "streaming", False):
                answer.streaming_content = _begun(each_on_replica(answer.streaming_content))
        except AWAY as error:
            if isinstance(error.__cause__, QueryCanceled):  # the primary would take as long
                raise
            return view(*args, **kwargs)
        return answer

    return read


def _begun(parts: Iterator[bytes]) -> Iterator[bytes]:
    """The same parts; the first are there already."""
    first, length = [], 0
    for part in parts:
        first.append(part)
        length += len(part)
        if length >= AHEAD:
            break
    return chain(first, parts)


def _may_read_by_replica(request: Any) -> bool:
    session = request.auth
    try:
        return isinstance(session, AccessToken) and has_replayed(session.position)
    except AWAY:
        return False
