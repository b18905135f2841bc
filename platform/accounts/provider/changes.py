"""Changes of accounts that the provider decides: by its groups at a sign-in, or by SCIM. Nobody of Docket acts.

They come one after another (`in_turn`), so that of two last administrators one stays. Each leaves its audit entry.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.factors.models import PendingSignIn
from accounts.hands import end_hands_of_others
from accounts.models import AccessToken, OneTimeLink, Promotion, User
from accounts.promotions import companies_of
from accounts.provider.models import ProviderIdentity, ProviderSignIn
from accounts.rights import AccessLevel, default_access, rank
from audit import actions
from audit.entries import record_audit
from kit.errors import ConflictError

_COLUMNS = {"email_address": "email"}


class LastAdministratorError(ConflictError):
    code = "last_administrator"
    message = "This is the last administrator who can sign in: their account stays active."


@contextmanager
def in_turn() -> Iterator[None]:
    """A transaction, one of these at a time. Accounts are locked after it, never before."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended('accounts of the provider', 0))")
        yield


def level_of(groups: Collection[str]) -> str | None:
    """The highest level that the groups have; None if none of them has one."""
    levels = [settings.GROUP_LEVELS[group] for group in groups if group in settings.GROUP_LEVELS]
    return max(levels, key=rank) if levels else None


def set_level(account: User, level: str, *, keeps_identity: bool = False) -> None:
    """Give a locked account a level with that level's permissions, which are left as they are for the level it has.

    The last administrator keeps theirs. So does an account that belongs to companies where it would become Docket
    Staff: a second administrator confirms that (accounts.promotions). Who is raised loses the ways in that somebody
    with fewer rights may know (accounts.hands); `keeps_identity`: not the one by the provider.
    """
    before = account.access_level
    if level == before:
        return
    to_admin = level == AccessLevel.ADMIN and companies_of(account)
    if to_admin or (before == AccessLevel.ADMIN and is_last_administrator(account)):
        return
    access, is_raised = set(account.cms_access), rank(level) > rank(before)
    account.access_level, account.cms_access = level, default_access(level)
    account.save(update_fields=["access_level", "cms_access"])
    Promotion.objects.filter(account=account).delete()
    record_audit(actions.LEVEL_BY_PROVIDER, account.pk, user_id=None, before=before, after=level)
    if is_raised or not set(account.cms_access) <= access:
        end_hands_of_others(account, keeps_identity=keeps_identity)


def set_profile(account: User, values: Mapping[str, Any]) -> None:
    """Set fields of a locked account, by the names of `accounts.changes`. Raises IntegrityError for a taken address."""
    columns = {name: _COLUMNS.get(name, name) for name in values}
    changed = [name for name, column in columns.items() if getattr(account, column) != values[name]]
    if not changed:
        return
    for name in changed:
        setattr(account, columns[name], values[name])
    account.save(update_fields=[columns[name] for name in changed])
    if "email_address" in changed:
        OneTimeLink.objects.filter(user=account).delete()
    record_audit(actions.CHANGED_BY_PROVIDER, account.pk, user_id=None, fields=changed)


def set_active(account: User, *, is_active: bool) -> None:
    """Activate a locked account, or deactivate it and end what it has open. Raises LastAdministratorError.

    Its keys do nothing while it is not active; sessions and links end for good. Who is activated has more rights than
    before, and loses the ways in that somebody with fewer may know (accounts.hands).
    """
    if account.is_active == is_active:
        return
    if not is_active and account.access_level == AccessLevel.ADMIN and is_last_administrator(account):
        raise LastAdministratorError
    account.is_active = is_active
    account.save(update_fields=["is_active"])
    action = actions.ACTIVATED_BY_PROVIDER if is_active else actions.DEACTIVATED_BY_PROVIDER
    record_audit(action, account.pk, user_id=None)
    if is_active:
        end_hands_of_others(account)
    else:
        end_sessions(account)


def end_sessions(account: User) -> None:
    """Sessions, links, and sign-ins that are on their way."""
    for rows in (AccessToken, OneTimeLink, ProviderSignIn, PendingSignIn):
        rows._default_manager.filter(user=account).delete()


def sign_out(account: User, issuer: str) -> None:
    """End the sessions of a locked account until the person signs in at the provider again (decision: sign-out).

    Until then no password opens one, and the keys that they made themselves do nothing.
    """
    ProviderIdentity.objects.filter(user=account, issuer=issuer).update(signed_out_at=timezone.now())
    end_sessions(account)
    record_audit(actions.SIGNED_OUT_BY_PROVIDER, account.pk, user_id=None)


def is_last_administrator(account: User) -> bool:
    """Whether no other account of Docket Staff can sign in. To be asked in turn."""
    others = User.objects.filter(access_level=AccessLevel.ADMIN, is_active=True).exclude(pk=account.pk)
    by_password = ~Q(password__startswith=UNUSABLE_PASSWORD_PREFIX) if settings.PASSWORD_SIGN_IN else Q(pk=None)
    by_provider = Q(identities__issuer=settings.OIDC_ISSUER) if settings.OIDC_ISSUER else Q(pk=None)
    return account.is_active and not others.filter(by_password | by_provider).exists()
