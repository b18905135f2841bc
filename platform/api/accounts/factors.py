"""Second factors: the sign-in's second step, what an account has, and being asked again (decision 128)."""

from datetime import datetime
from typing import Annotated, Any

from django.conf import settings
from django.http import HttpRequest
from ninja import Status
from pydantic import StringConstraints, model_validator

from accounts.authority import AboveOwnRightsError, stands_within
from accounts.factors import passkeys, state
from accounts.factors.confirming import ask_for_own_passkey, confirm_identity
from accounts.factors.models import Passkey
from accounts.factors.proofs import Proof
from accounts.factors.signing_in import ask_for_passkey, finish_sign_in, sign_in_by_passkey
from accounts.lists import get_account
from accounts.models import User
from api.accounts.schemas import AccountId, Password
from api.accounts.session import SessionUser, SignedInAnswer
from api.http.auth import OwnerOrStaff, SignedIn, Staff, StaffRequest
from api.http.errors import Problem
from api.http.idempotency import bind_answer
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import Storable
from kit.addresses import client_address
from workflows.accounts.factors import remove_second_factor

router = Router(tags=["Second factors"])

Code = Annotated[str, StringConstraints(max_length=40), Storable]
Token = Annotated[str, StringConstraints(max_length=200), Storable]
Encoded = Annotated[str, StringConstraints(max_length=20_000, pattern=r"^[A-Za-z0-9_-]+=*$")]


class PasskeySignature(Payload):
    """What `navigator.credentials.get` gives; its bytes as base64url."""

    id: Encoded
    client_data: Encoded
    authenticator_data: Encoded
    signature: Encoded
    user_handle: Encoded | None = None

    def answer(self) -> passkeys.Answer:
        return passkeys.Answer(
            self.id, self.client_data, self.authenticator_data, self.signature, self.user_handle or ""
        )


class FactorProof(Payload):
    """One of them."""

    code: Code | None = None
    recovery_code: Code | None = None
    passkey: PasskeySignature | None = None

    @model_validator(mode="after")
    def _one(self) -> "FactorProof":
        given = [name for name in self._ways if getattr(self, name)]
        if len(given) != 1:
            raise ValueError(f"Give one of: {', '.join(self._ways)}.")
        return self

    @property
    def _ways(self) -> tuple[str, ...]:
        return ("code", "recovery_code", "passkey")

    def proof(self) -> Proof:
        return Proof(
            code=self.code or "",
            recovery_code=self.recovery_code or "",
            passkey=self.passkey.answer() if self.passkey else None,
        )


class SecondStep(FactorProof):
    """`pending`: of the answer to the password."""

    pending: Token


class IdentityProof(FactorProof):
    """`password`: only of an account without a second factor."""

    password: Password | None = None

    @property
    def _ways(self) -> tuple[str, ...]:
        return ("code", "recovery_code", "passkey", "password")

    def proof(self) -> Proof:
        return Proof(password=self.password) if self.password else super().proof()


class ChallengeOrder(Payload):
    """`pending`: of the answer to the password; without it, for a sign-in by a passkey alone."""

    pending: Token | None = None


class PasskeyOptions(Schema):
    """`options`: for `navigator.credentials`, as WebAuthn writes them in JSON. They are used once, in five minutes."""

    options: dict[str, Any]


class PasskeyOut(Schema):
    id: int
    name: str
    created: datetime
    last_used: datetime | None


class Factors(Schema):
    """`codes_since`: when one-time codes were set up; null without. `recovery_codes`: how many are left. `required`:
    the account's level must have a second factor. `offers_codes`, `offers_passkeys`: what can be set up here.
    """

    codes_since: datetime | None
    recovery_codes: int
    passkeys: list[PasskeyOut]
    required: bool
    offers_codes: bool
    offers_passkeys: bool


@router.post(
    "/auth/second-factor",
    response={200: SignedInAnswer, 403: Problem, 409: Problem, 429: Problem},
    operation_id="giveSecondFactor",
)
def give_second_factor(request: HttpRequest, body: SecondStep) -> Any:
    """Finish a sign-in. 403 `wrong_code`; 409 `sign_in_ended`."""
    return _signed_in(request, *finish_sign_in(body.pending, body.proof(), address=client_address(request)))


@router.post(
    "/auth/passkey/options", response={200: PasskeyOptions, 409: Problem, 429: Problem}, operation_id="askForPasskey"
)
def ask(request: HttpRequest, body: ChallengeOrder) -> Any:
    """409 `sign_in_ended`, `factor_not_offered`; 429 for a crowd of challenges without `pending`."""
    return {"options": ask_for_passkey(body.pending or "", address=client_address(request))}


@router.post(
    "/auth/passkey", response={200: SignedInAnswer, 403: Problem, 409: Problem}, operation_id="signInByPasskey"
)
def by_passkey(request: HttpRequest, body: PasskeySignature) -> Any:
    """Sign in by a passkey alone. 403 `wrong_code`; 409 `factor_not_offered`."""
    return _signed_in(request, *sign_in_by_passkey(body.answer(), address=client_address(request)))


@router.post(
    "/auth/confirmation",
    response={204: None, 403: Problem, 409: Problem, 429: Problem},
    auth=SignedIn(before_factor=True),
    operation_id="confirmIdentity",
)
def confirm(request: StaffRequest, body: IdentityProof) -> Any:
    """For ten minutes the session is not asked again. 403 `wrong_code`."""
    confirm_identity(request.auth, body.proof(), address=client_address(request))
    return Status(204, None)


@router.post(
    "/auth/confirmation/options",
    response={200: PasskeyOptions, 409: Problem},
    auth=SignedIn(before_factor=True),
    operation_id="askForOwnPasskey",
)
def ask_own(request: StaffRequest) -> Any:
    return {"options": ask_for_own_passkey(request.auth)}


@router.get(
    "/user/{user_id}/factors",
    response=Factors,
    auth=OwnerOrStaff("users", before_factor=True),
    operation_id="getUserFactors",
)
def read(request: StaffRequest, user_id: AccountId) -> Any:
    """403 `above_own_rights` for an account with rights above the caller's."""
    by = request.auth.user
    if user_id != by.pk and state.owes_factor(by):
        raise state.FactorRequiredError
    account = get_account(user_id)
    if account.pk != by.pk and not stands_within(account, by):
        raise AboveOwnRightsError
    return _factors(account)


@router.delete(
    "/user/{user_id}/factors",
    response={204: None},
    auth=Staff("users", asks_again=True),
    operation_id="removeUserFactors",
)
def remove_all(request: StaffRequest, user_id: AccountId) -> Any:
    """Remove all of somebody's second factors: the password alone signs in again. The person is mailed."""
    remove_second_factor(user_id, by=request.auth.user)
    return Status(204, None)


def _signed_in(request: HttpRequest, token: str, user: User) -> dict[str, Any]:
    bind_answer(request, token)
    return {"accessToken": token, "user": SessionUser.of(user)}


def _factors(account: User) -> dict[str, Any]:
    secret = getattr(account, "code_secret", None)
    return {
        "codes_since": secret.confirmed_at if secret and secret.secret is not None else None,
        "recovery_codes": account.recovery_codes.count(),
        "passkeys": [_row(passkey) for passkey in account.passkeys.order_by("pk")],
        "required": state.is_required(account),
        "offers_codes": state.codes_are_offered(),
        "offers_passkeys": settings.PASSKEYS,
    }


def _row(passkey: Passkey) -> dict[str, Any]:
    return {
        "id": passkey.pk,
        "name": passkey.name,
        "created": passkey.created_at,
        "last_used": passkey.used_at,
    }
