"""Whose account a person of the provider has: by their subject there, else once by a verified email address."""

from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.db import IntegrityError

from accounts.models import MAX_NAME_LENGTH, User, normalise_address
from accounts.provider.changes import in_turn, level_of, set_level
from accounts.provider.errors import (
    ManyGroupsError,
    NotActiveError,
    OtherPersonError,
    SignInLapsedError,
    UnknownPersonError,
    UnverifiedError,
)
from accounts.provider.members import groups_of
from accounts.provider.models import ProviderIdentity
from accounts.provider.tokens import Claims
from accounts.rights import AccessLevel
from audit import actions
from audit.entries import record_audit
from kit.email_addresses import is_email_address
from kit.text import as_name, without_direction


def account_of(claims: Claims) -> User:
    """The account, linked or made if it was not, with the level of its groups.

    Raises UnknownPersonError, UnverifiedError, NotActiveError, OtherPersonError, ManyGroupsError,
    SignInLapsedError.
    """
    groups = set(groups_in(claims))
    try:
        with in_turn():
            identity = _identified(claims) or _linked(claims) or _made(claims, groups)
            # as of now, and locked
            account = User.objects.select_for_update(no_key=True).get(pk=identity.user_id)
            if not account.is_active:
                raise NotActiveError
            if not ProviderIdentity.objects.filter(pk=identity.pk).exists():  # an administrator raised the account
                raise SignInLapsedError
            _follow_groups(account, identity, groups.union(groups_of(account)))
            identity.signed_out_at = None
            identity.save(update_fields=["sets_level", "signed_out_at"])
            return account
    except IntegrityError as error:  # the address was taken at this moment
        raise OtherPersonError from error


def groups_in(claims: Claims) -> list[str]:
    """Raises ManyGroupsError where the provider only says where they could be asked for."""
    name = settings.OIDC_GROUPS_CLAIM
    if name not in claims and name in (claims.get("_claim_names") or {}):
        raise ManyGroupsError
    said = claims.get(name)
    listed = [said] if isinstance(said, str) else said if isinstance(said, list) else []
    return [group for group in listed if isinstance(group, str)]


def _identified(claims: Claims) -> ProviderIdentity | None:
    return ProviderIdentity.objects.filter(issuer=claims["iss"], subject=claims["sub"]).first()


def _linked(claims: Claims) -> ProviderIdentity | None:
    """The account with the person's address, linked now. Raises UnverifiedError, NotActiveError, OtherPersonError."""
    account = User.objects.select_for_update(no_key=True).filter(email=_address(claims)).first()
    if account is None:
        return None
    if not account.is_active:
        raise NotActiveError
    if ProviderIdentity.objects.filter(user=account, issuer=claims["iss"]).exists():
        raise OtherPersonError
    return _link(account, claims)


def _made(claims: Claims, groups: Collection[str]) -> ProviderIdentity:
    """A new account, for whom a group has a level. Raises UnknownPersonError, UnverifiedError."""
    level = level_of(groups)
    if level is None:
        raise UnknownPersonError
    first_name, last_name = _names(claims)
    account = User.objects.create_account(
        _address(claims), None, first_name=first_name, last_name=last_name, level=level
    )
    record_audit(actions.ACCOUNT_PROVISIONED, account.pk, user_id=None, level=level)
    return _link(account, claims)


def _link(account: User, claims: Claims) -> ProviderIdentity:
    identity = ProviderIdentity.objects.create(user=account, issuer=claims["iss"], subject=claims["sub"])
    record_audit(actions.IDENTITY_LINKED, account.pk, user_id=None)
    return identity


def _follow_groups(account: User, identity: ProviderIdentity, groups: Collection[str]) -> None:
    """A level that came from groups goes with them; one that was given in Docket stays where no group has a level."""
    level = level_of(groups)
    if level is not None:
        identity.sets_level = True
        set_level(account, level, keeps_identity=True)
    elif identity.sets_level and settings.GROUP_LEVELS:
        set_level(account, AccessLevel.NO_DASHBOARD)


def _address(claims: Claims) -> str:
    """The verified address. Raises UnverifiedError: whoever types an address at the provider does not own it yet."""
    email = claims.get("email")
    is_verified = claims.get(settings.OIDC_VERIFIED_CLAIM) in (True, 1, "true", "1")
    if not isinstance(email, str) or not is_verified or not is_email_address(email.strip()):
        raise UnverifiedError
    return normalise_address(email)


def _names(claims: Claims) -> tuple[str, str]:
    """First and last name; what stands before the @ where the provider names nobody."""
    whole = _name(claims.get("name"))
    first, last = _name(claims.get("given_name")), _name(claims.get("family_name"))
    if not first and whole:
        first, _, last = whole.partition(" ")
    return (first or _address(claims).partition("@")[0])[:MAX_NAME_LENGTH], last[:MAX_NAME_LENGTH]


def _name(said: Any) -> str:
    if not isinstance(said, str) or "\x00" in said:
        return ""
    return as_name(without_direction(said.encode(errors="ignore").decode()))
