"""GET /healthz: whether this process can serve, for the supervisor and load balancers."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from psycopg_pool import PoolTimeout

from kit.database import is_disk_full
from kit.uploads import state_of_folder

# A sort of its own kind of memory: what does not fit into 64 kB, PostgreSQL writes into a temporary file, and on a full
# disk cannot. Nothing is logged or kept.
_LOOK = """SET LOCAL work_mem = '64kB';
    SELECT current_setting('transaction_read_only') FROM (SELECT count(*) FROM generate_series(1, 5000)) AS written"""


class HealthMiddleware:
    """Answers before the host and the session are checked, because a probe has neither.

    A process that cannot store files is still healthy: it does all else, and says so.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path != "/healthz":
            return self.get_response(request)
        database = _state_of_database()
        status = HTTPStatus.OK if database == "ok" else HTTPStatus.SERVICE_UNAVAILABLE
        return JsonResponse({"database": database, "files": state_of_folder()}, status=status)


def _state_of_database() -> str:
    """`ok`, `read_only`, `disk_full` or `unavailable`."""
    opened: Any = connection
    try:
        with opened.cursor() as cursor:
            cursor.execute(_LOOK)
            cursor.nextset()
            (read_only,) = cursor.fetchone()
    except (Error, PoolTimeout) as error:
        return "disk_full" if is_disk_full(error) else "unavailable"
    if read_only == "on":
        opened.leave_server()
        return "read_only"
    return "ok"
