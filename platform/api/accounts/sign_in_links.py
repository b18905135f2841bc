"""What the sign-in page offers besides signing in: open registration, one-time links, and links that stop mails."""

from datetime import datetime
from typing import Annotated, Any

from django.conf import settings
from django.http import HttpRequest
from ninja import Status
from pydantic import StringConstraints

from accounts.factors.signing_in import passkeys_sign_in
from accounts.links import read_link, redeem_link
from accounts.notifications import Notification, stop_notification
from api.accounts.session import PendingAnswer, SignedInAnswer, opened
from api.http.errors import Problem
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import Storable
from kit.addresses import client_address
from workflows.accounts.links import ask_for_link

router = Router(tags=["Session"])


class SignInOptions(Schema):
    """`mail`: whether a mail server is set. Without one nothing is mailed, and links are handed over.

    `password`: whether people sign in with one. `provider`: what the button for the provider of identities names;
    null for none. `passkeys`: who has one can sign in with it alone, and somebody has.
    """

    registration: bool
    mail: bool
    password: bool
    provider: str | None
    passkeys: bool


class Forgotten(Payload):
    email: Annotated[str, StringConstraints(max_length=254), Storable]


class LinkQuestion(Payload):
    """`token`: what stands behind `#set=` in the link."""

    token: Annotated[str, StringConstraints(max_length=200)]


class LinkFacts(Schema):
    """Whose password the link sets, and until when."""

    email: str
    expires_at: datetime


class Redemption(LinkQuestion):
    password: Annotated[str, StringConstraints(max_length=10_000)]


class Stop(Payload):
    """`token`: what stands behind `#stop=` in the link of a mail."""

    token: Annotated[str, StringConstraints(max_length=200), Storable]


class Stopped(Schema):
    notification: Notification


@router.get("/auth/options", response=SignInOptions, operation_id="getSignInOptions")
def options(request: HttpRequest) -> Any:
    return {
        "registration": settings.REGISTRATION_OPEN and settings.PASSWORD_SIGN_IN,
        "mail": settings.MAIL_IS_SENT,
        "password": settings.PASSWORD_SIGN_IN,
        "provider": settings.OIDC_LABEL if settings.OIDC_ISSUER else None,
        "passkeys": passkeys_sign_in(),
    }


@router.post(
    "/auth/forgotten", response={202: None, 403: Problem, 409: Problem, 429: Problem}, operation_id="forgotPassword"
)
def forgotten(request: HttpRequest, body: Forgotten) -> Any:
    """Mail a one-time link, if an account has this address. The answer is the same for every address."""
    ask_for_link(body.email, address=client_address(request))
    return Status(202, None)


@router.post("/auth/link", response={200: LinkFacts, 409: Problem}, operation_id="readLink")
def read(request: HttpRequest, body: LinkQuestion) -> Any:
    """Whose password a one-time link sets, and until when. Asking does not use it up. 409 `link_ended`."""
    user, expires_at = read_link(body.token)
    return {"email": user.email, "expires_at": expires_at}


@router.post(
    "/auth/password", response={200: SignedInAnswer, 202: PendingAnswer, 409: Problem}, operation_id="redeemLink"
)
def redeem(request: HttpRequest, body: Redemption) -> Any:
    """Set the password by a one-time link, and sign in. 202 where a second factor is missing. 409 `link_ended`."""
    return opened(request, *redeem_link(body.token, body.password, address=client_address(request)))


@router.post("/auth/notifications/stop", response={200: Stopped, 409: Problem}, operation_id="stopNotification")
def stop(request: HttpRequest, body: Stop) -> Any:
    """Opt out of a kind of mail. 409 `link_ended` for a link that is not complete."""
    return {"notification": stop_notification(body.token)}
