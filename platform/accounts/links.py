"""One-time links: an address that sets a password once, within a day (organisation.md, Registration and sign-in).

The secret stands in the address's fragment, which browsers send to nobody. A newer link ends the earlier ones.
"""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from accounts.authority import stands_within
from accounts.factors.pending import Pending, begin_second_step
from accounts.models import OneTimeLink, User
from accounts.passwords import check_new_password
from accounts.provider.models import sign_out_is_over
from accounts.sessions import open_session
from audit import actions
from audit.entries import record_audit
from kit import acting
from kit.errors import ConflictError

LIVES = timedelta(hours=24)


class LinkEndedError(ConflictError):
    code = "link_ended"
    message = "This link was used before, has been ended, or is older than 24 hours. Ask for another."


def issue_link(account: User, *, given_by: User | None = None) -> str:
    """The secret of a new link, which cannot be read again. `given_by`: who sees it; none where it is mailed."""
    secret = secrets.token_urlsafe(32)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=account.pk)
        OneTimeLink.objects.filter(user=account).delete()
        OneTimeLink.objects.create(user=account, given_by=given_by, digest=_digest(secret))
    return secret


def read_link(secret: str) -> tuple[User, datetime]:
    """Whose password a link sets, and until when. Changes nothing. Raises LinkEndedError."""
    link = _live(secret)
    if link is None or not link.user.is_active or not _still_given(link.user, link.given_by):
        raise LinkEndedError
    return link.user, link.created_at + LIVES


def redeem_link(secret: str, password: str, *, address: str) -> tuple[str | Pending, User]:
    """Set the password and sign in: (token, user); what is pending where a second factor is missing.

    Raises LinkEndedError, InvalidError, which leaves the link alive.
    """
    with transaction.atomic():
        # the account's row is locked first, as wherever links are made or ended
        owner = OneTimeLink.objects.filter(digest=_digest(secret)).values("user_id")
        user = User.objects.select_for_update(no_key=True).filter(pk__in=owner, is_active=True).first()
        link = _live(secret)
        if user is None or link is None or not _still_given(user, link.given_by):
            raise LinkEndedError
        check_new_password(password)
        OneTimeLink.objects.filter(user=user).delete()
        user.set_password(password)
        user.save(update_fields=["password"])
        acting.sign_in(user.pk)
        record_audit(actions.PASSWORD_SET_BY_LINK, user.pk, user_id=user.pk)
        if user.has_second_factor:
            return begin_second_step(user, address=address), user
        # a link of before the provider signed them out is gone, so an administrator has given this one
        sign_out_is_over(user.pk)
        return open_session(user, address=address), user


def _live(secret: str) -> OneTimeLink | None:
    live = OneTimeLink.objects.filter(digest=_digest(secret), created_at__gt=timezone.now() - LIVES)
    return live.select_related("user", "given_by").first()


def _still_given(account: User, giver: User | None) -> bool:
    """Whether the giver of the link may still grant all rights of the account. The giver may have kept a copy."""
    return giver is None or (giver.is_active and stands_within(account, giver))


def end_link(secret: str) -> None:
    """For a link that reached nobody."""
    OneTimeLink.objects.filter(digest=_digest(secret)).delete()


def prune_links() -> int:
    return OneTimeLink.objects.filter(created_at__lt=Now() - LIVES).delete()[0]


def _digest(secret: str) -> bytes:
    return sha256(secret.encode("utf-8", "surrogatepass")).digest()
