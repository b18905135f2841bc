"""An account that belongs to companies becomes {product} Staff when a second administrator confirms it.

That level is never to be assigned to clients (spec, section 6). Associations change with the account's row locked, so
they cannot while it is raised. With one administrator alone, `docket account level` remains.
"""

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.authority import GRANTERS, OwnRightsError, Pair, granted_access, locked_pair, stands_within
from accounts.models import Promotion, User
from accounts.rights import AccessLevel, Permission
from audit import actions
from audit.entries import record_audit
from kit.errors import ConflictError, ForbiddenError

CONFIRM_WITHIN = timedelta(days=1)  # as long as a link that sets a password


class SecondAdminNeededError(ConflictError):
    """Names who can confirm it; nobody where there is no second administrator."""

    code = "second_admin_needed"
    message = (
        "This account belongs to companies, and Docket Staff are never clients. Ask for it by POST …/promotion; a "
        "second administrator confirms it. With one administrator alone use `docket account level`."
    )

    def __init__(self, companies: int, confirmers: list[User]) -> None:
        self.companies, self.confirmers = companies, confirmers
        super().__init__()

    def details(self) -> Mapping[str, Any]:
        confirmers = [{"id": user.pk, "name": user.full_name} for user in self.confirmers]
        return {"companies": self.companies, "confirmers": confirmers}


class PromotionNotNeededError(ConflictError):
    code = "promotion_not_needed"
    message = "This account belongs to no company, or is Docket Staff already: nobody has to confirm its level."


class PromotionAskedError(ConflictError):
    code = "promotion_asked"
    message = "Another administrator has asked for this already. You can confirm it."


class PromotionLapsedError(ConflictError):
    code = "promotion_lapsed"
    message = "Nobody asks for this now: the time is over, it was cancelled, or the companies have changed. Ask anew."


class OwnPromotionError(ForbiddenError):
    code = "own_promotion"
    message = "You asked for this yourself. A second administrator confirms it."


def ask_promotion(account_id: int, access: Collection[str] | None, *, by: User) -> Promotion:
    """Ask a second administrator to make an account {product} Staff. Repeating it asks for `access` anew.

    To be called in a transaction. Raises NotFoundError, AboveOwnRightsError, OwnRightsError, PromotionNotNeededError,
    PromotionAskedError; SecondAdminNeededError where there is none.
    """
    pair = locked_pair(account_id, by=by)
    if pair.is_own:
        raise OwnRightsError
    companies = companies_of(pair.account)
    if pair.account.access_level == AccessLevel.ADMIN or not companies:
        raise PromotionNotNeededError
    wanted = granted_access(AccessLevel.ADMIN, access, by=pair.by)
    before = promotion_of(pair.account)
    if before and before.by_id != by.pk:
        raise PromotionAskedError
    if not confirmers_of(pair.account, wanted, by=by):
        raise SecondAdminNeededError(len(companies), [])
    if before and before.cms_access == wanted:
        return before
    now = timezone.now()
    said = {"by": by, "cms_access": wanted, "companies": companies, "at": now, "expires_at": now + CONFIRM_WITHIN}
    promotion, _ = Promotion.objects.update_or_create(account=pair.account, defaults=said)
    record_audit(actions.PROMOTION_ASKED, account_id, user_id=by.pk, companies=len(companies))
    return promotion


def cancel_promotion(account_id: int, *, by: User) -> None:
    """Any administrator may. Idempotent. To be called in a transaction. Raises NotFoundError, AboveOwnRightsError."""
    pair = locked_pair(account_id, by=by)
    asked = Promotion.objects.filter(account=pair.account)
    if asked.exists():
        granted_access(AccessLevel.ADMIN, None, by=pair.by)
        asked.delete()
        record_audit(actions.PROMOTION_CANCELLED, account_id, user_id=by.pk)


def promotion_of(account: User) -> Promotion | None:
    """What waits for a second administrator; None once it has lapsed."""
    asked = Promotion.objects.select_related("by").filter(account=account, expires_at__gt=timezone.now()).first()
    return asked if asked and _holds(asked, account) else None


def may_confirm(promotion: Promotion, account: User, by: User) -> bool:
    return by.pk not in (promotion.by_id, account.pk) and _can_give(promotion, account, by)


def require_second_admin(pair: Pair, wanted: Mapping[str, Any], *, is_confirmed: bool) -> None:
    """Before a change of rights. Raises SecondAdminNeededError where a second administrator has to confirm it."""
    before, after = pair.account.access_level, wanted.get("access_level")
    if is_confirmed or after != AccessLevel.ADMIN or before == after:
        return
    if companies := companies_of(pair.account):
        access = wanted.get("cms_access", pair.account.cms_access)
        raise SecondAdminNeededError(len(companies), confirmers_of(pair.account, access, by=pair.by))


def confirm(pair: Pair) -> Mapping[str, Any]:
    """The rights that the second administrator confirms. Raises PromotionLapsedError, OwnPromotionError."""
    promotion = promotion_of(pair.account)
    if promotion is None:
        raise PromotionLapsedError
    if promotion.by_id == pair.by.pk:
        raise OwnPromotionError
    record_audit(actions.PROMOTION_CONFIRMED, pair.account.pk, user_id=pair.by.pk, asker=promotion.by_id)
    promotion.delete()
    return {"access_level": AccessLevel.ADMIN, "cms_access": promotion.cms_access}


def confirmers_of(account: User, access: Collection[str], *, by: User) -> list[User]:
    """A few of those who can confirm what `by` asks for."""
    needed = {Permission.USERS, *access, *account.cms_access}
    able = User.objects.filter(
        is_active=True, erased_at=None, access_level=AccessLevel.ADMIN, cms_access__contains=[*needed]
    )
    return list(able.exclude(pk__in=[account.pk, by.pk]).order_by("name_order", "pk")[:GRANTERS])


def companies_of(account: User) -> list[int]:
    return list(account.associations.order_by("company_id").values_list("company_id", flat=True))


def _holds(promotion: Promotion, account: User) -> bool:
    """Whether the account is still what it was asked for, and who asked could still give it."""
    is_same = account.access_level != AccessLevel.ADMIN and companies_of(account) == promotion.companies
    return is_same and _can_give(promotion, account, promotion.by)


def _can_give(promotion: Promotion, account: User, by: User) -> bool:
    raised = User(access_level=AccessLevel.ADMIN, cms_access=promotion.cms_access)
    return by.is_active and by.may(Permission.USERS) and stands_within(raised, by) and stands_within(account, by)
