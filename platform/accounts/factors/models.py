from django.conf import settings
from django.db import models

MAX_PASSKEY_NAME = 60
PURPOSE_LENGTH = 10


class CodeSecret(models.Model):
    """What an account's authenticator app and the server share. Both columns are encrypted (`accounts.factors.codes`).

    `proposed`: shown, and not yet confirmed by a first code; until then `secret` goes on. `last_step`: of the last code
    that was accepted; none up to it is accepted again.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="code_secret")
    secret = models.BinaryField(null=True)
    proposed = models.BinaryField(null=True)
    last_step = models.BigIntegerField(default=0)
    confirmed_at = models.DateTimeField(null=True)


class RecoveryCode(models.Model):
    """One of ten, each for one sign-in without the second factor; its row is deleted with its use."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery_codes", db_index=False
    )
    digest = models.BinaryField(max_length=32)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="recovery_code_unique")]


class Passkey(models.Model):
    """A credential of WebAuthn. `public`: its id and public key, as the authenticator gave them."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="passkeys")
    credential_id = models.BinaryField(max_length=1023, unique=True)
    public = models.BinaryField()
    sign_count = models.BigIntegerField()
    name = models.CharField(max_length=MAX_PASSKEY_NAME)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name


class PasskeyChallenge(models.Model):
    """What an authenticator is to sign, as a digest; its row is deleted with its use.

    `user`: whose passkeys may sign; anybody's at the sign-in page.
    """

    digest = models.BinaryField(max_length=32, unique=True)
    purpose = models.CharField(max_length=PURPOSE_LENGTH)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(db_index=True)


class PendingSignIn(models.Model):
    """Somebody whose password was right and whose second factor is missing. No session; its row is deleted with its
    use. `password_digest`: of the stored password, so that a newer one ends it.
    """

    digest = models.BinaryField(max_length=32, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    address_digest = models.BinaryField(max_length=32)
    password_digest = models.BinaryField(max_length=32)
    at = models.DateTimeField(db_index=True)
