"""ETags: 304 when the caller already has the newest version."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control


def with_etag(request: HttpRequest, response: HttpResponse, version: str) -> HttpResponse:
    """The response with its ETag, or 304 without a body. Private to the caller and revalidated on each use."""
    etag = f'"{version}"'
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return get_conditional_response(request, etag=etag, response=response) or response
