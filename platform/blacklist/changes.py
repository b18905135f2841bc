"""Changes of the blacklist by people. Each writes an audit entry, which contains the entry's id, never its value."""

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from accounts.models import User
from audit import actions
from audit.action import Action
from audit.entries import record_audit
from blacklist.digests import digest_of, newest_version
from blacklist.forms import hint_of, valid_form
from blacklist.lookup import entries_of
from blacklist.models import BlacklistEntry
from kit.errors import ConflictError, InvalidError, NotFoundError

MISSING_INPUT = "You must enter a valid email address or mobile number."  # spec, section 5
# the subject id of audit entries about the whole list: an import, an export, hashing
WHOLE_LIST = 0


class AlreadyListedError(ConflictError):
    code = "already_listed"
    message = "This address or number is already on the blacklist."


def check(value: str) -> list[BlacklistEntry]:
    """The matching entries. Raises InvalidError unless the text is a valid email address or mobile number."""
    _required_form(value)
    return entries_of(value)


def get_entry(entry_id: int) -> BlacklistEntry:
    """Raises NotFoundError."""
    return _found(BlacklistEntry.objects.filter(pk=entry_id))


def add_entry(value: str, *, notes: str = "", by: User) -> BlacklistEntry:
    """Raises InvalidError like `check`, and AlreadyListedError if an entry already matches."""
    form = _required_form(value)
    if entries_of(value):
        raise AlreadyListedError
    try:
        with transaction.atomic():
            entry = BlacklistEntry.objects.create(
                digest=digest_of(form), key_version=newest_version(), hint=hint_of(form), notes=notes
            )
            record_audit(actions.BLACKLIST_ADDED, entry.pk, user_id=by.pk)
    except IntegrityError as error:  # another call added it meanwhile
        raise AlreadyListedError from error
    return entry


def change_notes(entry_id: int, notes: str, *, by: User) -> BlacklistEntry:
    """Repeating a change records nothing. Raises NotFoundError."""
    with transaction.atomic():
        entry = _locked(entry_id)
        if entry.notes != notes:
            entry.notes = notes
            entry.save(update_fields=["notes"])
            record_audit(actions.BLACKLIST_NOTES_CHANGED, entry.pk, user_id=by.pk)
    return entry


def remove_entry(entry_id: int, *, by: User) -> None:
    """Raises NotFoundError."""
    with transaction.atomic():
        _locked(entry_id).delete()
        record_audit(actions.BLACKLIST_REMOVED, entry_id, user_id=by.pk)


def record_for_whole_list(action: Action, *, by: User | None = None, **details: int) -> None:
    """Record an audit entry about the whole list. Raises ValueError outside a transaction."""
    record_audit(action, WHOLE_LIST, user_id=by.pk if by else None, **details)


def _required_form(value: str) -> str:
    form = valid_form(value)
    if form is None:
        raise InvalidError({"value": [MISSING_INPUT]})
    return form


def _locked(entry_id: int) -> BlacklistEntry:
    return _found(BlacklistEntry.objects.select_for_update().filter(pk=entry_id))


def _found(entries: QuerySet[BlacklistEntry]) -> BlacklistEntry:
    entry = entries.first()
    if entry is None:
        raise NotFoundError("There is no entry with this number.")
    return entry
