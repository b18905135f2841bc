"""ETags: 304 when the caller already has the newest version."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response


def with_etag(request: HttpRequest, version: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The response of `make` with its ETag; or 304, without calling `make`.

    A cache keeps it only for this caller and revalidates it at each use.
    """
    etag = f'"{version}"'
    response = get_conditional_response(request, etag=etag) or make()
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response
