"""Canned replies: everyone's, and a person's own."""

from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from kit.errors import ForbiddenError, InvalidError, NotFoundError
from tickets.models import CannedReply
from tickets.placeholders import require_existing

HEAD = "head_moderator"
MAX_OWN = 200


def canned_replies_of(user: User) -> list[dict[str, Any]]:
    """Everyone's and the person's own, by title."""
    rows = CannedReply.objects.filter(Q(owner=None) | Q(owner=user)).order_by("title", "id")
    return [describe_canned(row) for row in rows]


def add_canned(title: str, text: str, *, is_shared: bool, by: User) -> CannedReply:
    """Raises ForbiddenError for everyone's without `head_moderator`, InvalidError for an unknown placeholder."""
    _require_right(is_shared=is_shared, by=by)
    _check(text)
    if not is_shared and CannedReply.objects.filter(owner=by).count() >= MAX_OWN:
        raise InvalidError({"scope": [f"A person has at most {MAX_OWN} canned replies."]})
    owner = None if is_shared else by
    return CannedReply.objects.create(title=title, text=text, owner=owner, updated_at=timezone.now())


def change_canned(number: int, *, title: str | None, text: str | None, by: User) -> CannedReply:
    """Raises NotFoundError, also for another person's; ForbiddenError, InvalidError."""
    row = _own_or_shared(number, by)
    if text is not None:
        _check(text)
        row.text = text
    row.title = row.title if title is None else title
    row.updated_at = timezone.now()
    row.save(update_fields=["title", "text", "updated_at"])
    return row


def delete_canned(number: int, *, by: User) -> CannedReply:
    """Raises NotFoundError, ForbiddenError."""
    row = _own_or_shared(number, by)
    CannedReply.objects.filter(pk=number).delete()
    return row


def describe_canned(row: CannedReply) -> dict[str, Any]:
    scope = "everyone" if row.owner_id is None else "mine"
    return {"id": row.pk, "title": row.title, "text": row.text, "scope": scope, "updated": row.updated_at}


def _own_or_shared(number: int, by: User) -> CannedReply:
    row = CannedReply.objects.filter(Q(owner=None) | Q(owner=by), pk=number).first()
    if row is None:
        raise NotFoundError("There is no canned reply with this number.")
    _require_right(is_shared=row.owner_id is None, by=by)
    return row


def _require_right(*, is_shared: bool, by: User) -> None:
    if is_shared and not by.may(HEAD):
        raise ForbiddenError("Everyone's canned replies are managed by head moderators.")


def _check(text: str) -> None:
    try:
        require_existing(text)
    except ValueError as error:
        raise InvalidError({"text": [str(error)]}) from error
