"""Erases an account: its personal data and private rows are deleted; its id stays in history (organisation.md).

Texts that the person wrote as a member of the desk (notes, statements, reasons, replies to clients) stay as records of
the desk. Replies end with the author's name: the account's id replaces it (decision 78).
"""

from django.db import transaction
from django.utils import timezone

from accounts.authority import OwnRightsError, locked_pair
from accounts.factors.models import CodeSecret, Passkey, PasskeyChallenge, PendingSignIn, RecoveryCode
from accounts.models import AccessToken, AccountVisit, ApiKey, KnownAddress, OneTimeLink, Promotion, User
from accounts.provider.models import ProviderIdentity, ProviderSignIn, ProvisionedAccount, ProvisionedMember
from accounts.rights import AccessLevel
from accounts.throttle import forget_account
from audit import actions
from audit.entries import record_audit
from companies.models import FavouriteCategory
from groups.models import Association
from tickets.attachments import delete_unsent_of
from tickets.models import CannedReply
from tickets.naming import take_names_out
from workflows.accounts.avatars import delete_picture
from workflows.engine.verbs.assignment import end_leases, unassign_all
from workflows.models import Mention, Notice, Presence, TaskDraft, TaskSkip

# rows that belong to the account alone, with the column that refers to it
_ROWS = (
    (AccessToken, "user"),
    (KnownAddress, "user"),
    (OneTimeLink, "user"),
    (ProviderIdentity, "user"),
    (ProviderSignIn, "user"),
    (ProvisionedAccount, "user"),
    (ProvisionedMember, "user"),
    (CodeSecret, "user"),
    (RecoveryCode, "user"),
    (Passkey, "user"),
    (PasskeyChallenge, "user"),
    (PendingSignIn, "user"),
    (Promotion, "account"),
    (Promotion, "by"),
    (AccountVisit, "visitor"),
    (AccountVisit, "account"),
    (FavouriteCategory, "user"),
    (Association, "user"),
    (CannedReply, "owner"),
    (TaskSkip, "user"),
    (TaskDraft, "user"),
    (Mention, "user"),
    (Notice, "user"),
    (Presence, "user"),
)


def erase_account(account_id: int, *, by: User) -> None:
    """Erase an account, at once and permanently. Raises NotFoundError, AboveOwnRightsError, OwnRightsError.

    Tasks that are assigned to the account return to their queues, with an entry in history.
    """
    with transaction.atomic():
        pair = locked_pair(account_id, by=by)
        if pair.is_own:
            raise OwnRightsError
        end_leases(account_id, by=by)
        unassign_all(account_id, by=by)
        for model, column in _ROWS:
            model._default_manager.filter(**{column: account_id}).delete()
        delete_unsent_of(account_id)
        forget_account(pair.account.email)
        ApiKey.objects.filter(owner=account_id).update(name="", revoked_at=timezone.now(), owner=None)
        account = pair.account
        full = f"{account.first_name} {account.last_name}".strip()
        take_names_out(account_id, full=full, address=account.email, first=account.first_name)
        delete_picture(pair.account.avatar_filename)
        _empty(pair.account)
        record_audit(actions.ACCOUNT_ERASED, account_id, user_id=by.pk)


def _empty(account: User) -> None:
    account.first_name = account.last_name = account.job_title = account.avatar_filename = ""
    account.mobile_phone = account.landline_phone = ""
    account.country = None
    account.email = f"{account.pk}@erased.invalid"
    account.access_level, account.cms_access, account.notifications = AccessLevel.NO_DASHBOARD, [], []
    account.on_duty = account.is_active = account.has_second_factor = False
    account.last_login = None
    account.erased_at = timezone.now()
    account.set_unusable_password()
    account.save()
