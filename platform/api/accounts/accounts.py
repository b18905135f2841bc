"""User accounts: listed, created, changed, deleted. What anybody may grant is decided in accounts.authority."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http.response import HttpResponseBase
from ninja import Query, Status

from accounts.authority import grantable_levels, stands_within
from accounts.changes import change_account, create_account, set_password
from accounts.exporting import export_accounts
from accounts.lists import get_account, last_seen, note_visit, recently_opened
from accounts.models import User
from accounts.notifications import choose_notifications, chosen
from accounts.promotions import may_confirm, promotion_of
from accounts.rights import PERMISSIONS, Permission, default_access
from accounts.sessions import number_of_sessions
from api.accounts.schemas import (
    Account,
    AccountChanges,
    AccountChoice,
    AccountId,
    AccountList,
    AccountQuery,
    Confirmation,
    CreatedAccount,
    Grantable,
    LinkAnswer,
    LinkOrder,
    NewAccount,
    NewPassword,
    NotificationChoices,
    RecentAccounts,
)
from api.accounts.session import router as session
from api.http.auth import OwnerOrStaff, Staff, StaffRequest
from api.http.errors import Problem
from api.http.files import CSV_FILE, file_response
from api.http.lists import page_of
from api.http.replica import from_replica
from api.http.routing import Router
from companies.models import Company
from kit.errors import InvalidError
from kit.pages import NAME_ORDER, in_order
from workflows.accounts.erasure import erase_account
from workflows.accounts.links import can_be_mailed, hand_over_link, mail_link
from workflows.engine.verbs.assignment import end_leases

router = Router(tags=["User accounts"])


# a path belongs to one router, and the specification registers with POST /users
@session.get("/users", response=AccountList, auth=Staff("users"), tags=["User accounts"])
def list_users(request: StaffRequest, query: Query[AccountQuery]) -> Any:
    """A page of the accounts."""
    found, next_cursor = page_of(
        query.found(), query, query.field, of=f"users {query.sort} {query.direction} {query.level or ''} {query.q}"
    )
    return {"items": _rows(found), "next_cursor": next_cursor}


@router.get(
    "/users/export",
    response=dict[str, Any],
    auth=Staff("users", asks_again=True),
    operation_id="exportUsers",
    openapi_extra=CSV_FILE,
)
@from_replica
def export(request: StaffRequest, query: Query[AccountChoice]) -> HttpResponseBase:
    """The list as a file of comma-separated values, streamed."""
    accounts = in_order(query.found(), query.field, descending=query.descending)
    return file_response(export_accounts(accounts, by=request.auth.user), "accounts")


@router.get("/users/recent", response=RecentAccounts, auth=Staff("users"), operation_id="listRecentUsers")
def list_recent(request: StaffRequest) -> Any:
    """The last 20 that the caller opened."""
    return {"items": _rows(recently_opened(request.auth.user))}


@router.get("/access-levels", response=Grantable, auth=Staff("top_level_add", "users"), operation_id="listAccessLevels")
def list_levels(request: StaffRequest) -> Any:
    by = request.auth.user
    levels = [
        {"level": level, "permissions": [name for name in default_access(level) if by.may(name)]}
        for level in grantable_levels(by)
    ]
    return {"levels": levels, "permissions": [name for name in PERMISSIONS if by.may(name)]}


@router.post(
    "/user",
    response={201: CreatedAccount, 409: Problem},
    auth=Staff("top_level_add", "users"),
    operation_id="createUser",
)
def create(request: StaffRequest, body: NewAccount) -> Any:
    """409 `email_taken`, `rights_changed`; 403 `above_own_rights` for a level above the caller's."""
    by = request.auth.user
    with transaction.atomic():
        user = create_account(
            body.email_address, first_name=body.first_name, last_name=body.last_name, level=body.access_level, by=by
        )
        is_mailed = body.send_details and can_be_mailed()
        secret = None if is_mailed else hand_over_link(user, by=by, is_new=True)
        if is_mailed:
            mail_link(user)
    path = f"/accounts/{user.pk}" if by.may(Permission.USERS) else ""
    return Status(201, {"id": user.pk, "path": path, "link": _address(secret)})


@router.get("/user/{user_id}", response=Account, auth=OwnerOrStaff("users"), operation_id="getUser")
def read(request: StaffRequest, user_id: AccountId) -> Any:
    user, by = get_account(user_id), request.auth.user
    if by.may(Permission.USERS):
        note_visit(user, by=by)
    return account_answer(user, by)


