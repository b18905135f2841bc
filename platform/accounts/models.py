from collections.abc import Iterable
from typing import NoReturn

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models.functions import Concat, Lower, Now

from accounts.factors import models as _of_factors  # noqa: F401  Django finds models through this module
from accounts.names import full_name
from accounts.provider import models as provider_models  # noqa: F401 (Django finds them here)
from accounts.rights import SCOPE_PERMISSIONS, AccessLevel, default_access
from kit.prepared import fetch

MAX_NAME_LENGTH = 100
MAX_PHONE_LENGTH = 40
_NAMES = "SELECT id, first_name, last_name FROM accounts_user WHERE id = ANY(%(ids)s)"


class UserManager(BaseUserManager["User"]):
    def create_account(
        self,
        email: str,
        password: str | None,
        *,
        first_name: str,
        last_name: str = "",
        level: str = AccessLevel.NO_DASHBOARD,
    ) -> "User":
        """A new account with its level's default access. The password must have been validated by the caller."""
        user = self.model(
            email=normalise_address(email),
            first_name=first_name,
            last_name=last_name,
            access_level=level,
            cms_access=default_access(level),
        )
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=normalise_address(username or ""))

    def names_of(self, ids: Iterable[int | None]) -> dict[int, str]:
        """The name of every id, in one statement: FORMER_COLLEAGUE for an erased account. None is left out."""
        wanted = {pk for pk in ids if pk is not None}
        rows = fetch(_NAMES, {"ids": list(wanted)}) if wanted else ()
        named = {pk: full_name(first_name, last_name, pk) for pk, first_name, last_name in rows}
        return {pk: named.get(pk) or full_name("", "", pk) for pk in wanted}


class User(AbstractBaseUser):
    """A person of the staff or of a client. Accounts are erased, never deleted: history refers to their id."""

    email = models.EmailField(max_length=254)
    first_name = models.CharField(max_length=MAX_NAME_LENGTH)
    last_name = models.CharField(max_length=MAX_NAME_LENGTH, blank=True, default="")
    avatar_filename = models.CharField(max_length=200, blank=True, default="")
    access_level = models.CharField(max_length=20, choices=AccessLevel.choices, default=AccessLevel.NO_DASHBOARD)
    cms_access = ArrayField(models.CharField(max_length=40), default=list, blank=True)
    on_duty = models.BooleanField(default=True)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)
    job_title = models.CharField(max_length=MAX_NAME_LENGTH, blank=True, default="")
    mobile_phone = models.CharField(max_length=MAX_PHONE_LENGTH, blank=True, default="")
    landline_phone = models.CharField(max_length=MAX_PHONE_LENGTH, blank=True, default="")
    # a number of the specification's countries (section 3); null: not given
    country = models.SmallIntegerField(null=True, blank=True)
    # names of accounts.notifications.Notification
    notifications = ArrayField(models.CharField(max_length=20), default=list, blank=True, db_default=[])
    # the dashboard explains the outcomes until the person puts that away
    knows_outcomes = models.BooleanField(default=False, db_default=False)
    # whether there is a row of a confirmed CodeSecret or of a Passkey: read with every session, so it stands here
    has_second_factor = models.BooleanField(default=False, db_default=False)
    # nothing about the person is left in this row
    erased_at = models.DateTimeField(null=True, blank=True)
    # orders lists by name
    name_order = models.GeneratedField(
        expression=Lower(Concat("first_name", models.Value(" "), "last_name")),
        output_field=models.TextField(),
        db_persist=True,
    )

    objects = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["first_name"]

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="user_email_unique")]
        indexes = [
            models.Index(fields=["name_order", "id"], name="user_name"),
            # what few accounts have: words, a level
            GinIndex(
                fields=["name_order", "email"],
                opclasses=["gin_trgm_ops", "gin_trgm_ops"],
                name="user_words",
                gin_pending_list_limit=256,
            ),
            models.Index(fields=["access_level", "name_order", "id"], name="user_level"),
        ]

    def delete(self, *_args: object, **_options: object) -> NoReturn:
        raise TypeError("accounts are erased, never deleted: history refers to their ids")

    @property
    def full_name(self) -> str:
        """FORMER_COLLEAGUE once the account is erased."""
        return full_name(self.first_name, self.last_name, self.pk)

    def may(self, permission: str) -> bool:
        """Whether the account's access list holds the permission (spec, section 6)."""
        return permission in self.cms_access


