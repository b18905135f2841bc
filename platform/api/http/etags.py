"""Answers that may be skipped: 304 when the caller has the newest already."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control


def with_etag(request: HttpRequest, response: HttpResponse, version: str) -> HttpResponse:
    """The response under its version, or 304 without a body. Kept by the caller alone, and always asked for again."""
    etag = f'"{version}"'
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return get_conditional_response(request, etag=etag, response=response) or response
