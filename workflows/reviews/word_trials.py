"""Trials of banned words run in the background."""

from django.db import transaction

from banned_words.fields import WordFields
from banned_words.models import WordTrial
from reviews.word_trials import new_trial
from workflows.engine.outbox.outbox import enqueue

TRY_WORD = "try_word"


def start_trial(fields: WordFields, word_id: int | None) -> WordTrial:
    """Raises InvalidError, NotFoundError."""
    with transaction.atomic():
        trial = new_trial(fields, word_id)
        enqueue(TRY_WORD, {"trial": trial.pk})
        return trial
