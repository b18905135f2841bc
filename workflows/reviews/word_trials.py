"""Trials of banned words run in the background."""

from django.db import transaction

from accounts.models import User
from banned_words.fields import WordFields
from banned_words.models import WordTrial
from reviews.word_trials import new_trial
from workflows.engine.core.locks import lock_subject
from workflows.engine.outbox.outbox import enqueue

TRY_WORD = "try_word"


def start_trial(fields: WordFields, word_id: int | None, *, by: User) -> WordTrial:
    """Start a trial in the background. Each person has one at a time: it replaces an unfinished one.

    Raises InvalidError, NotFoundError.
    """
    with transaction.atomic():
        lock_subject("word_trial", by.pk)
        trial = new_trial(fields, word_id, by=by)
        enqueue(TRY_WORD, {"trial": trial.pk})
        return trial
