"""Who may change whose account, and to what. Nobody gives more than they hold (organisation.md, Rights).

An account stands within another's authority if its level is not higher and it holds no permission that the other lacks.
Whoever can set a password can act as its owner, so the one rule guards every change of an account.
"""

import time
from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Case, Value, When

from accounts.models import User
from accounts.rights import PERMISSIONS, AccessLevel, Permission, default_access, rank
from kit.errors import ConflictError, ForbiddenError, InvalidError, NotFoundError
from kit.prepared import fetch

pause = time.sleep
GRANTERS = 3  # as many names as a sentence takes
# how long a call waits for an account that another changes, such as somebody who signs in, or a worker that makes a
# link: not as long as whoever erases it waits for our tasks (`lock_timeout`), or both would be refused
KEPT_PATIENCE_SECONDS, LOOK_AGAIN_SECONDS = 1.0, 0.02
_THERE = f'SELECT FROM "{User._meta.db_table}" WHERE id = %(person)s AND erased_at IS NULL'
_KEEP = f"{_THERE} FOR SHARE SKIP LOCKED"


class AboveOwnRightsError(ForbiddenError):
    code = "above_own_rights"
    message = "You cannot change this account or grant rights that you do not hold. Ask someone who holds them."


class OwnRightsError(ForbiddenError):
    code = "own_rights"
    message = "Nobody changes their own rights, deactivates or deletes their own account."


class BeingChangedError(ConflictError):
    code = "busy"
    message = "Somebody is changing this account at this moment. Try again."


@dataclass(frozen=True, slots=True)
class Pair:
    """An account and who changes it, both locked until the transaction ends."""

    account: User
    by: User

    @property
    def is_own(self) -> bool:
        return self.account.pk == self.by.pk


def locked_pair(account_id: int, *, by: User, own: bool = False) -> Pair:
    """Both rows as they are now, so that rights taken away meanwhile count. Raises NotFoundError, ForbiddenError.

    `own`: what everybody may do with their own account (decision 70).
    """
    rows = User.objects.select_for_update(no_key=True).filter(pk__in={account_id, by.pk}).order_by("pk")
    found = {row.pk: row for row in rows}
    editor = _still_active(found.get(by.pk))
    if not (own and account_id == editor.pk):
        _require_any(editor, Permission.USERS)
    account = found.get(account_id)
    if account is None or account.erased_at is not None:
        raise NotFoundError("There is no account with this number.")
    if not stands_within(account, editor):
        raise AboveOwnRightsError
    return Pair(account, editor)


def locked_creator(by: User) -> User:
    """Who creates an account, as they are now. Raises ForbiddenError."""
    row = User.objects.select_for_update(no_key=True).filter(pk=by.pk).first()
    creator = _still_active(row)
    _require_any(creator, Permission.USERS, Permission.TOP_LEVEL_ADD)
    return creator


def kept(account_id: int) -> bool:
    """Whether the account was not erased. It is not until the transaction ends: an erasure finds what is written now.

    It waits a while for a change of the account, without standing in the line for its row: who erases one has locked
    it, and waits for its tasks. Raises BeingChangedError.
    """
    looks = round(KEPT_PATIENCE_SECONDS / LOOK_AGAIN_SECONDS)
    for _ in range(looks):
        if fetch(_KEEP, {"person": account_id}):
            return True
        if not fetch(_THERE, {"person": account_id}):
            return False
        pause(LOOK_AGAIN_SECONDS)
    raise BeingChangedError


def stands_within(account: User, editor: User) -> bool:
    """Whether the editor's rights cover those of the account."""
    return rank(account.access_level) <= rank(editor.access_level) and set(account.cms_access) <= set(editor.cms_access)


def grantable_levels(editor: User) -> list[str]:
    return [level for level in AccessLevel.values if rank(level) <= rank(editor.access_level)]


def granters_of(permission: str, to: User) -> list[User]:
    """Who may give an account a permission: a few whose rights cover it and the account's, the highest level first.

    None for a client, who is told no names of the staff.
    """
    own = rank(to.access_level)
    if own == 0:
        return []
    levels = sorted((level for level in AccessLevel.values if rank(level) >= own), key=rank, reverse=True)
    needed = {permission, Permission.USERS, *to.cms_access}
    able = User.objects.filter(is_active=True, erased_at=None, access_level__in=levels, cms_access__contains=[*needed])
    place = Case(*(When(access_level=level, then=Value(at)) for at, level in enumerate(levels)))
    return list(able.exclude(pk=to.pk).order_by(place, "name_order", "pk")[:GRANTERS])


def granted_access(level: str, wanted: Collection[str] | None, *, by: User) -> list[str]:
    """The permissions that an account of this level gets: those wanted, or of its level's list what `by` holds.

    Raises AboveOwnRightsError, InvalidError for an unknown permission.
    """
    if rank(level) > rank(by.access_level):
        raise AboveOwnRightsError
    if wanted is None:
        return [permission for permission in default_access(level) if by.may(permission)]
    if unknown := set(wanted) - set(PERMISSIONS):
        raise InvalidError({"cms_access": [f"There is no permission {min(unknown)!r}."]})
    if not set(wanted) <= set(by.cms_access):
        raise AboveOwnRightsError
    return [permission for permission in PERMISSIONS if permission in wanted]


def _still_active(editor: User | None) -> User:
    if not transaction.get_connection().in_atomic_block:
        raise ValueError("authority is checked in the transaction of the change")
    # without a way to sign in, their sessions have ended while the call was on its way (accounts.hands)
    if editor is None or not editor.is_active or not (editor.has_usable_password() or editor.identities.exists()):
        raise ForbiddenError
    return editor


def _require_any(editor: User, *permissions: str) -> None:
    if not any(map(editor.may, permissions)):
        raise ForbiddenError