class AccessToken(models.Model):
    """One session. Only the token's SHA-256 is stored: the table cannot be used to sign in."""

    digest = models.BinaryField(max_length=32, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="access_tokens")
    created_at = models.DateTimeField()
    used_at = models.DateTimeField()
    # of the last change that its account made, in the database's log (kit.replica)
    position = models.BigIntegerField(default=0, db_default=0)
    # when the person last confirmed who they are, after the sign-in
    confirmed_at = models.DateTimeField(null=True)


class KnownAddress(models.Model):
    """A network address from which an account has signed in, as a digest. It outlives the sessions."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="known_addresses")
    address_digest = models.BinaryField(max_length=32)
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "address_digest"], name="known_address_unique")]


class OneTimeLink(models.Model):
    """A mailed or handed over address that sets a password once. Only the SHA-256 of its secret is stored."""

    digest = models.BinaryField(max_length=32, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="one_time_links")
    # who handed it over, and could use it themselves; null: it was mailed to the account's address
    given_by = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="+", db_index=False)
    created_at = models.DateTimeField(db_default=Now())


class Promotion(models.Model):
    """That an account which belongs to companies becomes {product} Staff: it waits for a second administrator."""

    account = models.OneToOneField(User, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", db_index=False)
    cms_access = ArrayField(models.CharField(max_length=40))
    # the ids of the companies that the account belonged to: with others it lapses
    companies = ArrayField(models.BigIntegerField())
    at = models.DateTimeField()
    expires_at = models.DateTimeField()


class AccountVisit(models.Model):
    """When an account last opened the page of another."""

    visitor = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", db_index=False)
    account = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["visitor", "account"], name="account_visit_unique")]


class ApiKey(models.Model):
    """A program's key. Only its SHA-256 is stored; the prefix is for people to recognise it.

    `owner`: the account that it belongs to; none for a key of the command line. `follows_owner`: its owner made it, and
    a scope counts only while the owner holds the permission to give it. What somebody else gave a program stays.
    """

    owner = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="api_keys")
    follows_owner = models.BooleanField(default=False, db_default=False)
    name = models.CharField(max_length=200)
    prefix = models.CharField(max_length=12)
    digest = models.BinaryField(max_length=32, unique=True)
    scopes = ArrayField(models.CharField(max_length=20))
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.prefix}… {self.name}"

    @property
    def live_scopes(self) -> list[str]:
        """Those that count now."""
        if not (self.follows_owner and self.owner):
            return self.scopes
        return [scope for scope in self.scopes if self.owner.may(SCOPE_PERMISSIONS[scope])]


class KeyCall(models.Model):
    """A call with an API key, counted by its rate limit."""

    key = models.ForeignKey(ApiKey, on_delete=models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["key", "at"], name="key_call")]


class SignInAttempt(models.Model):
    """A failed or running sign-in, counted by the rate limit. Stores digests, neither address nor account."""

    account_digest = models.BinaryField(max_length=32)
    address_digest = models.BinaryField(max_length=32)
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["account_digest", "at"], name="attempt_account"),
            models.Index(fields=["address_digest", "at"], name="attempt_address"),
        ]


def normalise_address(email: str) -> str:
    """One spelling of an email address: trimmed and lower-cased."""
    return email.strip().lower()


class KeyFingerprint(models.Model):
    """With which secret key this database is used, by the name of its variable: `accounts.key_fingerprints`."""

    name = models.CharField(max_length=32, primary_key=True)
    fingerprint = models.CharField(max_length=64)
    accepted_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