@router.patch(
    "/user/{user_id}", response={200: Account, 409: Problem}, auth=OwnerOrStaff("users"), operation_id="changeUser"
)
def change(request: StaffRequest, user_id: AccountId, body: AccountChanges) -> Any:
    """409 `email_taken`; 409 `address_unconfirmed` where the new rights end the password of an account that somebody
    with fewer can sign in to, and `shown` does not name the address that a link is mailed to; 409
    `second_admin_needed` for the level ADMIN of an account that belongs to companies; 403 `above_own_rights`, or
    `own_rights` for the caller's own level, permissions or state.

    One's own profile needs no permission, except its email address.
    """
    values = body.model_dump(exclude_unset=True)
    shown = {name: value for name, value in (values.pop("shown", None) or {}).items() if value is not None}
    if nothing := [name for name, value in values.items() if value is None and name != "country"]:
        raise InvalidError({key: ["must not be null"] for key in nothing})
    with transaction.atomic():
        user, is_ended = change_account(user_id, values, by=request.auth.user, shown=shown)
        if not user.is_active:
            end_leases(user.pk, by=request.auth.user)
        if is_ended and user.is_active and can_be_mailed():
            mail_link(user, by=request.auth.user)
    if user.pk == request.auth.user_id:
        request.auth.user.refresh_from_db()
    return account_answer(user, request.auth.user)


@router.put(
    "/user/{user_id}/password",
    response={204: None},
    auth=OwnerOrStaff("users", asks_again=True),
    operation_id="setUserPassword",
)
def change_password(request: StaffRequest, user_id: AccountId, body: NewPassword) -> Any:
    """It takes effect at the next sign-in, and ends no session."""
    set_password(user_id, body.password, by=request.auth.user)
    return Status(204, None)


@router.put(
    "/user/{user_id}/notifications",
    response={204: None},
    auth=OwnerOrStaff("users"),
    operation_id="chooseUserNotifications",
)
def change_notifications(request: StaffRequest, user_id: AccountId, body: NotificationChoices) -> Any:
    """What the account is mailed about."""
    choose_notifications(user_id, body.root, by=request.auth.user)
    return Status(204, None)


@router.post(
    "/user/{user_id}/link", response={201: LinkAnswer, 409: Problem}, auth=Staff("users"), operation_id="makeUserLink"
)
def make_link(request: StaffRequest, user_id: AccountId, body: LinkOrder) -> Any:
    """A link that sets the password once, within a day. It ends earlier ones. 409 for an account that is not active."""
    account, by = get_account(user_id), request.auth.user
    if body.send and can_be_mailed():
        mail_link(account, by=by)
        return Status(201, {"link": None})
    return Status(201, {"link": _address(hand_over_link(account, by=by))})


@router.delete("/user/{user_id}", response={204: None}, auth=Staff("users", asks_again=True), operation_id="deleteUser")
def delete(request: StaffRequest, user_id: AccountId, body: Confirmation) -> Any:
    """Erase the account, for good and at once. History keeps its number."""
    if not body.confirm:
        raise InvalidError({"confirm": ["Tick the confirmation first."]})
    erase_account(user_id, by=request.auth.user)
    return Status(204, None)


def _address(secret: str | None) -> str | None:
    return None if secret is None else f"{settings.CONSOLE_URL}/login#set={secret}"


def _rows(users: list[User]) -> list[dict[str, Any]]:
    seen = last_seen(users) if users else {}
    return [_row(user, seen.get(user.pk)) for user in users]


def _row(user: User, seen: datetime | None) -> dict[str, Any]:
    return {
        "id": user.pk,
        "name": {"full": user.full_name},
        "email": user.email,
        "avatar": user.avatar_filename or None,
        "access_level": user.access_level,
        "active": user.is_active,
        "last_seen": seen,
    }


def account_answer(user: User, by: User) -> dict[str, Any]:
    company = Company.objects.filter(associations__user=user).order_by(NAME_ORDER, "pk").first()
    return {
        **_row(user, last_seen([user]).get(user.pk)),
        "first_name": user.first_name,
        "last_name": user.last_name,
        "job_title": user.job_title,
        "mobile_phone": user.mobile_phone,
        "landline_phone": user.landline_phone,
        "country": user.country,
        "email_address": user.email,
        "cms_access": [name for name in user.cms_access if name in PERMISSIONS],
        "created": user.created_at,
        "sessions": number_of_sessions(user),
        "company": company,
        "associations": user.associations.count() if company else 0,
        "keys": user.api_keys.filter(revoked_at=None).count(),
        "provider": _at_provider(user),
        "notifications": chosen(user),
        "may_edit": stands_within(user, by),
        "own": user.pk == by.pk,
        "promotion": _promotion(user, by) if by.may(Permission.USERS) else None,
    }


def _at_provider(user: User) -> dict[str, Any] | None:
    identity = user.identities.filter(issuer=settings.OIDC_ISSUER).first() if settings.OIDC_ISSUER else None
    return {"label": settings.OIDC_LABEL, "since": identity.since} if identity else None


def _promotion(user: User, by: User) -> dict[str, Any] | None:
    if (asked := promotion_of(user)) is None:
        return None
    return {
        "by": {"id": asked.by_id, "name": asked.by.full_name},
        "at": asked.at,
        "expires_at": asked.expires_at,
        "cms_access": asked.cms_access,
        "companies": len(asked.companies),
        "own": asked.by_id == by.pk,
        "may_confirm": may_confirm(asked, user, by),
    }
