"""Signing in by a provider of identities: what the page calls, what comes back from the provider, and its logouts.

A cookie marks the browser between the steps; it is no session, and is worth nothing without a code of the provider.
"""

import json
import secrets
from http import HTTPStatus
from typing import Annotated, Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST, require_safe
from pydantic import StringConstraints

from accounts.provider.logout import log_out
from accounts.provider.sign_in import LIVES, arrive, begin, finish
from api.accounts.session import PendingAnswer, SignedInAnswer, opened
from api.http.errors import Problem
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.schemas import Schema
from kit.addresses import client_address
from kit.errors import DomainError

router = Router(tags=["Session"])

COOKIE = "docket-provider"
LONGEST = 4_096  # characters of what a provider sends by an address


class ProviderAddress(Schema):
    """Where the person signs in."""

    address: str


class ProviderCode(Payload):
    """`token`: what stands behind `#in=` in the address to which the provider led back."""

    token: Annotated[str, StringConstraints(max_length=200)]


@router.post(
    "/auth/provider",
    response={200: ProviderAddress, 404: Problem, 409: Problem, 429: Problem},
    operation_id="beginProviderSignIn",
)
def begin_sign_in(request: HttpRequest, response: HttpResponse) -> Any:
    """The address at which the person signs in, for this browser alone, within ten minutes. 503 `provider_away`."""
    browser = _browser(request) or secrets.token_urlsafe(32)
    address = begin(browser, address=client_address(request))
    response.set_cookie(
        _name(request),
        browser,
        max_age=LIVES,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",  # it must come along from the provider's page
    )
    return {"address": address}


@router.post(
    "/auth/provider/session",
    response={200: SignedInAnswer, 202: PendingAnswer, 403: Problem, 409: Problem},
    operation_id="finishProviderSignIn",
)
def finish_sign_in(request: HttpRequest, body: ProviderCode) -> Any:
    """Sign in with the code to which the provider led back, once, within a minute.

    202 where a second factor is missing. 409 `sign_in_lapsed`.
    """
    return opened(request, *finish(_browser(request), body.token, address=client_address(request)))


@require_safe
def provider_callback(request: HttpRequest) -> HttpResponse:
    """Where the provider leads back to. The console gets a code, or why not, in a fragment: nobody logs that."""
    said = {name: request.GET.get(name, "")[:LONGEST] for name in ("state", "code")}
    try:
        code = arrive(_browser(request), **said, issuer=request.GET.get("iss"))
        fragment = urlencode({"in": code})
    except DomainError as error:
        fragment = urlencode({"refused": error.code})
    return HttpResponseRedirect(f"{settings.CONSOLE_URL}/login#{fragment}")


@require_POST
def provider_logout(request: HttpRequest) -> HttpResponse:
    """Back-channel logout: 200 when the sessions have ended, 400 for a token that proves nothing."""
    response = HttpResponse()
    try:
        log_out(request.POST.get("logout_token", ""))
    except DomainError as error:
        is_away = error.status == HTTPStatus.SERVICE_UNAVAILABLE
        said = json.dumps({"error": "invalid_request", "error_description": error.message})
        status = error.status if is_away else HTTPStatus.BAD_REQUEST
        response = HttpResponse(said, status=status, content_type="application/json")
    response["Cache-Control"] = "no-store"
    return response


def _browser(request: HttpRequest) -> str:
    """What marks the browser; empty for none."""
    return request.COOKIES.get(_name(request), "")[:LONGEST]


def _name(request: HttpRequest) -> str:
    """Over TLS a name that no other host of the domain can set."""
    return f"__Host-{COOKIE}" if request.is_secure() else COOKIE
