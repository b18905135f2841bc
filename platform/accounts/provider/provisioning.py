"""Accounts that the provider makes, changes and deactivates by itself (SCIM). It holds all rights of an administrator.

The groups are those that have a level (`OIDC_GROUP_LEVELS`): an account has the highest of its groups', here and at the
provider's sign-in.
"""

from collections.abc import Collection, Mapping
from typing import Any

from django.db import IntegrityError
from django.db.models import QuerySet

from accounts.models import User
from accounts.provider.changes import in_turn, level_of, set_active, set_level, set_profile
from accounts.provider.members import groups_of, members_of
from accounts.provider.models import ProvisionedAccount, ProvisionedMember
from accounts.rights import AccessLevel
from accounts.sessions import EmailTakenError
from audit import actions
from audit.entries import record_audit
from kit.errors import NotFoundError

PROFILE = ("email_address", "first_name", "last_name", "job_title")


def accounts() -> QuerySet[User]:
    """Those that were not erased, the oldest first."""
    return User.objects.filter(erased_at=None).select_related("provisioned").order_by("pk")


def provisioned(account_id: int) -> User:
    """Raises NotFoundError."""
    found = accounts().filter(pk=account_id).first()
    if found is None:
        raise NotFoundError("There is no account with this id.")
    return found


def locked(account_id: int) -> User:
    """To be called in turn, before the account is read that a call changes. Raises NotFoundError."""
    account = User.objects.select_for_update(no_key=True).filter(pk=account_id, erased_at=None).first()
    if account is None:
        raise NotFoundError("There is no account with this id.")
    return account


def external_id_of(account: User) -> str | None:
    known: ProvisionedAccount | None = getattr(account, "provisioned", None)
    return known.external_id if known else None


def create(values: Mapping[str, Any]) -> User:
    """`values`: of PROFILE, and `external_id` and `active`. Raises EmailTakenError."""
    try:
        with in_turn():
            names = {"first_name": values["first_name"], "last_name": values["last_name"]}
            account = User.objects.create_account(values["email_address"], None, **names)
            record_audit(actions.ACCOUNT_PROVISIONED, account.pk, user_id=None, level=account.access_level)
            _change(account, values)
    except IntegrityError as error:
        raise EmailTakenError from error
    return provisioned(account.pk)


def change(account_id: int, values: Mapping[str, Any]) -> User:
    """What is left out stays. Raises NotFoundError, EmailTakenError, LastAdministratorError."""
    try:
        with in_turn():
            _change(locked(account_id), values)
    except IntegrityError as error:
        raise EmailTakenError from error
    return provisioned(account_id)


def set_members(group: str, wanted: Collection[int]) -> None:
    """Put these accounts into a group, and all others out of it. Raises NotFoundError for an unknown id."""
    with in_turn():
        before = set(members_of(group))
        changing = {account_id: locked(account_id) for account_id in sorted(before ^ set(wanted))}
        for account_id, account in changing.items():
            if account_id in before:
                ProvisionedMember.objects.filter(user=account, group=group).delete()
            else:
                ProvisionedMember.objects.create(user=account, group=group)
            set_level(account, level_of(groups_of(account)) or AccessLevel.NO_DASHBOARD)


def _change(account: User, values: Mapping[str, Any]) -> None:
    set_profile(account, {name: values[name] for name in PROFILE if name in values})
    if "external_id" in values:
        _set_external_id(account, values["external_id"])
    if "active" in values:
        set_active(account, is_active=values["active"])


def _set_external_id(account: User, external_id: str | None) -> None:
    known = ProvisionedAccount.objects.filter(user=account)
    if external_id is None:
        known.delete()
    elif not known.filter(external_id=external_id).exists():
        known.update_or_create(user=account, defaults={"external_id": external_id})
        record_audit(actions.PROVISIONING_LINKED, account.pk, user_id=None)
