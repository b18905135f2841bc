"""Add, change and retire entries of the list. Each change writes an audit entry (ids and codes only)."""

import logging
from collections.abc import Collection, Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from pydantic import ValidationError

from accounts.models import User
from audit import actions
from audit.changes import changes_of
from audit.entries import record_audit
from banned_words.fields import WordFields
from banned_words.models import BannedWord, Mode
from kit.errors import ConflictError, InvalidError, NotFoundError, message_of

logger = logging.getLogger(__name__)

MAX_PATTERNS = 200  # each needs its own pass over every text
MAX_ENTRIES = 20_000
THE_LIST = 0  # the subject id of audit entries about the whole list


class WordExistsError(ConflictError):
    code = "word_exists"
    message = "The list has an entry with this term and this mode."


class ListFullError(ConflictError):
    code = "list_full"
    message = f"The list holds at most {MAX_ENTRIES:,} entries, {MAX_PATTERNS} of them patterns."


def add_word(fields: WordFields, *, by: User) -> BannedWord:
    """Add an entry. Raises InvalidError, WordExistsError, ListFullError."""
    fields.require_usable()
    with transaction.atomic():
        word = BannedWord(**fields.model_dump())
        _save(word)
        record_audit(actions.WORD_ADDED, word.pk, user_id=by.pk, **_codes(word))
        return word


def change_word(word_id: int, changes: Mapping[str, Any], *, by: User) -> BannedWord:
    """Change fields of an entry. If nothing differs, nothing is recorded and the version stays.

    Raises NotFoundError, InvalidError, WordExistsError, ListFullError.
    """
    with transaction.atomic():
        word = _locked(word_id)
        before = {name: getattr(word, name) for name in WordFields.model_fields}
        fields = merged(before, changes)
        changed = [name for name, value in fields.model_dump().items() if value != before[name]]
        if changed:
            details = changes_of(word, {name: getattr(fields, name) for name in changed})
            for name in changed:
                setattr(word, name, getattr(fields, name))
            if {"term", "mode"} & set(changed):
                word.stopped_at = None
            _save(word)
            record_audit(actions.WORD_CHANGED, word.pk, user_id=by.pk, **details)
        return word


def retire_word(word_id: int, *, by: User) -> None:
    """Remove an entry from the list; its row stays, because reviews refer to it. Raises NotFoundError."""
    with transaction.atomic():
        word = _locked(word_id)
        word.retired_at = timezone.now()
        word.save(update_fields=["retired_at", "updated_at"])
        record_audit(actions.WORD_RETIRED, word.pk, user_id=by.pk)


def stop_words(word_ids: Collection[int]) -> None:
    """Stop patterns that cost too much until their term is changed. Patterns that are already stopped are skipped."""
    with transaction.atomic():
        working = BannedWord.objects.filter(pk__in=word_ids, retired_at=None, stopped_at=None)
        for word_id in working.order_by("pk").values_list("pk", flat=True):
            # a concurrent call waits for the row lock, and then finds the pattern stopped
            if working.filter(pk=word_id).update(stopped_at=timezone.now(), updated_at=timezone.now()):
                record_audit(actions.WORD_STOPPED, word_id, user_id=None)
                logger.error("the pattern of banned word %s costs too much and was stopped", word_id)


def merged(before: Mapping[str, Any], changes: Mapping[str, Any]) -> WordFields:
    """The fields after a change. Raises InvalidError."""
    try:
        fields = WordFields(**{**before, **changes})
    except ValidationError as error:
        raise InvalidError({str(each["loc"][0]): [message_of(each)] for each in error.errors()}) from error
    fields.require_usable()
    return fields


def _locked(word_id: int) -> BannedWord:
    word = BannedWord.objects.select_for_update(no_key=True).filter(pk=word_id, retired_at=None).first()
    if word is None:
        raise NotFoundError("The list has no such entry.")
    return word


def _save(word: BannedWord) -> None:
    try:
        with transaction.atomic():
            word.save()
    except IntegrityError as error:
        raise WordExistsError from error
    require_room()


def require_room() -> None:
    """Raises ListFullError. Call it after the change: the trigger has then locked the version's row, so that concurrent
    changes are counted one after the other.
    """
    active = BannedWord.objects.filter(retired_at=None)
    require_room_for(active.count(), active.filter(mode=Mode.PATTERN).count())


def require_room_for(entries: int, patterns: int) -> None:
    """`entries`: number of all entries. `patterns`: how many of them are patterns. Raises ListFullError."""
    if entries > MAX_ENTRIES or patterns > MAX_PATTERNS:
        raise ListFullError


def _codes(word: BannedWord) -> dict[str, Any]:
    return {"mode": word.mode, "action": word.action, "severity": word.severity, "shadow": word.shadow}
