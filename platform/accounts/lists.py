"""Accounts as they are listed; what the product remembers for the person who uses it: visits, what they know."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Max, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.models import AccessToken, AccountVisit, KnownAddress, User
from kit.errors import NotFoundError
from kit.finding import found_by_words

RECENT = 20


def existing() -> QuerySet[User]:
    """Accounts that were not erased."""
    return User.objects.filter(erased_at=None)


def found_by(words: str, level: str = "") -> QuerySet[User]:
    """Those whose name or email holds every word, or whose number it is; `email_order` sorts them by address."""
    found = found_by_words(words.lower(), "name_order__contains", "email__contains")
    accounts = existing().annotate(email_order=Lower("email"))  # as the index of addresses has them
    return accounts.filter(found, **({"access_level": level} if level else {}))


def get_account(account_id: int) -> User:
    """Raises NotFoundError, also for an erased account."""
    user = existing().filter(pk=account_id).first()
    if user is None:
        raise NotFoundError("There is no account with this number.")
    return user


def last_seen(accounts: Collection[User]) -> dict[int, datetime]:
    """The last use of the product by account id, without accounts that have no session and no sign-in in 30 days."""
    seen: dict[int, datetime] = {}
    for rows in (
        AccessToken.objects.filter(user__in=accounts).values_list("user_id").annotate(at=Max("used_at")),
        KnownAddress.objects.filter(user__in=accounts).values_list("user_id").annotate(at=Max("seen_at")),
    ):
        for user_id, at in rows:
            seen[user_id] = max(at, seen.get(user_id, at))
    return seen


def note_visit(account: User, *, by: User) -> None:
    AccountVisit.objects.bulk_create(
        [AccountVisit(visitor=by, account=account, at=timezone.now())],
        update_conflicts=True,
        unique_fields=["visitor", "account"],
        update_fields=["at"],
    )


def recently_opened(by: User) -> list[User]:
    """The accounts that a person opened last, the newest first."""
    visits = AccountVisit.objects.filter(visitor=by, account__erased_at=None).order_by("-at")
    return [visit.account for visit in visits.select_related("account")[:RECENT]]


def put_outcomes_away(by: User) -> None:
    """The person knows what the outcomes mean. Idempotent."""
    User.objects.filter(pk=by.pk).update(knows_outcomes=True)
