"""GET /healthz: whether this process can serve, for the supervisor and load balancers."""

from collections.abc import Callable

from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from psycopg_pool import PoolTimeout


class HealthMiddleware:
    """Answers before the host and the session are checked, because a probe has neither."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path != "/healthz":
            return self.get_response(request)
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except (Error, PoolTimeout):
            return JsonResponse({"database": "unavailable"}, status=503)
        return JsonResponse({"database": "ok"})
