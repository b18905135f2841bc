"""`/scim/v2/`: for the provider of identities alone, by the token of the settings."""

import hmac
import json
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse

from api.http.errors import database_refusal

TYPE = "application/scim+json"
_TYPES = (TYPE, "application/json", "")
_WITH_BODY = ("POST", "PUT", "PATCH")


def scim(request: HttpRequest, path: str) -> HttpResponse:
    # a second of every process's start, and most installations set no token
    from api.scim.service import answer, refusal  # noqa: PLC0415

    if not settings.SCIM_TOKENS:
        status, body = refusal(HTTPStatus.NOT_FOUND, "No token is set here (SCIM_TOKEN).")
    elif not _is_known(request):
        status, body = refusal(HTTPStatus.UNAUTHORIZED, "Send the token of SCIM_TOKEN as a bearer token.")
    elif request.method in _WITH_BODY and request.content_type not in _TYPES:
        status, body = refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"Send a body as {TYPE}.")
    else:
        try:
            status, body = answer(request, path)
        except RequestDataTooBig:
            status, body = refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The request is too large.")
        except (OperationalError, InterfaceError) as error:
            refused = database_refusal(error)
            status, body = refusal(refused.status, refused.message)
    response = HttpResponse(b"" if body is None else json.dumps(body), status=status, content_type=TYPE)
    response["Cache-Control"] = "no-store"
    if status == HTTPStatus.UNAUTHORIZED:
        response["WWW-Authenticate"] = "Bearer"
    if status == HTTPStatus.CREATED and body:
        response["Location"] = body["meta"]["location"]
    return response


def _is_known(request: HttpRequest) -> bool:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    sent = token.strip().encode("utf-8", "surrogatepass")
    return scheme.lower() == "bearer" and any(
        hmac.compare_digest(sent, known.encode()) for known in settings.SCIM_TOKENS
    )
