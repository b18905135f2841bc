"""ETags: 304 when the caller already has the newest version."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response


def with_etag(request: HttpRequest, version: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The response with its ETag, or 304 without a body; a 304 is not made by `make`.

    Private to the caller and revalidated on each use.
    """
    etag = f'"{version}"'
    response = get_conditional_response(request, etag=etag) or make()
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response
