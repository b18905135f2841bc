"""What is stored of a provider of identities, and of the sign-ins that go by it."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now


class ProviderIdentity(models.Model):
    """Who an account is at a provider: its subject there, which stays when the email address changes."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="identities")
    issuer = models.CharField(max_length=500)
    subject = models.CharField(max_length=255)
    since = models.DateTimeField(db_default=Now())
    # the level came from the groups at the provider once, and goes with them
    sets_level = models.BooleanField(default=False)
    # when the provider ended the person's sessions; null once they have signed in there again
    signed_out_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["issuer", "subject"], name="identity_subject_unique"),
            models.UniqueConstraint(fields=["user", "issuer"], name="identity_user_unique"),
        ]


def signed_out() -> models.QuerySet[ProviderIdentity, int]:
    """The accounts whose sessions the provider has ended, and who have not signed in there since; none without one."""
    ended = ProviderIdentity.objects.filter(issuer=settings.OIDC_ISSUER, signed_out_at__isnull=False)
    return ended.values_list("user_id", flat=True)


def sign_out_is_over(user_id: int) -> None:
    """The person has come back by a link, and has given all that is asked of them."""
    ProviderIdentity.objects.filter(user_id=user_id).update(signed_out_at=None)


class ProviderSignIn(models.Model):
    """A sign-in on its way to the provider and back, bound to a browser. Each digest is found once.

    `digest`: of the state that comes back from the provider; then, with `user`, of the code for the session.
    """

    digest = models.BinaryField(max_length=32, unique=True)
    browser = models.BinaryField(max_length=32)
    nonce = models.CharField(max_length=64, blank=True, default="")
    verifier = models.CharField(max_length=128, blank=True, default="")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(db_default=Now())


class ProviderLogout(models.Model):
    """A logout token that was taken: its `jti` counts once."""

    digest = models.BinaryField(max_length=32, unique=True)
    at = models.DateTimeField(db_default=Now())


class ProvisionedAccount(models.Model):
    """What the provider calls an account (SCIM)."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="provisioned"
    )
    external_id = models.CharField(max_length=255, unique=True)


class ProvisionedMember(models.Model):
    """That the provider has put an account into one of the groups that have a level (SCIM)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    group = models.CharField(max_length=255)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "group"], name="provisioned_member_unique")]
