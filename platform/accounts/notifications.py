"""What an account is mailed about, each only if somebody has opted in for it (spec, section 3; product.md)."""

from collections.abc import Mapping

from django.core.signing import BadSignature, Signer
from django.db import models, transaction

from accounts.authority import locked_pair
from accounts.models import User
from audit import actions
from audit.entries import record_audit
from kit.errors import ConflictError, InvalidError


class Notification(models.TextChoices):
    """A name as the API and the console have it, with its words in a mail."""

    ASSIGNED = "assigned", "Assigned to you"
    ESCALATION_DECIDED = "escalation_decided", "Your escalation was decided"
    DUE_SOON = "due_soon", "Due within an hour"
    TICKET_REPLIED = "ticket_replied", "A client has replied to you"
    RESTRICTION_OPENED = "restriction_opened", "A restriction was requested"
    WEEKLY_DIGEST = "weekly_digest", "Your week at the desk"


class LinkIsWrongError(ConflictError):
    code = "link_ended"
    message = "This link is not complete. Open it from the mail again."


_signer = Signer(salt="accounts.notifications")


def chosen(account: User) -> dict[str, bool]:
    return {name: name in account.notifications for name in Notification.values}


def choose_notifications(account_id: int, choices: Mapping[str, bool], *, by: User) -> None:
    """What is left out stays. Repeating it records nothing.

    Raises NotFoundError, AboveOwnRightsError, InvalidError for an unknown name.
    """
    if unknown := choices.keys() - set(Notification.values):
        raise InvalidError({min(unknown): ["There is no such notification."]})
    with transaction.atomic():
        _choose(locked_pair(account_id, by=by, own=True).account, choices, by)


def stopping(account_id: int, name: str) -> str:
    """The token of a mail's link that opts out of this notification. It holds as long as the server's key."""
    return _signer.sign(f"{account_id}.{name}").replace(":", "~")


def stop_notification(token: str) -> Notification:
    """Whoever has the mail opts out of its kind: it needs no session. Idempotent. Raises LinkIsWrongError."""
    try:
        account_id, _, name = _signer.unsign(token.replace("~", ":")).partition(".")
        notification = Notification(name)
    except (BadSignature, ValueError) as error:
        raise LinkIsWrongError from error
    with transaction.atomic():
        account = User.objects.select_for_update(no_key=True).filter(pk=int(account_id), erased_at=None).first()
        if account is not None:
            _choose(account, {notification: False}, None)
    return notification


def _choose(account: User, choices: Mapping[str, bool], by: User | None) -> None:
    """`by` None: whoever has a mail."""
    after = [name for name in Notification.values if choices.get(name, name in account.notifications)]
    before, account.notifications = set(account.notifications), after
    signs = [f"+{name}" for name in after if name not in before]
    signs += [f"-{name}" for name in Notification.values if name in before and name not in after]
    if signs:
        account.save(update_fields=["notifications"])
        if by is None:
            record_audit(actions.NOTIFICATIONS_STOPPED, account.pk, user_id=None, signs=signs)
        else:
            record_audit(actions.NOTIFICATIONS_CHANGED, account.pk, user_id=by.pk, signs=signs)
