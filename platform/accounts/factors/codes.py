"""One-time codes of an authenticator app (RFC 6238), and the recovery codes for who has lost it.

Secrets are encrypted at rest, and recovery codes are keyed digests, both with the server's secret key: the tables alone
sign in nobody.
"""

import base64
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO

import pyotp
import segno
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.utils import timezone

from accounts.factors.models import CodeSecret, RecoveryCode
from accounts.models import User

STEP_SECONDS = 30
STEPS_AROUND = (0, -1, 1)  # clocks differ, and typing takes time
RECOVERY_CODES = 10
ISSUER = "Docket"
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that looks like another
_HALF = 5  # letters on either side of the hyphen: 50 bits together


@dataclass(frozen=True, slots=True)
class Proposal:
    """`address`: what the QR code `qr`, an SVG, says to an app; `secret`: what people type instead."""

    secret: str
    address: str
    qr: str


def propose_secret(user: User) -> Proposal:
    """A new secret, which counts once a first code confirms it. Replaces one that was only proposed."""
    secret = pyotp.random_base32()
    CodeSecret.objects.update_or_create(user=user, defaults={"proposed": _vault().encrypt(secret.encode())})
    address = pyotp.TOTP(secret).provisioning_uri(name=user.email, issuer_name=ISSUER)
    drawn = BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn, kind="svg", xmldecl=False, svgns=True, border=4, light="#fff"
    )
    return Proposal(secret, address, drawn.getvalue().decode().strip())


def accept_proposal(user: User, code: str) -> bool:
    """Whether the code is one of the proposed secret, which counts from now on instead of an earlier one."""
    row = CodeSecret.objects.select_for_update().filter(user=user, proposed__isnull=False).first()
    step = _step_of(row.proposed if row else None, code)
    if row is None or step is None:
        return False
    row.secret, row.proposed, row.last_step, row.confirmed_at = row.proposed, None, step, timezone.now()
    row.save()
    return True


def spend_code(user: User, code: str) -> bool:
    """Whether this is a code of now that was not accepted before. Of two at once one is accepted."""
    row = CodeSecret.objects.filter(user=user).first()
    step = _step_of(row.secret if row else None, code)
    if row is None or step is None:
        return False
    # the same secret: it may have been replaced since it was read
    unspent = CodeSecret.objects.filter(pk=row.pk, secret=row.secret, last_step__lt=step)
    return unspent.update(last_step=step) == 1


def make_recovery_codes(user: User) -> list[str]:
    """Ten new ones, which end those before. They cannot be read again."""
    codes = ["-".join(_letters() for _ in range(2)) for _ in range(RECOVERY_CODES)]
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(user=user, digest=_digest(user, code)) for code in codes)
    return codes


def spend_recovery_code(user: User, code: str) -> bool:
    """Whether this is one of the account's codes, which ends with this use. Of two at once one is accepted."""
    return RecoveryCode.objects.filter(user=user, digest=_digest(user, code)).delete()[0] == 1


def _letters() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_HALF))


def _step_of(sealed: bytes | memoryview | None, code: str) -> int | None:
    """The time step that the code is of, among those of now."""
    if sealed is None:
        return None
    try:
        totp = pyotp.TOTP(_vault().decrypt(bytes(sealed)).decode())
    except InvalidToken:
        return None  # of another secret key: whoever manages accounts removes it
    given = "".join(code.split())
    step = int(timezone.now().timestamp()) // STEP_SECONDS
    around: Sequence[int] = [step + offset for offset in STEPS_AROUND]
    matching = [each for each in around if hmac.compare_digest(totp.generate_otp(each).encode(), given.encode())]
    return max(matching, default=None)


def _digest(user: User, code: str) -> bytes:
    plain = "".join(letter for letter in code.upper() if letter.isalnum())
    return hmac.digest(_key(b"recovery codes"), f"{user.pk}:{plain}".encode(), "sha256")


def _vault() -> Fernet:
    return Fernet(base64.urlsafe_b64encode(_key(b"one-time codes")))


def _key(of: bytes) -> bytes:
    return hmac.new(str(settings.SECRET_KEY).encode(), b"second factor: " + of, sha256).digest()
