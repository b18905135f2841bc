"""Accounts that people create and change. Each change leaves an audit entry: the fields, without their values."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import IntegrityError, transaction

from accounts.authority import OwnRightsError, Pair, granted_access, locked_creator, locked_pair
from accounts.hands import end_foreign_sign_in, end_sign_in
from accounts.links import issue_link
from accounts.models import OneTimeLink, Promotion, User, normalise_address
from accounts.passwords import check_new_password
from accounts.phones import phone_number
from accounts.promotions import companies_of, confirm, require_second_admin
from accounts.provider.changes import end_sessions
from accounts.provider.models import ProviderIdentity
from accounts.rights import PERMISSIONS, AccessLevel, Permission, default_access, rank
from accounts.sessions import EmailTakenError
from audit import actions
from audit.action import Action
from audit.entries import record_audit
from kit.errors import ConflictError, ForbiddenError, NotFoundError

PHONES = ("mobile_phone", "landline_phone")
# fields as calls name them, with the column where it has another name
PROFILE = ("first_name", "last_name", "job_title", "country", *PHONES, "email_address")
RIGHTS = ("access_level", "cms_access", "active")
_COLUMNS = {"email_address": "email", "active": "is_active"}


class RightsChangedError(ConflictError):
    code = "rights_changed"
    message = "Somebody else has changed the rights of this account meanwhile. Nothing was saved: look at them again."


def create_account(email: str, *, first_name: str, last_name: str, level: str, by: User) -> User:
    """An account without a password: a one-time link sets it. Raises AboveOwnRightsError, EmailTakenError."""
    try:
        with transaction.atomic():
            creator = locked_creator(by)
            access = granted_access(level, None, by=creator)
            user = User.objects.create_account(email, None, first_name=first_name, last_name=last_name, level=level)
            user.cms_access = access
            user.save(update_fields=["cms_access"])
            record_audit(actions.ACCOUNT_CREATED, user.pk, user_id=by.pk, level=level)
    except IntegrityError as error:
        raise EmailTakenError from error
    return user


def create_by_command(email: str, *, first_name: str, last_name: str, level: str) -> tuple[User, str]:
    """The account, such as the first one of an installation, and the secret of its one-time link.

    Whoever can run commands on the machine holds all rights. Raises EmailTakenError.
    """
    try:
        with transaction.atomic():
            user = User.objects.create_account(email, None, first_name=first_name, last_name=last_name, level=level)
            record_audit(actions.ACCOUNT_CREATED, user.pk, user_id=None, level=level)
            return user, issue_link(user)
    except IntegrityError as error:
        raise EmailTakenError from error


def has_administrator() -> bool:
    """Whether an active account of Docket Staff has a password, or is known at a provider."""
    staff = User.objects.filter(access_level=AccessLevel.ADMIN, is_active=True)
    return staff.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX, identities=None).exists()


def first_administrator_by_command(email: str) -> tuple[User, str]:
    """The first account of Docket Staff, made unless it is there, and the secret of a link; repeated, a newer link.

    Raises EmailTakenError for an account with another level.
    """
    with transaction.atomic():
        account = User.objects.select_for_update(no_key=True).filter(email=normalise_address(email)).first()
        if account is None:
            name = email.partition("@")[0]
            return create_by_command(email, first_name=name, last_name="", level=AccessLevel.ADMIN)
        if account.access_level != AccessLevel.ADMIN or not account.is_active:
            raise EmailTakenError
        record_audit(actions.LINK_HANDED_OVER, account.pk, user_id=None)
        return account, issue_link(account)


def link_by_command(email: str) -> tuple[User, str]:
    """The account, and the secret of a link that signs in once, such as where the provider is away.

    Raises NotFoundError, also for an account that is not active.
    """
    with transaction.atomic():
        accounts = User.objects.select_for_update(no_key=True)
        account = accounts.filter(email=normalise_address(email), is_active=True).first()
        if account is None:
            raise NotFoundError("There is no active account with this address.")
        record_audit(actions.LINK_HANDED_OVER, account.pk, user_id=None)
        return account, issue_link(account)


def set_level_by_command(email: str, level: str) -> tuple[User, str | None]:
    """The account with its new level and that level's permissions, and the secret of a link to set its password.

    Who is raised signs in anew, because somebody else may know a way in (decision 86); else there is no link. An
    account that belongs to companies needs no second administrator here. Raises NotFoundError.
    """
    with transaction.atomic():
        account = User.objects.select_for_update(no_key=True).filter(email=normalise_address(email)).first()
        if account is None:
            raise NotFoundError("There is no account with this address.")
        before, wanted = _effective(account), {"access_level": level, "cms_access": default_access(level)}
        changed = [name for name, value in wanted.items() if getattr(account, name) != value]
        recorded = _recorded(account, wanted, changed)
        account.access_level, account.cms_access = level, default_access(level)
        account.save(update_fields=["access_level", "cms_access"])
        Promotion.objects.filter(account=account).delete()
        _end_with(account, set(changed))
        for action, details in recorded:
            record_audit(action, account.pk, user_id=None, **details)
        if not _is_raised(before, account):
            return account, None
        end_sign_in(account, by=None)
        return account, issue_link(account)


def confirm_promotion(account_id: int, *, by: User, shown: Mapping[str, Any] | None = None) -> tuple[User, bool]:
    """Make the account what another administrator has asked for (accounts.promotions), as `change_account` does.

    Raises PromotionLapsedError, OwnPromotionError.
    """
    with transaction.atomic():
        wanted = confirm(locked_pair(account_id, by=by))
        return change_account(account_id, wanted, by=by, shown=shown, is_confirmed=True)


def change_account(
    account_id: int,
    values: Mapping[str, Any],
    *,
    by: User,
    shown: Mapping[str, Any] | None = None,
    is_confirmed: bool = False,
) -> tuple[User, bool]:
    """Set some of PROFILE and RIGHTS: (account, whether its sign-in ended, so that a link must be mailed).

    Repeating it records nothing.

    A new level without permissions brings its own. Everybody changes their own profile; its email address, by which
    one signs in, is changed by who manages accounts. `shown`: the level, permissions or address that the editor saw.
    Raises NotFoundError, AboveOwnRightsError, OwnRightsError, EmailTakenError, InvalidError; RightsChangedError when
    the account has neither what was shown nor what is wanted; AddressUnconfirmedError; SecondAdminNeededError.
    """
    try:
        with transaction.atomic():
            pair = locked_pair(account_id, by=by, own=True)
            wanted = {**_rights(pair, values), **_profile(pair.account, values)}
            _require_shown(pair.account, wanted, shown or {})
            changed = [name for name, value in wanted.items() if getattr(pair.account, _column(name)) != value]
            if pair.is_own:
                _check_own(pair.by, set(changed))
            require_second_admin(pair, wanted, is_confirmed=is_confirmed)
            recorded, before = _recorded(pair.account, wanted, changed), _effective(pair.account)
            for name in changed:
                setattr(pair.account, _column(name), wanted[name])
            if changed:
                pair.account.save(update_fields=[_column(name) for name in changed])
            _end_with(pair.account, set(changed))
            for action, details in recorded:
                record_audit(action, account_id, user_id=by.pk, **details)
            is_ended = _is_raised(before, pair.account) and end_foreign_sign_in(pair.account, shown or {}, by=by)
    except IntegrityError as error:
        raise EmailTakenError from error
    return pair.account, is_ended


def set_password(account_id: int, password: str, *, by: User) -> None:
    """It counts at the next sign-in; sessions go on (spec, section 4). Raises InvalidError, AboveOwnRightsError."""
    check_new_password(password)
    with transaction.atomic():
        account = locked_pair(account_id, by=by, own=True).account
        account.set_password(password)
        account.save(update_fields=["password"])
        OneTimeLink.objects.filter(user=account).delete()
        record_audit(actions.PASSWORD_SET, account_id, user_id=by.pk)


def _end_with(account: User, changed: set[str]) -> None:
    """End what does not outlive a change. A new level goes with no group until one sets it again (decision 129)."""
    if "access_level" in changed:
        ProviderIdentity.objects.filter(user=account).update(sets_level=False)
    if "active" in changed and not account.is_active:
        end_sessions(account)
    if {"active", "email_address"} & changed:
        OneTimeLink.objects.filter(user=account).delete()


def _check_own(by: User, changed: set[str]) -> None:
    """Raises OwnRightsError, ForbiddenError for an address without the permission to manage accounts."""
    if changed & set(RIGHTS):
        raise OwnRightsError
    if "email_address" in changed and not by.may(Permission.USERS):
        raise ForbiddenError


def _require_shown(account: User, wanted: Mapping[str, Any], shown: Mapping[str, Any]) -> None:
    """A repeated request finds what it wants, and is done. Raises RightsChangedError."""
    is_done = all(getattr(account, name) == wanted[name] for name in ("access_level", "cms_access") if name in wanted)
    if is_done:
        return
    if shown.get("access_level", account.access_level) != account.access_level:
        raise RightsChangedError
    # a permission of a former release is not shown
    known = {name for name in account.cms_access if name in PERMISSIONS}
    if set(shown.get("cms_access", known)) != known:
        raise RightsChangedError


def _rights(pair: Pair, values: Mapping[str, Any]) -> dict[str, Any]:
    """The rights that the values ask for. Raises AboveOwnRightsError."""
    wanted = {name: values[name] for name in ("access_level", "active") if name in values}
    level = values.get("access_level", pair.account.access_level)
    if "cms_access" in values:
        wanted["cms_access"] = granted_access(level, values["cms_access"], by=pair.by)
        if set(wanted["cms_access"]) == set(pair.account.cms_access):
            del wanted["cms_access"]  # the order of permissions means nothing
    elif level != pair.account.access_level:
        wanted["cms_access"] = granted_access(level, None, by=pair.by)
    return wanted


def _profile(account: User, values: Mapping[str, Any]) -> dict[str, Any]:
    wanted = {name: values[name] for name in PROFILE if name in values}
    if "email_address" in wanted:
        wanted["email_address"] = normalise_address(wanted["email_address"])
    country = wanted.get("country", account.country)
    for name in PHONES:
        if name in wanted and wanted[name] != getattr(account, name):
            wanted[name] = phone_number(wanted[name], country=country, field=name)
    return wanted


def _effective(account: User) -> tuple[int, set[str]]:
    """What the account may do now: nothing while it is not active."""
    return (rank(account.access_level), set(account.cms_access)) if account.is_active else (-1, set())


def _is_raised(before: tuple[int, set[str]], account: User) -> bool:
    level, access = _effective(account)
    return level > before[0] or not access <= before[1]


def _recorded(account: User, wanted: Mapping[str, Any], changed: list[str]) -> list[tuple[Action, dict[str, Any]]]:
    """What the log says, with the account as it is before. What is about the person is named without its value."""
    said: list[tuple[Action, dict[str, Any]]] = []
    if fields := [name for name in changed if name in PROFILE]:
        said.append((actions.ACCOUNT_CHANGED, {"fields": fields}))
    if "access_level" in changed:
        details = {"before": account.access_level, "after": wanted["access_level"]}
        if wanted["access_level"] == AccessLevel.ADMIN and (companies := len(companies_of(account))):
            details["companies"] = companies
        said.append((actions.LEVEL_CHANGED, details))
    if "cms_access" in changed:
        before, after = set(account.cms_access), set(wanted["cms_access"])
        signs = [f"+{name}" for name in sorted(after - before)] + [f"-{name}" for name in sorted(before - after)]
        said.append((actions.PERMISSIONS_CHANGED, {"signs": signs}))
    if "active" in changed:
        said.append((actions.ACCOUNT_ACTIVATED if wanted["active"] else actions.ACCOUNT_DEACTIVATED, {}))
    return said


def _column(name: str) -> str:
    return _COLUMNS.get(name, name)
