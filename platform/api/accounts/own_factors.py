"""The second factors that a person sets up for their own account (decision 128)."""

from typing import Annotated, Any

from ninja import Path, Status
from pydantic import StringConstraints

from accounts.factors import state
from accounts.factors.models import MAX_PASSKEY_NAME
from api.accounts.factors import Code, Encoded, PasskeyOptions
from api.http.auth import MAX_ID, SignedIn, StaffRequest
from api.http.errors import Problem
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import Storable, Visible

router = Router(tags=["Second factors"])

PasskeyName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_PASSKEY_NAME), Storable, Visible
]
PasskeyId = Annotated[int, Path(ge=1, le=MAX_ID)]
OWN = SignedIn(asks_again=True, before_factor=True)


class CodesProposal(Schema):
    """`address`: what the QR code says, which is an SVG; `secret`: what is typed where none can be read."""

    secret: str
    address: str
    qr: str


class FirstCode(Payload):
    code: Code


class RecoveryCodes(Schema):
    """`recovery_codes`: never shown again. Empty where the account has some already."""

    recovery_codes: list[str]


class NewPasskey(Payload):
    """What `navigator.credentials.create` gives; its bytes as base64url."""

    name: PasskeyName
    client_data: Encoded
    attestation: Encoded


class AddedPasskey(RecoveryCodes):
    id: int


@router.post(
    "/user/me/codes",
    response={201: CodesProposal, 409: Problem},
    auth=OWN,
    operation_id="beginOwnCodes",
)
def begin_codes(request: StaffRequest) -> Any:
    """A secret for an authenticator app, which counts once it is confirmed. 409 `factor_not_offered`."""
    proposal = state.begin_codes(request.auth.user)
    return Status(201, {"secret": proposal.secret, "address": proposal.address, "qr": proposal.qr})


@router.post(
    "/user/me/codes/confirm",
    response={200: RecoveryCodes, 409: Problem},
    auth=OWN,
    operation_id="confirmOwnCodes",
)
def confirm_codes(request: StaffRequest, body: FirstCode) -> Any:
    return {"recovery_codes": state.set_up_codes(request.auth.user, body.code)}


@router.delete("/user/me/codes", response={204: None, 409: Problem}, auth=OWN, operation_id="endOwnCodes")
def end_codes(request: StaffRequest) -> Any:
    """409 `last_factor_required` where the account's level must have a second factor."""
    state.end_codes(request.auth.user)
    return Status(204, None)


@router.post(
    "/user/me/recovery-codes",
    response={201: RecoveryCodes, 409: Problem},
    auth=OWN,
    operation_id="renewOwnRecoveryCodes",
)
def renew(request: StaffRequest) -> Any:
    """Ten new ones; those before end. 409 `factor_not_offered` without a second factor."""
    return Status(201, {"recovery_codes": state.renew_recovery_codes(request.auth.user)})


@router.post(
    "/user/me/passkeys/options",
    response={200: PasskeyOptions, 409: Problem},
    auth=OWN,
    operation_id="askForNewPasskey",
)
def ask_new(request: StaffRequest) -> Any:
    """409 `factor_not_offered`, `too_many_passkeys`."""
    return {"options": state.begin_passkey(request.auth.user)}


@router.post("/user/me/passkeys", response={201: AddedPasskey, 409: Problem}, auth=OWN, operation_id="addOwnPasskey")
def add(request: StaffRequest, body: NewPasskey) -> Any:
    """409 `factor_not_offered`, `passkey_taken`, `too_many_passkeys`."""
    passkey, codes = state.add_passkey(
        request.auth.user, body.name, client_data=body.client_data, attestation=body.attestation
    )
    return Status(201, {"id": passkey.pk, "recovery_codes": codes})


@router.delete(
    "/user/me/passkeys/{passkey_id}", response={204: None, 409: Problem}, auth=OWN, operation_id="removeOwnPasskey"
)
def remove(request: StaffRequest, passkey_id: PasskeyId) -> Any:
    """409 `last_factor_required`."""
    state.remove_passkey(request.auth.user, passkey_id)
    return Status(204, None)
