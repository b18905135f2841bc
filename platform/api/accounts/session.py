"""Sign-in, registration, sign-out, and the session's user (spec, section 7)."""

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Field, Status
from pydantic import StringConstraints

from accounts.factors.pending import Pending
from accounts.factors.state import Way, owes_factor
from accounts.models import User
from accounts.rights import PERMISSIONS, Permission
from accounts.sessions import end_other_sessions, end_session, register, sign_in
from api.http.auth import SignedIn, StaffRequest
from api.http.errors import Problem
from api.http.idempotency import bind_answer
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import EmailAddress, Line, Storable
from kit.addresses import client_address

router = Router(tags=["Session"])


class Name(Schema):
    full: str
    first: str
    last: str


class SessionUser(Schema):
    """The specification's session user (section 3), with further fields for the console.

    `knows_outcomes`: whether they have put away what the dashboard explains on a first morning. `owes_factor`: they
    must set up a second factor before anything else.
    """

    id: int
    name: Name
    email: str
    avatarFilename: str | None
    cms_access: list[Permission]
    access_level: str
    on_duty: bool
    knows_outcomes: bool
    owes_factor: bool

    @staticmethod
    def of(user: User) -> dict[str, Any]:
        return {
            "id": user.pk,
            "name": {"full": user.full_name, "first": user.first_name, "last": user.last_name},
            "email": user.email,
            "avatarFilename": user.avatar_filename or None,
            "cms_access": [permission for permission in user.cms_access if permission in PERMISSIONS],
            "access_level": user.access_level,
            "on_duty": user.on_duty,
            "knows_outcomes": user.knows_outcomes,
            "owes_factor": owes_factor(user),
        }


class Credentials(Payload):
    email: Annotated[str, StringConstraints(max_length=254), Storable]
    password: Annotated[str, StringConstraints(max_length=10_000)]


class SignedInAnswer(Schema):
    accessToken: str
    user: SessionUser


class PendingAnswer(Schema):
    """The password was right, and a second factor finishes the sign-in: `pending` is sent along with it, once, from the
    same address, in the next ten minutes. `ways`: what the account has.
    """

    pending: str
    ways: list[Way]
    expires_at: datetime


class Registration(Payload):
    name: Annotated[Line, Field(max_length=200)]
    email: EmailAddress
    password: Annotated[str, StringConstraints(max_length=10_000)]


class RegisteredUser(SessionUser):
    token: str


class OwnAccess(Schema):
    cms_access: list[str]


@router.post(
    "/auth/login",
    response={200: SignedInAnswer, 202: PendingAnswer, 401: Problem, 403: Problem, 409: Problem, 429: Problem},
    operation_id="signIn",
)
def log_in(request: HttpRequest, body: Credentials) -> Any:
    """202 where the account has a second factor: there is no session yet."""
    return opened(request, *sign_in(body.email, body.password, address=client_address(request)))


@router.post(
    "/users", response={201: RegisteredUser, 403: Problem, 409: Problem, 429: Problem}, operation_id="register"
)
def register_user(request: HttpRequest, body: Registration) -> Any:
    token, user = register(body.name, body.email, body.password, address=client_address(request))
    bind_answer(request, token)
    return Status(201, {**SessionUser.of(user), "token": token})


@router.get("/user/me", response=SessionUser, auth=SignedIn(before_factor=True), operation_id="getCurrentUser")
def current_user(request: StaffRequest) -> Any:
    return SessionUser.of(request.auth.user)


@router.get("/user/me/access", response=OwnAccess, auth=SignedIn(counts_as_activity=False), operation_id="getOwnAccess")
def own_access(request: StaffRequest) -> Any:
    """Polled by the console of a person who waits for access."""
    return {"cms_access": request.auth.user.cms_access}


@router.post(
    "/auth/logout", response={204: None, 409: Problem}, auth=SignedIn(before_factor=True), operation_id="signOut"
)
def log_out(request: StaffRequest) -> Any:
    end_session(request.auth)
    return Status(204, None)


@router.post("/auth/logout-others", response={204: None, 409: Problem}, auth=SignedIn(), operation_id="signOutOthers")
def log_out_others(request: StaffRequest) -> Any:
    end_other_sessions(request.auth)
    return Status(204, None)


def opened(request: HttpRequest, token: str | Pending, user: User) -> Any:
    """The answer to a right password."""
    if isinstance(token, Pending):
        return Status(202, {"pending": token.token, "ways": token.ways, "expires_at": token.expires_at})
    bind_answer(request, token)
    return {"accessToken": token, "user": SessionUser.of(user)}
