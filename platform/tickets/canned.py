"""Canned replies: shared ones (`everyone`) and a person's own (`mine`). Each change leaves an audit entry."""

from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.authority import kept
from accounts.models import User
from audit import actions
from audit.action import Action
from audit.entries import record_audit
from kit.errors import ForbiddenError, InvalidError, NotFoundError
from tickets.models import CannedReply
from tickets.placeholders import require_existing

HEAD = "head_moderator"
MAX_OWN = 200


def canned_replies_of(user: User) -> list[dict[str, Any]]:
    """The shared ones and the person's own, by title."""
    return [describe_canned(row) for row in _offered_to(user).order_by("title", "id")]


def canned_reply_for(user: User, number: int) -> CannedReply:
    """A shared one, or one of the person's own. Raises NotFoundError for any other."""
    return _found(_offered_to(user).filter(pk=number))


def add_canned(title: str, text: str, *, is_shared: bool, by: User) -> CannedReply:
    """Save a canned reply. A person's own are deleted with the account.

    Raises ForbiddenError for a shared one without `head_moderator`; InvalidError for an unknown placeholder, or above
    MAX_OWN of one's own.
    """
    _require_right(is_shared=is_shared, by=by)
    _check(text)
    if not is_shared and CannedReply.objects.filter(owner=by).count() >= MAX_OWN:
        raise InvalidError({"scope": [f"A person has at most {MAX_OWN} canned replies."]})
    owner = None if is_shared else by
    with transaction.atomic():
        if not kept(by.pk):
            raise ForbiddenError
        row = CannedReply.objects.create(title=title, text=text, owner=owner, updated_at=timezone.now())
        _record(actions.CANNED_ADDED, row, by)
    return row


def change_canned(number: int, *, title: str | None, text: str | None, by: User) -> CannedReply:
    """Save a change; None keeps the value. Records nothing if nothing changes.

    Raises NotFoundError, also for another person's; ForbiddenError for a shared one without `head_moderator`;
    InvalidError for an unknown placeholder.
    """
    with transaction.atomic():
        row = _locked(number, by)
        wanted = {"title": row.title if title is None else title, "text": row.text if text is None else text}
        if wanted == {"title": row.title, "text": row.text}:
            return row
        _check(wanted["text"])
        row.title, row.text, row.updated_at = wanted["title"], wanted["text"], timezone.now()
        row.save(update_fields=["title", "text", "updated_at"])
        _record(actions.CANNED_CHANGED, row, by)
    return row


def delete_canned(number: int, *, by: User) -> None:
    """Raises NotFoundError, also for another person's; ForbiddenError for a shared one without `head_moderator`."""
    with transaction.atomic():
        row = _locked(number, by)
        _record(actions.CANNED_DELETED, row, by)
        row.delete()


def describe_canned(row: CannedReply) -> dict[str, Any]:
    scope = "everyone" if row.owner_id is None else "mine"
    return {"id": row.pk, "title": row.title, "text": row.text, "scope": scope, "updated": row.updated_at}


def _locked(number: int, by: User) -> CannedReply:
    """A canned reply that the person may change, locked until the transaction ends."""
    row = _found(_offered_to(by).select_for_update().filter(pk=number))
    _require_right(is_shared=row.owner_id is None, by=by)
    return row


def _offered_to(user: User) -> QuerySet[CannedReply]:
    return CannedReply.objects.filter(Q(owner=None) | Q(owner=user))


def _found(rows: QuerySet[CannedReply]) -> CannedReply:
    row = rows.first()
    if row is None:
        raise NotFoundError("There is no canned reply with this number.")
    return row


def _require_right(*, is_shared: bool, by: User) -> None:
    if is_shared and not by.may(HEAD):
        raise ForbiddenError("Everyone's canned replies are managed by head moderators.")


def _record(action: Action, row: CannedReply, by: User) -> None:
    record_audit(action, row.pk, user_id=by.pk, shared=row.owner_id is None)


def _check(text: str) -> None:
    try:
        require_existing(text)
    except ValueError as error:
        raise InvalidError({"text": [str(error)]}) from error
