"""Who else may be able to sign in as an account: whoever chose its password or its address, or was shown a link of it.

A password that was changed later says nothing: it may have been changed by who knew the one before. So all of them
count, from the account's own log, until its sign-in ended (decision 86).
"""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from accounts.authority import stands_within
from accounts.factors.state import end_factors
from accounts.models import AccessToken, ApiKey, OneTimeLink, User, normalise_address
from accounts.provider.models import ProviderIdentity, ProviderSignIn
from audit import actions
from audit.entries import record_audit
from audit.models import AuditEntry, Kind
from kit.errors import ConflictError

_HOLDING = (
    actions.ACCOUNT_CREATED,
    actions.ACCOUNT_REGISTERED,
    actions.ACCOUNT_CHANGED,
    actions.PASSWORD_SET,
    actions.LINK_HANDED_OVER,
    actions.SIGN_IN_ENDED,
)
_NO_CODE = ""  # of entries from before codes, which may be any of these


class AddressUnconfirmedError(ConflictError):
    code = "address_unconfirmed"
    message = (
        "Somebody with fewer rights than these may be able to sign in as this account. Look at its email address and "
        "send it along: the password, sessions and keys end, and a link to set a new password is mailed there."
    )


def end_foreign_sign_in(account: User, shown: Mapping[str, Any], *, by: User) -> bool:
    """End every way into an account, if somebody with fewer rights than it has now may know one. Whether it did.

    To be called with the account locked, in its new rights. The mail that follows goes to its address, so that must
    be among what the editor was `shown`. Raises AddressUnconfirmedError.
    """
    if _is_in_hands_of_equals(account):
        return False
    if normalise_address(shown.get("email_address") or "") != account.email:
        raise AddressUnconfirmedError
    end_sign_in(account, by=by)
    return True


def end_hands_of_others(account: User, *, keeps_identity: bool = False) -> None:
    """The same for an account that the provider has raised.

    `keeps_identity`: the person has just shown at the provider who they are. Else somebody may have linked their own.
    """
    if not _is_in_hands_of_equals(account):
        end_sign_in(account, by=None, keeps_identity=keeps_identity)


def end_sign_in(account: User, *, by: User | None, keeps_identity: bool = False) -> None:
    """End every way into an account, which is locked: password, second factors, sessions, links, sign-ins on their way,
    the keys made in its sessions, and who it is at the provider: whoever has its address there, verified, may link it
    anew. Somebody else may have set up a passkey or an authenticator of their own.
    """
    user_id = by.pk if by else None
    end_factors(account, by=by)
    AccessToken.objects.filter(user=account).delete()
    OneTimeLink.objects.filter(user=account).delete()
    ProviderSignIn.objects.filter(user=account).delete()
    if not keeps_identity:
        ProviderIdentity.objects.filter(user=account).delete()
    # made in a session of the account; what others gave a program stays as it was given
    own = ApiKey.objects.filter(owner=account, follows_owner=True, revoked_at=None)
    for key in own.order_by("pk").values_list("pk", flat=True):
        record_audit(actions.KEY_REVOKED, account.pk, user_id=user_id, key=key)
    own.update(revoked_at=timezone.now())
    account.set_unusable_password()
    account.save(update_fields=["password"])
    record_audit(actions.SIGN_IN_ENDED, account.pk, user_id=user_id)


def _is_in_hands_of_equals(account: User) -> bool:
    """Whether all others who could act as the account hold its rights themselves.

    They are counted since its sign-in last ended; who ended it answers for the address. Whoever registered an account
    is unknown: anybody can register any address.
    """
    log = AuditEntry.objects.filter(
        kind=Kind.ACCOUNT, subject_id=account.pk, code__in=[_NO_CODE, *(action.code for action in _HOLDING)]
    )
    hands: set[int | None] = set()
    for user_id, code, details in log.order_by("-pk").values_list("user_id", "code", "details"):
        if code == actions.ACCOUNT_REGISTERED.code:
            return False
        if code != actions.ACCOUNT_CHANGED.code or "email_address" in details["fields"]:
            hands.add(user_id)
        if code == actions.SIGN_IN_ENDED.code:
            break
    others = User.objects.filter(pk__in=[pk for pk in hands if pk not in (None, account.pk)])
    return all(hand.is_active and stands_within(account, hand) for hand in others)
